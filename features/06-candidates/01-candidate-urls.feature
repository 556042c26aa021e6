@candidates
Feature: What a candidate URL may look like
  The broker's list is untrusted. A candidate is judged as it is written, before any parser tidies it up, and one that
  breaks a rule is reported as rejected and never requested. The good candidate beside it is handled all the same.

  Background:
    Given the published release
    And the user asks for "coral bleaching" from "Frontiers in Psychology"

  @URL-01 @MUST
  Rule: A candidate is opened only if its scheme is https
    Protocol: Default success path, step 6
    Contract: /network_boundary/allowed_schemes

    @accept
    Example: An https candidate is opened
      Given the broker finds "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.04001/full"
      When the host runs the task
      Then "frontiers-psychology" ends as SUCCESS
      And an item cites that page

    @reject
    Scenario Outline: A candidate whose scheme is <scheme> is not opened
      Given the broker also offers "<url>"
      And the broker finds "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.04002/full"
      When the host runs the task
      Then "frontiers-psychology" ends as SUCCESS
      And an item cites that page
      And nothing else is opened
      And "<url>" is reported as rejected

      Examples: Other schemes and none
        | scheme          | url                                                              |
        | http            | http://www.frontiersin.org/articles/10.3389/fpsyg.2024.04003/full |
        | ftp             | ftp://www.frontiersin.org/articles/10.3389/fpsyg.2024.04004.pdf  |
        | javascript      | javascript:https://www.frontiersin.org/articles/fpsyg.2024.04005 |
        | nested          | jar:https://www.frontiersin.org!/articles/fpsyg.2024.04006       |
        | for the source  | view-source:https://www.frontiersin.org/articles/fpsyg.2024.04007 |
        | missing         | //www.frontiersin.org/articles/fpsyg.2024.04008                  |
        | http, in Chinese and with a port | http://新华网.中国:80/articles/fpsyg.2024.04009 |

  @URL-02 @MUST
  Rule: The host of a candidate equals the source's canonical host exactly, ASCII case aside
    Protocol: Default success path, step 6
    Contract: /brokered_discovery/source_route_derivation/candidate_host_rule

    @accept
    Example: The very host is opened
      Given the broker finds "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.04010/full"
      When the host runs the task
      Then "frontiers-psychology" ends as SUCCESS
      And an item cites that page

    @accept @interpretation
    Example: The host in capitals is the very host
      Given the broker finds "https://WWW.FRONTIERSIN.ORG/articles/10.3389/fpsyg.2024.04037/full"
      When the host runs the task
      Then "frontiers-psychology" ends as SUCCESS
      And an item cites that page

    @reject
    Scenario Outline: <kind> is not opened
      Given the broker also offers "<url>"
      And the broker finds "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.04011/full"
      When the host runs the task
      Then "frontiers-psychology" ends as SUCCESS
      And an item cites that page
      And nothing else is opened
      And "<url>" is reported as rejected

      Examples: Hosts that differ
        | kind                                   | url                                                              |
        | The parent domain                      | https://frontiersin.org/articles/fpsyg.2024.04012                |
        | A sub-domain                           | https://submit.www.frontiersin.org/articles/fpsyg.2024.04013     |
        | A sibling                              | https://blog.frontiersin.org/articles/fpsyg.2024.04014           |
        | A host that starts like the source's   | https://www.frontiersin.org.reader-proxy.net/fpsyg.2024.04015    |
        | A host that ends like the source's     | https://evil-www.frontiersin.org/articles/fpsyg.2024.04016       |
        | The host with the root dot             | https://www.frontiersin.org./articles/fpsyg.2024.04017           |
        | The host in capitals with the root dot | https://WWW.FRONTIERSIN.ORG./articles/fpsyg.2024.04120           |
        | The host with two dots in a row        | https://www..frontiersin.org/articles/fpsyg.2024.04121           |
        | The host in brackets                   | https://[www.frontiersin.org]/articles/fpsyg.2024.04122          |
        | The host followed by a comma           | https://www.frontiersin.org,reader-proxy.net/fpsyg.2024.04018    |
        | Another source's host                  | https://journals.plos.org/plosbiology/article?id=fpsyg.04019     |

      Examples: Hosts that only look alike
        | kind                                   | url                                                              |
        | A Cyrillic letter in the host          | https://www.fr{U+043E}ntiersin.org/articles/fpsyg.2024.04020     |
        | A punycode look-alike                  | https://www.xn--frntiersin-dqi.org/articles/fpsyg.2024.04021     |
        | A host with percent-encoded dots       | https://www%2Efrontiersin%2Eorg/articles/fpsyg.2024.04022        |
        | A host with an encoded slash           | https://www.frontiersin.org%2f@reader-proxy.net/fpsyg.2024.04023 |
        | A NUL that cuts the host short         | https://www.frontiersin.org{U+0000}.reader-proxy.net/fpsyg.04024 |
        | A full-width backslash in the host     | https://reader-proxy.net{U+FF3C}.www.frontiersin.org/fpsyg.04123 |
        | A sign that unfolds to a slash         | https://reader-proxy.net{U+2100}www.frontiersin.org/fpsyg.04124  |
        | A label whose punycode is none         | https://xn--a-ecp.frontiersin.org/articles/fpsyg.2024.04125      |
        | A label whose punycode is empty        | https://xn--.frontiersin.org/articles/fpsyg.2024.04126           |
        | A label that is punycode twice         | https://xn--xn---epa.frontiersin.org/articles/fpsyg.2024.04127   |
        | A label of punycode with an equals sign | https://xn--ls8h=.frontiersin.org/articles/fpsyg.2024.04128     |

      Examples: Addresses
        | kind                                   | url                                                              |
        | An IPv6 loopback address               | https://[::1]/articles/fpsyg.2024.04025                          |
        | A short hexadecimal address            | https://0x7f.1/articles/fpsyg.2024.04026                         |
        | An octal address                       | https://0177.0.0.1/articles/fpsyg.2024.04027                     |
        | A short address                        | https://127.1/articles/fpsyg.2024.04028                          |
        | An IPv4 address within an IPv6 address | https://[::ffff:a9fe:a9fe]/articles/fpsyg.2024.04129             |
        | An address of a kind to come           | https://[v1.x]/articles/fpsyg.2024.04130                         |
        | An address with ideographic full stops | https://127{U+3002}0{U+3002}0{U+3002}1/fpsyg.2024.04131          |
        | This very machine with the root dot    | https://localhost./articles/fpsyg.2024.04132                     |

      Examples: No host at all
        | kind                                   | url                                                              |
        | A URL that has one slash too few       | https:/www.frontiersin.org/articles/fpsyg.2024.04029             |
        | A URL that has one slash too many      | https:///www.frontiersin.org/articles/fpsyg.2024.04030           |
        | A URL without a host                   | https:///articles/fpsyg.2024.04133                               |
        | A URL with backslashes for slashes     | https:{U+005C}{U+005C}www.frontiersin.org/articles/fpsyg.04114   |

      @interpretation
      Examples: Characters that some parsers fold into the right host
        | kind                                   | url                                                              |
        | A host in full-width letters           | https://{U+FF57}{U+FF57}{U+FF57}.frontiersin.org/fpsyg.04031     |
        | A host with ideographic full stops     | https://www{U+3002}frontiersin{U+3002}org/fpsyg.2024.04134       |
        | A host with full-width full stops      | https://www{U+FF0E}frontiersin{U+FF0E}org/fpsyg.2024.04135       |
        | A host with half-width full stops      | https://www{U+FF61}frontiersin{U+FF61}org/fpsyg.2024.04136       |
        | A zero-width space in the host         | https://www.frontiersin.org{U+200B}/articles/fpsyg.04033         |
        | A no-break space after the host        | https://www.frontiersin.org{U+00A0}/articles/fpsyg.04034         |
        | An encoded space after the host        | https://www.frontiersin.org%20/articles/fpsyg.2024.04035         |
        | An address with a zone                 | https://[fe80::1%25eth0]/articles/fpsyg.2024.04036               |

    @reject @interpretation
    Example: A Kelvin sign is no k, though it is one in lower case
      Given the user asks for "coral bleaching" from "BMC Plant Biology"
      And the broker also offers "https://lin{U+212A}.springer.com/article/10.1186/s12870-024-04032-1"
      And the broker finds "https://link.springer.com/article/10.1186/s12870-024-04037-1"
      When the host runs the task
      Then "bmc-plant-biology" ends as SUCCESS
      And an item cites that page
      And nothing else is opened
      And "https://lin{U+212A}.springer.com/article/10.1186/s12870-024-04032-1" is reported as rejected

  @URL-03 @MUST
  Rule: A candidate has no port, not even 443
    Protocol: Default success path, step 6

    @accept
    Example: A candidate without a port is opened
      Given the broker finds "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.04040/full"
      When the host runs the task
      Then "frontiers-psychology" ends as SUCCESS
      And an item cites that page

    @reject
    Scenario Outline: A candidate with <port> is not opened
      Given the broker also offers "<url>"
      And the broker finds "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.04041/full"
      When the host runs the task
      Then "frontiers-psychology" ends as SUCCESS
      And an item cites that page
      And nothing else is opened
      And "<url>" is reported as rejected

      Examples: Ports
        | port                     | url                                                            |
        | the default port         | https://www.frontiersin.org:443/articles/fpsyg.2024.04042      |
        | the default port, padded | https://www.frontiersin.org:0443/articles/fpsyg.2024.04043     |
        | another port             | https://www.frontiersin.org:8443/articles/fpsyg.2024.04044     |
        | a port out of range      | https://www.frontiersin.org:99999/articles/fpsyg.2024.04045    |

      @interpretation
      Examples: A port that parsers take for none
        | port                     | url                                                            |
        | an empty port            | https://www.frontiersin.org:/articles/fpsyg.2024.04046         |

  @URL-04 @MUST
  Rule: A candidate has no user and no password
    Protocol: Default success path, step 6

    @accept
    Example: A candidate with an at sign in its path is opened
      Given the broker finds "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.04050/full@1"
      When the host runs the task
      Then "frontiers-psychology" ends as SUCCESS
      And an item cites that page

    @reject
    Scenario Outline: A candidate with <userinfo> is not opened
      Given the broker also offers "<url>"
      And the broker finds "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.04051/full"
      When the host runs the task
      Then "frontiers-psychology" ends as SUCCESS
      And an item cites that page
      And nothing else is opened
      And "<url>" is reported as rejected

      Examples: Users and passwords
        | userinfo                          | url                                                                  |
        | user and password                 | https://reader:pass@www.frontiersin.org/articles/fpsyg.2024.04052    |
        | two at signs                      | https://a@reader-proxy.net@www.frontiersin.org/articles/fpsyg.04053  |
        | the right host as user            | https://www.frontiersin.org@reader-proxy.net/articles/fpsyg.04054    |
        | another host as user              | https://reader-proxy.net&@www.frontiersin.org/articles/fpsyg.04055   |
        | an encoded NUL as user            | https://reader-proxy.net%00@www.frontiersin.org/articles/fpsyg.04056 |
        | a tab that hides the at sign      | https://www.frontiersin.org{U+0009}@reader-proxy.net/fpsyg.04057     |
        | a backslash before the at sign    | https://reader-proxy.net{U+005C}@www.frontiersin.org/fpsyg.04058     |
        | the right host before a backslash | https://www.frontiersin.org{U+005C}@reader-proxy.net/fpsyg.04059     |
        | a port and a backslash            | https://reader-proxy.net:80{U+005C}@www.frontiersin.org/fpsyg.04137  |
        | the right host before a full-width number sign | https://www.frontiersin.org{U+FF03}@reader-proxy.net/fpsyg.04138 |
        | the right host before a full-width slash | https://www.frontiersin.org{U+FF0F}@reader-proxy.net/fpsyg.04139 |

      @interpretation
      Examples: Users that parsers take for none, or fold
        | userinfo                          | url                                                                  |
        | an empty user                     | https://@www.frontiersin.org/articles/fpsyg.2024.04060               |
        | a full-width number sign          | https://reader-proxy.net{U+FF03}@www.frontiersin.org/fpsyg.04061     |

  @URL-05 @MUST
  Rule: A candidate has no fragment
    Protocol: Default success path, step 6

    @accept
    Example: A candidate without a fragment is opened
      Given the broker finds "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.04070/full"
      When the host runs the task
      Then "frontiers-psychology" ends as SUCCESS
      And an item cites that page

    @reject
    Scenario Outline: A candidate with <fragment> is not opened
      Given the broker also offers "<url>"
      And the broker finds "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.04071/full"
      When the host runs the task
      Then "frontiers-psychology" ends as SUCCESS
      And an item cites that page
      And nothing else is opened
      And "<url>" is reported as rejected

      Examples: Fragments
        | fragment     | url                                                            |
        | a fragment   | https://www.frontiersin.org/articles/fpsyg.2024.04072/full#s2  |
        | a text quote | https://www.frontiersin.org/articles/fpsyg.04073#:~:text=sleep |
        | a fragment that looks like a host | https://www.frontiersin.org#@reader-proxy.net/fpsyg.04140 |

      @interpretation
      Examples: A fragment that parsers take for none
        | fragment          | url                                                       |
        | an empty fragment | https://www.frontiersin.org/articles/fpsyg.2024.04074/full# |

  @URL-06 @MUST
  Rule: A candidate has no encoded slash or backslash, and no backslash, in its path
    Protocol: Default success path, step 6

    @accept
    Scenario Outline: A path with <what> is opened
      Given the broker finds "<url>"
      When the host runs the task
      Then "frontiers-psychology" ends as SUCCESS
      And an item cites that page

      Examples: Escapes and marks that are no slash
        | what                         | url                                                                                          |
        | encoded angle brackets       | https://www.frontiersin.org/doi/10.1002/1097-0142(20000101)88:1%3C10::AID-CNCR3%3E3.0.CO;2-R |
        | encoded square brackets      | https://www.frontiersin.org/doi/10.1206/0003-0082(2008)3610%5B1:nrofwf%5D2.0.co;2            |
        | a colon                      | https://www.frontiersin.org/article/10.1023/A:1005982530560                                  |
        | encoded letters              | https://www.frontiersin.org/art%C3%ADculo/%E2%80%93                                          |
        | letters that resemble %2f    | https://www.frontiersin.org/issue-3_2f_4/fpsyg.2024.04080                                    |
        | an encoded space             | https://www.frontiersin.org/%20fpsyg.2024.04081                                              |
        | an encoded slash in the query | https://www.frontiersin.org/articles?doi=10.3389%2Ffpsyg.2024.04082                         |

    @reject
    Scenario Outline: A path with <what> is not opened
      Given the broker also offers "<url>"
      And the broker finds "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.04083/full"
      When the host runs the task
      Then "frontiers-psychology" ends as SUCCESS
      And an item cites that page
      And nothing else is opened
      And "<url>" is reported as rejected

      Examples: Encoded slashes and backslashes
        | what                             | url                                                                 |
        | an encoded slash                 | https://www.frontiersin.org/articles%2F10.3389/fpsyg.2024.04084     |
        | an encoded slash in lower case   | https://www.frontiersin.org/articles/10.3389%2ffpsyg.2024.04085     |
        | an encoded slash in a parameter  | https://www.frontiersin.org/articles;%2f..%2fadmin/fpsyg.2024.04086 |
        | an encoded slash behind two dots | https://www.frontiersin.org/psychology/..%2fsociology/fpsyg.04141   |
        | an encoded backslash             | https://www.frontiersin.org/articles%5Cfpsyg.2024.04087             |

      @interpretation
      Examples: A backslash as it is
        | what        | url                                                            |
        | a backslash | https://www.frontiersin.org/articles{U+005C}fpsyg.2024.04088   |

  @URL-07 @MUST
  Rule: A candidate has no dot segment in its path, plain or encoded
    Protocol: Default success path, step 6

    @accept
    Example: A dot inside a segment is opened
      Given the broker finds "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.04090/full.v2.html"
      When the host runs the task
      Then "frontiers-psychology" ends as SUCCESS
      And an item cites that page

    @accept @interpretation
    Example: The root of the site may be opened, and is no record
      Given the broker finds "https://www.frontiersin.org/" for "frontiers-psychology" if it is asked
      And that page is the site's home page if it is asked
      And the broker finds "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.04098/full"
      When the host runs the task
      Then "frontiers-psychology" ends as SUCCESS
      And an item cites that page
      And "https://www.frontiersin.org/" is reported as rejected for IDENTITY

    @reject
    Scenario Outline: A path that holds <what> is not opened
      Given the broker also offers "<url>"
      And the broker finds "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.04091/full"
      When the host runs the task
      Then "frontiers-psychology" ends as SUCCESS
      And an item cites that page
      And nothing else is opened
      And "<url>" is reported as rejected

      Examples: Dot segments
        | what                       | url                                                             |
        | two dots                   | https://www.frontiersin.org/articles/x/../fpsyg.2024.04092      |
        | one dot                    | https://www.frontiersin.org/articles/./fpsyg.2024.04093         |
        | two dots at its end        | https://www.frontiersin.org/fpsyg.2024.04094/..                 |
        | two encoded dots           | https://www.frontiersin.org/articles/x/%2e%2e/fpsyg.2024.04095  |
        | a plain and an encoded dot | https://www.frontiersin.org/articles/x/.%2E/fpsyg.2024.04096    |
        | one encoded dot            | https://www.frontiersin.org/articles/%2e/fpsyg.2024.04097       |

  @URL-08 @SHOULD
  Rule: Disguised traversal, blanks, control characters and malformed URLs are rejected without harm to the task
    Protocol: Default success path, step 6; Security and enforcement boundary

    @accept
    Example: An ordinary candidate is opened
      Given the broker finds "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.04100/full"
      When the host runs the task
      Then "frontiers-psychology" ends as SUCCESS
      And an item cites that page

    @reject
    Scenario Outline: A candidate with <what> is not opened
      Given the broker also offers "<url>"
      And the broker finds "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.04101/full"
      When the host runs the task
      Then "frontiers-psychology" ends as SUCCESS
      And an item cites that page
      And nothing else is opened
      And "<url>" is reported as rejected

      Examples: No URL at all
        | what                       | url                                                                |
        | an unclosed bracket        | https://[www.frontiersin.org/articles/fpsyg.2024.04113             |
        | nothing after the scheme   | https://                                                           |
        | a newline in its scheme    | ht{U+000A}tps://www.frontiersin.org/articles/fpsyg.2024.04115      |
        | a tab in its scheme        | ht{U+0009}tps://reader-proxy.net/articles/fpsyg.2024.04116         |
        | a newline in its host      | https://www.frontier{U+000A}sin.org/articles/fpsyg.2024.04111      |
        | an escape that is none     | https://www.frontiersin.org/articles/%u002e%u002e/fpsyg.2024.04106 |
        | a two-dot leader           | https://www.frontiersin.org/{U+2025}/fpsyg.2024.04107              |

      @interpretation
      Examples: Traversal in disguise
        | what                            | url                                                                  |
        | doubly encoded dots and slash   | https://www.frontiersin.org/articles/%252e%252e%252ffpsyg.2024.04102 |
        | a doubly encoded slash          | https://www.frontiersin.org/articles%252Ffpsyg.2024.04103            |
        | an overlong encoding of a slash | https://www.frontiersin.org/articles%c0%affpsyg.2024.04104           |
        | dots with a parameter           | https://www.frontiersin.org/articles/..;/fpsyg.2024.04105            |

      @interpretation
      Examples: Blanks and controls that some clients take away
        | what                             | url                                                              |
        | a leading space                  | {U+0020}https://www.frontiersin.org/articles/fpsyg.2024.04108    |
        | a byte order mark                | {U+FEFF}https://www.frontiersin.org/articles/fpsyg.2024.04109    |
        | a space in its path              | https://www.frontiersin.org/articles/fpsyg{U+0020}2024.04110     |
        | a tab in its path                | https://www.frontiersin.org/art{U+0009}icles/fpsyg.2024.04112    |
        | a control character in its query | https://www.frontiersin.org/articles?id={U+0001}fpsyg.2024.04117 |
