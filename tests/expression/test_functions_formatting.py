"""``format``. Values: cel-spec (string_ext, sections format and format_errors)."""

from __future__ import annotations

import math
from collections.abc import Callable
from decimal import ROUND_HALF_EVEN, Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from policy_engine.expression.functions.formatting import double_text, format_text

Value = Callable[..., Any]


@pytest.mark.parametrize(
    ("source", "result"),
    [
        ("'no substitution'.format([])", "no substitution"),
        ("'%%%s%%'.format(['text'])", "%text%"),
        ("'str is %s and some more'.format(['filler'])", "str is filler and some more"),
        ("'%d'.format([-1])", "-1"),
        ("'%d'.format([18446744073709551615u])", "18446744073709551615"),
        ("'%d'.format([1.0 / 0.0])", "Infinity"),
        ("'%.3f'.format([1.2345])", "1.234"),
        ("'%.3f'.format([123.4999])", "123.500"),
        ("'%f'.format([10000.1234])", "10000.123400"),
        ("'%.0f'.format([2.5])", "2"),
        ("'%.0f'.format([3.5])", "4"),
        ("'%.2f'.format([2])", "2.00"),
        ("'%f'.format([0.0 / 0.0])", "NaN"),
        ("'%.6e'.format([1052.032911275])", "1.052033e+03"),
        ("'%e'.format([2.71828])", "2.718280e+00"),
        ("'%.1e'.format([-1.25])", "-1.2e+00"),
        ("'%.2e'.format([3.5e-100])", "3.50e-100"),
        ("'%b'.format([5])", "101"),
        ("'%b'.format([-5])", "-101"),
        ("'%b'.format([true])", "1"),
        ("'%o'.format([11])", "13"),
        ("'%x is 20 in hexadecimal'.format([30])", "1e is 20 in hexadecimal"),
        ("'%X'.format([-30])", "-1E"),
        ("'%x'.format(['Hello world!'])", "48656c6c6f20776f726c6421"),
        ("'%X'.format(['ÿ'])", "C3BF"),
        ("'%s'.format([null])", "null"),
        ("'%s'.format([true])", "true"),
        ("'%s'.format([999999999999])", "999999999999"),
        ("'%s'.format([2.71])", "2.71"),
        ("'%s'.format([-1.0 / 0.0])", "-Infinity"),
        ("'%s'.format([type('a')])", "string"),
        ("'%s'.format([timestamp('2023-02-03T23:31:20+00:00')])", "2023-02-03T23:31:20Z"),
        ("'%s'.format([duration('1h45m47s')])", "6347s"),
        ("'%s'.format([['abc', 3.14, null, [9, 8]]])", "[abc, 3.14, null, [9, 8]]"),
        ("'%s'.format([{'k2': duration('2h'), 'k1': 1, 6: true}])", "{6: true, k1: 1, k2: 7200s}"),
        ("'%s'.format([{true: 'a', false: 2u}])", "{false: 2, true: a}"),
    ],
)
def test_a_result(value: Value, source: str, result: str) -> None:
    assert value(source) == result


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("'%a'.format([1])", 'unrecognized formatting clause "a"'),
        ("'%'.format([1])", "unrecognized formatting clause"),
        ("'%.f'.format([1.0])", "unrecognized formatting clause"),
        ("'%E'.format([0.5])", 'unrecognized formatting clause "E"'),
        ("'%d %d %d'.format([0, 1])", "index 2 out of range"),
        ("'%d'.format(['a'])", "decimal clause can only be used on"),
        ("'%d'.format([1.5])", "decimal clause can only be used on"),
        ("'%d'.format([true])", "decimal clause can only be used on"),
        ("'%d'.format([null])", "was given null_type"),
        ("'%d'.format([duration('30m2s')])", "was given google.protobuf.Duration"),
        ("'%f'.format(['a'])", "fixed-point clause can only be used on"),
        ("'%e'.format([true])", "scientific clause can only be used on"),
        ("'%b'.format(['abc'])", "can be formatted as binary, was given string"),
        ("'%b'.format([1.5])", "can be formatted as binary, was given double"),
        ("'%o'.format([1.5])", "octal clause can only be used on"),
        ("'%o'.format([true])", "octal clause can only be used on"),
        ("'%x'.format([0.5])", "can be formatted as hex, was given double"),
        ("'%X'.format([{}])", "can be formatted as hex, was given map"),
        ("'%s'.format([optional.of(1)])", "string clause cannot be used on optional_type"),
        ("'%.9999f'.format([1.0])", "more than 1000"),
        ("dyn('%s').format(dyn(1))", "no such overload: format(string, int)"),
    ],
)
def test_what_has_no_result(failure: Value, source: str, message: str) -> None:
    assert message in failure(source).message


@given(number=st.floats(allow_nan=False, allow_infinity=False), digits=st.integers(0, 20))
def test_fixed_point_rounds_the_exact_value_half_to_even(number: float, digits: int) -> None:
    shown = format_text(f"%.{digits}f", [number])
    exact = Decimal(number).quantize(Decimal(1).scaleb(-digits), ROUND_HALF_EVEN) if abs(number) < 1e7 else None
    assert exact is None or shown == f"{exact:f}"
    assert len(shown.partition(".")[2]) == digits


@given(number=st.floats(allow_nan=False))
def test_a_double_as_text_reads_back(number: float) -> None:
    text = double_text(number)
    assert math.copysign(1, float(text)) == math.copysign(1, number)
    assert float(text) == number


@given(number=st.integers(-(2**63), 2**63 - 1))
def test_whole_numbers_read_back_in_every_base(number: int) -> None:
    for letter, base in (("d", 10), ("b", 2), ("o", 8), ("x", 16), ("X", 16)):
        assert int(format_text(f"%{letter}", [number]), base) == number
