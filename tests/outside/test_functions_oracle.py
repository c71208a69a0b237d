"""Arithmetic, comparison and text functions against Google's cel-cpp (cel-expr-python), where it is installed."""

from __future__ import annotations

import struct
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from policy_engine.declaration.values import UInt
from policy_engine.expression import Clause, Environment, Failure, compile, compile_rows

cel = pytest.importorskip("cel_expr_python.cel", reason="cel-expr-python has no wheel for this machine")
ext_strings = pytest.importorskip("cel_expr_python.ext.ext_strings")
ext_math = pytest.importorskip("cel_expr_python.ext.ext_math")

ORACLE = cel.NewEnv(extensions=[ext_strings.ExtStrings(), ext_math.ExtMath()])
ERROR = ("error", None)

INTS = st.one_of(
    st.integers(-(2**63), 2**63 - 1), st.integers(-9, 9), st.sampled_from([2**63 - 1, -(2**63), 2**53 + 1, 2**31])
)
UINTS = st.one_of(st.integers(0, 2**64 - 1), st.integers(0, 9)).map(UInt)
DOUBLES = st.one_of(st.floats(allow_nan=False, allow_infinity=False), st.integers(-9, 9).map(float))
TEXTS = st.text("abcAB,% é😀", max_size=8)


def written(value: Any) -> str:
    """A value as an expression."""
    if isinstance(value, UInt):
        return f"{int(value)}u"
    if isinstance(value, str):
        return f'"{value}"'
    return f"({value!r})"


def ours(source: str) -> tuple[str, Any]:
    """The kind and value of an expression here."""
    (value,) = compile_rows([Clause(None, compile(source, Environment({})))])({})
    if isinstance(value, Failure):
        return ERROR
    if isinstance(value, float):
        return "double", "nan" if value != value else struct.pack(">d", value)
    if isinstance(value, list):
        return "list", value
    kinds = {bool: "bool", int: "int", UInt: "uint", str: "string"}
    return kinds[type(value)], value


def theirs(source: str) -> tuple[str, Any]:
    """The kind and value of an expression in cel-cpp."""
    try:
        found = ORACLE.compile(source, disable_check=True).eval()
    except RuntimeError:
        return ERROR
    kind = found.type().name().lower()
    if "error" in kind:
        return ERROR
    value = found.plain_value()
    if isinstance(value, float):
        return "double", "nan" if value != value else struct.pack(">d", value)
    return ("list", value) if isinstance(value, list) else (kind, value)


def apart(text: str, part: str) -> bool:
    """Whether there is something to split: of nothing by nothing cel-go makes no piece, as here, and cel-cpp one."""
    return bool(text or part)


def agree(source: str) -> None:
    assert ours(source) == theirs(source), source


@given(st.sampled_from("+-*/%"), st.one_of(st.tuples(INTS, INTS), st.tuples(UINTS, UINTS)))
def test_arithmetic_of_whole_numbers(symbol: str, pair: tuple[Any, Any]) -> None:
    agree(f"{written(pair[0])} {symbol} {written(pair[1])}")


@given(st.sampled_from("+-*/"), DOUBLES, DOUBLES)
def test_arithmetic_of_doubles(symbol: str, left: float, right: float) -> None:
    agree(f"{written(left)} {symbol} {written(right)}")


@given(
    st.sampled_from(["==", "!=", "<", "<=", ">", ">="]),
    st.one_of(INTS, UINTS, DOUBLES),
    st.one_of(INTS, UINTS, DOUBLES),
)
def test_comparison_of_numbers(symbol: str, left: Any, right: Any) -> None:
    agree(f"dyn({written(left)}) {symbol} dyn({written(right)})")


@given(st.sampled_from(["int", "uint", "double"]), st.one_of(INTS, UINTS, DOUBLES))
def test_conversion_of_numbers(name: str, number: Any) -> None:
    agree(f"{name}({written(number)})")


@given(st.sampled_from(["ceil", "floor", "round", "trunc", "abs", "sign", "isFinite"]), DOUBLES)
def test_functions_of_doubles(name: str, number: float) -> None:
    agree(f"math.{name}({written(number)})")


@given(st.sampled_from(["bitAnd", "bitOr", "bitXor"]), st.one_of(st.tuples(INTS, INTS), st.tuples(UINTS, UINTS)))
def test_functions_of_bits(name: str, pair: tuple[Any, Any]) -> None:
    agree(f"math.{name}({written(pair[0])}, {written(pair[1])})")


@given(st.sampled_from(["bitShiftLeft", "bitShiftRight"]), st.one_of(INTS, UINTS), st.integers(-2, 70))
def test_shifts(name: str, number: Any, count: int) -> None:
    agree(f"math.{name}({written(number)}, {count})")


@given(st.sampled_from(["contains", "startsWith", "endsWith", "indexOf", "lastIndexOf", "split"]), TEXTS, TEXTS)
def test_functions_of_two_texts(name: str, text: str, part: str) -> None:
    if name != "split" or apart(text, part):
        agree(f"{written(text)}.{name}({written(part)})")


@given(st.sampled_from(["indexOf", "lastIndexOf", "split"]), TEXTS, TEXTS, st.integers(-2, 10))
def test_functions_with_a_number(name: str, text: str, part: str, number: int) -> None:
    if name != "split" or apart(text, part):
        agree(f"{written(text)}.{name}({written(part)}, {number})")


@given(TEXTS, st.integers(-1, 9), st.integers(-1, 9))
def test_parts_of_a_text(text: str, start: int, end: int) -> None:
    if end != len(text):  # cel-cpp refuses the end of the text as an end
        agree(f"{written(text)}.substring({start}, {end})")
    agree(f"{written(text)}.substring({start})")
    agree(f"{written(text)}.charAt({start})")


@given(TEXTS, TEXTS, TEXTS, st.integers(-1, 4))
def test_replacing(text: str, old: str, new: str, count: int) -> None:
    agree(f"{written(text)}.replace({written(old)}, {written(new)}, {count})")


@given(st.sampled_from(["f", "e"]), st.integers(0, 12), DOUBLES)
def test_formatting_of_doubles(letter: str, digits: int, number: float) -> None:
    agree(f'"%.{digits}{letter}".format([{written(number)}])')


@given(st.sampled_from("dxXob"), st.one_of(INTS, UINTS))
def test_formatting_of_whole_numbers(letter: str, number: Any) -> None:
    agree(f'"%{letter}".format([{written(number)}])')
