@activation
Feature: A user who rules out brokers
  The broker is an outside service, though it finds and never proves. A user may not want it: then the published adapters
  are all there is to ask.

  Background:
    Given the published release

  @ACT-04 @MUST
  Rule: A user who rules out any outside search service gets a strict mode and no brokered search
    Protocol: What "only registered sources" means
    Contract: /modes/registry_closed

    @accept @needs_registry_closed
    Scenario Outline: "<words>" is answered by adapters alone
      Given the registry lists only these sources:
        | europe-pmc               |
        | pubmed-central           |
        | quillmere-ophthalmology  |
      And the user says "<words>" about "medicine"
      And the adapter of "europe-pmc" finds a record
      And the adapter of "pubmed-central" finds a record
      And the broker would offer "https://europepmc.org/article/MED/38001201" on "europepmc.org"
      When the host runs the task
      Then "europe-pmc" ends as SUCCESS
      And "pubmed-central" ends as SUCCESS
      And the records of "europe-pmc" are reported
      And the report and its traces carry a strict mode
      And no broker is asked
      And no page is opened

      Examples: In two languages
        | words                                                                                  |
        | Search the OA repo for medicine, but do not use any outside search engine.             |
        | 用 OA repo 搜尋 medicine，但不要使用任何外部搜尋引擎。                                 |

    @reject
    Example: The broker is asked only after the user has allowed it
      Given the registry lists only these sources:
        | quillmere-campanology |
        | openalex              |
      And the user says "Search the OA repo for bell founding, but do not use any outside search engine." about "bell founding"
      And the broker would offer "https://campanology.quillmere-press.org/art/1202" on "campanology.quillmere-press.org"
      And a host that cannot do so may decline
      When the host runs the task
      And the user then says "A search engine is fine after all. Use the OA repo to search for bell founding.", and the broker finds "https://campanology.quillmere-press.org/art/1203" for "quillmere-campanology"
      And the host runs the next task
      Then the first task asked no broker
      And "quillmere-campanology" ends as SUCCESS
      And an item cites that page
      And the report and its traces carry the mode registry_brokered
