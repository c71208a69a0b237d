"""Conversions between types; what cannot be converted without loss of meaning is an error."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Any

from policy_engine.declaration.values import SECOND_NS, Duration, Timestamp, UInt
from policy_engine.expression.failure import fail, no_overload
from policy_engine.expression.functions.arithmetic import INT_MAX, INT_MIN, UINT_MAX
from policy_engine.expression.functions.formatting import double_text
from policy_engine.expression.functions.kinds import type_of_value
from policy_engine.expression.functions.table import Overload
from policy_engine.expression.types import (
    BOOL,
    DOUBLE,
    DURATION,
    DYN,
    INT,
    STRING,
    TIMESTAMP,
    TYPE,
    UINT,
    Param,
    Type,
)

__all__ = ["FORMS"]

_WHOLE = re.compile(r"[+-]?\d+", re.ASCII)
_DECIMAL = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?", re.ASCII)
_ODD = {"nan": math.nan, "inf": math.inf, "infinity": math.inf}
_BOOLS = {
    **dict.fromkeys(("true", "True", "TRUE", "t", "1"), True),
    **dict.fromkeys(("false", "False", "FALSE", "f", "0"), False),
}


def _whole(value: Any, low: int, high: int, name: str) -> int:
    """The whole number a value stands for, within a range."""
    if type(value) is float:
        if not math.isfinite(value) or not low - 1 < value < high + 1:
            raise fail(f"{name}: range: {double_text(value)} does not fit")
        value = math.trunc(value)
    elif type(value) is str:
        if not _WHOLE.fullmatch(value) or len(value) > 32:
            raise fail(f"{name}: the text is not a whole number")
        value = int(value)
    if not low <= value <= high:
        raise fail(f"{name}: range: the number does not fit 64 bits")
    return int(value)


def _to_int(value: Any) -> int:
    if type(value) is Timestamp:
        return value.ns // SECOND_NS
    if type(value) is float and not -(2.0**63) < value < 2.0**63:
        raise fail("int: range: the number does not fit 64 bits")
    if type(value) in (int, UInt, float, str):
        return _whole(value, INT_MIN, INT_MAX, "int")
    raise no_overload("int", value)


def _to_uint(value: Any) -> UInt:
    if type(value) in (int, UInt, float, str):
        if type(value) is str and value[:1] in ("+", "-"):
            raise fail("uint: the text is not a whole number without a sign")
        if type(value) is float and value < 0:
            raise fail(f"uint: range: {double_text(value)} is negative")
        return UInt(_whole(value, 0, UINT_MAX, "uint"))
    raise no_overload("uint", value)


def _to_double(value: Any) -> float:
    if type(value) in (int, UInt, float):
        return float(value)
    if type(value) is str:
        folded = value.lower()
        if folded.lstrip("+-") in _ODD and len(folded) - len(folded.lstrip("+-")) <= 1:
            return -_ODD[folded[1:]] if folded[0] == "-" else _ODD[folded.lstrip("+")]
        if _DECIMAL.fullmatch(value):
            if math.isinf(number := float(value)):
                raise fail("double: range: the number does not fit a double")
            return number
        raise fail("double: the text is not a number")
    raise no_overload("double", value)


def _to_string(value: Any) -> str:
    if type(value) is bool:
        return "true" if value else "false"
    if type(value) is float:
        return {"Infinity": "+Inf", "-Infinity": "-Inf"}.get(double_text(value), double_text(value))
    if type(value) in (str, int, UInt, Timestamp, Duration):
        return str(value)
    raise no_overload("string", value)


def _to_bool(value: Any) -> bool:
    if type(value) is bool:
        return value
    if type(value) is str:
        if value in _BOOLS:
            return _BOOLS[value]
        raise fail("bool: the text is neither true nor false")
    raise no_overload("bool", value)


def _to_timestamp(value: Any) -> Timestamp:
    if type(value) is Timestamp:
        return value
    if type(value) not in (int, str):
        raise no_overload("timestamp", value)
    try:
        return Timestamp.parse(value) if type(value) is str else Timestamp(value * SECOND_NS)
    except ValueError as error:
        raise fail(f"timestamp: range: {error}") from None


def _to_duration(value: Any) -> Duration:
    if type(value) is Duration:
        return value
    if type(value) is not str:
        raise no_overload("duration", value)
    try:
        return Duration.parse(value)
    except ValueError as error:
        raise fail(f"duration: range: {error}") from None


def _forms(name: str, result: Type, row: Callable[[Any], Any], kinds: tuple[Type, ...], doc: str) -> list[Overload]:
    return [Overload(name, (kind,), result, row, doc, inline="{0}" if kind == result else None) for kind in kinds]


_INSTANT_DOC = "An instant from RFC 3339 text or from seconds since 1970."

FORMS = [
    *_forms("int", INT, _to_int, (INT, UINT, DOUBLE, STRING, TIMESTAMP), "A whole number; an instant in seconds."),
    *_forms("uint", UINT, _to_uint, (UINT, INT, DOUBLE, STRING), "A whole number that is not negative."),
    *_forms("double", DOUBLE, _to_double, (DOUBLE, INT, UINT, STRING), "A number with a fraction."),
    *_forms("string", STRING, _to_string, (STRING, BOOL, INT, UINT, DOUBLE, TIMESTAMP, DURATION), "The value as text."),
    *_forms("bool", BOOL, _to_bool, (BOOL, STRING), "True or false; of texts true, t, 1 and false, f, 0."),
    *_forms("timestamp", TIMESTAMP, _to_timestamp, (TIMESTAMP, STRING, INT), _INSTANT_DOC),
    *_forms("duration", DURATION, _to_duration, (DURATION, STRING), "A span from text such as 1h30m."),
    Overload("dyn", (Param("T"),), DYN, lambda value: value, "The value, its type forgotten by the checker."),
    Overload("type", (Param("T"),), TYPE, type_of_value, "The type of the value."),
]
