@modes
Feature: Three modes, and who chooses
  A search runs in registry_brokered unless the user says otherwise. The two strict modes ask published adapters alone.
  Which mode it is, is the user's choice; it is run as named, and every trace says so.

  Background:
    Given the published release

  @MODE-01 @MUST
  Rule: registry_brokered is the default
    Protocol: Modes
    Contract: /default_mode

    @accept
    Example: Without a word about modes the broker is asked
      Given the user asks for "sleep and memory" from "PLOS Biology"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3008001"
      When the host runs the task
      Then "plos-biology" ends as SUCCESS
      And an item cites that page
      And "plos-biology" is searched
      And the report and its traces carry the mode registry_brokered

    @reject
    Example: A source with an adapter is no reason for another mode
      Given the user asks for "quantum physics" from "arXiv" and "PLOS Biology"
      And the broker finds "https://arxiv.org/abs/2401.08002"
      And the adapter of "arxiv" would find a record
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3008002" for "plos-biology"
      When the host runs the task
      Then "arxiv" ends as SUCCESS
      And "plos-biology" ends as SUCCESS
      And "arxiv" is searched
      And the report and its traces carry the mode registry_brokered

  @MODE-02 @MUST_NOT
  Rule: A strict mode never falls back to the brokered route unless the user permits it
    Protocol: Modes, registry_closed

    @accept @needs_registry_closed
    Example: The user permits it after a source was left without an adapter
      Given the user asks for "machine translation" from "Transactions of the Association for Computational Linguistics (TACL)"
      And the user wants the mode registry_closed
      And the broker would offer "https://aclanthology.org/2024.tacl-1.8003/" on "aclanthology.org"
      When the host runs the task
      And the user then says "The brokered mode is fine. Use the OA repo to search for machine translation in TACL.", and the broker finds "https://aclanthology.org/2024.tacl-1.8004/" for "tacl"
      And the host runs the next task
      Then the first task asked no broker
      And the first task left "tacl" as NO_SEARCH_ADAPTER
      And "tacl" ends as SUCCESS
      And an item cites that page
      And the report and its traces carry the mode registry_brokered

    @reject
    Scenario Outline: No host asks a broker in the mode <mode>, whatever else it can do
      Given the user asks for "sleep and memory" from "PLOS Biology"
      And the user wants the mode <mode>
      And the broker would offer "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3008005" on "journals.plos.org"
      And a host that cannot do so may decline
      When the host runs the task
      And the user then says "The brokered mode is fine. Use the OA repo to search for sleep and memory in PLOS Biology.", and the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3008006" for "plos-biology"
      And the host runs the next task
      Then the first task asked no broker
      And "plos-biology" ends as SUCCESS

      Examples: The strict modes
        | mode            |
        | registry_closed |
        | direct_only     |

    @reject @needs_registry_closed
    Example: An adapter that fails is a gap, and the broker that would help is not asked
      Given the user asks for "quantum physics" from "arXiv" and "OpenAlex"
      And the user wants the mode registry_closed
      And the adapter of "arxiv" answers 503
      And the adapter of "openalex" finds a record
      And the broker would offer "https://arxiv.org/abs/2401.08007" on "arxiv.org"
      When the host runs the task
      Then "arxiv" ends as SOURCE_FETCH_GAP
      And no broker is asked
      And no page is opened
      And "openalex" ends as SUCCESS

    @reject @needs_direct_only
    Example: An adapter that finds nothing in the mode direct_only is followed by no broker either
      Given the user asks for "quantum physics" from "arXiv" and "OpenAlex"
      And the user wants the mode direct_only
      And the adapter of "arxiv" finds nothing
      And the adapter of "openalex" finds a record
      And the broker would offer "https://arxiv.org/abs/2401.08008" on "arxiv.org"
      When the host runs the task
      Then "arxiv" ends as NO_RESULTS
      And no broker is asked
      And no page is opened
      And "openalex" ends as SUCCESS

  @MODE-03 @MUST
  Rule: In direct_only the provider is the target source itself, and with the published adapters so it is in registry_closed
    Protocol: Modes, direct_only
    Contract: /modes/direct_only/provider_must_equal_target

    @accept @needs_direct_only
    Example: OpenAlex is asked for OpenAlex
      Given the user asks for "sleep and memory" from "OpenAlex"
      And the user wants the mode direct_only
      And the adapter of "openalex" finds a record
      When the host runs the task
      Then "openalex" ends as SUCCESS
      And the record of "openalex" is reported
      And "openalex" is provider and target of its trace

    @accept @needs_registry_closed
    Example: And so it is in registry_closed
      Given the user asks for "sleep and memory" from "OpenAlex"
      And the user wants the mode registry_closed
      And the adapter of "openalex" finds a record
      When the host runs the task
      Then "openalex" ends as SUCCESS
      And the record of "openalex" is reported
      And "openalex" is provider and target of its trace

    @reject @needs_direct_only
    Example: A directory that knows a journal's articles does not stand in for the journal
      Given the user asks for "sleep and memory" from "PLOS Biology" and "OpenAlex"
      And the user wants the mode direct_only
      And the adapter of "doaj" would find a record
      And the adapter of "openalex" finds a record
      When the host runs the task
      Then "plos-biology" ends as NO_SEARCH_ADAPTER
      And the adapter of "doaj" is not asked
      And no item comes from "plos-biology"
      And "openalex" ends as SUCCESS
      And "openalex" is provider and target of its trace

  @MODE-04 @MUST
  Rule: NO_SEARCH_ADAPTER and SOURCE_FETCH_GAP stand on strict traces alone, SEARCH_BROKER_GAP on brokered ones alone
    Protocol: Terminal and gap states

    @accept @needs_registry_closed
    Example: An adapter's failure and a missing adapter are states of a strict mode
      Given the user asks for "sleep and memory" from "Europe PMC", "PLOS Biology" and "OpenAlex"
      And the user wants the mode registry_closed
      And the adapter of "europe-pmc" answers 429
      And the adapter of "openalex" finds a record
      When the host runs the task
      Then "europe-pmc" ends as SOURCE_FETCH_GAP
      And "plos-biology" ends as NO_SEARCH_ADAPTER
      And "openalex" ends as SUCCESS
      And every status fits the mode of its trace

    @accept
    Example: A broker's failure is a state of the default mode
      Given the user asks for "sleep and memory" from "PLOS Biology" and "Frontiers in Psychology"
      And the broker finds "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.08009/full" for "frontiers-psychology"
      And the broker times out for "plos-biology"
      When the host runs the task
      Then "plos-biology" ends as SEARCH_BROKER_GAP
      And "frontiers-psychology" ends as SUCCESS
      And every status fits the mode of its trace

    @reject
    Example: In the default mode a source without an adapter does not lack one
      Given the user asks for "sleep and memory" from "PLOS Biology" and "Frontiers in Psychology"
      And the broker finds "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.08010/full" for "frontiers-psychology"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3008010" for "plos-biology"
      And that page answers 503
      When the host runs the task
      Then "plos-biology" ends as ORIGINAL_FETCH_GAP
      And "frontiers-psychology" ends as SUCCESS
      And every status fits the mode of its trace

  @MODE-05 @MUST
  Rule: In the default mode every accepted record comes from the selected source's own host, wherever the broker is
    Protocol: Modes, registry_brokered
    Contract: /modes/registry_brokered/origin_must_equal_target_source

    @accept
    Example: The record is read on the source's host
      Given the user asks for "sleep and memory" from "PLOS Biology"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3008011"
      When the host runs the task
      Then "plos-biology" ends as SUCCESS
      And an item cites that page
      And that page is opened
      And the report holds that page's own words
      And "plos-biology" is provider and target of its trace

    @reject
    Example: The broker's own copy is no record of the source
      Given the user asks for "sleep and memory" from "PLOS Biology" and "Frontiers in Psychology"
      And the broker finds "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.08012/full" for "frontiers-psychology"
      And the broker finds nothing for "plos-biology"
      And the broker also offers "https://cache.broker-of-record.org/view?of=journals.plos.org/plosbiology/3008012"
      When the host runs the task
      Then "plos-biology" ends as SOURCE_IDENTITY_GAP, ORIGINAL_FETCH_GAP or SEARCH_BROKER_GAP
      And no item cites that page
      And no request reaches "cache.broker-of-record.org"
      And "frontiers-psychology" ends as SUCCESS

    @reject
    Example: A text that the broker gives along is no record either
      Given the user asks for "sleep and memory" from "PLOS Biology"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3008013"
      And that page times out
      And the broker gives cached text of that page
      When the host runs the task
      Then "plos-biology" ends as ORIGINAL_FETCH_GAP
      And no item cites that page
      And nothing from a snippet is in the report's items or answer

  @MODE-06 @MUST_NOT
  Rule: A host does not choose a strict mode by itself, and strict traces have no broker, no domain and no candidate
    Protocol: Direct adapters; Modes

    @accept @needs_registry_closed
    Example: A strict mode that the user asked for leaves traces without a broker
      Given the user asks for "sleep and memory" from "OpenAlex" and "PLOS Biology"
      And the user wants the mode registry_closed
      And the adapter of "openalex" finds a record
      When the host runs the task
      Then "openalex" ends as SUCCESS
      And the record of "openalex" is reported
      And the traces have nothing of a broker
      And the traces repeat the adapter calls of the wire

    @accept
    Example: Nobody asked for one, and the broker serves
      Given the user asks for "quantum physics" from "arXiv"
      And the broker finds "https://arxiv.org/abs/2401.08014"
      When the host runs the task
      Then "arxiv" ends as SUCCESS
      And an item cites that page
      And the report and its traces carry the mode registry_brokered

    @reject
    Example: A broker that fails does not turn the search into a strict one
      Given the user asks for "quantum physics" from "arXiv" and "PLOS Biology"
      And the broker times out for "arxiv"
      And the adapter of "arxiv" would find a record
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3008015" for "plos-biology"
      When the host runs the task
      Then "arxiv" ends as SEARCH_BROKER_GAP
      And "plos-biology" ends as SUCCESS
      And the report and its traces carry the mode registry_brokered

  @MODE-07 @MUST
  Rule: A mode that the user names is the mode that is run and recorded
    Protocol: Modes

    @accept
    Example: registry_brokered is run when it is named
      Given the user asks for "quantum physics" from "arXiv"
      And the user wants the mode registry_brokered
      And the broker finds "https://arxiv.org/abs/2401.08016"
      When the host runs the task
      Then "arxiv" ends as SUCCESS
      And an item cites that page
      And "arxiv" is searched
      And the report and its traces carry the mode registry_brokered

    @accept @needs_registry_closed
    Example: registry_closed is run when it is named
      Given the user asks for "quantum physics" from "arXiv"
      And the user wants the mode registry_closed
      And the adapter of "arxiv" finds a record
      When the host runs the task
      Then "arxiv" ends as SUCCESS
      And the record of "arxiv" is reported
      And the report and its traces carry the mode registry_closed

    @accept @needs_direct_only
    Example: direct_only is run when it is named
      Given the user asks for "quantum physics" from "arXiv"
      And the user wants the mode direct_only
      And the adapter of "arxiv" finds a record
      When the host runs the task
      Then "arxiv" ends as SUCCESS
      And the record of "arxiv" is reported
      And the report and its traces carry the mode direct_only

    @reject @needs_registry_closed
    Example: registry_closed is not run through a broker that would find more
      Given the user asks for "quantum physics" from "arXiv"
      And the user wants the mode registry_closed
      And the adapter of "arxiv" finds a record
      And the broker would offer "https://arxiv.org/abs/2401.08017" on "arxiv.org"
      When the host runs the task
      Then "arxiv" ends as SUCCESS
      And the record of "arxiv" is reported
      And the report and its traces carry the mode registry_closed
      And no broker is asked
      And no page is opened

    @reject @needs_direct_only
    Example: direct_only is not recorded as the other strict mode
      Given the user asks for "sleep and memory" from "OpenAlex" and "PLOS Biology"
      And the user wants the mode direct_only
      And the adapter of "openalex" finds a record
      And the broker would offer "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3008018" on "journals.plos.org"
      When the host runs the task
      Then "openalex" ends as SUCCESS
      And the record of "openalex" is reported
      And the report and its traces carry the mode direct_only
      And no broker is asked
