"""Conversions. Values: cel-spec (conversions, timestamps) and the language definition."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from policy_engine.declaration.values import Duration, Timestamp, UInt
from policy_engine.expression.functions import STANDARD
from policy_engine.expression.functions.kinds import TypeValue

Value = Callable[..., Any]


def conversion(name: str) -> Callable[[Any], Any]:
    """The row form of a conversion; all its forms share one."""
    return STANDARD.forms(name, method=False)[0].row


@pytest.mark.parametrize(
    ("source", "result"),
    [
        ("int(42u)", 42),
        ("int(1e2)", 100),
        ("int(2.9)", 2),
        ("int(-7.99)", -7),
        ("int('-0')", 0),
        ("int('+12')", 12),
        ("int('9223372036854775807')", 2**63 - 1),
        ("int(9.223372036854774e18)", 9223372036854773760),
        ("int(timestamp('2004-09-16T23:59:59Z'))", 1095379199),
        ("int(timestamp('1969-12-31T23:59:59.5Z'))", -1),
        ("uint(42)", UInt(42)),
        ("uint(25.5)", UInt(25)),
        ("uint(1.8446744073709550e19)", UInt(18446744073709549568)),
        ("uint('18446744073709551615')", UInt(2**64 - 1)),
        ("double(9223372036854775807)", 9.223372036854775807e18),
        ("double(123u)", 123.0),
        ("double('-0')", -0.0),
        ("double('6.02214e23')", 6.02214e23),
        ("double('.5')", 0.5),
        ("double('Infinity')", math.inf),
        ("double('-inf')", -math.inf),
        ("string(-456)", "-456"),
        ("string(9876u)", "9876"),
        ("string(123.456)", "123.456"),
        ("string(-4.5e-3)", "-0.0045"),
        ("string(6.02214e23)", "6.02214e+23"),
        ("string(1.0)", "1"),
        ("string(false)", "false"),
        ("string(1.0 / 0.0)", "+Inf"),
        ("string(duration('1000000s'))", "1000000s"),
        ("string(timestamp('2009-02-13T23:31:30.5+01:00'))", "2009-02-13T22:31:30.500Z"),
        ("string('text')", "text"),
        ("bool('t')", True),
        ("bool('TRUE')", True),
        ("bool('0')", False),
        ("bool('False')", False),
        ("timestamp(1234567890)", Timestamp(1234567890 * 10**9)),
        ("timestamp('2009-02-13T23:31:30Z')", Timestamp(1234567890 * 10**9)),
        ("duration('1h45m47s')", Duration(6347 * 10**9)),
        ("duration('-1.5s')", Duration(-1_500_000_000)),
        ("type(dyn(1) == 1)", TypeValue("bool")),
        ("type(1u)", TypeValue("uint")),
        ("type({})", TypeValue("map")),
        ("type([])", TypeValue("list")),
        ("type(null)", TypeValue("null_type")),
        ("type(duration('1s'))", TypeValue("google.protobuf.Duration")),
        ("type(type(1))", TypeValue("type")),
        ("type(optional.none())", TypeValue("optional_type")),
    ],
)
def test_a_result(value: Value, source: str, result: Any) -> None:
    found = value(source)
    assert (type(found), repr(found)) == (type(result), repr(result))


def test_no_number_from_text(value: Value) -> None:
    assert math.isnan(value("double('NaN')"))
    assert value("string(double('NaN'))") == "NaN"


@pytest.mark.parametrize(
    "source",
    [
        "int(18446744073709551615u)",
        "int(9223372036854775808.0)",
        "int(-9223372036854775809.0)",
        "int(1e99)",
        "int(0.0 / 0.0)",
        "int('9223372036854775808')",
        "int('1.5')",
        "int(' 1')",
        "int('1_000')",
        "int('0x10')",
        "int('')",
        "int('٣')",
        "uint(-1)",
        "uint(-1.0)",
        "uint(-0.5)",
        "uint(18446744073709551616.0)",
        "uint('-1')",
        "uint('+1')",
        "uint(1.0 / 0.0)",
        "double('abc')",
        "double('1e400')",
        "double('1_0.0')",
        "double('--inf')",
        "double('')",
        "bool('yes')",
        "bool('tRuE')",
        "timestamp('2009-02-13')",
        "timestamp('2009-02-13T23:31:30')",
        "timestamp('10000-01-01T00:00:00Z')",
        "timestamp('0000-01-01T00:00:00Z')",
        "timestamp(253402300800)",
        "timestamp(-62135596801)",
        "duration('1')",
        "duration('1d')",
        "duration('320000000000s')",
        "duration('')",
    ],
)
def test_what_cannot_be_converted_is_an_error(failure: Value, source: str) -> None:
    assert failure(source).kind == "error"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("int", "[]"),
        ("int", "true"),
        ("uint", "null"),
        ("double", "true"),
        ("string", "[]"),
        ("bool", "1"),
        ("timestamp", "1.5"),
        ("duration", "5"),
        ("int", "duration('1s')"),
    ],
)
def test_what_has_no_conversion(failure: Value, name: str, text: str) -> None:
    assert failure(f"{name}(dyn({text}))").message.startswith(f"no such overload: {name}(")


@given(number=st.integers(-(2**63), 2**63 - 1))
def test_an_int_survives_text(number: int) -> None:
    assert conversion("int")(conversion("string")(number)) == number


@given(number=st.floats())
def test_a_double_survives_text(number: float) -> None:
    assert repr(conversion("double")(conversion("string")(number))) == repr(number)


@given(number=st.floats(-(2.0**62), 2.0**62))
def test_a_double_is_cut_towards_zero(number: float) -> None:
    assert conversion("int")(number) == math.trunc(number)
