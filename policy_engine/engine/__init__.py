"""Judging: facts, outcomes and verdicts for a batch of workloads, as a pure function."""

from __future__ import annotations

from policy_engine.engine.decision import OUTCOMES, Decision, Inputs, Outcome, SubjectRef, digest_of
from policy_engine.engine.evaluate import Engine, Explanation, Options
from policy_engine.engine.verdict import jsonable

__all__ = [
    "OUTCOMES",
    "Decision",
    "Engine",
    "Explanation",
    "Inputs",
    "Options",
    "Outcome",
    "SubjectRef",
    "digest_of",
    "jsonable",
]
