"""The ``math`` functions. Values: cel-spec (math_ext)."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from policy_engine.declaration.values import UInt
from policy_engine.expression import ExpressionError, compile
from policy_engine.expression.environment import Environment
from policy_engine.expression.functions import STANDARD

Value = Callable[..., Any]


def function(name: str) -> Callable[..., Any]:
    """The row form of a function; all its forms share one."""
    return STANDARD.forms(f"math.{name}", method=False)[0].row


@pytest.mark.parametrize(
    ("source", "result"),
    [
        ("math.greatest(-3)", -3),
        ("math.greatest(1, 1.0)", 1),
        ("math.greatest(1.0, 1)", 1.0),
        ("math.greatest(1u, -3, 2.5)", 2.5),
        ("math.greatest([1, 5u, 3.0])", UInt(5)),
        ("math.greatest(9223372036854775807, 1.0)", 2**63 - 1),
        ("math.greatest(5.4, 10, 3u, -5.0, 9223372036854775807)", 2**63 - 1),
        ("math.least(1, 1u)", 1),
        ("math.least(-0.5, -1, 0u)", -1),
        ("math.least([1.5, 2.5])", 1.5),
        ("math.ceil(1.2)", 2.0),
        ("math.ceil(-1.2)", -1.0),
        ("math.ceil(-0.5)", -0.0),
        ("math.floor(1.2)", 1.0),
        ("math.floor(-1.2)", -2.0),
        ("math.round(1.5)", 2.0),
        ("math.round(2.5)", 3.0),
        ("math.round(-1.5)", -2.0),
        ("math.round(-1.2)", -1.0),
        ("math.round(0.49999999999999994)", 0.0),
        ("math.round(4503599627370497.0)", 4503599627370497.0),
        ("math.trunc(-1.3)", -1.0),
        ("math.trunc(1.0 / 0.0)", math.inf),
        ("math.isNaN(0.0 / 0.0)", True),
        ("math.isInf(-1.0 / 0.0)", True),
        ("math.isFinite(1.0 / 0.0)", False),
        ("math.abs(-234)", 234),
        ("math.abs(234u)", UInt(234)),
        ("math.abs(-234.5)", 234.5),
        ("math.sign(-234)", -1),
        ("math.sign(0u)", UInt(0)),
        ("math.sign(0.3)", 1.0),
        ("math.sqrt(49.0)", 7.0),
        ("math.sqrt(81u)", 9.0),
        ("math.sqrt(2)", 2**0.5),
        ("math.bitAnd(3, 1)", 1),
        ("math.bitAnd(3u, 2u)", UInt(2)),
        ("math.bitOr(-2, 1)", -1),
        ("math.bitXor(1, 3)", 2),
        ("math.bitNot(1)", -2),
        ("math.bitNot(0u)", UInt(2**64 - 1)),
        ("math.bitShiftLeft(1, 2)", 4),
        ("math.bitShiftLeft(1, 63)", -(2**63)),
        ("math.bitShiftLeft(1, 200)", 0),
        ("math.bitShiftLeft(-1, 1)", -2),
        ("math.bitShiftLeft(1u, 63)", UInt(2**63)),
        ("math.bitShiftRight(1024, 2)", 256),
        ("math.bitShiftRight(-1024, 3)", 2305843009213693824),
        ("math.bitShiftRight(-1024, 64)", 0),
        ("math.bitShiftRight(1024u, 2)", UInt(256)),
    ],
)
def test_a_result(value: Value, source: str, result: Any) -> None:
    found = value(source)
    assert (type(found), repr(found)) == (type(result), repr(result))


@pytest.mark.parametrize(
    "source", ["math.sqrt(-15)", "math.sqrt(-1.5)", "math.ceil(0.0 / 0.0)", "math.sign(0.0 / 0.0)"]
)
def test_no_number_comes_to_no_number(value: Value, source: str) -> None:
    assert math.isnan(value(source))


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("math.abs(-9223372036854775808)", "integer overflow"),
        ("math.bitShiftLeft(1, -1)", "math.bitShiftLeft() negative offset: -1"),
        ("math.bitShiftRight(1u, -2)", "math.bitShiftRight() negative offset: -2"),
        ("math.greatest(dyn([]))", "empty list"),
        ("math.greatest(dyn('a'), 1)", "no such overload"),
        ("math.least(dyn(true), 1)", "no such overload"),
        ("math.ceil(dyn(1))", "no such overload: math.ceil(int)"),
        ("math.abs(dyn(true))", "no such overload: math.abs(bool)"),
        ("math.sign(dyn('a'))", "no such overload: math.sign(string)"),
        ("math.sqrt(dyn(true))", "no such overload: math.sqrt(bool)"),
        ("math.bitAnd(dyn(1), 2u)", "no such overload: math.bitAnd(int, uint)"),
        ("math.bitNot(dyn(1.0))", "no such overload: math.bitNot(double)"),
        ("math.bitShiftLeft(dyn(1), dyn(1u))", "no such overload: math.bitShiftLeft(int, uint)"),
    ],
)
def test_what_has_no_result(failure: Value, source: str, message: str) -> None:
    assert message in failure(source).message


@pytest.mark.parametrize(
    "source", ["math.greatest()", "math.least('a')", "math.greatest(1, 'a')", "math.round(1)", "math.bitAnd(1, 2u)"]
)
def test_what_fits_no_form_is_refused(source: str) -> None:
    with pytest.raises(ExpressionError):
        compile(source, Environment({}))


@given(number=st.floats(allow_nan=False))
def test_roundings_lie_around_the_number(number: float) -> None:
    low, high = function("floor")(number), function("ceil")(number)
    assert low <= number <= high
    assert function("trunc")(number) == (low if number >= 0 else high)
    assert function("round")(number) in (low, high)
    assert abs(function("round")(number) - number) <= 0.5 or math.isinf(number)


@given(left=st.integers(-(2**63), 2**63 - 1), right=st.integers(-(2**63), 2**63 - 1), count=st.integers(0, 63))
def test_bits_are_those_of_64(left: int, right: int, count: int) -> None:
    mask = 2**64 - 1
    assert function("bitXor")(left, right) & mask == (left & mask) ^ (right & mask)
    assert function("bitNot")(function("bitNot")(left)) == left
    assert function("bitShiftLeft")(left, count) & mask == (left << count) & mask
    assert function("bitShiftRight")(left, count) & mask == (left & mask) >> count


@given(numbers=st.lists(st.integers(-(2**53), 2**53) | st.floats(-1e15, 1e15), min_size=1, max_size=6))
def test_the_extremes_bound_all(numbers: list[Any]) -> None:
    assert all(function("least")(*numbers) <= number <= function("greatest")(*numbers) for number in numbers)
