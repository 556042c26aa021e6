@bootstrap
Feature: Pinning one release
  A task starts by asking GitHub which commit main is at. That commit names the release; the index must know it, and
  everything else is read from that release alone. If anything disagrees the task stops before any search.

  Background:
    Given the published release
    And the user asks for "sleep and memory" from "Frontiers in Psychology"
    And the broker finds "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.05001/full"

  @BOOT-01 @MUST
  Rule: The task first reads the branch main at the declared URL, and its commit becomes the release id
    Protocol: GitHub connector bootstrap, step 1
    Contract: /bootstrap/main_ref_api

    @accept
    Example: The report carries the commit that main is at
      When the host runs the task
      Then "frontiers-psychology" ends as SUCCESS
      And an item cites that page
      And main is read before any search
      And the report and its traces carry the pin, main's commit and the routing digest

    @reject
    Example: The index alone is no pin
      Given a release in which main is ahead of the index
      When the host runs the task
      Then the task ends as BOOTSTRAP_IDENTITY_GAP
      And nothing is searched
      And main is read at the declared URL and nowhere else

    @reject @interpretation
    Example: main is asked before the index
      When the host runs the task
      Then the first request of the task is for main

  @BOOT-02 @MUST
  Rule: The pin is the complete commit id exactly as GitHub returned it
    Protocol: GitHub connector bootstrap, step 1; Trace requirements

    @accept
    Example: The commit id is kept digit by digit
      When the host runs the task
      Then "frontiers-psychology" ends as SUCCESS
      And an item cites that page
      And the report and its traces carry the pin, main's commit and the routing digest

    @reject @interpretation
    Scenario Outline: The task stops when <defect>
      Given a release in which <defect>
      When the host runs the task
      Then the task ends as BOOTSTRAP_IDENTITY_GAP
      And nothing is searched

      Examples: Ids that are none
        | defect                                                     |
        | main's commit id is abbreviated                            |
        | main's commit id is in upper case                          |
        | main's commit id has a letter that is no hexadecimal digit |
        | main's commit id is missing                                |

  @BOOT-20 @MUST
  Rule: One pin serves the whole task, even when main moves meanwhile
    Protocol: GitHub connector bootstrap; Default success path, step 1

    @accept
    Example: Nothing moves
      When the host runs the task
      Then "frontiers-psychology" ends as SUCCESS
      And an item cites that page
      And every release file is read under the pin

    @reject
    Example: main moves after it was read
      Given main moves to another commit after it was read once
      And the user asks for "sleep and memory" from "Frontiers in Psychology" and "PLOS Biology"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3005002" for "plos-biology"
      When the host runs the task
      Then "plos-biology" ends as SUCCESS
      And "frontiers-psychology" ends as SUCCESS
      And every release file is read under the pin
      And the report and its traces carry the pin, main's commit and the routing digest

  @BOOT-21 @MUST
  Rule: Each task pins and reads afresh, and nothing of an earlier task serves it
    Protocol: GitHub connector bootstrap

    @accept
    Example: The same release is read again for the next task
      When the host runs the task
      And the host runs the next task
      Then "frontiers-psychology" ends as SUCCESS
      And an item cites that page
      And every release file is read under the pin

    @reject
    Example: A new release is published between two tasks
      When the host runs the task
      And a new release gives "frontiers-psychology" the URL "https://psychology.quillmere-press.org/", where the broker finds "https://psychology.quillmere-press.org/articles/fpsyg.2024.05003"
      And the host runs the next task
      Then "frontiers-psychology" ends as SUCCESS
      And an item cites that page
      And every release file is read under the pin
      And the report and its traces carry the pin, main's commit and the routing digest
      And no request reaches "www.frontiersin.org"
