"""Writing Python for operators and functions, and for values that may not be there."""

from __future__ import annotations

from policy_engine.declaration.values import UInt
from policy_engine.expression import runtime
from policy_engine.expression.functions.arithmetic import integer
from policy_engine.expression.functions.collections import contained
from policy_engine.expression.functions.comparison import equal, unequal
from policy_engine.expression.functions.patterns import compiled
from policy_engine.expression.scope import Scope
from policy_engine.expression.tree import Call, Definition, Ident, ListLiteral, Literal, Node, Select
from policy_engine.expression.types import (
    BOOL,
    DOUBLE,
    DURATION,
    DYN,
    INT,
    STRING,
    TIMESTAMP,
    UINT,
    ListOf,
    MapOf,
    OptionalOf,
    Param,
    Record,
    Type,
)

__all__ = ["CallEmitter"]

_PLAIN_EQUALITY = frozenset({BOOL, STRING})
_INSTANTS = frozenset({TIMESTAMP, DURATION})
_WHOLE = frozenset({INT, UINT})
_ORDERS = frozenset({"_<_", "_<=_", "_>_", "_>=_"})
_SMALL = 2**53


class CallEmitter(Scope):
    """The part of the emitter that deals with calls, literals and paths."""

    def __init__(self) -> None:
        super().__init__()
        self.names["integer"] = integer

    def emit(self, node: Node) -> str:
        """A Python expression for a node; for a path it may come to ABSENT."""
        raise NotImplementedError

    def there(self, node: Node) -> str:
        """A node whose value must be there, even where Python would not touch it."""
        raise NotImplementedError

    def exactly(self) -> str:
        """What has no value here: the exact interpreter says why."""
        return f"{self.constant(runtime.refuse)}()"

    # -- paths ----------------------------------------------------------------------------------

    def path(self, node: Node) -> tuple[str, ...] | None:
        """The path of a node below records and maps from a root, which can be fetched without any test."""
        match node:
            case Ident(local=False, known=True):
                return (node.name,)
            case Definition():
                return self.path(node.tree)
            case Select(optional=False) if self.is_dict(node.operand):
                outer = self.path(node.operand)
                return (*outer, node.field) if outer is not None else None
        return None

    @staticmethod
    def is_dict(node: Node) -> bool:
        """Whether a node's value is a dict with texts as keys."""
        return _is_dict(node.type)

    def maybe(self, node: Node) -> str | None:
        """What an optional value holds, or ABSENT where it holds nothing, for ``.?field`` below records and maps."""
        if not isinstance(node, Select):
            return None
        operand = node.operand
        if isinstance(operand.type, OptionalOf) and _is_dict(operand.type.value):
            inner = self.maybe(operand)
            return None if inner is None else f"(A if (t := {inner}) is A else t.get({node.field!r}, A))"
        if not (node.optional and self.is_dict(operand)):
            return None
        path = self.path(operand)
        if path is None:
            return f"{self.emit(operand)}.get({node.field!r}, A)"
        outer, field = self.fetched(path), self.fetched((*path, node.field))
        return f"({field} if {outer} is not A else rq(A))"

    # -- literals and calls ---------------------------------------------------------------------

    def _literal(self, node: Literal) -> str:
        value = node.value
        if value is None or type(value) in (bool, str):
            return repr(value)
        if type(value) in (int, float):
            return f"({value!r})" if str(value)[0] == "-" else repr(value)
        return self.constant(value, type(value), value)

    def _call(self, node: Call) -> str:
        special = self._special(node)
        if special is not None:
            return special
        if not node.forms:
            return self.exactly()
        form = node.forms[0]
        if form.inline is not None and len(node.forms) == 1 and _fits(form.params, node.args):
            written = self.there if form.inline == "{0}" else self.emit
            return "(" + form.inline.format(*map(written, node.args)) + ")"
        return f"{self.constant(form.row)}({', '.join(self.there(arg) for arg in node.args)})"

    def _special(self, node: Call) -> str | None:
        """What is written otherwise than the function table says, if this is such a call."""
        match node:
            case Call(name="_==_" | "_!=_"):
                return self._equality(node)
            case Call(name="_in_"):
                return self._membership(node)
            case Call(name="matches", args=(text, Literal(value=str() as pattern))) if text.type == STRING:
                search = self.constant(compiled(pattern), "search", pattern)
                return f"{search}({self.there(text)})"
            case Call(name="orValue" | "or", method=True, args=(holder, other)):
                return self._alternative(node.name, holder, other)
            case Call(name="hasValue", method=True, args=(holder,)):
                maybe = self.maybe(holder)
                return None if maybe is None else f"({maybe} is not A)"
        return self._against_small_literal(node) if node.name in _ORDERS else None

    def _against_small_literal(self, node: Call) -> str | None:
        """A double compared with a whole number written out: exact as doubles when the number is small."""
        left, right = node.args
        symbol = node.name.strip("_")
        if left.type == DOUBLE and (small := _small(right)):
            return f"({self.emit(left)} {symbol} {small})"
        if right.type == DOUBLE and (small := _small(left)):
            return f"({small} {symbol} {self.emit(right)})"
        return None

    def _equality(self, node: Call) -> str:
        left, right = node.args
        symbol = node.name.strip("_")
        if left.type == right.type and left.type in _INSTANTS:
            return f"({self.emit(left)}.ns {symbol} {self.emit(right)}.ns)"
        if _plainly_equal(left.type, right.type):
            return f"({self.emit(left)} {symbol} {self.emit(right)})"
        function = equal if symbol == "==" else unequal
        return f"{self.constant(function)}({self.there(left)}, {self.there(right)})"

    def _membership(self, node: Call) -> str:
        element, collection = node.args
        kind = collection.type
        if isinstance(kind, ListOf) and _plainly_equal(kind.element, element.type):
            values = _constants(collection)
            if values:
                key = sorted((type(value).__name__, repr(value)) for value in values)
                return f"({self.emit(element)} in {self.constant(frozenset(values), 'in', *key)})"
            if element.type != DOUBLE:  # Python finds a NaN that is the very same object
                return f"({self.there(element)} in {self.emit(collection)})"
        return f"{self.constant(contained)}({self.there(element)}, {self.there(collection)})"

    def _alternative(self, name: str, holder: Node, other: Node) -> str:
        """``a.orValue(b)``: a test instead of an optional value where ``a`` is ``.?field`` below records."""
        maybe = self.maybe(holder)
        if maybe is not None and name == "orValue":
            return f"(t if (t := {maybe}) is not A else {self.there(other)})"
        held = self.constant(runtime.held)
        if name == "orValue":
            return f"(t if (t := {held}({self.emit(holder)})) is not A else {self.there(other)})"
        optional = self.constant(runtime.optional)
        return f"(t if (t := {optional}({self.emit(holder)})).present else {optional}({self.there(other)}))"


