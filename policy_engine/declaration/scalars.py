"""Reading the text of a scalar as what a field needs: numbers, dates, spans, sizes, shares, money."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import date
from decimal import Decimal, InvalidOperation
from typing import Any

from policy_engine.declaration.values import DAY_NS, HOUR_NS, SECOND_NS, Duration, Timestamp

__all__ = [
    "PATTERNS",
    "parse_bandwidth",
    "parse_date",
    "parse_flag",
    "parse_instant",
    "parse_integer",
    "parse_money",
    "parse_number",
    "parse_share",
    "parse_size",
    "parse_span",
]

_NUMBER = re.compile(r"[+-]?(?:0|[1-9]\d*(?:_\d+)*)(?:\.\d+)?(?:[eE][+-]?\d{1,3})?", re.ASCII)
_AMOUNT = r"([+-]?\d+(?:_\d+)*(?:\.\d+)?(?:[eE][+-]?\d{1,3})?)\s*"
_QUANTITY = re.compile(_AMOUNT + r"([a-zA-Zµμ/%]+)", re.ASCII)
_ZEROS = re.compile(r"[+-]?0\d+", re.ASCII)
_DATE = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)

_SPANS = {
    "ns": 1, "us": 1000, "µs": 1000, "μs": 1000, "ms": 10**6, "s": SECOND_NS, "min": 60 * SECOND_NS,
    "h": HOUR_NS, "d": DAY_NS, "w": 7 * DAY_NS, "y": 365 * DAY_NS,
}  # fmt: skip
_POWERS = {"": 0, "K": 1, "M": 2, "G": 3, "T": 4, "P": 5}
_SIZES = {f"{letter}B": 1000**power for letter, power in _POWERS.items()}
_SIZES |= {f"{letter}iB": 1024**power for letter, power in _POWERS.items() if letter}
_SIZES["kB"] = 1000
_RATES = {f"{letter}bps": Decimal(1000) ** (power - 3) for letter, power in _POWERS.items()}
_RATES |= {f"{letter}bit/s": rate for letter, rate in zip(_POWERS, list(_RATES.values()), strict=True)}
_RATES |= {f"{unit}/s": Decimal(size) * 8 / Decimal(10**9) for unit, size in _SIZES.items()}

_MOST = 10**15
_INT_RANGE = range(-(2**63), 2**63)


def parse_number(text: str) -> float:
    """A number in JSON's syntax, ``1e3`` and ``1_000`` included.

    Raises:
        ValueError: it is none, or too large to be exact in any sense.
    """
    if not _NUMBER.fullmatch(text):
        raise ValueError(_plainly(text, "a number"))
    value = float(text.replace("_", ""))
    if value in (float("inf"), float("-inf")):
        raise ValueError("a number within the range of a double")
    return value


def parse_integer(text: str) -> int:
    """A whole number; ``60e9`` is one, ``1.5`` is not.

    Raises:
        ValueError: it is none, or beyond 64 bits.
    """
    if not _NUMBER.fullmatch(text):
        raise ValueError(_plainly(text, "an integer"))
    exact = Decimal(text.replace("_", ""))
    if abs(exact) > Decimal(2**64) or (exact == exact.to_integral_value() and int(exact) not in _INT_RANGE):
        raise ValueError("an integer of at most 64 bits")
    if exact != exact.to_integral_value():
        raise ValueError("an integer")
    return int(exact)


def _plainly(text: str, wanted: str) -> str:
    """What is wanted, with a word on zeros in front: some read them as octal, so nobody may."""
    return f"{wanted} without zeros in front" if _ZEROS.fullmatch(text) else wanted


def parse_flag(text: str) -> bool:
    """``true`` or ``false``, and nothing else.

    Raises:
        ValueError: it is neither.
    """
    if text not in ("true", "false"):
        raise ValueError("true or false")
    return text == "true"


def parse_date(text: str) -> Timestamp:
    """A day, strictly YYYY-MM-DD: its first instant in UTC.

    Raises:
        ValueError: it is none, or not a day of the calendar.
    """
    if not _DATE.fullmatch(text):
        raise ValueError("a day written YYYY-MM-DD")
    try:
        return Timestamp.of_date(date.fromisoformat(text))
    except ValueError:
        raise ValueError("a day of the calendar, written YYYY-MM-DD") from None


def parse_instant(text: str) -> Timestamp:
    """An instant with its zone.

    Raises:
        ValueError: it has no zone or is none.
    """
    try:
        return Timestamp.parse(text.replace(" ", "T", 1))
    except ValueError:
        raise ValueError("an instant with its zone, as in 2026-11-30T09:00:00-03:00") from None


def _quantity(text: str, units: Any, wanted: str) -> tuple[Decimal, Any]:
    match = _QUANTITY.fullmatch(text)
    if match is None or match[2] not in units:
        raise ValueError(wanted)
    return Decimal(match[1].replace("_", "")), units[match[2]]


def parse_span(text: str) -> Duration:
    """A span of time with its unit: ns, us, ms, s, min, h, d, w or y (365 days).

    Raises:
        ValueError: the unit is missing or unknown.
    """
    wanted = "a span with its unit (ns, us, ms, s, min, h, d, w, y), as in 12 h"
    number, unit = _quantity(text, _SPANS, wanted)
    if number < 0:
        raise ValueError("a span that is not negative")
    try:
        return Duration(int(number * unit))
    except (ValueError, OverflowError):
        raise ValueError("a span of less than 10,000 years") from None


def parse_size(text: str) -> int:
    """A size in bytes: GB is 10^9 bytes, GiB 2^30.

    Raises:
        ValueError: the unit is missing or unknown.
    """
    wanted = "a size with its unit (B, kB, MB, GB, TB, PB, or KiB, MiB, GiB, TiB, PiB), as in 500 GB"
    number, unit = _quantity(text, _SIZES, wanted)
    if number < 0 or int(number * unit) not in _INT_RANGE:
        raise ValueError("a size between 0 B and 8 EiB")
    return int(number * unit)


def parse_bandwidth(text: str) -> float:
    """A rate in Gbps (10^9 bits a second): 40 GB/s is 320 Gbps.

    Raises:
        ValueError: the unit is missing or unknown.
    """
    wanted = "a rate with its unit (Mbps, Gbps, Tbps, or MB/s, GB/s, GiB/s), as in 400 Gbps"
    number, unit = _quantity(text, _RATES, wanted)
    rate = float(number * unit)
    if not 0 <= rate <= _MOST:
        raise ValueError("a rate between 0 and 10^15 Gbps")
    return rate


def parse_share(text: str) -> float:
    """A percentage, as a share of 1: 99.9% is 0.999.

    Raises:
        ValueError: the sign is missing, or it is not between 0% and 100%.
    """
    match = _QUANTITY.fullmatch(text)
    if match is None or match[2] != "%":
        raise ValueError(f'a percentage, as in "{text}%"' if _NUMBER.fullmatch(text) else 'a percentage, as in "99.9%"')
    share = Decimal(match[1].replace("_", "")) / 100
    if not 0 <= share <= 1:
        raise ValueError("a percentage between 0% and 100%")
    return float(share)


_SYMBOLS = {"R$": "BRL", "US$": "USD", "$": "USD", "€": "EUR", "£": "GBP"}
_CURRENCIES = frozenset(
    ("ARS", "AUD", "BRL", "CAD", "CHF", "CLP", "CNY", "DKK", "EUR", "GBP", "JPY", "MXN", "NOK", "SEK", "USD")
)
_PERIODS = {
    "h": "h", "hour": "h", "hora": "h", "d": "d", "day": "d", "dia": "d", "month": "month", "mes": "month",
    "mês": "month", "y": "y", "year": "y", "ano": "y", "GB": "GB", "GiB": "GiB", "TB": "TB", "TiB": "TiB",
    "GB-month": "GB-month",
}  # fmt: skip
_UNITS = {"gpu": "gpu", "node": "node", "nó": "node", "instance": "node", "job": "job"}
_MONEY = re.compile(
    r"(?P<currency>R\$|US\$|\$|€|£|[A-Z]{3})\s*(?P<number>\d[\d.,]*)"
    r"(?:\s*/\s*(?P<per>[A-Za-zê]+(?:-month)?))?(?:\s+(?:per|por)\s+(?P<unit>[a-zó]+))?"
)
_PT_BR = re.compile(r"\d{1,3}(?:\.\d{3})+(?:,\d+)?|\d+(?:,\d+)?", re.ASCII)
_INTERNATIONAL = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?", re.ASCII)


def parse_money(text: str) -> dict[str, Any]:
    """An amount with its currency, and what it is for: ``R$ 1.234,56``, ``USD 2.10/h``, ``R$ 98.000/month per node``.

    After ``R$`` the Brazilian form is read (comma for the fraction), unless the number can only be the international
    one (``R$ 21.50``); after any other currency the international form.

    Raises:
        ValueError: the currency is missing or unknown, or the number is neither form.
    """
    match = _MONEY.fullmatch(text.replace("\u00a0", " ").replace("\u202f", " "))
    if match is None:
        raise ValueError('an amount with its currency, as in "R$ 21,50/h" or "USD 2.10/h"')
    currency = _SYMBOLS.get(match["currency"], match["currency"])
    if currency not in _CURRENCIES:
        raise ValueError(f"an amount in a currency we know ({', '.join(sorted(_CURRENCIES))})")
    amount = _amount(match["number"], brazilian=currency == "BRL")
    if amount > _MOST or len(match["number"]) > 40:
        raise ValueError("an amount of at most 10^15")
    money: dict[str, Any] = {"amount": float(amount), "decimal": str(amount), "currency": currency}
    for key, names in (("per", _PERIODS), ("unit", _UNITS)):
        name = match[key]
        if name is None:
            continue
        if name not in names:
            raise ValueError(f"an amount per {', '.join(dict.fromkeys(names.values()))}")
        money["per" if key == "per" else "per_unit"] = names[name]
    return money


def _amount(text: str, *, brazilian: bool) -> Decimal:
    """The number of an amount in one of the two forms; the other is read where this one cannot be meant."""
    forms = [(_PT_BR, ".", ","), (_INTERNATIONAL, ",", ".")]
    for pattern, group, point in forms if brazilian else reversed(forms):
        if pattern.fullmatch(text):
            try:
                return Decimal(text.replace(group, "").replace(point, "."))
            except InvalidOperation:
                break
    raise ValueError('an amount written as in "R$ 1.234,56" or "USD 1,234.56"')


def _with_unit(units: Iterable[str]) -> str:
    return f"{_AMOUNT}(?:{'|'.join(units)})"


# How a text looks that is read as each quantity, for editors: whatever is read matches, most of what is not does not.
PATTERNS: Mapping[str, str] = {
    "date": _DATE.pattern,
    "number": _NUMBER.pattern,
    "span": _with_unit(_SPANS),
    "size": _with_unit(_SIZES),
    "rate": _with_unit(_RATES),
    "share": _with_unit("%"),
    "money": re.sub(r"\?P<\w+>", "", _MONEY.pattern),
}
