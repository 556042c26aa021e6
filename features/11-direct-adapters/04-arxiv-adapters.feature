@adapters
Feature: The seven adapters of arXiv
  One address, seven templates: one for all of arXiv and six that are locked to a category. They answer in Atom.

  Background:
    Given the published release

  @DIRECT-A06 @MUST
  Rule: arXiv is asked at export.arxiv.org in all fields from the first record, for at most 100 entries in Atom, and keys go entry id, title
    Protocol: Direct adapters
    Contract: /adapters/arxiv

    @accept @needs_registry_closed
    Example: arXiv finds a record
      Given the user asks for "café & naïve" from "arXiv"
      And the user wants the mode registry_closed
      And the adapter of "arxiv" finds a record
      When the host runs the task
      Then the request for "arxiv" keeps to the published template
      And the request for "arxiv" carries the topic whole
      And the request for "arxiv" keeps to the maximum
      And "arxiv" ends as SUCCESS
      And the record of "arxiv" is reported as metadata
      And the record of "arxiv" is known by its own id
      And the traces repeat the adapter calls of the wire

    @reject @needs_registry_closed
    Example: arXiv calls its answer HTML
      Given the user asks for "café & naïve" from "arXiv"
      And the user wants the mode registry_closed
      And the adapter of "arxiv" calls its answer HTML
      When the host runs the task
      Then the request for "arxiv" keeps to the published template
      And "arxiv" ends as SOURCE_FETCH_GAP
      And the trace of "arxiv" claims nothing
      And no item comes from "arxiv"

  @DIRECT-A07 @MUST
  Rule: arXiv cs.CL is asked at export.arxiv.org with its category fixed, so that results are limited to computation and language (cs.CL), for at most 100 entries
    Protocol: Direct adapters
    Contract: /adapters/arxiv-cs-cl

    @accept @needs_registry_closed
    Example: arXiv cs.CL finds a record
      Given the user asks for "café & naïve" from "arXiv cs.CL — Computation and Language"
      And the user wants the mode registry_closed
      And the adapter of "arxiv-cs-cl" finds a record
      When the host runs the task
      Then the request for "arxiv-cs-cl" keeps to the published template
      And the request for "arxiv-cs-cl" carries the topic whole
      And the request for "arxiv-cs-cl" keeps to the maximum
      And "arxiv-cs-cl" ends as SUCCESS
      And the record of "arxiv-cs-cl" is reported as metadata
      And the record of "arxiv-cs-cl" is known by its own id
      And the traces repeat the adapter calls of the wire

    @accept @needs_registry_closed @interpretation
    Example: A record that another category lists first is arXiv cs.CL's if it is listed there too
      Given the user asks for "café & naïve" from "arXiv cs.CL — Computation and Language"
      And the user wants the mode registry_closed
      And the adapter of "arxiv-cs-cl" finds a record that "cs.LG" lists first
      When the host runs the task
      Then "arxiv-cs-cl" ends as SUCCESS
      And the record of "arxiv-cs-cl" is reported as metadata

    @reject @needs_registry_closed @interpretation
    Example: A record of another category is not arXiv cs.CL's
      Given the user asks for "café & naïve" from "arXiv cs.CL — Computation and Language"
      And the user wants the mode registry_closed
      And the adapter of "arxiv-cs-cl" finds a record of another category beside its own
      When the host runs the task
      Then "arxiv-cs-cl" ends as SUCCESS
      And the record of "arxiv-cs-cl" is reported as metadata
      And "arxiv-cs-cl" has 1 item

    @reject @needs_registry_closed
    Example: arXiv cs.CL calls its answer HTML
      Given the user asks for "café & naïve" from "arXiv cs.CL — Computation and Language"
      And the user wants the mode registry_closed
      And the adapter of "arxiv-cs-cl" calls its answer HTML
      When the host runs the task
      Then the request for "arxiv-cs-cl" keeps to the published template
      And "arxiv-cs-cl" ends as SOURCE_FETCH_GAP
      And the trace of "arxiv-cs-cl" claims nothing
      And no item comes from "arxiv-cs-cl"

  @DIRECT-A08 @MUST
  Rule: arXiv cs.LG is asked at export.arxiv.org with its category fixed, so that results are limited to machine learning (cs.LG), for at most 100 entries
    Protocol: Direct adapters
    Contract: /adapters/arxiv-cs-lg

    @accept @needs_registry_closed
    Example: arXiv cs.LG finds a record
      Given the user asks for "café & naïve" from "arXiv cs.LG — Machine Learning"
      And the user wants the mode registry_closed
      And the adapter of "arxiv-cs-lg" finds a record
      When the host runs the task
      Then the request for "arxiv-cs-lg" keeps to the published template
      And the request for "arxiv-cs-lg" carries the topic whole
      And the request for "arxiv-cs-lg" keeps to the maximum
      And "arxiv-cs-lg" ends as SUCCESS
      And the record of "arxiv-cs-lg" is reported as metadata
      And the record of "arxiv-cs-lg" is known by its own id
      And the traces repeat the adapter calls of the wire

    @reject @needs_registry_closed @interpretation
    Example: A record of another category is not arXiv cs.LG's
      Given the user asks for "café & naïve" from "arXiv cs.LG — Machine Learning"
      And the user wants the mode registry_closed
      And the adapter of "arxiv-cs-lg" finds a record of another category beside its own
      When the host runs the task
      Then "arxiv-cs-lg" ends as SUCCESS
      And the record of "arxiv-cs-lg" is reported as metadata
      And "arxiv-cs-lg" has 1 item

    @reject @needs_registry_closed
    Example: arXiv cs.LG calls its answer HTML
      Given the user asks for "café & naïve" from "arXiv cs.LG — Machine Learning"
      And the user wants the mode registry_closed
      And the adapter of "arxiv-cs-lg" calls its answer HTML
      When the host runs the task
      Then the request for "arxiv-cs-lg" keeps to the published template
      And "arxiv-cs-lg" ends as SOURCE_FETCH_GAP
      And the trace of "arxiv-cs-lg" claims nothing
      And no item comes from "arxiv-cs-lg"

  @DIRECT-A09 @MUST
  Rule: arXiv cs.AI is asked at export.arxiv.org with its category fixed, so that results are limited to artificial intelligence (cs.AI), for at most 100 entries
    Protocol: Direct adapters
    Contract: /adapters/arxiv-cs-ai

    @accept @needs_registry_closed
    Example: arXiv cs.AI finds a record
      Given the user asks for "café & naïve" from "arXiv cs.AI — Artificial Intelligence"
      And the user wants the mode registry_closed
      And the adapter of "arxiv-cs-ai" finds a record
      When the host runs the task
      Then the request for "arxiv-cs-ai" keeps to the published template
      And the request for "arxiv-cs-ai" carries the topic whole
      And the request for "arxiv-cs-ai" keeps to the maximum
      And "arxiv-cs-ai" ends as SUCCESS
      And the record of "arxiv-cs-ai" is reported as metadata
      And the record of "arxiv-cs-ai" is known by its own id
      And the traces repeat the adapter calls of the wire

    @reject @needs_registry_closed @interpretation
    Example: A record of another category is not arXiv cs.AI's
      Given the user asks for "café & naïve" from "arXiv cs.AI — Artificial Intelligence"
      And the user wants the mode registry_closed
      And the adapter of "arxiv-cs-ai" finds a record of another category beside its own
      When the host runs the task
      Then "arxiv-cs-ai" ends as SUCCESS
      And the record of "arxiv-cs-ai" is reported as metadata
      And "arxiv-cs-ai" has 1 item

    @reject @needs_registry_closed
    Example: arXiv cs.AI calls its answer HTML
      Given the user asks for "café & naïve" from "arXiv cs.AI — Artificial Intelligence"
      And the user wants the mode registry_closed
      And the adapter of "arxiv-cs-ai" calls its answer HTML
      When the host runs the task
      Then the request for "arxiv-cs-ai" keeps to the published template
      And "arxiv-cs-ai" ends as SOURCE_FETCH_GAP
      And the trace of "arxiv-cs-ai" claims nothing
      And no item comes from "arxiv-cs-ai"

  @DIRECT-A10 @MUST
  Rule: arXiv stat.ML is asked at export.arxiv.org with its category fixed, so that results are limited to statistical machine learning (stat.ML), for at most 100 entries
    Protocol: Direct adapters
    Contract: /adapters/arxiv-stat-ml

    @accept @needs_registry_closed
    Example: arXiv stat.ML finds a record
      Given the user asks for "café & naïve" from "arXiv stat.ML — Machine Learning"
      And the user wants the mode registry_closed
      And the adapter of "arxiv-stat-ml" finds a record
      When the host runs the task
      Then the request for "arxiv-stat-ml" keeps to the published template
      And the request for "arxiv-stat-ml" carries the topic whole
      And the request for "arxiv-stat-ml" keeps to the maximum
      And "arxiv-stat-ml" ends as SUCCESS
      And the record of "arxiv-stat-ml" is reported as metadata
      And the record of "arxiv-stat-ml" is known by its own id
      And the traces repeat the adapter calls of the wire

    @reject @needs_registry_closed @interpretation
    Example: A record of another category is not arXiv stat.ML's
      Given the user asks for "café & naïve" from "arXiv stat.ML — Machine Learning"
      And the user wants the mode registry_closed
      And the adapter of "arxiv-stat-ml" finds a record of another category beside its own
      When the host runs the task
      Then "arxiv-stat-ml" ends as SUCCESS
      And the record of "arxiv-stat-ml" is reported as metadata
      And "arxiv-stat-ml" has 1 item

    @reject @needs_registry_closed
    Example: arXiv stat.ML calls its answer HTML
      Given the user asks for "café & naïve" from "arXiv stat.ML — Machine Learning"
      And the user wants the mode registry_closed
      And the adapter of "arxiv-stat-ml" calls its answer HTML
      When the host runs the task
      Then the request for "arxiv-stat-ml" keeps to the published template
      And "arxiv-stat-ml" ends as SOURCE_FETCH_GAP
      And the trace of "arxiv-stat-ml" claims nothing
      And no item comes from "arxiv-stat-ml"

  @DIRECT-A11 @MUST
  Rule: arXiv cs.CV is asked at export.arxiv.org with its category fixed, so that results are limited to computer vision (cs.CV), for at most 100 entries
    Protocol: Direct adapters
    Contract: /adapters/arxiv-cs-cv

    @accept @needs_registry_closed
    Example: arXiv cs.CV finds a record
      Given the user asks for "café & naïve" from "arXiv cs.CV — Computer Vision and Pattern Recognition"
      And the user wants the mode registry_closed
      And the adapter of "arxiv-cs-cv" finds a record
      When the host runs the task
      Then the request for "arxiv-cs-cv" keeps to the published template
      And the request for "arxiv-cs-cv" carries the topic whole
      And the request for "arxiv-cs-cv" keeps to the maximum
      And "arxiv-cs-cv" ends as SUCCESS
      And the record of "arxiv-cs-cv" is reported as metadata
      And the record of "arxiv-cs-cv" is known by its own id
      And the traces repeat the adapter calls of the wire

    @reject @needs_registry_closed @interpretation
    Example: A record of another category is not arXiv cs.CV's
      Given the user asks for "café & naïve" from "arXiv cs.CV — Computer Vision and Pattern Recognition"
      And the user wants the mode registry_closed
      And the adapter of "arxiv-cs-cv" finds a record of another category beside its own
      When the host runs the task
      Then "arxiv-cs-cv" ends as SUCCESS
      And the record of "arxiv-cs-cv" is reported as metadata
      And "arxiv-cs-cv" has 1 item

    @reject @needs_registry_closed
    Example: arXiv cs.CV calls its answer HTML
      Given the user asks for "café & naïve" from "arXiv cs.CV — Computer Vision and Pattern Recognition"
      And the user wants the mode registry_closed
      And the adapter of "arxiv-cs-cv" calls its answer HTML
      When the host runs the task
      Then the request for "arxiv-cs-cv" keeps to the published template
      And "arxiv-cs-cv" ends as SOURCE_FETCH_GAP
      And the trace of "arxiv-cs-cv" claims nothing
      And no item comes from "arxiv-cs-cv"

  @DIRECT-A12 @MUST
  Rule: arXiv cs.MA is asked at export.arxiv.org with its category fixed, so that results are limited to multiagent systems (cs.MA), for at most 100 entries
    Protocol: Direct adapters
    Contract: /adapters/arxiv-cs-ma

    @accept @needs_registry_closed
    Example: arXiv cs.MA finds a record
      Given the user asks for "café & naïve" from "arXiv cs.MA — Multiagent Systems"
      And the user wants the mode registry_closed
      And the adapter of "arxiv-cs-ma" finds a record
      When the host runs the task
      Then the request for "arxiv-cs-ma" keeps to the published template
      And the request for "arxiv-cs-ma" carries the topic whole
      And the request for "arxiv-cs-ma" keeps to the maximum
      And "arxiv-cs-ma" ends as SUCCESS
      And the record of "arxiv-cs-ma" is reported as metadata
      And the record of "arxiv-cs-ma" is known by its own id
      And the traces repeat the adapter calls of the wire

    @reject @needs_registry_closed @interpretation
    Example: A record of another category is not arXiv cs.MA's
      Given the user asks for "café & naïve" from "arXiv cs.MA — Multiagent Systems"
      And the user wants the mode registry_closed
      And the adapter of "arxiv-cs-ma" finds a record of another category beside its own
      When the host runs the task
      Then "arxiv-cs-ma" ends as SUCCESS
      And the record of "arxiv-cs-ma" is reported as metadata
      And "arxiv-cs-ma" has 1 item

    @reject @needs_registry_closed
    Example: arXiv cs.MA calls its answer HTML
      Given the user asks for "café & naïve" from "arXiv cs.MA — Multiagent Systems"
      And the user wants the mode registry_closed
      And the adapter of "arxiv-cs-ma" calls its answer HTML
      When the host runs the task
      Then the request for "arxiv-cs-ma" keeps to the published template
      And "arxiv-cs-ma" ends as SOURCE_FETCH_GAP
      And the trace of "arxiv-cs-ma" claims nothing
      And no item comes from "arxiv-cs-ma"
