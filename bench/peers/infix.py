"""Printing rules in languages that write operators between their operands."""

from __future__ import annotations

import json
from typing import Any

from bench.tree import (
    AllOf,
    AnyOf,
    Arithmetic,
    Compare,
    Every,
    Field,
    Holds,
    Item,
    Literal,
    Matches,
    Negation,
    Node,
    OneOf,
    Present,
    Some,
    StartsWith,
)

__all__ = ["Infix"]


class Infix:
    """A printer; a language says what differs from the others."""

    all_of, any_of, negation = "&&", "||", "!"
    item = "item"
    starts_with = "{value}.startsWith({prefix})"
    matches = "{value}.matches({pattern})"
    some, every = "{field}.exists(item, {body})", "{field}.all(item, {body})"

    def constant(self, value: Any) -> str:
        """A value written out; JSON's form unless the language says otherwise."""
        return json.dumps(value)

    def field(self, field: Field) -> str:
        """A leaf of the workload."""
        return f"w.{field.group}.{field.name}"

    def present(self, field: Field) -> str:
        """Whether a leaf is there."""
        return f"has({self.field(field)})"

    def choices(self, values: tuple[Any, ...]) -> str:
        """A written list."""
        return f"[{', '.join(map(self.constant, values))}]"

    def write(self, node: Node) -> str:
        """A node as text."""
        match node:
            case Literal(value=value):
                return self.constant(value)
            case Field():
                return self.field(node)
            case Item():
                return self.item
            case Compare(symbol=symbol, left=left, right=right) | Arithmetic(symbol=symbol, left=left, right=right):
                return f"({self.write(left)} {symbol} {self.write(right)})"
            case AllOf(parts=parts):
                return "(" + f" {self.all_of} ".join(map(self.write, parts)) + ")"
            case AnyOf(parts=parts):
                return "(" + f" {self.any_of} ".join(map(self.write, parts)) + ")"
            case Negation(part=part):
                return f"{self.negation}({self.write(part)})"
            case OneOf(value=value, choices=choices):
                return f"({self.write(value)} in {self.choices(choices)})"
            case Holds(field=field, value=value):
                return f"({self.constant(value)} in {self.field(field)})"
            case StartsWith(value=value, prefix=prefix):
                return self.starts_with.format(value=self.write(value), prefix=self.constant(prefix))
            case Matches(value=value, pattern=pattern):
                return self.matches.format(value=self.write(value), pattern=self.pattern(pattern))
            case Some(field=field, body=body):
                return self.some.format(field=self.field(field), body=self.write(body))
            case Every(field=field, body=body):
                return self.every.format(field=self.field(field), body=self.write(body))
            case Present(field=field):
                return self.present(field)
        raise TypeError(f"no form for {type(node).__name__}")

    def pattern(self, pattern: str) -> str:
        """A regular expression written out."""
        return self.constant(pattern)
