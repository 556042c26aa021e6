@trace
Feature: The trace of each attempt
  Twenty-eight fields say what was asked, what answered and what was made of it. They repeat the wire; a field that does
  not apply is null, and none is missing.

  Background:
    Given the published release

  @TRACE-01 @MUST
  Rule: Each attempt keeps all 28 declared fields, null where one does not apply
    Protocol: Trace requirements
    Contract: /trace_required_fields

    @accept
    Example: A success has all 28
      Given the user asks for "sleep and memory" from "PLOS Biology"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3009001"
      When the host runs the task
      Then "plos-biology" ends as SUCCESS
      And an item cites that page
      And each trace has the fields that the pinned contract lists

    @reject
    Example: So have a search that found nothing and a broker that failed
      Given the user asks for "sleep and memory" from "PLOS Biology" and "Frontiers in Psychology"
      And the broker finds nothing
      And the broker times out for "frontiers-psychology"
      When the host runs the task
      Then "plos-biology" ends as NO_RESULTS
      And "frontiers-psychology" ends as SEARCH_BROKER_GAP
      And every source is reported once, with a trace
      And each trace has the fields that the pinned contract lists

  @TRACE-02 @MUST
  Rule: In a current search release id and main's commit are one, the commit that GitHub gave
    Protocol: Trace requirements; GitHub connector bootstrap, step 2

    @accept
    Example: Both carry the served commit
      Given the user asks for "sleep and memory" from "PLOS Biology"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3009011"
      When the host runs the task
      Then "plos-biology" ends as SUCCESS
      And an item cites that page
      And the report and its traces carry the pin, main's commit and the routing digest

    @reject
    Example: main moves while the task runs
      Given the user asks for "sleep and memory" from "PLOS Biology"
      And main moves to another commit after it was read once
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3009012"
      When the host runs the task
      Then "plos-biology" ends as SUCCESS
      And the report and its traces carry the pin, main's commit and the routing digest

  @TRACE-03 @MUST
  Rule: Query, domains, operation and number of results repeat what was sent and what came back
    Protocol: Trace requirements

    @accept
    Example: Three results are counted as three
      Given the user asks for "sleep and memory" from "PLOS Biology"
      And the broker finds 3 pages of that source
      When the host runs the task
      Then "plos-biology" ends as SUCCESS
      And an item cites that page
      And the traces repeat the searches of the wire

    @reject
    Example: Rejected results are counted as well
      Given the user asks for "sleep and memory" from "PLOS Biology"
      And the broker also offers "http://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3009021"
      And the broker also offers "https://plos.org/plosbiology/article?id=10.1371/journal.pbio.3009022"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3009023"
      When the host runs the task
      Then "plos-biology" ends as SUCCESS
      And the traces repeat the searches of the wire

    @reject
    Example: Zero results are counted as zero
      Given the user asks for "sleep and memory" from "PLOS Biology"
      And the broker finds nothing
      When the host runs the task
      Then the trace of "plos-biology" shows a search and no page
      And the traces repeat the searches of the wire

  @TRACE-04 @MUST
  Rule: Candidate, requested and observed URL and the chain of redirects repeat the wire
    Protocol: Trace requirements

    @accept
    Example: A page without a redirect was observed where it was requested
      Given the user asks for "sleep and memory" from "Frontiers in Psychology"
      And the broker finds "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.09031/full"
      When the host runs the task
      Then "frontiers-psychology" ends as SUCCESS
      And an item cites that page
      And the traces repeat the URLs of the wire

    @reject
    Example: A followed redirect is in the chain, and the observed URL is its end
      Given the user asks for "sleep and memory" from "Frontiers in Psychology"
      And the broker finds "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.09032"
      And that page redirects to "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.09032/full"
      When the host runs the task
      Then "frontiers-psychology" ends as SUCCESS or ORIGINAL_FETCH_GAP
      And the traces repeat the URLs of the wire

    @reject
    Example: A redirect that was not followed is in no chain
      Given the user asks for "sleep and memory" from "Frontiers in Psychology"
      And the broker finds "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.09033/full"
      And that page redirects to "https://www.frontiers-mirror.org/articles/10.3389/fpsyg.2024.09033/full"
      When the host runs the task
      Then that page is opened
      And nothing else is opened
      And the traces repeat the URLs of the wire

    @reject
    Example: A page that never answered was not observed
      Given the user asks for "sleep and memory" from "Frontiers in Psychology"
      And the broker finds "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.09034/full"
      And that page times out
      When the host runs the task
      Then "frontiers-psychology" ends as ORIGINAL_FETCH_GAP
      And the traces repeat the URLs of the wire

  @TRACE-05 @MUST
  Rule: Status, content type and parser are recorded for each original as the wire shows them
    Protocol: Trace requirements

    @accept
    Example: A page answers 200 with HTML
      Given the user asks for "sleep and memory" from "PLOS Biology"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3009041"
      When the host runs the task
      Then "plos-biology" ends as SUCCESS
      And an item cites that page
      And the traces repeat the receipts of the wire

    @reject
    Scenario Outline: A page <answers>
      Given the user asks for "sleep and memory" from "PLOS Biology"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3009042"
      And that page <answers>
      When the host runs the task
      Then "plos-biology" ends as ORIGINAL_FETCH_GAP
      And that page is opened
      And the traces repeat the receipts of the wire

      Examples: Other receipts
        | answers     |
        | answers 404 |
        | answers 503 |
        | is an image |
        | times out   |

  @TRACE-06 @MUST
  Rule: Every attempt that touched the network carries the time of its observation
    Protocol: Trace requirements

    @accept
    Example: A success carries its time
      Given the user asks for "sleep and memory" from "PLOS Biology"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3009051"
      When the host runs the task
      Then "plos-biology" ends as SUCCESS
      And an item cites that page
      And the traces carry times of the run

    @reject
    Example: So do failures and empty searches
      Given the user asks for "sleep and memory" from "PLOS Biology", "Frontiers in Psychology" and "Royal Society Open Science"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3009052"
      And that page times out
      And the broker finds nothing for "frontiers-psychology"
      And the broker times out for "royal-society-open-science"
      When the host runs the task
      Then "plos-biology" ends as ORIGINAL_FETCH_GAP
      And "frontiers-psychology" ends as NO_RESULTS
      And every source is reported once, with a trace
      And the traces carry times of the run

  @TRACE-07 @MUST
  Rule: SUCCESS carries a dedupe key of a declared kind
    Protocol: Trace requirements; Default success path, step 9

    @accept
    Example: A page with a DOI
      Given the user asks for "sleep and memory" from "PLOS Biology"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3009061"
      When the host runs the task
      Then "plos-biology" ends as SUCCESS
      And an item cites that page
      And each success carries a dedupe key

    @reject
    Example: A page without a DOI
      Given the user asks for "sleep and memory" from "PLOS Biology"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=3009062"
      And that page has no DOI
      When the host runs the task
      Then "plos-biology" ends as SUCCESS
      And an item cites that page
      And each success carries a dedupe key

  @TRACE-08 @MUST_NOT
  Rule: A trace never claims an event that the wire does not show
    Protocol: Trace requirements; Security and enforcement boundary

    @accept
    Example: What is claimed of a success happened
      Given the user asks for "sleep and memory" from "PLOS Biology"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3009071"
      When the host runs the task
      Then "plos-biology" ends as SUCCESS
      And an item cites that page
      And no trace claims what the wire does not show

    @reject
    Example: Neither an empty search nor a failed one shows a page
      Given the user asks for "sleep and memory" from "PLOS Biology" and "Frontiers in Psychology"
      And the broker finds nothing
      And the broker answers 503 for "frontiers-psychology"
      When the host runs the task
      Then "plos-biology" ends as NO_RESULTS
      And "frontiers-psychology" ends as SEARCH_BROKER_GAP
      And every source is reported once, with a trace
      And no trace claims what the wire does not show

  @TRACE-09 @MUST
  Rule: Every opened page stands in a trace or among the rejected, and every selected source has a trace
    Protocol: Trace requirements

    @accept
    Example: Three pages are opened and stand there
      Given the user asks for "sleep and memory" from "PLOS Biology"
      And the broker finds 3 pages of that source
      When the host runs the task
      Then "plos-biology" ends as SUCCESS
      And an item cites that page
      And every opened page stands in a trace or among the rejected
      And every source is reported once, with a trace

    @reject
    Example: A page that was opened in vain stands there as well
      Given the user asks for "sleep and memory" from "PLOS Biology"
      And the broker finds "https://journals.plos.org/plosmedicine/article?id=10.1371/journal.pmed.1009081"
      And that page is an article of "PLOS Medicine"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3009082"
      And that page answers 404
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3009083"
      When the host runs the task
      Then "plos-biology" ends as SUCCESS
      And every opened page stands in a trace or among the rejected
