"""The verdict as JUnit XML: a suite a chapter, a test case an example. A warning is no failure."""

from itertools import groupby
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from oa_conformance.steps.catalogue import CHAPTERS
from oa_conformance.steps.verdict.account import Account
from oa_conformance.steps.verdict.clauses import ClauseVerdict, ExampleVerdict
from oa_conformance.steps.verdict.telling import clean, told_of


def document(account: Account) -> bytes:
    """The XML of a run."""
    root = Element("testsuites", name="oa-conformance")
    for chapter, clauses in groupby(account.verdict.clauses, key=lambda verdict: verdict.clause.chapter):
        suite = SubElement(root, "testsuite", name=f"{chapter} {CHAPTERS[chapter]}")
        for verdict in clauses:
            known = verdict in account.verdict.known
            for example in verdict.examples:
                suite.append(case(verdict, example, known=known))
        count(suite)
    count(root)
    root.set("timestamp", account.started.isoformat(timespec="seconds"))
    indent(root)
    text: bytes = tostring(root, encoding="utf-8", xml_declaration=True)
    return text + b"\n"


def case(verdict: ClauseVerdict, weighed: ExampleVerdict, *, known: bool) -> Element:
    """One example. What was never run is a failure; what is not claimed, or known to fail, is skipped by name."""
    clause, example, result = verdict.clause, weighed.example, weighed.result
    element = Element("testcase", classname=clause.id, name=clean(example.name), file=clause.feature)
    element.set("time", f"{result.seconds if result else 0:.3f}")
    element.set("line", str(example.line))
    told = "\n".join(told_of(clause, example, result)) if result else f"{clause.id} {clause.sentence}"
    code = result.code if result else "NEVER_RUN"
    match weighed.weight:
        case "pass":
            pass
        case "gated":
            SubElement(element, "skipped", message=f"NOT-CLAIMED: needs {', '.join(sorted(example.needs))}")
        case "error":
            SubElement(element, "error", type=code, message=clean(result.found if result else "")).text = told
        case "warn":
            SubElement(element, "system-out").text = f"WARN\n{told}"
        case "unexercised" if verdict.status == "NOT-CLAIMED" or clause.level == "MAY":
            SubElement(element, "skipped", message="NOT-CLAIMED: the host makes no use of it")
        case _ if known:
            SubElement(element, "skipped", message=f"KNOWN FAILURE: {code}").text = told
        case _:
            message = clean(result.found if result else "the example was never run")
            SubElement(element, "failure", type=code, message=message).text = told
    if result and result.advisories:
        SubElement(element, "system-err").text = "\n".join(f"advisory: {clean(each)}" for each in result.advisories)
    return element


def count(element: Element) -> None:
    """Set the totals of a suite from its cases."""
    cases = list(element.iter("testcase"))
    element.set("tests", str(len(cases)))
    for name, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
        element.set(name, str(sum(case.find(tag) is not None for case in cases)))
    element.set("time", f"{sum(float(case.get('time', 0)) for case in cases):.3f}")
