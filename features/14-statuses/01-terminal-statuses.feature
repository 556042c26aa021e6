@statuses
Feature: How a source ends
  Every attempt ends in exactly one of ten declared statuses, and only for the reason that the protocol gives for it. A
  gap says what could not be shown. It never says that there is no literature.

  Background:
    Given the published release

  @STATUS-01 @MUST
  Rule: Each attempt ends in exactly one of the ten declared terminal statuses
    Protocol: Terminal and gap states
    Contract: /terminal_statuses

    @accept
    Example: A healthy source ends as SUCCESS
      Given the user asks for "sleep and memory" from "PLOS Biology"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3008001"
      When the host runs the task
      Then "plos-biology" ends as SUCCESS
      And an item cites that page
      And every attempt ends in one of the ten terminal statuses

    @reject
    Example: Four sources end in four ways, each with a declared word
      Given the user asks for "sleep and memory" from "PLOS Biology", "Frontiers in Psychology", "Royal Society Open Science" and "Nuclear Physics B — SCOAP³-covered articles"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3008002"
      And the broker finds nothing for "frontiers-psychology"
      And the broker times out for "royal-society-open-science"
      And the broker finds "https://www.sciencedirect.com/science/article/pii/S0550321324008003" for "nuclear-physics-b-scoap3"
      And that page answers 404
      When the host runs the task
      Then every attempt ends in one of the ten terminal statuses
      And "plos-biology" ends as SUCCESS
      And "frontiers-psychology" ends as NO_RESULTS
      And "royal-society-open-science" ends as SEARCH_BROKER_GAP
      And "nuclear-physics-b-scoap3" ends as ORIGINAL_FETCH_GAP

  @STATUS-02 @MUST
  Rule: Every selected source has a terminal status in the report, and none is dropped
    Protocol: Default success path, step 9

    @accept
    Example: Two healthy sources have theirs
      Given the user asks for "sleep and memory" from "PLOS Biology" and "Frontiers in Psychology"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3008011"
      And the broker finds "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.08012/full" for "frontiers-psychology"
      When the host runs the task
      Then "plos-biology" ends as SUCCESS
      And "frontiers-psychology" ends as SUCCESS
      And an item cites that page
      And every source is reported once, with a trace

    @reject
    Example: The source that fails is reported like the one that succeeds
      Given the user asks for "sleep and memory" from "PLOS Biology" and "Frontiers in Psychology"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3008013"
      And the broker cannot be reached for "frontiers-psychology"
      When the host runs the task
      Then "plos-biology" ends as SUCCESS
      And "frontiers-psychology" ends as SEARCH_BROKER_GAP
      And every source is reported once, with a trace
      And each source ends as its traces say

    @reject
    Example: The seventh source that the user names is reported like the first
      Given the user asks for "sleep and memory" from "PLOS Biology", "PLOS Medicine", "Frontiers in Psychology", "Frontiers in Social Psychology", "Europe PMC", "BMC Plant Biology" and "Royal Society Open Science"
      And the broker finds nothing for "plos-biology"
      And the broker times out for "frontiers-psychology"
      And the broker finds nothing for "europe-pmc"
      And the broker finds nothing for "bmc-plant-biology"
      And the broker finds "https://royalsocietypublishing.org/doi/10.1098/rsos.248014" for "royal-society-open-science"
      When the host runs the task
      Then "royal-society-open-science" ends as SUCCESS
      And an item cites that page
      And "bmc-plant-biology" ends as NO_RESULTS
      And "frontiers-psychology" ends as SEARCH_BROKER_GAP
      And every source is reported once, with a trace
      And each source ends as its traces say

  @STATUS-03 @MUST
  Rule: SUCCESS needs the original host, the source's identity, a parsed document and permitted evidence, all of them
    Protocol: Terminal and gap states

    @accept
    Example: All of them hold
      Given the user asks for "sleep and memory" from "PLOS Biology"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3008021"
      When the host runs the task
      Then "plos-biology" ends as SUCCESS
      And an item cites that page
      And each item was opened on the wire
      And each success is consistent

    @reject
    Scenario Outline: One is missing, for that page <lacks>
      Given the user asks for "sleep and memory" from "PLOS Biology"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3008022"
      And that page <lacks>
      When the host runs the task
      Then "plos-biology" ends as <status>
      And no item cites that page

      Examples: What can be missing
        | lacks                       | status              |
        | names no container          | SOURCE_IDENTITY_GAP |
        | answers 403                 | ORIGINAL_FETCH_GAP  |
        | is an image                 | ORIGINAL_FETCH_GAP  |
        | is called a PDF and is none | ORIGINAL_FETCH_GAP  |
        | is empty                    | ORIGINAL_FETCH_GAP  |

  @STATUS-04 @MUST_NOT
  Rule: No gap and no zero result is reported as absence of literature
    Protocol: Terminal and gap states

    @accept
    Example: A source with a result reports it
      Given the user asks for "sleep and memory" from "PLOS Biology"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3008031"
      When the host runs the task
      Then "plos-biology" ends as SUCCESS
      And an item cites that page

    @reject
    Example: A search that found nothing is a result of that search
      Given the user asks for "sleep and memory" from "PLOS Biology"
      And the broker finds nothing
      When the host runs the task
      Then "plos-biology" ends as NO_RESULTS
      And the task ends as SEARCHED
      And nothing is reported as found

    @reject
    Example: A page that could not be read is a gap
      Given the user asks for "sleep and memory" from "PLOS Biology"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3008032"
      And that page times out
      When the host runs the task
      Then "plos-biology" ends as ORIGINAL_FETCH_GAP
      And the task ends as SEARCHED
      And nothing is reported as found
      And the gap list is complete and invents nothing

  @STATUS-05 @MUST_NOT
  Rule: A failure is not turned into a milder or different state
    Protocol: Trace requirements; Terminal and gap states

    @accept
    Example: Nothing fails
      Given the user asks for "sleep and memory" from "PLOS Biology"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3008041"
      When the host runs the task
      Then "plos-biology" ends as SUCCESS
      And an item cites that page
      And each source ends as its traces say

    @reject
    Scenario Outline: That page <fails>, which is no NO_RESULTS
      Given the user asks for "sleep and memory" from "PLOS Biology"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3008042"
      And that page <fails>
      When the host runs the task
      Then "plos-biology" ends as <status>
      And each source ends as its traces say

      Examples: Failures that are tempting to forget
        | fails                                | status              |
        | answers 404                          | ORIGINAL_FETCH_GAP  |
        | times out                            | ORIGINAL_FETCH_GAP  |
        | is an article of "PLOS Medicine"     | SOURCE_IDENTITY_GAP |
        | names no container                   | SOURCE_IDENTITY_GAP |

    @reject
    Example: A broker that failed did not find nothing
      Given the user asks for "sleep and memory" from "PLOS Biology"
      And the broker answers 503
      When the host runs the task
      Then "plos-biology" ends as SEARCH_BROKER_GAP

  @STATUS-06 @MUST
  Rule: A violation that took place is reported, and never ends as SUCCESS
    Protocol: Terminal and gap states

    @accept
    Example: An opener that follows redirects shows a page that has none
      Given the user asks for "sleep and memory" from "Frontiers in Psychology"
      And the page opener follows redirects by itself
      And the broker finds "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.08051/full"
      When the host runs the task
      Then "frontiers-psychology" ends as SUCCESS
      And an item cites that page

    @reject
    Example: An opener that follows redirects ended on a foreign host
      Given the user asks for "sleep and memory" from "Frontiers in Psychology"
      And the page opener follows redirects by itself
      And the broker finds "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.08052/full"
      And that page redirects to "https://www.frontiers-mirror.org/articles/10.3389/fpsyg.2024.08052/full"
      When the host runs the task
      Then "frontiers-psychology" ends as CLOSED_WORLD_VIOLATION or ORIGINAL_FETCH_GAP
      And no item cites that page

    @reject
    Example: The broker's echo shows that no filter was applied
      Given the user asks for "sleep and memory" from "Frontiers in Psychology"
      And the broker finds "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.08053/full"
      And the broker echoes that it applied no filter
      When the host runs the task
      Then "frontiers-psychology" ends as CLOSED_WORLD_VIOLATION or SEARCH_BROKER_GAP
      And no item cites that page

  @STATUS-07 @MUST @interpretation
  Rule: With several faults in one receipt the source ends in a state that is true of it
    Protocol: Terminal and gap states

    @accept
    Example: Without a fault the source ends as SUCCESS
      Given the user asks for "sleep and memory" from "PLOS Biology"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3008061"
      When the host runs the task
      Then "plos-biology" ends as SUCCESS
      And an item cites that page

    @reject
    Example: A page that names another journal answers 500
      Given the user asks for "sleep and memory" from "PLOS Biology"
      And the broker finds "https://journals.plos.org/plosmedicine/article?id=10.1371/journal.pmed.1008062"
      And that page is an article of "PLOS Medicine" and answers 500
      When the host runs the task
      Then "plos-biology" ends as ORIGINAL_FETCH_GAP, at worst SOURCE_IDENTITY_GAP
      And no item cites that page

  @STATUS-08 @MUST
  Rule: A state is reported only when what the protocol gives as its condition occurred
    Protocol: Terminal and gap states

    @accept
    Example: Two healthy sources end as SUCCESS and nothing else
      Given the user asks for "sleep and memory" from "PLOS Biology" and "Frontiers in Psychology"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3008071"
      And the broker finds "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.08072/full" for "frontiers-psychology"
      When the host runs the task
      Then "plos-biology" ends as SUCCESS
      And "frontiers-psychology" ends as SUCCESS
      And an item cites that page
      And the gap list is complete and invents nothing

    @reject
    Example: A source where nothing was found has no identity gap
      Given the user asks for "sleep and memory" from "PLOS Biology" and "Frontiers in Psychology"
      And the broker finds nothing for "plos-biology"
      And the broker finds "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.08073/full" for "frontiers-psychology"
      And that page is an article of "Frontiers in Sociology"
      When the host runs the task
      Then "plos-biology" ends as NO_RESULTS
      And "frontiers-psychology" ends as SOURCE_IDENTITY_GAP
      And each source ends as its traces say
      And the gap list is complete and invents nothing

  @STATUS-09 @MUST
  Rule: A gap at one source leaves the others attempted
    Protocol: Default success path, step 9

    @accept
    Example: All three sources are healthy
      Given the user asks for "sleep and memory" from "PLOS Biology", "Frontiers in Psychology" and "Royal Society Open Science"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3008081"
      And the broker finds "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.08082/full" for "frontiers-psychology"
      And the broker finds "https://royalsocietypublishing.org/doi/10.1098/rsos.248083" for "royal-society-open-science"
      When the host runs the task
      Then "plos-biology" ends as SUCCESS
      And "frontiers-psychology" ends as SUCCESS
      And "royal-society-open-science" ends as SUCCESS
      And an item cites that page

    @reject
    Scenario Outline: The broker <fails> for the first source
      Given the user asks for "sleep and memory" from "PLOS Biology", "Frontiers in Psychology" and "Royal Society Open Science"
      And the broker <fails>
      And the broker finds "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.08084/full" for "frontiers-psychology"
      And the broker finds "https://royalsocietypublishing.org/doi/10.1098/rsos.248085" for "royal-society-open-science"
      When the host runs the task
      Then "plos-biology" ends as SEARCH_BROKER_GAP
      And "frontiers-psychology" ends as SUCCESS
      And "royal-society-open-science" ends as SUCCESS

      Examples: Failures
        | fails           |
        | times out       |
        | answers 503     |
        | answers in prose |
