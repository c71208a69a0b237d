"""What cannot be true together, and safeguards that a job tightens."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from policy_engine.declaration import Linked, effective_controls
from policy_engine.declaration.contradictions import stronger

Joined = Callable[..., Linked]

BASE = """
apiVersion: alvara/v1
kind: Organization
metadata: {name: loja}
spec: {}
---
apiVersion: alvara/v1
kind: Activity
metadata: {name: vitrine}
spec: {organization: loja}
---
apiVersion: alvara/v1
kind: Dataset
metadata: {name: compras}
spec: {personal: true}
---
apiVersion: alvara/v1
kind: Platform
metadata: {name: treino}
spec:
  provider: eveo
  site: eveo-cotia
  security:
    mfa: true
    key_management: customer
    access_model: rbac
    access_reviewed: 2026-10-01
    encryption_in_transit: {external: true}
  logging: {retention_days: 365}
---
apiVersion: alvara/v1
kind: Workload
metadata: {name: w}
spec:
"""


def errors(joined: Joined, line: str) -> list[tuple[str, str]]:
    """What is said of a workload with this body, each with the text that stands at the place it is said of."""
    text = BASE + f"  {line}\n"
    linked = joined(text)
    assert bool(linked.errors) != bool(linked.jobs), "a job that contradicts itself is not joined"
    assert all(error.place.line == text.count("\n") for error in linked.errors)
    return [(f"  {line}"[error.place.column - 1 :], error.message) for error in linked.errors]


@pytest.mark.parametrize(
    ("line", "at", "says"),
    [
        (
            "{platform: treino, placement: {provider: aws}}",
            "placement: {",
            "platform and placement both say where it runs: keep one",
        ),
        (
            "{flows: [{kind: backup, to: {country: BR}}], no_flows: [telemetry, backup]}",
            "backup]}",
            'no_flows says that "backup" does not occur, but flows declares one',
        ),
        (
            "{flows: [{kind: backup, datasets: [compras]}]}",
            "compras]}]}",
            'this flow carries "compras", which is not among the data of the job: add it to data',
        ),
        (
            "{data: [{dataset: compras}, {dataset: compras}]}",
            "dataset: compras}]}",
            'dataset "compras" is listed twice',
        ),
        (
            "{data: [{dataset: compras, fields_sent: 41, fields_available: 40}]}",
            "fields_sent",
            "fields_sent is 41, more than the 40 of fields_available",
        ),
        (
            "{compute: {gpus: 65, gpus_per_node: 8, nodes: 8}}",
            "gpus: 65",
            "gpus is 65, more than the 64 of 8 nodes with 8 each",
        ),
        (
            "{start: 2027-02-01, deadline: 2027-01-31}",
            "deadline",
            "deadline 2027-01-31 is before start, 2027-02-01",
        ),
        (
            "{platform: treino, security: {mfa: false}}",
            "mfa",
            "security.mfa is weaker than on Platform treino: a job may only tighten what its platform declares",
        ),
        (
            "{platform: treino, logging: {retention_days: 364}}",
            "retention_days",
            "logging.retention_days is weaker than on Platform treino: "
            "a job may only tighten what its platform declares",
        ),
        (
            "{platform: treino, security: {encryption_in_transit: {external: {value: false, evidence: X}}}}",
            "external",
            "security.encryption_in_transit.external is weaker than on Platform treino: "
            "a job may only tighten what its platform declares",
        ),
    ],
)
def test_a_contradiction_is_an_error_at_its_place(joined: Joined, line: str, at: str, says: str) -> None:
    ((found, message),) = errors(joined, line)
    assert found.startswith(at)
    assert message == says


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ("{activity: vitrine, organization: outra}", 'Workload w is of "outra", but Activity vitrine is of "loja"'),
        ("{activity: vitrine, platform: deles}", 'Platform deles is of "outra", but Activity vitrine is of "loja"'),
        ("{platform: deles, organization: loja}", 'Workload w is of "loja", but Platform deles is of "outra"'),
    ],
)
def test_the_papers_of_a_job_are_of_one_organization(joined: Joined, body: str, says: str) -> None:
    other = """
