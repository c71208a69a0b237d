"""From files to an engine and workloads: what counts, what is said, and that one fault stops nothing else."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import pytest

from policy_engine.workspace import SHIPPED
from tests.support import CONTEXT, WORKLOAD, Tree, document, merged, pack, rule, tree


@pytest.fixture
def made(tmp_path: Path) -> Tree:
    return tree(tmp_path)


def names(made: Tree, **options: Any) -> list[str]:
    return [job.workload.name for job in made.gather(**options).jobs]


def test_the_shipped_packs_are_the_default(made: Tree) -> None:
    workspace = made.gather()
    assert workspace.errors == ()
    assert [pack.id for pack in workspace.engine.packs.packs] == sorted(
        ["availability", "capacity", "lgpd-transfer", "residency", "security-logs"]
    )


def test_packs_named_replace_those_shipped_unless_these_are_named_too(made: Tree) -> None:
    made.put("packs/own.yaml", pack(rule()))
    assert [one.id for one in made.gather().engine.packs.packs] == ["own"]
    both = made.gather(packs=[SHIPPED, made.packs]).engine.packs.packs
    assert [one.id for one in both][-1] == "own"
    assert len(both) == 6


def test_a_pack_among_the_documents_is_added(made: Tree) -> None:
    made.put("context/own.yaml", pack(rule()))
    assert "own" in [one.id for one in made.gather().engine.packs.packs]


def test_workloads_are_judged_only_where_the_paths_lead(made: Tree) -> None:
    made.put("context/other.yaml", document(WORKLOAD, "other"))
    assert names(made) == ["job"]


def test_a_file_in_both_is_read_once_and_belongs_to_the_paths(made: Tree) -> None:
    workspace = made.gather(paths=[made.root])
    assert workspace.errors == ()
    assert [job.workload.name for job in workspace.jobs] == ["job"]


def test_an_invalid_workload_does_not_stop_the_others(made: Tree) -> None:
    made.put("jobs/a.yaml", document(WORKLOAD, "a", platfrom="x"))
    made.put("jobs/b.yaml", document(WORKLOAD, "b", platform="her"))
    made.put("jobs/c.yaml", document(WORKLOAD, "c"))
    workspace = made.gather()
    assert [job.workload.name for job in workspace.jobs] == ["c", "job"]
    text = "\n".join(map(str, workspace.errors))
    assert "a.yaml:" in text
    assert '"platform"' in text
    assert "b.yaml:" in text
    assert 'did you mean "here"' in text


def test_a_workload_that_relies_on_a_faulty_document_is_not_judged(made: Tree) -> None:
    bad = merged(CONTEXT["dataset"], {"spec": {"personl": True}})
    made.put("context/dataset.yaml", bad)
    workspace = made.gather()
    assert workspace.jobs == ()
    assert any("not evaluated" in error.message for error in workspace.errors)


def test_two_documents_of_one_name_are_refused_with_both_places(made: Tree) -> None:
    made.put("context/again.yaml", CONTEXT["dataset"])
    errors = "\n".join(made.errors())
    assert "again.yaml:" in errors
    assert "dataset.yaml:" in errors


def test_in_a_gate_only_workloads_of_the_paths_count(made: Tree) -> None:
    made.put("jobs/dataset.yaml", merged(CONTEXT["dataset"], {"spec": {"personal": False}}))
    made.put("jobs/pack.yaml", pack(rule()))
    workspace = made.gather(gate=True)
    assert workspace.errors == ()
    assert [document.spec["personal"] for document in workspace.library.of_kind("Dataset")] == [True]
    assert "own" not in [one.id for one in workspace.engine.packs.packs]
    assert ["ignored Dataset clients" in workspace.notes[0], "ignored RulePack own" in workspace.notes[1]] == [
        True,
        True,
    ]
    assert len(workspace.notes) == 2


def test_a_broken_paper_beside_the_job_does_not_break_a_gate(made: Tree) -> None:
    """What is ignored cannot take a job down either: its error is reported, the job is judged by the context."""
    made.put("jobs/dataset.yaml", merged(CONTEXT["dataset"], {"spec": {"personl": False}}))
    workspace = made.gather(gate=True)
    assert [job.workload.name for job in workspace.jobs] == ["job"]


def test_a_parameter_that_ends_soon_is_a_note(made: Tree) -> None:
    """Trap 34: the adequacy decision is due for review on 2030-01-27."""
    assert any('parameter "adequate_countries"' in note for note in made.gather(date(2030, 1, 1)).notes)
    assert not any('parameter "adequate_countries"' in note for note in made.gather(date(2029, 12, 27)).notes)


def test_an_overlay_adds_a_users_own_site(made: Tree) -> None:
    overlay = {
        "kind": "Catalog",
        "metadata": {"name": "own"},
        "spec": {
            "providers": [
                {"id": "casa", "parent": "Acme", "parent_jurisdiction": "BR", "source": "x", "date": "2026-11-01"}
            ],
            "sites": [{"provider": "casa", "id": "sp-1", "country": "BR", "source": "x", "date": "2026-11-01"}],
        },
    }
    made.put("context/catalog.yaml", overlay)
    made.put("jobs/job.yaml", document(WORKLOAD, platform=None, placement={"provider": "casa", "site": "sp-1"}))
    before = tree(made.root / "other").gather().engine.catalog.digest
    workspace = made.gather()
    assert workspace.errors == ()
    assert workspace.engine.catalog.digest != before
    (decision,) = made.decide()
    assert decision.facts["residency"]["countries"] == ["BR"]


def test_paths_that_are_not_there(made: Tree) -> None:
    (error,) = made.errors(paths=[made.root / "absent"])
    assert error.endswith("absent: there is no such file or folder")
