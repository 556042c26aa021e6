@history
Feature: Older releases
  Releases never change, so an older one may be searched when the user asks for it. It proves itself like the current
  one, its own contract governs, and it is never called current. Nothing else leads to it, a failed bootstrap least.

  Background:
    Given the published release
    And the user asks for "sleep and memory" from "Frontiers in Psychology"
    And the broker finds "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.19001/full"
    And an older release has "frontiers-psychology" at "https://psychology.quillmere-press.org/", where the broker finds "https://psychology.quillmere-press.org/articles/fpsyg.2023.19002"

  @HIST-01 @MAY
  Rule: On explicit request an older immutable release may be searched
    Protocol: GitHub connector bootstrap, last paragraph

    @accept @needs_historical
    Example: The older release that the user names is searched
      Given the user asks for the older release
      When the host runs the task
      Then "frontiers-psychology" ends as SUCCESS
      And an item cites that page
      And every search is filtered on "psychology.quillmere-press.org" alone
      And no request reaches "www.frontiersin.org"

    @reject
    Example: An older release that nobody asks for is left alone
      When the host runs the task
      Then "frontiers-psychology" ends as SUCCESS
      And an item cites that page
      And nothing of the older release is read
      And no request reaches "psychology.quillmere-press.org"

    @reject
    Example: Neither is it searched for a source that is inactive by now
      Given the registry also lists "quillmere-horology"
      And the user asks for "sleep and memory" from "Frontiers in Psychology" and "Quillmere Horology Bulletin"
      And an older release has "quillmere-horology" at "https://bulletin.quillmere-press.org/", where the broker finds "https://bulletin.quillmere-press.org/articles/19003"
      When the host runs the task
      Then "frontiers-psychology" ends as SUCCESS
      And an item cites that page
      And "quillmere-horology" ends as NO_CANONICAL_SEARCH_ROUTE, or is declined
      And nothing of the older release is read
      And no request reaches "bulletin.quillmere-press.org"

  @HIST-02 @MUST_NOT
  Rule: An older release is never called current: main's commit and the release searched stay two ids
    Protocol: GitHub connector bootstrap, last paragraph

    @accept @needs_historical
    Example: Report and traces carry both ids
      Given the user asks for the older release
      When the host runs the task
      Then "frontiers-psychology" ends as SUCCESS
      And an item cites that page
      And the report and its traces carry the older release, main's commit and the older routing digest

    @reject @needs_historical
    Example: The next task, which asks for nothing older, is one of the current release
      Given the user asks for the older release
      When the host runs the task
      And the user asks for the current release again
      And the host runs the next task
      Then "frontiers-psychology" ends as SUCCESS
      And an item cites that page
      And the report and its traces carry the pin, main's commit and the routing digest
      And no request reaches "psychology.quillmere-press.org"

  @HIST-03 @MUST
  Rule: An older release proves its identity as the current one does, and without anchors it is a gap
    Protocol: GitHub connector bootstrap, steps 2 to 6 and last paragraph

    @accept @needs_historical
    Example: An older release with anchors is proven and searched
      Given the user asks for the older release
      When the host runs the task
      Then "frontiers-psychology" ends as SUCCESS
      And an item cites that page
      And GitHub is asked for nothing outside main and release-snapshots

    @reject @needs_historical
    Scenario Outline: The older release is not searched when <defect>
      Given the user asks for the older release
      And an older release in which <defect>
      When the host runs the task
      Then the task ends as BOOTSTRAP_IDENTITY_GAP
      And the report says why
      And nothing is searched

      Examples: Anchors that are missing
        | defect                                       |
        | the index entry lacks the manifest's SHA-256 |
        | the index entry lacks the manifest's blob id |

      Examples: Identities that disagree
        | defect                                              |
        | the index has no entry for it                       |
        | the index has two entries for it                    |
        | GitHub reports another blob id for its manifest     |
        | GitHub reports another blob id for its registry     |
        | GitHub reports another blob id for its routing file |
        | its manifest is that of another release             |

  @HIST-04 @MUST
  Rule: The older release's own contract governs its search, and without a brokered contract no broker is asked
    Protocol: GitHub connector bootstrap, last paragraph; Modes

    @accept @needs_historical
    Example: The older contract has the brokered mode, and its digest stands in the traces
      Given the user asks for the older release
      When the host runs the task
      Then "frontiers-psychology" ends as SUCCESS
      And an item cites that page
      And the report and its traces carry the older release, main's commit and the older routing digest

    @accept @needs_historical @needs_registry_closed
    Example: A strict mode that the older release knows is searched by its own adapter
      Given the user asks for "sleep and memory" from "Europe PMC"
      And an older release has "europe-pmc" at "https://europepmc.org/", where the broker finds "https://europepmc.org/article/MED/38019004"
      And the user wants the mode registry_closed
      And the user asks for the older release
      And an older release in which its contract is of version 1 and knows no broker
      And the adapter of "europe-pmc" finds a record
      When the host runs the task
      Then "europe-pmc" ends as SUCCESS
      And the record of "europe-pmc" is reported as metadata
      And the report and its traces carry the older release, main's commit and the older routing digest
      And no broker is asked

    @reject @needs_historical @interpretation
    Example: The older contract allows three results of a source, and no more are opened
      Given an older release has "frontiers-psychology" at "https://psychology.quillmere-press.org/", where the broker finds "https://psychology.quillmere-press.org/articles/19011", "https://psychology.quillmere-press.org/articles/19012", "https://psychology.quillmere-press.org/articles/19013", "https://psychology.quillmere-press.org/articles/19014" and "https://psychology.quillmere-press.org/articles/19015"
      And the user asks for the older release
      And an older release in which its contract allows 3 results of a source
      When the host runs the task
      Then "frontiers-psychology" ends as SUCCESS
      And at most 3 pages are opened

    @reject @needs_historical
    Example: An older release of version 1, which knows no broker
      Given the user asks for the older release
      And an older release in which its contract is of version 1 and knows no broker
      When the host runs the task
      Then the task is refused, or its sources end as NO_SEARCH_ADAPTER
      And nothing is searched

    @reject @needs_historical
    Example: The mode that the older release does not know is not searched when the user names it
      Given the user asks for the older release
      And the user wants the mode registry_brokered
      And an older release in which its contract is of version 1 and knows no broker
      When the host runs the task
      Then the task is refused, or its sources end as NO_SEARCH_ADAPTER
      And nothing is searched

  @HIST-05 @MUST_NOT
  Rule: A bootstrap that does not hold never turns into a historical search on its own
    Protocol: GitHub connector bootstrap, step 6

    @accept
    Example: A bootstrap that holds leads to the current release
      When the host runs the task
      Then "frontiers-psychology" ends as SUCCESS
      And an item cites that page
      And nothing of the older release is read

    @reject
    Scenario Outline: The older release is no refuge when <defect>
      Given a release in which <defect>
      When the host runs the task
      Then the task ends as BOOTSTRAP_IDENTITY_GAP
      And nothing of the older release is read
      And nothing is searched

      Examples: Bootstraps that do not hold
        | defect                                        |
        | main is ahead of the index                    |
        | the index names another commit as current     |
        | the index has no entry for the pinned release |
        | the index entry lacks the manifest's blob id  |
        | the manifest does not list the registry       |

    @reject
    Scenario Outline: A file of the current release cannot be found, that of the older one can: <file>
      Given GitHub answers 404 for "<file>"
      When the host runs the task
      Then the task ends as BOOTSTRAP_IDENTITY_GAP
      And nothing of the older release is read
      And nothing is searched

      Examples: Required files
        | file                        |
        | release-manifest.json       |
        | registry.json               |
        | chatbot-search-routing.json |

    @reject
    Example: The release that was current a task ago is no refuge either
      When the host runs the task
      And main moves ahead of the index
      And the host runs the next task
      Then the task ends as BOOTSTRAP_IDENTITY_GAP
      And nothing is searched
