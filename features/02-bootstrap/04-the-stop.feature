@bootstrap
Feature: Stopping when anything disagrees
  A bootstrap that does not hold ends the task: with BOOTSTRAP_IDENTITY_GAP, without any search, and without help from
  another copy of the files.

  Background:
    Given the published release
    And the user asks for "sleep and memory" from "Frontiers in Psychology"
    And the broker finds "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.05031/full"

  @BOOT-13 @MUST
  Rule: Any disagreement ends the task with BOOTSTRAP_IDENTITY_GAP and without any search
    Protocol: GitHub connector bootstrap, step 6

    @accept
    Example: Nothing disagrees
      When the host runs the task
      Then "frontiers-psychology" ends as SUCCESS
      And an item cites that page

    @reject
    Scenario Outline: The task stops and claims nothing when <defect>
      Given a release in which <defect>
      When the host runs the task
      Then the task ends as BOOTSTRAP_IDENTITY_GAP
      And the report says why
      And the report claims nothing
      And nothing is searched

      Examples: The kinds of disagreement
        | defect                                        |
        | main is ahead of the index                    |
        | the index entry belongs to another commit     |
        | the manifest is that of another release       |
        | GitHub reports no blob id for the registry    |
        | the manifest does not list the routing schema |

  @BOOT-14 @MUST_NOT
  Rule: No bytes from main, from another release directory or from a local copy enter the pinned search
    Protocol: GitHub connector bootstrap, last paragraph

    @accept
    Example: Every file is read under the pin
      When the host runs the task
      Then "frontiers-psychology" ends as SUCCESS
      And an item cites that page
      And every release file is read under the pin

    @reject
    Example: main holds a registry that gives the source another host
      Given main holds a registry that gives "frontiers-psychology" the URL "https://psychology.quillmere-press.org/"
      When the host runs the task
      Then "frontiers-psychology" ends as SUCCESS
      And every release file is read under the pin
      And no request reaches "psychology.quillmere-press.org"
      And the search for "frontiers-psychology" is filtered on "www.frontiersin.org" alone

    @reject
    Example: The release has its own host for the source, unlike any copy known before
      Given the registry gives "frontiers-psychology" the URL "https://psychology.quillmere-press.org/" and lists nothing else
      And the broker finds "https://psychology.quillmere-press.org/articles/fpsyg.2024.05032"
      When the host runs the task
      Then "frontiers-psychology" ends as SUCCESS
      And an item cites that page
      And no request reaches "www.frontiersin.org"

  @BOOT-15 @MUST_NOT
  Rule: GitHub Pages is neither the way in nor a way out when the connector fails
    Protocol: GitHub connector bootstrap
    Contract: /bootstrap/pages_fallback_enabled

    @accept
    Example: The connector alone serves the task
      When the host runs the task
      Then "frontiers-psychology" ends as SUCCESS
      And an item cites that page
      And no request reaches "hoiyu915-droid.github.io"

    @reject
    Scenario Outline: GitHub Pages would answer while <file> cannot be read
      Given GitHub Pages publishes the same release
      And GitHub answers 404 for "<file>"
      When the host runs the task
      Then the task ends as BOOTSTRAP_IDENTITY_GAP
      And nothing is searched
      And no request reaches "hoiyu915-droid.github.io"

      Examples: Files that the connector cannot give
        | file                |
        | releases/index.json |
        | registry.json       |

  @BOOT-16 @MUST
  Rule: Routing file, manifest and index entry agree on version, method, schema, default mode and counts
    Protocol: GitHub connector bootstrap, step 6

    @accept
    Example: All three agree
      When the host runs the task
      Then "frontiers-psychology" ends as SUCCESS
      And an item cites that page

    @reject @interpretation
    Scenario Outline: The task stops when <defect>
      Given a release in which <defect>
      When the host runs the task
      Then the task ends as BOOTSTRAP_IDENTITY_GAP
      And nothing is searched

      Examples: One of three differs
        | defect                                             |
        | the index entry counts one brokered source less    |
        | the index entry counts one adapter less            |
        | the index entry has another protocol version       |
        | the index entry has another method                 |
        | the manifest has another default mode              |
        | the manifest has another protocol version          |
        | the routing file counts one brokered source less   |
        | the routing file has another default mode          |
        | the routing file requires another set of files     |

    @reject
    Example: The routing file is that of another version
      Given a release in which the routing file has another protocol version
      When the host runs the task
      Then the task ends as BOOTSTRAP_IDENTITY_GAP
      And nothing is searched

  @BOOT-17 @MUST
  Rule: The bootstrap is complete before anything is searched or opened
    Protocol: Default success path, step 1

    @accept
    Example: All reads come before the first search
      When the host runs the task
      Then "frontiers-psychology" ends as SUCCESS
      And an item cites that page
      And all required reads come before any search

    @reject
    Example: The last required file fails and nothing was searched before
      Given GitHub answers 404 for "schemas/chatbot-search-routing.schema.json"
      When the host runs the task
      Then the task ends as BOOTSTRAP_IDENTITY_GAP
      And nothing is searched
