"""A job as it stood on a day: contracts, and what it is joined with."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from policy_engine.declaration import Job, Linked

Joined = Callable[..., Linked]

TEXT = """
apiVersion: alvara/v1
kind: Organization
metadata: {name: loja}
spec:
  encarregado: {name: X, appointed: {document: ATO-1, date: 2026-06-01}}
---
apiVersion: alvara/v1
kind: Organization
metadata: {name: outra}
spec: {}
---
apiVersion: alvara/v1
kind: Contract
metadata: {name: aws-new}
spec: {provider: aws, organization: loja, signed: 2026-07-01}
---
apiVersion: alvara/v1
kind: Contract
metadata: {name: aws-old}
spec: {provider: aws, organization: loja, signed: 2025-07-01, ends: 2026-12-31}
---
apiVersion: alvara/v1
kind: Contract
metadata: {name: aws-first}
spec: {provider: aws, organization: loja, signed: 2024-07-01, ends: 2025-07-31}
---
apiVersion: alvara/v1
kind: Contract
metadata: {name: eveo}
spec: {provider: eveo, organization: loja}
---
apiVersion: alvara/v1
kind: Contract
metadata: {name: of-another}
spec: {provider: aws, organization: outra, signed: 2026-08-01}
---
apiVersion: alvara/v1
kind: Activity
metadata: {name: vitrine}
spec: {organization: loja, records: {document: R-1, updated: 2026-06-01}}
---
apiVersion: alvara/v1
kind: Dataset
metadata: {name: compras}
spec: {location: {provider: eveo, site: eveo-cotia}, best_interest: {document: MI-1, date: 2026-06-01}}
---
apiVersion: alvara/v1
kind: Workload
metadata: {name: w}
spec:
  activity: vitrine
  data: [{dataset: compras}]
  placement: {provider: aws, site: us-east-1}
  flows: [{kind: telemetry, to: {provider: gcp}}, {kind: remote_access, to: {country: IE}}]
"""


def job_of(joined: Joined, text: str = TEXT) -> Job:
    linked = joined(text)
    assert not linked.errors
    (job,) = linked.jobs
    return job


def contract_on(job: Job, year: int, month: int, day: int) -> str | None:
    contract = job.at(date(year, month, day)).contract
    return contract.name if contract is not None else None


def test_the_contract_in_use_is_the_one_signed_last_of_those_that_have_not_ended(joined: Joined) -> None:
    job = job_of(joined)
    assert contract_on(job, 2024, 6, 30) is None, "nothing was signed yet"
    assert contract_on(job, 2024, 7, 1) == "aws-first"
    assert contract_on(job, 2025, 6, 30) == "aws-first"
    assert contract_on(job, 2025, 7, 1) == "aws-old"
    assert contract_on(job, 2026, 6, 30) == "aws-old"
    assert contract_on(job, 2026, 7, 1) == "aws-new"


def test_a_contract_that_has_ended_is_no_longer_believed(joined: Joined) -> None:
    job = job_of(joined, TEXT.replace("signed: 2026-07-01", "signed: 2026-07-01, ends: 2026-11-29"))
    assert contract_on(job, 2026, 11, 29) == "aws-new"
    assert contract_on(job, 2026, 11, 30) == "aws-old", "it runs to the end of the year"
    assert contract_on(job, 2026, 12, 31) == "aws-old"
    assert contract_on(job, 2027, 1, 1) is None


def test_contracts_of_other_organizations_do_not_count(joined: Joined) -> None:
    job = job_of(joined).at(date(2026, 11, 30))
    assert {provider: contract.name for provider, contract in job.contracts.items()} == {
        "aws": "aws-new",
        "eveo": "eveo",
    }


def test_without_any_organization_no_contract_counts(joined: Joined) -> None:
    job = job_of(joined, "apiVersion: alvara/v1\nkind: Workload\nmetadata: {name: w}\nspec: {}\n")
    assert job.organization is None
    assert not job.contracts
    assert job.contract is None


def test_where_there_is_one_organization_every_job_is_its(joined: Joined) -> None:
    outra = "---\napiVersion: alvara/v1\nkind: Organization\nmetadata: {name: outra}\nspec: {}\n"
    anothers = TEXT[TEXT.index("---\napiVersion: alvara/v1\nkind: Contract\nmetadata: {name: of-another}") :]
    text = (
        TEXT.replace(outra, "").replace(anothers[: anothers.index("---", 3)], "").replace("  activity: vitrine\n", "")
    )
    job = job_of(joined, text)
    assert job.organization is not None
    assert job.organization.name == "loja"
    assert contract_on(job, 2026, 11, 30) == "aws-new"


def test_where_there_are_several_a_job_has_to_say_whose_it_is(joined: Joined) -> None:
    linked = joined(TEXT.replace("  activity: vitrine\n", ""))
    assert [error.message for error in linked.errors] == [
        "nothing says whose this job is: name an activity or an organization; known: loja, outra"
    ]
    assert not linked.jobs


def test_the_organization_is_the_activitys_else_the_jobs_own_else_the_platforms(joined: Joined) -> None:
    named = job_of(joined, TEXT.replace("  activity: vitrine\n", "  organization: outra\n"))
    assert named.organization is not None
    assert named.organization.name == "outra"
    assert named.contract is not None
    assert named.contract.name == "of-another"
    platform = (
        "---\napiVersion: alvara/v1\nkind: Platform\nmetadata: {name: p}\n"
        "spec: {provider: eveo, site: eveo-cotia, organization: outra}\n"
    )
    text = TEXT.replace("  activity: vitrine\n", "").replace(
        "placement: {provider: aws, site: us-east-1}", "platform: p"
    )
    owned = job_of(joined, text + platform)
    assert owned.organization is not None
    assert owned.organization.name == "outra"
    assert owned.where["site"] == "eveo-cotia"


def test_every_document_of_a_job_stands_as_on_the_day(joined: Joined) -> None:
    before, after = (job_of(joined).at(date(2026, month, 1)) for month in (5, 6))
    assert before.organization is not None
    assert before.activity is not None
    assert before.organization.spec["encarregado"] == {"name": "X"}
    assert before.activity.spec["records"] == {"document": "R-1"}
    assert "best_interest" not in before.datasets[0].spec
    assert after.organization is not None
    assert after.organization.spec["encarregado"]["appointed"]["document"] == "ATO-1"
    assert "best_interest" in after.datasets[0].spec


def test_the_providers_of_a_job_are_those_it_runs_at_reads_from_and_sends_to(joined: Joined) -> None:
    assert job_of(joined).providers == {"aws", "eveo", "gcp"}


def test_a_job_relies_on_no_contract_with_a_provider_it_never_meets(joined: Joined) -> None:
    job = job_of(joined, TEXT.replace("provider: eveo, organization", "provider: gcp, organization"))
    names = {document.name for document in job.relied_on if document.kind == "Contract"}
    assert names == {"aws-new", "aws-old", "aws-first", "eveo"}
    text = TEXT.replace("provider: eveo, organization", "provider: gcp, organization").replace(
        "{provider: gcp}}", "{country: IE}}"
    )
    assert "eveo" not in {document.name for document in job_of(joined, text).relied_on}


def test_a_library_finds_by_kind_and_name(joined: Joined) -> None:
    library = joined(TEXT).library
    assert [document.name for document in library.of_kind("Organization")] == ["loja", "outra"]
    assert library.get("Contract", "eveo") is not None
    assert library.get("Contract", "loja") is None
    assert library.get("Contract", None) is None
