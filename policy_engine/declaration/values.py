"""Instants, spans and unsigned integers: the values that plain Python has no exact type for.

Nanosecond precision and the ranges are those of the Common Expression Language.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

__all__ = ["DAY_NS", "HOUR_NS", "SECOND_NS", "Duration", "Timestamp", "UInt"]

SECOND_NS = 1_000_000_000
HOUR_NS = 3600 * SECOND_NS
DAY_NS = 24 * HOUR_NS

_EPOCH_DAY = date(1970, 1, 1).toordinal()
_MIN_NS = (date.min.toordinal() - _EPOCH_DAY) * DAY_NS
_MAX_NS = (date.max.toordinal() - _EPOCH_DAY + 1) * DAY_NS - 1
_MAX_DURATION_NS = 315_576_000_000 * SECOND_NS

_INSTANT = re.compile(
    r"(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d{1,30}))?(?:([Zz])|([+-])(\d\d):(\d\d))", re.ASCII
)
_SPAN_PART = re.compile(r"(\d+(?:\.\d*)?|\.\d+)(ns|us|µs|μs|ms|s|m|h)", re.ASCII)
_UNIT_NS = {"ns": 1, "us": 1000, "µs": 1000, "μs": 1000, "ms": 10**6, "s": SECOND_NS, "m": 60 * SECOND_NS, "h": HOUR_NS}


class UInt(int):
    """An unsigned 64-bit integer: equal to the int of the same value, but of another type in rules."""

    __slots__ = ()


@dataclass(frozen=True, slots=True, order=True)
class Duration:
    """A span of time in nanoseconds, within about ±10,000 years."""

    ns: int

    def __post_init__(self) -> None:
        if not -_MAX_DURATION_NS <= self.ns <= _MAX_DURATION_NS:
            raise ValueError("duration out of range: about ±10,000 years")

    @classmethod
    def parse(cls, text: str) -> Duration:
        """Read ``1h45m``, ``-1.5s``, ``250ms``.

        Raises:
            ValueError: the text is not a duration or is out of range.
        """
        body = text[1:] if text[:1] in ("+", "-") else text
        if body == "0":
            return cls(0)
        total, at = 0, 0
        for part in _SPAN_PART.finditer(body):
            if part.start() != at:
                break
            at = part.end()
            whole, _, fraction = part[1].partition(".")
            unit = _UNIT_NS[part[2]]
            total += int(whole or 0) * unit
            if fraction:
                total += int(fraction) * unit // 10 ** len(fraction)
        if not body or at != len(body):
            raise ValueError(f'"{text[:40]}" is not a duration; write it as in 1h30m or 45s')
        return cls(-total if text.startswith("-") else total)

    def __str__(self) -> str:
        sign = "-" if self.ns < 0 else ""
        seconds, rest = divmod(abs(self.ns), SECOND_NS)
        return f"{sign}{seconds}{_fraction(rest)}s"


@dataclass(frozen=True, slots=True, order=True)
class Timestamp:
    """An instant in nanoseconds since 1970-01-01T00:00:00Z, from year 1 to year 9999."""

    ns: int

    def __post_init__(self) -> None:
        if not _MIN_NS <= self.ns <= _MAX_NS:
            raise ValueError("timestamp out of range: years 1 to 9999")

    @classmethod
    def of_date(cls, day: date) -> Timestamp:
        """The first instant of a day in UTC: how a plain date compares in rules."""
        return cls((day.toordinal() - _EPOCH_DAY) * DAY_NS)

    @classmethod
    def parse(cls, text: str) -> Timestamp:
        """Read an RFC 3339 instant with its zone.

        Raises:
            ValueError: the text is not such an instant or is out of range.
        """
        match = _INSTANT.fullmatch(text)
        if match is None:
            raise ValueError(f'"{text[:40]}" is not an instant with a zone, as in 2026-11-30T09:00:00-03:00')
        year, month, day, hour, minute, second = (int(match[n]) for n in range(1, 7))
        if hour > 23 or minute > 59 or second > 59 or year < 1:
            raise ValueError(f'"{text[:40]}" is out of range')
        offset = 0
        if match[9]:
            hours, minutes = int(match[10]), int(match[11])
            if hours > 23 or minutes > 59:
                raise ValueError(f'"{text[:40]}" has a zone out of range')
            offset = (hours * 60 + minutes) * 60 * (1 if match[9] == "+" else -1)
        seconds = (date(year, month, day).toordinal() - _EPOCH_DAY) * 86400 + hour * 3600 + minute * 60 + second
        return cls((seconds - offset) * SECOND_NS + int((match[7] or "0")[:9].ljust(9, "0")))

    def date(self) -> date:
        """The day in UTC."""
        return date.fromordinal(self.ns // DAY_NS + _EPOCH_DAY)

    def datetime(self) -> datetime:
        """The instant as a ``datetime`` in UTC, to the microsecond."""
        return datetime(1970, 1, 1, tzinfo=UTC) + timedelta(microseconds=self.ns // 1000)

    def __str__(self) -> str:
        seconds, rest = divmod(self.ns, SECOND_NS)
        days, clock = divmod(seconds, 86400)
        day = date.fromordinal(days + _EPOCH_DAY)
        hour, minute, second = clock // 3600, clock % 3600 // 60, clock % 60
        return f"{day.isoformat()}T{hour:02}:{minute:02}:{second:02}{_fraction(rest)}Z"


def _fraction(ns: int) -> str:
    """The fraction of a second, in groups of three digits as needed."""
    if ns == 0:
        return ""
    text = f"{ns:09}"
    return "." + (text[:3] if text.endswith("000000") else text[:6] if text.endswith("000") else text)
