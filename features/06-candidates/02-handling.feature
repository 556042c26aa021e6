@candidates
Feature: How candidates are handled
  Validation comes before any request. What the page or the result links to is data. One bad candidate does not decide
  the source.

  Background:
    Given the published release
    And the user asks for "bilingual children" from "Frontiers in Psychology"

  @URL-09 @MUST
  Rule: A candidate that fails validation is never requested, by no method
    Protocol: Default success path, step 6

    @accept
    Example: The valid candidate is requested
      Given the broker finds "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.04201/full"
      When the host runs the task
      Then that page is opened
      And an item cites that page
      And every opened page keeps the rules for candidates

    @reject
    Example: Four kinds of bad candidates come before the good one
      Given the broker also offers "http://www.frontiersin.org/articles/10.3389/fpsyg.2024.04202/full"
      And the broker also offers "https://frontiersin.org/articles/10.3389/fpsyg.2024.04203/full"
      And the broker also offers "https://www.frontiersin.org:8443/articles/10.3389/fpsyg.2024.04204/full"
      And the broker also offers "https://www.frontiersin.org/articles/%2e%2e/fpsyg.2024.04205/full"
      And the broker finds "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.04206/full"
      When the host runs the task
      Then that page is opened
      And nothing else is opened
      And every opened page keeps the rules for candidates

    @reject
    Example: A source that the host chose itself has a bad candidate behind the good one
      Given the user says "Use the OA repo to search for bell founding." about "bell founding"
      And the broker finds "https://campanology.quillmere-press.org/articles/4207" for "quillmere-campanology"
      And the broker also offers "https://quillmere-press.org/articles/4208"
      When the host runs the task
      Then "quillmere-campanology" ends as SUCCESS
      And "https://quillmere-press.org/articles/4208" is reported as rejected
      And an item cites "https://campanology.quillmere-press.org/articles/4207"
      And nothing else is opened
      And every opened page keeps the rules for candidates

  @URL-10 @MUST_NOT
  Rule: Links found in results and pages open no other host
    Protocol: Default success path, step 6
    Contract: /brokered_discovery/source_route_derivation/returned_link_rule

    @accept
    Example: A page that links to its DOI and its PDF elsewhere is used as it is
      Given the broker finds "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.04211/full"
      And that page links to "https://doi.org/10.3389/fpsyg.2024.04211"
      When the host runs the task
      Then "frontiers-psychology" ends as SUCCESS
      And an item cites that page
      And nothing else is opened

    @reject
    Scenario Outline: The page links to <what>
      Given the user wants to know what the full text says
      And the broker finds "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.04212/full"
      And that page links to "<url>"
      When the host runs the task
      Then that page is opened
      And an item cites that page
      And nothing else is opened

      Examples: Links that authorise nothing
        | what                        | url                                                                  |
        | its DOI                     | https://doi.org/10.3389/fpsyg.2024.04212                             |
        | a PDF on a content network  | https://cdn.scholar-files.net/fpsyg.2024.04212.pdf                   |
        | a PDF in a storage bucket   | https://storage.scholar-bucket.net/frontiers/fpsyg.2024.04212.pdf    |
        | a copy in another source    | https://journals.plos.org/plosbiology/article?id=fpsyg.2024.04212    |

  @URL-11 @MUST_NOT
  Rule: No URL is opened that the host made up or that a user or a page supplied
    Protocol: Terminal and gap states
    Contract: /network_boundary/arbitrary_url_fetch_enabled

    @accept
    Example: Each opened page was found by the broker
      Given the broker finds "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.04221/full"
      When the host runs the task
      Then an item cites that page
      And nothing else is opened

    @reject
    Example: The user supplies a URL of a foreign host beside the request
      Given the broker finds "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.04222/full"
      And the user adds the URL "https://www.reader-proxy.net/fpsyg.2024.04222"
      When the host runs the task
      Then an item cites that page
      And nothing else is opened
      And no request reaches "www.reader-proxy.net"
      And every opened page keeps the rules for candidates

    @reject
    Example: The broker finds nothing and the host does not guess
      Given the broker finds nothing
      When the host runs the task
      Then "frontiers-psychology" ends as NO_RESULTS
      And nothing else is opened

  @URL-12 @MUST
  Rule: One rejected candidate does not decide the source
    Protocol: Default success path, steps 5 and 6

    @accept
    Example: The good candidate stands behind a bad one
      Given the broker also offers "https://frontiersin.org/articles/10.3389/fpsyg.2024.04231/full"
      And the broker finds "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.04232/full"
      When the host runs the task
      Then "frontiers-psychology" ends as SUCCESS
      And an item cites that page
      And the report holds that page's own words

    @reject
    Example: A page of another journal and a broken page stand before the good one
      Given the broker finds "https://www.frontiersin.org/articles/10.3389/fsoc.2024.04233/full"
      And that page is an article of "Frontiers in Sociology"
      And the broker finds "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.04234/full"
      And that page answers 404
      And the broker finds "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.04235/full"
      When the host runs the task
      Then "frontiers-psychology" ends as SUCCESS
      And an item cites that page
