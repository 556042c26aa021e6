@broker
Feature: What the broker's answer is worth
  An answer proves how many results there are, or it proves nothing. What it lists is a list of candidates; what it says
  about them is never evidence.

  Background:
    Given the published release
    And the user asks for "sleep and memory" from "PLOS Biology"

  @BROK-04 @MUST
  Rule: Every candidate that came back stays visible, the rejected ones with the reason
    Protocol: Default success path, step 5; Trace requirements

    @accept
    Example: One good candidate is visible
      Given the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3007101"
      When the host runs the task
      Then "plos-biology" ends as SUCCESS
      And an item cites that page
      And every candidate is accounted for

    @reject
    Example: Five candidates, of which two are good
      Given the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3007102"
      And the broker also offers "http://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3007103"
      And the broker also offers "https://www.plos.org/plosbiology/article?id=10.1371/journal.pbio.3007104"
      And the broker finds "https://journals.plos.org/plosmedicine/article?id=10.1371/journal.pmed.1007105"
      And that page is an article of "PLOS Medicine"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3007106"
      When the host runs the task
      Then "plos-biology" ends as SUCCESS
      And an item cites that page
      And every candidate is accounted for

  @BROK-05 @MUST_NOT
  Rule: Rankings, titles, snippets and generated summaries of the broker support no statement
    Protocol: What "only registered sources" means; Default success path, step 5
    Contract: /brokered_discovery/snippets_are_evidence

    @accept
    Example: The page's own words are reported and the snippet's are not
      Given the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3007111"
      When the host runs the task
      Then "plos-biology" ends as SUCCESS
      And an item cites that page
      And the report holds that page's own words
      And nothing from a snippet is in the report's items or answer

    @reject
    Example: The page cannot be read and the snippet sounds like a finding
      Given the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3007112"
      And that page answers 404
      When the host runs the task
      Then "plos-biology" ends as ORIGINAL_FETCH_GAP
      And nothing from a snippet is in the report's items or answer
      And no item cites that page

    @reject
    Example: The broker adds a generated answer
      Given the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3007113"
      And the broker adds a generated summary
      When the host runs the task
      Then "plos-biology" ends as SUCCESS
      And the report holds that page's own words
      And nothing from a snippet is in the report's items or answer

  @BROK-06 @MUST
  Rule: A broker that fails, times out or is unavailable leaves the source as SEARCH_BROKER_GAP
    Protocol: Terminal and gap states

    @accept
    Example: The broker answers
      Given the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3007121"
      When the host runs the task
      Then "plos-biology" ends as SUCCESS
      And an item cites that page

    @reject
    Scenario Outline: The broker <fails> for one source and answers for the other
      Given the user asks for "sleep and memory" from "PLOS Biology" and "Frontiers in Psychology"
      And the broker <fails>
      And the broker finds "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.07122/full" for "frontiers-psychology"
      When the host runs the task
      Then "plos-biology" ends as SEARCH_BROKER_GAP
      And "frontiers-psychology" ends as SUCCESS
      And nothing else is opened

      Examples: Failures
        | fails             |
        | times out         |
        | cannot be reached |
        | answers 429       |
        | answers 500       |
        | answers 503       |

    @reject @interpretation
    Example: A failed search has no count
      Given the broker times out
      When the host runs the task
      Then "plos-biology" ends as SEARCH_BROKER_GAP
      And the traces repeat the searches of the wire

  @BROK-07 @MUST
  Rule: An answer that does not prove its domain or its count leaves the source as SEARCH_BROKER_GAP
    Protocol: Terminal and gap states

    @accept
    Example: An answer without an echo of the filter is proven by the request
      Given the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3007131"
      And the broker does not echo the filter
      When the host runs the task
      Then "plos-biology" ends as SUCCESS
      And an item cites that page

    @reject
    Scenario Outline: The broker <unproven>
      Given the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3007132"
      And the broker <unproven>
      When the host runs the task
      Then "plos-biology" ends as SEARCH_BROKER_GAP
      And no item cites that page

      Examples: Answers that prove nothing
        | unproven                                   |
        | answers in prose                           |
        | answers with a page of HTML                |
        | gives no list of results                   |

      Examples: Answers that contradict themselves or the request
        | unproven                                   |
        | echoes the filter "plos.org"               |
        | echoes the filter "journals.plos.org, www.scholar-commons.net" |
        | counts 7 results                           |
        | counts 0 results                           |

  @BROK-08 @MUST
  Rule: NO_RESULTS needs a successful search on the exact domain that returned zero results
    Protocol: Trace requirements; Terminal and gap states

    @accept
    Example: The search returned an empty list
      Given the broker finds nothing
      When the host runs the task
      Then "plos-biology" ends as NO_RESULTS
      And the trace of "plos-biology" shows a search and no page
      And the traces repeat the searches of the wire

    @accept
    Example: The search returned one page
      Given the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3007141"
      When the host runs the task
      Then "plos-biology" ends as SUCCESS
      And an item cites that page

    @reject
    Example: All candidates are rejected for their URL
      Given the broker also offers "http://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3007142"
      And the broker also offers "https://www.plos.org/plosbiology/article?id=10.1371/journal.pbio.3007143"
      When the host runs the task
      Then "plos-biology" ends as SOURCE_IDENTITY_GAP, ORIGINAL_FETCH_GAP or SEARCH_BROKER_GAP
      And nothing else is opened

    @reject
    Example: All candidates belong to another journal
      Given the broker finds "https://journals.plos.org/plosmedicine/article?id=10.1371/journal.pmed.1007144"
      And that page is an article of "PLOS Medicine"
      When the host runs the task
      Then "plos-biology" ends as SOURCE_IDENTITY_GAP
      And no item cites that page

    @reject
    Example: The broker fails
      Given the broker times out
      When the host runs the task
      Then "plos-biology" ends as SEARCH_BROKER_GAP

  @BROK-10 @MUST
  Rule: Results outside the filtered host are recorded as rejected and not opened
    Protocol: Default success path, steps 5 and 6

    @accept
    Example: The result on the host is opened
      Given the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3007151"
      When the host runs the task
      Then "plos-biology" ends as SUCCESS
      And an item cites that page

    @reject
    Scenario Outline: The filter lets <what> through
      Given the user asks for "sleep and memory" from "<name>"
      And the broker also offers "<off>"
      And the broker finds "<good>"
      When the host runs the task
      Then "<id>" ends as SUCCESS
      And an item cites that page
      And nothing else is opened
      And "<off>" is reported as rejected for OFF_HOST

      Examples: What filters let through
        | what                        | name                 | id           | off                                                             | good                                                                          |
        | a page of its parent domain | PLOS Biology         | plos-biology | https://plos.org/plosbiology/article?id=10.1371/journal.pbio.3007152 | https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3007153 |
        | a page of a sub-domain      | PLOS Biology         | plos-biology | https://static.journals.plos.org/plosbiology/article?id=3007156 | https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3007157 |
        | a page of the host with www. before it | Royal Society Open Science | royal-society-open-science | https://www.royalsocietypublishing.org/doi/10.1098/rsos.247158 | https://royalsocietypublishing.org/doi/10.1098/rsos.247159 |
        | another publisher's page    | PLOS Biology         | plos-biology | https://www.frontiersin.org/articles/10.3389/fpsyg.2024.07154/full | https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3007155 |

  @BROK-11 @MUST_NOT
  Rule: No more than ten candidates of a source are opened
    Protocol: Default success path, step 5
    Contract: /brokered_discovery/maximum_results_per_source

    @accept
    Example: Three candidates are opened
      Given the broker finds 3 pages of that source
      When the host runs the task
      Then "plos-biology" ends as SUCCESS
      And an item cites that page
      And every candidate is accounted for

    @reject
    Example: Of twelve candidates at most ten are opened, and all twelve are reported
      Given the broker finds 12 pages of that source
      When the host runs the task
      Then "plos-biology" ends as SUCCESS
      And at most 10 pages are opened
      And every candidate is accounted for
      And the traces repeat the searches of the wire
