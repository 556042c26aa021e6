@evidence
Feature: Evidence classes
  Each item says what it rests on: the metadata on its page, or the full text that was read there. There is no third kind,
  and what is less does not become more.

  Background:
    Given the published release

  @EVID-05 @MUST
  Rule: Each reported item carries one of two evidence classes, registry_metadata or original_fulltext
    Protocol: Default success path, step 9; Trace requirements
    Contract: /brokered_discovery/snippets_are_evidence

    @accept
    Example: An abstract page gives registry_metadata
      Given the user asks for "sleep and memory" from "PLOS Biology"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3016001"
      When the host runs the task
      Then "plos-biology" ends as SUCCESS
      And that page's item is of the class registry_metadata
      And each item and each success is of one of the two evidence classes

    @accept @needs_fulltext
    Example: A full text that was asked for and read gives original_fulltext
      Given the user asks for "sleep and memory" from "PLOS Biology"
      And the user wants to know what the full text says
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3016002"
      And that page holds the full text
      When the host runs the task
      Then "plos-biology" ends as SUCCESS
      And that page's item is of the class original_fulltext
      And each item and each success is of one of the two evidence classes

    @reject
    Example: A candidate of which the snippet alone is known gives no item
      Given the user asks for "sleep and memory" from "PLOS Biology"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3016003"
      And that page answers 404
      And the broker says of that page "PLOS Biology 2024. Methods and results in full"
      And the broker gives cached text of that page
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3016004"
      When the host runs the task
      Then "plos-biology" ends as SUCCESS
      And that page's item is of the class registry_metadata
      And each item and each success is of one of the two evidence classes
      And no item cites "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3016003"

  @EVID-06 @MUST_NOT @interpretation
  Rule: An abstract or a landing page is not passed off as full text
    Protocol: Default success path, step 8

    @accept @needs_fulltext
    Example: The page holds the full text
      Given the user asks for "sleep and memory" from "PLOS Biology"
      And the user wants to know what the full text says
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3016011"
      And that page holds the full text
      When the host runs the task
      Then "plos-biology" ends as SUCCESS
      And that page's item is of the class original_fulltext

    @accept
    Example: Nobody asks for full text, and an abstract is metadata
      Given the user asks for "sleep and memory" from "PLOS Biology"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3016012"
      When the host runs the task
      Then "plos-biology" ends as SUCCESS
      And that page's item is of the class registry_metadata

    @reject
    Scenario Outline: Full text is wanted, and that page <shows>
      Given the user asks for "sleep and memory" from "PLOS Biology"
      And the user wants to know what the full text says
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3016013"
      And that page <shows>
      When the host runs the task
      Then "plos-biology" ends as SUCCESS
      And that page's item is of the class registry_metadata
      And nothing of "plos-biology" is claimed as original_fulltext

      Examples: Less than a full text
        | shows                                          |
        | has an abstract and links to the full text     |
        | has an abstract in sections                    |
        | is the landing page of an article that is sold |
        | is an article that embeds a CAPTCHA widget     |
