@redirects
Feature: Redirects of an original page
  A publisher may move a page within its own host. A redirect that leaves the host, or that breaks any rule for
  candidates, is an answer and not an invitation: its target is never asked.

  Background:
    Given the published release
    And the user asks for "glacier mass balance" from "Frontiers in Psychology"

  @REDIR-01 @MUST_NOT
  Rule: A redirect to another host is not followed
    Protocol: Default success path, step 6
    Contract: /brokered_discovery/source_route_derivation/returned_link_rule

    @accept
    Example: The page answers without a redirect
      Given the broker finds "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.03001/full"
      When the host runs the task
      Then "frontiers-psychology" ends as SUCCESS
      And an item cites that page

    @accept
    Example: A redirect that leads away does not spoil the next candidate
      Given the broker finds "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.03002/full"
      And that page redirects to "https://login.scholar-gateway.org/sso?next=fpsyg"
      And the broker finds "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.03003/full"
      When the host runs the task
      Then "frontiers-psychology" ends as SUCCESS
      And an item cites that page
      And nothing else is opened

    @reject
    Scenario Outline: The page redirects to <where>
      Given the broker finds "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.03004/full"
      And that page redirects to "<target>"
      When the host runs the task
      Then nothing else is opened
      And "frontiers-psychology" ends as ORIGINAL_FETCH_GAP, at worst CLOSED_WORLD_VIOLATION
      And no item cites that page

      Examples: Hosts that are not the source's
        | where              | target                                                                      |
        | a login service    | https://login.scholar-gateway.org/sso?next=fpsyg                            |
        | its parent domain  | https://frontiersin.org/articles/10.3389/fpsyg.2024.03004/full              |
        | a sub-domain       | https://m.www.frontiersin.org/articles/10.3389/fpsyg.2024.03004/full        |
        | the DOI resolver   | https://doi.org/10.3389/fpsyg.2024.03004                                    |
        | a look-alike host  | https://www.frontiersin.org.reader-proxy.net/articles/fpsyg.2024.03004      |
        | another source     | https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3002601 |
        | a private address  | https://10.0.0.1/articles/10.3389/fpsyg.2024.03004/full                     |
        | a cloud's metadata | http://169.254.169.254/latest/meta-data/                                    |

    @reject
    Example: The second hop leads away
      Given the broker finds "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.03021"
      And that page redirects to "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.03021/full", then to "https://login.scholar-gateway.org/sso?next=fpsyg"
      When the host runs the task
      Then no request reaches "login.scholar-gateway.org"
      And "frontiers-psychology" ends as ORIGINAL_FETCH_GAP, at worst CLOSED_WORLD_VIOLATION
      And no item cites that page

    @reject
    Example: A target without a scheme is another host's all the same
      Given the broker finds "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.03022/full"
      And that page redirects to "//login.scholar-gateway.org/articles/10.3389/fpsyg.2024.03022/full"
      When the host runs the task
      Then no request reaches "login.scholar-gateway.org"
      And "frontiers-psychology" ends as ORIGINAL_FETCH_GAP, at worst CLOSED_WORLD_VIOLATION
      And no item cites that page

    @reject
    Example: The page of a second source leads away
      Given the user asks for "glacier mass balance" from "PLOS Biology" and "Frontiers in Psychology"
      And the broker finds "https://journals.plos.org/plosbiology/article?id=10.1371/journal.pbio.3003023" for "plos-biology"
      And the broker finds "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.03024/full" for "frontiers-psychology"
      And that page redirects to "https://login.scholar-gateway.org/sso?next=fpsyg"
      When the host runs the task
      Then no request reaches "login.scholar-gateway.org"
      And "plos-biology" ends as SUCCESS
      And "frontiers-psychology" ends as ORIGINAL_FETCH_GAP, at worst CLOSED_WORLD_VIOLATION
      And no item cites that page

    @reject
    Scenario Outline: A redirect with status <status> is no different
      Given the broker finds "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.03005/full"
      And that page redirects with <status> to "https://login.scholar-gateway.org/sso?next=fpsyg"
      When the host runs the task
      Then no request reaches "login.scholar-gateway.org"
      And "frontiers-psychology" ends as ORIGINAL_FETCH_GAP, at worst CLOSED_WORLD_VIOLATION

      Examples: Statuses that redirect
        | status |
        | 300    |
        | 301    |
        | 303    |
        | 307    |
        | 308    |

  @REDIR-02 @MAY
  Rule: A redirect that stays on the exact host and keeps all rules for candidates may be followed
    Protocol: Default success path, step 6; Trace requirements

    @accept
    Example: The page has moved on its own host
      Given the broker finds "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.03006"
      And that page redirects to "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.03006/full"
      When the host runs the task
      Then the host makes use of it and asks for "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.03006/full"
      And "frontiers-psychology" ends as SUCCESS
      And an item cites that page
      And the traces repeat the URLs of the wire

    @reject
    Example: A redirect that is followed is listed
      Given the broker finds "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.03007"
      And that page redirects to "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.03007/abstract", then to "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.03007/full"
      When the host runs the task
      Then the host makes use of it and asks for "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.03007/full"
      And "frontiers-psychology" ends as SUCCESS
      And the traces repeat the URLs of the wire
      And nothing else is opened

  @REDIR-03 @MUST
  Rule: Every hop of a redirect obeys the rules for candidates
    Protocol: Default success path, step 6

    @accept
    Example: The good candidate beside a bad redirect is opened
      Given the broker finds "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.03008/full"
      And that page redirects to "http://www.frontiersin.org/articles/10.3389/fpsyg.2024.03008/print"
      And the broker finds "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.03009/full"
      When the host runs the task
      Then "frontiers-psychology" ends as SUCCESS
      And an item cites that page
      And nothing else is opened
      And every opened page keeps the rules for candidates

    @reject
    Scenario Outline: The page redirects on its own host <how>
      Given the broker finds "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.03010/full"
      And that page redirects to "<target>"
      When the host runs the task
      Then nothing else is opened
      And "frontiers-psychology" ends as ORIGINAL_FETCH_GAP, at worst CLOSED_WORLD_VIOLATION

      Examples: Hops that no candidate may be
        | how                        | target                                                                     |
        | without encryption         | http://www.frontiersin.org/articles/10.3389/fpsyg.2024.03010/print         |
        | to another port            | https://www.frontiersin.org:8443/articles/10.3389/fpsyg.2024.03010/print   |
        | with user and password     | https://reader:pass@www.frontiersin.org/articles/fpsyg.2024.03010/print    |
        | through an encoded slash   | https://www.frontiersin.org/articles%2F10.3389/fpsyg.2024.03010/print      |

  @REDIR-04 @MUST
  Rule: A chain of redirects that leaves the host and comes back is not followed either
    Protocol: Default success path, step 6; Terminal and gap states

    @accept
    Example: The good candidate beside such a chain is used
      Given the broker finds "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.03020"
      And that page redirects to "https://id.scholar-gateway.org/sso", then to "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.03020/full"
      And the broker finds "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.03011/full"
      When the host runs the task
      Then "frontiers-psychology" ends as SUCCESS
      And an item cites that page
      And no request reaches "id.scholar-gateway.org"

    @reject
    Example: The chain passes a sign-in service and returns
      Given the broker finds "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.03012"
      And that page redirects to "https://id.scholar-gateway.org/sso", then to "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.03012/full"
      When the host runs the task
      Then no request reaches "id.scholar-gateway.org"
      And "frontiers-psychology" ends as ORIGINAL_FETCH_GAP, at worst CLOSED_WORLD_VIOLATION
      And no item cites that page

  @REDIR-05 @MUST_NOT
  Rule: A page that forwards its reader to another host by other means is not followed
    Protocol: Default success path, step 6

    @accept
    Example: A canonical link to another host is ignored and the page is used
      Given the broker finds "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.03013/full"
      And that page has a canonical link to "https://www.frontiers-mirror.org/articles/10.3389/fpsyg.2024.03013/full"
      When the host runs the task
      Then "frontiers-psychology" ends as SUCCESS
      And an item cites that page
      And nothing else is opened

    @reject
    Scenario Outline: The page forwards by <means>
      Given the broker finds "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.03014/full"
      And that page forwards by <means> to "https://www.frontiers-mirror.org/articles/10.3389/fpsyg.2024.03014/full"
      And the broker finds "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.03015/full"
      When the host runs the task
      Then an item cites that page
      And no request reaches "www.frontiers-mirror.org"
      And nothing else is opened

      Examples: Ways of forwarding
        | means         |
        | meta refresh  |
        | a header      |
        | a script      |
        | a frame       |

  @REDIR-06 @MUST
  Rule: A redirect loop or an over-long chain on the same host ends as ORIGINAL_FETCH_GAP
    Protocol: Default success path, step 6

    @accept
    Example: The page beside a loop is used
      Given the broker finds "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.03019"
      And that page redirects to "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.03019/full", then to "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.03019"
      And the broker finds "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.03016/full"
      When the host runs the task
      Then "frontiers-psychology" ends as SUCCESS
      And an item cites that page
      And at most 22 pages are requested

    @reject
    Example: Two pages redirect to each other
      Given the broker finds "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.03017"
      And that page redirects to "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.03017/full", then to "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.03017"
      When the host runs the task
      Then "frontiers-psychology" ends as ORIGINAL_FETCH_GAP
      And at most 21 pages are requested
      And no item cites that page

    @reject
    Example: Fifty hops lead to the page
      Given the broker finds "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.03018"
      And that page redirects 50 times on its own host before it answers
      When the host runs the task
      Then "frontiers-psychology" ends as ORIGINAL_FETCH_GAP
      And at most 21 pages are requested
      And no item cites that page
