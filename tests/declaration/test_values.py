"""Instants, spans and unsigned integers. Values: cel-spec (timestamps, conversions), RFC 3339 and Go's durations."""

from __future__ import annotations

import pickle
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from policy_engine.declaration.values import DAY_NS, HOUR_NS, SECOND_NS, Duration, Timestamp, UInt

FIRST, LAST = -62_135_596_800 * SECOND_NS, 253_402_300_800 * SECOND_NS - 1
LONGEST = 315_576_000_000 * SECOND_NS

INSTANTS = st.integers(FIRST, LAST).map(Timestamp)
SPANS = st.integers(-LONGEST, LONGEST).map(Duration)


@pytest.mark.parametrize(
    ("text", "ns"),
    [
        ("1970-01-01T00:00:00Z", 0),
        ("2009-02-13T23:31:30Z", 1_234_567_890 * SECOND_NS),
        ("2009-02-13T20:31:30-03:00", 1_234_567_890 * SECOND_NS),
        ("2009-02-14T05:01:30+05:30", 1_234_567_890 * SECOND_NS),
        ("1970-01-01t00:00:00.5z", 500_000_000),
        ("1970-01-01T00:00:00.000000001Z", 1),
        ("1969-12-31T23:59:59.999999999Z", -1),
        ("1970-01-01T00:00:00.1234567899Z", 123_456_789),
        ("0001-01-01T00:00:00Z", FIRST),
        ("9999-12-31T23:59:59.999999999Z", LAST),
        ("2024-02-29T00:00:00Z", 1_709_164_800 * SECOND_NS),
    ],
)
def test_an_instant_is_read(text: str, ns: int) -> None:
    assert Timestamp.parse(text).ns == ns


@pytest.mark.parametrize(
    "text",
    [
        "",
        "2009-02-13",
        "2009-02-13T23:31:30",
        "2009-02-13 23:31:30Z",
        "2009-02-13T23:31Z",
        "2009-2-13T23:31:30Z",
        "2009-02-30T00:00:00Z",
        "2009-13-01T00:00:00Z",
        "2023-02-29T00:00:00Z",
        "2009-02-13T24:00:00Z",
        "2009-02-13T23:60:00Z",
        "2009-02-13T23:59:60Z",
        "2009-02-13T23:31:30.Z",
        "2009-02-13T23:31:30+24:00",
        "2009-02-13T23:31:30+03:60",
        "2009-02-13T23:31:30-0300",
        "0000-01-01T00:00:00Z",
        "0001-01-01T00:00:00+00:01",
        "9999-12-31T23:59:59-00:01",
        "10000-01-01T00:00:00Z",
        "٢٠٠٩-02-13T23:31:30Z",
        " 2009-02-13T23:31:30Z",
        "2009-02-13T23:31:30Z\n",
    ],
)
def test_what_is_no_instant_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        Timestamp.parse(text)


@pytest.mark.parametrize(
    ("ns", "text"),
    [
        (0, "1970-01-01T00:00:00Z"),
        (1, "1970-01-01T00:00:00.000000001Z"),
        (-1, "1969-12-31T23:59:59.999999999Z"),
        (500_000_000, "1970-01-01T00:00:00.500Z"),
        (120_000, "1970-01-01T00:00:00.000120Z"),
        (FIRST, "0001-01-01T00:00:00Z"),
        (LAST, "9999-12-31T23:59:59.999999999Z"),
    ],
)
def test_an_instant_is_written(ns: int, text: str) -> None:
    assert str(Timestamp(ns)) == text


@pytest.mark.parametrize("ns", [FIRST - 1, LAST + 1])
def test_an_instant_lies_within_the_years_1_to_9999(ns: int) -> None:
    with pytest.raises(ValueError, match="years 1 to 9999"):
        Timestamp(ns)


@pytest.mark.parametrize(
    ("text", "ns"),
    [
        ("0", 0),
        ("-0", 0),
        ("0s", 0),
        ("1h45m47s", 6_347 * SECOND_NS),
        ("1.5h", 5_400 * SECOND_NS),
        ("-1.5s", -1_500_000_000),
        ("+250ms", 250_000_000),
        (".5s", 500_000_000),
        ("1.s", SECOND_NS),
        ("3us", 3_000),
        ("3µs", 3_000),
        ("3μs", 3_000),
        ("7ns", 7),
        ("1.9ns", 1),
        ("1h1h", 2 * HOUR_NS),
        ("1s1h", HOUR_NS + SECOND_NS),
        ("315576000000s", LONGEST),
        ("-315576000000s", -LONGEST),
    ],
)
def test_a_span_is_read(text: str, ns: int) -> None:
    assert Duration.parse(text).ns == ns


