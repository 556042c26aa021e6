@originals
Feature: The original page is opened
  What the broker says is the way to a page and not the page. Nothing is reported of a record, not even its title, unless
  this task has opened the record's own page.

  Background:
    Given the published release

  @FETCH-01 @MUST
  Rule: No item of any class is reported unless a page of its source was opened with success in this task
    Protocol: What "only registered sources" means; Default success path, step 8
    Contract: /brokered_discovery/original_source_fetch_required_for_content_claims

    @accept
    Example: The page is opened, and its own words are reported
      Given the user asks for "seasonal influenza vaccination of older adults" from "PLOS Biology"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3011001"
      When the host runs the task
      Then "plos-biology" ends as SUCCESS
      And an item cites that page
      And the report holds that page's own words
      And nothing from a snippet is in the report's items or answer

    @reject
    Example: The broker tells all of a record whose page is gone
      Given the user asks for "seasonal influenza vaccination of older adults" from "PLOS Biology"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3011002"
      And that page answers 404
      And the broker says of that page "PLOS Biology 2024, open access, doi:10.1371/journal.pbio.3011002"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3011003"
      When the host runs the task
      Then "plos-biology" ends as SUCCESS
      And an item cites that page
      And each item was opened on the wire
      And nothing from a snippet is in the report's items or answer
      And no item cites "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3011002"

    @reject
    Example: Of twelve records those are reported whose pages were opened
      Given the user asks for "seasonal influenza vaccination of older adults" from "PLOS Biology"
      And the broker finds 12 pages of that source
      When the host runs the task
      Then "plos-biology" ends as SUCCESS
      And an item cites that page
      And each item was opened on the wire

    @reject
    Example: What an earlier task opened is not opened in the next
      Given the user asks for "seasonal influenza vaccination of older adults" from "PLOS Biology"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3011004"
      When the host runs the task
      And that page times out from now on
      And the host runs the next task
      Then "plos-biology" ends as ORIGINAL_FETCH_GAP
      And no item cites that page

  @FETCH-06 @MUST
  Rule: A record of which only the snippet was seen ends as ORIGINAL_FETCH_GAP
    Protocol: Terminal and gap states
    Contract: /brokered_discovery/snippets_are_evidence

    @accept
    Example: With a page opener the record itself is seen
      Given the user asks for "seasonal influenza vaccination of older adults" from "PLOS Biology"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3011011"
      And the broker says of that page "PLOS Biology 2024, peer reviewed, full text"
      When the host runs the task
      Then "plos-biology" ends as SUCCESS
      And an item cites that page
      And the report holds that page's own words

    @reject
    Example: Without a page opener the snippet is all there is
      Given the user asks for "seasonal influenza vaccination of older adults" from "PLOS Biology"
      And the broker also offers "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3011012"
      And the broker says of that page "PLOS Biology 2024, peer reviewed, full text"
      And the host has no page opener
      When the host runs the task
      Then "plos-biology" ends as ORIGINAL_FETCH_GAP
      And "plos-biology" is searched
      And no item cites that page
      And nothing from a snippet is in the report's items or answer
      And no trace of "plos-biology" claims evidence
      And nothing else is opened

    @reject
    Example: The broker's own copy of the text does not replace a page that is silent
      Given the user asks for "seasonal influenza vaccination of older adults" from "PLOS Biology" and "Frontiers in Psychology"
      And the broker finds "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.11014/full" for "frontiers-psychology"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3011013" for "plos-biology"
      And that page times out
      And the broker gives cached text of that page
      When the host runs the task
      Then "plos-biology" ends as ORIGINAL_FETCH_GAP
      And no item cites that page
      And nothing from a snippet is in the report's items or answer
      And no trace of "plos-biology" claims evidence
      And an item cites "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.11014/full"
