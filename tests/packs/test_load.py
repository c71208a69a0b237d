"""Loading packs: what is wrong in a rule is said when it loads, with its place."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from policy_engine.errors import ExpressionError
from tests.support import AS_OF, Tree, messages, pack, rule, tree

ONE = {"weighs": "warn", "require": "true"}


@pytest.fixture
def made(tmp_path: Path) -> Tree:
    return tree(tmp_path)


def refused(made: Tree, *rules: dict[str, Any], **more: Any) -> str:
    """The errors of a pack, each of which must say where."""
    path = made.put("packs/own.yaml", pack(*rules, **more))
    errors = made.errors()
    assert errors
    assert all(error.startswith(f"{path}:") for error in errors), errors
    return messages(errors)


@pytest.mark.parametrize("part", ["require", "when", "review"])
@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("workload.deadlin > as_of", "deadline"),
        ("residency.country == 'BR'", "countries"),
        ("workloads.name == 'x'", "workload"),
        ("capacity.gpus == '8'", "string"),
        ("'10' > 5", "string"),
        ("capacity.gpus", "bool"),
        ("capacity.gpus <", ""),
        ("sizee(datasets) > 0", "size"),
        ("workload.name.matches('(')", ""),
        ("workload.name.matches('(?=a)b')", ""),
        ("b'x' == b'x'", ""),
        ("param.nothing > 1", ""),
    ],
)
def test_expressions_are_checked_at_load(made: Tree, part: str, source: str, says: str) -> None:
    """Design section 3: a field that does not exist, a wrong type, an unknown function, a bad pattern (trap 18)."""
    over = {part: source} if part == "require" else {"require": "true", part: source}
    assert says in refused(made, rule(**over))


def test_an_error_shows_the_expression_with_a_caret(made: Tree) -> None:
    made.put("packs/own.yaml", pack(rule(require="true && workload.deadlin > as_of")))
    (error,) = made.gather().errors
    assert isinstance(error, ExpressionError)
    line, caret = error.picture.splitlines()
    assert line == "true && workload.deadlin > as_of"
    assert line[caret.index("^") :].startswith((".deadlin", "deadlin"))
    assert 'did you mean "deadline"' in error.message


@pytest.mark.parametrize("text", ["message", "remediation"])
@pytest.mark.parametrize("language", ["en", "pt-BR"])
def test_texts_are_checked_at_load(made: Tree, text: str, language: str) -> None:
    """Trap 17: message templates are checked like rules."""
    found = refused(made, rule(**{text: {language: "on ${ workload.deadlin }"}}))
    assert 'did you mean "deadline"' in found


def test_texts_of_steps_are_checked_too(made: Tree) -> None:
    steps = [{**ONE, "message": {"en": "${ workload.deadlin }"}}]
    assert 'did you mean "deadline"' in refused(made, rule(require=None, levels=steps))


def test_an_open_hole_is_an_error_at_load(made: Tree) -> None:
    assert "is never closed" in refused(made, rule(message={"en": "a ${ workload.name"}))


def test_variables_are_checked(made: Tree) -> None:
    assert 'did you mean "deadline"' in refused(made, rule(), variables={"late": "workload.deadlin < as_of"})


@pytest.mark.parametrize(
    ("over", "says"),
    [
        ({"levels": [ONE]}, "both require and levels"),
        ({"require": None}, "neither require nor levels"),
    ],
)
def test_require_or_levels(made: Tree, over: dict[str, Any], says: str) -> None:
    assert says in refused(made, rule(**over))


@pytest.mark.parametrize(
    ("over", "says"),
    [
        ({"requires": "true"}, '"require"'),
        ({"severity": "hgih"}, '"high"'),
        ({"nature": "norm"}, '"norm"'),
        ({"subject": "datasets"}, '"dataset"'),
        ({"weighs": "block"}, '"block"'),
        ({"unknown": "fail"}, '"fail"'),
        ({"effective": {"from": "2026"}}, "2026-11-30"),
        ({"effective": {"since": "2026-01-01"}}, '"since"'),
        ({"title": {"fr": "Titre"}}, '"fr"'),
        ({"levels": [{"weighs": "warn", "require": "true", "form": "2026-01-01"}], "require": None}, '"from"'),
    ],
)
def test_fields_of_rules_are_closed(made: Tree, over: dict[str, Any], says: str) -> None:
    """Trap 58: unknown keys are refused at every depth, with the nearest name."""
    path = made.put("packs/own.yaml", pack(rule(**over)))
    errors = messages(made.errors())
    assert f"{path}:" in errors
    if says != "2026-11-30":
        assert says in errors


@pytest.mark.parametrize("other", ["T-001", "t-001"])
def test_ids_are_unique_whatever_the_case_and_both_places_are_named(made: Tree, other: str) -> None:
    """Trap 45."""
    first = made.put("packs/a.yaml", pack(rule("T-001"), name="a"))
    second = made.put("packs/b.yaml", pack(rule(other), name="b"))
    (error,) = made.errors()
    assert error.startswith(f"{second}:")
    assert "is already used at" in error
    assert f"{first}:" in error


def test_ids_are_unique_within_a_pack(made: Tree) -> None:
    assert 'rule id "t-001" is already used at' in refused(made, rule("T-001"), rule("t-001"))


def test_ids_of_a_users_pack_may_not_take_a_shipped_one(made: Tree) -> None:
    made.put("context/pack.yaml", pack(rule("sla-001")))
    (error,) = made.errors()
    assert 'rule id "sla-001" is already used at' in error
    assert "availability.yaml" in error


def test_two_packs_of_one_id_are_refused(made: Tree) -> None:
    made.put("packs/a.yaml", pack(rule("A-001")))
    made.put("packs/b.yaml", pack(rule("B-001")))
    (error,) = made.errors()
    assert error.startswith(f"{made.packs / 'b.yaml'}:")
    assert f'pack id "own" is already used at {made.packs / "a.yaml"}:' in error


def test_two_packs_may_not_define_one_parameter_or_extra_field(made: Tree) -> None:
    limit = {
        "type": "int", "nature": "policy", "meaning": {"en": "x"}, "after_last": "hold",
        "values": [{"from": "2026-01-01", "value": 1, "source": "x", "status": "verified"}],
    }  # fmt: skip
    both = {"parameters": {"limit": limit}, "extra": {"ticket": {"kind": "Workload", "type": "int"}}}
    made.put("packs/a.yaml", pack(rule("A-001"), name="a", **both))
    made.put("packs/b.yaml", pack(rule("B-001"), name="b", **both))
    errors = messages(made.errors())
    assert 'parameter "limit" is already defined at' in errors
    assert 'extra field "ticket" is already defined by the pack at' in errors


def test_a_pack_may_not_redefine_a_shipped_parameter(made: Tree) -> None:
    """The law's lists are not a pack's to replace."""
    own = {
        "type": "list(string)", "nature": "policy", "meaning": {"en": "x"}, "after_last": "hold",
        "values": [{"from": "2020-01-01", "value": ["US"], "source": "x", "status": "verified"}],
    }  # fmt: skip
    assert "is already defined at" in refused(made, rule(), parameters={"adequate_countries": own})


def test_the_good_rules_of_a_bad_pack_still_count(made: Tree) -> None:
    made.put("packs/own.yaml", pack(rule("T-BAD", require="workload.nothing"), rule("T-GOOD")))
    assert [one.id for one in made.gather().engine.packs.rules] == ["T-GOOD"]


def test_all_errors_come_in_one_run(made: Tree) -> None:
    found = refused(made, rule("A-1", require="nothing"), rule("A-2", when="size(1)", message={"en": "${ x }"}))
    assert len(found.splitlines()) >= 3


def test_the_version_of_a_pack_is_text(made: Tree) -> None:
    """Trap 7: 1.10 is not 1.1."""
    text = "apiVersion: alvara/v1\nkind: RulePack\nmetadata: {id: own, version: 1.10}\nrules: []\n"
    made.put("packs/own.yaml", text)
    (loaded,) = made.gather().engine.packs.packs
    assert loaded.version == "1.10"


def test_a_pack_of_one_language_loads(made: Tree) -> None:
    """Design section 3: a user's pack loads in one language."""
    only = {"title": {"en": None, "pt-BR": "Título"}, "message": {"en": None, "pt-BR": "Mensagem"}}
    made.put("packs/own.yaml", pack(rule(**only)))
    found = made.outcome(as_of=AS_OF)
    assert dict(found.title) == {"pt-BR": "Título"}
    assert dict(found.message) == {"pt-BR": "Mensagem"}


def test_the_digest_of_a_pack_follows_its_content(made: Tree) -> None:
    def digest() -> str:
        return made.gather().engine.packs.packs[0].digest

    made.put("packs/own.yaml", pack(rule()))
    before = digest()
    made.put("packs/own.yaml", "# a remark\n", pack(rule()))
    assert digest() == before
    made.put("packs/own.yaml", pack(rule(require="true")))
    assert digest() != before
