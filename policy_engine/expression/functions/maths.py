"""The ``math`` functions."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from policy_engine.declaration.values import UInt
from policy_engine.expression.failure import fail, no_overload
from policy_engine.expression.functions.arithmetic import INT_MAX, INT_MIN, UINT_MAX, integer
from policy_engine.expression.functions.comparison import compare_numbers, is_number
from policy_engine.expression.functions.table import Overload
from policy_engine.expression.types import BOOL, DOUBLE, DYN, INT, UINT, ListOf, Type

__all__ = ["FORMS"]


def _extreme(name: str, wins: Callable[[float], bool]) -> Callable[..., Any]:
    """The first of the most extreme numbers among the arguments, or in the one list given."""

    def pick(*values: Any) -> Any:
        numbers = values[0] if len(values) == 1 and isinstance(values[0], list) else values
        if not numbers:
            raise fail(f"{name}() of an empty list has no value")
        if not all(map(is_number, numbers)):
            raise no_overload(name, *values)
        best = numbers[0]
        for number in numbers[1:]:
            if wins(compare_numbers(number, best)):
                best = number
        return best

    return pick


_greatest = _extreme("math.greatest", lambda order: order > 0)
_least = _extreme("math.least", lambda order: order < 0)


def _on_double(name: str, function: Callable[[float], Any]) -> Callable[[Any], Any]:
    def checked(value: Any) -> Any:
        if type(value) is not float:
            raise no_overload(name, value)
        return function(value)

    return checked


def _kept(function: Callable[[float], float]) -> Callable[[float], float]:
    """Rounding that leaves NaN and infinities as they are, and the sign of zero."""
    return lambda value: math.copysign(float(function(value)), value) if math.isfinite(value) else value


def _half_away(value: float) -> float:
    below = math.floor(abs(value))
    return below + 1 if abs(value) - below >= 0.5 else below


def _abs(value: Any) -> Any:
    if type(value) is int:
        return integer(abs(value))
    if type(value) in (float, UInt):
        return abs(value) if type(value) is float else value
    raise no_overload("math.abs", value)


def _sign(value: Any) -> Any:
    if type(value) is float:
        return value if math.isnan(value) else float((value > 0) - (value < 0))
    if type(value) in (int, UInt):
        return type(value)((value > 0) - (value < 0))
    raise no_overload("math.sign", value)


def _sqrt(value: Any) -> float:
    if not is_number(value):
        raise no_overload("math.sqrt", value)
    return math.sqrt(value) if not value < 0 else math.nan


def _bitwise(name: str, function: Callable[[int, int], int]) -> Callable[[Any, Any], Any]:
    def checked(left: Any, right: Any) -> Any:
        if type(left) not in (int, UInt) or type(left) is not type(right):
            raise no_overload(name, left, right)
        return type(left)(function(int(left), int(right)))

    return checked


def _bit_not(value: Any) -> Any:
    if type(value) is int:
        return ~value
    if type(value) is UInt:
        return UInt(UINT_MAX - value)
    raise no_overload("math.bitNot", value)


def _shift(name: str, *, left: bool) -> Callable[[Any, Any], Any]:
    def checked(value: Any, count: Any) -> Any:
        if type(value) not in (int, UInt) or type(count) is not int:
            raise no_overload(name, value, count)
        if count < 0:
            raise fail(f"{name}() negative offset: {count}")
        bits = int(value) & UINT_MAX
        moved = 0 if count > 63 else (bits << count) & UINT_MAX if left else bits >> count
        if type(value) is UInt:
            return UInt(moved)
        return moved if moved <= INT_MAX else moved + 2 * INT_MIN

    return checked


def _extreme_forms(name: str, row: Callable[..., Any], doc: str) -> list[Overload]:
    forms = [Overload(name, (kind,), kind, row, doc, inline="{0}") for kind in (INT, UINT, DOUBLE)]
    forms += [Overload(name, (kind, kind), kind, row, doc, variadic=True) for kind in (INT, UINT, DOUBLE)]
    mixed = [(a, b) for a in (INT, UINT, DOUBLE) for b in (INT, UINT, DOUBLE) if a != b]
    forms += [Overload(name, pair, DYN, row, doc) for pair in mixed]
    forms += [Overload(name, (DYN, DYN, DYN), DYN, row, doc, variadic=True)]
    forms += [Overload(name, (ListOf(kind),), kind, row, doc) for kind in (INT, UINT, DOUBLE, DYN)]
    return forms


def _doubles(name: str, result: Type, function: Callable[[float], Any], doc: str) -> Overload:
    return Overload(f"math.{name}", (DOUBLE,), result, _on_double(f"math.{name}", function), doc)


def _integers(name: str, row: Callable[..., Any], doc: str) -> list[Overload]:
    return [Overload(f"math.{name}", (kind, kind), kind, row, doc) for kind in (INT, UINT)]


def _same(name: str, kinds: tuple[Type, ...], row: Callable[..., Any], doc: str) -> list[Overload]:
    return [Overload(f"math.{name}", (kind,), kind, row, doc) for kind in kinds]


_NUMBERS: tuple[Type, ...] = (INT, UINT, DOUBLE)

FORMS = [
    *_extreme_forms("math.greatest", _greatest, "The greatest of the numbers."),
    *_extreme_forms("math.least", _least, "The least of the numbers."),
    _doubles("ceil", DOUBLE, _kept(math.ceil), "The number rounded up."),
    _doubles("floor", DOUBLE, _kept(math.floor), "The number rounded down."),
    _doubles("round", DOUBLE, _kept(_half_away), "The number rounded, halves away from zero."),
    _doubles("trunc", DOUBLE, _kept(math.trunc), "The number without its fraction."),
    _doubles("isNaN", BOOL, math.isnan, "Whether it is no number."),
    _doubles("isInf", BOOL, math.isinf, "Whether it is infinite."),
    _doubles("isFinite", BOOL, math.isfinite, "Whether it is a finite number."),
    *_same("abs", (INT, UINT, DOUBLE), _abs, "The number without its sign."),
    *_same("sign", (INT, UINT, DOUBLE), _sign, "-1, 0 or 1 by the sign of the number."),
    *[Overload("math.sqrt", (kind,), DOUBLE, _sqrt, "The square root; NaN below zero.") for kind in _NUMBERS],
    *_integers("bitAnd", _bitwise("math.bitAnd", int.__and__), "The bits set in both."),
    *_integers("bitOr", _bitwise("math.bitOr", int.__or__), "The bits set in either."),
    *_integers("bitXor", _bitwise("math.bitXor", int.__xor__), "The bits set in one of them only."),
    *_same("bitNot", (INT, UINT), _bit_not, "The bits turned."),
    *[
        Overload(f"math.{name}", (kind, INT), kind, _shift(f"math.{name}", left=left), doc)
        for name, left, doc in (("bitShiftLeft", True, "Bits moved up."), ("bitShiftRight", False, "Bits moved down."))
        for kind in (INT, UINT)
    ],
]
