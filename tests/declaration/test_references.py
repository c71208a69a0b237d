"""Names resolved, errors of all documents in one run, and what must not be joined."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from policy_engine.declaration import Linked

Joined = Callable[..., Linked]

ORGANIZATION = """
apiVersion: alvara/v1
kind: Organization
metadata: {name: loja}
spec: {}
"""
ACTIVITY = """
---
apiVersion: alvara/v1
kind: Activity
metadata: {name: vitrine}
spec: {organization: loja, datasets: [compras]}
"""
DATASET = """
---
apiVersion: alvara/v1
kind: Dataset
metadata: {name: compras}
spec: {controller: loja, location: {provider: AWS, site: SA-EAST-1}}
"""
PLATFORM = """
---
apiVersion: alvara/v1
kind: Platform
metadata: {name: treino}
spec: {provider: EVEO, site: Eveo-Cotia, network: {fabric: InfiniBand-NDR}}
"""
CONTRACT = """
---
apiVersion: alvara/v1
kind: Contract
metadata: {name: eveo-1}
spec: {provider: eveo, organization: loja, signed: 2026-01-10}
"""
WORKLOAD = """
---
apiVersion: alvara/v1
kind: Workload
metadata: {name: w}
spec:
  activity: vitrine
  data: [{dataset: compras}]
  platform: treino
  flows: [{kind: backup, to: {provider: Aws, site: us-east-1}, datasets: [compras]}]
  compute: {accelerator: H100-SXM-80GB}
