@evidence
Feature: Facts of the record
  Whether an article is open, under which licence, in which version, reviewed or not, published or not, is said by its own
  page or it is not known. The source's record speaks of the source.

  Background:
    Given the published release

  @EVID-04 @MUST_NOT
  Rule: Open access, licence, version, peer review and publication state are not inferred from the source record
    Protocol: Default success path, step 8

    @accept
    Example: The page states all five
      Given the user asks for "sleep and memory" from "Zenodo"
      And the broker finds "https://zenodo.org/records/14101501"
      And that page states:
        | oa_status         | Open access      |
        | licence           | CC BY 4.0        |
        | version           | Accepted version |
        | peer_review       | Peer reviewed    |
        | publication_state | Published        |
      When the host runs the task
      Then "zenodo" ends as SUCCESS
      And the report holds that page's own words
      And that page's item says of these facts what the page states, or nothing:
        | oa_status         | Open access      |
        | licence           | CC BY 4.0        |
        | version           | Accepted version |
        | peer_review       | Peer reviewed    |
        | publication_state | Published        |

    @accept
    Example: The page states what its source is not known for
      Given the user asks for "sleep and memory" from "Proceedings of the Royal Society B"
      And the broker finds "https://royalsocietypublishing.org/doi/10.1098/rspb.2024.5002"
      And that page states:
        | oa_status         | Subscription        |
        | licence           | All rights reserved |
        | peer_review       | Not peer reviewed   |
        | publication_state | Retracted           |
      When the host runs the task
      Then "royal-society-proceedings-b" ends as SUCCESS
      And that page's item says of these facts what the page states, or nothing:
        | oa_status         | Subscription        |
        | licence           | All rights reserved |
        | peer_review       | Not peer reviewed   |
        | publication_state | Retracted           |
      And that page's item leaves version open

    @reject
    Scenario Outline: The page of <name> states none of them
      Given the registry lists "<name>"
      And the user asks for "sleep and memory" from "<name>"
      And the broker finds "<url>"
      When the host runs the task
      Then "<id>" ends as SUCCESS
      And that page's item leaves oa_status, licence, version, peer_review and publication_state open

      Examples: Sources of mixed or unknown scope
        | name                 | id                   | url                                                 |
        | Zenodo               | zenodo               | https://zenodo.org/records/14101503                 |
        | OpenReview           | openreview           | https://openreview.net/forum?id=kAq15d04            |
        | Quillmere Open Shelf | quillmere-open-shelf | https://shelf.quillmere-press.org/item/15005        |

    @reject
    Scenario Outline: The page of <name> is silent on openness, licence and version
      Given the user asks for "sleep and memory" from "<name>"
      And the broker finds "<url>"
      When the host runs the task
      Then "<id>" ends as SUCCESS
      And that page's item leaves oa_status, licence and version open

      Examples: Journals of mixed access
        | name                                          | id                          | url                                                           |
        | Proceedings of the Royal Society B            | royal-society-proceedings-b | https://royalsocietypublishing.org/doi/10.1098/rspb.2024.5006 |
        | Nuclear Physics B — SCOAP³-covered articles   | nuclear-physics-b-scoap3    | https://www.sciencedirect.com/science/article/pii/S0550321324005007 |

    @reject
    Example: What the broker says of the article is no statement of its page
      Given the user asks for "sleep and memory" from "Zenodo"
      And the broker finds "https://zenodo.org/records/14101508"
      And the broker says of that page "Open access, CC BY 4.0, version of record, peer reviewed, published"
      When the host runs the task
      Then "zenodo" ends as SUCCESS
      And that page's item leaves oa_status, licence, version, peer_review and publication_state open

    @reject
    Example: Where reviewed and unreviewed papers stand together, silence is no review
      Given the user asks for "sleep and memory" from "ACL Anthology"
      And the broker finds "https://aclanthology.org/2024.sleep-1.15/"
      When the host runs the task
      Then "acl-anthology" ends as SUCCESS
      And that page's item leaves licence, version and peer_review open
