"""The bench of rules: the work it describes, its reference, and that a wrong answer is seen. Nothing is timed."""

from __future__ import annotations

import json
from statistics import mean

import pytest

from bench.peers import MissingPeer, Peer, peer
from bench.peers.peer import imported
from bench.peers.rego import module
from bench.rules import disagreements
from bench.ruleset import RULES
from bench.tree import AllOf, AnyOf, Every, Field, Item, Literal, Negation, Node, Some, truth
from bench.workloads import LEAVES, OPTIONAL, workloads

GIVEN = workloads(200)


@pytest.mark.parametrize("name", ["hand-written", "alvara"])
def test_answers_are_those_of_the_reference(name: str) -> None:
    assert disagreements([peer(name, RULES)], GIVEN) == []


def test_a_wrong_answer_is_found() -> None:
    liar = Peer("liar", lambda workload: [True] * len(RULES))
    found = disagreements([liar], GIVEN[:20])
    assert found
    assert found[0].startswith("liar: workload 0, rule ")


def test_a_number_that_is_true_in_python_is_not_an_answer() -> None:
    right = peer("hand-written", RULES).decide
    loose = Peer("loose", right, lambda answers: [1 if answer else 0 for answer in answers])
    assert len(disagreements([loose], GIVEN[:1])) == len(RULES)


def test_missing_answers_are_found() -> None:
    short = Peer("short", lambda workload: [])
    assert disagreements([short], GIVEN[:1]) == ["short: workload 0 has 0 answers instead of 40"]


def test_a_peer_that_is_not_installed_says_how_to_install_it() -> None:
    with pytest.raises(MissingPeer, match=r"nothing-here is not installed.*pip install .*\[bench\]"):
        imported("no_module_of_this_name", "nothing-here")


# -- the work is the one described ------------------------------------------------------------------


def test_workloads_have_eight_groups_and_forty_five_leaves_of_about_a_kilobyte() -> None:
    assert len(LEAVES) == 8
    assert sum(map(len, LEAVES.values())) == 45
    assert 900 <= mean(len(json.dumps(workload)) for workload in GIVEN) <= 1150


@pytest.mark.parametrize("leaf", list(OPTIONAL))
def test_two_leaves_are_absent_as_often_as_said(leaf: tuple[str, str]) -> None:
    group, name = leaf
    absent = mean(name not in workload[group] for workload in workloads(2000))
    # Four standard deviations of a share of 2,000 draws are less than 0.05.
    assert absent == pytest.approx(OPTIONAL[leaf], abs=0.05)


def test_all_other_leaves_are_there_with_their_type() -> None:
    types = {"bool": bool, "int": int, "double": float, "string": str, "list": list}
    for workload in GIVEN:
        for group, leaves in LEAVES.items():
            for name, kind in leaves.items():
                if name in workload[group]:
                    assert type(workload[group][name]) is types[kind], (group, name)
                else:
                    assert (group, name) in OPTIONAL


def _clauses(node: Node) -> int:
    match node:
        case AllOf(parts=parts) | AnyOf(parts=parts):
            return sum(map(_clauses, parts))
        case Negation(part=part):
            return _clauses(part)
    return 1


def test_forty_rules_of_two_clauses_on_average() -> None:
    assert len(RULES) == 40
    assert mean(map(_clauses, RULES.values())) == pytest.approx(2.0, abs=0.2)
    assert max(map(_clauses, RULES.values())) <= 6


def test_workloads_differ_in_what_they_violate() -> None:
    violated = [sum(not truth(rule, workload) for rule in RULES.values()) for workload in GIVEN]
    assert mean(violated) == pytest.approx(7.3, abs=1.5)


# -- the reference, on values worked by hand --------------------------------------------------------


TAGS = Field("compute", "tags")
GPUS = Field("compute", "gpus")
JOB = {"compute": {"tags": ["team:a", "pii:none"], "gpus": 8}}


@pytest.mark.parametrize(
    ("rule", "value"),
    [
        (GPUS * 2 - 1 == 15, True),
        (GPUS + 1 <= 8, False),
        ((GPUS > 8) | TAGS.holds("pii:none"), True),
        ((GPUS >= 8) & ~TAGS.holds("pii:none"), False),
        (GPUS.one_of(1, 8), True),
        (TAGS.some(Item().starts_with("team:")), True),
        (TAGS.every(Item().starts_with("team:")), False),
        (TAGS.some(Item().matches(":n.ne$")), True),
        (Field("compute", "spot").present, False),
        (GPUS.present, True),
        (Literal(3) != 3, False),
    ],
)
def test_reference(rule: Node, value: bool) -> None:
    assert truth(rule, JOB) is value


def test_rego_gets_one_body_for_each_alternative() -> None:
    either = Every(TAGS, Item().starts_with("a") | Item().starts_with("b"))
    neither = Negation(Some(TAGS, Item() == "x"))
    text = module({"one": either, "two": neither, "three": (GPUS > 8) | ~(GPUS == 1)})
    assert "r0 if { every item in input.compute.tags { either0(item) } }" in text
    assert text.count("either0(item) if {") == 2
    assert 'r1 if { every item in input.compute.tags { (item != "x") } }' in text
    assert "r2 if { (input.compute.gpus > 8) }\nr2 if { (input.compute.gpus != 1) }" in text
