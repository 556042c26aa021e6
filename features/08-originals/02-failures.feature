@originals
Feature: Pages that cannot be had
  A page that does not answer, answers with an error, hides behind a wall or is no document leaves a gap in its source. It
  is neither an empty result nor a violation, and it costs the other sources nothing.

  Background:
    Given the published release
    And the user asks for "iron deficiency in pregnancy" from "PLOS Biology" and "Frontiers in Psychology"
    And the broker finds "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.12001/full" for "frontiers-psychology"

  @FETCH-02 @MUST
  Rule: A timeout or a failed connection ends as ORIGINAL_FETCH_GAP
    Protocol: Terminal and gap states

    @accept
    Example: Both pages answer
      Given the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3012001" for "plos-biology"
      When the host runs the task
      Then "plos-biology" ends as SUCCESS
      And an item cites that page
      And "frontiers-psychology" ends as SUCCESS

    @reject
    Scenario Outline: That page <fails>
      Given the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3012002" for "plos-biology"
      And that page <fails>
      When the host runs the task
      Then "plos-biology" ends as ORIGINAL_FETCH_GAP
      And no item cites that page
      And the traces repeat the URLs of the wire
      And the traces repeat the receipts of the wire
      And "frontiers-psychology" ends as SUCCESS
      And an item cites "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.12001/full"

      Examples: Failures of transport
        | fails              |
        | times out          |
        | cannot be reached  |
        | cannot be resolved |
        | breaks off         |

  @FETCH-03 @MUST
  Rule: A status outside 2xx ends as ORIGINAL_FETCH_GAP, whatever its body says
    Protocol: Terminal and gap states

    @accept
    Example: The page answers 200
      Given the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3012011" for "plos-biology"
      When the host runs the task
      Then "plos-biology" ends as SUCCESS
      And an item cites that page
      And the traces repeat the receipts of the wire

    @accept
    Example: A page that answers GET with 200 and HEAD with 403 is there
      Given the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3012013" for "plos-biology"
      And that page answers HEAD with 403
      When the host runs the task
      Then "plos-biology" ends as SUCCESS
      And an item cites that page
      And "frontiers-psychology" ends as SUCCESS

    @reject
    Scenario Outline: The article comes with status <status>
      Given the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3012012" for "plos-biology"
      And that page answers <status>
      When the host runs the task
      Then "plos-biology" ends as ORIGINAL_FETCH_GAP
      And no item cites that page
      And the traces repeat the receipts of the wire
      And "frontiers-psychology" ends as SUCCESS
      And an item cites "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.12001/full"

      Examples: Errors of the caller and of the site
        | status |
        | 300    |
        | 401    |
        | 402    |
        | 403    |
        | 404    |
        | 410    |
        | 429    |
        | 451    |
        | 500    |
        | 503    |

  @FETCH-04 @MUST
  Rule: A CAPTCHA, a bot check, a login or a consent wall is an ORIGINAL_FETCH_GAP although it answers 200
    Protocol: Terminal and gap states

    @accept
    Scenario Outline: That page <looks> and is the article all the same
      Given the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3012021" for "plos-biology"
      And that page <looks>
      When the host runs the task
      Then "plos-biology" ends as SUCCESS
      And that page's item is of the class registry_metadata
      And the report holds that page's own words

      Examples: Pages that are no walls
        | looks                                          |
        | is an article that embeds a CAPTCHA widget     |
        | is the landing page of an article that is sold |

    @reject
    Scenario Outline: In place of the article that page <is>
      Given the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3012022" for "plos-biology"
      And that page <is>
      And the broker says of that page "PLOS Biology 2024, open access"
      When the host runs the task
      Then "plos-biology" ends as ORIGINAL_FETCH_GAP
      And no item cites that page
      And nothing from a snippet is in the report's items or answer
      And "frontiers-psychology" ends as SUCCESS
      And an item cites "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.12001/full"

      Examples: Challenges
        | is             |
        | is a CAPTCHA   |
        | is a bot check |

    @reject
    Scenario Outline: The reader is asked to do something first, for that page <is>
      Given the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3012023" for "plos-biology"
      And that page <is>
      And the broker says of that page "PLOS Biology 2024, open access"
      When the host runs the task
      Then "plos-biology" ends as ORIGINAL_FETCH_GAP or SOURCE_IDENTITY_GAP
      And no item cites that page
      And nothing from a snippet is in the report's items or answer
      And "frontiers-psychology" ends as SUCCESS
      And an item cites "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.12001/full"

      Examples: Walls
        | is                |
        | is a login wall   |
        | is a consent wall |

    @reject
    Scenario Outline: A challenge says nothing about <name>, neither that it is sold nor that it is empty
      Given the registry lists "<name>" and "Frontiers in Psychology"
      And the user asks for "iron deficiency in pregnancy" from "<name>" and "Frontiers in Psychology"
      And the broker finds "<url>" for "<id>"
      And that page is a bot check
      When the host runs the task
      Then "<id>" ends as ORIGINAL_FETCH_GAP
      And no item cites that page
      And "frontiers-psychology" ends as SUCCESS
      And an item cites "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.12001/full"

      Examples: Hosts of open and of sold journals
        | name              | id                | url                                                             |
        | Acta Orthopaedica | acta-orthopaedica | https://www.tandfonline.com/doi/full/10.1080/17453674.2024.712024 |
        | Physical Review X | physical-review-x | https://journals.aps.org/prx/abstract/10.1103/PhysRevX.14.071202  |

  @FETCH-05 @MUST
  Rule: An unexpected content type or a body that cannot be parsed ends as ORIGINAL_FETCH_GAP
    Protocol: Terminal and gap states

    @accept
    Example: The page is HTML and says so
      Given the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3012031" for "plos-biology"
      When the host runs the task
      Then "plos-biology" ends as SUCCESS
      And an item cites that page
      And the traces repeat the receipts of the wire

    @accept
    Example: The type may be spelled in another way
      Given the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3012038" for "plos-biology"
      And that page spells its type in capitals
      When the host runs the task
      Then "plos-biology" ends as SUCCESS
      And an item cites that page
      And the traces repeat the receipts of the wire

    @accept @needs_pdf @interpretation
    Example: A PDF that is one can be read
      Given the broker finds "https://journals.plos.org/plosbiology/article/file?id=10.1371/journal.pbio.3012032" for "plos-biology"
      And that page is a PDF with the full text
      When the host runs the task
      Then "plos-biology" ends as SUCCESS
      And an item cites that page
      And the report holds that page's own words

    @reject
    Scenario Outline: In place of a document that page <is>
      Given the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3012033" for "plos-biology"
      And that page <is>
      And the broker says of that page "PLOS Biology 2024, open access"
      When the host runs the task
      Then "plos-biology" ends as ORIGINAL_FETCH_GAP
      And no item cites that page
      And nothing from a snippet is in the report's items or answer
      And "frontiers-psychology" ends as SUCCESS
      And an item cites "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.12001/full"

      Examples: Types and bodies
        | is                                         |
        | is an image                                |
        | is an article under the type of an image   |
        | is an article under the type of a PDF      |
        | is called a PDF and is none                |
        | is empty                                   |

    @reject
    Example: A stub where a PDF should be is neither a PDF nor the record
      Given the user asks for "iron deficiency in pregnancy" from "BMC Plant Biology" and "Frontiers in Psychology"
      And the broker finds "https://link.springer.com/content/pdf/10.1186/s12870-024-12037-1.pdf" for "bmc-plant-biology"
      And that page is a stub where a PDF should be
      When the host runs the task
      Then "bmc-plant-biology" ends as ORIGINAL_FETCH_GAP or SOURCE_IDENTITY_GAP
      And no item cites that page
      And "frontiers-psychology" ends as SUCCESS
      And an item cites "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.12001/full"

    @accept @interpretation
    Example: An encoding that is not declared can be told from the bytes
      Given the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3012035" for "plos-biology"
      And that page is in an undeclared encoding
      When the host runs the task
      Then "plos-biology" ends as SUCCESS, at worst ORIGINAL_FETCH_GAP
      And "frontiers-psychology" ends as SUCCESS
      And an item cites "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.12001/full"

    @accept @interpretation
    Example: An encoding that the header gets wrong leaves the container to be read
      Given the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3012038" for "plos-biology"
      And that page is in another encoding than its header says
      When the host runs the task
      Then "plos-biology" ends as SUCCESS, at worst ORIGINAL_FETCH_GAP
      And "frontiers-psychology" ends as SUCCESS
      And an item cites "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.12001/full"

    @reject @interpretation
    Example: A page in a compression that nobody asked for is read or is a gap
      Given the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3012039" for "plos-biology"
      And that page is compressed by brotli
      When the host runs the task
      Then "plos-biology" ends as ORIGINAL_FETCH_GAP or SUCCESS, at worst SOURCE_IDENTITY_GAP
      And "frontiers-psychology" ends as SUCCESS
      And an item cites "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.12001/full"

    @reject @interpretation
    Example: A page that ends in the middle of its head has lost its container
      Given the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3012036" for "plos-biology"
      And that page is cut off in its head
      When the host runs the task
      Then "plos-biology" ends as ORIGINAL_FETCH_GAP or SOURCE_IDENTITY_GAP
      And no item cites that page
      And "frontiers-psychology" ends as SUCCESS
      And an item cites "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.12001/full"

    @reject @interpretation
    Example: A success without a document is no document
      Given the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3012034" for "plos-biology"
      And that page answers without a document
      When the host runs the task
      Then "plos-biology" ends as ORIGINAL_FETCH_GAP
      And no item cites that page
      And "frontiers-psychology" ends as SUCCESS
      And an item cites "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.12001/full"
