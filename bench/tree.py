"""A small tree in which the rules of the bench are written once, and its meaning.

Each peer prints the tree into its own language; ``truth`` is the reference all of them are compared with.
A field that is absent may only be touched behind a ``Present`` of the same field, so that languages which
treat absence differently have the same answers.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

__all__ = [
    "AllOf", "AnyOf", "Arithmetic", "Compare", "Every", "Field", "Holds", "Item", "Literal", "Matches", "Negation",
    "Node", "OneOf", "Present", "Some", "StartsWith", "truth",
]  # fmt: skip

COMPARISONS: Mapping[str, Callable[[Any, Any], bool]] = {
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
ARITHMETIC: Mapping[str, Callable[[Any, Any], Any]] = {"+": operator.add, "-": operator.sub, "*": operator.mul}


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """Any part of a rule; Python's operators build larger ones."""

    def __eq__(self, other: object) -> Compare:  # type: ignore[override]
        return Compare("==", self, _node(other))

    def __ne__(self, other: object) -> Compare:  # type: ignore[override]
        return Compare("!=", self, _node(other))

    def __lt__(self, other: object) -> Compare:
        return Compare("<", self, _node(other))

    def __le__(self, other: object) -> Compare:
        return Compare("<=", self, _node(other))

    def __gt__(self, other: object) -> Compare:
        return Compare(">", self, _node(other))

    def __ge__(self, other: object) -> Compare:
        return Compare(">=", self, _node(other))

    def __add__(self, other: object) -> Arithmetic:
        return Arithmetic("+", self, _node(other))

    def __sub__(self, other: object) -> Arithmetic:
        return Arithmetic("-", self, _node(other))

    def __mul__(self, other: object) -> Arithmetic:
        return Arithmetic("*", self, _node(other))

    def __and__(self, other: Node) -> AllOf:
        return AllOf((*(self.parts if isinstance(self, AllOf) else (self,)), other))

    def __or__(self, other: Node) -> AnyOf:
        return AnyOf((*(self.parts if isinstance(self, AnyOf) else (self,)), other))

    def __invert__(self) -> Negation:
        return Negation(self)

    def one_of(self, *values: Any) -> OneOf:
        """Whether the value is one of those written out."""
        return OneOf(self, values)

    def starts_with(self, prefix: str) -> StartsWith:
        """Whether a text starts so."""
        return StartsWith(self, prefix)

    def matches(self, pattern: str) -> Matches:
        """Whether a regular expression is found in a text."""
        return Matches(self, pattern)


@dataclass(frozen=True, slots=True, eq=False)
class Literal(Node):
    """A value written out."""

    value: Any


@dataclass(frozen=True, slots=True, eq=False)
class Field(Node):
    """A leaf of the workload."""

    group: str
    name: str

    def holds(self, value: Any) -> Holds:
        """Whether a list has this element."""
        return Holds(self, value)

    def some(self, body: Node) -> Some:
        """Whether the body holds for an element of a list."""
        return Some(self, body)

    def every(self, body: Node) -> Every:
        """Whether the body holds for each element of a list."""
        return Every(self, body)

    @property
    def present(self) -> Present:
        """Whether the field is there."""
        return Present(self)


@dataclass(frozen=True, slots=True, eq=False)
class Item(Node):
    """The element that ``Some`` and ``Every`` look at."""


@dataclass(frozen=True, slots=True, eq=False)
class Compare(Node):
    """Two values compared."""

    symbol: str
    left: Node
    right: Node


@dataclass(frozen=True, slots=True, eq=False)
class Arithmetic(Node):
    """Two numbers combined."""

    symbol: str
    left: Node
    right: Node


@dataclass(frozen=True, slots=True, eq=False)
class AllOf(Node):
    """All parts hold; evaluated from the left, as far as needed."""

    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True, eq=False)
class AnyOf(Node):
    """One part holds; evaluated from the left, as far as needed."""

    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Negation(Node):
    """The part does not hold."""

    part: Node


@dataclass(frozen=True, slots=True, eq=False)
class OneOf(Node):
    """A value is one of a written list."""

    value: Node
    choices: tuple[Any, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Holds(Node):
    """A list of the workload has a written element."""

    field: Field
    value: Any


@dataclass(frozen=True, slots=True, eq=False)
class StartsWith(Node):
    """A text starts with a written one."""

    value: Node
    prefix: str


@dataclass(frozen=True, slots=True, eq=False)
class Matches(Node):
    """A written regular expression is found in a text."""

    value: Node
    pattern: str


@dataclass(frozen=True, slots=True, eq=False)
class Some(Node):
    """The body holds for an element of a list."""

    field: Field
    body: Node


@dataclass(frozen=True, slots=True, eq=False)
class Every(Node):
    """The body holds for each element of a list."""

    field: Field
    body: Node


@dataclass(frozen=True, slots=True, eq=False)
class Present(Node):
    """A field that may be absent is there."""

    field: Field


def _node(value: object) -> Node:
    return value if isinstance(value, Node) else Literal(value)


def truth(node: Node, workload: Mapping[str, Any], item: Any = None) -> Any:
    """The value of a node for a workload."""
    match node:
        case Literal(value=value):
            return value
        case Field(group=group, name=name):
            return workload[group][name]
        case Item():
            return item
        case Compare(symbol=symbol, left=left, right=right):
            return COMPARISONS[symbol](truth(left, workload, item), truth(right, workload, item))
        case Arithmetic(symbol=symbol, left=left, right=right):
            return ARITHMETIC[symbol](truth(left, workload, item), truth(right, workload, item))
        case AllOf(parts=parts):
            return all(truth(part, workload, item) for part in parts)
        case AnyOf(parts=parts):
            return any(truth(part, workload, item) for part in parts)
        case Negation(part=part):
            return not truth(part, workload, item)
        case OneOf(value=inner, choices=choices):
            return truth(inner, workload, item) in choices
        case Holds(field=field, value=value):
            return value in truth(field, workload)
        case StartsWith(value=inner, prefix=prefix):
            return truth(inner, workload, item).startswith(prefix)
        case Matches(value=inner, pattern=pattern):
            return re.search(pattern, truth(inner, workload, item)) is not None
        case Some(field=field, body=body):
            return any(truth(body, workload, element) for element in truth(field, workload))
        case Every(field=field, body=body):
            return all(truth(body, workload, element) for element in truth(field, workload))
        case Present(field=field):
            return field.name in workload[field.group]
    raise TypeError(f"no meaning for {type(node).__name__}")
