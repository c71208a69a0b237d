"""Parts of instants and spans, in UTC or in a zone named by IANA or by its offset."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from functools import lru_cache
from typing import Any

from policy_engine.declaration.values import SECOND_NS, Duration, Timestamp
from policy_engine.expression.failure import fail, no_overload
from policy_engine.expression.functions.table import Overload
from policy_engine.expression.types import DURATION, INT, STRING, TIMESTAMP

__all__ = ["FORMS"]

_OF_THE_MACHINE = frozenset({"localtime", "local", "posixrules"})
_OFFSET = re.compile(r"([+-]?)(\d\d?):(\d\d)", re.ASCII)


@lru_cache(maxsize=256)
def _zone(name: str) -> tzinfo:
    match = _OFFSET.fullmatch(name)
    if match:
        offset = timedelta(hours=int(match[2]), minutes=int(match[3]))
        if offset >= timedelta(hours=24) or int(match[3]) > 59:
            raise fail(f'"{name}" is not a time zone: the offset is out of range')
        return timezone(-offset if match[1] == "-" else offset)
    from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

    if not name or len(name) > 64 or name.lower() in _OF_THE_MACHINE:
        raise fail("a time zone is an IANA name such as America/Sao_Paulo, or an offset such as -03:00")
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise fail(f'"{name}" is not a time zone; use an IANA name such as America/Sao_Paulo, or -03:00') from None


def _local(instant: Timestamp, zone: str | None) -> datetime:
    seconds, rest = divmod(instant.ns, SECOND_NS)
    moment = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=seconds, microseconds=rest // 1000)
    if zone is None:
        return moment
    try:
        return moment.astimezone(_zone(zone))
    except OverflowError:
        raise fail("timestamp out of range in that time zone") from None


_PARTS: dict[str, tuple[Callable[[datetime], int], str]] = {
    "getFullYear": (lambda moment: moment.year, "The year."),
    "getMonth": (lambda moment: moment.month - 1, "The month, from 0."),
    "getDate": (lambda moment: moment.day, "The day of the month, from 1."),
    "getDayOfMonth": (lambda moment: moment.day - 1, "The day of the month, from 0."),
    "getDayOfWeek": (lambda moment: moment.isoweekday() % 7, "The day of the week, Sunday being 0."),
    "getDayOfYear": (lambda moment: moment.timetuple().tm_yday - 1, "The day of the year, from 0."),
    "getHours": (lambda moment: moment.hour, "The hour, or the whole hours of a span."),
    "getMinutes": (lambda moment: moment.minute, "The minute, or the whole minutes of a span."),
    "getSeconds": (lambda moment: moment.second, "The second, or the whole seconds of a span."),
    "getMilliseconds": (lambda moment: moment.microsecond // 1000, "The millisecond."),
}
_SPANS: dict[str, Callable[[int], int]] = {
    "getHours": lambda ns: _towards_zero(ns, 3600 * SECOND_NS),
    "getMinutes": lambda ns: _towards_zero(ns, 60 * SECOND_NS),
    "getSeconds": lambda ns: _towards_zero(ns, SECOND_NS),
    "getMilliseconds": lambda ns: _towards_zero(ns, 10**6) % 1000 if ns >= 0 else -(_towards_zero(-ns, 10**6) % 1000),
}


def _towards_zero(value: int, unit: int) -> int:
    return value // unit if value >= 0 else -(-value // unit)


def _getter(name: str) -> Callable[..., Any]:
    part = _PARTS[name][0]
    span = _SPANS.get(name)

    def get(value: Any, zone: Any = None) -> int:
        if type(value) is Timestamp and (zone is None or type(zone) is str):
            return part(_local(value, zone))
        if type(value) is Duration and span is not None and zone is None:
            return span(value.ns)
        raise no_overload(name, value, *([] if zone is None else [zone]))

    return get


def _forms(name: str) -> list[Overload]:
    row, doc = _getter(name), _PARTS[name][1]
    forms = [
        Overload(name, (TIMESTAMP,), INT, row, doc, method=True),
        Overload(name, (TIMESTAMP, STRING), INT, row, doc, method=True),
    ]
    if name in _SPANS:
        forms.append(Overload(name, (DURATION,), INT, row, doc, method=True))
    return forms


FORMS = [form for name in _PARTS for form in _forms(name)]
