"""The one way in: batches, purity, dates, profiles, and fields and names that packs bring."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from policy_engine.engine import Decision, Options
from policy_engine.errors import NothingToEvaluate, OptionError, PackError
from policy_engine.facts import FACTS
from policy_engine.formats.json import decision_document
from tests.support import AS_OF, CONTEXT, WORKLOAD, Tree, alvara, document, dump, pack, rule, tree


def written(decisions: list[Decision]) -> bytes:
    """Decisions as the bytes of their JSON."""
    return json.dumps([decision_document(one, "en") for one in decisions], allow_nan=False).encode()


def profile(name: str = "prod", **spec: Any) -> dict[str, Any]:
    spec.setdefault("match", {"environment": "production"})
    return {"kind": "Profile", "metadata": {"name": name, "owner": "dpo"}, "spec": spec}


def with_pack(made: Tree, *rules: dict[str, Any], **more: Any) -> Tree:
    made.put("packs/own.yaml", pack(*(rules or (rule(),)), **more))
    return made


@pytest.fixture
def three(tmp_path: Path) -> Tree:
    """Three workloads that differ, under the shipped rules."""
    made = tree(tmp_path)
    made.put("jobs/small.yaml", document(WORKLOAD, "small", compute={"gpus": 1}))
    made.put("jobs/silent.yaml", document(WORKLOAD, "silent", no_flows=None, compute=None))
    return made


def test_a_batch_is_its_workloads_one_by_one(three: Tree) -> None:
    """Design section 1: one job is a batch of one."""
    workspace = three.gather()
    options = Options(AS_OF)
    batch = workspace.engine.evaluate(workspace.jobs, options)
    single = [decision for job in workspace.jobs for decision in three.gather().engine.evaluate([job], options)]
    assert len(batch) == 3
    assert written(batch) == written(single)
    assert len({decision.id for decision in batch}) == 3


def test_evaluating_twice_gives_the_same_bytes(three: Tree) -> None:
    workspace = three.gather()
    first = written(workspace.engine.evaluate(workspace.jobs, Options(AS_OF)))
    assert written(workspace.engine.evaluate(workspace.jobs, Options(AS_OF))) == first
    assert written(three.decide()) == first


def test_a_decision_depends_on_no_zone_no_folder_and_no_environment(three: Tree, tmp_path: Path) -> None:
    """Design section 1: a decision is a pure function of its inputs."""
    arguments = ("check", three.jobs, "--context", three.context, "--as-of", "2026-11-30", "--format", "json")
    seen = {
        alvara(*arguments, cwd=folder, env=env).stdout
        for folder, env in (
            (tmp_path, {"TZ": "Pacific/Kiritimati", "PYTHONHASHSEED": "1"}),
            (Path("/"), {"TZ": "Pacific/Midway", "PYTHONHASHSEED": "2", "LC_ALL": "C", "HOME": "/nowhere"}),
        )
    }
    assert len(seen) == 1
    assert len(json.loads(seen.pop())["decisions"]) == 3


def test_the_id_follows_the_content_and_not_the_layout(tmp_path: Path) -> None:
    made = with_pack(tree(tmp_path))
    (before,) = made.decide()
    text = (
        dump(WORKLOAD).replace("no_flows:", "# a remark\n  no_flows:   # another").replace("owner: ml", 'owner: "ml"')
    )
    made.put("jobs/job.yaml", "\n\n" + text)
    (laid_out,) = made.decide()
    assert laid_out.id == before.id
    made.put("jobs/job.yaml", document(WORKLOAD, compute={"gpus": 16}))
    (changed,) = made.decide()
    assert changed.id != before.id
    assert changed.inputs.documents["Workload/job"] != before.inputs.documents["Workload/job"]
    assert changed.inputs.documents["Dataset/clients"] == before.inputs.documents["Dataset/clients"]


def test_the_id_follows_the_date_the_packs_and_strictness(tmp_path: Path) -> None:
    made = with_pack(tree(tmp_path))
    ids = {made.decide()[0].id, made.decide(date(2026, 12, 1))[0].id, made.decide(strict=True)[0].id}
    with_pack(made, rule(require="true"))
    assert len(ids | {made.decide()[0].id}) == 4


def test_rules_not_in_force_do_not_apply(tmp_path: Path) -> None:
    made = with_pack(
        tree(tmp_path),
        rule("T-NOW"),
        rule("T-LATER", effective={"from": "2026-12-01"}),
        rule("T-OVER", effective={"until": "2026-11-29"}),
        rule("T-DAY", effective={"from": "2026-11-30", "until": "2026-11-30"}),
    )
    (decision,) = made.decide()
    assert {one.rule: one.outcome for one in decision.outcomes} == {
        "T-NOW": "fail",
        "T-LATER": "not_applicable",
        "T-OVER": "not_applicable",
        "T-DAY": "fail",
    }


@pytest.mark.parametrize(
    ("effective", "says"),
    [
        ({"from": "2027-01-01"}, "no rule is in force on 2026-11-30: the first takes effect on 2027-01-01"),
        ({"until": "2025-01-01"}, "no rule is in force on 2026-11-30"),
    ],
)
def test_no_rule_in_force_is_an_error(tmp_path: Path, effective: dict[str, str], says: str) -> None:
    made = with_pack(tree(tmp_path), rule(effective=effective))
    workspace = made.gather()
    with pytest.raises(NothingToEvaluate) as caught:
        workspace.engine.evaluate(workspace.jobs, Options(AS_OF))
    assert caught.value.message == says


def test_switching_off_the_only_pack_leaves_no_rule(tmp_path: Path) -> None:
    made = with_pack(tree(tmp_path))
    made.put("context/profile.yaml", profile(packs={"own": {"enabled": False}}))
    workspace = made.gather()
    with pytest.raises(NothingToEvaluate, match=r"no rule is in force on 2026-11-30$"):
        workspace.engine.evaluate(workspace.jobs, Options(AS_OF))


def test_facts_that_no_rule_reads_are_not_computed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    computed: list[str] = []
    for name, fact in list(FACTS.facts.items()):

        def spied(situation: Any, fact: Any = fact) -> Any:
            computed.append(fact.name)
            return fact.compute(situation)

        monkeypatch.setitem(FACTS.facts, name, type(fact)(name, spied, fact.reads))
    made = with_pack(tree(tmp_path), rule("T-001", require="capacity.nodes == 1"))
    (decision,) = made.decide()
    assert computed == ["capacity.nodes"]
    assert decision.facts == {"capacity": {"nodes": 1}}


def test_a_fact_that_only_a_text_reads_is_computed(tmp_path: Path) -> None:
    made = with_pack(tree(tmp_path), rule(message={"en": "GPUs: ${ capacity.gpus }"}))
    assert made.outcome().message["en"] == "GPUs: 8"


def test_a_fact_of_a_rule_not_in_force_is_not_computed(tmp_path: Path) -> None:
    late = rule("T-LATER", require="capacity.nodes == 1", effective={"from": "2027-01-01"})
    made = with_pack(tree(tmp_path), rule(), late)
    assert made.decide()[0].facts == {}


PARAMETER = {
    "limit": {
        "type": "int", "nature": "policy", "meaning": {"en": "A limit"}, "after_last": "hold",
        "values": [
            {"from": "2026-01-01", "value": 4, "source": "house", "status": "verified"},
            {"from": "2026-12-01", "value": 16, "source": "house", "status": "verified"},
        ],
    }
}  # fmt: skip


def test_a_date_before_a_parameter_begins_is_an_error_that_names_it(tmp_path: Path) -> None:
    """Trap 34."""
    made = with_pack(tree(tmp_path), rule(require="capacity.gpus <= param.limit"), parameters=PARAMETER)
    workspace = made.gather()
    with pytest.raises(PackError, match=r'parameter "limit" has no value on 2025-12-31: its first is from 2026-01-01'):
        workspace.engine.evaluate(workspace.jobs, Options(date(2025, 12, 31)))


def test_parameters_are_looked_up_at_the_date(tmp_path: Path) -> None:
    made = with_pack(tree(tmp_path), rule(require="capacity.gpus <= param.limit"), parameters=PARAMETER)
    assert made.outcome(as_of=date(2026, 11, 30)).outcome == "fail"
    assert made.outcome(as_of=date(2026, 12, 1)).outcome == "pass"


def test_a_profile_sets_a_policy_parameter(tmp_path: Path) -> None:
    made = with_pack(tree(tmp_path), rule(require="capacity.gpus <= param.limit"), parameters=PARAMETER)
    made.put("context/profile.yaml", profile(parameters={"limit": 8}))
    (decision,) = made.decide()
    assert decision.outcomes[0].outcome == "pass"
    assert decision.inputs.profile == "prod"


@pytest.mark.parametrize(
    ("match", "applies"),
    [
        ({"environment": "production"}, True),
        ({"environment": "development"}, False),
        ({"labels": {"team": "risk"}}, True),
        ({"labels": {"team": "fraud"}}, False),
        ({"environment": "production", "labels": {"team": "risk"}}, True),
        ({"environment": "development", "labels": {"team": "risk"}}, False),
    ],
)
def test_a_profile_matches_by_environment_and_label(tmp_path: Path, match: dict[str, Any], applies: bool) -> None:
    made = with_pack(tree(tmp_path))
    made.put("jobs/job.yaml", {**WORKLOAD, "metadata": {"name": "job", "owner": "ml", "labels": {"team": "risk"}}})
    made.put("context/profile.yaml", profile(match=match, weights={"T-001": "deny"}))
    assert made.decide()[0].verdict == ("deny" if applies else "warn")


def test_two_profiles_that_match_are_an_error_and_the_workload_is_not_judged(tmp_path: Path) -> None:
    made = with_pack(tree(tmp_path))
    made.put("context/profiles.yaml", profile("one"), profile("two"))
    workspace = made.gather()
    assert workspace.jobs == ()
    (error,) = workspace.errors
    assert "one and two both match" in error.message
    assert error.place.file.endswith("job.yaml")
    assert made.decide(profile="two")[0].inputs.profile == "two"


def test_a_profile_that_does_not_exist(tmp_path: Path) -> None:
    made = with_pack(tree(tmp_path))
    made.put("context/profile.yaml", profile("production"))
    with pytest.raises(OptionError, match='unknown profile "prodution"; did you mean "production"'):
        made.gather(profile="prodution")


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ({"weights": {"T-LAW": "warn"}}, "T-LAW is law and weighs deny: a Profile cannot make it warn"),
        ({"weights": {"T-LAV": "warn"}}, 'unknown rule "T-LAV"; did you mean "T-LAW"?'),
        ({"parameters": {"adequate_countries": ["US"]}}, "is regulation: a Profile cannot change it"),
        ({"parameters": {"limt": 3}}, 'unknown parameter "limt"; did you mean "limit"?'),
        ({"parameters": {"limit": "many"}}, 'parameter "limit" must be'),
        ({"packs": {"own": {"enabled": False}}}, 'pack "own" holds rules of law: a Profile cannot switch it off'),
        ({"packs": {"owm": {"mode": "warn"}}}, 'unknown pack "owm"; did you mean "own"?'),
    ],
)
def test_what_a_profile_may_not_do(tmp_path: Path, spec: dict[str, Any], says: str) -> None:
    """Design section 2: law is not a Profile's to soften; and nobody is judged under a profile that is refused."""
    made = with_pack(tree(tmp_path), rule("T-LAW", nature="law", severity="critical"), rule(), parameters=PARAMETER)
    made.put("context/profile.yaml", profile(**spec))
    workspace = made.gather()
    first, second = map(str, workspace.errors)
    assert says in first
    assert "profile.yaml:" in first
    assert "not evaluated: the Profile it is judged under, prod, has errors" in second
    assert workspace.jobs == ()


