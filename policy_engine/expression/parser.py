"""From tokens to a tree: recursive descent over the grammar of CEL."""

from __future__ import annotations

from policy_engine.errors import ExpressionError
from policy_engine.expression.lexer import INT_MAX, Token, tokens
from policy_engine.expression.limits import MAX_DEPTH, MAX_MACRO_DEPTH, MAX_NODES
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

MACROS = {"all": (2,), "exists": (2,), "exists_one": (2,), "filter": (2,), "map": (2, 3), "optMap": (2,), "optFlatMap": (2,)}

_CONSTANTS = {"true": True, "false": False, "null": None}
_RESERVED = frozenset(
    "as break const continue else for function if import let loop package namespace return var void while".split()
)
_LEVELS = (
    {"==": "_==_", "!=": "_!=_", "<": "_<_", "<=": "_<=_", ">": "_>_", ">=": "_>=_", "in": "_in_"},
    {"+": "_+_", "-": "_-_"},
    {"*": "_*_", "/": "_/_", "%": "_%_"},
)


def parse(source: str, *, macros: bool = True) -> Node:
    """The tree of an expression.

    Raises:
        ExpressionError: it is not an expression of the language, or it passes a limit.
    """
    parser = _Parser(source, macros=macros)
    tree = parser.expression()
    parser.expect_end()
    return tree


