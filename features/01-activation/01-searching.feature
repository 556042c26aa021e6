@activation
Feature: An order to search
  A search starts when the user orders one, in whatever language, and then runs in the default mode. It needs a GitHub
  reader, a search tool with a domain filter and a page opener, and it stays a search.

  Background:
    Given the published release
    And the registry also lists "quillmere-campanology"

  @ACT-01 @MUST
  Rule: An explicit order to search this registry starts a search, in registry_brokered mode unless the user says otherwise
    Protocol: Explicit activation
    Contract: /default_mode

    @accept
    Scenario Outline: "<words>" starts a search
      Given the user says "<words>" about "bell founding"
      And the broker finds "https://campanology.quillmere-press.org/art/1001" for "quillmere-campanology"
      When the host runs the task
      Then the task ends as SEARCHED
      And "quillmere-campanology" ends as SUCCESS
      And an item cites that page
      And the report holds that page's own words
      And the report and its traces carry the mode registry_brokered

      Examples: The documented order and clear paraphrases of it
        | words                                                                      |
        | Use the OA repo to search for bell founding.                               |
        | Please search Open Scholarly Sources for papers on bell founding.          |
        | Can you run a search on bell founding through the OA repo?                 |
        | I need literature. Search the OA repo for bell founding and list the hits. |

      Examples: Paraphrases in Chinese
        | words                                              |
        | 請用 OA repo 幫我搜尋 bell founding 的文獻。       |
        | 麻煩在 Open Scholarly Sources 裡搜尋 bell founding。 |

    @reject
    Example: An adapter that would answer is not what an order without qualifier asks for
      Given the registry lists only these sources:
        | arxiv |
      And the user says "Use the OA repo to search for quantum physics." about "quantum physics"
      And the broker finds "https://arxiv.org/abs/2401.01002" for "arxiv"
      And the adapter of "arxiv" would find a record
      When the host runs the task
      Then "arxiv" ends as SUCCESS
      And an item cites that page
      And no adapter is asked before the broker was asked about its source
      And the report and its traces carry the mode registry_brokered

  @ACT-03 @MUST
  Rule: The three documented phrasings start a search, whatever their language
    Protocol: Explicit activation
    No reject example: each of the three orders a search; what must not start one stands at ACT-02

    @accept
    Scenario Outline: "<words>" is one of them
      Given the user says "<words>" about "<topic>"
      And the broker finds "https://campanology.quillmere-press.org/art/1003" for "quillmere-campanology"
      When the host runs the task
      Then "quillmere-campanology" ends as SUCCESS
      And an item cites that page
      And the report and its traces carry the mode registry_brokered

      Examples: As documented
        | words                                                        | topic       |
        | Use the OA repo to search for campanology.                   | campanology |
        | 用 OA repo 搜尋 鐘學。                                       | 鐘學        |
        | 主題是鐘學。只用 Open Scholarly Sources 選定的來源找文獻。 | 鐘學        |

  @ACT-05 @MUST_NOT
  Rule: A search does not start document verification: no DOI is resolved and no Crossref or Unpaywall record looked up
    Protocol: Explicit activation

    @accept
    Example: A medical topic is searched and not verified
      Given the user asks for "statins and dementia" from "PLOS Medicine"
      And the broker finds "https://journals.plos.org/plosmedicine/article?id=10.1371/journal.pmed.1001004"
      When the host runs the task
      Then "plos-medicine" ends as SUCCESS
      And an item cites that page
      And nothing else is opened

    @reject
    Scenario Outline: <service> would confirm the record and is not asked
      Given the user asks for "statins and dementia" from "PLOS Medicine"
      And the broker finds "https://journals.plos.org/plosmedicine/article?id=10.1371/journal.pmed.1001005"
      And that page links to "<url>"
      When the host runs the task
      Then "plos-medicine" ends as SUCCESS
      And an item cites that page
      And no request reaches "<host>"
      And nothing else is opened

      Examples: Services that verify documents
        | service          | host              | url                                                                           |
        | The DOI resolver | doi.org           | https://doi.org/10.1371/journal.pmed.1001005                                  |
        | Crossref         | api.crossref.org  | https://api.crossref.org/works/10.1371/journal.pmed.1001005                   |
        | Unpaywall        | api.unpaywall.org | https://api.unpaywall.org/v2/10.1371/journal.pmed.1001005?email=reader@oa.net |

  @ACT-06 @MUST
  Rule: A GitHub reader, a search tool with a domain filter and a page opener are all that a search needs
    Protocol: introduction
    Contract: /network_boundary

    @accept
    Example: With three tools the search succeeds
      Given the user asks for "bell founding" from "Quillmere Journal of Campanology"
      And the broker finds "https://campanology.quillmere-press.org/art/1006"
      When the host runs the task
      Then "quillmere-campanology" ends as SUCCESS
      And an item cites that page
      And no page or adapter gets credentials
      And nothing else is opened

    @reject
    Example: GitHub Pages and an API that wants a key stand beside them and are not used
      Given the user asks for "bell founding" from "Quillmere Journal of Campanology" and "OpenAlex"
      And GitHub Pages publishes the same release
      And the broker finds "https://campanology.quillmere-press.org/art/1007"
      And the adapter of "openalex" asks for a key if it is asked
      When the host runs the task
      Then "quillmere-campanology" ends as SUCCESS
      And an item cites that page
      And "openalex" ends as NO_RESULTS
      And no page or adapter gets credentials
      And no request reaches "hoiyu915-droid.github.io"
      And nothing else is opened
