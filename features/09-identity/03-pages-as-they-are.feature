@identity
Feature: Pages as they are
  Every publisher says in a way of its own which journal a page belongs to, and some pages say it badly. The names, values
  and oddities here are those of real pages; the articles are invented. What one page says for its journal it says
  against every other journal of the same host.

  Background:
    Given the published release

  @IDENT-01 @MUST
  Rule: Before a record is accepted, the original page confirms the selected source by its container title
    Protocol: Default success path, step 7
    Contract: /brokered_discovery/source_route_derivation/origin_identity_fields

    @accept
    Scenario Outline: The page of <source> names it as sites of its kind do
      Given the user asks for "sleep and memory" from "<source>"
      And the broker finds "<url>"
      When the host runs the task
      Then "<id>" ends as SUCCESS
      And an item cites that page
      And the identity of "<id>" is reported as verified

      Examples: Publishers
        | source                            | id                             | url                                                                           |
        | PLOS Biology                      | plos-biology                   | https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3017001 |
        | Frontiers in Psychology           | frontiers-psychology           | https://www.frontiersin.org/articles/10.3389/fpsyg.2024.17002/full            |
        | Nature Communications             | nature-communications          | https://www.nature.com/articles/s41467-024-17003-1                            |
        | BMC Plant Biology                 | bmc-plant-biology              | https://link.springer.com/article/10.1186/s12870-024-17004-1                  |
        | Nucleic Acids Research            | nucleic-acids-research         | https://academic.oup.com/nar/article/52/5/2405/7017005                        |
        | Royal Society Open Science        | royal-society-open-science     | https://royalsocietypublishing.org/doi/10.1098/rsos.2417006                   |
        | Plant Direct                      | plant-direct                   | https://onlinelibrary.wiley.com/doi/10.1002/pld3.17007                        |
        | Current Developments in Nutrition | current-developments-nutrition | https://www.sciencedirect.com/science/article/pii/S2475299124017008           |
        | The Cryosphere                    | the-cryosphere                 | https://tc.copernicus.org/articles/18/17009/2024/                             |
        | Open Mind                         | open-mind                      | https://direct.mit.edu/opmi/article/8/170/17010                               |

      Examples: Digital libraries and preprint servers
        | source                    | id                        | url                                                         |
        | Computational Linguistics | computational-linguistics | https://aclanthology.org/2024.cl-1.170/                     |
        | bioRxiv                   | biorxiv                   | https://www.biorxiv.org/content/10.1101/2024.10.07.617012v1 |
        | PsyArXiv                  | psyarxiv                  | https://osf.io/preprints/psyarxiv/q7r13                     |
        | MarXiv                    | marxiv                    | https://zenodo.org/records/14107014                         |

      @interpretation
      Examples: Names that the registry annotates
        | source                                      | id                       | url                                                                 |
        | Journal of Machine Learning Research (JMLR) | jmlr                     | https://jmlr.org/papers/v25/24-1715.html                            |
        | Nuclear Physics B — SCOAP³-covered articles | nuclear-physics-b-scoap3 | https://www.sciencedirect.com/science/article/pii/S0550321324017016 |

      @interpretation
      Examples: Repositories that are known by their site and the id of the record
        | source                                | id          | url                                 |
        | arXiv                                 | arxiv       | https://arxiv.org/abs/2410.17017    |
        | arXiv cs.CL — Computation and Language | arxiv-cs-cl | https://arxiv.org/abs/2410.17018    |
        | Zenodo                                | zenodo      | https://zenodo.org/records/14107019 |

    @accept @interpretation
    Scenario Outline: <source> is confirmed by its own record of an article in another's journal
      Given the user asks for "sleep and memory" from "<source>"
      And the broker finds "<url>"
      And that page, in the journal "PLOS Medicine", is a record of that source
      When the host runs the task
      Then "<id>" ends as SUCCESS
      And an item cites that page

      Examples: Databases
        | source     | id         | url                                          |
        | OpenAlex   | openalex   | https://openalex.org/W4410017021             |
        | Europe PMC | europe-pmc | https://europepmc.org/article/MED/39017022   |

    @accept @interpretation
    Example: A digital library is confirmed by the paper of a journal that it holds
      Given the user asks for "sleep and memory" from "ACL Anthology"
      And the broker finds "https://aclanthology.org/2024.tacl-1.173/"
      And that page is an article of "Transactions of the Association for Computational Linguistics (TACL)"
      When the host runs the task
      Then "acl-anthology" ends as SUCCESS
      And an item cites that page

    @accept
    Scenario Outline: <page> confirms its own journal and no other
      Given the registry lists <names>
      And the user asks for "sleep and memory" from <names>
      And the broker finds "<url>"
      And that page is set like "<page>"
      When the host runs the task
      Then "<id>" ends as SUCCESS
      And that page's item names "<id>" alone
      And every source but "<id>" ends as SOURCE_IDENTITY_GAP

      Examples: Journals
        | page                                                                     | id                                       | url                                                                                                  | names                                                                      |
        | a ScienceDirect page with an ampersand in the name                       | environmental-science-policy             | https://www.sciencedirect.com/science/article/pii/S1462901124007011                                  | "Environmental Science & Policy" and "Trees, Forests and People"           |
        | a Springer page that cites other journals in its head                    | climate-dynamics                         | https://link.springer.com/article/10.1007/s00382-024-7020-2                                          | "Climate Dynamics", "Plant Methods" and "BMC Plant Biology"                |
        | a Springer page with two years                                           | ambient-intelligence-humanized-computing | https://link.springer.com/article/10.1007/s12652-019-7040-8                                          | "Journal of Ambient Intelligence and Humanized Computing" and "Climate Dynamics" |
        | an npj page on a site called Nature                                      | npj-climate-atmospheric-science          | https://www.nature.com/articles/s41612-024-70502-2                                                   | "npj Climate and Atmospheric Science", "Nature" and "Nature Communications" |
        | a Nature Climate Change page with two ISSNs in JSON-LD and one beside it | nature-climate-change                    | https://www.nature.com/articles/s41558-024-70601-2                                                   | "Nature Climate Change", "Nature" and "npj Climate and Atmospheric Science" |
        | a Nature news item without citation tags                                 | nature                                   | https://www.nature.com/articles/d41586-024-70703-3                                                   | "Nature", "Nature Communications" and "Nature Climate Change"              |
        | a Nature page reduced to three tags                                      | nature                                   | https://www.nature.com/articles/d41586-024-70809-9                                                   | "Nature" and "Nature Communications"                                       |
        | an IOP page that cites a journal of nearly its name                      | biomedical-materials                     | https://iopscience.iop.org/article/10.1088/1748-605X/ad7090                                          | "Biomedical Materials" and "Metrologia"                                    |
        | an IOP page whose DOI has several slashes                                | metrologia                               | https://iopscience.iop.org/article/10.1088/0026-1394/61/4/710                                        | "Metrologia" and "Biomedical Materials"                                    |
        | a Project Euclid page with a DOI for its dc.Source                       | duke-mathematical-journal                | https://projecteuclid.org/journals/duke-mathematical-journal/volume-173/issue-7/On-sleep/10.1215/00127094-2024-7110.full | "Duke Mathematical Journal" and "Annals of Probability" |
        | an APS page whose canonical link leads to another host                   | physical-review-x                        | https://journals.aps.org/prx/abstract/10.1103/PhysRevX.14.071200                                     | "Physical Review X" and "Reviews of Modern Physics"                        |
        | an APS page of a journal that is not open                                | reviews-of-modern-physics                | https://journals.aps.org/rmp/abstract/10.1103/RevModPhys.96.071300                                   | "Reviews of Modern Physics" and "Physical Review X"                        |
        | an OUP page with its ISSN in JSON-LD alone                               | schizophrenia-bulletin                   | https://academic.oup.com/schizophreniabulletin/article/50/4/714/7071400                              | "Schizophrenia Bulletin" and "AoB PLANTS"                                  |
        | a Taylor & Francis page whose JSON-LD is a list of breadcrumbs           | acta-orthopaedica                        | https://www.tandfonline.com/doi/abs/10.1080/17453674.2024.715001                                     | "Acta Orthopaedica" and "Sexual and Reproductive Health Matters"           |
        | a Pensoft page in every vocabulary                                       | comparative-cytogenetics                 | https://www.pensoft.net/journals/compcytogen/article/7160/on-sleep                                   | "Comparative Cytogenetics" and "ZooKeys"                                   |
        | a Science page of 1970 with numbers for identifiers                      | science                                  | https://www.science.org/doi/10.1126/science.167.3917.717                                             | "Science" and "Science Advances"                                           |
        | a Science page without a DOI tag of the usual kind                       | science                                  | https://www.science.org/doi/10.1126/science.adz7180                                                  | "Science" and "Science Advances"                                           |
        | an Annals page with an internal code for its identifier                  | annals-of-internal-medicine              | https://www.acpjournals.org/doi/abs/10.7326/M24-7190                                                 | "Annals of Internal Medicine" and "Annals of Internal Medicine: Clinical Cases" |
        | a First Monday page with a bogus abbreviation                            | first-monday                             | https://firstmonday.org/ojs/index.php/fm/article/view/17200                                          | "First Monday"                                                             |
        | a bioRxiv page with markup in its abstract                               | biorxiv                                  | https://www.biorxiv.org/content/10.1101/2024.10.07.723011                                            | "bioRxiv" and "bioRxiv — Plant Biology"                                    |
        | a HAL page of a journal article                                          | journal-de-physique-et-le-radium         | https://hal.science/jpa-07240235                                                                     | "Journal de Physique et le Radium"                                         |
        | a PLOS page with an encoded slash in its canonical link                  | plos-biology                             | https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3007281                        | "PLOS Biology" and "PLOS Medicine"                                         |
        | a page with its tags in mixed case                                       | turtles                                  | https://turtles.quillmere-press.org/article/7271                                                     | "Turtles"                                                                  |

      @interpretation
      Examples: A spelling, JSON-LD alone, and repositories that name no container
        | page                                                         | id                           | url                                                                     | names                                                         |
        | a Springer page whose journal the registry spells with a colon | science-china-earth-sciences | https://link.springer.com/article/10.1007/s11430-024-7030-6             | "Science China: Earth Sciences" and "Climate Dynamics"        |
        | an arXiv page with a relative canonical link                 | arxiv                        | https://arxiv.org/abs/2410.07210                                        | "arXiv" and "arXiv cs.CL — Computation and Language"          |
        | a data set on Zenodo                                         | zenodo                       | https://zenodo.org/records/14107220                                     | "Zenodo" and "MarXiv"                                         |
        | a page whose JSON-LD leads to its journal by references      | quillmere-harbour-review     | https://journals.quillmere-press.org/article/7273                       | "Quillmere Harbour Review" and "Quillmere Harbour Review Letters" |
        | a page whose JSON-LD is a list, its types and authors too    | quillmere-harbour-review     | https://journals.quillmere-press.org/article/7274                       | "Quillmere Harbour Review" and "Quillmere Harbour Review Letters" |

    @reject
    Example: The page names no container
      Given the user asks for "sleep and memory" from "PLOS Biology"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3017031"
      And that page names no container
      When the host runs the task
      Then "plos-biology" ends as SOURCE_IDENTITY_GAP
      And no item cites that page
      And the identity of "plos-biology" is nowhere reported as verified

    @reject
    Scenario Outline: For <name>, <page> confirms nothing
      Given the registry lists "<name>"
      And the user asks for "sleep and memory" from "<name>"
      And the broker finds "<url>"
      And that page is set like "<page>"
      When the host runs the task
      Then "<id>" ends as SOURCE_IDENTITY_GAP
      And no item cites that page
      And the identity of "<id>" is nowhere reported as verified

      Examples: Without a container, or with two
        | name         | page                                                     | id           | url                                                                           |
        | PLOS Biology | a PLOS page that shows a canonical link and no container | plos-biology | https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3007282 |
        | Turtles      | a page that names two containers in mixed case           | turtles      | https://turtles.quillmere-press.org/article/7272                              |

    @reject
    Example: A thesis on a sub-host of HAL is no record of HAL
      Given the registry lists "HAL"
      And the user asks for "sleep and memory" from "HAL"
      And the broker also offers "https://theses.hal.science/tel-07290633"
      And that page is set like "a thesis that names no container"
      And the broker finds "https://hal.science/hal-07290634"
      When the host runs the task
      Then "hal" ends as SUCCESS
      And that page's item names "hal" alone
      And nothing else is opened
      And "https://theses.hal.science/tel-07290633" is reported as rejected for OFF_HOST

    @reject @interpretation
    Scenario Outline: Weak evidence may be read either way, such as <page>
      Given the registry lists "<name>"
      And the user asks for "sleep and memory" from "<name>"
      And the broker finds "<url>"
      And that page is set like "<page>"
      When the host runs the task
      Then "<id>" ends as <right>, at worst <tolerated>
      And each success is consistent
      And each source ends as its traces say

      Examples: A label that only the reader sees
        | page                                             | name                                                              | id                     | url                                       | right                                     | tolerated |
        | a page of old in an encoding it does not declare | Genders OnLine Journal                                            | genders-online-journal | https://www.genders.org/g47/g47_7300.html | SOURCE_IDENTITY_GAP or ORIGINAL_FETCH_GAP | SUCCESS   |
        | a page without any metadata in ISO 8859-1        | 31st International Symposium on Lattice Field Theory LATTICE 2013 | lattice-2013           | https://pos.sissa.it/187/731/             | SOURCE_IDENTITY_GAP                       | SUCCESS   |

      Examples: A repository whose metadata give the record's address and not the repository's name
        | page                                                     | name      | id        | url                                                                 | right   | tolerated           |
        | a HAL page of a journal article                          | HAL       | hal       | https://hal.science/jpa-07240235                                    | SUCCESS | SOURCE_IDENTITY_GAP |
        | a repository page with two addresses for its identifiers | KOBV OPUS | kobv-opus | https://opus4.kobv.de/opus4-trr154/frontdoor/index/index/docId/7260 | SUCCESS | SOURCE_IDENTITY_GAP |
