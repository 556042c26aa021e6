"""The summary a person reads: chapter by chapter, each failure with its proof, then what was and was not certified."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby
from pathlib import Path

from rich.console import Console
from rich.text import Text

from oa_conformance.steps.catalogue import CHAPTERS
from oa_conformance.steps.verdict.account import Account
from oa_conformance.steps.verdict.clauses import STATUSES, ClauseVerdict, ExampleVerdict
from oa_conformance.steps.verdict.telling import clean, told_of, told_trials

STYLES: dict[str, str] = {
    "PASS": "green",
    "FAIL": "bold red",
    "WARN": "yellow",
    "NOT-CLAIMED": "dim",
    "NOT-EXERCISED": "bold magenta",
    "SUITE-ERROR": "bold white on red",
}
LABEL = 10  # columns of the label in a telling, as ``telling.listed`` sets it
EXAMPLES_SHOWN = 2


class Summary:
    """Prints an account to ``console``: coloured and wrapped on a terminal, plain and one line a fact elsewhere."""

    def __init__(self, console: Console, account: Account) -> None:
        self.console, self.account, self.verdict = console, account, account.verdict
        self.told: dict[tuple[str, str], str] = {}  # what was found -> the clause it was told at

    def show(self, files: Iterable[Path] = ()) -> None:
        """The whole summary; ``files`` are the reports that were written, printed last."""
        host, evidence = self.account.host, self.account.evidence
        release = f"release {evidence.release_id}" + (" (bundled)" if evidence.bundled else "")
        self.line(f"{host.name} {host.version} ({host.spec}) on {release}", style="bold")
        for chapter, clauses in groupby(self.verdict.clauses, key=lambda verdict: verdict.clause.chapter):
            self.chapter(chapter, list(clauses))
        self.line("")
        self.end(files)

    def beneath(self, files: Iterable[Path] = ()) -> None:
        """What remains to be said where pytest has told the failures."""
        for clause in self.verdict.clauses:
            if clause.status == "WARN":
                self.warning(clause)
        self.end(files)

    def end(self, files: Iterable[Path] = ()) -> None:
        """What comes after the chapters: counts, advisories, scope, outcome, files."""
        self.totals()
        self.advisories()
        self.remarks()
        self.scope()
        self.outcome()
        for path in files:
            self.line(f"  {path}")

    def chapter(self, prefix: str, clauses: Sequence[ClauseVerdict]) -> None:
        counts = Counter(clause.status for clause in clauses)
        parts = [Text(f"{counts[status]} {status}", STYLES[status]) for status in STATUSES if counts[status]]
        self.line(Text(f"{prefix:<7} {CHAPTERS[prefix]:<17} ").append_text(Text("  ").join(parts)))
        told = [clause for clause in clauses if clause.status not in ("PASS", "NOT-CLAIMED")]
        for clause in told:
            if clause.status == "WARN":
                self.warning(clause)
            else:
                self.telling(clause)
        if told:
            self.line("")

    def telling(self, verdict: ClauseVerdict) -> None:
        """The clause, then what its worst examples show."""
        worst = [each for each in verdict.examples if each.weight == self.blamed(verdict)]
        clause = verdict.clause
        self.line("")
        head = Text("  ").append(verdict.status, STYLES[verdict.status])
        self.line(head.append(f"  {clause.id} ({clause.level}) {clause.sentence}", "bold"), hang=4)
        if known := self.known(worst[0]):
            self.line(labelled(f"found     {known}"), hang=4 + LABEL)
            return
        for each in worst[:EXAMPLES_SHOWN]:
            self.example(verdict, each)
        if len(worst) > EXAMPLES_SHOWN:
            self.line(f"    and {len(worst) - EXAMPLES_SHOWN} more of its examples", style="dim")
        if reason := self.reason(verdict):
            self.line(labelled(f"known     {clean(reason)}"), hang=4 + LABEL)
        ids = dict.fromkeys([clause.id, *(each.example.clause_id for each in worst[:1])])
        again = " --only ".join([f"{self.account.repeat} {clause.id}", *list(ids)[1:]])
        self.console.print(labelled(f"repeat    {again}"), soft_wrap=True)  # to be copied

    def reason(self, verdict: ClauseVerdict) -> str:
        """Why this failure is left as it is, if the baseline says so."""
        if verdict not in self.verdict.known or self.verdict.scope.baseline is None:
            return ""
        listed = self.verdict.scope.baseline.known
        names = [verdict.clause.id, *(each.example.key for each in verdict.blamed)]
        return "; ".join(dict.fromkeys(listed[name] for name in names if name in listed))

    def known(self, each: ExampleVerdict) -> str:
        """Where the same was found before, if it was: a host with one fault is told of it once."""
        if each.result is None:
            return ""
        first = self.told.setdefault((each.result.code, each.result.found), each.example.clause_id)
        return "" if first == each.example.clause_id else f"{each.result.code}, word for word as at {first}"

    @staticmethod
    def blamed(verdict: ClauseVerdict) -> str:
        """The weight that brought about the clause's status."""
        weights = {each.weight for each in verdict.examples}
        return next(each for each in ("error", "fail", "missing", "unexercised") if each in weights)

    def example(self, verdict: ClauseVerdict, each: ExampleVerdict) -> None:
        if each.result is None:
            for line in (f"example   {clean(each.example.name)}", "found     it was never run"):
                self.line(labelled(line), hang=4 + LABEL)
            return
        for line in told_of(verdict.clause, each.example, each.result)[1:]:
            self.line(labelled(line), hang=4 + LABEL)
        if each.trials > 1:
            self.line(labelled(f"trials    {told_trials(each)}"), hang=4 + LABEL)
        if each.result.last_words and each.result.last_words[-40:] not in each.result.found:
            self.line(labelled(f"said last {clean(each.result.last_words)}"), hang=4 + LABEL)

    def warning(self, verdict: ClauseVerdict) -> None:
        clause = verdict.clause
        head = Text("  ").append("WARN", STYLES["WARN"])
        self.line(head.append(f"  {clause.id} ({clause.level}) {clause.sentence}"), hang=4)
        for each in verdict.examples:
            if each.weight == "warn" and each.result:
                kind = "a reading of the protocol, not its words: " if each.example.interpretation else ""
                self.line(f"    {clean(f'{kind}{each.example.name}: {each.result.code}: {each.result.found}')}", hang=6)

    def totals(self) -> None:
        results = [each.result for each in self.verdict.examples() if each.result]
        counts = [Text(f"{n} {each}", STYLES[each]) for each in STATUSES if (n := self.verdict.count(each))]
        self.line(Text(f"{counted(len(self.verdict.clauses), 'clause')}: ").append_text(Text(", ").join(counts)))
        served = sum(result.evidence for result in results)
        examples, exchanges = counted(len(results), "example"), counted(served, "exchange")
        self.line(f"{examples} in {self.account.seconds:.1f} s, {exchanges} served")
        if self.verdict.scope.trials > 1:
            self.trials()

    def trials(self) -> None:
        """How often what was run several times held, and where it did not always."""
        trials = self.verdict.scope.trials
        self.line(f"each {trials} times: {self.verdict.reliability.told(trials)}")
        for each in self.verdict.clauses:
            if each.reliability.passed < each.reliability.runs:
                self.line(f"  {each.clause.id}: {each.reliability.told(trials)}", hang=4)

    def advisories(self) -> None:
        """What was tolerated, each in its own words once."""
        where: dict[str, list[str]] = {}
        for each in self.verdict.examples():
            for words in each.result.advisories if each.result else ():
                where.setdefault(words, []).append(each.example.clause_id)
        for words, ids in where.items():
            self.line(Text("advisory ", "yellow").append(clean(f"{words} ({' '.join(dict.fromkeys(ids))})")), hang=9)

    def remarks(self) -> None:
        """What a reader must know of how the host was run."""
        for words in self.account.host.remarks:
            self.line(Text("remark ", "yellow").append(clean(words)), hang=7)

    def scope(self) -> None:
        self.line(f"claimed: {', '.join(self.verdict.capabilities) or 'nothing'}")
        reasons: dict[str, list[str]] = {}
        for each in self.verdict.clauses:
            if each.status == "NOT-CLAIMED":
                reasons.setdefault(each.reason.partition(":")[0], []).append(each.clause.id)
        for reason, ids in reasons.items():
            self.line(Text("NOT-CLAIMED ", STYLES["NOT-CLAIMED"]).append(f"({reason}): {' '.join(ids)}"), hang=4)

    def outcome(self) -> None:
        """Certified or not, in one line, and why not."""
        verdict = self.verdict
        if verdict.scope.interrupted:
            self.line("INTERRUPTED: no certificate", style=STYLES["FAIL"])
        elif verdict.scope.only is not None:
            bad = len(verdict.against)
            ran = any(each.result for each in verdict.examples())
            words = f"{bad} against the host" if bad else "none against the host" if ran else "none was exercised"
            style = STYLES["PASS" if ran and not bad else "FAIL"]
            clauses = counted(len(verdict.clauses), "clause")
            self.line(f"PART OF THE CLAUSES, no certificate; of {clauses} {words}{self.compared()}", style=style)
        elif verdict.certified:
            self.line(f"CERTIFIED for {', '.join(verdict.capabilities)}", style="bold green")
        else:
            self.line(f"NOT CERTIFIED{self.compared()}", style=STYLES["FAIL"])
            for status in STATUSES:
                if ids := [each.clause.id for each in verdict.against if each.status == status]:
                    self.line(Text("  ").append(status, STYLES[status]).append(f" {' '.join(ids)}"), hang=4)
            for line in verdict.objections[len(verdict.against) :]:
                self.line(f"  {clean(line)}", hang=4)
        for line in [*verdict.new] if verdict.known else []:
            self.line(f"  new: {clean(line)}", hang=4)
        for name in verdict.stale:
            self.line(f"  stale: {name} no longer fails; take it out of the baseline", hang=4)
        self.line("What was not exercised is never shown as passed.", style="dim")

    def compared(self) -> str:
        """What the baseline makes of the failures; nothing where there was none, or none that it knows."""
        known, new = len(self.verdict.known), len(self.verdict.new)
        if not known:
            return ""
        return f"; {counted(new, 'new failure') if new else 'no new failures'}, {known} known"

    def line(self, words: str | Text, style: str = "", hang: int = 0) -> None:
        """One line; on a terminal it is wrapped, and what follows the first row is indented by ``hang``."""
        text = Text(words, style) if isinstance(words, str) else words
        if not self.console.is_terminal:
            self.console.print(text, soft_wrap=True)
            return
        rows = text.wrap(self.console, max(self.console.width - hang, 20))
        for number, row in enumerate(rows):
            self.console.print(Text(" " * hang if number else "").append_text(row), soft_wrap=True)


def labelled(line: str) -> Text:
    """A line of a telling, indented, its label subdued."""
    return Text("    ").append(line[:LABEL], "dim").append(line[LABEL:])


def counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
