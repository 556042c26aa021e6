@broker
Feature: Asking the broker
  The broker is asked for the topic together with the exact registered name, with its own domain filter set to exactly
  one hostname. Nothing else is ever asked of it.

  Background:
    Given the published release

  @BROK-01 @MUST
  Rule: The query joins the topic with the exact registered source name, character for character
    Protocol: Default success path, step 4
    Contract: /brokered_discovery/source_route_derivation/search_query_rule

    @accept
    Scenario Outline: The query for <name> holds topic and name
      Given the user asks for "sleep and memory" from "<name>"
      And the broker finds "<url>"
      When the host runs the task
      Then the query for "<id>" joins the topic with the registered name
      And "<id>" ends as SUCCESS
      And an item cites that page
      And the traces repeat the searches of the wire

      Examples: A plain name, and one with a dash and a superscript
        | name                                         | id                | url                                                                           |
        | PLOS Biology                                 | plos-biology      | https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3007001 |
        | Nuclear Physics B — SCOAP³-covered articles  | nuclear-physics-b-scoap3 | https://www.sciencedirect.com/science/article/pii/S0550321324007001           |

    @reject
    Example: Two sources on one host are asked for by their own names
      Given the user asks for "sleep and memory" from "PLOS Biology" and "PLOS Medicine"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3007002"
      And the broker finds "https://journals.plos.org/plosmedicine/article?id=10.1371/journal.pmed.1007003" for "plos-medicine"
      When the host runs the task
      Then the query for "plos-biology" joins the topic with the registered name
      And the query for "plos-medicine" joins the topic with the registered name
      And "plos-medicine" ends as SUCCESS

  @BROK-02 @MUST
  Rule: The search tool's own domain filter carries exactly one domain, the source's hostname
    Protocol: Default success path, step 4
    Contract: /brokered_discovery/domain_match

    @accept
    Example: One source, one domain
      Given the user asks for "sleep and memory" from "PLOS Biology"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3007004"
      When the host runs the task
      Then the search for "plos-biology" is filtered on "journals.plos.org" alone
      And "plos-biology" ends as SUCCESS
      And an item cites that page

    @reject
    Example: Two sources on two hosts are not asked for in one search
      Given the user asks for "sleep and memory" from "PLOS Biology" and "Frontiers in Psychology"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3007005"
      And the broker finds "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.07006/full" for "frontiers-psychology"
      When the host runs the task
      Then each search is filtered on exactly the host of one source
      And "plos-biology" is searched
      And "frontiers-psychology" is searched
      And "frontiers-psychology" ends as SUCCESS

  @BROK-03 @MUST_NOT
  Rule: An unrestricted search is never issued, at no stage and for no reason
    Protocol: Default success path, step 4; Terminal and gap states
    Contract: /brokered_discovery/unrestricted_search_enabled

    @accept
    Example: The restricted search finds a page
      Given the user asks for "sleep and memory" from "PLOS Biology"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3007007"
      When the host runs the task
      Then "plos-biology" ends as SUCCESS
      And an item cites that page
      And no search is unrestricted

    @reject
    Example: The restricted search finds nothing where an unrestricted one would
      Given the user asks for "sleep and memory" from "PLOS Biology"
      And the broker finds nothing
      And the broker would offer "https://www.scholar-commons.net/sleep/7008" on no domain at all
      When the host runs the task
      Then "plos-biology" ends as NO_RESULTS
      And no search is unrestricted
      And each search is filtered on exactly the host of one source
      And nothing else is opened

    @reject
    Example: The restricted search fails where an unrestricted one would answer
      Given the user asks for "sleep and memory" from "PLOS Biology"
      And the broker times out
      And the broker would offer "https://www.scholar-commons.net/sleep/7009" on no domain at all
      When the host runs the task
      Then "plos-biology" ends as SEARCH_BROKER_GAP
      And no search is unrestricted
      And nothing else is opened

  @BROK-09 @MUST_NOT
  Rule: A host whose search tool cannot filter by domain does not search with it
    Protocol: Security and enforcement boundary
    Contract: /brokered_discovery/domain_filter_required

    @accept
    Example: With the filter the source is searched
      Given the user asks for "sleep and memory" from "PLOS Biology"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3007010"
      When the host runs the task
      Then "plos-biology" ends as SUCCESS
      And an item cites that page

    @reject
    Example: Without the filter it is not
      Given the user asks for "sleep and memory" from "PLOS Biology"
      And the search tool has no domain filter
      And the broker would offer "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3007011" on no domain at all
      When the host runs the task
      Then "plos-biology" ends as SEARCH_BROKER_GAP, at worst CLOSED_WORLD_VIOLATION
      And no search is unrestricted
      And nothing else is opened

  @BROK-12 @MUST_NOT
  Rule: The words of the topic may not steer the broker
    Protocol: Security and enforcement boundary

    @accept
    Example: An ordinary topic is searched
      Given the user asks for "sleep and memory" from "PLOS Biology"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3007012"
      When the host runs the task
      Then "plos-biology" ends as SUCCESS
      And an item cites that page

    @reject
    Scenario Outline: A topic with <what> leaves filter and name as they are
      Given the user asks for a topic with <what> from "PLOS Biology"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3007013"
      When the host runs the task
      Then the search for "plos-biology" is filtered on "journals.plos.org" alone
      And each search is filtered on exactly the host of one source
      And nothing else is opened

      Examples: Attempts to steer
        | what             |
        | a site operator  |
        | a quote          |
        | a filter in JSON |

    @reject @interpretation
    Example: Operators of the topic do not reach the broker as operators
      Given the user asks for a topic with a site operator from "PLOS Biology"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3007014"
      When the host runs the task
      Then no query carries an operator of the topic
      And "plos-biology" is searched

  @BROK-13 @MUST
  Rule: The broker is recorded as host-web-search with the operation search_query
    Protocol: Trace requirements
    Contract: /brokered_discovery/broker_id

    @accept
    Example: The trace of a success names the broker as declared
      Given the user asks for "sleep and memory" from "PLOS Biology"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3007015"
      When the host runs the task
      Then "plos-biology" ends as SUCCESS
      And an item cites that page
      And the traces repeat the searches of the wire

    @reject
    Example: The trace of a search that found nothing names it as well
      Given the user asks for "sleep and memory" from "PLOS Biology"
      And the broker finds nothing
      When the host runs the task
      Then "plos-biology" ends as NO_RESULTS
      And the trace of "plos-biology" names the broker
      And the traces repeat the searches of the wire
