@report
Feature: What the user is told
  The report names the release, every source with its state and domain, every item with its class and its original page,
  and every gap. It claims no more than could be enforced.

  Background:
    Given the published release

  @REPORT-01 @MUST
  Rule: The report names the release id and the selected sources
    Protocol: Default success path, step 9

    @accept
    Example: Release and source are named
      Given the user asks for "sleep and memory" from "PLOS Biology"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3010001"
      When the host runs the task
      Then "plos-biology" ends as SUCCESS
      And an item cites that page
      And the report names its release and its sources

    @reject
    Example: They are named when nothing was found, too
      Given the user asks for "sleep and memory" from "PLOS Biology" and "Frontiers in Psychology"
      And the broker finds nothing
      And the broker times out for "frontiers-psychology"
      When the host runs the task
      Then "plos-biology" ends as NO_RESULTS
      And the report names its release and its sources

  @REPORT-02 @MUST
  Rule: For each source the report gives its terminal state, its broker domain and its accepted and rejected candidates
    Protocol: Default success path, step 9

    @accept
    Example: One source with one candidate
      Given the user asks for "sleep and memory" from "PLOS Biology"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3010011"
      When the host runs the task
      Then "plos-biology" ends as SUCCESS
      And an item cites that page
      And each source names the domain it was searched on
      And every candidate is accounted for

    @reject
    Example: Two sources, one with rejected candidates alone
      Given the user asks for "sleep and memory" from "PLOS Biology" and "Frontiers in Psychology"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3010012"
      And the broker finds "https://www.frontiersin.org/articles/10.3389/fsoc.2024.10013/full" for "frontiers-psychology"
      And that page is an article of "Frontiers in Sociology"
      And the broker also offers "http://www.frontiersin.org/articles/10.3389/fpsyg.2024.10014/full"
      When the host runs the task
      Then "frontiers-psychology" ends as SOURCE_IDENTITY_GAP
      And each source names the domain it was searched on
      And every candidate is accounted for
      And every source is reported once, with a trace

  @REPORT-03 @MUST
  Rule: For each item the report gives its evidence class and the original URL that was opened
    Protocol: Default success path, step 9

    @accept
    Example: The item cites the page that was opened
      Given the user asks for "sleep and memory" from "PLOS Biology"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3010021"
      When the host runs the task
      Then "plos-biology" ends as SUCCESS
      And an item cites that page
      And each item was opened on the wire

    @reject
    Example: The item does not cite the DOI link or the canonical link of the page
      Given the user asks for "sleep and memory" from "PLOS Biology"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3010022"
      And that page has a canonical link to "https://doi.org/10.1371/journal.pbio.3010022"
      When the host runs the task
      Then "plos-biology" ends as SUCCESS
      And an item cites that page
      And each item was opened on the wire

  @REPORT-04 @MUST
  Rule: The gap list holds every source that ended in a gap, and the gaps of the task
    Protocol: Default success path, step 9
    Contract: /gap_statuses

    @accept
    Example: A task without a gap lists none
      Given the user asks for "sleep and memory" from "PLOS Biology"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3010031"
      When the host runs the task
      Then "plos-biology" ends as SUCCESS
      And an item cites that page
      And the gap list is complete and invents nothing

    @reject
    Example: Two gaps of two kinds are both listed
      Given the user asks for "sleep and memory" from "PLOS Biology", "Frontiers in Psychology" and "Royal Society Open Science"
      And the broker times out
      And the broker finds "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.10032/full" for "frontiers-psychology"
      And that page answers 404
      And the broker finds "https://royalsocietypublishing.org/doi/10.1098/rsos.240033" for "royal-society-open-science"
      When the host runs the task
      Then "plos-biology" ends as SEARCH_BROKER_GAP
      And "frontiers-psychology" ends as ORIGINAL_FETCH_GAP
      And "royal-society-open-science" ends as SUCCESS
      And the gap list is complete and invents nothing

    @reject
    Example: A bootstrap that does not hold is a gap of the task
      Given the user asks for "sleep and memory" from "PLOS Biology"
      And a release in which main is ahead of the index
      When the host runs the task
      Then the task ends as BOOTSTRAP_IDENTITY_GAP
      And the gap list is complete and invents nothing

  @REPORT-05 @MUST_NOT
  Rule: The report claims no compliant search where a boundary could not be enforced
    Protocol: Security and enforcement boundary
    Contract: /runtime_enforcement

    @accept
    Example: With all tools the search is reported as done
      Given the user asks for "sleep and memory" from "PLOS Biology"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3010041"
      When the host runs the task
      Then "plos-biology" ends as SUCCESS
      And an item cites that page

    @reject
    Example: Without a domain filter nothing is reported as found
      Given the user asks for "sleep and memory" from "PLOS Biology"
      And the search tool has no domain filter
      And the broker would offer "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3010042" on no domain at all
      When the host runs the task
      Then "plos-biology" ends as SEARCH_BROKER_GAP or CLOSED_WORLD_VIOLATION
      And nothing is reported as found
      And the gap list is complete and invents nothing

    @reject
    Example: Without an opener nothing is reported as found
      Given the user asks for "sleep and memory" from "PLOS Biology"
      And the host has no page opener
      And the broker also offers "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3010043"
      When the host runs the task
      Then "plos-biology" ends as ORIGINAL_FETCH_GAP
      And nothing is reported as found
      And nothing else is opened
