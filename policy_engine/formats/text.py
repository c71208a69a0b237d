"""Decisions for a person at a terminal: what denies first, then what warns, then what is not declared."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TextIO

from rich.console import Console
from rich.text import Text

from policy_engine.engine import Decision, Explanation, Outcome, jsonable
from policy_engine.errors import AlvaraError, ExpressionError
from policy_engine.formats.json import in_language
from policy_engine.formats.registry import Report
from policy_engine.formats.undeclared import Gap, gaps
from policy_engine.formats.words import counted, words
from policy_engine.packs import show

__all__ = ["write"]

WIDTH = 100
_STYLE = {"allow": "bold green", "warn": "bold yellow", "deny": "bold red"}
_MARK = {"fail": "✗", "unknown": "?", "review": "⚖", "error": "!", "waived": "~"}
_SHOWN_READS = 6


def write(report: Report, out: TextIO) -> None:
    """Write one run for a person."""
    console = Console(
        file=out,
        width=_width(out),
        # A file is read by other tools: no codes there, whatever the environment asks for.
        color_system="auto" if out is sys.stdout else None,
        highlight=False,
        soft_wrap=False,
        emoji=False,
        markup=False,
    )
    page = _Page(console, report.language)
    page.errors(report.errors)
    for decision in report.decisions:
        page.decision(decision)
    page.explanations(report.explanations)
    for note in report.notes:
        page.note(note)
    page.closing(report.decisions)


def _width(out: TextIO) -> int:
    """The terminal's width up to 100 columns; 100 where the output is not a terminal."""
    if out is sys.stdout and out.isatty():
        try:
            return max(40, min(os.get_terminal_size(out.fileno()).columns, WIDTH))
        except OSError:
            return WIDTH
    return WIDTH


