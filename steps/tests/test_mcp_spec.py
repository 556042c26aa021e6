"""What a spec of the MCP doors says, and how options get into it."""

import pytest

from oa_conformance.steps.doors.identity import identity_of
from oa_conformance.steps.doors.mcp_spec import McpSpec, is_mcp, parse, with_options
from oa_conformance.steps.doors.outcome import HostUnusable
from oa_conformance.steps.tests import trial_agents


def refused(spec: str) -> str:
    with pytest.raises(HostUnusable) as raised:
        parse(spec)
    said = str(raised.value)
    assert "\n" not in said
    return said


def test_what_is_not_said_is_as_usual() -> None:
    claimed = ("registry_brokered",)
    assert parse("mcp") == McpSpec("mcp", "mcp", (), 8765, claimed, 600.0, 3600.0)
    assert parse("mcp-stdio").kind == "mcp-stdio"
    agent = "mcp-command:agent --mcp '{mcp_url}' 'do it: {prompt}'"
    command = ("agent", "--mcp", "{mcp_url}", "do it: {prompt}")
    assert parse(agent) == McpSpec(agent, "mcp-command", command, 0, claimed, 600.0, 60.0)


def test_options_stand_before_the_colon_and_a_command_may_have_any_of_its_own() -> None:
    spec = "mcp-command+capabilities=registry_brokered,navigation+deadline=90.5+wait=5:agent {mcp_url} +wait=7:8"
    told = parse(spec)
    assert (told.capabilities, told.deadline_s, told.wait_s) == (("registry_brokered", "navigation"), 90.5, 5.0)
    assert told.command == ("agent", "{mcp_url}", "+wait=7:8")


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("mcp:", "names no MCP host; write mcp, mcp-stdio or 'mcp-command:PROGRAM … {mcp_url}'"),
        ("mcp+", "names no MCP host"),
        ("mcp-command", "names no MCP host"),
        ("mcp-command:", "names no command"),
        ("mcp-command:agent 'x", "names no command (No closing quotation)"),
        ("mcp-command:agent", "does not say where the agent is told the server's address; put {mcp_url} there"),
        ("mcp+port=65536", "'65536' is no port"),
        ("mcp+port=", "'' is no port"),
        ("mcp-stdio+port=1", "has the option 'port', which mcp-stdio does not know"),
        ("mcp+model=x", "has the option 'model', which mcp does not know"),
        ("mcp+deadline=0", "deadline='0' is no number of seconds from 0.001 to 86400"),
        ("mcp+wait=1e9", "wait='1e9' is no number of seconds"),
    ],
)
def test_a_spec_that_makes_no_sense_is_told_so_in_one_line(spec: str, words: str) -> None:
    assert words in refused(spec)


def test_only_whole_words_are_mcp() -> None:
    assert [is_mcp(each) for each in ("mcp", "mcp:x", "mcp-stdio+x", "mcp-command:x")] == [True] * 4
    assert [is_mcp(each) for each in ("mcpx", "mcp-other", "reference", "command:mcp")] == [False] * 4


def test_flags_become_options_and_replace_those_that_are_there() -> None:
    flags = {"capabilities": "registry_brokered,fulltext", "port": 0, "deadline": None, "wait": "9"}
    assert with_options("mcp+wait=5+deadline=3", **flags) == (
        "mcp+deadline=3+capabilities=registry_brokered,fulltext+port=0+wait=9"
    )
    assert with_options("mcp-command:a {mcp_url}", deadline="7") == "mcp-command+deadline=7:a {mcp_url}"
    assert with_options("reference", port=None) == "reference"
    with pytest.raises(HostUnusable, match=r"^--port is for MCP hosts, and 'reference' is none; write mcp, "):
        with_options("reference", port=1)
    with pytest.raises(HostUnusable, match="has the option 'port'"):
        with_options("mcp-stdio", port=1)


def test_an_agent_has_its_scripts_as_identity_and_whoever_comes_has_none() -> None:
    told = identity_of(f"mcp-command:python {trial_agents.__file__} well {{mcp_url}}")
    assert told
    assert told.of.startswith("the command python trial_agents.py, ")
    assert identity_of("mcp") is None
