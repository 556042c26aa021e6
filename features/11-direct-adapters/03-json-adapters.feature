@adapters
Feature: The five adapters that answer in JSON
  Each is its published template, its bounds, one media type and one order of keys.

  Background:
    Given the published release

  @DIRECT-A01 @MUST
  Rule: Europe PMC is asked at www.ebi.ac.uk with OPEN_ACCESS:Y fixed, for at most 100 core records in JSON, and keys go DOI, PMCID, PubMed id, title
    Protocol: Direct adapters
    Contract: /adapters/europe-pmc

    @accept @needs_registry_closed
    Example: Europe PMC finds a record
      Given the user asks for "café & naïve" from "Europe PMC"
      And the user wants the mode registry_closed
      And the adapter of "europe-pmc" finds a record
      When the host runs the task
      Then the request for "europe-pmc" keeps to the published template
      And the request for "europe-pmc" carries the topic whole
      And the request for "europe-pmc" keeps to the maximum
      And "europe-pmc" ends as SUCCESS
      And the record of "europe-pmc" is reported as metadata
      And the record of "europe-pmc" is known by its DOI
      And the traces repeat the adapter calls of the wire

    @accept @needs_registry_closed
    Scenario Outline: Europe PMC finds <what>
      Given the user asks for "café & naïve" from "Europe PMC"
      And the user wants the mode registry_closed
      And the adapter of "europe-pmc" finds <what>
      When the host runs the task
      Then "europe-pmc" ends as SUCCESS
      And the record of "europe-pmc" is known by its <key>

      Examples: The next keys
        | what                                   | key       |
        | a record without a DOI                 | PMCID     |
        | a record with nothing but a PubMed id  | PubMed id |

    @reject @needs_registry_closed
    Example: Europe PMC calls its answer HTML
      Given the user asks for "café & naïve" from "Europe PMC"
      And the user wants the mode registry_closed
      And the adapter of "europe-pmc" calls its answer HTML
      When the host runs the task
      Then the request for "europe-pmc" keeps to the published template
      And "europe-pmc" ends as SOURCE_FETCH_GAP
      And the trace of "europe-pmc" claims nothing
      And no item comes from "europe-pmc"

  @DIRECT-A02 @MUST
  Rule: OpenAlex is asked at api.openalex.org with open access and the listed fields fixed, for at most 100 works in JSON, and keys go DOI, id, title
    Protocol: Direct adapters
    Contract: /adapters/openalex

    @accept @needs_registry_closed
    Example: OpenAlex finds a record
      Given the user asks for "café & naïve" from "OpenAlex"
      And the user wants the mode registry_closed
      And the adapter of "openalex" finds a record
      When the host runs the task
      Then the request for "openalex" keeps to the published template
      And the request for "openalex" carries the topic whole
      And the request for "openalex" keeps to the maximum
      And "openalex" ends as SUCCESS
      And the record of "openalex" is reported as metadata
      And the record of "openalex" is known by its DOI
      And the traces repeat the adapter calls of the wire

    @accept @needs_registry_closed
    Example: OpenAlex finds a record without a DOI
      Given the user asks for "café & naïve" from "OpenAlex"
      And the user wants the mode registry_closed
      And the adapter of "openalex" finds a record without a DOI
      When the host runs the task
      Then "openalex" ends as SUCCESS
      And the record of "openalex" is known by its own id

    @reject @needs_registry_closed
    Example: OpenAlex calls its answer HTML
      Given the user asks for "café & naïve" from "OpenAlex"
      And the user wants the mode registry_closed
      And the adapter of "openalex" calls its answer HTML
      When the host runs the task
      Then the request for "openalex" keeps to the published template
      And "openalex" ends as SOURCE_FETCH_GAP
      And the trace of "openalex" claims nothing
      And no item comes from "openalex"

  @DIRECT-A03 @MUST
  Rule: PubMed Central is asked through esearch at eutils.ncbi.nlm.nih.gov with the database pmc fixed, for at most 100 ids in JSON, and the key is the PMCID
    Protocol: Direct adapters
    Contract: /adapters/pubmed-central

    @accept @needs_registry_closed
    Example: PubMed Central finds a record
      Given the user asks for "café & naïve" from "PubMed Central (PMC)"
      And the user wants the mode registry_closed
      And the adapter of "pubmed-central" finds a record
      When the host runs the task
      Then the request for "pubmed-central" keeps to the published template
      And the request for "pubmed-central" carries the topic whole
      And the request for "pubmed-central" keeps to the maximum
      And "pubmed-central" ends as SUCCESS
      And the record of "pubmed-central" is reported as metadata
      And the record of "pubmed-central" is known by its PMCID
      And the traces repeat the adapter calls of the wire

    @reject @needs_registry_closed
    Example: PubMed Central calls its answer HTML
      Given the user asks for "café & naïve" from "PubMed Central (PMC)"
      And the user wants the mode registry_closed
      And the adapter of "pubmed-central" calls its answer HTML
      When the host runs the task
      Then the request for "pubmed-central" keeps to the published template
      And "pubmed-central" ends as SOURCE_FETCH_GAP
      And the trace of "pubmed-central" claims nothing
      And no item comes from "pubmed-central"

  @DIRECT-A04 @MUST
  Rule: DOAJ is asked at doaj.org with the topic as one path segment of the first page, for at most 100 articles in JSON, and keys go DOI, id, title
    Protocol: Direct adapters
    Contract: /adapters/doaj

    @accept @needs_registry_closed
    Example: DOAJ finds a record
      Given the user asks for "café & naïve" from "Directory of Open Access Journals"
      And the user wants the mode registry_closed
      And the adapter of "doaj" finds a record
      When the host runs the task
      Then the request for "doaj" keeps to the published template
      And the request for "doaj" carries the topic whole
      And the request for "doaj" keeps to the maximum
      And "doaj" ends as SUCCESS
      And the record of "doaj" is reported as metadata
      And the record of "doaj" is known by its DOI
      And the traces repeat the adapter calls of the wire

    @accept @needs_registry_closed
    Example: DOAJ finds a record without a DOI
      Given the user asks for "café & naïve" from "Directory of Open Access Journals"
      And the user wants the mode registry_closed
      And the adapter of "doaj" finds a record without a DOI
      When the host runs the task
      Then "doaj" ends as SUCCESS
      And the record of "doaj" is known by its own id

    @reject @needs_registry_closed
    Example: DOAJ calls its answer HTML
      Given the user asks for "café & naïve" from "Directory of Open Access Journals"
      And the user wants the mode registry_closed
      And the adapter of "doaj" calls its answer HTML
      When the host runs the task
      Then the request for "doaj" keeps to the published template
      And "doaj" ends as SOURCE_FETCH_GAP
      And the trace of "doaj" claims nothing
      And no item comes from "doaj"

  @DIRECT-A05 @MUST
  Rule: Zenodo is asked at zenodo.org with the resource type publication fixed, for at most 25 records in JSON, and keys go DOI, id, title
    Protocol: Direct adapters
    Contract: /adapters/zenodo

    @accept @needs_registry_closed
    Example: Zenodo finds a record
      Given the user asks for "café & naïve" from "Zenodo"
      And the user wants the mode registry_closed
      And the adapter of "zenodo" finds a record
      When the host runs the task
      Then the request for "zenodo" keeps to the published template
      And the request for "zenodo" carries the topic whole
      And the request for "zenodo" keeps to the maximum
      And "zenodo" ends as SUCCESS
      And the record of "zenodo" is reported as metadata
      And the record of "zenodo" is known by its DOI
      And the traces repeat the adapter calls of the wire

    @accept @needs_registry_closed
    Example: Zenodo finds a record without a DOI
      Given the user asks for "café & naïve" from "Zenodo"
      And the user wants the mode registry_closed
      And the adapter of "zenodo" finds a record without a DOI
      When the host runs the task
      Then "zenodo" ends as SUCCESS
      And the record of "zenodo" is known by its own id

    @reject @needs_registry_closed
    Example: Zenodo calls its answer HTML
      Given the user asks for "café & naïve" from "Zenodo"
      And the user wants the mode registry_closed
      And the adapter of "zenodo" calls its answer HTML
      When the host runs the task
      Then the request for "zenodo" keeps to the published template
      And "zenodo" ends as SOURCE_FETCH_GAP
      And the trace of "zenodo" claims nothing
      And no item comes from "zenodo"
