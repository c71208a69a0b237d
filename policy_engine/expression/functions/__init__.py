"""Every function of the rule language, in one table."""

from __future__ import annotations

from collections.abc import Sequence

from policy_engine.expression.functions import (
    arithmetic,
    collections,
    comparison,
    conversions,
    maths,
    optionals,
    strings,
    times,
)
from policy_engine.expression.functions.table import FunctionTable, Overload

__all__ = ["STANDARD", "FunctionTable", "Overload", "families"]

_FAMILIES: tuple[tuple[str, Sequence[Overload]], ...] = (
    ("Arithmetic", arithmetic.FORMS),
    ("Comparison", comparison.FORMS),
    ("Lists and maps", collections.FORMS),
    ("Text", strings.FORMS),
    ("Numbers", maths.FORMS),
    ("Conversions", conversions.FORMS),
    ("Instants and spans", times.FORMS),
    ("Optional values", optionals.FORMS),
)

STANDARD = FunctionTable()
for _, _forms in _FAMILIES:
    STANDARD.add(*_forms)


def families() -> tuple[tuple[str, Sequence[Overload]], ...]:
    """The forms of the standard table under their headings, as the reference page shows them."""
    return _FAMILIES
