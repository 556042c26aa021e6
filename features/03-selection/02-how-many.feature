@selection
Feature: How many sources, and no others
  About five sources are asked, eight at most. A source that fails is reported as a gap, and nothing unregistered takes
  its place.

  Background:
    Given the published release

  @SEL-03 @SHOULD
  Rule: About five sources are selected
    Protocol: Default success path, step 2
    Contract: /selection/target_source_count

    @accept
    Example: A topic that fifteen sources fit is searched in three to seven of them
      Given the user says "Use the OA repo to search for large language models." about "large language models"
      When the host runs the task
      Then the task ends as SEARCHED
      And 3 to 7 sources are searched
      And every search is for a selected source

    @reject
    Example: A topic that one source fits is not filled up with others
      Given the registry lists only these sources:
        | quillmere-campanology   |
        | quillmere-ophthalmology |
        | plos-medicine           |
        | arxiv-cs-cv             |
        | philarchive             |
        | iforest                 |
      And the user says "Use the OA repo to search for campanology." about "campanology"
      And the broker finds "https://campanology.quillmere-press.org/art/2101" for "quillmere-campanology"
      When the host runs the task
      Then "quillmere-campanology" ends as SUCCESS
      And an item cites that page
      And "quillmere-campanology" is the only source

  @SEL-04 @MUST_NOT
  Rule: Unless the user asks for breadth no more than eight sources are selected, in any mode
    Protocol: Default success path, step 2
    Contract: /selection/maximum_source_count

    @accept
    Example: One source fits and is searched
      Given the registry also lists "quillmere-campanology"
      And the user says "Use the OA repo to search for campanology." about "campanology"
      And the broker finds "https://campanology.quillmere-press.org/art/2102" for "quillmere-campanology"
      When the host runs the task
      Then "quillmere-campanology" ends as SUCCESS
      And an item cites that page
      And at most 8 sources are selected

    @reject
    Example: Fifteen sources fit and at most eight are searched
      Given the user says "Use the OA repo to search for large language models." about "large language models"
      When the host runs the task
      Then the task ends as SEARCHED
      And at most 8 sources are selected
      And 1 to 8 sources are searched
      And every search is for a selected source

    @reject @needs_registry_closed
    Example: A strict mode is no licence for more
      Given the registry lists only these sources:
        | acl-anthology       |
        | acl                 |
        | aacl                |
        | eacl                |
        | naacl               |
        | emnlp               |
        | acl-findings        |
        | tacl                |
        | iclr                |
        | openreview          |
        | neurips-proceedings |
        | tmlr                |
      And the user says "Use the OA repo to search for large language models." about "large language models"
      And the user wants the mode registry_closed
      When the host runs the task
      Then at most 8 sources are selected
      And nothing is searched
      And every status fits the mode of its trace

  @SEL-05 @MAY
  Rule: A user who asks for broad coverage may get more than eight sources
    Protocol: Default success path, step 2

    @accept
    Example: Fifteen sources fit and more than eight are searched
      Given the user says "Use the OA repo to search for large language models." about "large language models"
      And the user wants broad coverage
      When the host runs the task
      Then the task ends as SEARCHED
      And the host makes use of it and searches more than 8 sources
      And every search is for a selected source

    @reject
    Example: The wish for breadth does not open the web
      Given the registry lists only these sources:
        | quillmere-campanology   |
        | quillmere-ophthalmology |
      And the user says "Use the OA repo to search for campanology." about "campanology"
      And the user wants broad coverage
      And the broker finds "https://campanology.quillmere-press.org/art/2103" for "quillmere-campanology"
      And the broker would offer "https://www.scholar-commons.net/bells/2103" on no domain at all
      When the host runs the task
      Then "quillmere-campanology" ends as SUCCESS
      And each search is filtered on exactly the host of one source
      And nothing else is opened

  @SEL-08 @MUST_NOT
  Rule: A source that ended in a gap is not replaced in silence, and no unregistered place is searched that user or page names
    Protocol: Security and enforcement boundary; Terminal and gap states

    @accept
    Example: One named source fails, and the other does not stand in for it
      Given the user asks for "sleep and memory" from "Frontiers in Psychology" and "PLOS Biology"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3002104" for "plos-biology"
      And the broker times out for "frontiers-psychology"
      When the host runs the task
      Then "frontiers-psychology" ends as SEARCH_BROKER_GAP
      And "plos-biology" ends as SUCCESS
      And every search is for a selected source

    @reject
    Example: The only named source fails where its neighbours would answer
      Given the user asks for "social psychology" from "Frontiers in Psychology" and "Frontiers in Social Psychology"
      And the broker would offer "https://osf.io/preprints/psyarxiv/b2105" on "osf.io"
      And the broker times out for "frontiers-psychology"
      And the broker would offer "https://direct.mit.edu/opmi/article/doi/10.1162/opmi_a_02105" on "direct.mit.edu"
      When the host runs the task
      Then "frontiers-psychology" ends as SEARCH_BROKER_GAP
      And "frontiers-social-psychology" ends as SEARCH_BROKER_GAP
      And every search is for a selected source
      And nothing is reported as found

    @reject
    Example: The user proposes a place that is not registered
      Given the user asks for "sleep and memory" from "PLOS Biology"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3002106"
      And the user also wants "www.scholar-commons.net" searched, where "https://www.scholar-commons.net/sleep/2106" would be found
      When the host runs the task
      Then "plos-biology" ends as SUCCESS
      And an item cites "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3002106"
      And each search is filtered on exactly the host of one source
      And no request reaches "www.scholar-commons.net"

    @reject
    Example: A page proposes one
      Given the user asks for "sleep and memory" from "PLOS Biology"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3002107"
      And that page links to "https://www.scholar-commons.net/search?q=sleep"
      When the host runs the task
      Then "plos-biology" ends as SUCCESS
      And an item cites that page
      And each search is filtered on exactly the host of one source
      And nothing else is opened
