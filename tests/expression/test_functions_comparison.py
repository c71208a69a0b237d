"""Equality and order. Values: cel-spec (comparisons) and the language definition."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from policy_engine.declaration.values import UInt
from policy_engine.expression.functions.comparison import equal, greater, greater_equal, less, less_equal, unequal
from policy_engine.expression.functions.kinds import as_key

Value = Callable[..., Any]

EXACT = st.integers(-(2**53), 2**53)
NUMBERS = st.one_of(EXACT, st.integers(0, 2**53).map(UInt), st.floats(-(2.0**60), 2.0**60))
SCALARS = st.one_of(NUMBERS, st.booleans(), st.text(max_size=3), st.none())
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=2), inner, max_size=3),
    max_leaves=8,
)


@pytest.mark.parametrize(
    ("source", "result"),
    [
        ("1 == 1.0", True),
        ("1u == 1", True),
        ("dyn(1u) == 1.0", True),
        ("-1 == 18446744073709551615u", False),
        ("1.5 == 1", False),
        ("0.0 == -0.0", True),
        ("0.0 / 0.0 == 0.0 / 0.0", False),
        ("0.0 / 0.0 != 0.0 / 0.0", True),
        ("[0.0 / 0.0] == [0.0 / 0.0]", False),
        ("{'a': 0.0 / 0.0} == {'a': 0.0 / 0.0}", False),
        ("[0.0 / 0.0].exists(x, x in [x])", False),
        ("dyn(true) == 1", False),
        ("dyn('1') == 1", False),
        ("dyn(null) == false", False),
        ("null == null", True),
        ("dyn([]) == dyn({})", False),
        ("[1, 2u, 3.0] == [1u, 2, 3]", True),
        ("[1, 2] == [2, 1]", False),
        ("[1] == [1, 1]", False),
        ("{'k': 1, 'l': [true]} == {'l': [true], 'k': 1u}", True),
        ("{1: 'a'} == {1u: 'a'}", True),
        ("dyn({true: 'a'}) == dyn({1: 'a'})", False),
        ("dyn(int) == type(1)", True),
        ("type(1) == type(1u)", False),
        ("optional.of(1) == optional.of(1)", True),
        ("optional.none() == optional.of(1)", False),
        ("timestamp('2009-02-13T23:31:30Z') == timestamp('2009-02-13T20:31:30-03:00')", True),
        ("duration('1h') == duration('3600s')", True),
        ("1 < 1.5", True),
        ("2u > 1.5", True),
        ("-1 < 0u", True),
        ("18446744073709551615u > 9223372036854775807", True),
        ("9223372036854775807 < 9223372036854775808.0", False),
        ("dyn(9223372036854775807) < 9223372036854777857.0", True),
        ("dyn(-9223372036854775808) > -9223372036854777857.0", True),
        ("dyn(18446744073709551615u) < 18446744073709590000.0", True),
        ("dyn(1u) > -1.0", True),
        ("1 < 0.0 / 0.0", False),
        ("1 >= 0.0 / 0.0", False),
        ("1 < 1.0 / 0.0", True),
        ("false < true", True),
        ("'Z' < 'a'", True),
        ("'\U0001f431' > '\uffff'", True),
        ("'a' < 'aa'", True),
        ("timestamp('0001-01-01T00:00:00Z') < timestamp('9999-12-31T23:59:59.999999999Z')", True),
        ("duration('-1s') < duration('1ns')", True),
    ],
)
def test_a_comparison(value: Value, source: str, result: bool) -> None:
    assert value(source) is result


@pytest.mark.parametrize(
    ("left", "right"), [("'a'", "1"), ("[1]", "[2]"), ("null", "null"), ("{}", "{}"), ("true", "0"), ("int", "int")]
)
def test_there_is_no_order_between_other_values(failure: Value, left: str, right: str) -> None:
    assert failure(f"dyn({left}) < dyn({right})").message.startswith("no such overload")


def test_beyond_53_bits_an_int_is_compared_as_a_double(value: Value) -> None:
    # The reference implementation converts the integer: 2**53 + 1 rounds to 2**53.
    assert value("dyn(9007199254740993) == 9007199254740992.0") is True
    assert value("9007199254740993 == 9007199254740992u") is False


@given(left=NUMBERS, right=NUMBERS)
def test_numbers_compare_by_value_where_a_double_is_exact(left: Any, right: Any) -> None:
    a, b = Fraction(left), Fraction(right)
    assert [equal(left, right), less(left, right), less_equal(left, right)] == [a == b, a < b, a <= b]
    assert [unequal(left, right), greater(left, right), greater_equal(left, right)] == [a != b, a > b, a >= b]


@given(number=NUMBERS | st.just(math.nan))
def test_nan_has_no_order(number: Any) -> None:
    assert not any(
        form(number, math.nan) or form(math.nan, number) for form in (equal, less, less_equal, greater, greater_equal)
    )


@given(left=VALUES, right=VALUES)
def test_equality_is_symmetric_and_always_answers(left: Any, right: Any) -> None:
    assert equal(left, right) is equal(right, left)
    assert equal(left, left)
    assert unequal(left, right) is not equal(left, right)


@given(flag=st.booleans(), number=NUMBERS)
def test_a_bool_is_never_a_number(flag: bool, number: Any) -> None:
    assert not equal(flag, number)
    assert as_key(flag) != as_key(number)
