"""Errors stand at the value, or the key, that they are about."""

from __future__ import annotations

from typing import Any

from policy_engine.declaration import fields as f
from policy_engine.declaration.kinds.base import Strict
from policy_engine.declaration.nodes import compose
from policy_engine.declaration.placing import MOST_ERRORS, field_errors, unknown_field


class Leaf(Strict):
    """A record at the bottom."""

    number = f.Integer(required=True)
    value = f.Flag()


class Tree(Strict):
    """A record with every structure."""

    one = f.Nested(Leaf)
    many = f.ListOf(f.Nested(Leaf))
    free = f.MapOf(f.Nested(Leaf))
    words = f.ListOf(f.Choice("a", "b"))
    control = f.Control(f.Integer())


def found(text: str, name: str = "spec") -> tuple[dict[str, Any], list[str]]:
    (root,), errors = compose(text, "f")
    assert errors == []
    typed, problems = field_errors(Tree(), root, "f", name)
    return typed, [
        f"{error.place.line}:{error.place.column} {error.place.pointer} {error.message}" for error in problems
    ]


def test_each_error_has_line_column_and_pointer() -> None:
    text = """one: {number: x, valu: true}
many:
  - {number: 1}
  - {value: true}
  - {number: y, zzz: 1}
free:
  a/b: {number: 2, value: maybe}
  value: {value: false}
words: [a, c]
control: {value: x, evidence: E-1}
"""
    assert found(text)[1] == [
        '1:15 /spec/one/number number must be an integer; found "x"',
        '1:18 /spec/one/valu unknown field "valu"; did you mean "value"?',
        "4:5 /spec/many/1 number is missing",
        '5:14 /spec/many/2/number number must be an integer; found "y"',
        '5:17 /spec/many/2/zzz unknown field "zzz"; known here: number, value',
        '7:27 /spec/free/a~1b/value value must be true or false; found "maybe"',
        "8:10 /spec/free/value number is missing",
        '9:12 /spec/words/1 words must be one of the known words; known: a, b; found "c"',
        '10:18 /spec/control/value value must be an integer; found "x"',
    ]


def test_what_is_right_is_kept_where_it_stands() -> None:
    typed, _ = found("many: [{number: x, value: true}, nonsense, {number: 3}]\none: {number: 1}\n")
    assert typed == {"one": {"number": 1}, "many": [{"value": True}, {}, {"number": 3}]}


def test_a_field_named_like_an_inner_mark_is_an_unknown_field() -> None:
    assert found("_schema: 1\n")[1] == [
        '1:1 /spec/_schema unknown field "_schema"; known here: control, free, many, one, words'
    ]


def test_what_is_no_mapping_is_told_so() -> None:
    assert found("[a]")[1] == ["1:1 /spec spec must be a mapping of fields"]
    assert found("a", "")[1] == ["1:1  the document must be a mapping of fields"]


def test_a_name_not_yet_given_is_suggested_first() -> None:
    assert unknown_field("gpu", ["gpus", "gpu_s"], {"gpus": 1}) == 'unknown field "gpu"; did you mean "gpu_s"?'
    assert unknown_field("gpuss", ["gpus"], {"gpus": 1}) == 'unknown field "gpuss"; did you mean "gpus"?'


def test_a_mapping_wrong_throughout_says_how_much_is_not_shown() -> None:
    _, problems = found("".join(f"k{n}: 1\n" for n in range(5_000)))
    assert len(problems) == MOST_ERRORS + 1
    assert problems[0].startswith('1:1 /spec/k0 unknown field "k0"')
    assert problems[-1] == "1:1 /spec 4,900 more errors below this place are not shown"
