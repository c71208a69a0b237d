"""What other engines got wrong, by number: where each is tested, and here those that no other test shows end to end.

The numbers are those of the list of traps the project was given; each test says the right behaviour.
"""

from __future__ import annotations

import ast
import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from policy_engine.formats import Report
from policy_engine.formats.json import check_document
from tests.support import CONTEXT, WORKLOAD, Tree, alvara, document, dump, pack, rule, tree

HERE = "test_traps.py"

# Trap → the tests that show the right behaviour.
WHERE: dict[int, tuple[tuple[str, str], ...]] = {
    1: (
        (HERE, "test_1_scalars_are_typed_by_the_field"),
        ("declaration/test_fields.py", "test_norway_is_a_country"),
        ("facts/test_residency.py", "test_norway_is_a_country"),
    ),
    2: ((HERE, "test_2_a_key_given_twice_names_both_lines"),),
    3: (
        (HERE, "test_3_no_number_in_base_sixty"),
        ("declaration/test_nodes.py", "test_no_scalar_is_guessed_from_its_looks"),
    ),
    5: ((HERE, "test_5_an_exponent_is_a_number"), ("declaration/test_scalars.py", "test_numbers")),
    7: ((HERE, "test_7_versions_are_text"), ("packs/test_load.py", "test_the_version_of_a_pack_is_text")),
    8: ((HERE, "test_8_aliases_are_capped"), ("declaration/test_nodes.py", "test_a_limit_says_its_number")),
    10: (("cli/test_check.py", "test_what_the_wrong_file_looks_like_is_said_with_its_place"),),
    11: ((HERE, "test_11_merge_keys_are_refused"),),
    12: (
        (HERE, "test_12_a_day_is_a_day_and_an_instant_without_a_zone_is_refused"),
        ("declaration/test_scalars.py", "test_an_instant_needs_its_zone"),
    ),
    13: ((HERE, "test_13_absent_is_neither_equal_nor_unequal"),),
    14: ((HERE, "test_14_a_rule_that_matched_nothing_is_counted_apart"),),
    15: (
        (HERE, "test_15_empty_is_a_value_and_absent_is_not"),
        ("declaration/test_fields.py", "test_an_empty_value_is_an_error_for_every_field"),
    ),
    16: (
        (HERE, "test_16_a_parameter_is_resolved_whether_or_not_the_rule_comes_to_it"),
        ("packs/test_parameters.py", "test_values_of_the_wrong_type_are_refused_with_their_place"),
    ),
    17: (
        ("packs/test_templates.py", "test_the_verdict_stands_where_a_text_has_no_value"),
        ("packs/test_load.py", "test_texts_are_checked_at_load"),
    ),
    18: ((HERE, "test_18_types_do_not_mix"), ("packs/test_load.py", "test_expressions_are_checked_at_load")),
    19: ((HERE, "test_19_one_good_element_hides_no_bad_one"),),
    20: (
        (HERE, "test_20_numbers_compare_by_value"),
        ("expression/test_functions_comparison.py", "test_numbers_compare_by_value_where_a_double_is_exact"),
    ),
    22: ((HERE, "test_22_no_nan_and_no_infinity"), ("formats/test_json.py", "test_odd_numbers_are_never_bare")),
    24: ((HERE, "test_24_zero_is_a_value"),),
    26: (
        (HERE, "test_26_units_are_kept_apart"),
        ("declaration/test_scalars.py", "test_sizes_tell_powers_of_ten_from_powers_of_two"),
        ("declaration/test_scalars.py", "test_rates_keep_bits_and_bytes_apart"),
    ),
    28: (
        (HERE, "test_28_dates_are_strict"),
        ("declaration/test_scalars.py", "test_days_are_strict_and_begin_at_midnight_utc"),
        ("declaration/test_scalars.py", "test_every_day_comes_back"),
    ),
    34: (
        ("packs/test_parameters.py", "test_before_the_first_value_is_an_error_that_names_it"),
        ("packs/test_parameters.py", "test_after_the_last_value_as_the_parameter_chooses"),
        ("packs/test_parameters.py", "test_thirty_days_before_the_end_there_is_a_warning"),
        ("engine/test_evaluate.py", "test_a_date_before_a_parameter_begins_is_an_error_that_names_it"),
    ),
    36: (
        ("cli/test_check.py", "test_status_by_verdict"),
        ("cli/test_check.py", "test_a_fault_of_ours_is_3_in_one_line"),
    ),
    37: (
        ("cli/test_check.py", "test_a_file_that_cannot_be_read_is_2_and_the_others_are_judged"),
        ("cli/test_check.py", "test_a_file_named_outright_must_be_ours"),
    ),
    38: (
        ("cli/test_check.py", "test_nothing_found_is_2"),
        ("cli/test_check.py", "test_no_rule_is_2"),
        ("engine/test_evaluate.py", "test_no_rule_in_force_is_an_error"),
    ),
    39: (
        ("cli/test_check.py", "test_a_file_that_cannot_be_written_is_2"),
        ("cli/test_check.py", "test_a_reader_that_goes_away_is_no_verdict"),
        ("cli/test_check.py", "test_unknown_commands_and_missing_arguments_are_2"),
        ("cli/test_schema.py", "test_an_unknown_kind_names_the_nearest"),
    ),
    40: (
        ("cli/test_check.py", "test_papers_beside_the_job_are_ignored_and_said"),
        ("engine/test_evaluate.py", "test_what_a_profile_may_not_do"),
        ("formats/test_text.py", "test_the_order_of_the_page"),
    ),
    45: (("packs/test_load.py", "test_ids_are_unique_whatever_the_case_and_both_places_are_named"),),
    50: ((HERE, "test_50_matches_minds_case_and_is_not_anchored"),),
    58: (
        (HERE, "test_58_unknown_fields_at_every_depth"),
        ("declaration/test_reader.py", "test_an_unknown_field_is_an_error_at_every_depth"),
    ),
    63: (
        ("formats/test_text.py", "test_a_rule_is_explained_clause_by_clause"),
        ("cli/test_check.py", "test_explain"),
        ("cli/test_rules.py", "test_every_clause_with_its_value"),
    ),
    64: ((HERE, "test_64_the_distribution_owns_its_names"),),
}


