"""The raw tree of a YAML file: text with its place, before any field has given it a type.

Nothing is guessed from how a scalar looks: ``NO`` stays the text "NO" until the field that reads it says whether
it is a country or a truth value. Limits hold before anything is built.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from policy_engine.errors import AlvaraError, FieldError, LimitExceeded, Place, ReadError

__all__ = ["LIMITS", "Limits", "Map", "Scalar", "Seq", "compose", "compose_file"]

_LOADER = getattr(yaml, "CLoader", yaml.Loader)
_INVISIBLE = re.compile("[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]")
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_STRICT_KEY = re.compile("[\u00a0\u2000-\u200d\u202f\u3000]")


@dataclass(frozen=True, slots=True)
class Limits:
    """What one file may hold."""

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


class Map(dict[str, Any]):
    """A mapping with its place and the place of every key."""

    __slots__ = ("column", "keys_at", "line")

    def __init__(self, line: int = 1, column: int = 1) -> None:
        super().__init__()
        self.line, self.column = line, column
        self.keys_at: dict[str, tuple[int, int]] = {}

    def place(self, key: str, file: str) -> Place:
        """Where a key stands; the mapping itself when it does not."""
        line, column = self.keys_at.get(key, (self.line, self.column))
        return Place(file, line, column)


class Seq(list[Any]):
    """A sequence with its place."""

    __slots__ = ("column", "line")

    def __init__(self, line: int = 1, column: int = 1) -> None:
        super().__init__()
        self.line, self.column = line, column


def compose_file(path: Path, limits: Limits = LIMITS) -> tuple[list[Any], list[AlvaraError]]:
    """The documents of a file as raw trees, and what is wrong with it; never raises for bad input."""
    file = str(path)
    try:
        size = path.stat().st_size
        if size > limits.bytes:
            message = f"the file has {size:,} bytes; at most {limits.bytes:,} are read"
            return [], [LimitExceeded(message, Place(file))]
        data = path.read_bytes()
    except OSError as error:
        return [], [ReadError(f"cannot be read: {error.strerror or error}", Place(file))]
    return compose(data, file, limits)


def compose(data: bytes | str, file: str, limits: Limits = LIMITS) -> tuple[list[Any], list[AlvaraError]]:
    """The documents of a text as raw trees, and what is wrong with it; never raises for bad input."""
    try:
        text = _decoded(data, file, limits)
        builder = _Builder(text, file, limits)
        return builder.build(), list(builder.errors)
    except AlvaraError as error:
        return [], [error]


def _decoded(data: bytes | str, file: str, limits: Limits) -> str:
    """The text of a file: UTF-8, with or without a byte order mark."""
    if isinstance(data, str):
        data = data.encode("utf-8", "surrogatepass")
    if len(data) > limits.bytes:
        raise LimitExceeded(f"the text has {len(data):,} bytes; at most {limits.bytes:,} are read", Place(file))
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        raise ReadError("the file is UTF-16; save it as UTF-8", Place(file, 1, 1))
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ReadError(f"byte {error.start} is not UTF-8; save the file as UTF-8 text", Place(file, line, 1)) from None
    control = _CONTROL.search(text)
    if control:
        line, column = _line_column(text, control.start())
        message = f"the file holds the control character U+{ord(control[0]):04X}: it is not a text file"
        raise ReadError(message, Place(file, line, column))
    if not text.strip():
        raise ReadError("the file is empty", Place(file, 1, 1))
    return text


def _line_column(text: str, at: int) -> tuple[int, int]:
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)


class _Builder:
    """Builds trees from the parser's events, counting as it goes."""

    def __init__(self, text: str, file: str, limits: Limits) -> None:
        self.text, self.file, self.limits = text, file, limits
        self.errors: list[AlvaraError] = []
        self.suspicious = _INVISIBLE.search(text) is not None or _STRICT_KEY.search(text) is not None
        self.anchors: dict[str, Any] = {}
        self.sizes: dict[int, int] = {}
        self.nodes = self.aliases = 0

    def build(self) -> list[Any]:
        """The root of every document that is not empty."""
        roots: list[Any] = []
        stack: list[_Open] = []
        loader = _LOADER(self.text)
        try:
            while loader.check_event():
                event = loader.get_event()
                kind = type(event)
                if kind is yaml.DocumentStartEvent:
                    self.anchors.clear()
                    if len(roots) >= self.limits.documents:
                        raise LimitExceeded(f"the file has more than {self.limits.documents} documents", self._place(event))
                elif kind is yaml.ScalarEvent:
                    self._attach(self._scalar(event), event, stack, roots)
                elif kind in (yaml.MappingStartEvent, yaml.SequenceStartEvent):
                    self._open(event, stack, roots)
                elif kind in (yaml.MappingEndEvent, yaml.SequenceEndEvent):
                    done = stack.pop()
                    self.sizes[id(done.node)] = self.nodes - done.before
                elif kind is yaml.AliasEvent:
                    self._attach(self._alias(event), event, stack, roots)
        except yaml.YAMLError as error:
            raise self._syntax(error) from None
        finally:
            loader.dispose()
        return [root for root in roots if not (isinstance(root, Scalar) and root.plain and root in ("", "null", "~"))]

    def _place(self, event: Any) -> Place:
        mark = event.start_mark
        return Place(self.file, mark.line + 1, mark.column + 1)

    def _count(self, event: Any) -> None:
        self.nodes += 1
        if self.nodes > self.limits.nodes:
            raise LimitExceeded(f"the file has more than {self.limits.nodes:,} values", self._place(event))

    def _scalar(self, event: Any) -> Scalar:
        scalar = Scalar(event.value)
        mark = event.start_mark
        scalar.line, scalar.column, scalar.plain = mark.line + 1, mark.column + 1, event.style is None
        if event.tag is not None and event.tag != "!":
            raise FieldError(f'the tag "{event.tag[:40]}" is not taken; write the plain value', self._place(event))
        if self.suspicious:
            self._visible(scalar, event, _INVISIBLE)
        return scalar

    def _visible(self, scalar: Scalar, event: Any, pattern: re.Pattern[str]) -> None:
        found = pattern.search(scalar)
        if found:
            message = f"the text holds the invisible character U+{ord(found[0]):04X}; remove it"
            raise FieldError(message, self._place(event))

    def _open(self, event: Any, stack: list[_Open], roots: list[Any]) -> None:
        if len(stack) >= self.limits.depth:
            raise LimitExceeded(f"values are nested more than {self.limits.depth} deep", self._place(event))
        if event.tag is not None:
            raise FieldError(f'the tag "{event.tag[:40]}" is not taken; write the plain value', self._place(event))
        mark = event.start_mark
        node = (Map if type(event) is yaml.MappingStartEvent else Seq)(mark.line + 1, mark.column + 1)
        self._attach(node, event, stack, roots)
        stack.append(_Open(node, self.nodes))

    def _attach(self, node: Any, event: Any, stack: list[_Open], roots: list[Any]) -> None:
        """Put a finished or opening node where it belongs: a key, a value, an element or a root."""
        self._count(event)
        anchor = getattr(event, "anchor", None)
        if anchor is not None and type(event) is not yaml.AliasEvent:
            self.anchors[anchor] = node
        if not stack:
            roots.append(node)
            return
        parent = stack[-1]
        if isinstance(parent.node, Seq):
            parent.node.append(node)
        elif parent.key is None:
            parent.key = self._key(node, event, parent.node)
        else:
            if parent.key not in parent.node:
                parent.node[parent.key] = node
            parent.key = None

    def _key(self, node: Any, event: Any, mapping: Map) -> Scalar:
        if not isinstance(node, Scalar):
            raise FieldError("a key must be a plain name, not a list or a mapping", self._place(event))
        if node == "<<" and node.plain:
            raise FieldError('merge keys ("<<") are not taken: write the fields out', self._place(event))
        if self.suspicious:
            self._visible(node, event, _STRICT_KEY)
        if node in mapping.keys_at:
            line = mapping.keys_at[node][0]
            message = f'"{node[:60]}" is given twice: here and in line {line}; keep one'
            self.errors.append(FieldError(message, self._place(event)))
        else:
            mapping.keys_at[str(node)] = (node.line, node.column)
        return node

    def _alias(self, event: Any) -> Any:
        """A repeated node: counted as often as it is written out."""
        self.aliases += 1
        if self.aliases > self.limits.aliases:
            raise LimitExceeded(f"the file has more than {self.limits.aliases} aliases", self._place(event))
        if event.anchor not in self.anchors:
            raise FieldError(f'the alias "*{event.anchor[:40]}" refers to nothing', self._place(event))
        node = self.anchors[event.anchor]
        if isinstance(node, Map | Seq) and id(node) not in self.sizes:
            raise FieldError(f'the alias "*{event.anchor[:40]}" refers to what contains it', self._place(event))
        self.nodes += self.sizes.get(id(node), 1)
        self._count(event)
        return node

    def _syntax(self, error: yaml.YAMLError) -> ReadError:
        """A YAML error in plain words: tabs are the usual cause."""
        mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
        if mark is None:
            return ReadError("the file is not YAML", Place(self.file, 1, 1))
        line, column = mark.line + 1, mark.column + 1
        lines = self.text.split("\n")
        shown = lines[mark.line] if mark.line < len(lines) else ""
        if "\t" in shown:
            tab = shown.index("\t") + 1
            return ReadError(f"tab at line {line}, column {tab}: use spaces to indent", Place(self.file, line, tab))
        problem = getattr(error, "problem", None) or "not YAML"
        return ReadError(f"not YAML: {problem}", Place(self.file, line, column))


@dataclass(slots=True)
class _Open:
    """A collection being read."""

    node: Map | Seq
    before: int
    key: Scalar | None = None


def scalars(node: Any) -> Iterator[Scalar]:
    """Every scalar of a tree."""
    if isinstance(node, Scalar):
        yield node
    elif isinstance(node, Map):
        for value in node.values():
            yield from scalars(value)
    elif isinstance(node, Seq):
        for value in node:
            yield from scalars(value)
