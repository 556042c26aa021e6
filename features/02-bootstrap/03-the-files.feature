@bootstrap
Feature: Manifest and files
  The manifest is believed when GitHub reports the blob id that the index anchors, and every file when GitHub reports
  the blob id that the manifest lists. Six files are required.

  Background:
    Given the published release
    And the user asks for "sleep and memory" from "Frontiers in Psychology"
    And the broker finds "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.05021/full"

  @BOOT-07 @MUST
  Rule: The manifest is read from the release directory that the pin names, at the ref of the index
    Protocol: GitHub connector bootstrap, step 3
    Contract: /bootstrap/snapshot_path_template

    @accept
    Example: The manifest is read under the pin
      When the host runs the task
      Then "frontiers-psychology" ends as SUCCESS
      And an item cites that page
      And every release file is read under the pin

    @reject
    Example: The manifest under the pin cannot be found
      Given GitHub answers 404 for "release-manifest.json"
      When the host runs the task
      Then the task ends as BOOTSTRAP_IDENTITY_GAP
      And nothing is searched
      And GitHub is asked for nothing outside main and release-snapshots

  @BOOT-08 @MUST
  Rule: The manifest's blob id is compared with the index before the manifest is believed
    Protocol: GitHub connector bootstrap, step 3

    @accept
    Example: The blob ids agree
      When the host runs the task
      Then "frontiers-psychology" ends as SUCCESS
      And an item cites that page

    @reject
    Example: GitHub reports another blob id for the manifest
      Given GitHub reports another blob id for "release-manifest.json"
      When the host runs the task
      Then the task ends as BOOTSTRAP_IDENTITY_GAP
      And the report says why
      And nothing is searched

  @BOOT-09 @MUST
  Rule: The manifest identifies itself as that of the pinned release
    Protocol: GitHub connector bootstrap, step 6

    @accept
    Example: The manifest names the pin
      When the host runs the task
      Then "frontiers-psychology" ends as SUCCESS
      And an item cites that page

    @reject
    Example: The manifest of another release is anchored under the pin
      Given a release in which the manifest is that of another release
      When the host runs the task
      Then the task ends as BOOTSTRAP_IDENTITY_GAP
      And nothing is searched

    @reject @interpretation
    Scenario Outline: The manifest is refused when <defect>
      Given a release in which <defect>
      When the host runs the task
      Then the task ends as BOOTSTRAP_IDENTITY_GAP
      And nothing is searched

      Examples: Other marks of a foreign manifest
        | defect                                            |
        | the manifest names the main of another repository |
        | the manifest has an unknown schema version        |

  @BOOT-10 @MUST
  Rule: All six required files are read from the one release directory
    Protocol: GitHub connector bootstrap, step 4
    Contract: /bootstrap/required_files

    @accept
    Example: Six files are read
      When the host runs the task
      Then "frontiers-psychology" ends as SUCCESS
      And an item cites that page
      And all six required files are read under the pin

    @reject
    Scenario Outline: The task stops when <file> cannot be found
      Given GitHub answers 404 for "<file>"
      When the host runs the task
      Then the task ends as BOOTSTRAP_IDENTITY_GAP
      And nothing is searched

      Examples: Required files
        | file                                       |
        | registry.json                              |
        | chatbot-search-routing.json                |
        | chatbot-search-protocol.md                 |
        | chatbot-entry.txt                          |
        | schemas/chatbot-search-routing.schema.json |

    @reject
    Scenario Outline: The task stops when <defect>
      Given a release in which <defect>
      When the host runs the task
      Then the task ends as BOOTSTRAP_IDENTITY_GAP
      And nothing is searched

      Examples: A required file that the manifest does not list
        | defect                                       |
        | the manifest does not list the registry      |
        | the manifest does not list the routing schema |

  @BOOT-11 @MUST
  Rule: A file is accepted only under the blob id that the manifest lists for it
    Protocol: GitHub connector bootstrap, step 5
    Contract: /bootstrap/file_identity

    @accept
    Example: All blob ids agree
      When the host runs the task
      Then "frontiers-psychology" ends as SUCCESS
      And an item cites that page

    @reject
    Scenario Outline: GitHub reports another blob id for <file>
      Given GitHub reports another blob id for "<file>"
      When the host runs the task
      Then the task ends as BOOTSTRAP_IDENTITY_GAP
      And nothing is searched

      Examples: Required files
        | file                                       |
        | registry.json                              |
        | chatbot-search-routing.json                |
        | chatbot-search-protocol.md                 |
        | chatbot-entry.txt                          |
        | schemas/chatbot-search-routing.schema.json |

    @reject
    Example: GitHub reports no blob id
      Given a release in which GitHub reports no blob id for the registry
      When the host runs the task
      Then the task ends as BOOTSTRAP_IDENTITY_GAP
      And nothing is searched

  @BOOT-12 @MUST
  Rule: The routing digest in every trace is the SHA-256 that the manifest lists for the routing file
    Protocol: GitHub connector bootstrap, step 5; Trace requirements

    @accept
    Example: Report and traces carry the manifest's digest
      When the host runs the task
      Then "frontiers-psychology" ends as SUCCESS
      And an item cites that page
      And the report and its traces carry the pin, main's commit and the routing digest

    @reject
    Example: main has another routing file
      Given main holds a routing file that differs
      When the host runs the task
      Then "frontiers-psychology" ends as SUCCESS
      And the report and its traces carry the pin, main's commit and the routing digest

  @BOOT-18 @SHOULD
  Rule: A host that can hash verifies SHA-256, length and blob id of the bytes it received
    Protocol: GitHub connector bootstrap, step 5

    @accept
    Example: The bytes are what their digests say
      When the host runs the task
      Then "frontiers-psychology" ends as SUCCESS
      And an item cites that page

    @reject @needs_hashing
    Scenario Outline: The bytes are refused when <defect>
      Given a release in which <defect>
      When the host runs the task
      Then the task ends as BOOTSTRAP_IDENTITY_GAP
      And nothing is searched

      Examples: Bytes that are not what GitHub says they are
        | defect                                               |
        | the registry's bytes are altered under its right id  |
        | GitHub gives half of the registry                    |

  @BOOT-19 @MUST
  Rule: A read that fails proves nothing, and no other source of the bytes is tried
    Protocol: GitHub connector bootstrap, step 6

    @accept
    Example: Every read succeeds
      When the host runs the task
      Then "frontiers-psychology" ends as SUCCESS
      And an item cites that page

    @accept
    Example: A registry above the size that GitHub puts into its JSON is read by its blob
      Given a registry larger than GitHub puts into its JSON
      When the host runs the task
      Then "frontiers-psychology" ends as SUCCESS
      And an item cites that page

    @reject
    Scenario Outline: GitHub answers <status> for <file>
      Given GitHub answers <status> for "<file>"
      When the host runs the task
      Then the task ends as BOOTSTRAP_IDENTITY_GAP
      And the report says why
      And nothing is searched
      And GitHub is asked for nothing outside main and release-snapshots

      Examples: Refusals and failures
        | status | file                        |
        | 403    | registry.json               |
        | 404    | main                        |
        | 500    | chatbot-search-routing.json |
        | 503    | releases/index.json         |

    @reject
    Scenario Outline: GitHub does not answer for <file>
      Given GitHub times out for "<file>"
      When the host runs the task
      Then the task ends as BOOTSTRAP_IDENTITY_GAP
      And nothing is searched

      Examples: Silence
        | file                  |
        | main                  |
        | release-manifest.json |
        | registry.json         |
