@activation
Feature: A question that orders no search
  Whoever asks where to look is told where to look. The registry recommends places; nothing is searched until the user
  says so.

  Background:
    Given the published release
    And the registry also lists "quillmere-campanology"

  @ACT-02 @MUST_NOT
  Rule: Without an explicit order to search nothing is searched: places are recommended, and there the task ends
    Protocol: Explicit activation

    @accept
    Example: The same host searches once the order comes
      Given the user says "Which open-access journals are good for bell founding?" about "bell founding"
      And the broker would offer "https://campanology.quillmere-press.org/art/1101" on "campanology.quillmere-press.org"
      And a host that cannot do so may decline
      When the host runs the task
      And the user then says "Use the OA repo to search for bell founding.", and the broker finds "https://campanology.quillmere-press.org/art/1102" for "quillmere-campanology"
      And the host runs the next task
      Then the first task searched nothing and claimed nothing
      And "quillmere-campanology" ends as SUCCESS
      And an item cites that page

    @reject
    Scenario Outline: "<words>" starts no search
      Given the user says "<words>" about "bell founding"
      And the broker would offer "https://campanology.quillmere-press.org/art/1103" on "campanology.quillmere-press.org"
      And the broker would offer "https://www.scholar-commons.net/bells/1103" on no domain at all
      And a host that cannot do so may decline
      When the host runs the task
      And the user then says "Use the OA repo to search for bell founding.", and the broker finds "https://campanology.quillmere-press.org/art/1104" for "quillmere-campanology"
      And the host runs the next task
      Then the first task searched nothing and claimed nothing
      And "quillmere-campanology" ends as SUCCESS

      Examples: Questions for places
        | words                                                        |
        | Where can I find open-access journals on bell founding?      |
        | Recommend some OA repositories for bell founding, please.    |
        | bell founding 有哪些推薦的 OA 期刊？                         |
        | 我想研究 bell founding，請推薦可以看的開放取用來源。         |

    @reject @needs_navigation
    Example: Who asks for places gets places and no claim about articles
      Given the user says "Which open-access journals are good for bell founding?" about "bell founding"
      And the broker would offer "https://campanology.quillmere-press.org/art/1105" on "campanology.quillmere-press.org"
      When the host runs the task
      Then the task ends as NAVIGATED
      And "quillmere-campanology" is recommended
      And nothing is searched
      And the report claims nothing

  @ACT-07 @MUST
  Rule: A recommendation names at least one registered source that fits, and no place that is not registered
    Protocol: Explicit activation

    @accept @needs_navigation
    Scenario Outline: <words> is answered with the source that fits
      Given the registry also lists "quillmere-lantern-papers"
      And the user says "<words>" about "<topic>"
      When the host runs the task
      Then the task ends as NAVIGATED
      And "quillmere-lantern-papers" is recommended
      And nothing but registered sources is recommended
      And nothing is searched

      Examples: In two languages
        | words                                                      | topic                  |
        | Which OA journals are good for lighthouse engineering?     | lighthouse engineering |
        | 研究燈塔有哪些推薦的 OA 期刊？                             | 燈塔                   |

    @reject @needs_navigation
    Example: Places that this registry does not list are not recommended
      Given the registry lists only these sources:
        | quillmere-campanology |
        | open-mind             |
        | plos-medicine         |
      And the user says "Which OA journals are good for psychology?" about "psychology"
      When the host runs the task
      Then the task ends as NAVIGATED
      And "open-mind" is recommended
      And nothing but registered sources is recommended
      And nothing is searched
