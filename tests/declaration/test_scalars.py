"""Texts read as what a field needs; the right values are those of the units and calendars themselves."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from policy_engine.declaration import scalars
from policy_engine.declaration.values import DAY_NS, HOUR_NS, SECOND_NS, Duration, Timestamp

READERS: list[Callable[[str], Any]] = [getattr(scalars, name) for name in scalars.__all__ if name.startswith("parse_")]


def refusal(read: Callable[[str], Any], text: str) -> str:
    with pytest.raises(ValueError, match=r".") as caught:
        read(text)
    return str(caught.value)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("64", 64),
        ("-3", -3),
        ("+5", 5),
        ("0", 0),
        ("1_200_000", 1_200_000),
        ("60e9", 60_000_000_000),
        ("4.5e1", 45),
        ("2.0", 2),
        ("9223372036854775807", 2**63 - 1),
        ("-9223372036854775808", -(2**63)),
    ],
)
def test_integers(text: str, value: int) -> None:
    assert scalars.parse_integer(text) == value


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("64x", "an integer"),
        ("1.5", "an integer"),
        ("22:30", "an integer"),
        ("1:30:00", "an integer"),
        ("0x10", "an integer"),
        ("0o10", "an integer"),
        ("1__0", "an integer"),
        ("_1", "an integer"),
        ("", "an integer"),
        ("1 000", "an integer"),
        ("1,000", "an integer"),
        ("true", "an integer"),
        ("٣", "an integer"),
        ("1e-1", "an integer"),
        ("010", "an integer without zeros in front"),
        ("-007", "an integer without zeros in front"),
        ("9223372036854775808", "an integer of at most 64 bits"),
        ("1e400", "an integer of at most 64 bits"),
        ("-1e19", "an integer of at most 64 bits"),
        ("9" * 5_000, "an integer of at most 64 bits"),
    ],
)
def test_what_is_no_integer(text: str, wanted: str) -> None:
    assert refusal(scalars.parse_integer, text) == wanted


@pytest.mark.parametrize(
    ("text", "value"), [("6.7e9", 6.7e9), ("1e3", 1000.0), ("1_000.5", 1000.5), ("-0.25", -0.25), ("1E+2", 100.0)]
)
def test_numbers(text: str, value: float) -> None:
    assert scalars.parse_number(text) == value


@pytest.mark.parametrize(
    "text", ["NaN", ".nan", "inf", ".inf", "-.inf", "Infinity", "1.", ".5", "1e", "0x1p3", "1:30", "1,5"]
)
def test_what_is_no_number(text: str) -> None:
    assert refusal(scalars.parse_number, text) == "a number"


def test_a_number_too_large_for_a_double_is_refused() -> None:
    assert refusal(scalars.parse_number, "1e400") == "a number within the range of a double"
    assert refusal(scalars.parse_number, "9" * 400) == "a number within the range of a double"


def test_only_true_and_false_are_truth_values() -> None:
    assert scalars.parse_flag("true") is True
    assert scalars.parse_flag("false") is False
    for text in ("yes", "no", "on", "off", "True", "TRUE", "1", "0", "y", "sim", "não", ""):
        assert refusal(scalars.parse_flag, text) == "true or false"


def test_days_are_strict_and_begin_at_midnight_utc() -> None:
    # 2026-11-30 is day 20,787 after 1970-01-01.
    assert scalars.parse_date("2026-11-30") == Timestamp(20_787 * DAY_NS)
    assert scalars.parse_date("2024-02-29").date() == date(2024, 2, 29)
    for text in (
        "2026",
        "2026-11",
        "2026-1-1",
        "20261130",
        "30/11/2026",
        "2026-11-30T00:00:00Z",
        " 2026-11-30",
        "2026-11-30x",
    ):
        assert refusal(scalars.parse_date, text) == "a day written YYYY-MM-DD"
    for text in ("2026-02-29", "2026-13-01", "0000-01-01"):
        assert refusal(scalars.parse_date, text) == "a day of the calendar, written YYYY-MM-DD"


@given(st.dates())
def test_every_day_comes_back(day: date) -> None:
    assert scalars.parse_date(day.isoformat()).date() == day


def test_an_instant_needs_its_zone() -> None:
    instant = scalars.parse_instant("2026-11-30T09:00:00-03:00")
    assert instant == scalars.parse_instant("2026-11-30 12:00:00Z")
    assert str(instant) == "2026-11-30T12:00:00Z"
    for text in ("2026-11-30T09:00:00", "2026-11-30", "2026-11-30T25:00:00Z", "now"):
        assert refusal(scalars.parse_instant, text).startswith("an instant with its zone")


@pytest.mark.parametrize(
    ("text", "ns"),
    [
        ("5 us", 5_000),
        ("5µs", 5_000),
        ("5 μs", 5_000),
        ("250 ms", 250 * 10**6),
        ("1.5 h", 5_400 * SECOND_NS),
        ("2 min", 120 * SECOND_NS),
        ("1 h", HOUR_NS),
        ("180 d", 180 * DAY_NS),
        ("2 w", 14 * DAY_NS),
        ("2 y", 730 * DAY_NS),
        ("0 s", 0),
        ("7 ns", 7),
    ],
)
def test_spans(text: str, ns: int) -> None:
    assert scalars.parse_span(text) == Duration(ns)


def test_a_span_needs_a_unit_that_has_one_meaning() -> None:
    for text in ("12", "2 m", "3 months", "1h30m", "22:30", "h", "1 H", "", "1,5 h"):
        assert refusal(scalars.parse_span, text).startswith("a span with its unit (ns, us, ms, s, min, h, d, w, y)")
    assert refusal(scalars.parse_span, "-1 h") == "a span that is not negative"
    assert refusal(scalars.parse_span, "1e999 y") == "a span of less than 10,000 years"


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("500 GB", 500 * 10**9),
        ("500 GiB", 500 * 2**30),
        ("4 TB", 4 * 10**12),
        ("1 kB", 1000),
        ("1 KiB", 1024),
        ("98GB", 98 * 10**9),
        ("1.5 MiB", 1_572_864),
        ("0 B", 0),
        ("2 PiB", 2**51),
    ],
)
def test_sizes_tell_powers_of_ten_from_powers_of_two(text: str, size: int) -> None:
    assert scalars.parse_size(text) == size


def test_a_size_needs_its_unit_and_bits_are_not_bytes() -> None:
    for text in ("500", "500 Gb", "500 gb", "500 G", "5 GBps", "x GB"):
        assert refusal(scalars.parse_size, text).startswith("a size with its unit (B, kB, MB")
    for text in ("-1 GB", "16 EiB", "9e999 PB", "10000 PiB"):
        assert refusal(scalars.parse_size, text).startswith("a size")


@pytest.mark.parametrize(
    ("text", "gbps"),
    [
        ("400 Gbps", 400.0),
        ("400 Gbit/s", 400.0),
        ("40 GB/s", 320.0),
        ("1 Tbps", 1000.0),
        ("100 Mbps", 0.1),
        ("1 GiB/s", 8.589934592),
        ("500 MB/s", 4.0),
    ],
)
def test_rates_keep_bits_and_bytes_apart(text: str, gbps: float) -> None:
    assert scalars.parse_bandwidth(text) == gbps


def test_a_rate_needs_its_unit_and_a_sane_size() -> None:
    for text in ("400", "400 GB", "400 GBps", "fast"):
        assert refusal(scalars.parse_bandwidth, text).startswith("a rate with its unit (Mbps, Gbps")
    for text in ("-1 Gbps", "1e999 Gbps"):
        assert refusal(scalars.parse_bandwidth, text) == "a rate between 0 and 10^15 Gbps"


@pytest.mark.parametrize(
    ("text", "share"),
    [("99.9%", 0.999), ("99.99 %", 0.9999), ("20%", 0.2), ("0%", 0.0), ("100%", 1.0), ("2.9%", 0.029)],
)
def test_shares_are_percentages(text: str, share: float) -> None:
    assert scalars.parse_share(text) == share


def test_a_bare_number_is_told_how_to_become_a_percentage() -> None:
    assert refusal(scalars.parse_share, "99.9") == 'a percentage, as in "99.9%"'
    assert refusal(scalars.parse_share, "20") == 'a percentage, as in "20%"'
    assert refusal(scalars.parse_share, "99,9%") == 'a percentage, as in "99.9%"'
    assert refusal(scalars.parse_share, "100.1%") == "a percentage between 0% and 100%"
    assert refusal(scalars.parse_share, "-1%") == "a percentage between 0% and 100%"


@given(st.decimals(0, 100, places=4))
def test_a_share_is_the_double_nearest_to_the_exact_one(percent: Decimal) -> None:
    assert scalars.parse_share(f"{percent}%") == float(percent / 100)


@pytest.mark.parametrize(
    ("text", "decimal", "currency"),
    [
        ("R$ 21,50", "21.50", "BRL"),
        ("R$ 1.234,56", "1234.56", "BRL"),
        ("R$ 1.234", "1234", "BRL"),
        ("R$1.234.567", "1234567", "BRL"),
        ("R$ 21.50", "21.50", "BRL"),
        ("R$ 1,234.56", "1234.56", "BRL"),
        ("R$\u00a0400.000,00", "400000.00", "BRL"),
        ("R$ 2.400.000.000,00", "2400000000.00", "BRL"),
        ("BRL 1234.56", "1234.56", "BRL"),
        ("R$ 0", "0", "BRL"),
        ("USD 2.10", "2.10", "USD"),
        ("US$ 2.10", "2.10", "USD"),
        ("$2.10", "2.10", "USD"),
        ("USD 1,234", "1234", "USD"),
        ("USD 1,234.56", "1234.56", "USD"),
        ("USD 2.125", "2.125", "USD"),
        ("EUR 2,10", "2.10", "EUR"),
        ("€ 0.35", "0.35", "EUR"),
    ],
)
def test_money_in_the_brazilian_and_the_international_form(text: str, decimal: str, currency: str) -> None:
    money = scalars.parse_money(text)
    assert money == {"amount": float(decimal), "decimal": decimal, "currency": currency}


@pytest.mark.parametrize(
    ("text", "more"),
    [
        ("R$ 21,50/h", {"per": "h"}),
        ("R$ 21,50 / hora", {"per": "h"}),
        ("USD 2.10/h per gpu", {"per": "h", "per_unit": "gpu"}),
        ("R$ 98.000/month per node", {"per": "month", "per_unit": "node"}),
        ("R$ 98.000/mês por nó", {"per": "month", "per_unit": "node"}),
        ("R$ 0,80/GB", {"per": "GB"}),
        ("USD 0.02/GB-month", {"per": "GB-month"}),
        ("USD 0.02/GiB", {"per": "GiB"}),
    ],
)
def test_money_says_what_it_is_for(text: str, more: dict[str, str]) -> None:
    money = scalars.parse_money(text)
    assert {key: money[key] for key in money if key in ("per", "per_unit")} == more


def test_what_is_no_money() -> None:
    for text in (
        "21.50",
        "1.234,56",
        "R$",
        "R$ -5",
        "-R$ 5",
        "R$ 1e3",
        "reais 5",
        "brl 5",
        "R$ 21,50/h extra",
        "R$ NaN",
    ):
        assert refusal(scalars.parse_money, text) == 'an amount with its currency, as in "R$ 21,50/h" or "USD 2.10/h"'
    for text in ("R$ 1.23.4", "R$ 1,2,3", "USD 1,23,456", "R$ 1.,5", "R$ 12.34,5", "R$ 5."):
        assert refusal(scalars.parse_money, text) == 'an amount written as in "R$ 1.234,56" or "USD 1,234.56"'
    assert refusal(scalars.parse_money, "XYZ 5").startswith("an amount in a currency we know (ARS, AUD, BRL")
    assert refusal(scalars.parse_money, "R$ 5/fortnight") == "an amount per h, d, month, y, GB, GiB, TB, TiB, GB-month"
    assert refusal(scalars.parse_money, "R$ 5/h per rack") == "an amount per gpu, node, job"
    assert refusal(scalars.parse_money, "R$ " + "9" * 400) == "an amount of at most 10^15"


@given(st.decimals(0, 10**12, places=2))
def test_an_amount_is_the_same_in_both_forms(amount: Decimal) -> None:
    international = f"{amount:,.2f}"
    brazilian = international.translate(str.maketrans(",.", ".,"))
    real = scalars.parse_money(f"R$ {brazilian}")
    assert Decimal(real["decimal"]) == amount
    assert real == scalars.parse_money(f"BRL {international}") == scalars.parse_money(f"BRL {amount:.2f}")


@pytest.mark.parametrize("read", READERS, ids=lambda read: read.__name__)
@given(st.text(max_size=30) | st.from_regex(r"[-+R$USD]{0,3} ?[0-9_.,eE+-]{1,12} ?[a-zA-Z%/]{0,6}", fullmatch=True))
def test_a_text_is_read_or_refused_with_what_is_wanted(read: Callable[[str], Any], text: str) -> None:
    wanted = ""
    try:
        read(text)
    except ValueError as error:
        wanted = str(error)
    assert not wanted or wanted.startswith(("a ", "an ", "true or false"))