@cache
def names_of(path: Path) -> frozenset[str]:
    """The tests a file defines."""
    tree_ = ast.parse(path.read_text(encoding="utf-8"))
    return frozenset(node.name for node in ast.walk(tree_) if isinstance(node, ast.FunctionDef))


@pytest.mark.parametrize(("trap", "file", "name"), [(trap, *where) for trap, all_ in WHERE.items() for where in all_])
def test_the_table_leads_to_tests(trap: int, file: str, name: str) -> None:
    assert name in names_of(Path(__file__).parent / file), trap


@pytest.fixture
def made(tmp_path: Path) -> Tree:
    return tree(tmp_path)


def replaced(made: Tree, old: str, new: str) -> Tree:
    """The workload with a piece of its text replaced, as a user writes it."""
    text = dump(WORKLOAD)
    assert old in text
    made.put("jobs/job.yaml", text.replace(old, new))
    return made


def value(made: Tree, require: str) -> str:
    """The outcome of a rule that requires something."""
    made.put("packs/own.yaml", pack(rule(require=require)))
    return made.outcome().outcome


@pytest.mark.parametrize("word", ["NO", "no", "yes", "on", "off", "1.10", "22:30", "2026-01-01", "0x1f"])
def test_1_scalars_are_typed_by_the_field(made: Tree, word: str) -> None:
    """An unquoted word where text is expected is that text, whatever it looks like."""
    replaced(made, "spec:\n", f"  labels: {{team: {word}}}\nspec:\n")
    assert value(made, f'workload.labels["team"] == "{word}"') == "pass"


@pytest.mark.parametrize(
    ("word", "accepted"), [("true", True), ("false", True), ("yes", False), ("on", False), ("1", False)]
)
def test_1_only_true_and_false_are_truth_values(made: Tree, word: str, accepted: bool) -> None:
    made.put(
        "context/dataset.yaml",
        dump(document(CONTEXT["dataset"], categories=None)).replace("personal: true", f"personal: {word}"),
    )
    errors = made.errors()
    assert (errors == []) == accepted
    if not accepted:
        assert "dataset.yaml:" in errors[0]
        assert "true" in errors[0]