def test_a_profile_may_weigh_law_more_and_policy_as_it_likes(tmp_path: Path) -> None:
    made = with_pack(tree(tmp_path), rule("T-LAW", nature="law"), rule("T-OWN"))
    made.put("context/profile.yaml", profile(weights={"T-LAW": "deny", "T-OWN": "inform"}))
    assert {one.rule: one.weighs for one in made.decide()[0].outcomes} == {"T-LAW": "deny", "T-OWN": "inform"}


@pytest.mark.parametrize(
    ("mode", "law", "policy"), [("observe", "deny", "inform"), ("warn", "deny", "warn"), ("enforce", "deny", "deny")]
)
def test_modes_cap_what_a_finding_weighs(tmp_path: Path, mode: str, law: str, policy: str) -> None:
    made = with_pack(
        tree(tmp_path),
        rule("T-LAW", nature="law", severity="critical"),
        rule("T-OWN", severity="critical"),
        rule("T-LOW", nature="law", severity="low"),
    )
    expected = {"T-LAW": law, "T-OWN": policy, "T-LOW": "inform"}
    for spec in ({"mode": mode}, {"packs": {"own": {"mode": mode}}}):
        made.put("context/profile.yaml", profile(**spec))
        assert {one.rule: one.weighs for one in made.decide()[0].outcomes} == expected


