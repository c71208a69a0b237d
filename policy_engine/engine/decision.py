"""What a decision is: the verdict of one workload, every outcome behind it, and what it was judged by."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from typing import Any

from policy_engine.declaration.digest import digest_of
from policy_engine.errors import Place

__all__ = ["FINDINGS", "OUTCOMES", "Decision", "Inputs", "Outcome", "SubjectRef", "digest_of"]

OUTCOMES = ("pass", "fail", "unknown", "review", "error", "waived", "not_applicable")

FINDINGS = frozenset({"fail", "unknown", "review", "error"})


@dataclass(frozen=True, slots=True)
class SubjectRef:
    """The document a finding is about, and who owns it."""

    kind: str
    name: str
    owner: str | None


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of one rule for one workload; ``title``, ``message`` and ``remediation`` by language."""

    rule: str
    outcome: str
    subject: SubjectRef
    severity: str
    weighs: str
    nature: str
    basis: tuple[str, ...]
    title: Mapping[str, str]
    message: Mapping[str, str]
    remediation: Mapping[str, str]
    reads: Mapping[str, Any]
    missing: tuple[str, ...]
    place: Place
    unverified: Mapping[str, str] = field(default_factory=dict)
    references: tuple[Mapping[str, Any], ...] = ()
    waiver: str | None = None

    @property
    def is_finding(self) -> bool:
        """Whether somebody has something to do about it."""
        return self.outcome in FINDINGS


@dataclass(frozen=True, slots=True)
class Inputs:
    """Everything a decision was made from, by digest: with these and the date it can be replayed."""

    engine: str
    documents: Mapping[str, str]
    packs: Mapping[str, str]
    parameters: str
    catalog: str
    rates: str | None
    gate: bool
    strict: bool
    profile: str | None

    def as_json(self) -> dict[str, Any]:
        """The inputs as the decision schema writes them."""
        return {
            "engine": self.engine,
            "documents": dict(sorted(self.documents.items())),
            "packs": dict(sorted(self.packs.items())),
            "parameters": self.parameters,
            "catalog": self.catalog,
            "rates": self.rates,
            "gate": self.gate,
            "strict": self.strict,
            "profile": self.profile,
        }


@dataclass(frozen=True)
class Decision:
    """The verdict of one workload at one date."""

    workload: str
    owner: str | None
    verdict: str
    as_of: date
    inputs: Inputs
    outcomes: tuple[Outcome, ...]
    facts: Mapping[str, Any]
    place: Place
    site: str | None = None
    documents: Mapping[str, tuple[str, str | None, str]] = field(default_factory=dict)

    @cached_property
    def id(self) -> str:
        """The digest of the inputs and the date: the same question has the same id."""
        return digest_of({"inputs": self.inputs.as_json(), "as_of": self.as_of.isoformat()})

    @cached_property
    def summary(self) -> dict[str, int]:
        """How many rules had each outcome."""
        counted = Counter(outcome.outcome for outcome in self.outcomes)
        return {name: counted.get(name, 0) for name in OUTCOMES}