def test_2_a_key_given_twice_names_both_lines(made: Tree) -> None:
    replaced(made, "  platform: here\n", "  platform: here\n  environment: test\n")
    lines = (made.jobs / "job.yaml").read_text().splitlines()
    both = [number for number, line in enumerate(lines, 1) if line.startswith("  environment:")]
    error = "\n".join(made.errors())
    assert "job.yaml:" in error
    assert all(re.search(rf"\b{number}\b", error) for number in both)


@pytest.mark.parametrize("word", ["1:30:00", "22:30", "1:30"])
def test_3_no_number_in_base_sixty(made: Tree, word: str) -> None:
    replaced(made, "gpus: 8\n", f"gpus: {word}\n")
    assert any("job.yaml:" in error for error in made.errors())


def test_5_an_exponent_is_a_number(made: Tree) -> None:
    made.put("context/dataset.yaml", dump(CONTEXT["dataset"]) + "  subject_count: 1e3\n")
    assert value(made, "datasets[0].subject_count == 1000") == "pass"


def test_7_versions_are_text(made: Tree) -> None:
    text = "apiVersion: alvara/v1\nkind: RulePack\nmetadata: {id: own, version: 1.10}\nrules: []\n"
    made.put("context/pack.yaml", text)
    (own,) = [one for one in made.gather().engine.packs.packs if one.id == "own"]
    assert own.version == "1.10"


def test_8_aliases_are_capped(made: Tree) -> None:
    """The bomb of nine lines: refused before anything is built, by the number that is enforced."""
    levels = "".join(f"  l{n}: &l{n} [{', '.join([f'*l{n - 1}'] * 9)}]\n" for n in range(1, 9))
    made.put(
        "jobs/bomb.yaml",
        f"apiVersion: alvara/v1\nkind: Workload\nmetadata: {{name: b}}\nspec:\n  l0: &l0 [x]\n{levels}",
    )
    (error,) = made.errors()
    assert "bomb.yaml:" in error
    assert re.search(r"\d", error.split("bomb.yaml:")[1])


def test_11_merge_keys_are_refused(made: Tree) -> None:
    made.put("packs/own.yaml", "base: &b {severity: high}\n" + dump(pack(rule())).replace("- id:", "- <<: *b\n  id:"))
    assert any("<<" in error and "own.yaml:" in error for error in made.errors())


@pytest.mark.parametrize(
    ("word", "accepted"),
    [("2026-12-20", True), ('"2026-12-20"', True), ("2026-12-20T10:00:00", False), ("2026-12-20 10:00", False)],
)
def test_12_a_day_is_a_day_and_an_instant_without_a_zone_is_refused(made: Tree, word: str, accepted: bool) -> None:
    """Dates are parsed from their text; documents hold days, and nothing takes an instant for one."""
    replaced(made, "  platform: here\n", f"  platform: here\n  deadline: {word}\n")
    assert (made.errors() == []) == accepted


@pytest.mark.parametrize(
    "require",
    [
        'workload.coupling != "independent"', 'workload.coupling == "independent"', '!(workload.coupling in ["a"])',
        "workload.deadline > as_of", "!(workload.deadline > as_of)",
    ],
)  # fmt: skip
def test_13_absent_is_neither_equal_nor_unequal(made: Tree, require: str) -> None:
    """A missing field makes a rule unknown, never passed and never failed; a critical rule may say that it denies."""
    assert value(made, require) == "unknown"
    made.put("packs/own.yaml", pack(rule(require=require, severity="critical", unknown="deny")))
    assert made.decide()[0].verdict == "deny"
    made.put("packs/own.yaml", pack(rule(when=require, require="true")))
    assert made.outcome().outcome == "unknown"


def test_14_a_rule_that_matched_nothing_is_counted_apart(made: Tree) -> None:
    made.put("packs/own.yaml", pack(rule(when="false"), rule("T-002", require="true")))
    (decision,) = made.decide()
    assert (decision.summary["not_applicable"], decision.summary["pass"]) == (1, 1)


