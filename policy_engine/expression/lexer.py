"""Cutting the text of an expression into tokens, each with its place."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Any

from policy_engine.declaration.values import UInt
from policy_engine.errors import ExpressionError
from policy_engine.expression.limits import MAX_SOURCE

__all__ = ["Token", "tokens"]

INT_MAX = 2**63 - 1
UINT_MAX = 2**64 - 1

_TOKEN = re.compile(
    r"""
      (?P<space>[ \t\n\f\r]+|//[^\n]*)
    | (?P<bytes>(?:[bB][rR]?|[rR][bB])(?=["']))
    | (?P<string>[rR]?(?:\"\"\"|'''|"|'))
    | (?P<float>\d+\.\d+(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+|\.\d+(?:[eE][+-]?\d+)?)
    | (?P<int>(?:0x[0-9a-fA-F]+|\d+)[uU]?)
    | (?P<ident>[_a-zA-Z][_a-zA-Z0-9]*)
    | (?P<quoted>`[_a-zA-Z0-9.\-/ ]+`)
    | (?P<op>&&|\|\||[=!<>]=|[-+*/%<>!?:.,()\[\]{}])
    """,
    re.VERBOSE | re.ASCII,
)
_MAX_DIGITS = 20  # those of 2**64
_SIMPLE = {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}
_SIMPLE |= {character: character for character in "\\?\"'`"}
_ESCAPE = re.compile(
    r"\\(?:([abfnrtv\\?\"'`])|[xX]([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-3][0-7]{2}))"
)


@dataclass(frozen=True, slots=True)
class Token:
    """A token: ``kind`` is int, uint, double, string, ident, quoted, op or end."""

    kind: str
    value: Any
    start: int
    end: int


def tokens(source: str) -> list[Token]:
    """The tokens of an expression, closed by one of kind ``end``.

    Raises:
        ExpressionError: a character, number or text that is not of the language.
    """
    if len(source) > MAX_SOURCE:
        raise ExpressionError(f"the expression has {len(source)} characters; at most {MAX_SOURCE} are taken", source, 0)
    found: list[Token] = []
    at = 0
    while at < len(source):
        match = _TOKEN.match(source, at)
        if match is None:
            raise ExpressionError(f"{_shown(source[at])} is not part of the language", source, at)
        kind, text = match.lastgroup, match[0]
        if kind == "bytes":
            raise ExpressionError("bytes are not supported: rules work on text, numbers and times", source, at)
        if kind == "string":
            value, end = _string(source, at, text)
            found.append(Token("string", value, at, end))
            at = end
            continue
        if kind == "quoted":
            found.append(Token("quoted", text[1:-1], at, match.end()))
        elif kind == "float":
            if math.isinf(number := float(text)):
                raise ExpressionError(f"{text[:40]} is beyond the range of a double", source, at)
            found.append(Token("double", number, at, match.end()))
        elif kind == "int":
            found.append(_integer(source, at, text))
        elif kind in ("ident", "op"):
            found.append(Token(kind, text, at, match.end()))
        at = match.end()
    found.append(Token("end", None, len(source), len(source)))
    return found


def _integer(source: str, at: int, text: str) -> Token:
    """A whole number within 64 bits; the smallest int is only reached through its minus sign."""
    unsigned = text[-1] in "uU"
    digits = text[:-1] if unsigned else text
    hexadecimal = digits.startswith("0x")
    digits = digits.removeprefix("0x").lstrip("0") or "0"
    value = int(digits[: _MAX_DIGITS + 1], 16 if hexadecimal else 10)
    end = at + len(text)
    if value > (UINT_MAX if unsigned else INT_MAX + 1):
        raise ExpressionError(f"{text[:40]} is beyond 64 bits", source, at)
    return Token("uint", UInt(value), at, end) if unsigned else Token("int", value, at, end)


def _shown(character: str) -> str:
    """A character for a message: one that cannot be seen by its code point."""
    return f'"{character}"' if character.isprintable() and character != " " else f"the character U+{ord(character):04X}"


def _string(source: str, at: int, opening: str) -> tuple[str, int]:
    """The text of a literal that starts at ``at``, and where it ends."""
    raw = opening[0] in "rR"
    quote = opening.lstrip("rR")
    start = at + len(opening)
    end = _closing(source, start, quote, raw=raw)
    if end < 0:
        raise ExpressionError("this text is never closed", source, at)
    body = source[start:end]
    if len(quote) == 1 and ("\n" in body or "\r" in body):
        raise ExpressionError("a text in single quotes cannot span lines; use three quotes", source, at)
    if len(quote) == 3:
        body = body.replace("\r\n", "\n").replace("\r", "\n")
    return (body if raw else _unescaped(source, start, body)), end + len(quote)


def _closing(source: str, at: int, quote: str, *, raw: bool) -> int:
    while at < len(source):
        if source.startswith(quote, at):
            return at
        at += 2 if source[at] == "\\" and not raw else 1
    return -1


def _unescaped(source: str, start: int, body: str) -> str:
    """The text with its escapes resolved."""
    if "\\" not in body:
        return body
    pieces, at = [], 0
    while (slash := body.find("\\", at)) >= 0:
        pieces.append(body[at:slash])
        match = _ESCAPE.match(body, slash)
        if match is None:
            raise ExpressionError(f'"{body[slash : slash + 2]}" is not an escape', source, start + slash)
        pieces.append(_character(source, start + slash, match))
        at = match.end()
    pieces.append(body[at:])
    return "".join(pieces)


def _character(source: str, at: int, match: re.Match[str]) -> str:
    if match[1]:
        return _SIMPLE[match[1]]
    code = int(match[5], 8) if match[5] else int(match[2] or match[3] or match[4], 16)
    if 0xD800 <= code <= 0xDFFF or code > 0x10FFFF:
        raise ExpressionError(f'"{match[0]}" is not a character', source, at)
    return chr(code)
