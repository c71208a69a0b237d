"""Numbers, days, spans, sizes, rates, shares and money: what a bare text becomes by the field that reads it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from marshmallow import Schema

from policy_engine.declaration import scalars
from policy_engine.declaration.fields.base import Field
from policy_engine.declaration.fields.words import Text
from policy_engine.declaration.values import Duration, Timestamp

__all__ = [
    "Bandwidth",
    "Date",
    "Flag",
    "Instant",
    "Integer",
    "Money",
    "MoneyRecord",
    "Number",
    "Share",
    "Size",
    "Span",
]


class Integer(Field):
    """A whole number."""

    cel = "int"
    noun = "an integer"

    def __init__(self, *, least: int | None = None, **description: Any) -> None:
        super().__init__(**description)
        self.least = least

    def parse(self, text: str) -> int:
        """The number."""
        value = scalars.parse_integer(text)
        if self.least is not None and value < self.least:
            raise ValueError(f"an integer of at least {self.least}")
        return value


class Number(Field):
    """A number, with or without a fraction."""

    cel = "double"
    noun = "a number"

    def parse(self, text: str) -> float:
        """The number."""
        return scalars.parse_number(text)


class Flag(Field):
    """True or false."""

    cel = "bool"
    noun = "true or false"

    def parse(self, text: str) -> bool:
        """The truth value."""
        return scalars.parse_flag(text)


class Date(Field):
    """A day; rules see its first instant in UTC."""

    cel = "timestamp"
    noun = "a day written YYYY-MM-DD"

    def parse(self, text: str) -> Timestamp:
        """The first instant of the day."""
        return scalars.parse_date(text)


class Instant(Field):
    """An instant with its zone."""

    cel = "timestamp"
    noun = "an instant with its zone"

    def parse(self, text: str) -> Timestamp:
        """The instant."""
        return scalars.parse_instant(text)


class Span(Field):
    """A span of time with its unit."""

    cel = "duration"
    noun = "a span with its unit, as in 12 h"

    def parse(self, text: str) -> Duration:
        """The span."""
        return scalars.parse_span(text)


class Size(Field):
    """A size with its unit; rules see bytes."""

    cel = "int"
    noun = "a size with its unit, as in 500 GB"

    def parse(self, text: str) -> int:
        """The bytes."""
        return scalars.parse_size(text)


class Bandwidth(Field):
    """A rate with its unit; rules see Gbps."""

    cel = "double"
    noun = "a rate with its unit, as in 400 Gbps"

    def parse(self, text: str) -> float:
        """The Gbps."""
        return scalars.parse_bandwidth(text)


class Share(Field):
    """A percentage; rules see a share of 1."""

    cel = "double"
    noun = 'a percentage, as in "99.9%"'

    def parse(self, text: str) -> float:
        """The share of 1."""
        return scalars.parse_share(text)


class MoneyRecord(Schema):
    """An amount of money as rules see it."""

    amount = Number(meaning="The amount.")
    decimal = Text(meaning="The amount, exact.")
    currency = Text(meaning="Its currency (ISO 4217).")
    per = Text(meaning="What it is for: h, d, month, y, GB, TB.")
    per_unit = Text(meaning="Each of what: gpu, node, job.")


class Money(Field):
    """An amount with its currency, exact."""

    noun = 'an amount with its currency, as in "R$ 21,50/h"'
    record: ClassVar[type[Schema]] = MoneyRecord

    def parse(self, text: str) -> Mapping[str, Any]:
        """The record of amount and currency."""
        return scalars.parse_money(text)
