@duplicates
Feature: Works found more than once
  Sources overlap: a journal's article also lies in a repository, a preprint in two of a server's lists. A work is known
  by its DOI, else by the repository's id, else by title and year. It is reported once; what differs stays apart.

  Background:
    Given the published release

  @DEDUP-01 @SHOULD
  Rule: A work is keyed by its DOI, else by a repository identifier, else by its normalised title and year
    Protocol: Default success path, step 9

    @accept
    Example: A page with a DOI is keyed by it
      Given the user asks for "sleep and memory" from "PLOS Biology"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3016001"
      And that page shows a record with:
        | DOI | 10.1371/journal.pbio.3016001 |
      When the host runs the task
      Then "plos-biology" ends as SUCCESS
      And an item cites that page
      And that page is keyed by the DOI "10.1371/journal.pbio.3016001"

    @accept
    Example: A repository's record without a DOI is keyed by its id there
      Given the user asks for "sleep and memory" from "PsyArXiv"
      And the broker finds "https://osf.io/preprints/psyarxiv/k7xq2"
      When the host runs the task
      Then "psyarxiv" ends as SUCCESS
      And an item cites that page
      And that page is keyed by a repository id

    @reject
    Scenario Outline: The DOI is the same when the page spells it <spelling>
      Given the user asks for "sleep and memory" from "PLOS Biology"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3016002"
      And that page shows a record with:
        | DOI | <spelling> |
      When the host runs the task
      Then "plos-biology" ends as SUCCESS
      And that page is keyed by the DOI "10.1371/journal.pbio.3016002"

      Examples: Other case, and the resolvers' prefixes
        | spelling                                            |
        | 10.1371/JOURNAL.PBIO.3016002                        |
        | doi:10.1371/journal.pbio.3016002                    |
        | https://doi.org/10.1371/journal.pbio.3016002        |
        | http://dx.doi.org/10.1371/Journal.Pbio.3016002      |

    @reject
    Example: A full stop behind a DOI is no part of it
      Given the user asks for "sleep and memory" from "PLOS Biology"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3016006"
      And that page shows a record with:
        | DOI | doi:10.1371/journal.pbio.3016006. |
      When the host runs the task
      Then "plos-biology" ends as SUCCESS
      And that page is keyed by the DOI "10.1371/journal.pbio.3016006"

    @reject
    Example: A slash behind the DOI in an address is no part of the DOI on the page
      Given the user asks for "sleep and memory" from "Royal Society Open Science"
      And the broker finds "https://royalsocietypublishing.org/doi/10.1098/rsos.241604/"
      And that page shows a record with:
        | DOI | 10.1098/rsos.241604 |
      When the host runs the task
      Then "royal-society-open-science" ends as SUCCESS
      And an item cites that page
      And that page is keyed by the DOI "10.1098/rsos.241604"

    @reject @interpretation
    Example: The version of a preprint belongs to its address and not to its DOI
      Given the user asks for "sleep and memory" from "bioRxiv"
      And the broker finds "https://www.biorxiv.org/content/10.1101/2024.10.07.616005v2"
      And that page shows a record with:
        | DOI | 10.1101/2024.10.07.616005v2 |
      When the host runs the task
      Then "biorxiv" ends as SUCCESS
      And an item cites that page
      And that page is keyed by the DOI "10.1101/2024.10.07.616005"

    @reject
    Example: The DOI of a cited work is not that of the page
      Given the user asks for "sleep and memory" from "PLOS Biology"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=3016003"
      And that page shows a record with:
        | DOI   | none                      |
        | cites | 10.1093/sleep/zsab016003  |
      When the host runs the task
      Then "plos-biology" ends as SUCCESS
      And that page is keyed by a repository id or title and year

    @reject @interpretation
    Example: Without any identifier one title in two spellings and one year is one work
      Given the registry also lists "quillmere-review"
      And the registry also lists "quillmere-quarterly"
      And the user asks for "dry stone walling" from "Quillmere Review" and "Quillmere Quarterly"
      And the broker finds "https://review.quillmere-press.org/on/dry" for "quillmere-review"
      And that page shows a record with:
        | title | Dry stone walls & their upkeep |
        | year  | 2021                           |
        | DOI   | none                           |
      And the broker finds "https://quarterly.quillmere-press.org/on/dry" for "quillmere-quarterly"
      And that page shows a record with:
        | title | DRY STONE WALLS and their upkeep. |
        | year  | 2021                              |
        | DOI   | none                              |
      When the host runs the task
      Then "quillmere-review" ends as SUCCESS
      And "quillmere-quarterly" ends as SUCCESS
      And the report has 1 item

  @DEDUP-02 @MUST
  Rule: The same work found through two sources is reported once, with both sources named
    Protocol: Default success path, step 9

    @accept
    Example: A journal's article that a repository holds as well is one item
      Given the user asks for "sleep and memory" from "PLOS Biology" and "Europe PMC"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3016011" for "plos-biology"
      And that page shows a record with:
        | title | Sleep and memory over two winters |
        | DOI   | 10.1371/journal.pbio.3016011      |
      And the broker finds "https://europepmc.org/article/MED/38016011" for "europe-pmc"
      And that page shows a record with:
        | title | Sleep and memory over two winters |
        | DOI   | 10.1371/journal.pbio.3016011      |
      When the host runs the task
      Then "plos-biology" ends as SUCCESS
      And "europe-pmc" ends as SUCCESS
      And the report has 1 item
      And each item was opened on the wire

    @accept @interpretation
    Example: The one item names the server and the list it was found in
      Given the user asks for "sleep and memory" from "arXiv" and "arXiv cs.CL — Computation and Language"
      And the broker finds "https://arxiv.org/abs/2403.16012" for "arxiv-cs-cl"
      When the host runs the task
      Then "arxiv" ends as SUCCESS
      And "arxiv-cs-cl" ends as SUCCESS
      And the report has 1 item
      And the item names "arxiv" and "arxiv-cs-cl"

    @accept @needs_registry_closed @interpretation
    Example: What one source holds as a preprint and as an article of one DOI is one item
      Given the user asks for "sleep and memory" from "Europe PMC"
      And the user wants the mode registry_closed
      And the adapter of "europe-pmc" finds an article and a preprint of one DOI
      When the host runs the task
      Then "europe-pmc" ends as SUCCESS
      And "europe-pmc" has 1 item

    @reject
    Example: One DOI in two spellings, under two titles, is one item
      Given the user asks for "sleep and memory" from "Royal Society Open Science" and "Europe PMC"
      And the broker finds "https://royalsocietypublishing.org/doi/10.1098/rsos.241613" for "royal-society-open-science"
      And that page shows a record with:
        | title | Sleep and memory in the polar night |
        | DOI   | 10.1098/RSOS.241613                 |
      And the broker finds "https://europepmc.org/article/MED/38016013" for "europe-pmc"
      And that page shows a record with:
        | title | SLEEP AND MEMORY IN THE POLAR NIGHT: A COHORT STUDY. |
        | DOI   | https://doi.org/10.1098/rsos.241613                  |
      When the host runs the task
      Then "royal-society-open-science" ends as SUCCESS
      And "europe-pmc" ends as SUCCESS
      And the report has 1 item

  @DEDUP-03 @MUST_NOT
  Rule: Different works are not merged
    Protocol: Default success path, step 9

    @accept
    Example: Two works through two sources are two items
      Given the user asks for "sleep and memory" from "PLOS Biology" and "Frontiers in Psychology"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3016021" for "plos-biology"
      And the broker finds "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.16022/full" for "frontiers-psychology"
      When the host runs the task
      Then "plos-biology" ends as SUCCESS
      And "frontiers-psychology" ends as SUCCESS
      And the report has 2 items
      And an item cites that page
      And an item cites "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3016021"

    @reject
    Scenario Outline: Two records that share <shared> are two works
      Given the user asks for "sleep and memory" from "PLOS Biology" and "Royal Society Open Science"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=3016023" for "plos-biology"
      And that page shows a record with:
        | title | <title> |
        | year  | <year>  |
        | DOI   | <doi>   |
        | cites | 10.1093/sleep/zsab016025 |
      And the broker finds "https://royalsocietypublishing.org/doi/241624" for "royal-society-open-science"
      And that page shows a record with:
        | title | <second-title> |
        | year  | <second-year>  |
        | DOI   | <second-doi>   |
        | cites | 10.1093/sleep/zsab016025 |
      When the host runs the task
      Then "plos-biology" ends as SUCCESS
      And "royal-society-open-science" ends as SUCCESS
      And the report has 2 items
      And an item cites that page
      And an item cites "https://journals.plos.org/plosbiology/article?id=3016023"

      Examples: Nearly the same
        | shared                        | title            | year | doi                          | second-title     | second-year | second-doi          |
        | a title and not the year      | Sleep and memory | 2019 | none                         | Sleep and memory | 2023        | none                |
        | title and year and not a DOI  | Sleep and memory | 2024 | 10.1371/journal.pbio.3016023 | Sleep and memory | 2024        | 10.1098/rsos.241624 |
        | the beginning of a DOI        | Sleep and memory | 2024 | 10.1098/rsos.2416            | Memory and sleep | 2024        | 10.1098/rsos.241624 |
        | nothing but a cited work      | Sleep and memory | 2024 | none                         | Memory and sleep | 2024        | none                |

  @DEDUP-04 @SHOULD
  Rule: A strict adapter's records are keyed in the order that the adapter publishes
    Protocol: Direct adapters; Default success path, step 9
    Contract: /adapters

    @accept @needs_registry_closed
    Scenario Outline: The record of <source> is keyed by its <key>
      Given the user asks for "sleep and memory" from "<source>"
      And the user wants the mode registry_closed
      And the adapter of "<id>" finds a record
      When the host runs the task
      Then "<id>" ends as SUCCESS
      And the record of "<id>" is reported as metadata
      And the record of "<id>" is known by its <key>

      Examples: What comes first
        | source               | id             | key    |
        | OpenAlex             | openalex       | DOI    |
        | PubMed Central (PMC) | pubmed-central | PMCID  |
        | arXiv                | arxiv          | own id |

    @reject @needs_registry_closed
    Scenario Outline: <source> finds <record>, which is keyed by its <key> and not by its title
      Given the user asks for "sleep and memory" from "<source>"
      And the user wants the mode registry_closed
      And the adapter of "<id>" finds <record>
      When the host runs the task
      Then "<id>" ends as SUCCESS
      And the record of "<id>" is known by its <key>

      Examples: What comes next
        | source                           | id         | record                                  | key       |
        | Europe PMC                       | europe-pmc | a record without a DOI                  | PMCID     |
        | Europe PMC                       | europe-pmc | a record with nothing but a PubMed id   | PubMed id |
        | OpenAlex                         | openalex   | a record without a DOI                  | own id    |
        | Directory of Open Access Journals | doaj      | a record without a DOI                  | own id    |
        | Zenodo                           | zenodo     | a record without a DOI                  | own id    |
        | Zenodo                           | zenodo     | a record with a concept DOI beside its own | DOI    |
