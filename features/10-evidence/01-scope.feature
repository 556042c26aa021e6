@evidence
Feature: What a source may support
  The registry says of each source what it may be used for. A database of metadata supports no claim on what an article
  says, and neither does a source without the full-text role, however much its pages show.

  Background:
    Given the published release

  @EVID-01 @MUST_NOT
  Rule: A source of the scope metadata_only is used for metadata discovery and for nothing more
    Protocol: Default success path, step 8
    Contract: /brokered_discovery/source_route_derivation/metadata_only_rule

    @accept
    Scenario Outline: A record of <name> is reported as metadata
      Given the user asks for "sleep and memory" from "<name>"
      And the broker finds "<url>"
      When the host runs the task
      Then "<id>" ends as SUCCESS
      And that page's item is of the class registry_metadata
      And the report holds that page's own words

      Examples: Databases
        | name                             | id       | url                                      |
        | OpenAlex                         | openalex | https://openalex.org/W4410014001         |
        | PubMed                           | pubmed   | https://pubmed.ncbi.nlm.nih.gov/39014002 |
        | Directory of Open Access Journals | doaj    | https://doaj.org/article/14003           |

    @reject
    Scenario Outline: A page of <name> that shows a full text is still metadata
      Given the user asks for "sleep and memory" from "<name>"
      And the broker finds "<url>"
      And that page holds the full text
      When the host runs the task
      Then "<id>" ends as SUCCESS
      And that page's item is of the class registry_metadata
      And nothing from that page's full text is in the report's items or answer

      Examples: The same databases
        | name                             | id       | url                                      |
        | OpenAlex                         | openalex | https://openalex.org/W4410014004         |
        | PubMed                           | pubmed   | https://pubmed.ncbi.nlm.nih.gov/39014005 |
        | Directory of Open Access Journals | doaj    | https://doaj.org/article/14006           |

    @reject
    Example: Asked for the full text it supports none, beside a source that may
      Given the user asks for "sleep and memory" from "OpenAlex" and "PLOS Biology"
      And the user wants to know what the full text says
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3014007" for "plos-biology"
      And the broker finds "https://openalex.org/W4410014008" for "openalex" if it is asked
      And that page holds the full text if it is asked
      When the host runs the task
      Then nothing of "openalex" is claimed as original_fulltext
      And nothing from that page's full text is in the report's items or answer
      And "plos-biology" ends as SUCCESS
      And an item cites "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3014007"

  @EVID-02 @MUST
  Rule: A demand for full text from such a source ends as FULLTEXT_NOT_AUTHORIZED, and no source with the role ends so
    Protocol: Terminal and gap states
    Contract: /brokered_discovery/source_route_derivation/metadata_only_rule

    @accept @needs_fulltext
    Example: A source with the role gives its full text
      Given the user asks for "sleep and memory" from "PLOS Biology"
      And the user wants to know what the full text says
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3014011"
      And that page holds the full text
      When the host runs the task
      Then "plos-biology" ends as SUCCESS
      And that page's item is of the class original_fulltext
      And the report holds that page's own words

    @accept
    Example: Nobody asks the database for full text
      Given the user asks for "sleep and memory" from "OpenAlex"
      And the broker finds "https://openalex.org/W4410014012"
      When the host runs the task
      Then "openalex" ends as SUCCESS
      And that page's item is of the class registry_metadata

    @reject
    Scenario Outline: Full text is wanted from <name>
      Given the user asks for "sleep and memory" from "<name>" and "PLOS Biology"
      And the user wants to know what the full text says
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3014013" for "plos-biology"
      And the broker finds "<url>" for "<id>" if it is asked
      And that page holds the full text if it is asked
      When the host runs the task
      Then "<id>" ends as FULLTEXT_NOT_AUTHORIZED
      And nothing of "<id>" is claimed as original_fulltext
      And no item cites that page
      And "plos-biology" ends as SUCCESS
      And an item cites "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3014013"

      Examples: Databases
        | name                             | id       | url                                      |
        | OpenAlex                         | openalex | https://openalex.org/W4410014014         |
        | PubMed                           | pubmed   | https://pubmed.ncbi.nlm.nih.gov/39014015 |
        | Directory of Open Access Journals | doaj    | https://doaj.org/article/14016           |

    @reject
    Scenario Outline: A page that <fails> is no want of authority
      Given the user asks for "sleep and memory" from "PLOS Biology" and "Frontiers in Psychology"
      And the user wants to know what the full text says
      And the broker finds "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.14018/full" for "frontiers-psychology"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3014017" for "plos-biology"
      And that page <fails>
      When the host runs the task
      Then "plos-biology" ends as ORIGINAL_FETCH_GAP
      And no item cites that page
      And "frontiers-psychology" ends as SUCCESS
      And an item cites "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.14018/full"

      Examples: Failures
        | fails       |
        | times out   |
        | answers 403 |

  @EVID-03 @MUST
  Rule: A claim on content needs a source with the full-text role, whatever its oa_scope says
    Protocol: Default success path, step 8
    Contract: /brokered_discovery/original_source_fetch_required_for_content_claims

    @accept @needs_fulltext
    Scenario Outline: <name> has the role and supports content
      Given the user asks for "sleep and memory" from "<name>"
      And the user wants to know what the full text says
      And the broker finds "<url>"
      And that page holds the full text
      When the host runs the task
      Then "<id>" ends as SUCCESS
      And that page's item is of the class original_fulltext
      And the report holds that page's own words

      Examples: A preprint server and a journal of mixed access
        | name                             | id                          | url                                                                    |
        | PsyArXiv                         | psyarxiv                    | https://osf.io/preprints/psyarxiv/q4r21                                |
        | Proceedings of the Royal Society B | royal-society-proceedings-b | https://royalsocietypublishing.org/doi/10.1098/rspb.2024.4022 |

    @accept
    Scenario Outline: <name> lacks the role and is reported as metadata
      Given the user asks for "sleep and memory" from "<name>"
      And the broker finds "<url>"
      When the host runs the task
      Then "<id>" ends as SUCCESS
      And that page's item is of the class registry_metadata
      And the report holds that page's own words

      Examples: Registers of studies
        | name               | id                 | url                                          |
        | OSF Registries     | osf-registries     | https://osf.io/registries/osf/q4r23          |
        | ClinicalTrials.gov | clinicaltrials-gov | https://clinicaltrials.gov/study/NCT07014024 |

    @reject
    Scenario Outline: <name> supports no content although it is open and the page shows all of it
      Given the user asks for "sleep and memory" from "<name>" and "PLOS Biology"
      And the user wants to know what the full text says
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3014025" for "plos-biology"
      And the broker finds "<url>" for "<id>" if it is asked
      And that page holds the full text if it is asked
      When the host runs the task
      Then "<id>" ends as FULLTEXT_NOT_AUTHORIZED, at worst SUCCESS
      And nothing of "<id>" is claimed as original_fulltext
      And nothing from that page's full text is in the report's items or answer
      And "plos-biology" ends as SUCCESS
      And an item cites "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3014025"

      Examples: Registers of studies
        | name               | id                 | url                                          |
        | OSF Registries     | osf-registries     | https://osf.io/registries/osf/q4r26          |
        | ClinicalTrials.gov | clinicaltrials-gov | https://clinicaltrials.gov/study/NCT07014027 |
