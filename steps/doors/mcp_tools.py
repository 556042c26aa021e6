"""The tools that a chatbot finds behind MCP, and their answers put so that a model can read them.

The four host tools take and answer what ``features/schemas/tools.schema.json`` says, as in every door.
"""

import base64
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

Json = dict[str, Any]
SCHEMAS = Path(__file__).parents[2] / "features" / "schemas"
HOST_TOOLS = ("github_fetch", "github_fetch_file", "web_search", "open_page")
INSTRUCTIONS = (
    "You search open-access literature for a user and are examined on how you do it. Call next_task to learn what the "
    "user wants. Use the tools of this server alone: whatever they return is the world of that task. When you are "
    "done, or cannot go on, hand in what you did and found with submit_report; that ends the task. Then call next_task "
    "again, until it says that there are no more. Each task stands alone: carry nothing over from an earlier one."
)
ABOUT = {
    "github_fetch": (
        "Fetch an address of GitHub's REST API. Answers {status, json, at}; json is null if the body was no JSON. "
        "Where it is a blob of UTF-8, the answer as text shows its content decoded, as text in place of content."
    ),
    "github_fetch_file": (
        "Read a file of a GitHub repository. Answers {status, sha, size, encoding, content, at} as GitHub's contents "
        "API has them: content in base64, or, for a large file, none and encoding \"none\"; then fetch its blob with "
        "github_fetch. Where the content is UTF-8, the answer as text shows it decoded, as text in place of content."
    ),
    "web_search": (
        "Search the web within the given hosts. Answers {results: [{url, title, snippet}], applied_domains, "
        "result_count, at}. The task says whether there is such a tool and whether it filters by domains."
    ),
    "open_page": (
        "Open a web page. Answers {status, headers, url, body, at}, body in base64. A redirect is an answer, unless "
        "the task says that the opener follows redirects. Where the body is text, the answer as text shows it decoded, "
        "as text in place of body."
    ),
    "next_task": (
        "Get the task to work on: what the user says, and which tools there are for it. The same task again until its "
        "report is in; null when there are no more."
    ),
    "submit_report": (
        "Hand in the report of the task under way, which ends it. A report that does not keep the schema is answered "
        "with what is wrong and where, and may be handed in again a few times. The first one that keeps it counts."
    ),
}  # fmt: skip
ARGUMENTS = {
    "github_fetch": {"url": "https://api.github.com/…"},
    "github_fetch_file": {
        "repository": "owner/name", "ref": "A branch, tag or commit.", "path": "From the repository's root, without /.",
    },
    "web_search": {
        "query": "What to search for.",
        "domains": "Host names to search within; an empty list searches the whole web.",
        "max_results": "How many results are wanted at most.",
    },
    "open_page": {"url": "An absolute http or https URL."},
}  # fmt: skip
TEXTUAL = re.compile(r"text/|application/(?:[\w.-]+\+)?(?:json|xml)\b|application/(?:xhtml|javascript)", re.IGNORECASE)
CHARSET = re.compile(r"charset=[\"']?([\w.:-]{1,40})", re.IGNORECASE)


@dataclass(frozen=True)
class ToolForm:
    """A tool as a client sees it. The schemas hold no references, which some clients cannot follow."""

    name: str
    description: str
    arguments: Json
    answer: Json


@lru_cache(maxsize=1)
def tool_forms() -> Mapping[str, ToolForm]:
    """All tools by name."""
    tools, task = _schema("tools"), _inlined(_schema("task"), _schema("task"))
    found = {}
    for name in HOST_TOOLS:
        parts = _inlined(tools["properties"][name]["properties"], tools)
        for argument, about in ARGUMENTS[name].items():
            parts["arguments"]["properties"][argument] |= {"description": about}
        found[name] = ToolForm(name, ABOUT[name], parts["arguments"], {"type": "object", **parts["answer"]})
    text, flag = {"type": "string"}, {"type": "boolean"}
    nothing = {"type": "object", "additionalProperties": False, "properties": {}}
    given = {"task": {"anyOf": [task, {"type": "null"}]}, "finished": flag, "message": text}
    found["next_task"] = ToolForm("next_task", ABOUT["next_task"], nothing, _object(given))
    report = {
        "task_id": {"type": "string", "description": "The task_id that next_task gave."},
        "report": _inlined(_schema("report"), _schema("report")),
    }
    receipt = {"type": "object", "required": ["accepted", "message"], "properties": {"accepted": flag, "message": text}}
    found["submit_report"] = ToolForm("submit_report", ABOUT["submit_report"], _object(report), receipt)
    return found


def readable(tool: str, answer: Json) -> str:
    """The answer as a model reads it: JSON, with what is text in it decoded."""
    shown = _DECODED[tool](answer) if tool in _DECODED and "status" in answer else answer
    return json.dumps(shown, ensure_ascii=False).encode("utf-8", "replace").decode()


def sendable(answer: Json) -> Json:
    """The answer without half surrogate pairs, which UTF-8 cannot carry; they become question marks."""
    text = json.dumps(answer, ensure_ascii=False)
    try:
        text.encode()
    except UnicodeEncodeError:
        whole: Json = json.loads(text.encode("utf-8", "replace"))
        return whole
    return answer


def _decoded_page(answer: Json) -> Json:
    """The page with its body as text, if it says that it is text. A wrong byte is shown as such."""
    kind = answer["headers"].get("content-type", "")
    if not TEXTUAL.match(kind):
        return answer
    charset = CHARSET.search(kind)
    body = base64.b64decode(answer["body"])
    try:
        text = body.decode(charset[1] if charset else "utf-8", "replace")
    except (LookupError, ValueError):
        text = body.decode("utf-8", "replace")
    return {name: value for name, value in answer.items() if name != "body"} | {"text": text}


def _decoded_blob(answer: Json) -> Json:
    """The answer with the blob in it as text, if there is one."""
    return {**answer, "json": _decoded_file(answer["json"])} if isinstance(answer["json"], dict) else answer


def _decoded_file(answer: Json) -> Json:
    """The file with its content as text, if it is UTF-8 to the last byte: what is shown then stands for the bytes."""
    if answer.get("encoding") != "base64" or not isinstance(answer.get("content"), str):
        return answer
    try:
        text = base64.b64decode(answer["content"]).decode()
    except ValueError:  # of base64 or of UTF-8
        return answer
    return {name: value for name, value in answer.items() if name != "content"} | {"text": text}


_DECODED: Mapping[str, Callable[[Json], Json]] = {
    "open_page": _decoded_page, "github_fetch_file": _decoded_file, "github_fetch": _decoded_blob,
}  # fmt: skip


def _object(properties: Json) -> Json:
    return {"type": "object", "additionalProperties": False, "required": [*properties], "properties": properties}


def _schema(name: str) -> Json:
    schema: Json = json.loads((SCHEMAS / f"{name}.schema.json").read_text("utf-8"))
    return schema


def _inlined(part: Any, root: Json) -> Any:
    """The part of the schema ``root`` with references replaced by what they refer to."""
    if isinstance(part, list):
        return [_inlined(each, root) for each in part]
    if not isinstance(part, dict):
        return part
    reference = part.get("$ref", "")
    if reference.startswith("urn:"):
        other = _schema(reference.rpartition(":")[2])
        return _inlined(other, other)
    if reference:
        return _inlined(root["$defs"][reference.removeprefix("#/$defs/")], root)
    return {name: _inlined(each, root) for name, each in part.items() if name not in ("$schema", "$id", "$defs")}
