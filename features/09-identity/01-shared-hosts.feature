@identity
Feature: Shared publisher hosts
  Many registered journals live on one hostname. The domain filter narrows the search; it does not say which journal
  a page belongs to. Only the container named on the original page does.

  Background:
    Given the published release
    And the user asks for "social anxiety in adolescents" from "Frontiers in Psychology"

  @IDENT-02 @MUST
  Rule: A record of another journal on the same host is rejected, never attributed to the selected source
    Protocol: Shared-host rule
    Contract: /brokered_discovery/source_route_derivation/shared_host_rule

    @accept
    Example: The page names the registered journal
      Given the broker finds "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.01001/full"
      And that page is an article of "Frontiers in Psychology"
      When the host runs the task
      Then "frontiers-psychology" ends as SUCCESS
      And an item cites that page

    @reject
    Example: The page names a sister journal that is registered as well
      Given the broker finds "https://www.frontiersin.org/articles/10.3389/frsps.2024.02002/full"
      And that page is an article of "Frontiers in Social Psychology"
      When the host runs the task
      Then "frontiers-psychology" ends as SOURCE_IDENTITY_GAP
      And that page is reported as rejected for IDENTITY
      And no item cites that page

    @reject
    Example: The page names a sister journal that nobody registered
      Given the broker finds "https://www.frontiersin.org/articles/10.3389/fsoc.2024.02003/full"
      And that page is an article of "Frontiers in Sociology"
      When the host runs the task
      Then "frontiers-psychology" ends as SOURCE_IDENTITY_GAP
      And that page is reported as rejected for IDENTITY
      And no item cites that page

    @reject
    Example: The sister journal's page cites the registered journal and recommends it
      Given the broker finds "https://www.frontiersin.org/articles/10.3389/fsoc.2024.02010/full"
      And that page, an article of "Frontiers in Sociology", cites and recommends "Frontiers in Psychology"
      When the host runs the task
      Then "frontiers-psychology" ends as SOURCE_IDENTITY_GAP
      And that page is reported as rejected for IDENTITY
      And no item cites that page

    @reject
    Example: The sister journal's page stands on a site that bears the registered journal's name
      Given the broker finds "https://www.frontiersin.org/articles/10.3389/fsoc.2024.02011/full"
      And that page, an article of "Frontiers in Sociology", stands on a site called "Frontiers in Psychology"
      When the host runs the task
      Then "frontiers-psychology" ends as SOURCE_IDENTITY_GAP
      And that page is reported as rejected for IDENTITY
      And no item cites that page

    @reject
    Example: A sister journal's page comes first and does not spoil the right one
      Given the broker finds "https://www.frontiersin.org/articles/10.3389/fsoc.2024.02004/full"
      And that page is an article of "Frontiers in Sociology"
      And the broker finds "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.01005/full"
      When the host runs the task
      Then "frontiers-psychology" ends as SUCCESS
      And an item cites that page
      And "https://www.frontiersin.org/articles/10.3389/fsoc.2024.02004/full" is reported as rejected for IDENTITY
      And no item cites "https://www.frontiersin.org/articles/10.3389/fsoc.2024.02004/full"

    @reject
    Example: The right page comes first and vouches for no other
      Given the broker finds "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.01013/full"
      And the broker finds "https://www.frontiersin.org/articles/10.3389/fsoc.2024.02012/full"
      And that page is an article of "Frontiers in Sociology"
      When the host runs the task
      Then "frontiers-psychology" ends as SUCCESS
      And that page is reported as rejected for IDENTITY
      And no item cites that page
      And an item cites "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.01013/full"

    @reject
    Example: A source that the host chose itself is no surer of its pages
      Given the user says "Use the OA repo to search for bell founding." about "bell founding"
      And the broker finds "https://campanology.quillmere-press.org/articles/2014" for "quillmere-campanology"
      And that page is an article of "Annals of Foundry Work"
      When the host runs the task
      Then "quillmere-campanology" ends as SOURCE_IDENTITY_GAP
      And that page is reported as rejected for IDENTITY
      And no item cites that page

  @IDENT-05 @MUST_NOT
  Rule: The canonical path alone neither proves nor disproves that a page belongs to the source
    Protocol: Shared-host rule
    Contract: /brokered_discovery/source_route_derivation/canonical_path_role

    @accept
    Example: A page outside the canonical path names the registered journal
      Given the broker finds "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.01006/full"
      When the host runs the task
      Then "frontiers-psychology" ends as SUCCESS
      And an item cites that page

    @reject
    Example: A page under the canonical path names no container
      Given the broker finds "https://www.frontiersin.org/journals/psychology/articles/10.3389/fpsyg.2024.01007/full"
      And that page names no container
      When the host runs the task
      Then "frontiers-psychology" ends as SOURCE_IDENTITY_GAP
      And no item cites that page

    @reject
    Example: A page under the canonical path names a sister journal
      Given the broker finds "https://www.frontiersin.org/journals/psychology/articles/10.3389/fsoc.2024.02008/full"
      And that page is an article of "Frontiers in Sociology"
      When the host runs the task
      Then "frontiers-psychology" ends as SOURCE_IDENTITY_GAP
      And no item cites that page
