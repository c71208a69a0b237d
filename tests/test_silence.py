"""Silence and say-so that must not pass for an answer: found by review, each with the right outcome.

The readings are those of docs/legal-readings.md (9, 10, 28, 30).
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from policy_engine.engine import Options
from tests.support import AS_OF, CONTEXT, WORKLOAD, Tree, document, tree

BASE = CONTEXT["dataset"]


def outcome(made: Tree, rule: str) -> tuple[str, str]:
    (decision,) = made.decide()
    (found,) = [one for one in decision.outcomes if one.rule == rule]
    return found.outcome, found.weighs


def facts(made: Tree) -> Any:
    return made.decide()[0].facts["residency"]


@pytest.fixture
def made(tmp_path: Path) -> Tree:
    return tree(tmp_path)


def test_a_personal_dataset_is_stored_somewhere(made: Tree) -> None:
    made.put("context/dataset.yaml", document(BASE, location=None))
    assert outcome(made, "BR-TRF-001") == ("unknown", "deny")
    assert "international" not in facts(made)


def test_a_dataset_that_is_not_personal_may_leave_its_place_open(made: Tree) -> None:
    made.put("context/dataset.yaml", document(BASE, location=None, personal=False, categories=None))
    assert facts(made)["international"] is False
    assert outcome(made, "BR-TRF-001")[0] == "not_applicable"


def test_without_categories_nobody_knows_whether_data_are_sensitive(made: Tree) -> None:
    made.put("context/dataset.yaml", document(BASE, categories=None))
    assert "sensitive" not in facts(made)["flows"][0]
    assert outcome(made, "BR-SEC-002")[0] == "unknown"


def test_a_job_that_says_it_reads_nothing_holds_no_personal_data(made: Tree) -> None:
    made.put("jobs/job.yaml", document(WORKLOAD, data=[]))
    assert outcome(made, "BR-TRF-009")[0] == "not_applicable"


def test_the_only_organization_counts_where_none_is_named(made: Tree) -> None:
    away = {"provider": "aws", "site": "us-east-1"}
    made.put("jobs/job.yaml", document(WORKLOAD, activity=None, platform=None, placement=away))
    assert outcome(made, "BR-RES-001") == ("fail", "deny")


def test_of_several_organizations_one_must_be_named(made: Tree) -> None:
    made.put("context/other.yaml", document(CONTEXT["organization"], "other"))
    here = {"provider": "eveo", "site": "eveo-cotia"}
    made.put("jobs/job.yaml", document(WORKLOAD, activity=None, platform=None, placement=here))
    assert any("nothing says whose this job is" in error and "acme, other" in error for error in made.errors())


def test_the_papers_of_a_job_are_of_one_organization(made: Tree) -> None:
    made.put("context/other.yaml", document(CONTEXT["organization"], "other"))
    made.put("context/platform.yaml", document(CONTEXT["platform"], organization="other"))
    assert any('is of "other"' in error and 'is of "acme"' in error for error in made.errors())


def test_a_figure_for_several_zones_is_not_one_for_a_job_in_one_zone(made: Tree) -> None:
    contract = {"kind": "Contract", "metadata": {"name": "c"}, "spec": {
        "provider": "eveo", "organization": "acme", "signed": "2026-01-01",
        "availability": {"committed": "99.99%", "scope": "multi_zone"},
    }}  # fmt: skip
    made.put("context/contract.yaml", contract)
    compute = {"accelerator": "h100-sxm-80gb", "gpus": 64, "gpus_per_node": 8}
    made.put("jobs/job.yaml", document(WORKLOAD, compute=compute, availability={"required": "99.95%"}))
    (decision,) = made.decide()
    assert decision.facts["availability"]["composed"] == pytest.approx(0.9999**8)
    assert outcome(made, "SLA-001") == ("fail", "warn")


def test_a_copy_abroad_is_not_covered_by_a_flow_of_another_kind(made: Tree) -> None:
    """Azure's Brazil South keeps geo-redundant copies in South Central US (rules/catalog/replication.yaml)."""
    spec = {
        "platform": None,
        "placement": {"provider": "azure", "site": "brazilsouth"},
        "storage": {"size": "1 TB", "replication": "geo"},
        "no_flows": ["backup", "telemetry"],
        "flows": [{"kind": "remote_access", "to": {"country": "US"}, "datasets": []}],
    }
    made.put("jobs/job.yaml", document(WORKLOAD, **spec))
    assert outcome(made, "BR-TRF-009")[0] == "fail"
    assert outcome(made, "BR-TRF-001") == ("fail", "deny")


def evidenced(made: Tree) -> Any:
    workspace = made.gather()
    (job,) = workspace.jobs
    return workspace.engine.bindings(job, Options(AS_OF), ["safeguards.evidenced"])["safeguards"]["evidenced"]


def test_evidence_backs_the_value_it_was_given_for(made: Tree) -> None:
    security = {"mfa": {"value": True, "evidence": "IAM-1", "verified_on": "2026-09-01"}}
    made.put("context/platform.yaml", document(CONTEXT["platform"], security=security))
    assert evidenced(made) == ["security.mfa"]
    made.put("jobs/job.yaml", document(WORKLOAD, security={"mfa": True}))
    assert evidenced(made) == []


def test_zones_help_where_the_job_spans_them_and_only_as_far_as_they_fail_apart(made: Tree) -> None:
    """Eight nodes at 99.9 % over two zones, four in each: beta factor 0.10 (docs/availability.md)."""
    contract = {"kind": "Contract", "metadata": {"name": "c"}, "spec": {
        "provider": "aws", "organization": "acme", "signed": "2026-01-01", "availability": {"committed": "99.9%"},
    }}  # fmt: skip
    made.put("context/contract.yaml", contract)
    spec: dict[str, Any] = {
        "platform": None,
        "placement": {"provider": "aws", "site": "sa-east-1"},
        "compute": {"accelerator": "h100-sxm-80gb", "gpus": 64, "gpus_per_node": 8},
    }
    made.put("jobs/job.yaml", document(WORKLOAD, **spec, availability={"required": "99%"}))
    assert made.decide()[0].facts["availability"]["composed"] == pytest.approx(0.999**8)
    made.put("jobs/job.yaml", document(WORKLOAD, **spec, availability={"required": "99%", "spans_zones": True}))
    down = 1 - 0.999**4
    expected = 1 - (0.1 * down + (0.9 * down) ** 2)
    assert made.decide()[0].facts["availability"]["composed"] == pytest.approx(expected)


def test_data_of_people_are_personal_unless_anonymised(made: Tree) -> None:
    made.put("context/dataset.yaml", document(BASE, personal=False))
    assert any("personal is false, but categories are named" in error for error in made.errors())


def test_a_contract_nobody_signed_carries_no_mechanism(made: Tree) -> None:
    spec = {"provider": "aws", "organization": "acme", "transfer": {"mechanism": "anpd_authorisation", "decision": "A"}}
    made.put("context/contract.yaml", {"kind": "Contract", "metadata": {"name": "c"}, "spec": spec})
    made.put("jobs/job.yaml", document(WORKLOAD, platform=None, placement={"provider": "aws", "site": "us-east-1"}))
    assert outcome(made, "BR-TRF-001") == ("fail", "deny")