def test_a_review_is_capped_by_the_mode_too(tmp_path: Path) -> None:
    made = with_pack(
        tree(tmp_path),
        rule("T-LAW", nature="law", require="true", review="true"),
        rule("T-OWN", require="true", review="true"),
    )
    assert {one.weighs for one in made.decide()[0].outcomes} == {"warn"}
    made.put("context/profile.yaml", profile(mode="observe"))
    assert {one.rule: one.weighs for one in made.decide()[0].outcomes} == {"T-LAW": "warn", "T-OWN": "inform"}


EXTRA = {"ticket": {"kind": "Workload", "type": "int"}, "tier": {"kind": "Dataset", "type": "string"}}


def test_extra_fields_are_typed_by_the_pack(tmp_path: Path) -> None:
    made = with_pack(
        tree(tmp_path, context={"dataset": {"extra": {"tier": "NO"}}}, extra={"ticket": "1_200"}),
        rule(require='extra.ticket == 1200 && extra.tier == "NO"'),
        extra=EXTRA,
    )
    assert made.outcome().outcome == "pass"


def test_an_extra_field_nobody_carries_is_unknown(tmp_path: Path) -> None:
    found = with_pack(tree(tmp_path), rule(require="extra.ticket > 0"), extra=EXTRA).outcome()
    assert (found.outcome, found.missing) == ("unknown", ("extra.ticket",))


