@bootstrap
Feature: The index of releases
  The index names the current release and anchors its manifest by two digests. Nothing anchors the index itself, so it
  must agree with main to the letter.

  Background:
    Given the published release
    And the user asks for "sleep and memory" from "Frontiers in Psychology"
    And the broker finds "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.05011/full"

  @BOOT-03 @MUST
  Rule: The index is read from releases/index.json at the ref release-snapshots of the same repository
    Protocol: GitHub connector bootstrap, step 2
    Contract: /bootstrap/release_index_path

    @accept
    Example: The index is read where it is published
      When the host runs the task
      Then "frontiers-psychology" ends as SUCCESS
      And an item cites that page
      And the index is read at release-snapshots before any search

    @reject
    Example: The index at release-snapshots cannot be found
      Given GitHub answers 404 for "releases/index.json"
      When the host runs the task
      Then the task ends as BOOTSTRAP_IDENTITY_GAP
      And nothing is searched
      And GitHub is asked for nothing outside main and release-snapshots

  @BOOT-04 @MUST
  Rule: The index names the pinned commit as its current release, or the task stops
    Protocol: GitHub connector bootstrap, step 2
    Contract: /bootstrap/freshness_rule

    @accept
    Example: main and index agree
      When the host runs the task
      Then "frontiers-psychology" ends as SUCCESS
      And an item cites that page

    @reject
    Scenario Outline: The task stops when <defect>
      Given a release in which <defect>
      When the host runs the task
      Then the task ends as BOOTSTRAP_IDENTITY_GAP
      And the report says why
      And nothing is searched

      Examples: main and index disagree
        | defect                                    |
        | main is ahead of the index                |
        | the index names another commit as current |

  @BOOT-05 @MUST
  Rule: Exactly one entry of the index is that of the pinned release, and its commit agrees
    Protocol: GitHub connector bootstrap, step 2

    @accept
    Example: One entry agrees
      When the host runs the task
      Then "frontiers-psychology" ends as SUCCESS
      And an item cites that page

    @reject
    Scenario Outline: No entry is chosen when <defect>
      Given a release in which <defect>
      When the host runs the task
      Then the task ends as BOOTSTRAP_IDENTITY_GAP
      And nothing is searched

      Examples: No entry, two, or that of another commit
        | defect                                           |
        | the index has no entry for the pinned release    |
        | the index has two entries for the pinned release |
        | the index entry belongs to another commit        |

  @BOOT-06 @MUST
  Rule: The entry has both anchors of the manifest, well-formed
    Protocol: GitHub connector bootstrap, step 2

    @accept
    Example: Both anchors are there
      When the host runs the task
      Then "frontiers-psychology" ends as SUCCESS
      And an item cites that page

    @reject
    Scenario Outline: No manifest is trusted when <defect>
      Given a release in which <defect>
      When the host runs the task
      Then the task ends as BOOTSTRAP_IDENTITY_GAP
      And nothing is searched

      Examples: An anchor is missing or is none
        | defect                                        |
        | the index entry lacks the manifest's SHA-256  |
        | the index entry lacks the manifest's blob id  |
        | the index entry has a SHA-256 that is none    |
        | the index entry has a blob id that is none    |