apiVersion: alvara/v1
kind: Organization
metadata: {name: outra}
spec: {}
---
apiVersion: alvara/v1
kind: Platform
metadata: {name: deles}
spec: {provider: aws, site: us-east-1, organization: outra}
---
"""
    linked = joined(other + BASE.lstrip() + f"  {body}\n")
    assert [error.message for error in linked.errors] == [says]
    assert not linked.jobs


def test_a_safeguard_without_order_cannot_be_changed_by_a_job(joined: Joined) -> None:
    # No country is stronger than another, so that a job may only repeat where the keys are.
    text = BASE.replace("    mfa: true\n", "    mfa: true\n    key_country: BR\n")
    assert joined(text + "  {platform: treino, security: {key_country: BR}}\n").jobs
    assert not joined(text + "  {platform: treino, security: {key_country: US}}\n").jobs


@pytest.mark.parametrize(
    "line",
    [
        "{platform: treino, security: {mfa: true, key_management: hold_your_own, access_model: abac}}",
        "{platform: treino, security: {public_exposure: false, key_country: BR}}",
        "{platform: treino, logging: {retention_days: 365, immutable: true}}",
        "{placement: {provider: aws, site: us-east-1}, security: {mfa: false}}",
        "{compute: {gpus: 4, gpus_per_node: 8, nodes: 1}}",
        "{data: [{dataset: compras, fields_sent: 40, fields_available: 40}], start: 2027-01-31, deadline: 2027-01-31}",
        "{flows: [{kind: backup, datasets: []}], no_flows: [telemetry]}",
        "{}",
    ],
)
def test_what_can_be_true_together_is_accepted(joined: Joined, line: str) -> None:
    assert errors(joined, line) == []


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("{signed: 2026-02-01, ends: 2026-01-31}", "ends 2026-01-31 is before signed, 2026-02-01"),
        (
            '{prices: [{price: "R$ 1,00/h", from: 2026-02-01, until: 2026-01-31}]}',
            "until 2026-01-31 is before from, 2026-02-01",
        ),
    ],
)
def test_days_of_a_contract_run_forwards(joined: Joined, spec: str, says: str) -> None:
    contract = "---\napiVersion: alvara/v1\nkind: Contract\nmetadata: {name: c}\nspec: "
    linked = joined(BASE + "  {}\n" + contract + "{provider: aws, organization: loja, " + spec[1:] + "\n")
    assert [error.message for error in linked.errors] == [says]


@pytest.mark.parametrize(
    ("path", "one", "other", "holds"),
    [
        ("security.mfa", True, False, True),
        ("security.mfa", True, True, False),
        ("security.public_exposure", False, True, True),
        ("security.access_model", "rbac", "shared_accounts", True),
        ("security.access_model", "rbac", "abac", False),
        ("security.access_model", "abac", "rbac", False),
        ("logging.retention_days", 366, 365, True),
        ("security.key_country", "BR", "US", False),
    ],
)
def test_what_is_stronger(path: str, one: Any, other: Any, holds: bool) -> None:
    assert stronger(path, one, other) is holds


def test_the_controls_in_force_are_the_platforms_tightened_by_the_jobs(joined: Joined) -> None:
    line = "{platform: treino, security: {encryption_in_transit: {inter_node: true}}, logging: {retention_days: 730}}"
    (job,) = joined(BASE + f"  {line}\n").jobs
    controls = effective_controls(job)
    assert set(controls) == {"security", "logging"}
    assert controls["security"]["mfa"] is True
    assert controls["security"]["encryption_in_transit"] == {"external": True, "inter_node": True}
    assert controls["logging"] == {"retention_days": 730}
    assert job.platform is not None
    assert job.platform.spec["security"]["encryption_in_transit"] == {"external": True}


def test_without_a_platform_the_controls_are_the_jobs(joined: Joined) -> None:
    (job,) = joined(BASE + "  {placement: {provider: aws}, security: {mfa: false}}\n").jobs
    assert effective_controls(job) == {"security": {"mfa": False}}
