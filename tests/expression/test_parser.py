"""The grammar of CEL: how operators bind, what macros become, and what is refused with a place."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from policy_engine.errors import ExpressionError
from policy_engine.expression.limits import MAX_DEPTH, MAX_MACRO_DEPTH, MAX_NODES
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
    walk,
)
from tests.expression.strategies import expressions


def shape(node: Node) -> Any:
    """A tree as nested tuples, for comparison."""
    match node:
        case Literal(value=value):
            return value
        case Ident(name=name, absolute=absolute):
            return f".{name}" if absolute else name
        case Select(operand=operand, field=field, optional=optional):
            return (".?" if optional else ".", shape(operand), field)
        case Index(operand=operand, index=index, optional=optional):
            return ("[?]" if optional else "[]", shape(operand), shape(index))
        case Has(operand=operand, field=field):
            return ("has", shape(operand), field)
        case Call(name=name, args=args):
            return (name, *map(shape, args))
        case Not(operand=operand):
            return ("!", shape(operand))
        case And(operands=operands):
            return ("&&", *map(shape, operands))
        case Or(operands=operands):
            return ("||", *map(shape, operands))
        case Conditional(condition=condition, yes=yes, no=no):
            return ("?", shape(condition), shape(yes), shape(no))
        case ListLiteral(elements=elements, optional=optional):
            return ["?" if index in optional else shape(item) for index, item in enumerate(elements)]
        case MapLiteral(entries=entries):
            return {shape(key): shape(value) for key, value in entries}
        case Macro(kind=kind, range=over, variable=variable, body=body, condition=condition):
            return (kind, shape(over), variable, *([shape(condition)] if condition else []), shape(body))
    raise AssertionError(node)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("a || b && c", ("||", "a", ("&&", "b", "c"))),
        ("a && b && c", ("&&", "a", "b", "c")),
        ("a && (b && c)", ("&&", "a", ("&&", "b", "c"))),
        ("a == b + c * d", ("_==_", "a", ("_+_", "b", ("_*_", "c", "d")))),
        ("a - b - c", ("_-_", ("_-_", "a", "b"), "c")),
        ("a < b == c", ("_==_", ("_<_", "a", "b"), "c")),
        ("a in b in c", ("_in_", ("_in_", "a", "b"), "c")),
        ("a ? b : c ? d : e", ("?", "a", "b", ("?", "c", "d", "e"))),
        ("a || b ? c : d", ("?", ("||", "a", "b"), "c", "d")),
        ("!a.b && c", ("&&", ("!", (".", "a", "b")), "c")),
        ("!!a", ("!", ("!", "a"))),
        ("--a", ("-_", ("-_", "a"))),
        ("-1", -1),
        ("--1", ("-_", -1)),
        ("1 - -1", ("_-_", 1, -1)),
        ("-9223372036854775808", -(2**63)),
        ("-a.b", ("-_", (".", "a", "b"))),
        ("-1.5.b", (".", -1.5, "b")),
        ("a.b[0].c", (".", ("[]", (".", "a", "b"), 0), "c")),
        (".a.b", (".", ".a", "b")),
        ("a.`x-y`", (".", "a", "x-y")),
        ("a.if", (".", "a", "if")),
        ("a.?b[?0]", ("[?]", (".?", "a", "b"), 0)),
        ("f(a, b)", ("f", "a", "b")),
        ("a.f(b)", ("f", "a", "b")),
        ("[1, 2,]", [1, 2]),
        ("[?a]", ["?"]),
        ("{'a': 1, 'b': [],}", {"a": 1, "b": []}),
        ("[true, false, null]", [True, False, None]),
        ("has(a.b.c)", ("has", (".", "a", "b"), "c")),
        ("a.all(x, x.b)", ("all", "a", "x", (".", "x", "b"))),
        ("a.map(x, x > 1, x)", ("map", "a", "x", ("_>_", "x", 1), "x")),
        ("a.optMap(x, x)", ("optMap", "a", "x", "x")),
    ],
)
def test_trees(source: str, expected: Any) -> None:
    assert shape(parse(source)) == expected


def test_without_macros_their_names_are_functions() -> None:
    assert shape(parse("has(a.b) && c.all(x, x)", macros=False)) == (
        "&&",
        ("has", (".", "a", "b")),
        ("all", "c", "x", "x"),
    )


def test_every_node_knows_what_it_was_written_as() -> None:
    source = "a.all(x, x.b == 1) && !(c in [1, 2])"
    written = {source[node.start : node.end] for node in walk(parse(source))}
    assert {"a", "a.all(x, x.b == 1)", "x.b == 1", "x.b", "!(c in [1, 2])", "[1, 2]", source} <= written


@given(expressions())
def test_what_a_node_was_written_as_is_the_same_expression(source: str) -> None:
    for node in walk(parse(source)):
        assert shape(parse(source[node.start : node.end])) == shape(node)


@pytest.mark.parametrize(
    ("source", "at", "message"),
    [
        ("", 0, "expected a value; the expression ends here"),
        ("a &&", 4, "expected a value; the expression ends here"),
        ("(a", 2, 'expected ")"; the expression ends here'),
        ("a b", 2, 'expected the end of the expression; found "b"'),
        ("a = b", 2, '"=" is not part of the language'),
        ("a.b(1, )", 7, 'expected a value; found ")"'),
        ("a.1", 1, 'expected the end of the expression; found ".1"'),
        ("a.", 2, "expected the name of a field or function; the expression ends here"),
        ("a.in", 2, 'expected the name of a field or function; found "in"'),
        ("a ? b", 5, 'expected ":"; the expression ends here'),
        ("{'a' 1}", 5, 'expected ":"; found "1"'),
        ("for", 0, '"for" is a reserved word'),
        ("x + var", 4, '"var" is a reserved word'),
        (".true", 1, '"true" is a reserved word'),
        (". 1", 2, 'expected a name after the leading dot; found "1"'),
        ("- - ", 4, "expected a value; the expression ends here"),
        ("!-a", 2, 'expected a value; found "a"'),
        ("9223372036854775808", 0, "9223372036854775808 is beyond 64 bits"),
        ("Msg{a: 1}", 0, "protobuf messages are not supported"),
        ("has(a)", 0, '"has" takes one field, as in has(workload.deadline)'),
        ("has(a.b, c)", 0, '"has" takes one field, as in has(workload.deadline)'),
        ("has(a.?b)", 0, '"has" takes one field, as in has(workload.deadline)'),
        ("a.all(x)", 2, '"all" takes a variable and an expression'),
        ("a.all(x, y, x)", 2, '"all" with two variables is not supported'),
        ("a.exists(x.y, x)", 9, 'the first argument of "exists" must be a plain name'),
        ("a.exists(.x, x)", 9, 'the first argument of "exists" must be a plain name'),
    ],
)
def test_what_is_refused_has_a_place(source: str, at: int, message: str) -> None:
    with pytest.raises(ExpressionError) as raised:
        parse(source)
    assert (raised.value.message, raised.value.offset) == (message, at)


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("(" * MAX_DEPTH + "1" + ")" * MAX_DEPTH, f"the expression is nested more than {MAX_DEPTH} deep"),
        ("[" * 5000, f"the expression is nested more than {MAX_DEPTH} deep"),
        ("!" * 5000 + "a", f"more than {MAX_DEPTH} operators in a row"),
        ("-" * 5000 + "a", f"more than {MAX_DEPTH} operators in a row"),
        (" + ".join("1" * 3000), f"more than {MAX_DEPTH} operators in a row"),
        ("a" + ".b" * 3000, f"a chain of more than {MAX_DEPTH} parts"),
        ("a.all(x, " * (MAX_MACRO_DEPTH + 1), f"macros are nested more than {MAX_MACRO_DEPTH} deep"),
        (f"[{', '.join('1' * MAX_NODES)}]", f"the expression has more than {MAX_NODES} parts"),
        ("||".join("a" * MAX_NODES), f"the expression has more than {MAX_NODES} parts"),
    ],
)
def test_limits_say_their_number(source: str, message: str) -> None:
    with pytest.raises(ExpressionError, match=re.escape(message)):
        parse(source)


@given(st.text(alphabet="ab1.?:[]{}(),&|!<>=+-*/% '\"`\\\n", max_size=40))
def test_any_text_is_a_tree_or_refused_with_a_place(text: str) -> None:
    refused = None
    try:
        parse(text)
    except ExpressionError as error:
        refused = error
    assert refused is None or (0 <= refused.offset <= len(text) and refused.picture.endswith("^"))