@pytest.mark.parametrize(
    ("extra", "says"),
    [
        ({"tiket": 1}, 'unknown extra field "tiket"; did you mean "ticket"?'),
        ({"ticket": "CHG"}, "ticket must be"),
        ({"ticket": [1]}, "ticket must be a int; found a list"),
        ({"tier": "gold"}, 'extra field "tier" belongs in a document of kind Dataset'),
    ],
)
def test_extra_fields_that_are_refused(tmp_path: Path, extra: dict[str, Any], says: str) -> None:
    made = with_pack(tree(tmp_path, extra=extra), extra=EXTRA)
    workspace = made.gather()
    assert says in str(workspace.errors[0])
    assert "job.yaml:" in str(workspace.errors[0])
    assert workspace.jobs == ()


def test_an_extra_field_with_no_pack_that_asks_for_it_is_refused(tmp_path: Path) -> None:
    (error,) = with_pack(tree(tmp_path, extra={"ticket": 1})).errors()
    assert 'unknown extra field "ticket"; no rule pack defines one for Workload' in error


def test_a_rule_of_the_wrong_type_over_an_extra_field_is_refused_at_load(tmp_path: Path) -> None:
    errors = with_pack(tree(tmp_path), rule(require='extra.ticket == "1"'), extra=EXTRA).errors()
    assert any("own.yaml" in error for error in errors)


def test_pack_variables(tmp_path: Path) -> None:
    made = with_pack(
        tree(tmp_path),
        rule(require="small && nodes == 1", message={"en": "${ nodes }"}),
        variables={"nodes": "capacity.nodes", "small": "nodes < 2 && capacity.gpus < 8"},
    )
    found = made.outcome()
    assert (found.outcome, found.message["en"]) == ("fail", "1")
    assert found.reads == {"capacity.gpus": 8}


def test_a_variable_of_one_pack_is_no_name_in_another(tmp_path: Path) -> None:
    made = with_pack(tree(tmp_path), variables={"small": "capacity.gpus < 8"})
    made.put("packs/other.yaml", pack(rule("U-001", require="small"), name="other"))
    (error,) = made.errors()
    assert "other.yaml" in error
    assert '"small"' in error or "'small'" in error


def test_personal_data_rules_do_not_apply_without_personal_data(tmp_path: Path) -> None:
    """Design section 2, on the shipped rules of transfer."""
    made = tree(tmp_path, context={"dataset": {"personal": False, "categories": None}})
    (decision,) = made.decide()
    transfer = {one.outcome for one in decision.outcomes if one.rule.startswith("BR-TRF")}
    assert transfer <= {"not_applicable", "pass"}


def test_the_order_of_files_does_not_change_a_decision(tmp_path: Path) -> None:
    made = with_pack(tree(tmp_path / "one"))
    other = with_pack(tree(tmp_path / "two"))
    for name in CONTEXT:
        (other.context / f"{name}.yaml").unlink()
    other.put("context/all.yaml", *reversed(CONTEXT.values()))
    assert made.decide()[0].id == other.decide()[0].id


def test_explaining_an_unknown_rule_names_the_nearest(tmp_path: Path) -> None:
    workspace = with_pack(tree(tmp_path)).gather()
    with pytest.raises(OptionError, match='unknown rule "T-01"; did you mean "T-001"'):
        workspace.engine.explain(workspace.jobs, "T-01", Options(AS_OF))
