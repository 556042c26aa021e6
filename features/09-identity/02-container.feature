@identity
Feature: The container of the original record
  A page belongs to a source when its own metadata name the source as the container. What the broker says, what stands
  elsewhere on the page, and what merely looks similar, proves nothing.

  Background:
    Given the published release

  @IDENT-01 @MUST
  Rule: Before a record is accepted, the original page confirms the selected source by its container title
    Protocol: Default success path, step 7
    Contract: /brokered_discovery/source_route_derivation/origin_identity_fields

    @accept
    Scenario Outline: The page of <source> names it as publishers of its kind do
      Given the user asks for "sleep and memory" from "<source>"
      And the broker finds "<url>"
      When the host runs the task
      Then "<id>" ends as SUCCESS
      And an item cites that page
      And the identity of "<id>" is reported as verified

      Examples: Publishers
        | source                        | id                            | url                                                                   |
        | PLOS Biology                  | plos-biology                  | https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3002501 |
        | Frontiers in Psychology       | frontiers-psychology          | https://www.frontiersin.org/articles/10.3389/fpsyg.2024.01011/full    |

    @reject
    Example: The page names no container
      Given the user asks for "sleep and memory" from "PLOS Biology"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3002502"
      And that page names no container
      When the host runs the task
      Then "plos-biology" ends as SOURCE_IDENTITY_GAP
      And no item cites that page
      And the identity of "plos-biology" is nowhere reported as verified

  @IDENT-03 @MUST
  Rule: An identity that is missing or ambiguous ends as SOURCE_IDENTITY_GAP
    Protocol: Default success path, step 7
    Contract: /brokered_discovery/source_route_derivation/identity_failure_status

    @accept
    Example: The page names one container
      Given the user asks for "sleep and memory" from "PLOS Biology"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3002503"
      When the host runs the task
      Then "plos-biology" ends as SUCCESS
      And an item cites that page

    @reject
    Example: The page names two containers
      Given the user asks for "sleep and memory" from "PLOS Biology"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3002504"
      And that page names the two containers "PLOS Biology" and "PLOS Medicine"
      When the host runs the task
      Then "plos-biology" ends as SOURCE_IDENTITY_GAP
      And no item cites that page

    @reject
    Example: The page declares the source and shows its reader another journal
      Given the user asks for "sleep and memory" from "PLOS Biology"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3002505"
      And that page declares "PLOS Biology" and shows "PLOS Medicine"
      When the host runs the task
      Then "plos-biology" ends as SOURCE_IDENTITY_GAP
      And no item cites that page

    @reject
    Example: The page names no container although its address looks right
      Given the user asks for "sleep and memory" from "PLOS Biology"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3002506"
      And that page names no container
      When the host runs the task
      Then "plos-biology" ends as SOURCE_IDENTITY_GAP
      And no item cites that page
      And that page is reported as rejected for IDENTITY
