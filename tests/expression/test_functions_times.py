"""Parts of instants and spans. Values: cel-spec (timestamps) and the history of Brazilian time in the IANA base."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from policy_engine.declaration.values import Timestamp
from policy_engine.expression.functions import STANDARD

Value = Callable[..., Any]

AT = "timestamp('2009-02-13T23:31:20.123456789Z')"


def part(name: str) -> Callable[..., int]:
    """The row form that reads a part of an instant."""
    row: Callable[..., Any] = STANDARD.forms(name, method=True)[0].row
    return row


@pytest.mark.parametrize(
    ("source", "result"),
    [
        (f"{AT}.getFullYear()", 2009),
        (f"{AT}.getMonth()", 1),
        (f"{AT}.getDate()", 13),
        (f"{AT}.getDayOfMonth()", 12),
        (f"{AT}.getDayOfWeek()", 5),
        (f"{AT}.getDayOfYear()", 43),
        (f"{AT}.getHours()", 23),
        (f"{AT}.getMinutes()", 31),
        (f"{AT}.getSeconds()", 20),
        (f"{AT}.getMilliseconds()", 123),
        (f"{AT}.getDate('Australia/Sydney')", 14),
        (f"{AT}.getHours('02:00')", 1),
        (f"{AT}.getHours('-02:30')", 21),
        (f"{AT}.getMinutes('-02:30')", 1),
        (f"{AT}.getMinutes('Asia/Kathmandu')", 16),
        (f"{AT}.getHours('America/Sao_Paulo')", 21),  # summer time, abolished in 2019
        ("timestamp('2026-01-15T12:00:00Z').getHours('America/Sao_Paulo')", 9),
        ("timestamp('2018-11-04T02:59:59Z').getHours('America/Sao_Paulo')", 23),
        ("timestamp('2018-11-04T03:00:00Z').getHours('America/Sao_Paulo')", 1),
        ("timestamp('1969-12-31T23:59:59.999Z').getMilliseconds()", 999),
        ("timestamp('1969-12-31T23:59:59.999Z').getSeconds()", 59),
        ("timestamp('0001-01-01T00:00:00Z').getDayOfWeek()", 1),
        ("timestamp('9999-12-31T23:59:59.999999999Z').getFullYear()", 9999),
        ("timestamp('9999-12-31T23:59:59.999999999Z').getDayOfYear()", 364),
        ("timestamp('2024-12-31T00:00:00Z').getDayOfYear()", 365),
        ("timestamp('2026-11-29T12:00:00Z').getDayOfWeek()", 0),
        ("duration('10000s').getHours()", 2),
        ("duration('3730s').getMinutes()", 62),
        ("duration('123.321456789s').getMilliseconds()", 321),
        ("duration('3730s').getSeconds()", 3730),
        ("duration('-90m').getHours()", -1),
        ("duration('-1.5s').getMilliseconds()", -500),
    ],
)
def test_a_part(value: Value, source: str, result: int) -> None:
    assert value(source) == result


@pytest.mark.parametrize(
    "zone",
    ["BRT", "Sao_Paulo", "America/Nowhere", "", "25:00", "+03:60", "../etc/passwd", "localtime", "Local", "x" * 65],
)
def test_what_is_no_zone_is_an_error(failure: Value, zone: str) -> None:
    assert "time zone" in failure(f"{AT}.getHours(z)", z=zone).message


@pytest.mark.parametrize(("instant", "zone"), [("0001-01-01T00:00:00Z", "-01:00"), ("9999-12-31T23:59:59Z", "+01:00")])
def test_a_year_that_cannot_be_named_is_an_error(failure: Value, instant: str, zone: str) -> None:
    assert "out of range" in failure(f"timestamp('{instant}').getFullYear('{zone}')").message


@pytest.mark.parametrize(
    "source",
    [
        "dyn(1).getHours()",
        "dyn(duration('1s')).getMonth()",
        "dyn(timestamp(0)).getHours(dyn(1))",
        "dyn(duration('1s')).getHours(dyn('UTC'))",
    ],
)
def test_other_values_have_no_parts(failure: Value, source: str) -> None:
    assert failure(source).message.startswith("no such overload")


@given(
    seconds=st.integers(-62_135_510_400, 253_402_214_400),
    zone=st.sampled_from(["America/Sao_Paulo", "Europe/Lisbon", "Asia/Kolkata", "America/New_York", "UTC"]),
)
def test_parts_in_a_zone_are_those_of_the_calendar(seconds: int, zone: str) -> None:
    moment = (datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=seconds)).astimezone(ZoneInfo(zone))
    instant = Timestamp(seconds * 10**9)
    names = ("getFullYear", "getMonth", "getDate", "getHours", "getMinutes", "getSeconds")
    found = [part(name)(instant, zone) for name in names]
    assert found == [moment.year, moment.month - 1, moment.day, moment.hour, moment.minute, moment.second]
