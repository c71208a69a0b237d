"""From tokens to a tree: recursive descent over the grammar of CEL."""

from __future__ import annotations

from policy_engine.expression.cursor import Cursor
from policy_engine.expression.lexer import INT_MAX, Token
from policy_engine.expression.limits import MAX_DEPTH, MAX_MACRO_DEPTH
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

__all__ = ["MACROS", "parse"]

MACROS = {
    "all": (2,), "exists": (2,), "exists_one": (2,), "filter": (2,), "map": (2, 3), "optMap": (2,), "optFlatMap": (2,),
}  # fmt: skip
"""How many arguments each macro takes."""

_TWO_VARIABLES = frozenset({"all", "exists", "exists_one", "existsOne", "transformList", "transformMap"})
_CONSTANTS = {"true": True, "false": False, "null": None}
_RESERVED = frozenset({
    "as", "break", "const", "continue", "else", "for", "function", "if", "import", "in", "let", "loop", "namespace",
    "package", "return", "var", "void", "while",
})  # fmt: skip
_RELATIONS = {
    "==": "_==_", "!=": "_!=_", "<": "_<_", "<=": "_<=_", ">": "_>_", ">=": "_>=_", "in": "_in_",
}  # fmt: skip
_OR, _AND = 0, 1
# Every operator between two operands: how strongly it binds, and the function it stands for.
_OPERATORS: dict[str, tuple[int, str]] = {
    "||": (_OR, "_||_"),
    "&&": (_AND, "_&&_"),
    **{symbol: (2, name) for symbol, name in _RELATIONS.items()},
    **{symbol: (3, f"_{symbol}_") for symbol in "+-"},
    **{symbol: (4, f"_{symbol}_") for symbol in "*/%"},
}


def parse(source: str, *, macros: bool = True) -> Node:
    """The tree of an expression.

    Raises:
        ExpressionError: it is not an expression of the language, or it passes a limit.
    """
    parser = _Parser(source, macros=macros)
    tree = parser.expression()
    if parser.token.kind != "end":
        raise parser.error("expected the end of the expression")
    return tree