@pytest.mark.parametrize(
    "text",
    [
        "",
        "-",
        "s",
        "1",
        "1d",
        "1 h",
        "h1",
        "1h ",
        "--1s",
        "1h-1m",
        "1e3s",
        ".s",
        "1..5s",
        "315576000000.1s",
        "٣s",
        "1H",
        "00",
    ],
)
def test_what_is_no_span_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="duration"):
        Duration.parse(text)


@pytest.mark.parametrize(
    ("ns", "text"),
    [
        (0, "0s"),
        (6_347 * SECOND_NS, "6347s"),
        (-1_500_000_000, "-1.500s"),
        (1, "0.000000001s"),
        (120_000, "0.000120s"),
        (-1, "-0.000000001s"),
    ],
)
def test_a_span_is_written_in_seconds(ns: int, text: str) -> None:
    assert str(Duration(ns)) == text


@pytest.mark.parametrize("ns", [LONGEST + 1, -LONGEST - 1])
def test_a_span_lies_within_ten_thousand_years(ns: int) -> None:
    with pytest.raises(ValueError, match="out of range"):
        Duration(ns)


@given(instant=INSTANTS)
def test_an_instant_reads_back(instant: Timestamp) -> None:
    assert Timestamp.parse(str(instant)) == instant


@given(span=SPANS)
def test_a_span_reads_back(span: Duration) -> None:
    assert Duration.parse(str(span)) == span


@given(instant=INSTANTS, minutes=st.integers(-23 * 60, 23 * 60))
def test_the_zone_an_instant_is_written_in_does_not_change_it(instant: Timestamp, minutes: int) -> None:
    moment = (
        instant.datetime() + timedelta(minutes=minutes) if 2 * DAY_NS + FIRST < instant.ns < LAST - 2 * DAY_NS else None
    )
    if moment is None:
        return
    zone = f"{'-' if minutes < 0 else '+'}{abs(minutes) // 60:02}:{abs(minutes) % 60:02}"
    text = f"{moment.replace(tzinfo=None).isoformat(timespec='microseconds')}{zone}"
    assert Timestamp.parse(text).ns == instant.ns // 1000 * 1000


@given(day=st.dates())
def test_a_date_is_its_first_instant_in_utc(day: date) -> None:
    instant = Timestamp.of_date(day)
    assert instant.date() == day
    assert str(instant) == f"{day.isoformat()}T00:00:00Z"
    assert instant.datetime() == datetime(day.year, day.month, day.day, tzinfo=UTC)


@given(instant=INSTANTS)
def test_the_day_of_an_instant_holds_it(instant: Timestamp) -> None:
    start = Timestamp.of_date(instant.date()).ns
    assert start <= instant.ns < start + DAY_NS


@given(hours=st.integers(0, 99), minutes=st.integers(0, 99), millis=st.integers(0, 9999), minus=st.booleans())
def test_the_parts_of_a_span_add_up(hours: int, minutes: int, millis: int, minus: bool) -> None:
    span = Duration.parse(f"{'-' if minus else ''}{hours}h{minutes}m{millis / 1000}s")
    seconds = hours * 3600 + minutes * 60 + Fraction(millis, 1000)
    assert Fraction(span.ns, SECOND_NS) == (-seconds if minus else seconds)


@given(one=INSTANTS, other=INSTANTS)
def test_instants_are_ordered_and_hashed_by_when_they_are(one: Timestamp, other: Timestamp) -> None:
    assert (one < other, one == other) == (one.ns < other.ns, one.ns == other.ns)
    assert one != other or hash(one) == hash(other)
    assert len({one, Timestamp(one.ns)}) == 1


def test_instants_and_spans_are_never_equal() -> None:
    values: list[object] = [Timestamp(0), Duration(0)]
    assert values[0] != values[1]
    with pytest.raises(TypeError):
        assert Timestamp(0) < Duration(0)  # type: ignore[operator]


@pytest.mark.parametrize("value", [Timestamp(0), Duration(0)])
def test_values_cannot_be_changed(value: Timestamp | Duration) -> None:
    with pytest.raises(AttributeError):
        value.ns = 1  # type: ignore[misc]


@pytest.mark.parametrize("value", [Timestamp(-1), Duration(1), UInt(7)])
def test_values_survive_pickling(value: object) -> None:
    again = pickle.loads(pickle.dumps(value))
    assert (type(again), again) == (type(value), value)


def test_an_unsigned_integer_equals_the_int_but_is_of_its_own_type() -> None:
    assert UInt(5) == 5
    assert hash(UInt(5)) == hash(5)
    assert type(UInt(5)) is UInt
    assert type(UInt(5)) is not int
