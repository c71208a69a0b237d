"""Checking an expression against the types of what it names, before it ever runs."""

from __future__ import annotations

from dataclasses import dataclass

from policy_engine.errors import ExpressionError, Place, did_you_mean
from policy_engine.expression.calls import Calls
from policy_engine.expression.environment import TYPE_NAMES, Environment
from policy_engine.expression.failure import EvaluationError
from policy_engine.expression.functions.kinds import TypeValue, kind_name
from policy_engine.expression.functions.patterns import compiled
from policy_engine.expression.parser import parse
from policy_engine.expression.tree import (
    And,
    Call,
    Conditional,
    Has,
    Ident,
    Index,
    ListLiteral,
    Literal,
    Macro,
    MapLiteral,
    Node,
    Not,
    Or,
    Select,
)
from policy_engine.expression.types import (
    BOOL,
    DOUBLE,
    DYN,
    INT,
    NULL,
    NUMERIC,
    STRING,
    TYPE,
    UINT,
    ListOf,
    MapOf,
    OptionalOf,
    Record,
    Type,
    join,
    joined,
    unify,
)

__all__ = ["Checked", "compile"]

_KEYS = (BOOL, INT, UINT, STRING, DYN)
_OF_LITERAL: dict[str, Type] = {"bool": BOOL, "int": INT, "uint": UINT, "double": DOUBLE, "string": STRING, "null_type": NULL}


@dataclass(frozen=True, slots=True, eq=False)
class Checked:
    """An expression that parsed and type-checked.

    ``reads`` are the paths it may read, from their roots, with ``[]`` for the elements of a list.
    """

    source: str
    tree: Node
    type: Type
    reads: frozenset[str]
    place: Place


