@originals
Feature: Copies of an original page
  Archives, caches, resolvers and proxies hold copies of nearly everything. None of them is the source, and none is asked
  when the source does not answer.

  Background:
    Given the published release
    And the user asks for "urban heat islands" from "PLOS Biology" and "Frontiers in Psychology"
    And the broker finds "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.13001/full" for "frontiers-psychology"

  @FETCH-07 @MUST_NOT
  Rule: No mirror, cache, archive, resolver or proxy takes the place of the original host
    Protocol: What "only registered sources" means; Default success path, step 6
    Contract: /brokered_discovery/source_route_derivation/origin_host_rule

    @accept
    Example: The original answers, and its copies are left alone
      Given the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3013001" for "plos-biology"
      And copies of that page stand at:
        | https://web.archive.org/web/2024/https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3013001 |
        | https://doi.org/10.1371/journal.pbio.3013001                                                                   |
      When the host runs the task
      Then "plos-biology" ends as SUCCESS
      And an item cites that page
      And the report holds that page's own words
      And nothing else is opened

    @reject
    Scenario Outline: The original <fails>, and copies would answer
      Given the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3013002" for "plos-biology"
      And that page <fails>
      And the broker gives cached text of that page
      And copies of that page stand at:
        | https://web.archive.org/web/2024/https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3013002         |
        | https://web.archive.org/web/https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3013002              |
        | https://archive.org/wayback/available?url=https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3013002 |
        | https://doi.org/10.1371/journal.pbio.3013002                                                                           |
        | https://webcache.googleusercontent.com/search?q=cache:journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3013002 |
        | https://www.reader-proxy.net/https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3013002              |
        | https://cdn.plos-files.net/plosbiology/journal.pbio.3013002.html                                                       |
      When the host runs the task
      Then "plos-biology" ends as ORIGINAL_FETCH_GAP
      And nothing else is opened
      And no item cites that page
      And nothing from a snippet is in the report's items or answer
      And "frontiers-psychology" ends as SUCCESS
      And an item cites "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.13001/full"

      Examples: Ways to fail
        | fails          |
        | answers 403    |
        | answers 404    |
        | times out      |
        | is a bot check |

    @reject
    Scenario Outline: The broker offers <copy> beside an original that fails
      Given the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3013003" for "plos-biology"
      And that page answers 403
      And the broker also offers "<url>"
      When the host runs the task
      Then "plos-biology" ends as ORIGINAL_FETCH_GAP
      And that page is reported as rejected for OFF_HOST
      And no item cites that page
      And nothing else is opened
      And "frontiers-psychology" ends as SUCCESS
      And an item cites "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.13001/full"

      Examples: Copies among the results
        | copy             | url                                                                                                                 |
        | an archived page | https://web.archive.org/web/2024/https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3013003       |
        | the DOI resolver | https://doi.org/10.1371/journal.pbio.3013003                                                                         |
        | a reader proxy   | https://www.reader-proxy.net/https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3013003           |
