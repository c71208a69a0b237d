"""Writing Python for a checked tree.

Nothing of a rule's text reaches the generated source but through ``repr`` of constants; all names are generated.
Where static types are known, Python's own operators stand for CEL's; elsewhere the function table's row forms do.
"""

from __future__ import annotations

from typing import Any

from policy_engine.declaration.values import UInt
from policy_engine.expression import runtime
from policy_engine.expression.functions.arithmetic import integer
from policy_engine.expression.functions.collections import contained
from policy_engine.expression.functions.comparison import equal, unequal
from policy_engine.expression.functions.patterns import compiled
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
    walk,
)
from policy_engine.expression.types import (
    BOOL,
    DOUBLE,
    DURATION,
    INT,
    STRING,
    TIMESTAMP,
    UINT,
    ListOf,
    MapOf,
    OptionalOf,
    Record,
    Type,
)

__all__ = ["Emitter"]

_PLAIN_EQUALITY = frozenset({BOOL, STRING, TIMESTAMP, DURATION})
_WHOLE = frozenset({INT, UINT})
_SMALL = 2**53


class Emitter:
    """Writes the expressions of one program; paths that several clauses read are fetched once."""

    def __init__(self) -> None:
        self.constants: dict[str, Any] = {"integer": integer}
        self._paths: dict[tuple[str, ...], str] = {}
        self._variables: dict[str, str] = {}
        self._count = 0
        self._ticks = False

    # -- the program around the expressions -----------------------------------------------------

    def prologue(self) -> list[str]:
        """The lines that fetch every path, outer ones first."""
        lines = ["tick = ticker()"] if self._ticks else []
        for path, name in self._paths.items():
            source = "r" if len(path) == 1 else self._paths[path[:-1]]
            lines.append(f"{name} = {source}.get({path[-1]!r}, A)")
        return lines

    def result(self, node: Node) -> str:
        """The value of a whole clause; it must be there."""
        return self._there(node)

    def condition(self, node: Node) -> str:
        """A condition used for its truth: anything but a bool raises."""
        return self.emit(node) if _is_truth(node) else self._checked_bool(node)

    # -- dispatch -------------------------------------------------------------------------------

    def emit(self, node: Node) -> str:
        """A Python expression for a node; for a path it may come to ABSENT, whose every use raises."""
        written: str = getattr(self, f"_{type(node).__name__.lower()}")(node)
        return written

    def _there(self, node: Node) -> str:
        """A node whose value must be there, even where Python would not touch it."""
        text = self.emit(node)
        if not _may_be_absent(node):
            return text
        return f"(True if {text} else False)" if node.type == BOOL else f"rq({text})"

    def _checked_bool(self, node: Node) -> str:
        """A truth value: a path of type bool is tested by its use; a value of unknown type is checked."""
        return self.emit(node) if node.type == BOOL else f"{self._constant(runtime.boolean)}({self.emit(node)})"

    def _constant(self, value: Any) -> str:
        for name, known in self.constants.items():
            if known is value:
                return name
        return self._new_constant(value)

    def _new_constant(self, value: Any) -> str:
        name = f"c{len(self.constants)}"
        self.constants[name] = value
        return name

    # -- paths ----------------------------------------------------------------------------------

    def _path(self, node: Node) -> tuple[str, ...] | None:
        """The path of a node below records from a root, which can be fetched without any test."""
        if isinstance(node, Ident):
            return (node.name,) if not node.local and node.known else None
        if isinstance(node, Select) and not node.optional and isinstance(node.operand.type, Record):
            outer = self._path(node.operand)
            return (*outer, node.field) if outer is not None else None
        return None

    def _fetched(self, path: tuple[str, ...]) -> str:
        for length in range(1, len(path) + 1):
            self._paths.setdefault(path[:length], f"p{len(self._paths)}")
        return self._paths[path]

    def _ident(self, node: Ident) -> str:
        if node.local:
            return self._variables[node.name]
        if not node.known:
            return f"{self._constant(runtime.unknown_name)}()"
        return self._fetched((node.name,))

    def _select(self, node: Select) -> str:
        path = self._path(node)
        if path is not None:
            return self._fetched(path)
        operand = node.operand.type
        text = self.emit(node.operand)
        if node.optional or isinstance(operand, OptionalOf):
            function = runtime.optional_select if node.optional else runtime.select
            return f"{self._constant(function)}({text}, {node.field!r})"
        if isinstance(operand, Record | MapOf):
            return f"{text}[{node.field!r}]"
        return f"{self._constant(runtime.select)}({text}, {node.field!r})"

    def _index(self, node: Index) -> str:
        function = runtime.optional_index if node.optional else runtime.index
        return f"{self._constant(function)}({self.emit(node.operand)}, {self._there(node.index)})"

    def _has(self, node: Has) -> str:
        operand = node.operand
        path = self._path(operand)
        if path is not None and isinstance(operand.type, Record):
            outer, field = self._fetched(path), self._fetched((*path, node.field))
            return f"({field} is not A or rq({outer}) is A)"
        if isinstance(operand.type, Record | MapOf) and not isinstance(operand.type, OptionalOf):
            return f"({node.field!r} in {self.emit(operand)})"
        return f"{self._constant(runtime.has)}({self.emit(operand)}, {node.field!r})"

    # -- values and logic -----------------------------------------------------------------------

    def _literal(self, node: Literal) -> str:
        value = node.value
        if value is None or type(value) in (bool, int, str):
            return f"({value!r})" if type(value) is int and value < 0 else repr(value)
        if type(value) is float and value == value and abs(value) != float("inf"):
            return f"({value!r})"
        return self._new_constant(value)

    def _not(self, node: Not) -> str:
        return f"(not {self._checked_bool(node.operand)})"

    def _and(self, node: And) -> str:
        return "(" + " and ".join(self._operand(operand) for operand in node.operands) + ")"

    def _or(self, node: Or) -> str:
        return "(" + " or ".join(self._operand(operand) for operand in node.operands) + ")"

    def _operand(self, node: Node) -> str:
        """One side of && or ||: Python would hand on the last side untested, so it is made a bool here."""
        return self._there(node) if node.type == BOOL else self._checked_bool(node)

    def _conditional(self, node: Conditional) -> str:
        return f"({self._there(node.yes)} if {self._checked_bool(node.condition)} else {self._there(node.no)})"

    def _listliteral(self, node: ListLiteral) -> str:
        if node.optional:
            items = ", ".join(f"({index in node.optional}, {self._there(item)})" for index, item in enumerate(node.elements))
            return f"{self._constant(runtime.optional_list)}([{items}])"
        return "[" + ", ".join(self._there(item) for item in node.elements) + "]"

    def _mapliteral(self, node: MapLiteral) -> str:
        items = ", ".join(
            f"({index in node.optional}, {self._there(key)}, {self._there(item)})"
            for index, (key, item) in enumerate(node.entries)
        )
        return f"{self._constant(runtime.map_literal)}([{items}])"

    # -- macros ---------------------------------------------------------------------------------

    def _macro(self, node: Macro) -> str:
        self._count += 1
        name = f"e{self._count}"
        if node.kind in ("optMap", "optFlatMap"):
            return self._optional_macro(node, name)
        elements = self._elements(node)
        outer = self._variables
        self._variables = {**outer, node.variable: name}
        loop = f"for {name} in {elements}"
        if node.kind == "map":
            chosen = f" if {self._checked_bool(node.condition)}" if node.condition is not None else ""
            text = f"[{self._there(node.body)} {loop}{chosen}]"
        else:
            body = self._checked_bool(node.body)
            text = {
                "all": f"all({body} {loop})",
                "exists": f"any({body} {loop})",
                "exists_one": f"(sum([1 {loop} if {body}]) == 1)",
                "filter": f"[{name} {loop} if {body}]",
            }[node.kind]
        self._variables = outer
        return text

    def _elements(self, node: Macro) -> str:
        """What a macro goes over; loops inside loops are counted so that they cannot run away."""
        text = self.emit(node.range)
        if not isinstance(node.range.type, ListOf):
            text = f"{self._constant(runtime.elements)}({text})"
        if any(isinstance(inner, Macro) for inner in walk(node.body)) or self._variables:
            self._ticks = True
            return f"tick({text})"
        return text

    def _optional_macro(self, node: Macro, name: str) -> str:
        outer = self._variables
        held = self.emit(node.range)
        self._variables = {**outer, node.variable: name}
        body = self._there(node.body)
        self._variables = outer
        wrap = runtime.optional_map if node.kind == "optMap" else runtime.optional_flat_map
        return f"{self._constant(wrap)}({held}, lambda {name}: {body})"

    # -- calls ----------------------------------------------------------------------------------

    def _call(self, node: Call) -> str:
        if node.name in ("_==_", "_!=_"):
            return self._equality(node)
        if node.name == "_in_":
            return self._membership(node)
        if node.name == "orValue" and len(node.args) == 2:
            direct = self._default(node)
            if direct is not None:
                return direct
        if node.name == "matches" and isinstance(node.args[-1], Literal) and node.args[0].type == STRING:
            search = self._new_constant(compiled(node.args[-1].value).search)
            return f"({search}({self._there(node.args[0])}) is not None)"
        if not node.forms:
            return f"{self._constant(runtime.unknown_name)}()"
        form = node.forms[0]
        if form.inline is not None and len(node.forms) == 1 and form.params == tuple(arg.type for arg in node.args):
            written = self._there if form.inline == "{0}" else self.emit
            return "(" + form.inline.format(*map(written, node.args)) + ")"
        mixed = self._against_small_literal(node)
        if mixed is not None:
            return mixed
        return f"{self._constant(form.row)}({', '.join(self._there(arg) for arg in node.args)})"

    def _against_small_literal(self, node: Call) -> str | None:
        """A double compared with a whole number written out: exact as doubles when the number is small."""
        if node.name not in ("_<_", "_<=_", "_>_", "_>=_"):
            return None
        left, right = node.args
        symbol = node.name.strip("_")
        for one, other in ((left, right), (right, left)):
            if isinstance(one, Literal) and type(one.value) in (int, UInt) and abs(one.value) < _SMALL and other.type == DOUBLE:
                sides = [f"({float(arg.value)!r})" if arg is one else self.emit(arg) for arg in (left, right)]
                return f"({sides[0]} {symbol} {sides[1]})"
        return None

    def _equality(self, node: Call) -> str:
        left, right = node.args
        symbol = node.name.strip("_")
        if _plainly_equal(left.type, right.type):
            return f"({self.emit(left)} {symbol} {self.emit(right)})"
        function = equal if symbol == "==" else unequal
        return f"{self._constant(function)}({self._there(left)}, {self._there(right)})"

    def _membership(self, node: Call) -> str:
        element, collection = node.args
        kind = collection.type
        plain = isinstance(kind, ListOf) and _plainly_equal(kind.element, element.type)
        if plain and isinstance(collection, ListLiteral) and all(isinstance(item, Literal) for item in collection.elements):
            if collection.elements and not collection.optional:
                values = frozenset(item.value for item in collection.elements if isinstance(item, Literal))
                return f"({self.emit(element)} in {self._new_constant(values)})"
        if plain and element.type != DOUBLE:  # Python finds a NaN that is the very same object
            return f"({self._there(element)} in {self.emit(collection)})"
        return f"{self._constant(contained)}({self._there(element)}, {self._there(collection)})"

    def _default(self, node: Call) -> str | None:
        """``a.?b.orValue(x)`` below records: a test instead of an optional value."""
        holder, default = node.args
        if not (isinstance(holder, Select) and holder.optional and isinstance(holder.operand.type, Record)):
            return None
        path = self._path(holder.operand)
        if path is None:
            return None
        outer, field = self._fetched(path), self._fetched((*path, holder.field))
        return f"({field} if {field} is not A else ({self._there(default)} if {outer} is not A else rq(A)))"


def _plainly_equal(left: Type, right: Type) -> bool:
    """Whether Python's equality is CEL's for these types: never between a bool and a number."""
    return (left == right and left in _PLAIN_EQUALITY) or (left in _WHOLE and right in _WHOLE) or left == right == DOUBLE


def _may_be_absent(node: Node) -> bool:
    """Whether the Python expression for a node can come to ABSENT instead of raising."""
    return isinstance(node, Ident | Select) and not (isinstance(node, Ident) and node.local)


def _is_truth(node: Node) -> bool:
    return node.type == BOOL