def compile(  # noqa: A001 - the word of the trade
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
            raise ExpressionError(f"this is {_article(tree.type)}, but {_article(expect)} is needed", source, tree.start)
    except ExpressionError as error:
        if place is not None:
            error.place = place
        raise
    return Checked(source, tree, tree.type, frozenset(checker.reads), place or Place())


def _article(kind: Type) -> str:
    name = str(kind)
    return f"an {name}" if name[0] in "aeiou" and name != "uint" else f"a {name}"


class _Checker(Calls):
    """Gives every node its type, resolves names and overloads, and notes the paths that are read."""

    def __init__(self, source: str, environment: Environment, *, lenient: bool) -> None:
        self.source = source
        self.environment = environment
        self.lenient = lenient
        self.reads: set[str] = set()
        self.scope: dict[str, tuple[Type, str | None]] = {}
        self.paths: dict[int, str] = {}

    def value(self, node: Node) -> Node:
        """Check a node whose value is used: if it is a path, that path is read."""
        node = self.visit(node)
        path = self.paths.get(id(node))
        if path is not None:
            self.reads.add(path)
        return node

    def visit(self, node: Node) -> Node:
        """Check a node; a path is only noted as read by whoever uses its value."""
        checked: Node = getattr(self, f"_{type(node).__name__.lower()}")(node)
        return checked

    def error(self, message: str, node: Node) -> ExpressionError:
        """An error at a node."""
        return ExpressionError(message, self.source, node.start)

    # -- names ----------------------------------------------------------------------------------

    def _literal(self, node: Literal) -> Node:
        node.type = TYPE if isinstance(node.value, TypeValue) else _OF_LITERAL[kind_name(node.value)]
        return node

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
        absolute = _is_absolute(node)
        full = self.environment.variable(name, absolute=absolute)
        if full is not None:
            found = Ident(full, start=node.start, end=node.end, type=self.environment.variables[full])
            self.paths[id(found)] = full
            return found
        if name in self.environment.definitions:
            definition = self.environment.definitions[name]
            self.reads |= definition.reads
            return definition.tree
        if name in TYPE_NAMES:
            return Literal(TYPE_NAMES[name], start=node.start, end=node.end, type=TYPE)
        return None

    def _select(self, node: Select) -> Node:
        dotted = None if node.optional else self._dotted(node)
        if dotted is not None:
            found = self._named(node, dotted)
            if found is not None:
                return found
        node.operand = self.visit(node.operand)
        node.type = self._member(node, node.operand.type, node.field, node.optional)
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

    def _member(self, node: Node, operand: Type, name: str, optional: bool = False) -> Type:
        """The type of a field; an optional operand, or ``.?``, gives an optional one."""
        if isinstance(operand, OptionalOf):
            return OptionalOf(self._plain(self._member(node, operand.value, name)))
        if isinstance(operand, Record):
            kind = operand.fields.get(name)
            if kind is None:
                if self.lenient:
                    return DYN
                hint = did_you_mean(name, operand.fields)
                raise ExpressionError(f'"{operand}" has no field "{name}"{hint}', self.source, node.end - len(name))
        elif isinstance(operand, MapOf):
            kind = operand.value
        elif operand == DYN or self.lenient:
            kind = DYN
        else:
            raise self.error(f'{_article(operand)} has no fields, so not "{name}" either', node)
        return OptionalOf(kind) if optional else kind

    @staticmethod
    def _plain(kind: Type) -> Type:
        return kind.value if isinstance(kind, OptionalOf) else kind

    def _index(self, node: Index) -> Node:
        node.operand = self.visit(node.operand)
        node.index = self.value(node.index)
        operand = node.operand.type
        kind = self._element(node, self._plain(operand))
        node.type = OptionalOf(kind) if node.optional or isinstance(operand, OptionalOf) else kind
        if isinstance(self._plain(operand), Record) and isinstance(node.index, Literal):
            self._extend(node, node.operand, f".{node.index.value}")
        else:
            self._extend(node, node.operand, "[]")
        return node

    def _element(self, node: Index, operand: Type) -> Type:
        index = node.index.type
        if isinstance(operand, ListOf) and (index == INT or index == DYN or self.lenient):
            return operand.element
        if isinstance(operand, MapOf) and (self.lenient or _comparable(operand.key, index)):
            return operand.value
        if isinstance(operand, Record) and isinstance(node.index, Literal) and index == STRING:
            return self._member(node, operand, node.index.value)
        if operand == DYN or self.lenient:
            return DYN
        raise self.error(f"{_article(operand)} cannot be indexed with {_article(index)}", node)

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

    # -- logic ----------------------------------------------------------------------------------

    def _boolean(self, node: Node, what: str) -> Node:
        node = self.value(node)
        if not self.lenient and node.type not in (BOOL, DYN):
            raise self.error(f"{what} must be a bool; this is {_article(node.type)}", node)
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
            self._plain(element.type) if index in node.optional else element.type
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
            self._plain(item.type) if index in node.optional else item.type
            for index, (_, item) in enumerate(node.entries)
        ]
        node.type = MapOf(joined([key.type for key, _ in node.entries]), joined(kinds))
        return node

    def _macro(self, node: Macro) -> Node:
        node.range = self.visit(node.range)
        path = self.paths.get(id(node.range))
        if node.kind in ("optMap", "optFlatMap"):
            element, element_path = self._plain(node.range.type), path
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
        return node

    def _elements(self, node: Macro) -> Type:
        kind = node.range.type
        if isinstance(kind, ListOf):
            return kind.element
        if isinstance(kind, MapOf):
            return kind.key
        if kind == DYN or self.lenient:
            return DYN
        raise self.error(f'"{node.kind}" goes over a list or a map; this is {_article(kind)}', node.range)

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
        return node

    def _pattern(self, node: Call) -> None:
        """A pattern that is written out is compiled now, so that a bad one never loads."""
        pattern = node.args[-1] if node.name == "matches" and node.args else None
        if isinstance(pattern, Literal) and isinstance(pattern.value, str):
            try:
                compiled(pattern.value)
            except EvaluationError as error:
                raise self.error(error.failure.message, pattern) from None


def _is_absolute(node: Node) -> bool:
    while isinstance(node, Select):
        node = node.operand
    return isinstance(node, Ident) and node.absolute


def _comparable(one: Type, other: Type) -> bool:
    """Whether two values can be equal: the same type, numbers of any type, or types not known."""
    return (one in NUMERIC and other in NUMERIC) or unify(one, other, {})
