@routes
Feature: Routes derived from the source record
  How a source is searched follows from its record in the pinned registry and from nothing else: the exact hostname of
  its canonical URL is the search domain and the only host whose pages may be opened.

  Background:
    Given the published release

  @ROUTE-01 @MUST
  Rule: A source has a brokered route exactly when it is active, has the discovery role and a safe https canonical URL
    Protocol: Default success path, step 3
    Contract: /brokered_discovery/source_route_derivation

    @accept
    Example: An active source with the discovery role is searched on its own host
      Given the user asks for "sleep and memory" from "PLOS Biology"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3006001"
      When the host runs the task
      Then "plos-biology" ends as SUCCESS
      And an item cites that page
      And "plos-biology" is searched

    @reject
    Example: A source without the discovery role is not searched, and its neighbour is
      Given the registry also lists "quillmere-deposit"
      And the user asks for "parish registers" from "Quillmere Deposit" and "PLOS Biology"
      And the broker offers "https://deposit.quillmere-press.org/item/6002" for "quillmere-deposit"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3006002" for "plos-biology"
      When the host runs the task
      Then "quillmere-deposit" ends as NO_CANONICAL_SEARCH_ROUTE
      And "quillmere-deposit" is not searched
      And "plos-biology" ends as SUCCESS
      And nothing else is opened

  @ROUTE-02 @MUST
  Rule: The search domain is the canonical hostname exactly, with no parent, sub- or sibling domain and no path
    Protocol: Default success path, steps 3 and 4
    Contract: /brokered_discovery/source_route_derivation/search_domain_rule

    @accept
    Scenario Outline: <name> is searched on <domain>
      Given the user asks for "sleep and memory" from "<name>"
      And the broker finds "<url>"
      When the host runs the task
      Then the search for "<id>" is filtered on "<domain>" alone
      And "<id>" ends as SUCCESS
      And an item cites that page

      Examples: Hosts with a sub-domain, without one, and with a deep path
        | name                    | id                   | domain              | url                                                                           |
        | Frontiers in Psychology | frontiers-psychology | www.frontiersin.org | https://www.frontiersin.org/articles/10.3389/fpsyg.2024.06003/full            |
        | PLOS Biology            | plos-biology         | journals.plos.org   | https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3006003 |

    @reject
    Example: A page on the parent domain is not what was asked for
      Given the user asks for "sleep and memory" from "Frontiers in Psychology"
      And the broker would offer "https://frontiersin.org/articles/10.3389/fpsyg.2024.06004/full" on "frontiersin.org"
      And the broker finds "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.06005/full"
      When the host runs the task
      Then the search for "frontiers-psychology" is filtered on "www.frontiersin.org" alone
      And each search is filtered on exactly the host of one source
      And an item cites that page
      And nothing else is opened

  @ROUTE-03 @MUST
  Rule: Original pages are opened on that same hostname alone
    Protocol: Default success path, step 3
    Contract: /brokered_discovery/source_route_derivation/origin_host_rule

    @accept
    Example: The page on the source's host is opened
      Given the user asks for "sleep and memory" from "PLOS Biology"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3006006"
      When the host runs the task
      Then that page is opened
      And an item cites that page
      And nothing else is opened

    @reject
    Example: The full text that the page links to lies on a storage host
      Given the user asks for "sleep and memory" from "PLOS Biology"
      And the user wants to know what the full text says
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3006007"
      And that page links to "https://storage.scholar-bucket.net/plos/pbio.3006007.pdf"
      When the host runs the task
      Then that page is opened
      And nothing else is opened
      And no request reaches "storage.scholar-bucket.net"

  @ROUTE-04 @MUST
  Rule: A named source without a route ends as NO_CANONICAL_SEARCH_ROUTE, and nothing is asked for it
    Protocol: Terminal and gap states
    Contract: /brokered_discovery/source_route_derivation/required_access_role

    @accept
    Example: A source with a route is asked
      Given the user asks for "sleep and memory" from "PLOS Biology"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3006008"
      When the host runs the task
      Then "plos-biology" ends as SUCCESS
      And an item cites that page

    @reject
    Example: An inactive source is not asked although its site would answer
      Given the registry also lists "quillmere-horology"
      And the user asks for "clockmaking" from "Quillmere Horology Bulletin" and "PLOS Biology"
      And the broker offers "https://horology.quillmere-press.org/bulletin/6009" for "quillmere-horology"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3006009" for "plos-biology"
      When the host runs the task
      Then "quillmere-horology" ends as NO_CANONICAL_SEARCH_ROUTE, or is declined
      And "quillmere-horology" is not searched
      And no request reaches "horology.quillmere-press.org"
      And "plos-biology" ends as SUCCESS

    @reject
    Scenario Outline: A source whose status is <status> is not active either
      Given the user asks for "clockmaking" from "Royal Society Open Science" and "PLOS Biology"
      And the registry marks "royal-society-open-science" as <status>
      And the broker offers "https://royalsocietypublishing.org/doi/10.1098/rsos.246011" for "royal-society-open-science"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3006012" for "plos-biology"
      When the host runs the task
      Then "royal-society-open-science" ends as NO_CANONICAL_SEARCH_ROUTE, or is declined
      And "royal-society-open-science" is not searched
      And no request reaches "royalsocietypublishing.org"
      And "plos-biology" ends as SUCCESS

      Examples: Other words of the registry's schema
        | status    |
        | migrating |
        | unknown   |

    @reject @interpretation
    Example: The trace of a source without a route has no receipt
      Given the registry also lists "quillmere-deposit"
      And the user asks for "parish registers" from "Quillmere Deposit" and "PLOS Biology"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3006010" for "plos-biology"
      When the host runs the task
      Then the trace of "quillmere-deposit" has no receipt
      And "plos-biology" ends as SUCCESS

  @ROUTE-05 @MUST_NOT
  Rule: A canonical URL that is not safe https produces no route
    Protocol: Default success path, step 3
    Contract: /brokered_discovery/source_route_derivation/required_canonical_url_scheme

    @accept
    Example: A safe canonical URL produces a route
      Given the registry lists only these sources:
        | quillmere-tidebook-current |
      And the user asks for "tide tables" from "Quillmere Tidebook Current"
      And the broker finds "https://tidebook.quillmere-press.org/tables/6011"
      When the host runs the task
      Then "quillmere-tidebook-current" ends as SUCCESS
      And an item cites that page

    @reject
    Example: A canonical URL without encryption produces none
      Given the registry lists only these sources:
        | quillmere-tidebook-plain |
        | plos-biology             |
      And the user asks for "tide tables" from "Quillmere Tidebook Plain" and "PLOS Biology"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3006012" for "plos-biology"
      When the host runs the task
      Then "quillmere-tidebook-plain" ends as NO_CANONICAL_SEARCH_ROUTE
      And "quillmere-tidebook-plain" is not searched
      And "plos-biology" ends as SUCCESS

    @reject @interpretation
    Scenario Outline: A canonical URL <unsafe> produces none
      Given the registry lists only these sources:
        | <id>         |
        | plos-biology |
      And the user asks for "tide tables" from "<name>" and "PLOS Biology"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3006013" for "plos-biology"
      When the host runs the task
      Then "<id>" ends as NO_CANONICAL_SEARCH_ROUTE
      And "<id>" is not searched
      And "plos-biology" ends as SUCCESS

      Examples: What is not safe
        | unsafe                          | id                             | name                           |
        | with a port                     | quillmere-tidebook-gate        | Quillmere Tidebook Gate        |
        | with a user                     | quillmere-tidebook-guest       | Quillmere Tidebook Guest       |
        | with a fragment                 | quillmere-tidebook-anchor      | Quillmere Tidebook Anchor      |
        | on an IPv4 address              | quillmere-tidebook-dotted      | Quillmere Tidebook Dotted      |
        | on an address in one number     | quillmere-tidebook-decimal     | Quillmere Tidebook Decimal     |
        | on a hexadecimal address        | quillmere-tidebook-hexadecimal | Quillmere Tidebook Hexadecimal |
        | on an IPv6 address              | quillmere-tidebook-colons      | Quillmere Tidebook Colons      |
        | on a single label               | quillmere-tidebook-bare        | Quillmere Tidebook Bare        |
        | on a local name                 | quillmere-tidebook-local       | Quillmere Tidebook Local       |
        | on this machine                 | quillmere-tidebook-home        | Quillmere Tidebook Home        |
        | whose host is malformed         | quillmere-tidebook-broken      | Quillmere Tidebook Broken      |

  @ROUTE-06 @MUST_NOT
  Rule: No path restriction is invented that the source record does not declare
    Protocol: Shared-host rule
    Contract: /brokered_discovery/source_route_derivation/canonical_path_role

    @accept
    Example: A page under the canonical path is used
      Given the user asks for "sleep and memory" from "Frontiers in Psychology"
      And the broker finds "https://www.frontiersin.org/journals/psychology/articles/10.3389/fpsyg.2024.06014/full"
      When the host runs the task
      Then "frontiers-psychology" ends as SUCCESS
      And an item cites that page

    @reject
    Example: A page outside the canonical path is used as well
      Given the user asks for "sleep and memory" from "Frontiers in Psychology"
      And the broker finds "https://www.frontiersin.org/api/v2/articles/6015/full-text"
      When the host runs the task
      Then that page is opened
      And "frontiers-psychology" ends as SUCCESS
      And an item cites that page

  @ROUTE-07 @MUST @interpretation
  Rule: The trace names the route as registry:<source id>, with provider and target equal to the source and no adapter
    Protocol: Default success path, step 3; Trace requirements

    @accept
    Example: The trace of a success names its route
      Given the user asks for "sleep and memory" from "PLOS Biology"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3006016"
      When the host runs the task
      Then "plos-biology" ends as SUCCESS
      And an item cites that page
      And each trace names the route of its source

    @reject
    Example: Two sources on one host keep their own routes
      Given the user asks for "sleep and memory" from "PLOS Biology" and "PLOS Medicine"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3006017"
      And the broker finds "https://journals.plos.org/plosmedicine/article?id=10.1371/journal.pmed.1006018" for "plos-medicine"
      When the host runs the task
      Then "plos-biology" ends as SUCCESS
      And "plos-medicine" ends as SUCCESS
      And each trace names the route of its source

  @ROUTE-08 @MUST
  Rule: Every eligible source of the pinned registry gets its route without code of its own
    Protocol: Default success path, step 3
    Contract: /brokered_discovery/source_route_derivation/method

    @accept
    Scenario Outline: <name> was never seen before and is searched on its host
      Given the registry also lists "<id>"
      And the user asks for "<topic>" from "<name>"
      And the broker finds "<url>"
      When the host runs the task
      Then the search for "<id>" is filtered on "<domain>" alone
      And "<id>" ends as SUCCESS
      And an item cites that page

      Examples: Sources that no list outside this registry has
        | name                            | id                    | topic          | domain                             | url                                              |
        | Quillmere Journal of Campanology | quillmere-campanology | bell founding | campanology.quillmere-press.org | https://campanology.quillmere-press.org/art/6019 |
        | Quillmere Review                | quillmere-review      | local studies  | review.quillmere-press.org         | https://review.quillmere-press.org/art/6020      |

    @reject
    Example: A source under a new host is searched there and not where it used to be
      Given the registry gives "plos-biology" the URL "https://biology.quillmere-press.org/" and lists nothing else
      And the user asks for "sleep and memory" from "PLOS Biology"
      And the broker finds "https://biology.quillmere-press.org/article/6021"
      When the host runs the task
      Then the search for "plos-biology" is filtered on "biology.quillmere-press.org" alone
      And "plos-biology" ends as SUCCESS
      And an item cites that page
      And no request reaches "journals.plos.org"
