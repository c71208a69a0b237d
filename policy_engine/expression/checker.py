"""Checking an expression against the types of what it names, before it ever runs."""

from __future__ import annotations

from dataclasses import dataclass

from policy_engine.errors import ExpressionError, Place
from policy_engine.expression.calls import Calls
from policy_engine.expression.environment import Environment
from policy_engine.expression.failure import EvaluationError
from policy_engine.expression.functions.kinds import TypeValue, kind_name
from policy_engine.expression.functions.patterns import compiled
from policy_engine.expression.names import article, plain
from policy_engine.expression.parser import parse
from policy_engine.expression.tree import (
    And,
    Call,
    Conditional,
    ListLiteral,
    Literal,
    Macro,
    MapLiteral,
    Node,
    Not,
    Or,
)
from policy_engine.expression.types import (
    BOOL,
    DOUBLE,
    DYN,
    INT,
    NULL,
    STRING,
    TYPE,
    UINT,
    ListOf,
    MapOf,
    OptionalOf,
    Type,
    join,
    joined,
    unify,
)

__all__ = ["Checked", "compile"]

_KEYS = (BOOL, INT, UINT, STRING, DYN)
_OF_LITERAL: dict[str, Type] = {
    "bool": BOOL, "int": INT, "uint": UINT, "double": DOUBLE, "string": STRING, "null_type": NULL,
}  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class Checked:
    """An expression that parsed and type-checked.

    Attributes:
        source: the expression as written.
        tree: its syntax tree, typed.
        type: the type of its value.
        reads: the paths it may read, from their roots, with ``[]`` for the elements of a list.
        place: where it stands in a file.
        path: the path it is, if it is nothing more.
        size: the nodes of its tree, definitions written out.
        depth: how deep the tree is.
    """

    source: str
    tree: Node
    type: Type
    reads: frozenset[str]
    place: Place
    path: str | None
    size: int
    depth: int


def compile(
    source: str,
    environment: Environment,
    *,
    expect: Type | None = None,
    place: Place | None = None,
    check: bool = True,
    macros: bool = True,
) -> Checked:
    """Parse and check an expression.

    Args:
        source: the expression.
        environment: what it may name.
        expect: the type it must have, if any.
        place: where it stands in a file, for errors.
        check: with False, what does not type-check fails when it is evaluated instead.
        macros: with False, macros are ordinary function names.

    Raises:
        ExpressionError: it does not parse, names what does not exist, or has the wrong type.
    """
    try:
        checker = _Checker(source, environment, lenient=not check)
        tree = checker.value(parse(source, macros=macros))
        if expect is not None and not unify(expect, tree.type, {}):
            raise ExpressionError(f"this is {article(tree.type)}, but {article(expect)} is needed", source, tree.start)
        path = checker.paths.get(id(tree))
        if expect == BOOL and tree.type == DYN:  # an && of one operand: it has no value unless that is a bool
            tree = And((tree,), start=tree.start, end=tree.end, type=BOOL)
    except ExpressionError as error:
        if place is not None:
            error.place = place
        raise
    reads = frozenset(checker.reads)
    return Checked(source, tree, tree.type, reads, place or Place(), path, checker.size, checker.deepest)