class _Page:
    """Lays out decisions on a console in one language."""

    def __init__(self, console: Console, language: str) -> None:
        self.console = console
        self.language = language
        self.say = words(language)

    def errors(self, errors: Sequence[AlvaraError]) -> None:
        """The input that could not be evaluated, each with its place."""
        if not errors:
            return
        self._heading(self.say["errors"], "bold red")
        for error in errors:
            where = str(error.place)
            line = Text.assemble((f"{where}: " if where else "", "cyan"), error.message)
            self._indented(line, 2, hang=4)
            if isinstance(error, ExpressionError):
                for picture_line in error.picture.splitlines():
                    self.console.print(Text("      " + picture_line, style="dim"), soft_wrap=True)
        self.console.print()

    def decision(self, decision: Decision) -> None:
        """One workload: verdict, findings by weight, gaps, counts, next steps."""
        head = Text.assemble(
            (decision.workload, "bold"),
            "  ",
            (self.say[decision.verdict], _STYLE[decision.verdict]),
            f"  {self.say['as_of']} {decision.as_of.isoformat()}",
        )
        self._indented(head, 0, hang=2)
        where = " · ".join(part for part in (str(decision.place), decision.site) if part)
        self._indented(Text(where, style="dim"), 2)
        findings = [outcome for outcome in decision.outcomes if outcome.is_finding]
        for weight, heading in (("deny", "denies"), ("warn", "warns")):
            self._findings(self.say[heading], [finding for finding in findings if finding.weighs == weight])
        informs = [finding for finding in findings if finding.weighs == "inform" and finding.outcome != "unknown"]
        self._briefly(self.say["informs"], informs)
        self._gaps(gaps(decision))
        if not findings:
            self._indented(Text(self.say["none_found"]), 2)
        self._counts(decision)
        self._next(decision, findings)
        self.console.print()

    def explanations(self, explanations: Sequence[Explanation]) -> None:
        """Each clause of a rule as written, with the value it came to and what it read."""
        for explanation in explanations:
            self._heading(f"{explanation.rule} · {explanation.workload} · {explanation.part}", "bold")
            for clause, value in explanation.trace.clauses:
                self._indented(Text.assemble((f"{value:<8} ", "cyan"), " ".join(clause.split())), 4, hang=13)
            for path, value in explanation.trace.reads.items():
                self._indented(Text(f"{path} = {_value(jsonable(value), self.language)}", style="dim"), 6, hang=8)
        if explanations:
            self.console.print()

    def note(self, note: str) -> None:
        """A remark about the run itself."""
        self._indented(Text(note, style="yellow"), 0, hang=2)

    def closing(self, decisions: Sequence[Decision]) -> None:
        """How many workloads had each verdict, and what the answer rests on."""
        if not decisions:
            return
        verdicts = Counter(decision.verdict for decision in decisions)
        total = counted(len(decisions), "workloads", self.language)
        each = ", ".join(counted(verdicts[verdict], verdict, self.language) for verdict in ("deny", "warn", "allow"))
        self.console.print(Text(f"{total}: {each}", style="bold"))
        self.console.print(Text(self.say["disclaimer"], style="dim"))

    def _findings(self, heading: str, findings: Sequence[Outcome]) -> None:
        if not findings:
            return
        self._heading(heading, "bold")
        for finding in findings:
            self._finding(finding)

    def _finding(self, finding: Outcome) -> None:
        nature = f"{self.say[finding.nature]} · {self.say[finding.severity]}"
        title = Text.assemble(
            (f"{_MARK[finding.outcome]} {finding.rule}", "bold"), "  ", in_language(finding.title, self.language)
        )
        self._indented(title, 2, hang=4)
        self._indented(Text(f"{self.say[finding.outcome]} · {nature} · {finding.place}", style="dim"), 4)
        self._labelled("why", in_language(finding.message, self.language))
        if finding.reads:
            self._labelled("read", _reads(finding.reads, self.language))
        if finding.basis:
            self._labelled("basis", "; ".join(finding.basis))
        self._labelled("unverified", in_language(finding.unverified, self.language))
        self._labelled("do", in_language(finding.remediation, self.language))

    def _briefly(self, heading: str, findings: Sequence[Outcome]) -> None:
        if not findings:
            return
        self._heading(heading, "bold")
        for finding in findings:
            title = in_language(finding.title, self.language)
            line = Text.assemble(f"{_MARK[finding.outcome]} {finding.rule}  {title} ", (str(finding.place), "dim"))
            self._indented(line, 2, hang=4)

    def _gaps(self, found: Sequence[Gap]) -> None:
        if not found:
            return
        self._heading(self.say["undeclared"], "bold")
        for gap in found:
            head = " · ".join(part for part in (gap.owner or self.say["nobody"], gap.file) if part)
            self._indented(Text.assemble((gap.document, "bold"), f" · {head}"), 2, hang=4)
            for line, rules in gap.lines:
                self._indented(
                    Text.assemble((f"{self.say['add']} ", "dim"), line, (f"  ← {', '.join(rules)}", "dim")), 4, hang=6
                )

    def _counts(self, decision: Decision) -> None:
        numbers = [counted(number, name, self.language) for name, number in decision.summary.items() if number]
        self._indented(Text.assemble((f"{self.say['counts']}: ", "bold"), " · ".join(numbers)), 2, hang=4)

    def _next(self, decision: Decision, findings: Sequence[Outcome]) -> None:
        acting = [finding for finding in findings if finding.weighs != "inform"]
        if not acting:
            return
        self._heading(self.say["next"], "bold")
        for (kind, name, owner), rules in _by_subject(acting).items():
            document = f"{kind} {name}".strip()
            if kind == "Workload":
                text = self.say["yours"].format(file=decision.place.file)
            else:
                text = self.say["others"].format(owner=owner or self.say["nobody"], document=document)
            self._indented(Text(f"{text}: {', '.join(rules)}"), 2, hang=4)
        if any(finding.outcome == "fail" for finding in acting):
            self._indented(Text(self.say["waiver"]), 2, hang=4)

    def _heading(self, text: str, style: str) -> None:
        self.console.print(Text(f"\n  {text}" if style == "bold" else text, style=style))

    def _labelled(self, word: str, text: str) -> None:
        if text:
            self._indented(Text.assemble((f"{self.say[word]}: ", "bold"), text), 4, hang=6)

    def _indented(self, text: Text, left: int, hang: int | None = None) -> None:
        """Print wrapped text with its first line at ``left`` and the others at ``hang``."""
        room = self.console.width - (hang or left)
        lines = text.wrap(self.console, room)
        for index, line in enumerate(lines):
            line.rstrip()
            indent = left if index == 0 else (hang or left)
            self.console.print(Text.assemble(" " * indent, line))


def _reads(reads: Mapping[str, object], language: str) -> str:
    items = list(reads.items())
    shown = "; ".join(f"{path} = {_value(value, language)}" for path, value in items[:_SHOWN_READS])
    return shown + ("; …" if len(items) > _SHOWN_READS else "")


def _value(value: object, language: str) -> str:
    if isinstance(value, dict):
        return "{…}"
    if isinstance(value, list):
        return "[" + ", ".join(_value(item, language) for item in value) + "]"
    return f'"{value}"' if isinstance(value, str) else show(value, language)


def _by_subject(findings: Iterable[Outcome]) -> dict[tuple[str, str, str | None], list[str]]:
    grouped: dict[tuple[str, str, str | None], list[str]] = {}
    for finding in findings:
        subject = finding.subject
        grouped.setdefault((subject.kind, subject.name, subject.owner), []).append(finding.rule)
    return dict(sorted(grouped.items(), key=lambda item: (item[0][0] != "Workload", item[0][0], item[0][1])))
