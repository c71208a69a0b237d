"""Builds the raw trees of a YAML text from the parser's events.

Limits hold before anything is built. A fault in one document leaves the others of the file readable: what is wrong
with a document comes back beside it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from policy_engine.declaration.syntax import BREAK, explained
from policy_engine.declaration.text import decoded, file_bytes, shown
from policy_engine.declaration.tree import LIMITS, Limits, Map, Scalar, Seq
from policy_engine.errors import AlvaraError, FieldError, LimitExceeded, Place, ReadError

__all__ = ["LIMITS", "Limits", "Map", "Parsed", "Root", "Scalar", "Seq", "compose", "compose_file", "parse"]

_LOADER = getattr(yaml, "CLoader", yaml.Loader)
_HIDDEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u2064\u2066-\u2069"
    "\ufeff\U000e0001-\U000e007f]"
)
_HIDDEN_IN_KEY = re.compile("[\u00a0\u2000-\u200d\u202f\u3000]")
_START = re.compile(r"^---(?=[ \t\r\n]|\Z)", re.MULTILINE)
_MOST_RESUMED = 50
_SHOWN = 40


@dataclass(slots=True)
class Root:
    """The tree of one document, and what is wrong with how it is written."""

    node: Map | Seq | Scalar
    errors: list[AlvaraError] = field(default_factory=list)


@dataclass(slots=True)
class Parsed:
    """The documents of a text that could be parsed, and what was wrong with the text itself."""

    roots: list[Root] = field(default_factory=list)
    errors: list[AlvaraError] = field(default_factory=list)


def compose_file(path: Path, limits: Limits = LIMITS) -> tuple[list[Any], list[AlvaraError]]:
    """The documents of a file as raw trees, and what is wrong with it; never raises for bad input."""
    try:
        return compose(file_bytes(path, limits), shown(path), limits)
    except AlvaraError as error:
        return [], [error]


def compose(data: bytes | str, file: str, limits: Limits = LIMITS) -> tuple[list[Any], list[AlvaraError]]:
    """The documents of a text as raw trees, and what is wrong with it; never raises for bad input."""
    parsed = parse(data, file, limits)
    errors = [error for root in parsed.roots for error in root.errors]
    return [root.node for root in parsed.roots], errors + parsed.errors


def parse(data: bytes | str, file: str, limits: Limits = LIMITS) -> Parsed:
    """The documents of a text, each with its own faults; never raises for bad input."""
    try:
        return _Builder(decoded(data, file, limits), file, limits).build()
    except AlvaraError as error:
        return Parsed(errors=[error])


@dataclass(slots=True)
class _Open:
    """A collection being read, with the key whose value comes next."""

    node: Any
    before: int
    key: str | None = None
    skip: bool = False


class _Builder:
    """Builds trees from the parser's events, counting as it goes."""

    def __init__(self, text: str, file: str, limits: Limits) -> None:
        self.text, self.file, self.limits = text, file, limits
        self.parsed = Parsed()
        escapes = '"' in text and "\\" in text
        self.suspicious = escapes or bool(_HIDDEN.search(text) or _HIDDEN_IN_KEY.search(text))
        self.stack: list[_Open] = []
        self.current: Root | None = None
        self.ended = False
        self.anchors: dict[str, Any] = {}
        self.sizes: dict[int, int] = {}
        self.base = self.started = 1
        self.nodes = self.aliases = self.documents = 0

    def build(self) -> Parsed:
        """Every document that can be parsed; after a syntax error, from the next ``---`` on.

        Raises:
            LimitExceeded: a limit was passed; nothing of the text is kept.
        """
        at = 0
        for _ in range(_MOST_RESUMED):
            try:
                self._run(self.text[at:])
            except yaml.YAMLError as error:
                syntax = self._syntax(error)
                line = syntax.place.line
                self.parsed.errors.append(syntax)
                if self.ended and self._separated(line):
                    self._keep()
                at = self._next_start(line)
                if at < 0:
                    return self.parsed
            else:
                self._keep()
                return self.parsed
        message = f"the file has more than {_MOST_RESUMED} syntax errors: the rest of it was not read"
        self.parsed.errors.append(LimitExceeded(message, Place(self.file, self.base, 1)))
        return self.parsed

    def _run(self, text: str) -> None:
        self.stack, self.current = [], None
        handlers: dict[type, Callable[[Any], None]] = {
            yaml.ScalarEvent: self._scalar,
            yaml.MappingStartEvent: self._open,
            yaml.SequenceStartEvent: self._open,
            yaml.MappingEndEvent: self._close,
            yaml.SequenceEndEvent: self._close,
            yaml.AliasEvent: self._alias,
            yaml.DocumentStartEvent: self._start,
            yaml.DocumentEndEvent: self._end,
        }
        loader = None
        try:
            loader = _LOADER(text)
            while loader.check_event():
                event = loader.get_event()
                handler = handlers.get(type(event))
                if handler is not None:
                    handler(event)
        finally:
            if loader is not None:
                loader.dispose()

    def _start(self, event: Any) -> None:
        self._keep()
        self.anchors.clear()
        self.documents += 1
        self.started = event.start_mark.line + self.base
        if self.documents > self.limits.documents:
            raise LimitExceeded(f"the file has more than {self.limits.documents:,} documents", self._place(event))

    def _end(self, _event: Any) -> None:
        self.ended = True

    def _keep(self) -> None:
        """Take the document that was read, unless there is nothing in it."""
        root, self.current, self.ended = self.current, None, False
        if root is not None and not (isinstance(root.node, Scalar) and root.node.is_null):
            self.parsed.roots.append(root)

    def _place(self, event: Any) -> Place:
        mark = event.start_mark
        return Place(self.file, mark.line + self.base, mark.column + 1)

    def _fault(self, message: str, event: Any) -> None:
        """Note what is wrong with the document being read, and go on."""
        if self.current is not None:
            self.current.errors.append(FieldError(message, self._place(event)))

    def _scalar(self, event: Any) -> None:
        scalar = Scalar(event.value)
        mark = event.start_mark
        scalar.line, scalar.column, scalar.plain = mark.line + self.base, mark.column + 1, not event.style
        self._attach(scalar, event)
        self._untagged(event)
        if self.suspicious:
            self._visible(scalar, event, _HIDDEN)

    def _open(self, event: Any) -> None:
        if len(self.stack) >= self.limits.depth:
            raise self._too_deep(self._place(event))
        mark = event.start_mark
        node = (Map if type(event) is yaml.MappingStartEvent else Seq)(mark.line + self.base, mark.column + 1)
        self.sizes.pop(id(node), None)
        self._attach(node, event)
        self._untagged(event)
        self.stack.append(_Open(node, self.nodes))

    def _close(self, _event: Any) -> None:
        done = self.stack.pop()
        self.sizes[id(done.node)] = self.nodes - done.before

    def _alias(self, event: Any) -> None:
        """A repeated node: counted as often as it is written out."""
        self.aliases += 1
        if self.aliases > self.limits.aliases:
            raise LimitExceeded(f"the file has more than {self.limits.aliases} aliases", self._place(event))
        node = self.anchors.get(event.anchor)
        problem = "nothing" if node is None else ""
        if isinstance(node, Map | Seq) and id(node) not in self.sizes:
            problem = "what contains it"
        if problem:
            node = Scalar()
            node.line, node.column, node.plain = event.start_mark.line + self.base, event.start_mark.column + 1, False
        self.nodes += self.sizes.get(id(node), 1)
        self._attach(node, event)
        if problem:
            self._fault(f'the alias "*{event.anchor[:_SHOWN]}" refers to {problem}', event)

    def _attach(self, node: Any, event: Any) -> None:
        """Put a finished or opening node where it belongs: a key, a value, an element or a root."""
        self.nodes += 1
        if self.nodes > self.limits.nodes:
            message = f"the file has more than {self.limits.nodes:,} values, aliases written out"
            raise LimitExceeded(message, self._place(event))
        if event.anchor is not None and type(event) is not yaml.AliasEvent:
            self.anchors[event.anchor] = node
        if not self.stack:
            self.current = Root(node)
            return
        parent = self.stack[-1]
        if type(parent.node) is Seq:
            parent.node.append(node)
        elif parent.skip:
            parent.skip = False
        elif parent.key is None:
            self._key(node, event, parent)
        else:
            parent.node[parent.key] = node
            parent.key = None

    def _key(self, node: Any, event: Any, parent: _Open) -> None:
        """Take a key; after one that cannot be taken, its value is passed over."""
        keys = parent.node.keys_at
        parent.skip = True
        if not isinstance(node, Scalar):
            self._fault("a key must be a plain name, not a list or a mapping", event)
        elif node == "<<" and node.plain:
            self._fault('merge keys ("<<") are not taken: write the fields out', event)
        elif node in keys:
            message = f'"{node[:_SHOWN]}" is given twice: here and in line {keys[node][0]}; keep one'
            self._fault(message, event)
        else:
            parent.key, parent.skip = str(node), False
            keys[parent.key] = (event.start_mark.line + self.base, event.start_mark.column + 1)
            if self.suspicious and not _HIDDEN.search(node):
                self._visible(node, event, _HIDDEN_IN_KEY)

    def _untagged(self, event: Any) -> None:
        if event.tag is not None and event.tag != "!":
            tag = event.tag.replace("tag:yaml.org,2002:", "!!")[:_SHOWN]
            self._fault(f'the tag "{tag}" is not taken; write the plain value', event)

    def _visible(self, scalar: Scalar, event: Any, pattern: re.Pattern[str]) -> None:
        found = pattern.search(scalar)
        if found:
            self._fault(f"the text holds the invisible character U+{ord(found[0]):04X}; remove it", event)

    def _too_deep(self, place: Place) -> LimitExceeded:
        return LimitExceeded(f"values are nested more than {self.limits.depth} deep", place)

    def _syntax(self, error: yaml.YAMLError) -> ReadError:
        """A YAML error in plain words.

        Raises:
            LimitExceeded: the parser gave up over the depth.
        """
        if "nesting depth" in (getattr(error, "problem", None) or ""):
            mark = getattr(error, "problem_mark", None)
            raise self._too_deep(Place(self.file, mark.line + self.base, mark.column + 1) if mark else Place(self.file))
        return explained(error, self.text, self.file, self.base)

    def _separated(self, line: int) -> bool:
        """Whether a ``---`` stands between the start of the last document and a line."""
        return any(self.started < number <= line for number, _ in self._starts())

    def _next_start(self, line: int) -> int:
        """The index of the first ``---`` from a line on that is not the document at fault; -1 when there is none."""
        for number, at in self._starts():
            if number > self.started and number >= line:
                self.base = self.started = number
                return at
        return -1

    def _starts(self) -> list[tuple[int, int]]:
        """The line and index of every ``---``."""
        found, line, last = [], 1, 0
        for match in _START.finditer(self.text):
            line += len(BREAK.findall(self.text, last, match.start()))
            last = match.start()
            found.append((line, last))
        return found
