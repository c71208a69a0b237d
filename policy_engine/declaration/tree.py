"""The raw tree of a YAML text: what was written and where, before any field has given it a type.

Nothing is guessed from how a scalar looks: ``NO`` stays the text "NO" until the field that reads it says whether
it is a country or a truth value.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from policy_engine.errors import Place

__all__ = ["LIMITS", "Limits", "Map", "Scalar", "Seq", "step"]

_NULLS = frozenset(("", "~", "null", "Null", "NULL"))


@dataclass(frozen=True, slots=True)
class Limits:
    """What one file may hold; passing any of these is an error that says the number."""

    bytes: int = 4 * 1024 * 1024
    depth: int = 32
    nodes: int = 200_000
    aliases: int = 100
    documents: int = 10_000


LIMITS = Limits()


class Scalar(str):
    """A scalar as written, with its place; ``plain`` when it was not quoted."""

    __slots__ = ("column", "line", "plain")
    line: int
    column: int
    plain: bool

    @property
    def is_null(self) -> bool:
        """Whether it stands for no value: nothing after the colon, ``~`` or an unquoted ``null``."""
        return self.plain and self in _NULLS


class Map(dict[str, Any]):
    """A mapping with its place and the place of every key."""

    __slots__ = ("column", "keys_at", "line")

    def __init__(self, line: int = 1, column: int = 1) -> None:
        super().__init__()
        self.line, self.column = line, column
        self.keys_at: dict[str, tuple[int, int]] = {}

    def place(self, key: str, file: str, pointer: str = "") -> Place:
        """Where a key stands; the mapping itself when it does not."""
        line, column = self.keys_at.get(key, (self.line, self.column))
        return Place(file, line, column, pointer)


class Seq(list[Any]):
    """A sequence with its place."""

    __slots__ = ("column", "line")

    def __init__(self, line: int = 1, column: int = 1) -> None:
        super().__init__()
        self.line, self.column = line, column


def step(name: object) -> str:
    """A key or index as one step of a JSON pointer (RFC 6901)."""
    return "/" + str(name).replace("~", "~0").replace("/", "~1")
