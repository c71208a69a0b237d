"""Arithmetic as CEL has it: 64-bit, overflow and division by zero are errors, no type turns into another."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from policy_engine.declaration.values import Duration, Timestamp, UInt
from policy_engine.expression.failure import fail, no_overload
from policy_engine.expression.functions.table import Overload
from policy_engine.expression.limits import MAX_TEXT
from policy_engine.expression.types import DOUBLE, DURATION, INT, STRING, TIMESTAMP, UINT, ListOf, Param

__all__ = ["FORMS", "INT_MAX", "INT_MIN", "UINT_MAX", "integer", "unsigned"]

INT_MIN, INT_MAX, UINT_MAX = -(2**63), 2**63 - 1, 2**64 - 1


def integer(value: int) -> int:
    """An int within 64 bits.

    Raises:
        EvaluationError: it is beyond them.
    """
    if INT_MIN <= value <= INT_MAX:
        return value
    raise fail("integer overflow: the result is beyond 64 bits")


def unsigned(value: int) -> UInt:
    """A uint within 64 bits.

    Raises:
        EvaluationError: it is negative or beyond them.
    """
    if 0 <= value <= UINT_MAX:
        return UInt(value)
    raise fail("unsigned integer overflow: the result is negative or beyond 64 bits")


def _timed(build: Callable[[int], Any], ns: int) -> Any:
    try:
        return build(ns)
    except ValueError as error:
        raise fail(str(error)) from None


def add(left: Any, right: Any) -> Any:
    """The sum of numbers or spans, an instant later, or texts and lists joined."""
    match left, right:
        case (bool(), _) | (_, bool()):
            pass
        case UInt(), UInt():
            return unsigned(int(left) + int(right))
        case float(), float():
            return left + right
        case (UInt(), _) | (_, UInt()):
            pass
        case int(), int():
            return integer(left + right)
        case str(), str():
            if len(left) + len(right) > MAX_TEXT:
                raise fail(f"the text would be longer than {MAX_TEXT} characters")
            return left + right
        case list(), list():
            return left + right
        case (Timestamp(), Duration()) | (Duration(), Timestamp()):
            return _timed(Timestamp, left.ns + right.ns)
        case Duration(), Duration():
            return _timed(Duration, left.ns + right.ns)
    raise no_overload("_+_", left, right)


def subtract(left: Any, right: Any) -> Any:
    """The difference of numbers, spans or instants, or an instant earlier."""
    match left, right:
        case (bool(), _) | (_, bool()):
            pass
        case UInt(), UInt():
            return unsigned(int(left) - int(right))
        case float(), float():
            return left - right
        case (UInt(), _) | (_, UInt()):
            pass
        case int(), int():
            return integer(left - right)
        case Timestamp(), Timestamp():
            return _timed(Duration, _within_64_bits(left.ns - right.ns))
        case Timestamp(), Duration():
            return _timed(Timestamp, left.ns - right.ns)
        case Duration(), Duration():
            return _timed(Duration, left.ns - right.ns)
    raise no_overload("_-_", left, right)


def _within_64_bits(ns: int) -> int:
    """The difference of two instants fits 64 bits of nanoseconds (about 292 years), as in the reference."""
    if INT_MIN <= ns <= INT_MAX:
        return ns
    raise fail("duration out of range: the instants are more than about 292 years apart")


def multiply(left: Any, right: Any) -> Any:
    """The product of two numbers of one type."""
    match left, right:
        case (bool(), _) | (_, bool()):
            pass
        case UInt(), UInt():
            return unsigned(int(left) * int(right))
        case float(), float():
            return left * right
        case (UInt(), _) | (_, UInt()):
            pass
        case int(), int():
            return integer(left * right)
    raise no_overload("_*_", left, right)


def divide(left: Any, right: Any) -> Any:
    """The quotient of two numbers of one type; integers are cut towards zero."""
    match left, right:
        case (bool(), _) | (_, bool()):
            pass
        case float(), float():
            return _divide_doubles(left, right)
        case (UInt(), UInt()) | (int(), int()) if isinstance(left, UInt) == isinstance(right, UInt):
            if right == 0:
                raise fail("division by zero")
            quotient = abs(int(left)) // abs(int(right))
            if isinstance(left, UInt):
                return unsigned(quotient)
            return integer(quotient if (left < 0) == (right < 0) else -quotient)
    raise no_overload("_/_", left, right)


def _divide_doubles(left: float, right: float) -> float:
    if right != 0:
        return left / right
    if left == 0 or math.isnan(left):
        return math.nan
    return math.copysign(math.inf, left) * math.copysign(1.0, right)


def modulo(left: Any, right: Any) -> Any:
    """What a whole division leaves, with the sign of the first number."""
    if type(left) not in (int, UInt) or type(left) is not type(right):
        raise no_overload("_%_", left, right)
    if right == 0:
        raise fail("modulus by zero")
    if left == INT_MIN and right == -1:
        raise fail("integer overflow: the quotient is beyond 64 bits")
    rest = abs(int(left)) % abs(int(right))
    return UInt(rest) if type(left) is UInt else (rest if left >= 0 else -rest)


def negate(value: Any) -> Any:
    """The number with its sign turned."""
    if type(value) is int:
        return integer(-value)
    if type(value) is float:
        return -value
    raise no_overload("-_", value)


def _numeric(symbol: str, row: Callable[[Any, Any], Any], doc: str, *, doubles: bool = True) -> list[Overload]:
    inline = f"{{0}} {symbol} {{1}}" if symbol in "+-*" else None
    forms = [Overload(f"_{symbol}_", (INT, INT), INT, row, doc, inline=f"integer({inline})" if inline else None)]
    forms.append(Overload(f"_{symbol}_", (UINT, UINT), UINT, row, doc))
    if doubles:
        forms.append(Overload(f"_{symbol}_", (DOUBLE, DOUBLE), DOUBLE, row, doc, inline=inline))
    return forms


_T = ListOf(Param("T"))

FORMS = [
    *_numeric("+", add, "The sum."),
    Overload("_+_", (STRING, STRING), STRING, add, "Two texts joined."),
    Overload("_+_", (_T, _T), _T, add, "Two lists joined."),
    Overload("_+_", (TIMESTAMP, DURATION), TIMESTAMP, add, "An instant later by a span."),
    Overload("_+_", (DURATION, TIMESTAMP), TIMESTAMP, add, "An instant later by a span."),
    Overload("_+_", (DURATION, DURATION), DURATION, add, "The sum of two spans."),
    *_numeric("-", subtract, "The difference."),
    Overload("_-_", (TIMESTAMP, TIMESTAMP), DURATION, subtract, "The span from the second instant to the first."),
    Overload("_-_", (TIMESTAMP, DURATION), TIMESTAMP, subtract, "An instant earlier by a span."),
    Overload("_-_", (DURATION, DURATION), DURATION, subtract, "The difference of two spans."),
    *_numeric("*", multiply, "The product."),
    *_numeric("/", divide, "The quotient; whole numbers are cut towards zero."),
    *_numeric("%", modulo, "The rest of a whole division, with the sign of the first number.", doubles=False),
    Overload("-_", (INT,), INT, negate, "The number with its sign turned."),
    Overload("-_", (DOUBLE,), DOUBLE, negate, "The number with its sign turned.", inline="-{0}"),
]
