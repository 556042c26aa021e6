@boundary
Feature: What stays inside
  A search asks the selected sources, over https, and gives away nothing of the user. Where a tool cannot keep the
  boundary the answer is a gap. No shortage of results opens the boundary.

  Background:
    Given the published release
    And the user asks for "vitamin D and bone density after the menopause" from "PLOS Biology"

  @SEC-02 @MUST
  Rule: A host that cannot enforce exact domain, original host or identity returns a gap or CLOSED_WORLD_VIOLATION
    Protocol: Security and enforcement boundary

    @accept
    Example: With a filter and an opener the boundary can be kept
      Given the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3018101"
      When the host runs the task
      Then "plos-biology" ends as SUCCESS
      And an item cites that page

    @reject
    Example: The search tool cannot filter, and would find the right page all the same
      Given the search tool has no domain filter
      And the broker would offer "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3018102" on no domain at all
      When the host runs the task
      Then "plos-biology" ends as SEARCH_BROKER_GAP or CLOSED_WORLD_VIOLATION
      And nothing is reported as found

    @reject
    Example: There is no search tool
      Given the host has no search tool
      When the host runs the task
      Then "plos-biology" ends as SEARCH_BROKER_GAP
      And nothing is reported as found
      And no broker is asked

    @reject
    Example: There is no opener, so neither host nor identity of an original can be checked
      Given the host has no page opener
      And the broker also offers "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3018103"
      When the host runs the task
      Then "plos-biology" ends as ORIGINAL_FETCH_GAP
      And nothing is reported as found
      And no page is opened

    @reject
    Example: The opener leaves the host by itself
      Given the page opener follows redirects by itself
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3018104"
      And that page redirects to "https://www.scholar-commons.net/copies/3018104"
      When the host runs the task
      Then "plos-biology" ends as CLOSED_WORLD_VIOLATION or ORIGINAL_FETCH_GAP
      And nothing is reported as found

    @reject
    Example: What the opener shows does not tell whose record it is
      Given the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3018105"
      And that page names no container
      When the host runs the task
      Then "plos-biology" ends as SOURCE_IDENTITY_GAP
      And nothing is reported as found

  @SEC-03 @MUST_NOT
  Rule: No domain outside the selected sources is searched or opened, whatever the coverage
    Protocol: Modes, registry_brokered; Default success path, step 4
    Contract: /network_boundary/public_ocean_evidence_enabled

    @accept
    Example: One source, well covered
      Given the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3018111"
      When the host runs the task
      Then "plos-biology" ends as SUCCESS
      And an item cites that page
      And nothing outside the selected sources is searched or opened

    @accept
    Example: The host chooses the source, and stays with what it chose
      Given the user says "Use the OA repo to search for bell founding." about "bell founding"
      And the broker finds "https://campanology.quillmere-press.org/articles/18112" for "quillmere-campanology"
      When the host runs the task
      Then "quillmere-campanology" ends as SUCCESS
      And an item cites that page
      And nothing outside the selected sources is searched or opened

    @reject
    Scenario Outline: One source has nothing, and <ocean> would have it
      Given the user asks for "vitamin D and bone density after the menopause" from "Frontiers in Psychology" and "PLOS Biology"
      And the broker finds nothing for "frontiers-psychology"
      And the broker would offer "<page>" on "<ocean>"
      And the broker would offer "<page>" on no domain at all
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3018113" for "plos-biology"
      When the host runs the task
      Then nothing outside the selected sources is searched or opened
      And "frontiers-psychology" ends as NO_RESULTS
      And "plos-biology" ends as SUCCESS
      And an item cites that page

      Examples: Public oceans
        | ocean                   | page                                                                   |
        | scholar.google.com      | https://scholar.google.com/scholar?q=sleep%20and%20memory              |
        | doi.org                 | https://doi.org/10.3389/fpsyg.2024.18114                               |
        | api.crossref.org        | https://api.crossref.org/works?query=sleep%20and%20memory              |
        | www.semanticscholar.org | https://www.semanticscholar.org/search?q=sleep%20and%20memory          |
        | frontiersin.org         | https://frontiersin.org/articles/10.3389/fpsyg.2024.18114/full         |

    @reject
    Example: The original is missing, and a copy lies elsewhere
      Given the user asks for "vitamin D and bone density after the menopause" from "Frontiers in Psychology" and "PLOS Biology"
      And the broker finds "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.18115/full" for "frontiers-psychology"
      And copies of that page stand at:
        | https://doi.org/10.3389/fpsyg.2024.18115                                                      |
        | https://web.archive.org/web/https://www.frontiersin.org/articles/10.3389/fpsyg.2024.18115/full |
        | https://europepmc.org/search?query=10.3389/fpsyg.2024.18115                                   |
      And that page answers 404
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3018116" for "plos-biology"
      When the host runs the task
      Then nothing outside the selected sources is searched or opened
      And "frontiers-psychology" ends as ORIGINAL_FETCH_GAP
      And "plos-biology" ends as SUCCESS
      And an item cites that page

  @SEC-04 @MUST
  Rule: Only https is used on the wire
    Protocol: Default success path, steps 3 and 6
    Contract: /network_boundary/allowed_schemes

    @accept
    Example: A whole task goes by https
      Given the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3018121"
      When the host runs the task
      Then "plos-biology" ends as SUCCESS
      And an item cites that page
      And every request goes by https

    @reject
    Example: A candidate without encryption stands before one with it
      Given the broker also offers "http://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3018122"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3018123"
      When the host runs the task
      Then every request goes by https
      And "plos-biology" ends as SUCCESS
      And an item cites that page

    @reject
    Example: A page sends the host to itself without encryption
      Given the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3018124"
      And that page redirects to "http://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3018124"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3018125"
      When the host runs the task
      Then every request goes by https
      And "plos-biology" ends as SUCCESS
      And an item cites that page

    @reject @needs_fulltext
    Example: The page's link to its PDF has no encryption
      Given the user asks for "vitamin D and bone density after the menopause" from "arXiv"
      And the user wants to know what the full text says
      And the broker finds "https://arxiv.org/abs/2403.18126"
      When the host runs the task
      Then that page is opened
      And every request goes by https
      And "arxiv" ends as SUCCESS

  @SEC-05 @MUST_NOT
  Rule: No credentials, cookies or personal data are sent to sources, adapters or the broker
    Protocol: What "only registered sources" means
    Contract: /adapters

    @accept
    Example: A search needs none of them
      Given the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3018131"
      When the host runs the task
      Then "plos-biology" ends as SUCCESS
      And an item cites that page
      And no request carries credentials

    @accept
    Example: A page that sets a cookie is read like any other
      Given the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3018132"
      And that page sets a cookie
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3018133"
      When the host runs the task
      Then "plos-biology" ends as SUCCESS
      And an item cites that page
      And no request carries credentials

    @reject
    Scenario Outline: The user gives <what>
      Given the user gives <what>
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3018134"
      When the host runs the task
      Then no request carries what is the user's own
      And no request carries credentials
      And "plos-biology" ends as SUCCESS
      And an item cites that page

      Examples: What is the user's own
        | what                          |
        | an e-mail address             |
        | a name and a telephone number |
        | an access key                 |

    @reject
    Example: A login wall gets no login
      Given the user gives an access key
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3018135"
      And that page is a login wall
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3018136"
      When the host runs the task
      Then no request carries what is the user's own
      And no request carries credentials
      And "plos-biology" ends as SUCCESS
      And an item cites that page

    @reject @needs_registry_closed
    Example: An adapter asks for a key, and the user has given one
      Given the user asks for "vitamin D and bone density after the menopause" from "OpenAlex" and "Europe PMC"
      And the user wants the mode registry_closed
      And the user gives an access key
      And the adapter of "openalex" asks for a key
      And the adapter of "europe-pmc" finds a record
      When the host runs the task
      Then no request carries what is the user's own
      And no request carries credentials
      And "openalex" ends as SOURCE_FETCH_GAP
      And "europe-pmc" ends as SUCCESS
