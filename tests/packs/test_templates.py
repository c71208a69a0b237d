"""Texts with holes: how they are cut, checked, filled and shown in two languages (trap 17)."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from policy_engine import expression
from policy_engine.declaration.values import Timestamp
from policy_engine.errors import ExpressionError, Place
from policy_engine.packs import show
from policy_engine.packs.templates import Texts, compile_template
from tests.support import pack, rule, tree

NAMES = expression.Environment(
    {"n": expression.INT, "s": expression.STRING, "record": expression.Record("record", {"a": expression.STRING})}
)
BINDINGS: dict[str, Any] = {"n": 3, "s": "x", "record": {}}


def render(source: str, language: str = "en") -> str:
    return compile_template(source, language, NAMES, Place("p.yaml", 1, 1)).render(BINDINGS)


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("no hole", "no hole"),
        ("", ""),
        ("${ n }", "3"),
        ("a ${n}${ s } b", "a 3x b"),
        ("${ {'k': 'v'}['k'] }", "v"),
        ("${ {'k': {'l': 'v'}}['k']['l'] }!", "v!"),
        ("${ '}' + s }", "}x"),
        ('${ "}" + s + "{" }', "}x{"),
        ("${ 'it\\'s }' }", "it's }"),
        ('${ "a\'}" }', "a'}"),
        ("${\n  n\n}", "3"),
        ("price $5 {n}", "price $5 {n}"),
        ("${ n } } {", "3 } {"),
    ],
)
def test_holes(source: str, shown: str) -> None:
    assert render(source) == shown


@pytest.mark.parametrize(("source", "offset"), [("a ${ n", 2), ("${ '}", 0), ("${ {'a': 1 }", 0), ("${ n } ${", 7)])
def test_a_hole_that_is_never_closed(source: str, offset: int) -> None:
    with pytest.raises(ExpressionError, match=r"a '\$\{' is never closed") as caught:
        render(source)
    assert caught.value.offset == offset
    assert str(caught.value.place) == "p.yaml:1:1"


@pytest.mark.parametrize("source", ["${ }", "${ m }", "${ n + s }", "${ record.b }"])
def test_what_is_in_a_hole_is_checked(source: str) -> None:
    with pytest.raises(ExpressionError):
        render(source)


def test_a_hole_without_a_value_shows_an_ellipsis() -> None:
    assert render("country: ${ record.a }; n: ${ n }") == "country: …; n: 3"
    assert render("${ n / (n - 3) } left") == "… left"


def test_the_verdict_stands_where_a_text_has_no_value(tmp_path: Path) -> None:
    """Trap 17: a message that cannot be rendered never takes the finding away."""
    made = tree(tmp_path)
    made.put("packs/own.yaml", pack(rule(severity="critical", message={"en": "due ${ workload.deadline }"})))
    (decision,) = made.decide()
    assert (decision.verdict, decision.outcomes[0].outcome) == ("deny", "fail")
    assert decision.outcomes[0].message["en"] == "due …"


@pytest.mark.parametrize(
    ("value", "english", "portuguese"),
    [
        (True, "yes", "sim"),
        (False, "no", "não"),
        (1234567, "1,234,567", "1.234.567"),
        (-12, "-12", "-12"),
        (1234.5, "1,234.5", "1.234,5"),
        (0.75, "0.75", "0,75"),
        (100.0, "100", "100"),
        (99.99, "99.99", "99,99"),
        (Timestamp.of_date(date(2026, 1, 27)), "2026-01-27", "27/01/2026"),
        (["US", "IE"], "US, IE", "US, IE"),
        ([], "", ""),
        ([1, 2.5], "1, 2.5", "1, 2,5"),
        ("1.5", "1.5", "1.5"),
    ],
)
def test_values_as_a_reader_of_the_language_writes_them(value: Any, english: str, portuguese: str) -> None:
    assert show(value, "en") == english
    assert show(value, "pt-BR") == portuguese


def test_long_lists_are_cut() -> None:
    assert show(list(range(13)), "en") == "0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, …"


@pytest.mark.parametrize("value", [float("nan"), float("inf"), float("-inf"), 1e300, 5e-324])
def test_odd_numbers_are_shown_and_not_lost(value: float) -> None:
    assert show(value, "en")
    assert show(value, "pt-BR")


@given(st.integers())
def test_grouping_never_changes_the_digits(number: int) -> None:
    assert int(show(number, "en").replace(",", "")) == number
    assert int(show(number, "pt-BR").replace(".", "")) == number


@given(st.text(alphabet=st.characters(blacklist_characters="$", blacklist_categories=["Cs"])))
def test_a_text_without_holes_is_itself(text: str) -> None:
    assert render(text) == text


def test_a_text_is_rendered_once_and_only_when_asked_for() -> None:
    template = compile_template("${ n }", "en", NAMES, Place())
    bindings = dict(BINDINGS)
    texts = Texts({"en": template, "pt-BR": template}, bindings)
    assert list(texts) == ["en", "pt-BR"]
    assert len(texts) == 2
    bindings["n"] = 4
    assert texts["en"] == "4"
    bindings["n"] = 5
    assert texts["en"] == "4"
