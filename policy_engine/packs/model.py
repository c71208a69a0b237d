"""A rule pack once loaded: rules with their compiled expressions and typed texts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING, Any

from policy_engine.errors import Place

if TYPE_CHECKING:
    from policy_engine.expression import Checked
    from policy_engine.packs.templates import Template

__all__ = ["LANGUAGES", "LAW", "WEIGHTS", "Level", "Pack", "Rule", "table_weight", "weaker"]

LANGUAGES = ("pt-BR", "en")

# From weakest to strongest: what a finding does to the verdict of a workload.
WEIGHTS = ("inform", "warn", "deny")

_TABLE = {
    "law": {"critical": "deny", "high": "warn"},
    "regulation": {"critical": "deny", "high": "warn"},
    "guidance": {"critical": "warn", "high": "inform"},
    "good_practice": {"critical": "warn", "high": "inform"},
    "policy": {"critical": "deny", "high": "warn"},
}


def table_weight(nature: str, severity: str) -> str:
    """What a failed rule of this nature and severity weighs, unless it says otherwise."""
    return _TABLE[nature].get(severity, "inform")


def weaker(weight: str) -> str:
    """One step less: what is not known weighs less than what is known to be wrong."""
    return WEIGHTS[max(WEIGHTS.index(weight) - 1, 0)]


# The natures that state what must be; a Profile does not bend them.
LAW = ("law", "regulation")


def _holds(first: date | None, last: date | None, as_of: date) -> bool:
    """Whether a day lies in a span, both ends included; an end that is not given is open."""
    return (first is None or first <= as_of) and (last is None or as_of <= last)


@dataclass(frozen=True, slots=True)
class Level:
    """One step of a rule: what it requires, what failing it weighs, and when it is in force."""

    require: Checked
    weighs: str
    first: date | None = None
    last: date | None = None
    message: Mapping[str, Template] = field(default_factory=dict)

    def in_force(self, as_of: date) -> bool:
        """Whether the level applies on a day (both ends included)."""
        return _holds(self.first, self.last, as_of)


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule, ready to be evaluated and to be shown."""

    id: str
    pack: str
    title: Mapping[str, str]
    severity: str
    nature: str
    subject: str
    owner: str | None
    basis: tuple[str, ...]
    first: date | None
    last: date | None
    when: Checked | None
    review: Checked | None
    levels: tuple[Level, ...]
    unknown: str | None
    message: Mapping[str, Template]
    remediation: Mapping[str, Template]
    references: tuple[Mapping[str, Any], ...]
    unverified: Mapping[str, str] | None
    organization_denies: bool
    place: Place
    text_reads: frozenset[str] = frozenset()
    scalar_reads: tuple[str, ...] = ()
    heaviest: str = field(init=False)

    def __post_init__(self) -> None:
        table = table_weight(self.nature, self.severity)
        heaviest = max((level.weighs for level in self.levels), key=WEIGHTS.index, default=table)
        object.__setattr__(self, "heaviest", heaviest)

    def in_force(self, as_of: date) -> bool:
        """Whether the rule applies on a day (both ends included)."""
        return _holds(self.first, self.last, as_of)

    @property
    def is_law(self) -> bool:
        """Whether the rule states law or regulation, which a Profile cannot switch off."""
        return self.nature in LAW


@dataclass(frozen=True, slots=True)
class Pack:
    """A versioned set of rules, with the parameters and extra fields it brings."""

    id: str
    version: str
    title: Mapping[str, str]
    last_verified: date | None
    digest: str
    rules: tuple[Rule, ...]
    place: Place
