"""Arithmetic. Values: cel-spec (fp_math, integer_math, string, timestamps) and the language definition."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from policy_engine.declaration.values import Duration, Timestamp, UInt
from policy_engine.expression import EvaluationError, ExpressionError, compile
from policy_engine.expression.environment import Environment
from policy_engine.expression.functions import arithmetic

Value = Callable[..., Any]

INT = st.integers(-(2**63), 2**63 - 1)
UINT = st.integers(0, 2**64 - 1).map(UInt)


@pytest.mark.parametrize(
    ("source", "result"),
    [
        ("40 + 2", 42),
        ("42 - 12 - 12", 18),
        ("9223372036854775807 * 1", 2**63 - 1),
        ("7 / -2", -3),
        ("-7 / 2", -3),
        ("43 % 5", 3),
        ("-5 % 3", -2),
        ("5 % -3", 2),
        ("-(-5)", 5),
        ("-9223372036854775807 - 1", -(2**63)),
        ("4.25 + 15.25", 19.5),
        ("42.0 - 12.0", 30.0),
        ("-1.5 * -1.5", 2.25),
        ("0.0 / -3.0", -0.0),
        ("1.0 / 0.0", math.inf),
        ("-1.0 / 0.0", -math.inf),
        ("1.0 / -0.0", -math.inf),
        ("1e300 * 1e300", math.inf),
        ("'he' + 'llo'", "hello"),
        ("[1] + [2, 3]", [1, 2, 3]),
        ("timestamp('2009-02-13T23:00:00Z') + duration('240s')", Timestamp.parse("2009-02-13T23:04:00Z")),
        ("duration('120s') + timestamp('2009-02-13T23:01:00Z')", Timestamp.parse("2009-02-13T23:03:00Z")),
        ("timestamp('2009-02-13T23:31:00Z') - timestamp('2009-02-13T23:29:00Z')", Duration.parse("2m")),
        ("timestamp('0001-01-01T00:00:01.000000001Z') - duration('1ns')", Timestamp.parse("0001-01-01T00:00:01Z")),
        ("duration('900s') - duration('42s')", Duration.parse("858s")),
    ],
)
def test_a_result(value: Value, source: str, result: Any) -> None:
    found = value(source)
    assert (type(found), repr(found)) == (type(result), repr(result))


@pytest.mark.parametrize(
    ("source", "result"), [("2u + 3u", 5), ("6u * 7u", 42), ("7u / 2u", 3), ("7u % 4u", 3), ("5u - 5u", 0)]
)
def test_a_uint_stays_one(value: Value, source: str, result: int) -> None:
    found = value(source)
    assert type(found) is UInt
    assert found == result


def test_zero_divided_by_zero_is_no_number(value: Value) -> None:
    assert math.isnan(value("0.0 / 0.0"))


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("9223372036854775807 + 1", "integer overflow"),
        ("-9223372036854775808 - 1", "integer overflow"),
        ("5000000000 * 5000000000", "integer overflow"),
        ("-9223372036854775808 / -1", "integer overflow"),
        ("-9223372036854775808 % -1", "integer overflow"),
        ("-(-9223372036854775808)", "integer overflow"),
        ("18446744073709551615u + 1u", "unsigned integer overflow"),
        ("0u - 1u", "unsigned integer overflow"),
        ("5000000000u * 5000000000u", "unsigned integer overflow"),
        ("1 / 0", "division by zero"),
        ("1u / 0u", "division by zero"),
        ("1 % 0", "modulus by zero"),
        ("1u % 0u", "modulus by zero"),
        ("timestamp('9999-12-31T23:59:59Z') + duration('1s')", "timestamp out of range"),
        ("timestamp('0001-01-01T00:00:00Z') - duration('1ns')", "timestamp out of range"),
        ("timestamp('9999-12-31T23:59:59Z') - timestamp('0001-01-01T00:00:00Z')", "duration out of range"),
        ("duration('315576000000s') + duration('1s')", "duration out of range"),
        ("dyn(1) + 1.0", "no such overload: _+_(int, double)"),
        ("dyn(true) + 1", "no such overload: _+_(bool, int)"),
        ("dyn('a') + 1", "no such overload: _+_(string, int)"),
        ("dyn(1u) + 1", "no such overload: _+_(uint, int)"),
        ("dyn(null) - 1", "no such overload: _-_(null_type, int)"),
        ("dyn(1.5) % 2", "no such overload: _%_(double, int)"),
        ("-dyn(1u)", "no such overload: -_(uint)"),
        ("-dyn(true)", "no such overload: -_(bool)"),
    ],
)
def test_what_has_no_result(failure: Value, source: str, message: str) -> None:
    found = failure(source)
    assert found.kind == "error"
    assert message in found.message


@pytest.mark.parametrize(
    "source", ["1 + 1.0", "1 + 1u", "true + true", "'a' * 3", "47.5 % 5.5", "-(42u)", "-'a'", "1 + null"]
)
def test_types_that_do_not_mix_are_refused(source: str) -> None:
    with pytest.raises(ExpressionError, match="does not take"):
        compile(source, Environment({}))


def test_a_text_may_not_grow_without_end(failure: Value) -> None:
    assert "longer than 1000000" in failure("x + x", x="a" * 600_000).message


@given(left=INT, right=INT)
def test_ints_are_exact_or_an_error(left: int, right: int) -> None:
    for form, whole in (
        (arithmetic.add, left + right),
        (arithmetic.subtract, left - right),
        (arithmetic.multiply, left * right),
    ):
        try:
            assert form(left, right) == whole
        except EvaluationError:
            assert not -(2**63) <= whole < 2**63


@given(left=UINT, right=UINT)
def test_uints_are_exact_or_an_error(left: UInt, right: UInt) -> None:
    a, b = int(left), int(right)
    for form, whole in ((arithmetic.add, a + b), (arithmetic.subtract, a - b), (arithmetic.multiply, a * b)):
        try:
            found = form(left, right)
        except EvaluationError:
            assert not 0 <= whole < 2**64
        else:
            assert type(found) is UInt
            assert int(found) == whole


@given(left=INT, right=INT.filter(bool))
def test_quotient_and_rest_belong_together(left: int, right: int) -> None:
    if (left, right) == (-(2**63), -1):
        return
    quotient, rest = arithmetic.divide(left, right), arithmetic.modulo(left, right)
    assert quotient * right + rest == left
    assert abs(rest) < abs(right)
    assert rest == 0 or (rest < 0) == (left < 0)


@given(left=st.floats(allow_subnormal=True), right=st.floats())
def test_doubles_never_fail(left: float, right: float) -> None:
    for form in (arithmetic.add, arithmetic.subtract, arithmetic.multiply, arithmetic.divide):
        assert type(form(left, right)) is float