class _Checker(Calls):
    """Gives every node its type, resolves names and overloads, and notes the paths that are read."""

    def _literal(self, node: Literal) -> Node:
        node.type = TYPE if isinstance(node.value, TypeValue) else _OF_LITERAL[kind_name(node.value)]
        return node

    # -- logic ----------------------------------------------------------------------------------

    def _boolean(self, node: Node, what: str) -> Node:
        node = self.value(node)
        if not self.lenient and node.type not in (BOOL, DYN):
            raise self.error(f"{what} must be a bool; this is {article(node.type)}", node)
        return node

    def _not(self, node: Not) -> Node:
        node.operand = self._boolean(node.operand, 'what "!" turns')
        node.type = BOOL
        return node

    def _and(self, node: And | Or) -> Node:
        word = '"&&"' if isinstance(node, And) else '"||"'
        node.operands = tuple(self._boolean(operand, f"each side of {word}") for operand in node.operands)
        node.type = BOOL
        return node

    _or = _and

    def _conditional(self, node: Conditional) -> Node:
        node.condition = self._boolean(node.condition, 'what stands before "?"')
        node.yes, node.no = self.value(node.yes), self.value(node.no)
        both = join(node.yes.type, node.no.type)
        node.type = DYN if both is None else both
        if both is None and not self.lenient:
            raise self.error(f"both values must have one type; these are {node.yes.type} and {node.no.type}", node)
        return node

    # -- collections and macros -----------------------------------------------------------------

    def _listliteral(self, node: ListLiteral) -> Node:
        node.elements = tuple(self.value(element) for element in node.elements)
        kinds = [
            plain(element.type) if index in node.optional else element.type
            for index, element in enumerate(node.elements)
        ]
        node.type = ListOf(joined(kinds))
        return node

    def _mapliteral(self, node: MapLiteral) -> Node:
        node.entries = tuple((self.value(key), self.value(item)) for key, item in node.entries)
        for key, _ in node.entries:
            if key.type not in _KEYS and not self.lenient:
                raise self.error(f"unsupported key type: {key.type}; a key is a text, a bool or a whole number", key)
        kinds = [
            plain(item.type) if index in node.optional else item.type for index, (_, item) in enumerate(node.entries)
        ]
        node.type = MapOf(joined([key.type for key, _ in node.entries]), joined(kinds))
        return node

    def _macro(self, node: Macro) -> Node:
        node.range = self.visit(node.range)
        path = self.paths.get(id(node.range))
        if node.kind in ("optMap", "optFlatMap"):
            element, element_path = plain(node.range.type), path
        else:
            element, element_path = self._elements(node), f"{path}[]" if path else None
        if path is not None:
            self.reads.add(path)
        outer = self.scope
        self.scope = {**outer, node.variable: (element, element_path)}
        if node.condition is not None:
            node.condition = self._boolean(node.condition, "the condition")
        if node.kind in ("all", "exists", "exists_one", "filter"):
            node.body = self._boolean(node.body, f'the condition of "{node.kind}"')
        else:
            node.body = self.value(node.body)
        self.scope = outer
        node.type = self._macro_type(node)
        if node.kind == "filter" and path is not None:
            self.paths[id(node)] = path
        return node

    def _elements(self, node: Macro) -> Type:
        kind = node.range.type
        if isinstance(kind, ListOf):
            return kind.element
        if isinstance(kind, MapOf):
            return kind.key
        if kind == DYN or self.lenient:
            return DYN
        raise self.error(f'"{node.kind}" goes over a list or a map; this is {article(kind)}', node.range)

    def _macro_type(self, node: Macro) -> Type:
        if node.kind == "filter":
            return node.range.type if isinstance(node.range.type, ListOf) else ListOf(self._elements(node))
        if node.kind == "map":
            return ListOf(node.body.type)
        if node.kind == "optMap":
            return OptionalOf(node.body.type)
        if node.kind == "optFlatMap":
            return node.body.type if isinstance(node.body.type, OptionalOf) else OptionalOf(DYN)
        return BOOL

    # -- calls ----------------------------------------------------------------------------------

    def _call(self, node: Call) -> Node:
        node = self.resolved(node)
        node.args = tuple(self.value(arg) for arg in node.args)
        self.overloads(node)
        self._pattern(node)
        if node.name == "orValue":
            self._extend(node, node.args[0], "")
        return node

    def _pattern(self, node: Call) -> None:
        """A pattern that is written out is compiled now, so that a bad one never loads."""
        pattern = node.args[-1] if node.name == "matches" and node.args else None
        if isinstance(pattern, Literal) and isinstance(pattern.value, str):
            try:
                compiled(pattern.value)
            except EvaluationError as error:
                raise self.error(error.failure.message, pattern) from None
