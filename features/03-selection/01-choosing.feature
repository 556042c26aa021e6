@selection
Feature: Choosing sources
  The pinned registry is the only list there is. A source is chosen because its record fits the topic, and if none fits
  the task says so.

  Background:
    Given the published release

  @SEL-01 @MUST
  Rule: Sources are chosen from the pinned registry by matching the topic, never from a list of the host's own
    Protocol: Default success path, steps 2 and 3

    @accept
    Example: A source that only this registry knows is found by its topic
      Given the registry also lists "quillmere-campanology"
      And the user says "Use the OA repo to search for campanology." about "campanology"
      And the broker finds "https://campanology.quillmere-press.org/art/2001" for "quillmere-campanology"
      When the host runs the task
      Then "quillmere-campanology" ends as SUCCESS
      And an item cites that page
      And every selected source is registered
      And every search is for a selected source

    @reject
    Example: A source that moved is searched where it is now
      Given the registry gives "frontiers-social-psychology" the URL "https://social.quillmere-press.org/" and lists nothing else
      And the user says "Use the OA repo to search for social psychology." about "social psychology"
      And the broker finds "https://social.quillmere-press.org/articles/2002" for "frontiers-social-psychology"
      And the broker would offer "https://www.frontiersin.org/articles/10.3389/frsps.2024.02002/full" on "www.frontiersin.org"
      When the host runs the task
      Then "frontiers-social-psychology" ends as SUCCESS
      And an item cites that page
      And no request reaches "www.frontiersin.org"
      And each search is filtered on exactly the host of one source

    @reject
    Example: A well-known source that this registry does not list is not searched
      Given the registry lists only these sources:
        | open-mind             |
        | quillmere-campanology |
      And the user says "Use the OA repo to search for psychology." about "psychology"
      And the broker finds "https://direct.mit.edu/opmi/article/doi/10.1162/opmi_a_02003" for "open-mind"
      And the broker would offer "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.02003/full" on "www.frontiersin.org"
      When the host runs the task
      Then "open-mind" ends as SUCCESS
      And an item cites that page
      And every selected source is registered
      And each search is filtered on exactly the host of one source
      And nothing else is opened

  @SEL-02 @MUST
  Rule: Only a source whose status is active may be selected
    Protocol: Default success path, step 2
    Contract: /selection/source_status_required

    @accept
    Example: Of two journals that fit and share a host, the active one is searched
      Given the registry lists only these sources:
        | mnras-letters-archive |
        | mnras                 |
      And the user says "Use the OA repo to search for cosmology." about "cosmology"
      And the broker finds "https://academic.oup.com/mnras/article/530/1/2004" for "mnras"
      When the host runs the task
      Then "mnras" ends as SUCCESS
      And an item cites that page
      And "mnras-letters-archive" is not searched

    @reject
    Example: An inactive source is left out although its subject is asked for
      Given the registry lists only these sources:
        | nutrixiv                       |
        | current-developments-nutrition |
      And the user says "Use the OA repo to search for nutritional epidemiology." about "nutritional epidemiology"
      And the broker finds "https://www.sciencedirect.com/science/article/pii/S2475299124002005" for "current-developments-nutrition"
      And the broker would offer "https://osf.io/preprints/nutrixiv/b2005" on "osf.io"
      When the host runs the task
      Then "current-developments-nutrition" ends as SUCCESS
      And an item cites that page
      And "nutrixiv" is not searched
      And no request reaches "osf.io"

  @SEL-06 @MUST
  Rule: A topic that fits a source by name, subjects, type, roles, scope, notes or Chinese translation alone can select it
    Protocol: Default success path, step 2
    Contract: /selection/semantic_match_fields
    No reject example: a field that may decide and does not shows in the accepting examples alone

    @accept
    Scenario Outline: The <field> alone selects a source
      Given the registry also lists "<id>"
      And the user says "<words>" about "<topic>"
      And the broker finds "<url>" for "<id>"
      When the host runs the task
      Then "<id>" ends as SUCCESS
      And an item cites that page
      And every search is for a selected source

      Examples: One field each
        | field               | topic             | id                   | url                                                  | words                                                |
        | subjects            | lichenometry      | quillmere-quarterly  | https://quarterly.quillmere-press.org/papers/2006    | Use the OA repo to search for lichenometry.          |
        | notes               | dry stone walling | quillmere-review     | https://review.quillmere-press.org/papers/2007       | Use the OA repo to search for dry stone walling.     |
        | name                | vexillology       | quillmere-vexillology | https://papers.quillmere-press.org/papers/2008      | Use the OA repo to search for vexillology.           |
        | Chinese translation | 糕餅木模          | quillmere-annals     | https://annals.quillmere-press.org/papers/2009       | 用 OA repo 搜尋 糕餅木模。                           |

  @SEL-07 @MUST
  Rule: Where no active registered source fits, the task ends as REGISTRY_COVERAGE_GAP and nothing is searched
    Protocol: Terminal and gap states

    @accept
    Example: Where one fits, it is searched
      Given the registry lists only these sources:
        | quillmere-ophthalmology |
      And the user says "Use the OA repo to search for ophthalmology." about "ophthalmology"
      And the broker finds "https://ophthalmology.quillmere-press.org/reports/2011" for "quillmere-ophthalmology"
      When the host runs the task
      Then the task ends as SEARCHED
      And "quillmere-ophthalmology" ends as SUCCESS
      And an item cites that page

    @reject
    Scenario Outline: <what>
      Given the registry lists only these sources:
        | quillmere-ophthalmology |
        | quillmere-horology      |
      And the user says "Use the OA repo to search for <topic>." about "<topic>"
      And the broker would offer "https://www.scholar-commons.net/papers/2012" on no domain at all
      And the broker would offer "https://ophthalmology.quillmere-press.org/reports/2012" on "ophthalmology.quillmere-press.org"
      And the broker would offer "https://horology.quillmere-press.org/bulletin/2012" on "horology.quillmere-press.org"
      When the host runs the task
      Then the task ends as REGISTRY_COVERAGE_GAP
      And the report says why
      And the report claims nothing
      And nothing is searched

      Examples: Nothing fits, or nothing that is active
        | what                                                  | topic        |
        | A topic that no source has is a gap of the registry   | medieval law |
        | A topic that only an inactive source has is one too   | clockmaking  |
