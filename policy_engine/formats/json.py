"""Decisions as JSON: the schema ``alvara/decision/v1``, and one run as ``alvara/check/v1``."""

from __future__ import annotations

import json
from typing import Any, TextIO

from policy_engine.engine import Decision, Explanation, Outcome, jsonable
from policy_engine.errors import AlvaraError
from policy_engine.formats.registry import Report

__all__ = ["check_document", "decision_document", "write"]


def write(report: Report, out: TextIO) -> None:
    """Write one run as a single JSON document."""
    json.dump(check_document(report), out, ensure_ascii=False, indent=2, allow_nan=False)
    out.write("\n")


def check_document(report: Report) -> dict[str, Any]:
    """One run: its decisions and the errors of its input."""
    return {
        "schema": "alvara/check/v1",
        "decisions": [decision_document(decision, report.language) for decision in report.decisions],
        "errors": [_error(error) for error in report.errors],
        "notes": list(report.notes),
    } | ({"explanations": [_explanation(one) for one in report.explanations]} if report.explanations else {})


def decision_document(decision: Decision, language: str) -> dict[str, Any]:
    """One decision, with its texts in one language."""
    return {
        "schema": "alvara/decision/v1",
        "id": decision.id,
        "workload": decision.workload,
        "owner": decision.owner,
        "verdict": decision.verdict,
        "as_of": decision.as_of.isoformat(),
        "inputs": decision.inputs.as_json(),
        "summary": decision.summary,
        "outcomes": [_outcome(outcome, language) for outcome in decision.outcomes],
        "facts": jsonable(decision.facts),
    }


def _outcome(outcome: Outcome, language: str) -> dict[str, Any]:
    subject, place = outcome.subject, outcome.place
    return {
        "rule": outcome.rule,
        "outcome": outcome.outcome,
        "subject": {"kind": subject.kind, "name": subject.name, "owner": subject.owner},
        "severity": outcome.severity,
        "weighs": outcome.weighs,
        "nature": outcome.nature,
        "basis": list(outcome.basis),
        "title": in_language(outcome.title, language),
        "message": in_language(outcome.message, language),
        "reads": dict(outcome.reads),
        "missing": list(outcome.missing),
        "remediation": in_language(outcome.remediation, language),
        "unverified": in_language(outcome.unverified, language) or None,
        "references": [dict(one) for one in outcome.references],
        "at": {"file": place.file, "line": place.line, "column": place.column},
        "waiver": outcome.waiver,
    }


def in_language(texts: Any, language: str) -> str:
    """A text in the language asked for, else in the one there is; empty when there is none."""
    found: str = texts.get(language) or next(iter(texts.values()), "")
    return found


def _explanation(explanation: Explanation) -> dict[str, Any]:
    trace = explanation.trace
    return {
        "workload": explanation.workload,
        "rule": explanation.rule,
        "part": explanation.part,
        "expression": explanation.source,
        "clauses": [{"clause": clause, "value": value} for clause, value in trace.clauses],
        "reads": jsonable(dict(trace.reads)),
        "missing": list(trace.missing),
    }


def _error(error: AlvaraError) -> dict[str, Any]:
    place = error.place
    return {"file": place.file, "line": place.line, "column": place.column, "message": error.message}