class _Parser(Cursor):
    """One method for each part of the grammar."""

    def __init__(self, source: str, *, macros: bool) -> None:
        super().__init__(source)
        self.macros = macros
        self.depth = 0
        self.macro_depth = 0

    # -- operators ------------------------------------------------------------------------------

    def expression(self) -> Node:
        self.depth += 1
        start = self.token.start
        self.limited(self.depth, MAX_DEPTH, "the expression is nested more than {} deep", start)
        node = self.operation(_OR)
        if self.accept("?"):
            yes = self.operation(_OR)
            self.expect(":")
            node = self.closed(Conditional(node, yes, self.expression(), start=start))
        self.depth -= 1
        return node

    def operation(self, weakest: int) -> Node:
        """Operands joined by operators that bind at least so strongly."""
        start = self.token.start
        node = self.operand()
        chain = 0
        while self.token.kind in ("op", "ident") and self.token.value in _OPERATORS:
            level, name = _OPERATORS[self.token.value]
            if level < weakest:
                break
            symbol = self.advance().value
            if level in (_OR, _AND):
                operands = [node, self.operation(level + 1)]
                while self.accept(symbol):
                    operands.append(self.operation(level + 1))
                node = self.closed((Or if level == _OR else And)(tuple(operands), start=start))
                continue
            chain += 1
            self.limited(chain, MAX_DEPTH, "more than {} operators in a row", start)
            node = self.closed(Call(name, (node, self.operation(level + 1)), start=start))
        return node

    def operand(self) -> Node:
        """A value with what is selected from it, and the signs before it."""
        start = self.token.start
        sign, count = (self.token.value, 0) if self.is_op("!", "-") else ("", 0)
        while sign and self.is_op(sign) and not self._is_negative_number():
            self.advance()
            count += 1
        self.limited(count, MAX_DEPTH, "more than {} operators in a row", start)
        inner = self.token.start
        node = self.primary()
        links = 0
        while self.is_op(".", "[", "{"):
            links += 1
            self.limited(links, MAX_DEPTH, "a chain of more than {} parts", inner)
            node = self.link(node, inner)
        for _ in range(count):
            node = self.closed(Not(node, start=start) if sign == "!" else Call("-_", (node,), start=start))
        return node

    def _is_negative_number(self) -> bool:
        """Whether a minus belongs to the number after it, so that the smallest int can be written."""
        return self.is_op("-") and self.tokens[self.at + 1].kind in ("int", "double")

    # -- what follows a value -------------------------------------------------------------------

    def link(self, node: Node, start: int) -> Node:
        """One ``.name``, ``.name(…)`` or ``[…]`` after a node."""
        if self.is_op("{"):
            raise self.error("protobuf messages are not supported", start)
        if self.accept("["):
            optional = self.accept("?")
            index = self.expression()
            self.expect("]")
            return self.closed(Index(node, index, optional, start=start))
        self.expect(".")
        optional = self.accept("?")
        token = self.token
        if token.kind not in ("ident", "quoted") or (token.kind == "ident" and token.value in ("in", *_CONSTANTS)):
            raise self.error("expected the name of a field or function")
        self.advance()
        if optional or token.kind == "quoted" or not self.is_op("("):
            return self.closed(Select(node, token.value, token.start, optional, start=start))
        if self.macros and token.value in MACROS and not _is_namespace(node):
            return self.macro(node, token, start)
        return self.closed(Call(token.value, (node, *self.arguments()), method=True, start=start))

    def macro(self, node: Node, name: Token, start: int) -> Node:
        """A macro binds its first argument as a variable in the others."""
        self.macro_depth += 1
        self.limited(self.macro_depth, MAX_MACRO_DEPTH, "macros are nested more than {} deep", name.start)
        before = self.at
        args = self.arguments()
        self.macro_depth -= 1
        kind = name.value
        if len(args) not in MACROS[kind]:
            if kind in _TWO_VARIABLES and len(args) == 3:
                raise self.error(f'"{kind}" with two variables is not supported', name.start)
            raise self.error(f'"{kind}" takes a variable and an expression', name.start)
        variable = args[0]
        if not isinstance(variable, Ident) or variable.absolute:
            raise self.error(f'the first argument of "{kind}" must be a plain name', self.tokens[before + 1].start)
        condition = args[1] if len(args) == 3 else None
        return self.closed(Macro(kind, node, variable.name, args[-1], condition, start=start))

    def arguments(self) -> list[Node]:
        self.expect("(")
        args: list[Node] = []
        while not self.accept(")"):
            if args:
                self.expect(",")
            args.append(self.expression())
        return args

    # -- values ---------------------------------------------------------------------------------

    def primary(self) -> Node:
        token = self.token
        if token.kind in ("string", "double", "uint"):
            self.advance()
            return self.closed(Literal(token.value, start=token.start))
        if token.kind == "int" or self.is_op("-"):
            return self.number()
        if token.kind == "ident":
            return self.name()
        if self.accept("."):
            return self.name(absolute=True)
        if self.accept("("):
            node = self.expression()
            self.expect(")")
            return node
        if self.accept("["):
            return self.list_literal(token.start)
        if self.accept("{"):
            return self.map_literal(token.start)
        raise self.error("expected a value")

    def number(self) -> Node:
        """A number with its sign."""
        start = self.token.start
        negative = self.accept("-")
        token = self.token
        if token.kind not in ("int", "double"):
            raise self.error("expected a value")
        self.advance()
        if token.kind == "int" and token.value > INT_MAX and not negative:
            raise self.error(f"{token.value} is beyond 64 bits", start)
        return self.closed(Literal(-token.value if negative else token.value, start=start))

    def name(self, *, absolute: bool = False) -> Node:
        token = self.token
        if token.kind != "ident":
            raise self.error("expected a name after the leading dot")
        if token.value in _RESERVED or (absolute and token.value in _CONSTANTS):
            raise self.error(f'"{token.value}" is a reserved word', token.start)
        self.advance()
        if token.value in _CONSTANTS:
            return self.closed(Literal(_CONSTANTS[token.value], start=token.start))
        if not self.is_op("("):
            return self.closed(Ident(token.value, absolute, start=token.start))
        args = self.arguments()
        if token.value == "has" and self.macros and not absolute:
            return self.has(args, token.start)
        return self.closed(Call(token.value, tuple(args), start=token.start))

    def has(self, args: list[Node], start: int) -> Node:
        field = args[0] if len(args) == 1 else None
        if not isinstance(field, Select) or field.optional:
            raise self.error('"has" takes one field, as in has(workload.deadline)', start)
        return self.closed(Has(field.operand, field.field, field.at, start=start))

    def list_literal(self, start: int) -> Node:
        elements: list[Node] = []
        optional = set()
        while not self.accept("]"):
            if elements:
                self.expect(",")
                if self.accept("]"):
                    break
            if self.accept("?"):
                optional.add(len(elements))
            elements.append(self.expression())
        return self.closed(ListLiteral(tuple(elements), frozenset(optional), start=start))

    def map_literal(self, start: int) -> Node:
        entries: list[tuple[Node, Node]] = []
        optional = set()
        while not self.accept("}"):
            if entries:
                self.expect(",")
                if self.accept("}"):
                    break
            if self.accept("?"):
                optional.add(len(entries))
            key = self.expression()
            self.expect(":")
            entries.append((key, self.expression()))
        return self.closed(MapLiteral(tuple(entries), frozenset(optional), start=start))


def _is_namespace(node: Node) -> bool:
    """``math`` and ``optional`` are prefixes of function names, not values that a macro could go over."""
    return isinstance(node, Ident) and node.name in ("math", "optional")
