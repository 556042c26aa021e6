"""The command: its mistakes, its output, its exit codes."""

import json
from typing import Any

import pytest

from oa_conformance.reference import cli

BROKER = "https://broker.tarn-search.org/v1/search"


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], internet: Any) -> Any:
    """Runs the command in the internet in memory; returns (exit code, standard output, standard error)."""
    made = cli.make_web
    monkeypatch.setattr(cli, "make_web", lambda **wishes: made(transport=internet))
    monkeypatch.delenv("OA_SEARCH_BROKER", raising=False)

    def call(*arguments: str) -> tuple[int, str, str]:
        monkeypatch.setattr("sys.argv", ["oa-search", *arguments])
        with pytest.raises(SystemExit) as ended:
            cli.main()
        out, err = capsys.readouterr()
        return int(ended.value.code or 0), out, err

    return call


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "Missing argument 'TOPIC'"),
        (["lakes"], "there is no search broker; name one by --broker"),
        (["  ", "--broker", BROKER], "the topic is empty"),
        (["lakes", "--broker", "ftp://b.org"], "the search tool is not reached by https"),
        (["lakes", "--broker", BROKER, "--timeout", "0"], "0.0 is not in the range"),
        (["lakes", "--broker", BROKER, "--proxy", "socks5://p"], "--proxy 'socks5://p' is no http or https URL"),
        (["lakes", "--broker", BROKER, "--proxy", "http://["], "--proxy 'http://[' is no http or https URL"),
        (["lakes", "--broker", "https://[x"], "--broker 'https://[x' is no http or https URL"),
        (["lakes", "--wide"], "No such option"),
        (["lakes", "--mode", "closed"], "'closed' is not one of"),
        (["lakes", "rivers"], "unexpected extra argument"),
    ],
)
def test_a_mistake_is_one_line_and_exit_code_2(run: Any, arguments: list[str], words: str) -> None:
    code, out, err = run(*arguments)

    assert (code, out) == (2, "")
    assert err.startswith("oa-search: ")
    assert err.count("\n") == 1
    assert words in err


def test_a_search_prints_what_was_found_and_where(run: Any, internet: Any, article: Any) -> None:
    internet.results["www.tarn-press.org"] = ["https://www.tarn-press.org/articles/1"]
    internet.page("https://www.tarn-press.org/articles/1", article(title="Ice \x1b[2Jon a \u202etarn"))

    code, out, _ = run("limnology", "--broker", BROKER)

    assert code == 0
    assert "- Tarn Journal: SUCCESS (record found)" in out
    assert "https://www.tarn-press.org/articles/1" in out
    assert "\x1b" not in out
    assert "\u202e" not in out


@pytest.mark.parametrize("mode", ["registry_closed", "direct_only"])
def test_a_strict_mode_needs_no_broker(run: Any, internet: Any, record: Any, mode: str) -> None:
    contract = json.loads(internet.files[f"releases/{'5a1e' * 10}/chatbot-search-routing.json"])
    internet.files.clear()
    internet.publish(record(), contract=contract | {"modes": {mode: {}}})

    code, out, _ = run("limnology", "--mode", mode)

    assert code == 0
    assert "- Tarn Journal: NO_SEARCH_ADAPTER (no direct adapter)" in out
    assert internet.searches == []


def test_places_are_recommended_in_whatever_mode(run: Any, internet: Any) -> None:
    code, out, _ = run("limnology", "--mode", "registry_closed", "--places")

    assert (code, internet.searches) == (0, [])
    assert "- Tarn Journal: https://www.tarn-press.org/journals/tarn" in out


def test_the_broker_may_stand_in_the_environment(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OA_SEARCH_BROKER", BROKER)

    code, out, _ = run("limnology")

    assert code == 0
    assert "NO_RESULTS" in out


def test_json_is_the_whole_report(run: Any) -> None:
    code, out, _ = run("limnology", "--source", "tarn-journal", "--broker", BROKER, "--json")

    report = json.loads(out)
    assert code == 0
    assert report["selected_sources"][0]["source_id"] == "tarn-journal"
    assert len(report["traces"]) == 1


def test_places_need_no_broker(run: Any, internet: Any) -> None:
    code, out, _ = run("limnology", "--places")

    assert code == 0
    assert "Registered places to look" in out
    assert internet.searches == []


def test_a_chinese_topic_is_answered_in_chinese(run: Any) -> None:
    code, out, _ = run("高山小湖", "--places")

    assert code == 0
    assert "適合查找的登錄來源" in out


def test_a_gap_of_the_task_is_exit_code_1(run: Any, internet: Any) -> None:
    internet.main = {}

    code, out, _ = run("limnology", "--broker", BROKER)

    assert code == 1
    assert out.startswith("BOOTSTRAP_IDENTITY_GAP: branch main: GitHub names no complete commit id")


def test_help_and_version(run: Any) -> None:
    assert run("--version")[:2] == (0, "oa-search 0.1.0\n")
    code, out, _ = run("--help")
    assert code == 0
    assert 'oa-search "sleep and memory" --broker' in out
