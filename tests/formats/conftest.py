"""A run with every kind of finding, long names and errors, to be written in each format."""

from __future__ import annotations

from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from policy_engine.engine import Options
from policy_engine.formats import Report, writer
from tests.support import AS_OF, WORKLOAD, Tree, document, merged, pack, rule, tree

LONG = "Uma frase de várias palavras que se repete até passar da largura da página. " * 6


@pytest.fixture
def mixed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Tree:
    """A rule of each outcome, weight and nature, in a folder that is the current one."""
    monkeypatch.chdir(tmp_path)
    made = tree(Path(), context={"activity": {"risk": {"affects_rights": False}}}, compute={"gpus": None})
    both = {"title": {"pt-BR": "Título longo " * 12, "en": "Long title " * 12}}
    made.put(
        "packs/own.yaml",
        pack(
            rule("T-DENY", severity="critical", nature="law", basis=["LGPD art. 33"], message={"pt-BR": LONG}, **both),
            rule("T-WARN", require="workload.name == 'none'", remediation={"en": "Rename it", "pt-BR": "Renomeie"}),
            rule("T-LOW", severity="low", nature="guidance"),
            rule("T-GAP", require="capacity.gpus == 8", **both),
            rule("T-GAP-2", require="capacity.gpus > 1"),
            rule("T-GAP-3", require="activity.risk.large_scale"),
            rule("T-GAP-4", require="datasets.all(d, d.subject_count > 0)", subject="dataset"),
            rule("T-REVIEW", require="true", review="true", nature="regulation"),
            rule("T-ERROR", require="1 / size(workload.no_flows.filter(f, f == 'x')) > 0"),
            rule("T-NA", when="false"),
            rule("T-PASS", require="true"),
        ),
    )
    return made


@pytest.fixture
def report(mixed: Tree) -> Any:
    """The run in a language."""

    def make(language: str = "en", **more: Any) -> Report:
        workspace = mixed.gather()
        options = Options(AS_OF)
        decisions = workspace.engine.evaluate(workspace.jobs, options)
        explained = workspace.engine.explain(workspace.jobs, "T-WARN", options) if more.pop("explain", False) else []
        return Report(decisions, workspace.errors, workspace.notes, language, explanations=explained)

    return make


@pytest.fixture
def clean(tmp_path: Path) -> Any:
    """A run where nothing is found."""

    def make(language: str = "en") -> Report:
        made = tree(tmp_path / "clean")
        made.put("packs/own.yaml", pack(rule(require="true")))
        return Report(made.decide(), language=language)

    return make


@pytest.fixture
def text() -> Any:
    """What a format writes."""

    def write(report: Report, name: str = "text") -> str:
        out = StringIO()
        writer(name)(report, out)
        return out.getvalue()

    return write


@pytest.fixture
def other_job(mixed: Tree) -> Tree:
    """The mixed run with an invalid workload beside the good one."""
    mixed.put("jobs/zz.yaml", merged(document(WORKLOAD, "bad"), {"spec": {"platfrom": "here"}}))
    return mixed
