"""Equality and order as CEL has them: numbers compare by value, nothing else compares across types."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from policy_engine.declaration.values import Duration, Timestamp, UInt
from policy_engine.expression.failure import no_overload
from policy_engine.expression.functions.kinds import Optional
from policy_engine.expression.functions.table import Overload
from policy_engine.expression.types import BOOL, DOUBLE, DURATION, INT, STRING, TIMESTAMP, UINT, Type

__all__ = [
    "FORMS",
    "compare_numbers",
    "equal",
    "greater",
    "greater_equal",
    "is_number",
    "less",
    "less_equal",
    "unequal",
]

_NUMBERS = (int, UInt, float)
_TWO_63 = 2.0**63
_TWO_64 = 2.0**64


def is_number(value: Any) -> bool:
    """Whether a value is an int, a uint or a double; a bool is none of them."""
    return type(value) in _NUMBERS


def compare_numbers(left: Any, right: Any) -> float:
    """Negative, zero or positive as ``left`` is less, equal or more; NaN where there is no order.

    Between an integer and a double the integer is converted, as the reference implementation does, unless the
    double is beyond the integer's range.
    """
    if type(left) is float:
        if type(right) is float:
            return math.nan if math.isnan(left) or math.isnan(right) else (left > right) - (left < right)
        return -_integer_to_double(right, left)
    if type(right) is float:
        return _integer_to_double(left, right)
    return int(left > right) - int(left < right)


def _integer_to_double(integer: int, double: float) -> float:
    if math.isnan(double):
        return math.nan
    low, high = (0.0, _TWO_64) if type(integer) is UInt else (-_TWO_63, _TWO_63)
    if double < low:
        return 1
    if double > high:
        return -1
    converted = float(integer)
    return (converted > double) - (converted < double)


def equal(left: Any, right: Any) -> bool:
    """Whether two values are equal; values of different kinds are not."""
    kind, other = type(left), type(right)
    if kind in _NUMBERS and other in _NUMBERS:
        if kind is not float and other is not float:
            return bool(left == right)
        return compare_numbers(left, right) == 0
    if kind is dict and other is dict:
        return _equal_maps(left, right)
    if kind in (list, tuple) and other in (list, tuple):
        return len(left) == len(right) and all(map(equal, left, right))
    if kind is Optional and other is Optional:
        return left.present == right.present and (not left.present or equal(left.value, right.value))
    return kind is other and bool(left == right)


def _equal_maps(left: dict[Any, Any], right: dict[Any, Any]) -> bool:
    return len(left) == len(right) and all(key in right and equal(value, right[key]) for key, value in left.items())


def unequal(left: Any, right: Any) -> bool:
    """Whether two values are not equal."""
    return not equal(left, right)


_ORDERED = (str, bool, Timestamp, Duration)


def _order(name: str, left: Any, right: Any) -> float:
    if type(left) in _NUMBERS and type(right) in _NUMBERS:
        return compare_numbers(left, right)
    if type(left) is type(right) and type(left) in _ORDERED:
        return int(left > right) - int(left < right)
    raise no_overload(name, left, right)


def less(left: Any, right: Any) -> bool:
    """Whether ``left`` comes before ``right``."""
    return _order("_<_", left, right) < 0


def less_equal(left: Any, right: Any) -> bool:
    """Whether ``left`` comes before ``right`` or is equal to it."""
    return _order("_<=_", left, right) <= 0


def greater(left: Any, right: Any) -> bool:
    """Whether ``left`` comes after ``right``."""
    return _order("_>_", left, right) > 0


def greater_equal(left: Any, right: Any) -> bool:
    """Whether ``left`` comes after ``right`` or is equal to it."""
    return _order("_>=_", left, right) >= 0


_NUMERIC: tuple[Type, ...] = (INT, UINT, DOUBLE)
_SAME: tuple[Type, ...] = (BOOL, STRING, TIMESTAMP, DURATION)


def _ordering(symbol: str, row: Callable[[Any, Any], bool], doc: str) -> list[Overload]:
    pairs = [(kind, kind) for kind in _SAME] + [(a, b) for a in _NUMERIC for b in _NUMERIC]
    return [Overload(f"_{symbol}_", pair, BOOL, row, doc, inline=_inline(symbol, *pair)) for pair in pairs]


def _inline(symbol: str, left: Type, right: Type) -> str | None:
    """Python's own operator where it means the same; a double against an integer goes the long way."""
    if left in (TIMESTAMP, DURATION):
        return f"{{0}}.ns {symbol} {{1}}.ns"
    return f"{{0}} {symbol} {{1}}" if (left == DOUBLE) == (right == DOUBLE) else None


FORMS = [
    *_ordering("<", less, "Whether the first comes before the second; numbers of any type compare by value."),
    *_ordering("<=", less_equal, "Whether the first comes before the second or equals it."),
    *_ordering(">", greater, "Whether the first comes after the second."),
    *_ordering(">=", greater_equal, "Whether the first comes after the second or equals it."),
]
