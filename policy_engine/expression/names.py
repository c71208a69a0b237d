"""Resolving names: variables, definitions, types, and the fields and elements reached from them."""

from __future__ import annotations

from policy_engine.errors import ExpressionError, did_you_mean
from policy_engine.expression.environment import TYPE_NAMES, Environment
from policy_engine.expression.limits import MAX_DEPTH, MAX_NODES
from policy_engine.expression.tree import Definition, Has, Ident, Index, Literal, Node, Select
from policy_engine.expression.types import (
    BOOL,
    DYN,
    INT,
    NUMERIC,
    STRING,
    TYPE,
    ListOf,
    MapOf,
    OptionalOf,
    Record,
    Type,
    unify,
)

__all__ = ["Names", "article", "plain"]


class Names:
    """The part of the checker that deals with names and paths.

    ``paths`` holds the path of every node that is one, and ``reads`` those whose value is used. ``size`` and
    ``deepest`` measure the tree with its definitions written out.
    """

    def __init__(self, source: str, environment: Environment, *, lenient: bool) -> None:
        self.source = source
        self.environment = environment
        self.lenient = lenient
        self.reads: set[str] = set()
        self.scope: dict[str, tuple[Type, str | None]] = {}
        self.paths: dict[int, str] = {}
        self.depth = self.deepest = self.size = 0

    def value(self, node: Node) -> Node:
        """Check a node whose value is used: if it is a path, that path is read."""
        node = self.visit(node)
        path = self.paths.get(id(node))
        if path is not None:
            self.reads.add(path)
        return node

    def visit(self, node: Node) -> Node:
        """Check a node; a path is only noted as read by whoever uses its value."""
        self.depth += 1
        self._measure(node, 1, 0)
        checked: Node = getattr(self, f"_{type(node).__name__.lower()}")(node)
        self.depth -= 1
        return checked

    def error(self, message: str, node: Node) -> ExpressionError:
        """An error at a node."""
        return ExpressionError(message, self.source, node.start)

    def _measure(self, node: Node, size: int, depth: int) -> None:
        self.size += size
        self.deepest = max(self.deepest, self.depth + depth)
        if self.deepest > MAX_DEPTH:
            raise self.error(f"nested more than {MAX_DEPTH} deep, with what its names stand for written out", node)
        if self.size > MAX_NODES:
            raise self.error(f"more than {MAX_NODES} parts, with what its names stand for written out", node)

    # -- plain and dotted names -----------------------------------------------------------------

    def _ident(self, node: Ident) -> Node:
        if not node.absolute and node.name in self.scope:
            node.local = True
            node.type, path = self.scope[node.name]
            if path is not None:
                self.paths[id(node)] = path
            return node
        found = self._named(node, node.name)
        if found is not None:
            return found
        if self.lenient:
            node.known, node.type = False, DYN
            return node
        known = [*self.environment.variables, *self.environment.definitions, *self.scope]
        raise self.error(f'undeclared name "{node.name}"{did_you_mean(node.name, known)}', node)

    def _named(self, node: Ident | Select, name: str) -> Node | None:
        """The variable, definition or type that a plain or dotted name stands for."""
        full = self.environment.variable(name, absolute=_is_absolute(node))
        if full is not None:
            found = Ident(full, start=node.start, end=node.end, type=self.environment.variables[full])
            self.paths[id(found)] = full
            return found
        if name in self.environment.definitions:
            return self._defined(node, name)
        if name in TYPE_NAMES:
            return Literal(TYPE_NAMES[name], start=node.start, end=node.end, type=TYPE)
        return None

    def _defined(self, node: Node, name: str) -> Node:
        meant = self.environment.definitions[name]
        self.reads |= meant.reads
        self._measure(node, meant.size, meant.depth)
        found = Definition(name, meant.source, meant.tree, start=node.start, end=node.end, type=meant.type)
        if meant.path is not None:
            self.paths[id(found)] = meant.path
        return found

    # -- fields and elements --------------------------------------------------------------------

    def _select(self, node: Select) -> Node:
        dotted = None if node.optional else self._dotted(node)
        if dotted is not None:
            found = self._named(node, dotted)
            if found is not None:
                return found
        node.operand = self.visit(node.operand)
        node.type = self._member(node, node.operand.type, node.field, optional=node.optional)
        self._extend(node, node.operand, f".{node.field}")
        return node

    def _dotted(self, node: Node) -> str | None:
        """``a.b.c`` as one name, unless its first part is a macro variable."""
        parts: list[str] = []
        while isinstance(node, Select) and not node.optional:
            parts.append(node.field)
            node = node.operand
        if not isinstance(node, Ident) or (node.name in self.scope and not node.absolute):
            return None
        return ".".join([node.name, *reversed(parts)])

    def _member(self, node: Node, operand: Type, name: str, *, optional: bool = False) -> Type:
        """The type of a field; an optional operand, or ``.?``, gives an optional one."""
        if isinstance(operand, OptionalOf):
            return OptionalOf(plain(self._member(node, operand.value, name)))
        if isinstance(operand, Record):
            kind = operand.fields.get(name)
            if kind is None:
                if self.lenient:
                    return DYN
                hint = did_you_mean(name, operand.fields)
                at = node.at if isinstance(node, Select | Has) else node.start
                raise ExpressionError(f'"{operand}" has no field "{name}"{hint}', self.source, at)
        elif isinstance(operand, MapOf):
            kind = operand.value
        elif operand == DYN or self.lenient:
            kind = DYN
        else:
            raise self.error(f'{article(operand)} has no fields, so not "{name}" either', node)
        return OptionalOf(kind) if optional else kind

    def _index(self, node: Index) -> Node:
        node.operand = self.visit(node.operand)
        node.index = self.value(node.index)
        operand = node.operand.type
        kind = self._element(node, plain(operand))
        node.type = OptionalOf(kind) if node.optional or isinstance(operand, OptionalOf) else kind
        key = node.index.value if isinstance(node.index, Literal) else None
        self._extend(node, node.operand, f".{key}" if isinstance(key, str) else "[]")
        return node

    def _element(self, node: Index, operand: Type) -> Type:
        index = node.index.type
        if isinstance(operand, ListOf) and (index in (INT, DYN) or self.lenient):
            return operand.element
        if isinstance(operand, MapOf) and (self.lenient or comparable(operand.key, index)):
            return operand.value
        if isinstance(operand, Record) and isinstance(node.index, Literal) and index == STRING:
            return self._member(node.index, operand, node.index.value)
        if operand == DYN or self.lenient:
            return DYN
        raise self.error(f"{article(operand)} cannot be indexed with {article(index)}", node)

    def _extend(self, node: Node, operand: Node, suffix: str) -> None:
        path = self.paths.get(id(operand))
        if path is not None:
            self.paths[id(node)] = path + suffix

    def _has(self, node: Has) -> Node:
        node.operand = self.visit(node.operand)
        self._member(node, node.operand.type, node.field)
        path = self.paths.get(id(node.operand))
        if path is not None:
            self.reads.add(f"{path}.{node.field}")
        node.type = BOOL
        return node


def plain(kind: Type) -> Type:
    """A type without the option of there being no value."""
    return kind.value if isinstance(kind, OptionalOf) else kind


def article(kind: Type) -> str:
    """A type with its article, for a message."""
    name = str(kind)
    return f"an {name}" if name[0] in "aeiou" and name != "uint" else f"a {name}"


def comparable(one: Type, other: Type) -> bool:
    """Whether two values can be equal: the same type, numbers of any type, or types not known."""
    return (one in NUMERIC and other in NUMERIC) or unify(one, other, {})


def _is_absolute(node: Node) -> bool:
    while isinstance(node, Select):
        node = node.operand
    return isinstance(node, Ident) and node.absolute
