@retry
Feature: Hosts that fail
  A host that cannot be resolved or reached, does not answer in time, asks for less, or wants to see a human has failed
  for the rest of the task. What was seen of it is a receipt with a time. The next task knows nothing of it.

  Background:
    Given the published release

  @RETRY-01 @MUST_NOT
  Rule: A host that failed in this task is not asked again and again; later sources on it reuse the receipt
    Protocol: Direct adapters
    Contract: /brokered_discovery/runtime_failure_reuse/same_task_retry_failed_host

    @accept
    Example: The second source on a host that timed out reports the gap, and a source elsewhere its record
      Given the user asks for "honeybee navigation" from "Frontiers in Psychology", "Frontiers in Social Psychology" and "PLOS Biology"
      And the broker finds "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.13001/full" for "frontiers-psychology"
      And the broker finds "https://www.frontiersin.org/articles/10.3389/frsps.2024.13002/full" for "frontiers-social-psychology"
      And every page on "www.frontiersin.org" times out
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3013003" for "plos-biology"
      When the host runs the task
      Then "www.frontiersin.org" is not asked again after it failed
      And "frontiers-psychology" ends as ORIGINAL_FETCH_GAP
      And "frontiers-social-psychology" ends as ORIGINAL_FETCH_GAP
      And "plos-biology" ends as SUCCESS
      And an item cites that page

    @accept
    Example: A host that failed says nothing of another under the same domain
      Given the user asks for "honeybee navigation" from "Applications in Plant Sciences" and "Plant Direct"
      And the broker finds "https://bsapubs.onlinelibrary.wiley.com/doi/10.1002/aps3.13016" for "applications-in-plant-sciences"
      And every page on "bsapubs.onlinelibrary.wiley.com" times out
      And the broker finds "https://onlinelibrary.wiley.com/doi/10.1002/pld3.13017" for "plant-direct"
      When the host runs the task
      Then "applications-in-plant-sciences" ends as ORIGINAL_FETCH_GAP
      And "plant-direct" ends as SUCCESS
      And an item cites that page

    @reject
    Scenario Outline: Two sources with two candidates each, on a host where every page <fails>
      Given the user asks for "honeybee navigation" from "Frontiers in Psychology", "Frontiers in Social Psychology" and "PLOS Biology"
      And the broker finds "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.13004/full" for "frontiers-psychology"
      And the broker finds "https://www.frontiersin.org/articles/10.3389/frsps.2024.13005/full" for "frontiers-social-psychology"
      And every page on "www.frontiersin.org" <fails>
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3013006" for "plos-biology"
      When the host runs the task
      Then "www.frontiersin.org" is not asked again after it failed
      And "frontiers-psychology" ends as ORIGINAL_FETCH_GAP
      And "frontiers-social-psychology" ends as ORIGINAL_FETCH_GAP
      And "plos-biology" ends as SUCCESS

      Examples: Failures of a whole host
        | fails               |
        | cannot be resolved  |
        | cannot be reached   |
        | times out           |
        | answers 429         |
        | is behind a CAPTCHA |

    @reject
    Example: A page that would answer at the third attempt stays a gap
      Given the user asks for "honeybee navigation" from "PLOS Biology" and "Frontiers in Psychology"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3013007"
      And that page times out 2 times before it answers
      And the broker finds "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.13008/full" for "frontiers-psychology"
      When the host runs the task
      Then "journals.plos.org" is not asked again after it failed
      And "plos-biology" ends as ORIGINAL_FETCH_GAP
      And "frontiers-psychology" ends as SUCCESS

    @reject @needs_registry_closed
    Scenario Outline: Three adapters on one host, which <fails>
      Given the user asks for "honeybee navigation" from "arXiv", "arXiv cs.CL — Computation and Language", "arXiv cs.LG — Machine Learning" and "OpenAlex"
      And the user wants the mode registry_closed
      And every adapter on "export.arxiv.org" <fails>
      And the adapter of "openalex" finds a record
      When the host runs the task
      Then "export.arxiv.org" is not asked again after it failed
      And "arxiv" ends as SOURCE_FETCH_GAP
      And "arxiv-cs-cl" ends as SOURCE_FETCH_GAP
      And "arxiv-cs-lg" ends as SOURCE_FETCH_GAP
      And "openalex" ends as SUCCESS

      Examples: Failures of an adapter's host
        | fails              |
        | cannot be resolved |
        | times out          |
        | answers 429        |

    @reject @interpretation
    Example: A missing page says nothing of its host, and the next source on it is tried
      Given the user asks for "honeybee navigation" from "Frontiers in Psychology" and "Frontiers in Social Psychology"
      And the broker finds "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.13009/full" for "frontiers-psychology"
      And that page answers 404
      And the broker finds "https://www.frontiersin.org/articles/10.3389/frsps.2024.13010/full" for "frontiers-social-psychology"
      When the host runs the task
      Then "frontiers-social-psychology" ends as SUCCESS
      And an item cites that page

  @RETRY-02 @MUST
  Rule: A failure receipt is reused only inside the task that produced it, and only with the time of its observation
    Protocol: Direct adapters
    Contract: /brokered_discovery/runtime_failure_reuse/observed_at_required

    @accept
    Example: The source that reuses the receipt reports the time of the first failure
      Given the user asks for "honeybee navigation" from "Frontiers in Psychology", "Frontiers in Social Psychology" and "PLOS Biology"
      And the broker finds "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.13011/full" for "frontiers-psychology"
      And the broker finds "https://www.frontiersin.org/articles/10.3389/frsps.2024.13012/full" for "frontiers-social-psychology"
      And every page on "www.frontiersin.org" times out
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3013013" for "plos-biology"
      When the host runs the task
      Then every failure on "www.frontiersin.org" is reported with the time it was observed
      And every source is reported once, with a trace
      And "frontiers-psychology" ends as ORIGINAL_FETCH_GAP
      And "frontiers-social-psychology" ends as ORIGINAL_FETCH_GAP
      And "plos-biology" ends as SUCCESS
      And an item cites that page

    @accept @needs_registry_closed
    Example: The adapters that reuse the receipt report its time
      Given the user asks for "honeybee navigation" from "arXiv", "arXiv cs.CL — Computation and Language" and "OpenAlex"
      And the user wants the mode registry_closed
      And every adapter on "export.arxiv.org" times out
      And the adapter of "openalex" finds a record
      When the host runs the task
      Then every failure on "export.arxiv.org" is reported with the time it was observed
      And every source is reported once, with a trace
      And "arxiv" ends as SOURCE_FETCH_GAP
      And "arxiv-cs-cl" ends as SOURCE_FETCH_GAP
      And "openalex" ends as SUCCESS

    @reject
    Example: The host still times out in the next task, which finds that out for itself
      Given the user asks for "honeybee navigation" from "Frontiers in Psychology" and "PLOS Biology"
      And the broker finds "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.13014/full" for "frontiers-psychology"
      And every page on "www.frontiersin.org" times out
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3013015" for "plos-biology"
      When the host runs the task
      And the host runs the next task
      Then the failure of "www.frontiersin.org" is not that of the task before
      And every failure on "www.frontiersin.org" is reported with the time it was observed
      And "frontiers-psychology" ends as ORIGINAL_FETCH_GAP
      And "plos-biology" ends as SUCCESS

  @RETRY-03 @MUST_NOT
  Rule: A failure is not carried into a new task, which makes a fresh request and reports what comes of it
    Protocol: Direct adapters
    Contract: /brokered_discovery/runtime_failure_reuse/cross_task_reuse_without_reprobe

    @accept
    Example: A host that timed out answers in the next task
      Given the user asks for "honeybee navigation" from "Frontiers in Psychology"
      And the broker finds "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.13016/full"
      And every page on "www.frontiersin.org" times out
      When the host runs the task
      And that page is well again
      And the host runs the next task
      Then "frontiers-psychology" ends as SUCCESS
      And an item cites that page

    @reject
    Scenario Outline: A host on which every page <failed> is asked afresh in the next task
      Given the user asks for "honeybee navigation" from "PLOS Biology"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3013017"
      And every page on "journals.plos.org" <failed>
      When the host runs the task
      And that page is well again
      And the host runs the next task
      Then that page is opened
      And "plos-biology" ends as SUCCESS
      And an item cites that page
      And the gap list is complete and invents nothing

      Examples: Failures of the task before
        | failed              |
        | cannot be resolved  |
        | cannot be reached   |
        | answers 429         |
        | is behind a CAPTCHA |

    @reject @needs_registry_closed
    Example: An adapter that asked for less is asked afresh in the next task
      Given the user asks for "honeybee navigation" from "OpenAlex"
      And the user wants the mode registry_closed
      And the adapter of "openalex" answers 429
      When the host runs the task
      And the adapter of "openalex" is well again
      And the host runs the next task
      Then the adapter of "openalex" is asked once
      And "openalex" ends as SUCCESS
      And the record of "openalex" is reported as metadata

    @reject
    Example: A host that timed out answers in the next task that the page is gone
      Given the user asks for "honeybee navigation" from "PLOS Biology" and "Frontiers in Psychology"
      And the broker finds "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.13018/full" for "frontiers-psychology"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3013019" for "plos-biology"
      And every page on "journals.plos.org" times out
      When the host runs the task
      And that page answers 404 from then on
      And the host runs the next task
      Then the failure of "journals.plos.org" is not that of the task before
      And the traces repeat the receipts of the wire
      And "plos-biology" ends as ORIGINAL_FETCH_GAP
      And "frontiers-psychology" ends as SUCCESS
