"""Putting an outcome in words: whose it is, what was read, where it stands, and what to do."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from policy_engine import expression
from policy_engine.engine.decision import Outcome, SubjectRef
from policy_engine.engine.verdict import Judged, jsonable
from policy_engine.errors import Place
from policy_engine.facts.residency import declarable
from policy_engine.packs import ROOTS, Rule, Texts

if TYPE_CHECKING:
    from policy_engine.declaration import Document
    from policy_engine.facts import Situation

__all__ = ["OutcomeWriter"]

_FLOW = re.compile(r"^residency\.flows\[(\d+)\]\.(.+)$")
_ROOT = re.compile(r"^([a-z_]+)(?:\[(\d+)\])?\.?(.*)$")


class OutcomeWriter:
    """Writes the outcomes of one workload; rules that found nothing cost next to nothing."""

    def __init__(self, situation: Situation, bindings: Mapping[str, Any]) -> None:
        self.situation = situation
        self.bindings = bindings
        self._named: dict[tuple[str, str], SubjectRef] = {}

    def write(self, rule: Rule, judged: Judged) -> Outcome:
        """The outcome of one rule, with its texts when somebody has something to do about it."""
        reads: Mapping[str, Any] = {}
        missing: tuple[str, ...] = ()
        if judged.outcome not in ("pass", "not_applicable"):
            reads, missing = self._evidence(rule, judged)
        elif judged.outcome == "pass":
            reads = self._plain_reads(rule)
        found = judged.outcome not in ("pass", "not_applicable")
        subject = self._subject(rule, reads, missing)
        return Outcome(
            rule=rule.id,
            outcome=judged.outcome,
            subject=self._reference(rule, subject),
            severity=rule.severity,
            weighs=judged.weighs,
            nature=rule.nature,
            basis=rule.basis,
            title=rule.title,
            message=self._message(rule, judged) if found else {},
            remediation=Texts(rule.remediation, self.bindings) if found else {},
            reads=reads,
            missing=missing,
            unverified=rule.unverified or {},
            references=rule.references,
            place=self._place(reads, missing, subject) if found else self._own_place(subject),
        )

    def _evidence(self, rule: Rule, judged: Judged) -> tuple[dict[str, Any], tuple[str, ...]]:
        """What was read that decided the outcome, and what was missed; of what is not declared nothing was read."""
        if judged.failure is not None:
            found = (name for path in judged.failure.missing for name in self._declarable(path))
            return {}, tuple(dict.fromkeys(found))
        decided = rule.review if judged.level is None else judged.level.require
        reads = expression.explain(decided, self.bindings).reads if decided is not None else {}
        return {path: jsonable(value) for path, value in reads.items()}, ()

    def _declarable(self, path: str) -> tuple[str, ...]:
        """For a missing fact, the declarations that would supply it; for a missing field, itself."""
        flow = _FLOW.match(path)
        if flow:
            return (declarable(self.situation, int(flow[1]), flow[2]),)
        fact = ".".join(path.split(".")[:2]).split("[")[0]
        return self.situation.missing.get(fact, (path,))

    def _plain_reads(self, rule: Rule) -> dict[str, Any]:
        """The single values a passing rule read (elements of lists are left out)."""
        found: dict[str, Any] = {}
        for path in rule.scalar_reads:
            value: Any = self.bindings
            for part in path.split("."):
                value = value.get(part) if isinstance(value, Mapping) else None
                if value is None:
                    break
            if value is not None and not _has_parts(value):
                found[path] = jsonable(value)
        return found

    def _message(self, rule: Rule, judged: Judged) -> Mapping[str, str]:
        own = judged.level.message if judged.level is not None else {}
        return Texts(own or rule.message, self.bindings)

    def _subject(self, rule: Rule, reads: Mapping[str, Any], missing: tuple[str, ...]) -> Document | None:
        job = self.situation.job
        if rule.subject == "contract":
            return self._contract(reads, missing)
        if rule.subject != "dataset":
            document: Document | None = getattr(job, rule.subject)
            return document or (job.workload if rule.subject == "platform" else None)
        for path in (*reads, *missing):
            match = _ROOT.match(path)
            if match and match[1] == "datasets" and match[2]:
                return job.datasets[int(match[2])]
        personal = [dataset for dataset in job.datasets if dataset.spec.get("personal")]
        return next(iter(personal or job.datasets), None)

    def _contract(self, reads: Mapping[str, Any], missing: tuple[str, ...]) -> Document | None:
        """The contract of the flow that a finding turns on, else the one with the provider the job runs on."""
        job = self.situation.job
        for path in (*reads, *missing):
            match = _FLOW.match(path)
            if match:
                flow = self.situation.fact("residency.flows")[int(match[1])]
                return next((one for one in job.contracts.values() if one.name == flow.get("contract")), None)
        return job.contract

    def _reference(self, rule: Rule, subject: Document | None) -> SubjectRef:
        """Who a finding is about, made once for each document."""
        key = (subject.kind, subject.name) if subject is not None else (rule.subject.capitalize(), "")
        if key not in self._named:
            self._named[key] = SubjectRef(*key, subject.owner if subject is not None else None)
        return self._named[key]

    def _place(self, reads: Mapping[str, Any], missing: tuple[str, ...], subject: Document | None) -> Place:
        """Where the cause stands: the first thing read that somebody wrote, else the subject's document."""
        for path in (*reads, *missing):
            place = self._written(path)
            if place is not None:
                return place
        return self._own_place(subject)

    def _own_place(self, subject: Document | None) -> Place:
        return subject.place if subject is not None else self.situation.job.workload.place

    def _written(self, path: str) -> Place | None:
        for prefix, place in self.situation.places.items():
            if path == prefix or path.startswith(prefix + "."):
                return place
        match = _ROOT.match(path)
        if not match:
            return None
        job = self.situation.job
        if match[1] == "datasets" and match[2]:
            return job.datasets[int(match[2])].locate(match[3])
        document: Document | None = getattr(job, match[1], None) if match[1] in ROOTS else None
        return document.locate(match[3]) if document is not None else None


def _has_parts(value: Any) -> bool:
    """Whether a value is a record or a list of records: too much to show as something read."""
    return isinstance(value, Mapping) or (isinstance(value, list) and bool(value) and isinstance(value[0], Mapping))
