"""From what rules found to what it weighs, and from weights to a verdict."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from policy_engine.expression import Failure
from policy_engine.packs import WEIGHTS, Level, Rule, table_weight, weaker

__all__ = ["Bite", "Judged", "judge", "strongest", "verdict_of", "weigh"]

Result = bool | None | Failure


@dataclass(frozen=True, slots=True)
class Judged:
    """The outcome of one rule before it is put in words."""

    outcome: str
    weighs: str
    failure: Failure | None = None
    level: Level | None = None


@dataclass(frozen=True, slots=True)
class Bite:
    """How hard rules bite here: the effect of a Profile, or none.

    ``mode`` caps what a finding weighs (observe: inform; warn: warn); a rule of law keeps at least the weight of
    the design's table, whatever the mode: to go below takes a dated, approved exception.
    """

    weights: Mapping[str, str]
    modes: Mapping[str, str]
    mode: str = "enforce"

    def apply(self, rule: Rule, weighs: str) -> str:
        """What a failing rule weighs under this profile."""
        return self.cap(rule, self.weights.get(rule.id, weighs))

    def cap(self, rule: Rule, weighs: str) -> str:
        """What is left of a weight under the mode of the rule's pack."""
        mode = self.modes.get(rule.pack, self.mode)
        if mode == "enforce":
            return weighs
        capped = min(weighs, "warn" if mode == "warn" else "inform", key=WEIGHTS.index)
        if not rule.is_law:
            return capped
        least = min(weighs, table_weight(rule.nature, rule.severity), key=WEIGHTS.index)
        return max(capped, least, key=WEIGHTS.index)


def strongest(weights: Iterable[str], default: str = "inform") -> str:
    """The heaviest of some weights."""
    return max(weights, key=WEIGHTS.index, default=default)


def weigh(rule: Rule, judged: str, fail_weight: str, *, strict: bool) -> str:
    """What an outcome weighs, given what a failure of the rule would."""
    if judged == "unknown":
        if strict:
            return fail_weight
        return min(rule.unknown or weaker(fail_weight), fail_weight, key=WEIGHTS.index)
    if judged == "review":
        return "warn"
    return fail_weight


def judge(rule: Rule, levels: Sequence[tuple[Level, Result]], review: Result) -> Judged:
    """Fold the results of a rule's levels in force, and of its review clause, into one outcome.

    A failure is known and stands; else a review a person must make; else an error; else what is unknown; else pass.
    """
    results = [result for _, result in levels]
    if False in results:
        worst = max(
            (level for level, result in levels if result is False), key=lambda level: WEIGHTS.index(level.weighs)
        )
        return Judged("fail", worst.weighs, level=worst)
    if review is True:
        return Judged("review", rule.heaviest)
    failures = [(level, result) for level, result in levels if isinstance(result, Failure)]
    if isinstance(review, Failure) and not levels:
        failures = [(level, review) for level in rule.levels[:1]]
    for kind, outcome in (("error", "error"), ("absent", "unknown")) if failures else ():
        found = [(level, failure) for level, failure in failures if failure.kind == kind]
        if found:
            weighs = strongest(level.weighs for level, _ in found)
            return Judged(outcome, weighs, failure=found[0][1], level=found[0][0])
    if True not in results:
        return Judged("not_applicable", rule.heaviest)
    if isinstance(review, Failure):
        return Judged("unknown" if review.kind == "absent" else "error", "warn", failure=review)
    return Judged("pass", rule.heaviest)


def verdict_of(weights: Iterable[str]) -> str:
    """The verdict that the weights of the findings come to."""
    return {"inform": "allow", "warn": "warn", "deny": "deny"}[strongest(weights)]


def levels_in_force(rule: Rule, as_of: date) -> tuple[Level, ...]:
    """The levels of a rule that apply on a day."""
    return tuple(level for level in rule.levels if level.in_force(as_of)) if rule.in_force(as_of) else ()


def jsonable(value: Any) -> Any:
    """A value as JSON can hold it: instants, spans and odd numbers as text."""
    if isinstance(value, bool | int | str) or value is None:
        return value
    if isinstance(value, float):
        return value if value == value and abs(value) != float("inf") else str(value)
    if isinstance(value, Mapping):
        return {str(key): jsonable(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [jsonable(item) for item in value]
    return str(value)
