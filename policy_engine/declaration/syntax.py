"""What is wrong with a text that is not YAML, in plain words."""

from __future__ import annotations

import re
from typing import Any

from policy_engine.errors import Place, ReadError

__all__ = ["BREAK", "explained"]

BREAK = re.compile(r"\r\n|[\r\n]")

_HINTS = {
    "mapping values are not allowed in this context": 'quote a text that holds ": "',
    "found unexpected end of stream": "a quote is not closed",
    "found unexpected document indicator": "a quote is not closed",
    "found character that cannot start any token": "quote a text that starts with %, @ or `",
    "did not find expected ',' or ']'": "a bracket is not closed, or a comma is missing",
    "did not find expected ',' or '}'": "a brace is not closed, or a comma is missing",
    "did not find expected key": "check the indentation",
    "found invalid Unicode character escape code": "write the character itself",
}


def explained(error: Any, text: str, file: str, base: int) -> ReadError:
    """A parser's error, placed; tabs are the usual cause and are told first.

    Args:
        error: what the parser raised.
        text: the whole text.
        file: its name.
        base: the line at which the parser began, from 1.
    """
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    problem = getattr(error, "problem", None) or "the text cannot be parsed"
    if mark is None:
        return ReadError(f"not YAML: {problem}", Place(file, base, 1))
    number, column = mark.line + base, mark.column
    lines = BREAK.split(text)
    line = lines[number - 1] if number <= len(lines) else ""
    indent = line[: len(line) - len(line.lstrip())]
    if "\t" in indent or line[column : column + 1] == "\t":
        tab = (indent if "\t" in indent else line).index("\t") + 1
        return ReadError(f"tab at line {number}, column {tab}: use spaces to indent", Place(file, number, tab))
    context, start = getattr(error, "context", None), getattr(error, "context_mark", None)
    began = f" ({context} that starts in line {start.line + base})" if context and start is not None else ""
    hint = f"; {_HINTS[problem]}" if problem in _HINTS else ""
    return ReadError(f"not YAML: {problem}{began}{hint}", Place(file, number, column + 1))
