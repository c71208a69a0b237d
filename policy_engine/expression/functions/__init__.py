"""Every function of the rule language, in one table."""

from __future__ import annotations

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

__all__ = ["STANDARD", "FunctionTable", "Overload"]

STANDARD = FunctionTable()
for _module in (arithmetic, collections, comparison, conversions, maths, optionals, strings, times):
    STANDARD.add(*_module.FORMS)
