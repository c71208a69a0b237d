"""``text.format(list)``: the clauses %s %d %f %e %b %o %x %X and %%."""

from __future__ import annotations

import math
import re
from decimal import Decimal
from typing import Any

from policy_engine.declaration.values import Duration, Timestamp, UInt
from policy_engine.expression.failure import fail
from policy_engine.expression.functions.kinds import TypeValue, from_key, kind_name
from policy_engine.expression.limits import MAX_TEXT

__all__ = ["double_text", "format_text"]

_CLAUSE = re.compile(r"%(?:%|(?:\.(\d+))?([a-zA-Z]))", re.ASCII)
_MOST_DIGITS = 1000


def format_text(template: str, values: list[Any]) -> str:
    """The template with its clauses filled from the list, in order.

    Raises:
        EvaluationError: a clause is unknown, has no value left, or does not take the value it meets.
    """
    pieces: list[str] = []
    at = used = 0
    while (percent := template.find("%", at)) >= 0:
        pieces.append(template[at:percent])
        match = _CLAUSE.match(template, percent)
        if match is None:
            raise fail(f'unrecognized formatting clause "{template[percent : percent + 3]}"')
        at = match.end()
        if match[0] == "%%":
            pieces.append("%")
            continue
        if used >= len(values):
            raise fail(f"index {used} out of range: the list has {len(values)} values")
        pieces.append(_clause(match[2], match[1], values[used]))
        used += 1
    pieces.append(template[at:])
    text = "".join(pieces)
    if len(text) > MAX_TEXT:
        raise fail(f"the text would be longer than {MAX_TEXT} characters")
    return text


def _clause(letter: str, precision: str | None, value: Any) -> str:
    if letter == "s":
        return _shown(value)
    if letter == "d":
        return _decimal(value)
    if letter in "fe":
        return _floating(letter, precision, value)
    if letter == "b" and type(value) is bool:
        return "1" if value else "0"
    if letter in "bo" and type(value) in (int, UInt):
        return _signed(value, letter)
    if letter == "b":
        raise fail(
            f"error during formatting: only integers and bools can be formatted as binary, was given {kind_name(value)}"
        )
    if letter == "o":
        raise fail("error during formatting: octal clause can only be used on integers, was given " + kind_name(value))
    if letter in "xX":
        return _hexadecimal(letter, value)
    raise fail(f'unrecognized formatting clause "{letter}"')


def _decimal(value: Any) -> str:
    if type(value) in (int, UInt):
        return str(int(value))
    if type(value) is float and not math.isfinite(value):
        return _odd(value)
    raise fail(f"error during formatting: decimal clause can only be used on integers, was given {kind_name(value)}")


def _floating(letter: str, precision: str | None, value: Any) -> str:
    if type(value) not in (int, UInt, float):
        what = "scientific clause" if letter == "e" else "fixed-point clause"
        raise fail(f"error during formatting: {what} can only be used on doubles, was given {kind_name(value)}")
    if type(value) is float and not math.isfinite(value):
        return _odd(value)
    digits = 6 if precision is None else int(precision)
    if digits > _MOST_DIGITS:
        raise fail(f"precision {digits} is more than {_MOST_DIGITS}")
    return f"{Decimal(float(value)):.{digits}f}" if letter == "f" else _scientific(float(value), digits)


def _scientific(value: float, digits: int) -> str:
    return f"{value:.{digits}e}"


def _signed(value: int, letter: str) -> str:
    return ("-" if value < 0 else "") + format(abs(int(value)), letter)


def _hexadecimal(letter: str, value: Any) -> str:
    if type(value) in (int, UInt):
        return _signed(value, letter)
    if type(value) is str:
        text = value.encode().hex()
        return text.upper() if letter == "X" else text
    raise fail(
        "error during formatting: only integers, byte buffers, and strings can be formatted as hex, was given "
        + kind_name(value)
    )


def _odd(value: float) -> str:
    return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"


def double_text(value: float) -> str:
    """A double as text: the shortest digits that give it back."""
    if not math.isfinite(value):
        return _odd(value)
    text = repr(value)
    if text.endswith(".0"):
        return text[:-2]
    mantissa, letter, exponent = text.partition("e")
    if not letter:
        return text
    sign, digits = exponent[0] if exponent[0] in "+-" else "+", exponent.lstrip("+-")
    return f"{mantissa}e{sign}{digits.zfill(2)}"


def _shown(value: Any) -> str:
    """A value as %s shows it."""
    if type(value) is bool:
        return "true" if value else "false"
    if value is None:
        return "null"
    if type(value) is float:
        return double_text(value)
    if type(value) in (list, tuple):
        return "[" + ", ".join(map(_shown, value)) + "]"
    if type(value) is dict:
        entries = sorted((_shown(from_key(key)), _shown(item)) for key, item in value.items())
        return "{" + ", ".join(f"{key}: {item}" for key, item in entries) + "}"
    if isinstance(value, str | int | Timestamp | Duration | TypeValue):
        return str(value)
    raise fail(f"error during formatting: string clause cannot be used on {kind_name(value)}")