"""
CONTEXT = ORGANIZATION + ACTIVITY + DATASET + PLATFORM + CONTRACT
ALL = CONTEXT + WORKLOAD


def messages(linked: Linked) -> list[str]:
    return [error.message for error in linked.errors]


def test_a_job_has_everything_it_refers_to(joined: Joined) -> None:
    linked = joined(ALL)
    assert not linked.errors
    (job,) = linked.jobs
    assert job.workload.name == "w"
    assert job.organization is not None
    assert job.organization.name == "loja"
    assert job.activity is not None
    assert job.activity.name == "vitrine"
    assert [dataset.name for dataset in job.datasets] == ["compras"]
    assert job.platform is not None
    assert job.platform.name == "treino"
    assert job.contract is not None
    assert job.contract.name == "eveo-1"
    assert job.profile is None


def test_names_of_the_catalog_are_spelled_as_the_catalog_spells_them(joined: Joined) -> None:
    (job,) = joined(ALL).jobs
    assert job.platform is not None
    assert job.platform.spec["provider"] == "eveo"
    assert job.platform.spec["site"] == "eveo-cotia"
    assert job.platform.spec["network"] == {"fabric": "infiniband-ndr"}
    assert job.datasets[0].spec["location"] == {"provider": "aws", "site": "sa-east-1"}
    assert job.workload.spec["flows"][0]["to"] == {"provider": "aws", "site": "us-east-1"}
    assert job.workload.spec["compute"]["accelerator"] == "h100-sxm-80gb"


def test_spelling_changes_neither_the_digest_nor_the_document_that_was_read(joined: Joined) -> None:
    written = ALL.replace("EVEO, site: Eveo-Cotia", "eveo, site: eveo-cotia")
    ((one,), (other,)) = (joined(ALL).jobs, joined(written).jobs)
    assert one.platform is not None
    assert other.platform is not None
    assert one.platform.digest == other.platform.digest


def test_all_unknown_names_of_all_documents_come_in_one_run_with_the_nearest(joined: Joined) -> None:
    text = ALL.replace("dataset: compras}]", "dataset: compra-2026}]").replace(
        "activity: vitrine", "activity: vitrines"
    )
    text = text.replace("spec: {organization: loja,", "spec: {organization: lojas,").replace("EVEO", "evo")
    text = text.replace("H100-SXM-80GB", "h100-sxm-80g").replace("datasets: [compras]}]", "datasets: []}]")
    linked = joined(text)
    assert sorted(messages(linked)) == [
        'unknown Activity "vitrines"; did you mean "vitrine"?',
        'unknown Dataset "compra-2026"; did you mean "compras"?',
        'unknown Organization "lojas"; did you mean "loja"?',
        'unknown accelerator "h100-sxm-80g"; did you mean "h100-sxm-80gb"?',
        'unknown provider "evo"; did you mean "eveo"?',
    ]
    assert all(error.place.line and error.place.column for error in linked.errors)
    assert not linked.jobs


def test_a_site_is_not_asked_for_when_its_provider_is_unknown(joined: Joined) -> None:
    text = ORGANIZATION + PLATFORM.replace("EVEO, site: Eveo-Cotia", "evo, site: nowhere")
    assert messages(joined(text)) == ['unknown provider "evo"; did you mean "eveo"?']


def test_a_site_needs_its_provider_beside_it(joined: Joined) -> None:
    linked = joined(ALL.replace("{provider: Aws, site: us-east-1}", "{site: us-east-1}"))
    (error,) = linked.errors
    assert error.message == "site needs its provider beside it: two providers may give their sites one name"
    assert not linked.jobs


def test_a_kind_of_which_there_is_no_document_is_said(joined: Joined) -> None:
    assert messages(joined(ORGANIZATION + ACTIVITY)) == ['unknown Dataset "compras"; no Dataset was found']


def test_a_job_without_activity_platform_or_placement_is_joined(joined: Joined) -> None:
    linked = joined("apiVersion: alvara/v1\nkind: Workload\nmetadata: {name: w}\nspec: {}\n")
    assert not linked.errors
    (job,) = linked.jobs
    assert (job.organization, job.activity, job.platform, job.contract, job.datasets) == (None, None, None, None, ())
    assert job.where == {}
    assert job.providers == frozenset()


def test_a_name_is_declared_once(joined: Joined) -> None:
    linked = joined(ALL + PLATFORM)
    (error, consequence) = linked.errors
    lines = (ALL + PLATFORM).split("\n")
    first, second = (number for number, line in enumerate(lines) if line == "kind: Platform")
    assert error.message == f"Platform treino is already declared at a.yaml:{first}:1"
    assert error.place.line == second
    assert consequence.message == "not evaluated: it relies on Platform treino, which has errors"
    assert not linked.jobs, "which of the two is meant is not known"


def test_one_name_may_stand_for_documents_of_two_kinds(joined: Joined) -> None:
    linked = joined(ORGANIZATION + ORGANIZATION.replace("Organization", "Dataset").replace("\n", "\n---\n", 1))
    assert not linked.errors
    assert linked.library.get("Dataset", "loja") is not linked.library.get("Organization", "loja")


BROKEN_DATASET = DATASET.replace("controller: loja,", "controller: loja, size: huge,")


def test_a_job_that_relies_on_a_document_with_errors_is_not_joined_and_says_on_which(joined: Joined) -> None:
    linked = joined(ALL.replace(DATASET, BROKEN_DATASET))
    # The activity that covers it, the job that reads it, and the flow that carries it.
    assert messages(linked) == ["not evaluated: Dataset compras has errors"] * 3
    assert not linked.jobs


def test_names_in_a_document_with_errors_are_checked_too(joined: Joined) -> None:
    linked = joined(ORGANIZATION + BROKEN_DATASET.replace("controller: loja", "controller: lja").replace("AWS", "aws1"))
    assert messages(linked) == [
        'unknown provider "aws1"; did you mean "aws"?',
        'unknown Organization "lja"; did you mean "loja"?',
    ]


def test_errors_reach_through_other_documents(joined: Joined) -> None:
    linked = joined(ALL.replace("spec: {organization: loja, datasets: [compras]}", "spec: {organization: nobody}"))
    assert messages(linked) == [
        'unknown Organization "nobody"; known: loja',
        "not evaluated: it relies on Activity vitrine, which has errors",
    ]


@pytest.mark.parametrize(
    ("contract", "is_joined"),
    [
        ("{provider: eveo, organization: loja, signed: yesterday}", False),
        ("{provider: eveo, organization: loja, signed: 2026-05-01, nonsense: 1}", False),
        ("{organization: loja, signed: 2026-05-01}", False),
        ("{provider: aws, organization: loja, signed: yesterday}", False),  # the backup goes there
        ("{provider: gcp, organization: loja, signed: yesterday}", True),
        ("{provider: eveo, organization: outra, signed: yesterday}", True),
    ],
)
def test_a_contract_with_errors_stops_the_jobs_that_it_may_bind(joined: Joined, contract: str, is_joined: bool) -> None:
    text = ALL + CONTRACT.replace("eveo-1", "eveo-2").replace(
        "{provider: eveo, organization: loja, signed: 2026-01-10}", contract
    )
    text += ORGANIZATION.replace("loja", "outra").replace("\n", "\n---\n", 1)
    linked = joined(text)
    assert bool(linked.jobs) is is_joined
    said = "not evaluated: it relies on Contract eveo-2, which has errors"
    assert (said in messages(linked)) is not is_joined


def test_an_error_never_stops_the_jobs_that_do_not_rely_on_it(joined: Joined) -> None:
    other = WORKLOAD.replace("name: w}", "name: v}").replace("dataset: compras", "dataset: nowhere")
    linked = joined(ALL + other.replace("datasets: [compras]}]", "datasets: []}]"))
    assert [job.workload.name for job in linked.jobs] == ["w"]
    assert len(linked.errors) == 1


def test_new_documents_are_joined_with_those_linked_before(joined: Joined) -> None:
    before = joined(CONTEXT).library
    linked = joined(WORKLOAD.removeprefix("\n---"), known=before)
    assert not linked.errors
    (job,) = linked.jobs
    assert job.platform is before.get("Platform", "treino")
    assert set(linked.library.documents) == {*before.documents, ("Workload", "w")}
    assert ("Workload", "w") not in before.documents


def test_old_workloads_are_not_joined_again_and_old_names_stay_taken(joined: Joined) -> None:
    before = joined(ALL).library
    assert (
        joined(WORKLOAD.removeprefix("\n---").replace("name: w}", "name: v}"), known=before).jobs[0].workload.name
        == "v"
    )
    again = joined(WORKLOAD.removeprefix("\n---"), known=before)
    assert [message[:39] for message in messages(again)] == ["Workload w is already declared at a.yam"]
    assert not again.jobs


def test_what_had_errors_before_still_cannot_be_relied_on(joined: Joined) -> None:
    before = joined(CONTEXT.replace(DATASET, BROKEN_DATASET)).library
    assert ("Dataset", "compras") in before.faulty
    linked = joined(WORKLOAD.removeprefix("\n---"), known=before)
    assert messages(linked) == ["not evaluated: Dataset compras has errors"] * 2
    assert not linked.jobs
