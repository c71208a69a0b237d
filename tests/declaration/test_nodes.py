"""Raw trees: what was written and where, with limits that hold before anything is built."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from policy_engine.declaration.nodes import compose, parse
from policy_engine.declaration.tree import Limits, Map, Scalar, Seq, step
from policy_engine.errors import AlvaraError, LimitExceeded


def tree(text: str) -> Any:
    roots, errors = compose(text, "f")
    assert errors == []
    (root,) = roots
    return root


def messages(text: str | bytes, limits: Limits | None = None) -> list[str]:
    return [str(error) for error in compose(text, "f", limits or Limits())[1]]


@pytest.mark.parametrize(
    "text", ["NO", "yes", "on", "22:30", "1_000", "010", "+5", "1e3", "1.10", ".inf", "2026-11-30", "0x1F", "=", "null"]
)
def test_no_scalar_is_guessed_from_its_looks(text: str) -> None:
    value = tree(f"a: {text}")["a"]
    assert type(value) is Scalar
    assert value == text


def test_every_node_knows_its_line_and_column() -> None:
    root = tree("a: 1\nbé:\n  - x\n  - {c: [y]}\n")
    assert (root.line, root.column) == (1, 1)
    assert root.keys_at == {"a": (1, 1), "bé": (2, 1)}
    assert (root["a"].line, root["a"].column) == (1, 4)
    items = root["bé"]
    assert isinstance(items, Seq)
    assert [(item.line, item.column) for item in items] == [(3, 5), (4, 5)]
    assert isinstance(items[1], Map)
    assert items[1].keys_at == {"c": (4, 6)}
    assert (items[1]["c"][0].line, items[1]["c"][0].column) == (4, 10)


def test_lines_are_those_of_an_editor_with_windows_breaks_and_a_mark() -> None:
    root = tree("\ufeffa: 1\r\nb: 2\r\n")
    assert root.keys_at == {"a": (1, 1), "b": (2, 1)}


@pytest.mark.parametrize(
    ("text", "null"),
    [("", True), ("~", True), ("null", True), ("Null", True), ("''", False), ('"null"', False), ("nil", False)],
)
def test_only_an_unquoted_null_is_one(text: str, null: bool) -> None:
    assert tree(f"a: {text}")["a"].is_null is null


def test_anchors_within_the_limits_are_fine() -> None:
    root = tree("a: &x {b: 1}\nc: *x\nd: [*x, *x]\n")
    assert root["c"] == root["d"][1] == {"b": "1"}


def test_an_alias_cannot_contain_itself() -> None:
    assert messages("a: &x [*x]") == ['f:1:8: the alias "*x" refers to what contains it']
    assert messages("? &x [1]\n: 2\nb: &y {c: *y}")[1:] == ['f:3:11: the alias "*y" refers to what contains it']


def test_anchors_end_with_their_document() -> None:
    assert messages("a: &x 1\n---\nb: *x\n") == ['f:3:4: the alias "*x" refers to nothing']


BOMB = "a: &a [1,1,1,1,1,1,1,1,1]\n" + "".join(
    f"{chr(98 + n)}: &{chr(98 + n)} [{','.join(['*' + chr(97 + n)] * 9)}]\n" for n in range(9)
)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (BOMB, "the file has more than 200,000 values, aliases written out"),
        ("a: &a 1\nb: [" + "*a," * 101 + "]", "the file has more than 100 aliases"),
        ("[" + "1," * 200_000 + "]", "the file has more than 200,000 values, aliases written out"),
        ("[" * 10_000, "values are nested more than 32 deep"),
        ("{a: " * 10_000, "values are nested more than 32 deep"),
        ("- " * 10_000, "values are nested more than 32 deep"),
        ("? " * 10_000, "values are nested more than 32 deep"),
        ("\n".join(" " * n + "a:" for n in range(2_000)), "values are nested more than 32 deep"),
        ("---\na: 1\n" * 100_000, "the file has more than 10,000 documents"),
        ("a" * 5_000_000, "the text has 5,000,000 bytes; at most 4,194,304 are read"),
    ],
    ids=["bomb", "aliases", "values", "brackets", "braces", "dashes", "questions", "indents", "documents", "bytes"],
)
def test_a_limit_says_its_number(text: str, message: str) -> None:
    parsed = parse(text, "f")
    (error,) = parsed.errors
    assert isinstance(error, LimitExceeded)
    assert error.message == message
    assert parsed.roots == []


def test_faults_of_one_document_are_kept_beside_it() -> None:
    parsed = parse("a: 1\na: 2\n---\nb: 1\n", "f")
    assert [len(root.errors) for root in parsed.roots] == [1, 0]
    assert parsed.errors == []


def test_after_a_syntax_error_the_other_documents_are_read() -> None:
    text = "a: 1\n---\nb: [\n---\nc: 3\n---\nd: }\n---\ne: 5\n"
    parsed = parse(text, "f")
    assert [root.node for root in parsed.roots] == [{"a": "1"}, {"c": "3"}, {"e": "5"}]
    assert [error.place.line for error in parsed.errors] == [4, 7]
    assert parsed.roots[2].node.line == 9


def test_a_text_full_of_syntax_errors_is_given_up_with_a_word() -> None:
    parsed = parse("---\na: [\n" * 60, "f")
    assert len(parsed.errors) == 51
    assert parsed.errors[-1].message == "the file has more than 50 syntax errors: the rest of it was not read"


def test_a_document_followed_by_rubbish_is_not_taken_for_whole() -> None:
    parsed = parse("a: 1\n]\n", "f")
    assert parsed.roots == []
    assert [error.place.line for error in parsed.errors] == [2]


def test_a_json_file_indented_with_tabs_is_read() -> None:
    assert tree('{\n\t"a": [1, "x"],\n\t"b": "S\\u00e3o"\n}') == {"a": ["1", "x"], "b": "São"}


def test_hidden_characters_are_told_by_code_point_wherever_they_matter() -> None:
    # Joiners shape Persian text and emoji: they are refused in names only.
    assert messages("a: x\u200dy") == []
    assert messages("a\u200d: y") == ["f:1:1: the text holds the invisible character U+200D; remove it"]
    assert messages("a: x\u2066y") == ["f:1:4: the text holds the invisible character U+2066; remove it"]
    assert messages("a: 'x\U000e0041y'") == ["f:1:4: the text holds the invisible character U+E0041; remove it"]
    assert messages('a: "x\\u200by"') == ["f:1:4: the text holds the invisible character U+200B; remove it"]
    assert messages("a: preço R$\u00a01") == []


def test_a_pointer_step_escapes_as_rfc_6901_says() -> None:
    assert step("a/b~c") == "/a~1b~0c"
    assert step(0) == "/0"


YAMLISH = st.lists(
    st.sampled_from(
        [
            "a",
            "b: ",
            "- ",
            "[",
            "]",
            "{",
            "}",
            ", ",
            "\n",
            "  ",
            "\t",
            "&x ",
            "*x",
            "<<: ",
            "? ",
            "---\n",
            "...\n",
            "!!",
            "!t ",
            "|\n",
            ">-\n",
            '"',
            "'",
            "#",
            "%YAML 1.1\n",
            "\\",
            "\u200b",
            "\u0085",
            "\ufeff",
            "é",
            ":",
            "~",
            "\r",
            "@",
        ]
    )
)


@given(YAMLISH.map("".join))
def test_no_text_makes_the_parser_raise(text: str) -> None:
    _check(text)


@given(st.binary(max_size=200))
def test_no_bytes_make_the_parser_raise(data: bytes) -> None:
    _check(data)


def _check(data: str | bytes) -> None:
    parsed = parse(data, "f")
    lines = len(data.splitlines()) + 1
    for error in [*parsed.errors, *(error for root in parsed.roots for error in root.errors)]:
        assert isinstance(error, AlvaraError)
        assert 1 <= error.place.line <= lines
        assert error.message
