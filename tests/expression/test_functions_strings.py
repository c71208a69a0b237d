"""Functions on text. Values: cel-spec (string, string_ext)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from policy_engine.expression import EvaluationError, ExpressionError, compile
from policy_engine.expression.environment import Environment
from policy_engine.expression.functions import STANDARD

Value = Callable[..., Any]

ASCII_AND_MORE = st.text(alphabet='abAB ço©α😀\t"\\\n', max_size=12)


def method(name: str, count: int) -> Callable[..., Any]:
    """The row form of a method with so many arguments, its receiver included."""
    (form,) = [form for form in STANDARD.forms(name, method=True) if len(form.params) == count]
    return form.row


@pytest.mark.parametrize(
    ("source", "result"),
    [
        ("'foobar'.startsWith('foo')", True),
        ("'foobar'.endsWith('bar')", True),
        ("'foobar'.contains('oob')", True),
        ("''.contains('')", True),
        ("size('é')", 1),
        ("'πέντε'.size()", 5),
        ("size('😀')", 1),
        ("'hubba'.matches('ubb')", True),
        ("matches('abcd', '^bc$')", False),
        ("'mañana'.matches('a+ñ+a+')", True),
        ("'ALVARÁ'.matches('alvará')", False),
        ("'tacocat'.charAt(3)", "o"),
        ("'tacocat'.charAt(7)", ""),
        ("'©αT'.charAt(1)", "α"),
        ("'tacocat'.indexOf('ac')", 1),
        ("'tacocat'.indexOf('none')", -1),
        ("'tacocat'.indexOf('')", 0),
        ("'tacocat'.indexOf('a', 3)", 5),
        ("'ta©o©αT'.indexOf('©', 3)", 4),
        ("'tacocat'.lastIndexOf('at')", 5),
        ("'tacocat'.lastIndexOf('')", 7),
        ("'tacocat'.lastIndexOf('a', 4)", 1),
        ("'bananananana'.lastIndexOf('nana', 7)", 6),
        ("'TacoCÆt'.lowerAscii()", "tacocÆt"),
        ("'tacoCαt'.upperAscii()", "TACOCαT"),
        ("'12 days 12 hours'.replace('{0}', '2')", "12 days 12 hours"),
        ("'{0} days {0} hours'.replace('{0}', '2', 1)", "2 days {0} hours"),
        ("'1 ©αT taco'.replace('αT', 'o©α')", "1 ©o©α taco"),
        ("'abc'.replace('', '-')", "-a-b-c-"),
        ("'abc'.replace('b', 'x', 0)", "abc"),
        ("'hello world'.split(' ')", ["hello", "world"]),
        ("'hello world events!'.split(' ', 0)", []),
        ("'hello world events!'.split(' ', 1)", ["hello world events!"]),
        ("'o©o©o©o'.split('©', -1)", ["o", "o", "o", "o"]),
        ("'abc'.split('')", ["a", "b", "c"]),
        ("'abc'.split('', 2)", ["a", "bc"]),
        ("''.split('')", []),
        ("''.split(',')", [""]),
        ("'tacocat'.substring(4)", "cat"),
        ("'tacocat'.substring(7)", ""),
        ("'ta©o©αT'.substring(2, 6)", "©o©α"),
        ("'tacocat'.substring(4, 4)", ""),
        ("' \\f\\n\\r\\t\\vtext  '.trim()", "text"),
        ("'\\u0085\\u00a0\\u1680text\\u2000\\u202f\\u3000'.trim()", "text"),
        ("'\\u180etext\\u200b\\ufeff'.trim()", "\u180etext\u200b\ufeff"),
        ("['x', 'y'].join()", "xy"),
        ("['x', 'y'].join('-')", "x-y"),
        ("[].join('-')", ""),
        ("'😀ab'.reverse()", "ba😀"),
        ("strings.quote('first\\nsecond')", '"first\\nsecond"'),
        ("strings.quote('bell\\a \\\"quoted\\\" \\\\ ½')", '"bell\\a \\"quoted\\" \\\\ ½"'),
    ],
)
def test_a_result(value: Value, source: str, result: Any) -> None:
    found = value(source)
    assert (type(found), found) == (type(result), result)


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("'tacocat'.charAt(30)", "index out of range: 30"),
        ("'tacocat'.charAt(-1)", "index out of range: -1"),
        ("'tacocat'.indexOf('a', 30)", "index out of range: 30"),
        ("'tacocat'.lastIndexOf('a', -1)", "index out of range: -1"),
        ("'tacocat'.substring(40)", "index out of range: 40"),
        ("'tacocat'.substring(-1)", "index out of range: -1"),
        ("'tacocat'.substring(1, 50)", "index out of range: 50"),
        ("'tacocat'.substring(3, 2)", "invalid substring range"),
        ("dyn(1).startsWith('a')", "no such overload: startsWith(int, string)"),
        ("'a'.contains(dyn(1))", "no such overload: contains(string, int)"),
        ("'a'.charAt(dyn(true))", "no such overload: charAt(string, bool)"),
        ("dyn(['a', 1]).join(',')", "no such overload: join(list"),
        ("size(dyn(1))", "no such overload: size(int)"),
        ("'a'.matches(x)", "the pattern is not valid"),
    ],
)
def test_what_has_no_result(failure: Value, source: str, message: str) -> None:
    found = failure(source, x="(") if "x)" in source else failure(source)
    assert message in found.message


@pytest.mark.parametrize("pattern", ["(", "a{2,1}", "(?=a)", "\\\\1", "x" * 1001])
def test_a_pattern_that_is_none_never_loads(pattern: str) -> None:
    with pytest.raises(ExpressionError, match="pattern"):
        compile(f"'a'.matches('{pattern}')", Environment({}))


def test_no_pattern_hangs(value: Value) -> None:
    # Exponential for a backtracking engine; RE2 answers at once.
    assert value("x.matches('^(a+)+$')", x="a" * 50_000 + "!") is False


@pytest.mark.parametrize("source", ["x.replace('a', y)", "[x, x, x].join(y)"])
def test_a_text_may_not_grow_without_end(failure: Value, source: str) -> None:
    assert "longer than 1000000" in failure(source, x="a" * 2_000, y="b" * 500_001).message


@given(text=ASCII_AND_MORE, start=st.integers(0, 12), end=st.integers(0, 12))
def test_a_part_lies_between_its_ends(text: str, start: int, end: int) -> None:
    substring = method("substring", 3)
    if 0 <= start <= end <= len(text):
        assert text[:start] + substring(text, start, end) + text[end:] == text
    else:
        with pytest.raises(EvaluationError):
            substring(text, start, end)


@given(text=ASCII_AND_MORE, separator=st.sampled_from([",", "a", "ab", "😀"]))
def test_pieces_joined_again_are_the_text(text: str, separator: str) -> None:
    assert method("join", 2)(method("split", 2)(text, separator), separator) == text


@given(text=ASCII_AND_MORE, part=ASCII_AND_MORE)
def test_a_text_is_contained_where_it_is_found(text: str, part: str) -> None:
    first, last = method("indexOf", 2)(text, part), method("lastIndexOf", 2)(text, part)
    assert method("contains", 2)(text, part) is (first >= 0) is (last >= 0)
    assert first <= last


@given(text=ASCII_AND_MORE)
def test_a_quoted_text_reads_back(text: str) -> None:
    (quote,) = STANDARD.forms("strings.quote", method=False)
    tree = compile(str(quote.row(text)), Environment({})).tree
    assert getattr(tree, "value", None) == text


@given(text=ASCII_AND_MORE)
def test_reversing_twice_changes_nothing(text: str) -> None:
    reverse = method("reverse", 1)
    assert reverse(reverse(text)) == text
