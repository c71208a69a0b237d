"""The JSON of a decision: the keys of design section 4, typed, in the order of the design."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from policy_engine.engine import OUTCOMES
from policy_engine.errors import FieldError, OptionError, Place
from policy_engine.formats import FORMATS, Report, writer
from tests.support import Tree, pack, rule, tree

# Design section 4; what the project adds to it is listed apart, so that an addition is a decision.
DECISION = ["schema", "id", "workload", "verdict", "as_of", "inputs", "summary", "outcomes", "facts"]
INPUTS = ["engine", "documents", "packs", "parameters", "catalog", "rates", "gate", "strict"]
OUTCOME = [
    "rule", "outcome", "subject", "severity", "weighs", "nature", "basis", "message", "reads", "missing",
    "remediation", "at", "waiver",
]  # fmt: skip
ADDED = {
    "decision": {"owner"},
    "inputs": {"profile"},
    "outcome": {"title", "unverified", "references"},
    "check": {"notes"},
}


def loaded(text: Any, report: Report) -> dict[str, Any]:
    def refuse(name: str) -> None:
        raise AssertionError(f"{name} is not JSON")

    document: dict[str, Any] = json.loads(text(report, "json"), parse_constant=refuse)
    return document


def test_the_keys_of_a_run(report: Any, text: Any) -> None:
    document = loaded(text, report())
    assert set(document) == {"schema", "decisions", "errors"} | ADDED["check"]
    assert document["schema"] == "alvara/check/v1"


def test_the_keys_of_a_decision(report: Any, text: Any) -> None:
    (decision,) = loaded(text, report())["decisions"]
    assert [key for key in decision if key not in ADDED["decision"]] == DECISION
    assert set(decision) == {*DECISION} | ADDED["decision"]
    assert [key for key in decision["inputs"] if key not in ADDED["inputs"]] == INPUTS
    assert set(decision["inputs"]) == {*INPUTS} | ADDED["inputs"]
    assert list(decision["summary"]) == list(OUTCOMES)
    for outcome in decision["outcomes"]:
        assert [key for key in outcome if key not in ADDED["outcome"]] == OUTCOME
        assert set(outcome) == {*OUTCOME} | ADDED["outcome"]
        assert list(outcome["subject"]) == ["kind", "name", "owner"]
        assert list(outcome["at"]) == ["file", "line", "column"]


def test_the_values(report: Any, text: Any) -> None:
    (decision,) = loaded(text, report())["decisions"]
    assert decision["schema"] == "alvara/decision/v1"
    assert decision["id"].startswith("sha256:")
    assert (decision["workload"], decision["verdict"], decision["as_of"]) == ("job", "deny", "2026-11-30")
    inputs = decision["inputs"]
    digests = [*inputs["documents"].values(), *inputs["packs"].values(), inputs["parameters"], inputs["catalog"]]
    assert all(digest.startswith("sha256:") and len(digest) == 71 for digest in digests)
    assert set(inputs["documents"]) == {
        "Activity/score", "Dataset/clients", "Organization/acme", "Platform/here", "Workload/job",
    }  # fmt: skip
    assert sum(decision["summary"].values()) == len(decision["outcomes"]) == 11
    found = {one["rule"]: one for one in decision["outcomes"]}
    assert {name: one["outcome"] for name, one in found.items() if name in ("T-DENY", "T-GAP", "T-REVIEW")} == {
        "T-DENY": "fail", "T-GAP": "unknown", "T-REVIEW": "review",
    }  # fmt: skip
    assert found["T-GAP"]["missing"] == ["workload.compute.gpus"]
    assert found["T-WARN"]["reads"] == {"workload.name": "job"}
    assert found["T-ERROR"]["outcome"] == "error"
    assert found["T-NA"]["outcome"] == "not_applicable"


def test_a_finding_has_file_line_and_column(report: Any, text: Any) -> None:
    (decision,) = loaded(text, report())["decisions"]
    for outcome in decision["outcomes"]:
        at = outcome["at"]
        assert at["file"].endswith(".yaml")
        assert at["line"] >= 1
        assert at["column"] >= 1


def test_texts_are_in_the_language_asked_for_else_in_the_one_there_is(report: Any, text: Any) -> None:
    for language, shown in (("en", "Rename it"), ("pt-BR", "Renomeie")):
        (decision,) = loaded(text, report(language))["decisions"]
        found = {one["rule"]: one for one in decision["outcomes"]}
        assert found["T-WARN"]["remediation"] == shown
        assert found["T-WARN"]["message"] == "Message of T-WARN"


def test_a_pack_of_one_language_in_the_other(tmp_path: Path, text: Any) -> None:
    """Design section 3: a user's pack loads in one language."""
    made = tree(tmp_path)
    only = {"title": {"en": None, "pt-BR": "Título"}, "message": {"en": None, "pt-BR": "São ${ capacity.gpus }"}}
    made.put("packs/own.yaml", pack(rule(**only)))
    (decision,) = loaded(text, Report(made.decide(), language="en"))["decisions"]
    (outcome,) = decision["outcomes"]
    assert (outcome["title"], outcome["message"], outcome["remediation"]) == ("Título", "São 8", "")


def test_errors_have_their_place(text: Any) -> None:
    report = Report([], [FieldError("wrong", Place("a.yaml", 3, 5)), FieldError("no place")])
    assert loaded(text, report)["errors"] == [
        {"file": "a.yaml", "line": 3, "column": 5, "message": "wrong"},
        {"file": "", "line": 0, "column": 0, "message": "no place"},
    ]


def test_an_invalid_document_beside_a_good_one(other_job: Tree, report: Any, text: Any) -> None:
    document = loaded(text, report())
    assert [decision["workload"] for decision in document["decisions"]] == ["job"]
    assert any('"platfrom"' in error["message"] for error in document["errors"])


def test_odd_numbers_are_never_bare(tmp_path: Path, text: Any) -> None:
    """Trap 22: NaN and Infinity are not JSON."""
    made = tree(tmp_path, availability={"required": "99%"})
    made.put("packs/own.yaml", pack(rule(require="availability.required / 0.0 < 1.0")))
    (decision,) = loaded(text, Report(made.decide()))["decisions"]
    assert decision["outcomes"][0]["outcome"] == "fail"


def test_accents_are_written_as_they_are(report: Any, text: Any) -> None:
    assert "Título" in text(report("pt-BR"), "json")


def test_there_is_no_other_format() -> None:
    assert set(FORMATS) == {"text", "json"}
    with pytest.raises(OptionError, match='unknown format "jsn"; did you mean "json"'):
        writer("jsn")
    out = StringIO()
    writer("json")(Report([]), out)
    assert out.getvalue().endswith("}\n")
