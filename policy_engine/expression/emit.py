"""Writing Python for a checked tree.

Nothing of a rule's text reaches the generated source but through ``repr`` of constants; all names are generated.
Where static types are known, Python's own operators stand for CEL's; elsewhere the function table's row forms do.
A node may only come to ABSENT where it is a path; every use of ABSENT raises, and what raises is run again exactly.
"""

from __future__ import annotations

from collections import Counter

from policy_engine.expression import runtime
from policy_engine.expression.emit_calls import CallEmitter
from policy_engine.expression.functions.kinds import NONE, Optional
from policy_engine.expression.tree import (
    And,
    Conditional,
    Definition,
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
from policy_engine.expression.types import BOOL, INT, STRING, ListOf, MapOf, OptionalOf

__all__ = ["Emitter"]


class Emitter(CallEmitter):
    """Writes the expressions of one program.

    Every expression is written twice: first to count what occurs more than once, then with that shared, computed
    by whoever needs it first. Within loops nothing is shared.
    """

    def __init__(self) -> None:
        super().__init__()
        self._counts: Counter[str] = Counter()
        self._unshared: dict[int, str] = {}
        self._shared: dict[str, str] = {}

    def condition(self, node: Node) -> str:
        """A whole condition, used for its truth."""
        text = self.truth(node)
        return self._share(node, text) if isinstance(node, And | Or) else text

    def initial(self) -> str:
        """The line that marks everything shared as not yet computed."""
        return " = ".join([*self._shared.values(), "A"]) if self._shared else "pass"

    def emit(self, node: Node) -> str:
        """A Python expression for a node; for a path it may come to ABSENT."""
        path = self.path(node)
        if path is not None:
            return self.fetched(path)
        text: str = getattr(self, f"_{type(node).__name__.lower()}")(node)
        return self._share(node, text) if isinstance(node, Macro | Definition) else text

    def _share(self, node: Node, text: str) -> str:
        if self._level:
            return text
        if not self.sharing:
            self._counts[text] += 1
            self._unshared[id(node)] = text
            return text
        key = self._unshared[id(node)]
        if self._counts[key] < 2:
            return text
        name = self._shared.setdefault(key, f"s{len(self._shared)}")
        return f"({name} if {name} is not A else ({name} := {text}))"

    # -- names and paths ------------------------------------------------------------------------

    def _ident(self, node: Ident) -> str:
        return self.local(node.name) if node.local else self.exactly()

    def _definition(self, node: Definition) -> str:
        return self.there(node.tree)

    def _select(self, node: Select) -> str:
        maybe = self.maybe(node)
        if maybe is not None:
            return f"{self.constant(runtime.optional_of)}({maybe})"
        text = self.emit(node.operand)
        if node.optional or isinstance(node.operand.type, OptionalOf):
            function = runtime.optional_index if node.optional else runtime.select
            return f"{self.constant(function)}({text}, {node.field!r})"
        if self.is_dict(node.operand):
            return f"{text}[{node.field!r}]"
        return f"{self.constant(runtime.select)}({text}, {node.field!r})"

    def _index(self, node: Index) -> str:
        operand, index = self.emit(node.operand), node.index
        if not node.optional:
            literal = index.value if isinstance(index, Literal) else None
            if isinstance(node.operand.type, ListOf) and index.type == INT and literal is not None and literal >= 0:
                return f"{operand}[{literal}]"
            if isinstance(node.operand.type, MapOf) and node.operand.type.key == index.type == STRING:
                return f"{operand}[{self.there(index)}]"
        function = runtime.optional_index if node.optional else runtime.index
        return f"{self.constant(function)}({operand}, {self.there(index)})"

    def _has(self, node: Has) -> str:
        path = self.path(node.operand)
        if path is not None and self.is_dict(node.operand):
            outer, field = self.fetched(path), self.fetched((*path, node.field))
            return f"({field} is not A or rq({outer}) is A)"
        if self.is_dict(node.operand):
            return f"({node.field!r} in {self.emit(node.operand)})"
        return f"{self.constant(runtime.has)}({self.emit(node.operand)}, {node.field!r})"

    # -- logic ----------------------------------------------------------------------------------

    def _not(self, node: Not) -> str:
        return f"(not {self.truth(node.operand)})"

    def _and(self, node: And | Or) -> str:
        """Python tests every side but the last, which it hands on: that one is made a bool here."""
        *tested, last = node.operands
        return f"({_word(node).join([*map(self.truth, tested), self.boolean(last)])})"

    _or = _and

    def _conditional(self, node: Conditional) -> str:
        return f"({self.there(node.yes)} if {self.truth(node.condition)} else {self.there(node.no)})"

    # -- collections ----------------------------------------------------------------------------

    def _listliteral(self, node: ListLiteral) -> str:
        items = [self.there(item) for item in node.elements]
        if not node.optional:
            return f"[{', '.join(items)}]"
        marked = ", ".join(f"({index in node.optional}, {item})" for index, item in enumerate(items))
        return f"{self.constant(runtime.optional_list)}([{marked}])"

    def _mapliteral(self, node: MapLiteral) -> str:
        items = ", ".join(
            f"({index in node.optional}, {self.there(key)}, {self.there(item)})"
            for index, (key, item) in enumerate(node.entries)
        )
        return f"{self.constant(runtime.map_literal)}([{items}])"

    # -- macros ---------------------------------------------------------------------------------

    def _macro(self, node: Macro) -> str:
        if node.kind in ("optMap", "optFlatMap"):
            return self._optional_macro(node)
        elements = self.emit(node.range)
        if not isinstance(node.range.type, ListOf):
            elements = f"{self.constant(runtime.elements)}({elements})"
        elements = self.counted(elements)
        with self.loop(node.variable) as element:
            call = self.function(elements, element, self._loop(node, element))
        return call

    def _loop(self, node: Macro, element: str) -> list[str]:
        """The body of the helper function for a macro over a list."""
        head = f"for {element} in x:"
        if node.kind == "map":
            skip = [] if node.condition is None else [f"    if not {self.truth(node.condition)}:", "        continue"]
            return ["out = []", head, *skip, f"    out.append({self.there(node.body)})", "return out"]
        test = self.truth(node.body)
        match node.kind:
            case "all":
                return [head, f"    if not {test}:", "        return False", "return True"]
            case "exists":
                return [head, f"    if {test}:", "        return True", "return False"]
            case "exists_one":
                return ["n = 0", head, f"    if {test}:", "        n += 1", "return n == 1"]
        return ["out = []", head, f"    if {test}:", f"        out.append({element})", "return out"]

    def _optional_macro(self, node: Macro) -> str:
        maybe = self.maybe(node.range)
        held = maybe if maybe is not None else f"{self.constant(runtime.held)}({self.emit(node.range)})"
        with self.loop(node.variable) as element:
            body = self.there(node.body)
            wrap = self.constant(Optional.of if node.kind == "optMap" else runtime.optional)
            none = self.constant(NONE)
            lines = ["if x is A:", f"    return {none}", f"{element} = x", f"return {wrap}({body})"]
            call = self.function(held, element, lines)
        return call

    # -- how a node's value is used -------------------------------------------------------------

    def there(self, node: Node) -> str:
        """A node whose value must be there, even where Python would not touch it."""
        if self.path(node) is None:
            return self.emit(node)
        return f"(True if {self.emit(node)} else False)" if node.type == BOOL else f"rq({self.emit(node)})"

    def truth(self, node: Node) -> str:
        """A node used for its truth: a bool, ABSENT (which raises when tested), or raising where it is neither."""
        if isinstance(node, And | Or):
            return f"({_word(node).join(map(self.truth, node.operands))})"
        return self.emit(node) if node.type == BOOL else f"{self.constant(runtime.boolean)}({self.emit(node)})"

    def boolean(self, node: Node) -> str:
        """A node whose value must be there and a bool."""
        return self.there(node) if node.type == BOOL else self.truth(node)


def _word(node: And | Or) -> str:
    return " and " if isinstance(node, And) else " or "
