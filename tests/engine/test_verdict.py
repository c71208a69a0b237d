"""What an outcome weighs and what weights come to: the table and the words of design section 2."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from policy_engine.engine.verdict import Bite, judge, verdict_of, weigh
from policy_engine.expression import Failure
from policy_engine.packs import WEIGHTS, Level, table_weight, weaker
from tests.support import built_rule, merged, pack, rule, tree

LAW = ("law", "regulation")
SOFT = ("guidance", "good_practice")

# The table of design section 2, line by line.
TABLE = {
    **{(nature, "critical"): "deny" for nature in (*LAW, "policy")},
    **{(nature, "critical"): "warn" for nature in SOFT},
    **{(nature, "high"): "warn" for nature in (*LAW, "policy")},
    **{(nature, "high"): "inform" for nature in SOFT},
    **{(nature, severity): "inform" for nature in (*LAW, *SOFT, "policy") for severity in ("medium", "low")},
}

ABSENT = Failure("absent", "not declared", ("workload.deadline",), 0)
ERROR = Failure("error", "division by zero", (), 0)


def level(weighs: str = "deny", first: date | None = None, last: date | None = None) -> Level:
    return Level(None, weighs, first, last)  # type: ignore[arg-type]


@pytest.mark.parametrize(("nature", "severity"), sorted(TABLE))
def test_the_table(nature: str, severity: str) -> None:
    assert table_weight(nature, severity) == TABLE[nature, severity]


def test_the_table_is_whole() -> None:
    assert len(TABLE) == 5 * 4


@pytest.mark.parametrize(("nature", "severity"), sorted(TABLE))
def test_what_fails_weighs_as_the_table_says_on_real_documents(nature: str, severity: str, tmp_path: Path) -> None:
    made = tree(tmp_path)
    made.put("packs/own.yaml", pack(rule(nature=nature, severity=severity)))
    found = made.outcome()
    assert (found.outcome, found.weighs) == ("fail", TABLE[nature, severity])


@pytest.mark.parametrize(("weight", "less"), [("deny", "warn"), ("warn", "inform"), ("inform", "inform")])
def test_unknown_is_one_step_less(weight: str, less: str) -> None:
    assert weaker(weight) == less
    assert weigh(built_rule(), "unknown", weight, strict=False) == less


@pytest.mark.parametrize("weight", WEIGHTS)
def test_strict_treats_unknown_as_fail(weight: str) -> None:
    assert weigh(built_rule(), "unknown", weight, strict=True) == weight
    assert weigh(built_rule(unknown="inform"), "unknown", weight, strict=True) == weight


def test_unknown_deny_weighs_what_failing_does_and_never_more() -> None:
    assert weigh(built_rule(unknown="deny"), "unknown", "deny", strict=False) == "deny"
    assert weigh(built_rule(unknown="deny"), "unknown", "warn", strict=False) == "warn"
    assert weigh(built_rule(unknown="inform"), "unknown", "deny", strict=False) == "inform"


@pytest.mark.parametrize("weight", WEIGHTS)
@pytest.mark.parametrize("strict", [False, True])
def test_review_weighs_warn_and_error_what_failing_does(weight: str, strict: bool) -> None:
    assert weigh(built_rule(), "review", weight, strict=strict) == "warn"
    assert weigh(built_rule(), "error", weight, strict=strict) == weight


@pytest.mark.parametrize(
    ("results", "review", "outcome"),
    [
        ([False, ERROR, ABSENT, True], True, "fail"),
        ([ERROR, ABSENT, True], True, "review"),
        ([ABSENT, ERROR, True], None, "error"),
        ([True, ABSENT], False, "unknown"),
        ([True, True], False, "pass"),
        ([True, None], None, "pass"),
        ([None, None], None, "not_applicable"),
        ([], None, "not_applicable"),
        ([], True, "review"),
    ],
)
def test_the_fold(results: list[object], review: bool | None, outcome: str) -> None:
    """Fail stands over review, over error, over unknown, over pass."""
    judged = judge(built_rule(), [(level(), result) for result in results], review)  # type: ignore[misc]
    assert judged.outcome == outcome


RESULTS = st.sampled_from([True, False, None, ABSENT, ERROR])


@given(st.lists(st.tuples(st.sampled_from(WEIGHTS), RESULTS), max_size=6), st.data())
def test_the_order_of_levels_changes_neither_outcome_nor_weight(
    steps: list[tuple[str, object]], data: st.DataObject
) -> None:
    mixed = data.draw(st.permutations(steps))
    one, other = (
        judge(built_rule(), [(level(weight), result) for weight, result in each], None)  # type: ignore[misc]
        for each in (steps, mixed)
    )
    assert (one.outcome, one.weighs) == (other.outcome, other.weighs)


@given(st.lists(st.sampled_from(WEIGHTS)), st.data())
def test_the_order_of_findings_does_not_change_the_verdict(weights: list[str], data: st.DataObject) -> None:
    assert verdict_of(weights) == verdict_of(data.draw(st.permutations(weights)))


@given(st.lists(st.sampled_from(WEIGHTS)), st.sampled_from(WEIGHTS))
def test_one_more_finding_never_makes_a_verdict_milder(weights: list[str], more: str) -> None:
    order = ("allow", "warn", "deny")
    assert order.index(verdict_of([*weights, more])) >= order.index(verdict_of(weights))


@pytest.mark.parametrize(
    ("weights", "verdict"),
    [([], "allow"), (["inform"], "allow"), (["inform", "warn"], "warn"), (["warn", "deny", "inform"], "deny")],
)
def test_verdicts(weights: list[str], verdict: str) -> None:
    assert verdict_of(weights) == verdict


@pytest.mark.parametrize("nature", LAW)
def test_no_mode_takes_law_below_warn(nature: str) -> None:
    """A mode never takes law that warns or denies below ``warn``; what informs goes on informing."""
    statute = built_rule(nature=nature)
    for mode in ("observe", "warn"):
        bite = Bite({}, {}, mode)
        assert [bite.apply(statute, weight) for weight in WEIGHTS] == ["inform", "warn", "warn"]


def test_modes_of_policy() -> None:
    house = built_rule()
    assert [Bite({}, {}, "observe").apply(house, weight) for weight in WEIGHTS] == ["inform"] * 3
    assert [Bite({}, {}, "warn").apply(house, weight) for weight in WEIGHTS] == ["inform", "warn", "warn"]
    assert [Bite({}, {}, "enforce").apply(house, weight) for weight in WEIGHTS] == list(WEIGHTS)
    assert Bite({}, {"own": "observe"}, "enforce").apply(house, "deny") == "inform"
    assert Bite({}, {"own": "enforce"}, "observe").apply(house, "deny") == "deny"


def test_a_fault_of_the_organization_denies_only_where_the_rule_says_so(tmp_path: Path) -> None:
    made = tree(tmp_path)
    about = {"subject": "organization", "severity": "critical", "nature": "law"}
    made.put("packs/own.yaml", pack(rule("T-001", **about), rule("T-002", **about, organization_denies=True)))
    (decision,) = made.decide()
    assert {one.rule: (one.weighs, one.subject.name) for one in decision.outcomes} == {
        "T-001": ("warn", "acme"),
        "T-002": ("deny", "acme"),
    }


STEPS = [
    {"weighs": "warn", "require": "capacity.gpus <= 4"},
    {"weighs": "deny", "require": "capacity.gpus <= 16"},
]


@pytest.mark.parametrize(
    ("gpus", "outcome", "weighs"), [(4, "pass", None), (8, "fail", "warn"), (16, "fail", "warn"), (24, "fail", "deny")]
)
def test_two_thresholds(tmp_path: Path, gpus: int, outcome: str, weighs: str | None) -> None:
    """As SCALE-001: warn below one figure, deny below another; the heaviest step that fails counts."""
    made = tree(tmp_path, compute={"gpus": gpus})
    made.put("packs/own.yaml", pack(rule(require=None, levels=STEPS)))
    found = made.outcome()
    assert found.outcome == outcome
    assert weighs in (None, found.weighs)


@pytest.mark.parametrize(
    ("day", "outcome", "weighs"),
    [
        ("2024-08-22", "not_applicable", None),
        ("2024-08-23", "fail", "warn"),
        ("2025-08-22", "fail", "warn"),
        ("2025-08-23", "fail", "deny"),
    ],
)
def test_two_dates_and_both_ends_count(tmp_path: Path, day: str, outcome: str, weighs: str | None) -> None:
    """As BR-TRF-003: a year to adapt (Res. CD/ANPD 19/2024), then the clauses are due."""
    dated = [
        {"from": "2024-08-23", "until": "2025-08-22", "weighs": "warn", "require": "false"},
        {"from": "2025-08-23", "weighs": "deny", "require": "false"},
    ]
    made = tree(tmp_path)
    made.put("packs/own.yaml", pack(rule(require=None, levels=dated), rule("T-002")))
    found = made.outcome(as_of=date.fromisoformat(day))
    assert found.outcome == outcome
    assert weighs in (None, found.weighs)


def test_unknown_in_steps_weighs_one_step_less_than_the_heaviest_that_is_not_known(tmp_path: Path) -> None:
    made = tree(tmp_path, compute={"gpus": None})
    made.put("packs/own.yaml", pack(rule(require=None, levels=STEPS)))
    found = made.outcome()
    assert (found.outcome, found.weighs, found.missing) == ("unknown", "warn", ("workload.compute.gpus",))


def test_a_rule_may_say_what_it_weighs(tmp_path: Path) -> None:
    made = tree(tmp_path)
    made.put("packs/own.yaml", pack(rule(weighs="deny", severity="low")))
    (decision,) = made.decide()
    assert (decision.outcomes[0].weighs, decision.verdict) == ("deny", "deny")


OUTCOMES = st.lists(
    st.tuples(
        st.sampled_from(sorted(TABLE)),
        st.sampled_from(["true", "false", "1 / (capacity.gpus - 8) > 0", "workload.deadline > as_of"]),
    ),
    min_size=1,
    max_size=6,
)


@settings(max_examples=20)
@given(OUTCOMES, st.randoms(use_true_random=False))
def test_the_order_of_rules_does_not_change_the_verdict(
    tmp_path_factory: pytest.TempPathFactory, drawn: list[tuple[tuple[str, str], str]], chance: object
) -> None:
    rules = [
        rule(f"T-{index:03}", nature=nature, severity=severity, require=require)
        for index, ((nature, severity), require) in enumerate(drawn)
    ]
    seen = []
    for order in (rules, chance.sample(rules, len(rules))):  # type: ignore[attr-defined]
        made = tree(tmp_path_factory.mktemp("order"))
        made.put("packs/own.yaml", pack(*order))
        (decision,) = made.decide()
        seen.append((decision.verdict, {one.rule: (one.outcome, one.weighs) for one in decision.outcomes}))
    assert seen[0] == seen[1]


def test_an_error_of_a_rule_weighs_as_its_failure(tmp_path: Path) -> None:
    made = tree(tmp_path)
    made.put("packs/own.yaml", pack(merged(rule(severity="critical"), {"require": "1 / (capacity.gpus - 8) > 0"})))
    found = made.outcome()
    assert (found.outcome, found.weighs) == ("error", "deny")


@pytest.mark.parametrize(("review", "outcome"), [(ABSENT, "unknown"), (ERROR, "error"), (False, "pass")])
def test_a_review_that_cannot_be_told_is_no_pass(review: object, outcome: str) -> None:
    """Design section 2: ``unknown`` is never a pass, whichever clause has no value."""
    assert judge(built_rule(), [(level(), True)], review).outcome == outcome  # type: ignore[arg-type]