def test_15_empty_is_a_value_and_absent_is_not(made: Tree) -> None:
    replaced(made, "  no_flows:\n  - backup\n  - telemetry\n  - remote_access\n", "  no_flows: []\n")
    assert value(made, "has(workload.no_flows) && size(workload.no_flows) == 0") == "pass"
    assert value(made, "size(workload.flows) == 0") == "unknown"


@pytest.mark.parametrize("word", ["", "null", "~"])
def test_15_null_is_no_declaration(made: Tree, word: str) -> None:
    """A field with nothing in it is neither absent nor empty: it is refused with its place."""
    replaced(made, "environment: production\n", f"environment: {word}\n")
    assert any("job.yaml:" in error for error in made.errors())


def test_16_a_parameter_is_resolved_whether_or_not_the_rule_comes_to_it(made: Tree) -> None:
    """A control must not look healthy until the very input it should stop."""
    made.put("packs/own.yaml", pack(rule(require="capacity.gpus < 100 || capacity.gpus < param.nothing")))
    (error,) = made.errors()
    assert "nothing" in error
    assert "own.yaml:" in error


@pytest.mark.parametrize("require", ['"10" > 5', "workload.name > 5", "null < 0", "capacity.gpus == '8'", "true > 0"])
def test_18_types_do_not_mix(made: Tree, require: str) -> None:
    made.put("packs/own.yaml", pack(rule(require=require)))
    (error,) = made.errors()
    assert "own.yaml:" in error


def test_19_one_good_element_hides_no_bad_one(made: Tree) -> None:
    """Only ``all`` and ``exists``; what failed is named, and only that."""
    flows = [
        {"kind": "backup", "to": {"provider": "eveo", "site": "eveo-cotia"}},
        {"kind": "telemetry", "to": {"provider": "eveo", "site": "eveo-miami"}},
    ]
    made.put("jobs/job.yaml", document(WORKLOAD, flows=flows, no_flows=["remote_access"]))
    made.put("packs/own.yaml", pack(rule(require='residency.flows.all(f, f.country == "BR")')))
    found = made.outcome()
    assert (found.outcome, dict(found.reads)) == ("fail", {"residency.flows[4].country": "US"})
    assert "job.yaml" in found.place.file


def test_20_numbers_compare_by_value(made: Tree) -> None:
    assert value(made, "capacity.gpus == 8 && dyn(capacity.gpus) == 8.0 && dyn(8.5) > capacity.gpus") == "pass"


@pytest.mark.parametrize("word", [".nan", "NaN", ".inf", "-.inf", "Infinity", "1e400"])
def test_22_no_nan_and_no_infinity(made: Tree, word: str) -> None:
    replaced(made, "gpus: 8\n", f"gpus: {word}\n")
    assert any("job.yaml:" in error for error in made.errors())
    document_ = check_document(Report([], made.gather().errors))
    assert json.loads(json.dumps(document_, allow_nan=False)) == document_


def test_24_zero_is_a_value(made: Tree) -> None:
    made.put("context/dataset.yaml", dump(CONTEXT["dataset"]) + "  subject_count: 0\n")
    assert value(made, "has(datasets[0].subject_count) && datasets[0].subject_count == 0") == "pass"


@pytest.mark.parametrize(
    ("size", "bytes_"), [("1 GB", 10**9), ("1 GiB", 2**30), ("1.5 TB", 15 * 10**11), ("500 MB", 5 * 10**8)]
)
def test_26_units_are_kept_apart(made: Tree, size: str, bytes_: int) -> None:
    made.put("context/dataset.yaml", dump(CONTEXT["dataset"]) + f"  size: {size}\n")
    assert value(made, f"datasets[0].size == {bytes_}") == "pass"


def test_26_a_bare_number_is_no_size(made: Tree) -> None:
    made.put("context/dataset.yaml", dump(CONTEXT["dataset"]) + "  size: 500\n")
    error = made.errors()[0]
    assert "GB" in error
    assert "GiB" in error


