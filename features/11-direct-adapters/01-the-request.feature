@adapters
Feature: Asking a direct adapter
  Twelve sources have a published search API of their own. In a strict mode it is the only way to ask them, in the very
  words that the release publishes: two blanks are filled in, and nothing else changes.

  Background:
    Given the published release

  @DIRECT-01 @MUST
  Rule: A strict mode uses the adapters that the pinned release publishes, for active sources, and no other API
    Protocol: Modes, registry_closed
    Contract: /selection/direct_adapter_status_required

    @accept @needs_registry_closed
    Example: OpenAlex is asked through its published adapter
      Given the user asks for "sleep and memory" from "OpenAlex"
      And the user wants the mode registry_closed
      And the adapter of "openalex" finds a record
      When the host runs the task
      Then "openalex" ends as SUCCESS
      And the record of "openalex" is reported
      And the request for "openalex" keeps to the published template
      And the traces repeat the adapter calls of the wire

    @accept @needs_direct_only
    Example: OpenAlex is asked so in the mode direct_only too
      Given the user asks for "sleep and memory" from "OpenAlex"
      And the user wants the mode direct_only
      And the adapter of "openalex" finds a record
      When the host runs the task
      Then "openalex" ends as SUCCESS
      And the record of "openalex" is reported
      And the request for "openalex" keeps to the published template
      And the traces repeat the adapter calls of the wire

    @reject @needs_registry_closed
    Example: An adapter that this release does not publish is not used
      Given the release publishes no adapter for "openalex"
      And the user asks for "sleep and memory" from "OpenAlex" and "Europe PMC"
      And the user wants the mode registry_closed
      And the adapter of "openalex" would find a record
      And the adapter of "europe-pmc" finds a record
      When the host runs the task
      Then "openalex" ends as NO_SEARCH_ADAPTER
      And the adapter of "openalex" is not asked
      And "europe-pmc" ends as SUCCESS
      And the traces repeat the adapter calls of the wire

    @reject @needs_registry_closed
    Example: An API that nobody published is not used
      Given the user asks for "sleep and memory" from "PLOS Biology" and "OpenAlex"
      And the user wants the mode registry_closed
      And "https://api.plos.org/search?q=sleep%20and%20memory" would answer
      And the adapter of "openalex" finds a record
      When the host runs the task
      Then "plos-biology" ends as NO_SEARCH_ADAPTER
      And no request reaches "api.plos.org"
      And "openalex" ends as SUCCESS
      And no page is opened

    @reject @needs_registry_closed
    Example: The adapter of an inactive source is not used
      Given the registry lists only these sources:
        | zenodo   |
        | openalex |
      And the registry marks "zenodo" as inactive
      And the user asks for "sleep and memory" from "Zenodo" and "OpenAlex"
      And the user wants the mode registry_closed
      And the adapter of "zenodo" would find a record
      And the adapter of "openalex" finds a record
      When the host runs the task
      Then the adapter of "zenodo" is not asked
      And no item comes from "zenodo"
      And "openalex" ends as SUCCESS

    @accept @needs_registry_closed @interpretation
    Example: What the adapter found counts as identified, not as seen
      Given the user asks for "sleep and memory" from "OpenAlex"
      And the user wants the mode registry_closed
      And the adapter of "openalex" finds a record
      When the host runs the task
      Then "openalex" ends as SUCCESS
      And the identity of "openalex" is reported as verified

  @DIRECT-02 @MUST
  Rule: A selected source without an adapter ends as NO_SEARCH_ADAPTER, with no request for it and no receipt
    Protocol: Modes; Terminal and gap states
    Contract: /selection/direct_no_adapter_status

    @accept @needs_registry_closed
    Example: A source with an adapter is searched
      Given the user asks for "machine translation" from "arXiv"
      And the user wants the mode registry_closed
      And the adapter of "arxiv" finds a record
      When the host runs the task
      Then "arxiv" ends as SUCCESS
      And the record of "arxiv" is reported

    @reject @needs_registry_closed
    Example: A source without one is left alone beside a source that has one
      Given the user asks for "machine translation" from "Transactions of the Association for Computational Linguistics (TACL)" and "OpenAlex"
      And the user wants the mode registry_closed
      And the adapter of "openalex" finds a record
      And the broker would offer "https://aclanthology.org/2024.tacl-1.9002/" on "aclanthology.org"
      When the host runs the task
      Then "tacl" ends as NO_SEARCH_ADAPTER
      And the trace of "tacl" has no receipt
      And no broker is asked
      And no page is opened
      And "openalex" ends as SUCCESS
      And the record of "openalex" is reported

    @reject @needs_direct_only
    Example: The mode direct_only leaves it alone as well
      Given the user asks for "machine translation" from "Transactions of the Association for Computational Linguistics (TACL)" and "OpenAlex"
      And the user wants the mode direct_only
      And the adapter of "openalex" finds a record
      And the broker would offer "https://aclanthology.org/2024.tacl-1.9003/" on "aclanthology.org"
      When the host runs the task
      Then "tacl" ends as NO_SEARCH_ADAPTER
      And the trace of "tacl" has no receipt
      And no broker is asked
      And "openalex" ends as SUCCESS

  @DIRECT-03 @MUST
  Rule: Only topic and limit of the published template vary, and the request is a GET without credentials
    Protocol: Direct adapters
    Contract: /adapters/*/endpoint_template

    @accept @needs_registry_closed
    Example: The template is kept
      Given the user asks for "sleep and memory" from "OpenAlex" and "Europe PMC"
      And the user wants the mode registry_closed
      And the adapter of "openalex" finds a record
      And the adapter of "europe-pmc" finds a record
      When the host runs the task
      Then the request for "openalex" keeps to the published template
      And the request for "europe-pmc" keeps to the published template
      And "openalex" ends as SUCCESS
      And "europe-pmc" ends as SUCCESS
      And the record of "europe-pmc" is reported

    @reject @needs_registry_closed
    Example: A service that asks for a key gets none
      Given the user asks for "sleep and memory" from "OpenAlex" and "Europe PMC"
      And the user wants the mode registry_closed
      And the adapter of "openalex" asks for a key
      And the adapter of "europe-pmc" finds a record
      When the host runs the task
      Then the request for "openalex" keeps to the published template
      And "openalex" ends as SOURCE_FETCH_GAP
      And "europe-pmc" ends as SUCCESS
      And no page or adapter gets credentials

  @DIRECT-04 @MUST
  Rule: The topic is one percent-encoded component, and a slash in it is encoded, not refused
    Protocol: Direct adapters
    Contract: /adapters/*/query_encoding

    @accept @needs_registry_closed
    Scenario Outline: "<topic>" reaches <name> whole
      Given the user asks for "<topic>" from "<name>"
      And the user wants the mode registry_closed
      And the adapter of "<id>" finds a record
      When the host runs the task
      Then the request for "<id>" carries the topic whole
      And "<id>" ends as SUCCESS
      And the record of "<id>" is reported

      Examples: A slash, for each kind of service
        | id             | name                           | topic    |
        | europe-pmc     | Europe PMC                     | HIV/AIDS |
        | openalex       | OpenAlex                       | HIV/AIDS |
        | pubmed-central | PubMed Central (PMC)           | HIV/AIDS |
        | doaj           | Directory of Open Access Journals | HIV/AIDS |
        | zenodo         | Zenodo                         | HIV/AIDS |
        | arxiv          | arXiv                          | HIV/AIDS |

      Examples: Characters that have a meaning in URLs
        | id             | name                              | topic                 |
        | openalex       | OpenAlex                          | R&D of C++ parsers    |
        | doaj           | Directory of Open Access Journals | R&D of C++ parsers    |
        | zenodo         | Zenodo                            | item #5 at 100% yield |
        | pubmed-central | PubMed Central (PMC)              | item #5 at 100% yield |
        | europe-pmc     | Europe PMC                        | why sleep? 睡眠與記憶 |
        | doaj           | Directory of Open Access Journals | why sleep? 睡眠與記憶 |

      Examples: Words that services have stumbled over
        | id             | name                              | topic                                                            |
        | openalex       | OpenAlex                          | Love, actually                                                   |
        | openalex       | OpenAlex                          | children’s literature                                            |
        | openalex       | OpenAlex                          | Does play improve reading?                                       |
        | doaj           | Directory of Open Access Journals | Does play improve reading?                                       |
        | doaj           | Directory of Open Access Journals | doi:10.1002/1521-3994(200008)321:3<163::AID-ASNA163>3.0.CO;2-S   |
        | europe-pmc     | Europe PMC                        | 10.1016/S0140-6736(97)11096-0                                    |
        | europe-pmc     | Europe PMC                        | -aardvark                                                        |
        | arxiv          | arXiv                             | uso de Inteligência Artificial (modelso                          |

    @reject @needs_registry_closed
    Example: A topic that looks like a parameter stays a topic
      Given the user asks for "sleep&per-page=200&mailto=a" from "OpenAlex"
      And the user wants the mode registry_closed
      And the adapter of "openalex" finds a record
      When the host runs the task
      Then the request for "openalex" carries the topic whole
      And "openalex" ends as SUCCESS

    @reject @needs_registry_closed
    Example: A topic that looks like a path stays a topic
      Given the user asks for "../../journals/sleep" from "Directory of Open Access Journals"
      And the user wants the mode registry_closed
      And the adapter of "doaj" finds a record
      When the host runs the task
      Then the request for "doaj" carries the topic whole
      And "doaj" ends as SUCCESS

  @DIRECT-05 @MUST_NOT @interpretation
  Rule: Operators and brackets in the topic do not dissolve the restriction that a template fixes
    Protocol: Direct adapters
    Contract: /adapters/*/notes

    @accept @needs_registry_closed
    Example: An ordinary topic is restricted by the fixed clause
      Given the user asks for "sleep and memory" from "Europe PMC"
      And the user wants the mode registry_closed
      And the adapter of "europe-pmc" finds a record
      When the host runs the task
      Then the fixed clause for "europe-pmc" still binds
      And "europe-pmc" ends as SUCCESS

    @reject @needs_registry_closed
    Scenario Outline: The restriction of <name> holds against <topic>
      Given the user asks for "<topic>" from "<name>" and "OpenAlex"
      And the user wants the mode registry_closed
      And the adapter of "<id>" would find a record
      And the adapter of "openalex" finds a record
      When the host runs the task
      Then every request for "<id>" keeps to the published template
      And the fixed clause for "<id>" still binds
      And "openalex" ends as SUCCESS

      Examples: Attempts to get out of it
        | id          | name                                    | topic                                  |
        | europe-pmc  | Europe PMC                              | sleep) OR (OPEN_ACCESS:N               |
        | europe-pmc  | Europe PMC                              | sleep) OR (memory                      |
        | zenodo      | Zenodo                                  | sleep OR resource_type.type:dataset    |
        | zenodo      | Zenodo                                  | sleep \|\| memory                      |
        | arxiv-cs-cl | arXiv cs.CL — Computation and Language  | parsing OR all:physics                 |
        | arxiv-cs-cl | arXiv cs.CL — Computation and Language  | parsing) OR (cat:hep-th                |

  @DIRECT-06 @MUST
  Rule: The limit is a whole number from one to the adapter's maximum
    Protocol: Direct adapters
    Contract: /adapters/*/maximum_limit

    @accept @needs_registry_closed
    Example: Without a wish the limit is within bounds
      Given the user asks for "sleep and memory" from "Zenodo"
      And the user wants the mode registry_closed
      And the adapter of "zenodo" finds a record
      When the host runs the task
      Then the request for "zenodo" keeps to the maximum
      And "zenodo" ends as SUCCESS
      And the record of "zenodo" is reported

    @accept @needs_registry_closed @interpretation
    Example: Without a wish it is the default
      Given the user asks for "sleep and memory" from "Zenodo"
      And the user wants the mode registry_closed
      And the adapter of "zenodo" finds a record
      When the host runs the task
      Then the request for "zenodo" has the limit 10
      And "zenodo" ends as SUCCESS

    @reject @needs_registry_closed
    Scenario Outline: A wish for 500 results does not lift the bound of <name>
      Given the user asks for "sleep and memory" from "<name>"
      And the user wants the mode registry_closed
      And the user wants 500 results
      And the adapter of "<id>" finds a record
      When the host runs the task
      Then the request for "<id>" keeps to the maximum
      And "<id>" ends as SUCCESS

      Examples: A bound of 25, and one of 100
        | id       | name     |
        | zenodo   | Zenodo   |
        | openalex | OpenAlex |