def _small(node: Node) -> str:
    """A whole number that is written out, as a double; empty when it is anything else or may lose digits."""
    whole = isinstance(node, Literal) and type(node.value) in (int, UInt) and abs(node.value) < _SMALL
    return f"({float(node.value)!r})" if isinstance(node, Literal) and whole else ""


def _constants(node: Node) -> list[object]:
    """The values of a list that is written out; none when it is anything else."""
    if not isinstance(node, ListLiteral) or node.optional:
        return []
    values = [item.value for item in node.elements if isinstance(item, Literal)]
    return values if len(values) == len(node.elements) else []


def _is_dict(kind: Type) -> bool:
    return isinstance(kind, Record) or (isinstance(kind, MapOf) and kind.key == STRING)


def _fits(params: tuple[Type, ...], args: tuple[Node, ...]) -> bool:
    """Whether static types are exactly those of a form, whatever the elements of lists and maps are."""
    return len(params) == len(args) and all(map(_stands, params, (arg.type for arg in args)))


def _stands(param: Type, given: Type) -> bool:
    match param:
        case Param():
            return given != DYN
        case ListOf(Param()):
            return isinstance(given, ListOf)
        case MapOf(Param(), Param()):
            return isinstance(given, MapOf | Record)
    return param == given


def _plainly_equal(left: Type, right: Type) -> bool:
    """Whether Python's equality is CEL's for these types: never between a bool and a number."""
    if left == right:
        return left in _PLAIN_EQUALITY or left in _WHOLE or left == DOUBLE
    return left in _WHOLE and right in _WHOLE