@pytest.mark.parametrize("word", ["2026", "2026-1-1", "20260101", "01/02/2026", "2026-02-30", "2026-W01", "Jan 1 2026"])
def test_28_dates_are_strict(made: Tree, word: str) -> None:
    made.put("packs/own.yaml", pack(rule(effective={"from": word})))
    assert any("own.yaml:" in error for error in made.errors())


@pytest.mark.parametrize(
    ("require", "outcome"),
    [
        ('workload.name.matches("JO")', "fail"),
        ('workload.name.matches("jo")', "pass"),
        ('workload.name.matches("o")', "pass"),
        ('workload.name.matches("^o")', "fail"),
        ('workload.name.matches("(?i)JOB")', "pass"),
    ],
)
def test_50_matches_minds_case_and_is_not_anchored(made: Tree, require: str, outcome: str) -> None:
    assert value(made, require) == outcome


@pytest.mark.parametrize(
    ("base", "spec", "near"),
    [
        (WORKLOAD, {"platfrom": "here"}, "platform"),
        (WORKLOAD, {"compute": {"gpu": 8}}, "gpus"),
        (WORKLOAD, {"data": [{"dataset": "clients", "field_sent": 3}]}, "fields_sent"),
        (WORKLOAD, {"training": {"model": {"layer": 3}}}, "layers"),
        (CONTEXT["platform"], {"security": {"encryption_in_transit": {"externl": True}}}, "external"),
        (CONTEXT["platform"], {"security": {"mfa": {"value": True, "evidense": "X"}}}, "evidence"),
        (CONTEXT["dataset"], {"location": {"sight": "eveo-cotia"}}, "site"),
    ],
)
def test_58_unknown_fields_at_every_depth(made: Tree, base: dict[str, Any], spec: dict[str, Any], near: str) -> None:
    made.put("jobs/other.yaml", document(base, "other", **spec))
    assert any(f'did you mean "{near}"' in error and "other.yaml:" in error for error in made.errors())


def test_64_the_distribution_owns_its_names() -> None:
    """The command, the module and the distribution are one; no data takes a top-level import name."""
    import importlib.metadata
    import importlib.util

    import policy_engine

    distribution = importlib.metadata.distribution("alvara")
    assert distribution.version == policy_engine.__version__
    assert {entry.name: entry.value for entry in distribution.entry_points} == {"alvara": "policy_engine.cli:main"}
    assert alvara("--version").stdout.strip().endswith(policy_engine.__version__)
    names = importlib.metadata.packages_distributions()
    for needed in ("re2", "click", "marshmallow", "rich"):
        assert len(set(names[needed])) == 1, f"{needed} is owned by {names[needed]}"


# --- regions --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("provider", "site", "verdict", "transfer"),
    [
        ("eveo", "eveo-cotia", "allow", "not_applicable"),
        ("eveo", "eveo-miami", "deny", "fail"),
        ("aws", "eu-west-2", "deny", "fail"),
        ("vast-ai", "host-77", "deny", "unknown"),
    ],
)
def test_regions_by_the_catalog_and_never_by_name(
    tmp_path: Path, provider: str, site: str, verdict: str, transfer: str
) -> None:
    """Miami is in the United States whoever runs it; London is not in the Union; an unknown country denies."""
    made = tree(
        tmp_path,
        context={"platform": {"provider": provider, "site": site}, "organization": {"policy": {"residency": []}}},
    )
    (decision,) = made.decide()
    found = next(one for one in decision.outcomes if one.rule == "BR-TRF-001")
    assert (decision.verdict == "deny", found.outcome) == (verdict == "deny", transfer)


def test_an_unknown_country_of_data_that_is_not_personal_denies_nothing(tmp_path: Path) -> None:
    made = tree(
        tmp_path,
        context={
            "platform": {"provider": "vast-ai", "site": "host-77"},
            "organization": {"policy": {"residency": []}},
            "dataset": {"personal": False, "categories": None},
        },
    )
    (decision,) = made.decide()
    assert next(one for one in decision.outcomes if one.rule == "BR-TRF-001").outcome == "not_applicable"
    assert decision.verdict != "deny"
