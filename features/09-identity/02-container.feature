@identity
Feature: The container of the original record
  A page belongs to a source when its own metadata name the source as the container. What the broker says, what stands
  elsewhere on the page, and what merely looks similar, proves nothing.

  Background:
    Given the published release

  @IDENT-03 @MUST
  Rule: An identity that is missing or ambiguous ends as SOURCE_IDENTITY_GAP
    Protocol: Default success path, step 7
    Contract: /brokered_discovery/source_route_derivation/identity_failure_status

    @accept
    Example: The page names one container
      Given the user asks for "antibiotic resistance" from "PLOS Biology"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3002503"
      When the host runs the task
      Then "plos-biology" ends as SUCCESS
      And an item cites that page

    @reject
    Example: The page names two containers
      Given the user asks for "antibiotic resistance" from "PLOS Biology"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3002504"
      And that page names the two containers "PLOS Biology" and "PLOS Medicine"
      When the host runs the task
      Then "plos-biology" ends as SOURCE_IDENTITY_GAP
      And no item cites that page

    @reject
    Example: The page declares the source and shows its reader another journal
      Given the user asks for "antibiotic resistance" from "PLOS Biology"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3002505"
      And that page declares "PLOS Biology" and shows "PLOS Medicine"
      When the host runs the task
      Then "plos-biology" ends as SOURCE_IDENTITY_GAP
      And no item cites that page

    @reject
    Example: The page names no container although its address looks right
      Given the user asks for "antibiotic resistance" from "PLOS Biology"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3002506"
      And that page names no container
      When the host runs the task
      Then "plos-biology" ends as SOURCE_IDENTITY_GAP
      And no item cites that page
      And that page is reported as rejected for IDENTITY

    @reject @needs_fulltext
    Example: A full text that is wanted and names no container is nobody's
      Given the user asks for "antibiotic resistance" from "PLOS Biology"
      And the user wants to know what the full text says
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3001215"
      And that page names no container
      When the host runs the task
      Then "plos-biology" ends as SOURCE_IDENTITY_GAP
      And no item cites that page

    @reject @interpretation
    Scenario Outline: That page <is> and belongs to no single record
      Given the user asks for "antibiotic resistance" from "PLOS Biology"
      And the broker finds "https://journals.plos.org/plosbiology/search?q=sleep&page=3002507"
      And that page <is>
      When the host runs the task
      Then "plos-biology" ends as SOURCE_IDENTITY_GAP
      And no item cites that page

      Examples: Pages of the site
        | is                       |
        | is the site's home page  |
        | is a list of search results |

  @IDENT-04 @SHOULD
  Rule: ISSN, record id and DOI support the identity where the page offers them, and their contradiction defeats it
    Protocol: Default success path, step 7
    Contract: /brokered_discovery/source_route_derivation/origin_identity_fields

    @accept
    Example: Tags and JSON-LD give the same ISSN
      Given the user asks for "antibiotic resistance" from "BMC Plant Biology"
      And the broker finds "https://link.springer.com/article/10.1186/s12870-024-18001-1"
      And that page gives the ISSN "1471-2229" in its tags and "1471-2229" in its JSON-LD
      When the host runs the task
      Then "bmc-plant-biology" ends as SUCCESS
      And an item cites that page
      And the identity of "bmc-plant-biology" is reported as verified

    @accept
    Example: Tags give one ISSN and JSON-LD two, that one among them
      Given the registry lists "Climate Dynamics"
      And the user asks for "antibiotic resistance" from "Climate Dynamics"
      And the broker finds "https://link.springer.com/article/10.1007/s00382-024-18002-2"
      And that page gives the ISSN "1432-0894" in its tags and "0930-7575, 1432-0894" in its JSON-LD
      When the host runs the task
      Then "climate-dynamics" ends as SUCCESS
      And an item cites that page

    @accept
    Example: A check digit in lower case is the same ISSN
      Given the registry lists "Nature Climate Change"
      And the user asks for "antibiotic resistance" from "Nature Climate Change"
      And the broker finds "https://www.nature.com/articles/s41558-024-18006-2"
      And that page gives the ISSN "1758-678x" in its tags and "1758-678X" in its JSON-LD
      When the host runs the task
      Then "nature-climate-change" ends as SUCCESS
      And an item cites that page

    @accept
    Example: A DOI prefix that the server took up lately contradicts nothing
      Given the user asks for "antibiotic resistance" from "bioRxiv"
      And the broker finds "https://www.biorxiv.org/content/10.64898/2025.12.01.618007v1"
      When the host runs the task
      Then "biorxiv" ends as SUCCESS
      And an item cites that page

    @reject
    Example: The name is right, and tags and JSON-LD give the ISSNs of two journals
      Given the user asks for "antibiotic resistance" from "BMC Plant Biology"
      And the broker finds "https://link.springer.com/article/10.1186/s12870-024-18003-1"
      And that page gives the ISSN "1471-2229" in its tags and "1746-4811" in its JSON-LD
      When the host runs the task
      Then "bmc-plant-biology" ends as SOURCE_IDENTITY_GAP
      And that page is reported as rejected for IDENTITY
      And no item cites that page

    @reject
    Example: The name is right, and the page gives two DOIs
      Given the user asks for "antibiotic resistance" from "PLOS Biology"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3018004"
      And that page gives the DOI "10.1371/journal.pmed.1018004" beside its own
      When the host runs the task
      Then "plos-biology" ends as SOURCE_IDENTITY_GAP
      And that page is reported as rejected for IDENTITY
      And no item cites that page

    @reject
    Example: The name is right, and the record's id is not that of its address
      Given the user asks for "antibiotic resistance" from "PsyArXiv"
      And the broker finds "https://osf.io/preprints/psyarxiv/q8r05"
      And that page gives the record id "zk9x3"
      When the host runs the task
      Then "psyarxiv" ends as SOURCE_IDENTITY_GAP
      And that page is reported as rejected for IDENTITY
      And no item cites that page

  @IDENT-06 @MUST_NOT
  Rule: Title, snippet and label of a broker's result are no evidence of identity
    Protocol: What "only registered sources" means; Default success path, step 7
    Contract: /brokered_discovery/source_route_derivation/shared_host_rule

    @accept
    Example: The broker names another journal, and the page prevails
      Given the user asks for "antibiotic resistance" from "PLOS Biology"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3018011"
      And the broker says of that page "PLOS Medicine"
      When the host runs the task
      Then "plos-biology" ends as SUCCESS
      And an item cites that page
      And the report holds that page's own words

    @reject
    Example: The broker names the source, and the page names another journal
      Given the user asks for "antibiotic resistance" from "PLOS Biology"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3018012"
      And the broker says of that page "PLOS Biology"
      And that page is an article of "PLOS Medicine"
      When the host runs the task
      Then "plos-biology" ends as SOURCE_IDENTITY_GAP
      And that page is reported as rejected for IDENTITY
      And no item cites that page

    @reject
    Example: The broker names the source, and the page names none
      Given the user asks for "antibiotic resistance" from "PLOS Biology"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3018013"
      And the broker says of that page "PLOS Biology"
      And that page names no container
      When the host runs the task
      Then "plos-biology" ends as SOURCE_IDENTITY_GAP
      And that page is reported as rejected for IDENTITY
      And no item cites that page

  @IDENT-07 @MUST
  Rule: Names are compared whole, and a name that contains the registered one or is contained in it is another name
    Protocol: Shared-host rule
    Contract: /brokered_discovery/source_route_derivation/origin_identity_fields

    @accept
    Example: The container is Computational Linguistics
      Given the user asks for "antibiotic resistance" from "Computational Linguistics"
      And the broker finds "https://aclanthology.org/2024.cl-1.181/"
      And that page is an article of "Computational Linguistics"
      When the host runs the task
      Then "computational-linguistics" ends as SUCCESS
      And an item cites that page

    @accept @interpretation
    Scenario Outline: <name> is the same name when its page spells it <container>
      Given the user asks for "antibiotic resistance" from "<name>"
      And the broker finds "<url>"
      And that page is an article of "<container>"
      When the host runs the task
      Then "<id>" ends as SUCCESS
      And an item cites that page

      Examples: Spellings
        | name                      | id                       | container                 | url                                                                           |
        | PLOS Biology              | plos-biology             | PLoS Biology              | https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3018022 |
        | Trees, Forests and People | trees-forests-and-people | Trees, Forests & People   | https://www.sciencedirect.com/science/article/pii/S2666719324018023           |
        | BMC Women's Health        | bmc-womens-health        | BMC Women’s Health        | https://link.springer.com/article/10.1186/s12905-024-18024-1                  |
        | Royal Society Open Science | royal-society-open-science | Royal Society Open Science (ISSN 2054-5703) | https://royalsocietypublishing.org/doi/10.1098/rsos.248025 |

    @reject
    Scenario Outline: <container> is not <name>
      Given the user asks for "antibiotic resistance" from "<name>"
      And the broker finds "<url>"
      And that page is an article of "<container>"
      When the host runs the task
      Then "<id>" ends as SOURCE_IDENTITY_GAP
      And that page is reported as rejected for IDENTITY
      And no item cites that page

      Examples: The registered name is a part of the container's
        | container                                                     | name                                             | id                        | url                                                                           |
        | Transactions of the Association for Computational Linguistics | Computational Linguistics                        | computational-linguistics | https://aclanthology.org/2024.tacl-1.182/                                     |
        | Computational Linguistics in the Netherlands Journal          | Computational Linguistics                        | computational-linguistics | https://aclanthology.org/2024.clin-1.183/                                     |
        | Monthly Notices of the Royal Astronomical Society: Letters    | Monthly Notices of the Royal Astronomical Society | mnras                     | https://academic.oup.com/mnrasl/article/530/1/L18/7018034                     |
        | PLOS Biology Conference Abstracts                             | PLOS Biology                                     | plos-biology              | https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3018035 |
        | Plant Direct-Basel                                            | Plant Direct                                     | plant-direct              | https://onlinelibrary.wiley.com/doi/10.1002/pld3.18042                        |

      Examples: The container is a part of the registered name
        | container      | name                    | id                    | url                                                        |
        | Nature         | Nature Communications   | nature-communications | https://www.nature.com/articles/s41467-024-18036-1         |
        | Women's Health | BMC Women's Health      | bmc-womens-health     | https://link.springer.com/article/10.1186/s12905-024-18037-1 |
        | bioRxiv        | bioRxiv — Plant Biology | biorxiv-plant-biology | https://www.biorxiv.org/content/10.1101/2024.10.07.618038v1 |

      Examples: The names differ in a word
        | container                          | name                               | id                          | url                                                                           |
        | PLOS Computational Biology         | PLOS Biology                       | plos-biology                | https://journals.plos.org/ploscompbiol/article?id=10.1371/journal.pcbi.3018039 |
        | Proceedings of the Royal Society A | Proceedings of the Royal Society B | royal-society-proceedings-b | https://royalsocietypublishing.org/doi/10.1098/rspb.2024.8040                 |
        | Frontiers of Psychology            | Frontiers in Psychology            | frontiers-psychology        | https://www.frontiersin.org/articles/10.3389/fpsyg.2024.18041/full            |

  @IDENT-08 @MUST
  Rule: SUCCESS means that the identity is verified, the original was observed and the candidate is called VERIFIED
    Protocol: Trace requirements; Terminal and gap states
    Contract: /trace_required_fields

    @accept
    Example: A success says all three
      Given the user asks for "antibiotic resistance" from "PLOS Biology"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3018051"
      When the host runs the task
      Then "plos-biology" ends as SUCCESS
      And the identity of "plos-biology" is reported as verified
      And each success is consistent
      And each source ends as its traces say

    @reject
    Example: Beside a success, a page of another journal is called verified nowhere
      Given the user asks for "antibiotic resistance" from "PLOS Biology" and "Frontiers in Psychology"
      And the broker finds "https://www.frontiersin.org/articles/10.3389/fsoc.2024.18053/full" for "frontiers-psychology"
      And that page is an article of "Frontiers in Sociology"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3018052" for "plos-biology"
      When the host runs the task
      Then "plos-biology" ends as SUCCESS
      And an item cites that page
      And each success is consistent
      And each source ends as its traces say
      And "frontiers-psychology" ends as SOURCE_IDENTITY_GAP
      And the identity of "frontiers-psychology" is nowhere reported as verified
