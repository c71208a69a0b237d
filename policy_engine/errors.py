"""Every error a user can meet, and where each one points.

::

    AlvaraError                     exit 2 · HTTP 400
     ├── InputError                 a document or data file says something we cannot take
     │    ├── ReadError             the file cannot be read as YAML at all
     │    ├── LimitExceeded         a limit on size, depth, aliases or number was passed
     │    ├── FieldError            a field is unknown, missing or of the wrong form
     │    └── UnknownName       a name refers to nothing that was declared
     ├── PackError                  a rule pack, parameter or profile is not usable
     │    └── ExpressionError       a CEL expression does not parse or does not type-check
     ├── NothingToEvaluate          no workload, no rule, or no rule in force
     ├── OptionError                an option of the command line is wrong
     └── InternalFault              exit 3 · HTTP 500, a fault of ours

Errors about input are collected rather than raised one by one, so that one run
reports all of them; they are exceptions so that a library user may raise them.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass

__all__ = [
    "AlvaraError",
    "ExpressionError",
    "FieldError",
    "InputError",
    "InternalFault",
    "LimitExceeded",
    "NothingToEvaluate",
    "OptionError",
    "PackError",
    "Place",
    "ReadError",
    "UnknownName",
    "did_you_mean",
    "nearest",
]


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """Where something stands: a file, a line and column (from 1; 0 is unknown), a JSON pointer."""

    file: str = ""
    line: int = 0
    column: int = 0
    pointer: str = ""

    def __str__(self) -> str:
        parts = [self.file] if self.file else []
        if self.line:
            parts.append(str(self.line))
            if self.column:
                parts.append(str(self.column))
        return ":".join(parts) or self.pointer


class AlvaraError(Exception):
    """An error with one clear message and, where there is one, a place."""

    exit_status = 2
    http_status = 400

    def __init__(self, message: str, place: Place | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.place = place or Place()

    def __str__(self) -> str:
        where = str(self.place)
        return f"{where}: {self.message}" if where else self.message


class InputError(AlvaraError):
    """A document or data file says something that cannot be taken."""


class ReadError(InputError):
    """A file cannot be read as YAML at all."""


class LimitExceeded(InputError):
    """A limit was passed; the message says the number that is enforced."""

    http_status = 413


class FieldError(InputError):
    """A field is unknown, missing, or not of the form it must have."""


class UnknownName(InputError):
    """A name refers to nothing that was declared."""


class PackError(AlvaraError):
    """A rule pack, a parameter or a profile is not usable."""


class ExpressionError(PackError):
    """A CEL expression does not parse or does not type-check.

    ``expression`` is the whole source and ``offset`` the index of the character at fault;
    ``place`` is where the expression starts in its file.
    """

    def __init__(self, message: str, expression: str, offset: int, place: Place | None = None) -> None:
        super().__init__(message, place)
        self.expression = expression
        self.offset = offset

    @property
    def picture(self) -> str:
        """The line of the expression at fault, with a caret under the character."""
        start = self.expression.rfind("\n", 0, self.offset) + 1
        end = self.expression.find("\n", self.offset)
        line = self.expression[start : end if end >= 0 else len(self.expression)]
        return f"{line}\n{' ' * (self.offset - start)}^"


class NothingToEvaluate(AlvaraError):
    """There is no workload, no rule, or no rule in force: silence would look like success."""


class OptionError(AlvaraError):
    """An option of the command line is wrong."""


class InternalFault(AlvaraError):
    """A fault of ours, never the reader's."""

    exit_status = 3
    http_status = 500


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The known name closest to ``name``, or None when nothing is close enough to suggest."""
    folded = {candidate.lower(): candidate for candidate in known}
    matches = difflib.get_close_matches(name.lower(), list(folded), n=1, cutoff=0.6)
    return folded[matches[0]] if matches else None


def did_you_mean(name: str, known: Iterable[str], *, limit: int = 12) -> str:
    """A closing hint for a message: the nearest name, else the names there are (few enough to read)."""
    names = sorted(known)
    close = nearest(name, names)
    if close is not None:
        return f'; did you mean "{close}"?'
    if not names:
        return ""
    shown = ", ".join(names[:limit])
    return f"; known: {shown}" + (", …" if len(names) > limit else "")
