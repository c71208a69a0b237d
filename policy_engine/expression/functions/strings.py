"""Functions on text. Positions count characters (code points), from 0."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from policy_engine.expression.failure import fail, no_overload
from policy_engine.expression.functions.formatting import format_text
from policy_engine.expression.functions.patterns import matches
from policy_engine.expression.functions.table import Overload
from policy_engine.expression.limits import MAX_TEXT
from policy_engine.expression.types import BOOL, DYN, INT, STRING, ListOf, Type

__all__ = ["FORMS"]

_WHITE = "\t\n\v\f\r \x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B)))
_LOWER = {code: code + 32 for code in range(ord("A"), ord("Z") + 1)}
_UPPER = {code: code - 32 for code in range(ord("a"), ord("z") + 1)}
_QUOTED = {'"': '\\"', "\\": "\\\\", "\a": "\\a", "\b": "\\b", "\f": "\\f"}
_QUOTED |= {"\n": "\\n", "\r": "\\r", "\t": "\\t", "\v": "\\v"}


def _char_at(text: str, at: int) -> str:
    if not 0 <= at <= len(text):
        raise fail(f"index out of range: {at}")
    return text[at : at + 1]


def _index_of(text: str, part: str, start: int = 0) -> int:
    if not 0 <= start <= len(text):
        raise fail(f"index out of range: {start}")
    return text.find(part, start)


def _last_index_of(text: str, part: str, start: int | None = None) -> int:
    if start is None:
        return text.rfind(part)
    if not 0 <= start <= len(text):
        raise fail(f"index out of range: {start}")
    return text.rfind(part, 0, start + len(part))


def _substring(text: str, start: int, end: int | None = None) -> str:
    stop = len(text) if end is None else end
    if not 0 <= start <= len(text):
        raise fail(f"index out of range: {start}")
    if not 0 <= stop <= len(text):
        raise fail(f"index out of range: {stop}")
    if start > stop:
        raise fail(f"invalid substring range: {start} is after {stop}")
    return text[start:stop]


def _replace(text: str, old: str, new: str, count: int = -1) -> str:
    most = text.count(old) if count < 0 else min(count, text.count(old))
    if len(text) + most * max(len(new) - len(old), 0) > MAX_TEXT:
        raise fail(f"the text would be longer than {MAX_TEXT} characters")
    return text.replace(old, new, count)


def _split(text: str, separator: str, count: int = -1) -> list[str]:
    if count == 0:
        return []
    if count == 1:
        return [text]
    if separator == "":
        pieces = list(text)
        return pieces if count < 0 or len(pieces) <= count else [*pieces[: count - 1], "".join(pieces[count - 1 :])]
    return text.split(separator, -1 if count < 0 else count - 1)


def _join(parts: list[str], separator: str = "") -> str:
    if any(type(part) is not str for part in parts):
        raise no_overload("join", parts)
    if sum(map(len, parts)) + len(separator) * len(parts) > MAX_TEXT:
        raise fail(f"the text would be longer than {MAX_TEXT} characters")
    return separator.join(parts)


def _lower_ascii(text: str) -> str:
    return text.translate(_LOWER)


def _upper_ascii(text: str) -> str:
    return text.translate(_UPPER)


def _quote(text: str) -> str:
    return '"' + "".join(_QUOTED.get(character, character) for character in text) + '"'


def guarded(name: str, row: Callable[..., Any], *kinds: type) -> Callable[..., Any]:
    """A function that refuses arguments of other kinds than those given (an int is not a bool)."""

    def checked(*values: Any) -> Any:
        for value, kind in zip(values, kinds, strict=False):
            if type(value) is not kind:
                raise no_overload(name, *values)
        return row(*values)

    return checked


_KINDS: dict[Type, type] = {STRING: str, INT: int}


def _method(
    name: str, params: tuple[Type, ...], result: Type, row: Callable[..., Any], doc: str, inline: str | None = None
) -> Overload:
    kinds = [_KINDS.get(kind, list) for kind in params]
    return Overload(name, params, result, guarded(name, row, *kinds), doc, method=True, inline=inline)


_STRINGS = ListOf(STRING)

FORMS = [
    _method("contains", (STRING, STRING), BOOL, str.__contains__, "Whether the text contains another.", "{1} in {0}"),
    _method("startsWith", (STRING, STRING), BOOL, str.startswith, "Whether the text starts so.", "{0}.startswith({1})"),
    _method("endsWith", (STRING, STRING), BOOL, str.endswith, "Whether the text ends so.", "{0}.endswith({1})"),
    _method("matches", (STRING, STRING), BOOL, matches, "Whether an RE2 pattern is found anywhere in the text."),
    Overload("matches", (STRING, STRING), BOOL, guarded("matches", matches, str, str), "Whether a pattern is found."),
    _method("charAt", (STRING, INT), STRING, _char_at, "The character at a position; empty just after the end."),
    _method("indexOf", (STRING, STRING), INT, _index_of, "Where a text is first found, or -1."),
    _method("indexOf", (STRING, STRING, INT), INT, _index_of, "Where a text is first found from a position on, or -1."),
    _method("lastIndexOf", (STRING, STRING), INT, _last_index_of, "Where a text is last found, or -1."),
    _method("lastIndexOf", (STRING, STRING, INT), INT, _last_index_of, "Where a text is last found up to a position."),
    _method("lowerAscii", (STRING,), STRING, _lower_ascii, "The text with A to Z in lower case."),
    _method("upperAscii", (STRING,), STRING, _upper_ascii, "The text with a to z in upper case."),
    _method("replace", (STRING, STRING, STRING), STRING, _replace, "The text with every occurrence replaced."),
    _method("replace", (STRING, STRING, STRING, INT), STRING, _replace, "The text with so many occurrences replaced."),
    _method("split", (STRING, STRING), _STRINGS, _split, "The pieces of the text between separators."),
    _method("split", (STRING, STRING, INT), _STRINGS, _split, "At most so many pieces of the text."),
    _method("substring", (STRING, INT), STRING, _substring, "The text from a position on."),
    _method("substring", (STRING, INT, INT), STRING, _substring, "The text from a position up to another."),
    _method("trim", (STRING,), STRING, lambda text: text.strip(_WHITE), "The text without white space at its ends."),
    _method("reverse", (STRING,), STRING, lambda text: text[::-1], "The text backwards."),
    _method("join", (_STRINGS,), STRING, _join, "The texts of a list in one."),
    _method("join", (_STRINGS, STRING), STRING, _join, "The texts of a list in one, with a separator."),
    Overload("strings.quote", (STRING,), STRING, guarded("strings.quote", _quote, str), "The text quoted and escaped."),
    Overload(
        "format",
        (STRING, ListOf(DYN)),
        STRING,
        guarded("format", format_text, str, list),
        "The text with its %s %d %f %e %b %o %x filled in from the list.",
        method=True,
    ),
]