class _Parser:
    def __init__(self, source: str, *, macros: bool) -> None:
        self.source = source
        self.tokens = tokens(source)
        self.at = 0
        self.macros = macros
        self.depth = 0
        self.macro_depth = 0
        self.nodes = 0

    # -- tokens ---------------------------------------------------------------------------------

    @property
    def token(self) -> Token:
        return self.tokens[self.at]

    def advance(self) -> Token:
        token = self.tokens[self.at]
        self.at += 1
        return token

    def is_op(self, *texts: str) -> bool:
        token = self.token
        return token.kind == "op" and token.value in texts

    def accept(self, text: str) -> bool:
        if self.is_op(text):
            self.at += 1
            return True
        return False

    def expect(self, text: str) -> Token:
        if not self.is_op(text):
            raise self.error(f'expected "{text}"')
        return self.advance()

    def expect_end(self) -> None:
        if self.token.kind != "end":
            raise self.error("expected the end of the expression")

    def error(self, message: str, at: int | None = None) -> ExpressionError:
        token = self.token
        found = "the expression ends here" if token.kind == "end" else f'found "{self.source[token.start:token.end]}"'
        text = message if at is not None else f"{message}; {found}"
        return ExpressionError(text, self.source, token.start if at is None else at)

    def closed(self, node: Node) -> Node:
        """Note where a node ends, and count it."""
        node.end = self.tokens[self.at - 1].end
        self.nodes += 1
        if self.nodes > MAX_NODES:
            raise ExpressionError(f"the expression has more than {MAX_NODES} parts", self.source, node.start)
        return node

    # -- grammar --------------------------------------------------------------------------------

    def expression(self) -> Node:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise self.error(f"the expression is nested more than {MAX_DEPTH} deep", self.token.start)
        start = self.token.start
        node = self.disjunction()
        if self.accept("?"):
            yes = self.disjunction()
            self.expect(":")
            node = self.closed(Conditional(node, yes, self.expression(), start=start))
        self.depth -= 1
        return node

    def disjunction(self) -> Node:
        start = self.token.start
        operands = [self.conjunction()]
        while self.accept("||"):
            operands.append(self.conjunction())
        return operands[0] if len(operands) == 1 else self.closed(Or(tuple(operands), start=start))

    def conjunction(self) -> Node:
        start = self.token.start
        operands = [self.binary(0)]
        while self.accept("&&"):
            operands.append(self.binary(0))
        return operands[0] if len(operands) == 1 else self.closed(And(tuple(operands), start=start))

    def binary(self, level: int) -> Node:
        if level == len(_LEVELS):
            return self.unary()
        start = self.token.start
        node = self.binary(level + 1)
        chain = 0
        while self.token.kind in ("op", "ident") and self.token.value in _LEVELS[level]:
            name = _LEVELS[level][self.advance().value]
            chain += 1
            if chain > MAX_DEPTH:
                raise self.error(f"more than {MAX_DEPTH} operators in a row", start)
            node = self.closed(Call(name, (node, self.binary(level + 1)), start=start))
        return node

    def unary(self) -> Node:
        start = self.token.start
        if self.is_op("!", "-"):
            sign = self.token.value
            count = 0
            while self.is_op(sign):
                if sign == "-" and self.tokens[self.at + 1].kind in ("int", "double"):
                    break
                self.advance()
                count += 1
            if count > MAX_DEPTH:
                raise self.error(f"more than {MAX_DEPTH} operators in a row", start)
            node = self.member()
            for _ in range(count):
                node = self.closed(Not(node, start=start) if sign == "!" else Call("-_", (node,), start=start))
            return node
        return self.member()

    def member(self) -> Node:
        start = self.token.start
        node = self.primary()
        links = 0
        while self.is_op(".", "[", "{"):
            links += 1
            if links > MAX_DEPTH:
                raise self.error(f"a chain of more than {MAX_DEPTH} parts", start)
            if self.is_op("{"):
                raise self.error("protobuf messages are not supported", start)
            node = self.link(node, start)
        return node

    def link(self, node: Node, start: int) -> Node:
        """One ``.name``, ``.name(…)`` or ``[…]`` after a node."""
        if self.accept("["):
            optional = self.accept("?")
            index = self.expression()
            self.expect("]")
            return self.closed(Index(node, index, optional, start=start))
        self.expect(".")
        optional = self.accept("?")
        token = self.token
        if token.kind not in ("ident", "quoted") or (token.kind == "ident" and (token.value in _CONSTANTS or token.value == "in")):
            raise self.error("expected the name of a field or function")
        self.advance()
        if self.is_op("(") and token.kind == "ident" and not optional:
            return self.method(node, token, start)
        return self.closed(Select(node, token.value, optional, start=start))

    def method(self, node: Node, name: Token, start: int) -> Node:
        if self.macros and name.value in MACROS and not (isinstance(node, Ident) and node.name in ("math", "optional")):
            return self.macro(node, name, start)
        args = self.arguments()
        return self.closed(Call(name.value, (node, *args), method=True, start=start))

    def macro(self, node: Node, name: Token, start: int) -> Node:
        """A macro binds its first argument as a variable in the others."""
        self.macro_depth += 1
        if self.macro_depth > MAX_MACRO_DEPTH:
            raise self.error(f"macros are nested more than {MAX_MACRO_DEPTH} deep", name.start)
        before = self.at
        args = self.arguments()
        self.macro_depth -= 1
        kind = name.value
        if len(args) not in MACROS[kind]:
            if kind in ("all", "exists", "exists_one", "map") and len(args) in (3, 4):
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

    def primary(self) -> Node:
        token = self.token
        if token.kind in ("string", "double", "uint"):
            self.advance()
            return self.closed(Literal(token.value, start=token.start))
        if token.kind == "int" or self.is_op("-"):
            return self.number()
        if token.kind == "ident":
            return self.name()
        if self.is_op("."):
            self.advance()
            if self.token.kind != "ident" or self.token.value in _RESERVED:
                raise self.error("expected a name after the leading dot")
            return self.name(absolute=True)
        if self.accept("("):
            node = self.expression()
            self.expect(")")
            return node
        if self.is_op("["):
            return self.list_literal()
        if self.is_op("{"):
            return self.map_literal()
        raise self.error("expected a value")

    def number(self) -> Node:
        """An int, its sign folded in so that the smallest one can be written."""
        start = self.token.start
        negative = self.accept("-")
        token = self.advance()
        if token.kind not in ("int", "double"):
            self.at -= 1
            raise self.error("expected a value")
        if token.kind == "int" and token.value > INT_MAX and not negative:
            raise self.error(f"{token.value} is beyond 64 bits", start)
        return self.closed(Literal(-token.value if negative else token.value, start=start))

    def name(self, *, absolute: bool = False) -> Node:
        token = self.advance()
        start = token.start
        if token.value in _CONSTANTS and not absolute:
            return self.closed(Literal(_CONSTANTS[token.value], start=start))
        if token.value in _RESERVED or token.value in ("in", *_CONSTANTS):
            raise self.error(f'"{token.value}" is a reserved word', start)
        if self.is_op("("):
            if token.value == "has" and self.macros and not absolute:
                return self.has(start)
            args = self.arguments()
            return self.closed(Call(token.value, tuple(args), start=start))
        return self.closed(Ident(token.value, absolute, start=start))

    def has(self, start: int) -> Node:
        args = self.arguments()
        field = args[0] if len(args) == 1 else None
        if not isinstance(field, Select) or field.optional:
            raise self.error('"has" takes one field, as in has(workload.deadline)', start)
        return self.closed(Has(field.operand, field.field, start=start))

    def list_literal(self) -> Node:
        start = self.advance().start
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

    def map_literal(self) -> Node:
        start = self.advance().start
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
