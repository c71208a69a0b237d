"""The syntax tree: what the parser builds, the checker types, and both back ends read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

from policy_engine.expression.types import DYN, Type

if TYPE_CHECKING:
    from policy_engine.expression.functions.table import Overload

__all__ = [
    "And",
    "Call",
    "Conditional",
    "Definition",
    "Has",
    "Ident",
    "Index",
    "ListLiteral",
    "Literal",
    "Macro",
    "MapLiteral",
    "Node",
    "Not",
    "Or",
    "Select",
    "children",
    "walk",
]


@dataclass(slots=True, kw_only=True)
class Node:
    """A part of an expression: where it stands in the source, and its type once checked."""

    start: int
    end: int = 0
    type: Type = DYN


@dataclass(slots=True)
class Literal(Node):
    """A constant."""

    value: Any


@dataclass(slots=True)
class Ident(Node):
    """A name. ``local`` is set for a macro variable; ``absolute`` for a leading dot."""

    name: str
    absolute: bool = False
    local: bool = False
    known: bool = True


@dataclass(slots=True)
class Definition(Node):
    """A name that stands for an expression of its own: a variable of a pack, with the source it was read from."""

    name: str
    source: str
    tree: Node


@dataclass(slots=True)
class Select(Node):
    """A field of a record or an entry of a map; ``optional`` for ``.?``, ``at`` where the field's name stands."""

    operand: Node
    field: str
    at: int
    optional: bool = False


@dataclass(slots=True)
class Index(Node):
    """An element of a list or an entry of a map; ``optional`` for ``[?…]``."""

    operand: Node
    index: Node
    optional: bool = False


@dataclass(slots=True)
class Has(Node):
    """Whether a field is there; ``at`` is where its name stands."""

    operand: Node
    field: str
    at: int


@dataclass(slots=True)
class Call(Node):
    """A function or an operator; for a method the receiver is the first argument.

    ``forms`` are the overloads that fit the static types: one when they are known.
    """

    name: str
    args: tuple[Node, ...]
    method: bool = False
    forms: tuple[Overload, ...] = ()


@dataclass(slots=True)
class Not(Node):
    """Negation."""

    operand: Node


@dataclass(slots=True)
class And(Node):
    """All operands hold; one that is false decides, whatever the others are."""

    operands: tuple[Node, ...]


@dataclass(slots=True)
class Or(Node):
    """Some operand holds; one that is true decides, whatever the others are."""

    operands: tuple[Node, ...]


@dataclass(slots=True)
class Conditional(Node):
    """``condition ? yes : no``."""

    condition: Node
    yes: Node
    no: Node


@dataclass(slots=True)
class ListLiteral(Node):
    """A list; ``optional`` marks elements written ``?x``, left out when they have no value."""

    elements: tuple[Node, ...]
    optional: frozenset[int] = frozenset()


@dataclass(slots=True)
class MapLiteral(Node):
    """A map; ``optional`` marks entries written ``?k: v``."""

    entries: tuple[tuple[Node, Node], ...]
    optional: frozenset[int] = frozenset()


@dataclass(slots=True)
class Macro(Node):
    """``range.kind(variable, body)``: all, exists, exists_one, filter, map, optMap, optFlatMap.

    ``condition`` is the filter of ``map`` with three arguments.
    """

    kind: str
    range: Node
    variable: str
    body: Node
    condition: Node | None = None


def children(node: Node) -> Iterator[Node]:
    """The nodes directly below one, in source order."""
    for spec in fields(node):
        value = getattr(node, spec.name)
        if isinstance(value, Node):
            yield value
        elif isinstance(value, tuple):
            for item in value:
                if isinstance(item, Node):
                    yield item
                elif isinstance(item, tuple):
                    yield from (part for part in item if isinstance(part, Node))


def walk(node: Node) -> Iterator[Node]:
    """A node and everything below it."""
    stack = [node]
    while stack:
        current = stack.pop()
        yield current
        stack.extend(children(current))
