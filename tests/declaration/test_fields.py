"""Fields: one clear message for what they cannot take, nothing personal in it."""

from __future__ import annotations

from typing import Any

import pytest
from marshmallow import ValidationError

from policy_engine.declaration import fields as f
from policy_engine.declaration.kinds.base import Strict
from policy_engine.declaration.nodes import compose
from policy_engine.declaration.values import Timestamp

EVIDENCE = '{value: "2026-10-01", evidence: REV-1, verified_on: 2026-10-02, by: equipe-a}'


def load(field: Any, text: str) -> Any:
    """The value of a field in a document that says ``x: text``."""
    schema = type("One", (Strict,), {"x": field})()
    (root,), errors = compose(f"x: {text}", "f")
    assert errors == []
    return schema.load(root).get("x")


def refusal(field: Any, text: str) -> Any:
    with pytest.raises(ValidationError) as caught:
        load(field, text)
    return caught.value.messages_dict["x"]


SCALARS = [
    f.Text(),
    f.Name(),
    f.Url(),
    f.Email(),
    f.Expression(),
    f.Integer(),
    f.Number(),
    f.Flag(),
    f.Date(),
    f.Instant(),
    f.Span(),
    f.Size(),
    f.Bandwidth(),
    f.Share(),
    f.Choice("a", "b"),
    f.Word("countries"),
    f.Reference("Dataset"),
    f.CatalogName("site"),
    f.Money(),
    f.Control(f.Flag()),
    f.Raw(),
]
STRUCTURES = [f.ListOf(f.Text()), f.MapOf(f.Text()), f.Nested(Strict)]
BY_NAME = {"ids": lambda field: type(field).__name__}


@pytest.mark.parametrize("field", SCALARS + STRUCTURES, **BY_NAME)  # type: ignore[arg-type]
@pytest.mark.parametrize("null", ["", "~", "null"])
def test_an_empty_value_is_an_error_for_every_field(field: Any, null: str) -> None:
    assert refusal(field, null) == ["is empty: give a value or remove the line"]


@pytest.mark.parametrize("field", SCALARS[:-2], **BY_NAME)  # type: ignore[arg-type]
def test_a_scalar_is_neither_a_list_nor_a_mapping(field: Any) -> None:
    assert refusal(field, "[a]")[0].endswith("; found a list")
    assert refusal(field, "{a: b}")[0].endswith("; found a mapping")


@pytest.mark.parametrize("field", STRUCTURES, **BY_NAME)  # type: ignore[arg-type]
def test_a_structure_is_no_scalar(field: Any) -> None:
    assert refusal(field, "abc")[0].endswith('; found "abc"')


@pytest.mark.parametrize("field", SCALARS, **BY_NAME)  # type: ignore[arg-type]
def test_every_field_says_the_type_rules_see(field: Any) -> None:
    inner = field.inner if isinstance(field, f.Control) else field
    assert inner.cel in {"bool", "int", "double", "string", "timestamp", "duration", "dyn"}


def test_texts_are_what_was_written() -> None:
    for text in ("NO", "yes", "on", "22:30", "1.10", "010", "2026-11-30", "1e3"):
        value = load(f.Text(), text)
        assert type(value) is str
        assert value == text
    assert load(f.Text(), '""') == ""
    assert load(f.Text(), '"null"') == "null"
    assert refusal(f.Text(), "x" * 2_001) == ["must be at most 2,000 characters"]


def test_norway_is_a_country() -> None:
    assert load(f.Word("countries"), "NO") == "NO"
    assert load(f.ListOf(f.Word("countries")), "[BR, NO]") == ["BR", "NO"]


def test_a_word_outside_its_list_is_told_the_nearest() -> None:
    field = f.Choice("on_demand", "reserved", "spot")
    assert refusal(field, "ondemand") == ['must be one of the known words; did you mean "on_demand"?; found "ondemand"']
    assert refusal(field, "xyz") == ['must be one of the known words; known: on_demand, reserved, spot; found "xyz"']


@pytest.mark.parametrize("name", ["a", "score-7b", "a.b_c-9", "7b", "x" * 100])
def test_names(name: str) -> None:
    assert load(f.Name(), name) == name


@pytest.mark.parametrize("name", ["A", "a b", "-a", ".a", "é", "a/b", "x" * 101, '""', "аbc"])
def test_what_is_no_name(name: str) -> None:
    assert refusal(f.Name(), name)[0].startswith("must be a name of lower-case letters, digits, dots, dashes")


def test_an_integer_has_a_least_value() -> None:
    assert load(f.Integer(least=1), "1") == 1
    assert refusal(f.Integer(least=1), "0") == ['must be an integer of at least 1; found "0"']


def test_what_is_long_or_may_be_personal_is_never_shown() -> None:
    assert refusal(f.Integer(), "x" * 41) == ["must be an integer"]
    assert refusal(f.Integer(personal=True), "ana@banco.example") == ["must be an integer"]
    assert refusal(f.ListOf(f.Text(), personal=True), "ana@banco.example") == ["must be a list, as in [a, b]"]


def test_a_control_is_its_value_with_or_without_evidence() -> None:
    control = f.Control(f.Date(dated=True))
    assert load(control, "2026-10-01") == load(control, EVIDENCE) == Timestamp.parse("2026-10-01T00:00:00Z")
    assert control.dated


def test_everything_wrong_with_a_control_is_said_at_once() -> None:
    control = f.Control(f.Flag())
    assert refusal(control, "{value: maybe, verified_on: soon, extra: 1}") == {
        "value": ['must be true or false; found "maybe"'],
        "evidence": ["is missing"],
        "verified_on": ['must be a day written YYYY-MM-DD; found "soon"'],
        "extra": ["Unknown field."],
    }
    assert refusal(control, "{by: equipe-a}") == {"value": ["is missing"]}
    assert "equipe" not in str(refusal(control, "{value: true, evidence: X, by: [equipe-a]}"))


def test_lists_and_free_mappings_say_which_element_is_wrong() -> None:
    assert refusal(f.ListOf(f.Integer()), "[1, x, 3, y]") == {
        1: ['must be an integer; found "x"'],
        3: ['must be an integer; found "y"'],
    }
    assert refusal(f.MapOf(f.Integer()), "{a: 1, b: x}") == {"b": ['must be an integer; found "x"']}
    assert load(f.MapOf(f.Text()), "{cost-centre: 4411}") == {"cost-centre": "4411"}
    assert load(f.ListOf(f.Text()), "[]") == []


def test_a_list_wrong_throughout_stops_at_a_hundred() -> None:
    assert len(refusal(f.ListOf(f.Integer()), "[" + "x," * 5_000 + "]")) == 100
    assert len(refusal(f.MapOf(f.Integer()), "{" + "".join(f"k{n}: x," for n in range(5_000)) + "}")) == 100


def test_a_description_travels_with_the_field() -> None:
    field = f.Span(meaning="How long.", unit="h", example="1 h", personal=True, dated=False)
    assert (field.meaning, field.unit, field.example, field.personal) == ("How long.", "h", "1 h", True)
    assert f.Control(field).unit == "h"
