@adapters
Feature: What an adapter's answer is worth
  An answer counts if it arrived, is in the declared format and can be read. A failure is a gap, whatever the service
  calls it, and never an empty result. What is found is metadata.

  Background:
    Given the published release

  @DIRECT-07 @MUST
  Rule: A failure of the adapter is SOURCE_FETCH_GAP, never NO_RESULTS and never a violation
    Protocol: Terminal and gap states; Direct adapters

    @accept @needs_registry_closed
    Example: The adapter answers
      Given the user asks for "sleep and memory" from "Europe PMC"
      And the user wants the mode registry_closed
      And the adapter of "europe-pmc" finds a record
      When the host runs the task
      Then "europe-pmc" ends as SUCCESS
      And the record of "europe-pmc" is reported
      And the traces carry times of the run

    @reject @needs_registry_closed
    Scenario Outline: The adapter of Europe PMC <fails> and that of OpenAlex answers
      Given the user asks for "sleep and memory" from "Europe PMC" and "OpenAlex"
      And the user wants the mode registry_closed
      And the adapter of "europe-pmc" <fails>
      And the adapter of "openalex" finds a record
      When the host runs the task
      Then "europe-pmc" ends as SOURCE_FETCH_GAP
      And the trace of "europe-pmc" claims nothing
      And no item comes from "europe-pmc"
      And the traces repeat the adapter calls of the wire
      And "openalex" ends as SUCCESS
      And the record of "openalex" is reported

      Examples: Statuses
        | fails       |
        | answers 400 |
        | answers 404 |
        | answers 429 |
        | answers 500 |
        | answers 503 |

      Examples: Failures of transport
        | fails              |
        | times out          |
        | cannot be reached  |
        | cannot be resolved |
        | breaks off         |

      Examples: Answers that are not what was asked for
        | fails                                                |
        | answers with a page of HTML                          |
        | answers with a page of HTML under its own media type |
        | calls its answer HTML                                |
        | is cut off within its answer                         |
        | answers with nothing at all                          |
        | tells of an error in a 200                           |
        | counts records and lists none                        |
        | neither counts records nor lists any                 |

    @reject @needs_registry_closed
    Scenario Outline: The adapter of <name> <fails>
      Given the user asks for "sleep and memory" from "<name>" and "Europe PMC"
      And the user wants the mode registry_closed
      And the adapter of "<id>" <fails>
      And the adapter of "europe-pmc" finds a record
      When the host runs the task
      Then "<id>" ends as SOURCE_FETCH_GAP
      And the trace of "<id>" claims nothing
      And no item comes from "<id>"
      And "europe-pmc" ends as SUCCESS

      Examples: Failures that the services hide in a 200
        | id             | name                              | fails                         |
        | pubmed-central | PubMed Central (PMC)              | tells of an error in a 200    |
        | arxiv          | arXiv                             | tells of an error in a 200    |
        | openalex       | OpenAlex                          | tells of an error in a 200    |
        | doaj           | Directory of Open Access Journals | tells of an error in a 200    |
        | zenodo         | Zenodo                            | tells of an error in a 200    |
        | arxiv          | arXiv                             | counts records and lists none |
        | openalex       | OpenAlex                          | counts records and lists none |
        | pubmed-central | PubMed Central (PMC)              | counts records and lists none |
        | doaj           | Directory of Open Access Journals | counts records and lists none |
        | zenodo         | Zenodo                            | counts records and lists none |

      Examples: An Atom feed that is none
        | id    | name  | fails                                                |
        | arxiv | arXiv | is cut off within its answer                         |
        | arxiv | arXiv | answers with a page of HTML under its own media type |
        | arxiv | arXiv | answers 429                                          |
        | arxiv | arXiv | times out                                            |

      Examples: JSON with a raw newline in a text, which is none
        | id             | name                 | fails                                      |
        | pubmed-central | PubMed Central (PMC) | tells of an error in a 200 that is no JSON |

    @reject @needs_direct_only
    Example: A refusal in the mode direct_only is such a gap
      Given the user asks for "sleep and memory" from "Europe PMC" and "OpenAlex"
      And the user wants the mode direct_only
      And the adapter of "europe-pmc" answers 429
      And the adapter of "openalex" finds a record
      When the host runs the task
      Then "europe-pmc" ends as SOURCE_FETCH_GAP
      And the trace of "europe-pmc" claims nothing
      And "openalex" ends as SUCCESS

  @DIRECT-08 @MUST
  Rule: A readable answer without hits is NO_RESULTS; SUCCESS needs at least one hit and its dedupe key
    Protocol: Terminal and gap states

    @accept @needs_registry_closed
    Example: Three hits are three items
      Given the user asks for "sleep and memory" from "OpenAlex"
      And the user wants the mode registry_closed
      And the adapter of "openalex" finds 3 records
      When the host runs the task
      Then "openalex" ends as SUCCESS
      And the records of "openalex" are reported
      And "openalex" has 3 items
      And each success carries a dedupe key
      And the traces repeat the adapter calls of the wire

    @accept @needs_registry_closed
    Scenario Outline: A record of <name> that is called "0" is a record
      Given the user asks for "sleep and memory" from "<name>"
      And the user wants the mode registry_closed
      And the adapter of "<id>" finds a record called "0"
      When the host runs the task
      Then "<id>" ends as SUCCESS
      And "<id>" has 1 item
      And an item of "<id>" is called "0"

      Examples: An Atom feed and JSON
        | id       | name     |
        | arxiv    | arXiv    |
        | openalex | OpenAlex |

    @reject @needs_registry_closed
    Scenario Outline: <name> finds nothing
      Given the user asks for "sleep and memory" from "<name>"
      And the user wants the mode registry_closed
      And the adapter of "<id>" finds nothing
      When the host runs the task
      Then "<id>" ends as NO_RESULTS
      And no item comes from "<id>"
      And the traces repeat the adapter calls of the wire

      Examples: Each kind of service
        | id             | name                              |
        | europe-pmc     | Europe PMC                        |
        | openalex       | OpenAlex                          |
        | pubmed-central | PubMed Central (PMC)              |
        | doaj           | Directory of Open Access Journals |
        | zenodo         | Zenodo                            |
        | arxiv          | arXiv                             |

    @reject @needs_registry_closed @interpretation
    Example: The trace of an empty answer says zero
      Given the user asks for "sleep and memory" from "OpenAlex"
      And the user wants the mode registry_closed
      And the adapter of "openalex" finds nothing
      When the host runs the task
      Then "openalex" ends as NO_RESULTS
      And the trace of "openalex" counts 0 results

  @DIRECT-09 @MUST_NOT
  Rule: Links and identifiers in an adapter's answer are not opened
    Protocol: Default success path, step 6
    Contract: /adapters/*/notes

    @accept @needs_registry_closed
    Example: The hit is reported and nothing is opened
      Given the user asks for "sleep and memory" from "OpenAlex"
      And the user wants the mode registry_closed
      And the adapter of "openalex" finds a record
      When the host runs the task
      Then "openalex" ends as SUCCESS
      And the record of "openalex" is reported
      And no page is opened

    @reject @needs_registry_closed
    Scenario Outline: What a record of <name> leads to would answer, and is not asked
      Given the user asks for "sleep and memory" from "<name>"
      And the user wants the mode registry_closed
      And the adapter of "<id>" finds a record whose links would answer
      When the host runs the task
      Then no page is opened
      And "<id>" ends as SUCCESS
      And the record of "<id>" is reported

      Examples: Copies, resolvers, landing pages and files
        | id             | name                              |
        | europe-pmc     | Europe PMC                        |
        | openalex       | OpenAlex                          |
        | pubmed-central | PubMed Central (PMC)              |
        | doaj           | Directory of Open Access Journals |
        | zenodo         | Zenodo                            |
        | arxiv          | arXiv                             |

    @reject @needs_registry_closed
    Example: A wish for the full text opens them no more
      Given the user asks for "sleep and memory" from "arXiv"
      And the user wants the mode registry_closed
      And the user wants to know what the full text says
      And the adapter of "arxiv" finds a record whose links would answer
      When the host runs the task
      Then no page is opened
      And "arxiv" ends as SUCCESS or FULLTEXT_NOT_AUTHORIZED

  @DIRECT-10 @MUST
  Rule: Redirects of an adapter stay on its declared host, and leaving it is CLOSED_WORLD_VIOLATION
    Protocol: Terminal and gap states
    Contract: /adapters/*/redirect_policy

    @accept @needs_registry_closed
    Example: A redirect within the host ends at an answer, or in a gap if it is not followed
      Given the user asks for "sleep and memory" from "OpenAlex" and "Europe PMC"
      And the user wants the mode registry_closed
      And the adapter of "openalex" redirects to "https://api.openalex.org/v2/works?search=sleep"
      And the adapter of "europe-pmc" finds a record
      When the host runs the task
      Then "openalex" ends as SUCCESS, at worst SOURCE_FETCH_GAP
      And "europe-pmc" ends as SUCCESS
      And the record of "europe-pmc" is reported

    @reject @needs_registry_closed
    Scenario Outline: A redirect <where> is not followed
      Given the user asks for "sleep and memory" from "OpenAlex" and "Europe PMC"
      And the user wants the mode registry_closed
      And the adapter of "openalex" redirects to "<target>"
      And the adapter of "europe-pmc" finds a record
      When the host runs the task
      Then "<target>" is never requested
      And "openalex" ends as SOURCE_FETCH_GAP, at worst CLOSED_WORLD_VIOLATION
      And no item comes from "openalex"
      And "europe-pmc" ends as SUCCESS

      Examples: Ways out
        | where                        | target                                          |
        | to another host              | https://mirror.scholar-commons.net/works        |
        | to the parent domain         | https://openalex.org/works?search=sleep         |
        | to another adapter's host    | https://doaj.org/api/v4/search/sleep            |
        | without encryption           | http://api.openalex.org/works?search=sleep      |

      @interpretation
      Examples: The same host at another port
        | where                        | target                                          |
        | to another port              | https://api.openalex.org:8443/works             |

  @DIRECT-11 @MUST
  Rule: The seven arXiv adapters share one pace: one request at a time, at least three seconds apart
    Protocol: Direct adapters
    Contract: /adapters/arxiv/notes

    @accept @needs_registry_closed
    Example: Two arXiv sources are asked one after the other
      Given the user asks for "machine translation" from "arXiv cs.CL — Computation and Language" and "arXiv cs.LG — Machine Learning"
      And the user wants the mode registry_closed
      And the adapter of "arxiv-cs-cl" finds a record
      And the adapter of "arxiv-cs-lg" finds a record
      When the host runs the task
      Then requests to arXiv keep three seconds apart
      And "arxiv-cs-cl" ends as SUCCESS
      And "arxiv-cs-lg" ends as SUCCESS
      And the record of "arxiv-cs-lg" is reported

    @accept @needs_registry_closed @interpretation
    Example: A feed that counted records and listed none may be asked for once more, at the same pace
      Given the user asks for "machine translation" from "arXiv" and "arXiv cs.CL — Computation and Language"
      And the user wants the mode registry_closed
      And the adapter of "arxiv" counts records and lists none at first, then finds a record
      And the adapter of "arxiv-cs-cl" finds a record
      When the host runs the task
      Then requests to arXiv keep three seconds apart
      And "arxiv" ends as SUCCESS or SOURCE_FETCH_GAP
      And "arxiv-cs-cl" ends as SUCCESS

    @reject @needs_registry_closed
    Example: An empty feed is not asked for again
      Given the user asks for "machine translation" from "arXiv" and "arXiv cs.CL — Computation and Language"
      And the user wants the mode registry_closed
      And the adapter of "arxiv" finds nothing
      And the adapter of "arxiv-cs-cl" finds a record
      When the host runs the task
      Then requests to arXiv keep three seconds apart
      And the adapter of "arxiv" is asked once
      And "arxiv" ends as NO_RESULTS
      And "arxiv-cs-cl" ends as SUCCESS

  @DIRECT-12 @MUST_NOT
  Rule: In registry_brokered mode an adapter is never the first attempt; it may check what the broker's search came to
    Protocol: Direct adapters
    Contract: /brokered_discovery/direct_adapter_role

    @accept
    Example: The broker is asked first, and its page is used
      Given the user asks for "quantum physics" from "arXiv"
      And the broker finds "https://arxiv.org/abs/2401.09012"
      And the adapter of "arxiv" would find a record
      When the host runs the task
      Then "arxiv" ends as SUCCESS
      And an item cites that page
      And no adapter is asked before the broker was asked about its source

    @reject
    Example: The broker finds nothing where the adapter would
      Given the user asks for "quantum physics" from "arXiv" and "PLOS Biology"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3009013" for "plos-biology"
      And the broker finds nothing for "arxiv"
      And the adapter of "arxiv" would find a record
      When the host runs the task
      Then "arxiv" ends as NO_RESULTS
      And no adapter is asked before the broker was asked about its source
      And the report and its traces carry the mode registry_brokered
      And "plos-biology" ends as SUCCESS

  @DIRECT-13 @MUST_NOT
  Rule: An adapter's hit is no proof of full text, licence, version or peer review beyond what the adapter's rule says
    Protocol: Direct adapters
    Contract: /adapters/*/oa_result_rule

    @accept @needs_registry_closed
    Example: A record that is silent on them is reported without them
      Given the user asks for "sleep and memory" from "OpenAlex"
      And the user wants the mode registry_closed
      And the adapter of "openalex" finds a record
      When the host runs the task
      Then "openalex" ends as SUCCESS
      And the record of "openalex" is reported as metadata
      And of the record of "openalex" nothing is said about licence, version and peer_review

    @reject @needs_registry_closed
    Scenario Outline: That <name> found a record says nothing of <facts>
      Given the user asks for "sleep and memory" from "<name>"
      And the user wants the mode registry_closed
      And the adapter of "<id>" finds a record
      When the host runs the task
      Then "<id>" ends as SUCCESS
      And the record of "<id>" is reported as metadata
      And of the record of "<id>" nothing is said about <facts>

      Examples: Services whose records suggest more than they say
        | id             | name                              | facts                            |
        | europe-pmc     | Europe PMC                        | licence, version and peer_review |
        | pubmed-central | PubMed Central (PMC)              | licence, version and peer_review |
        | doaj           | Directory of Open Access Journals | licence, version and peer_review |
        | zenodo         | Zenodo                            | licence, version and peer_review |
        | arxiv          | arXiv                             | licence and peer_review          |
