"""Ways in that were tried from outside: a job that gets past a gate, and output that does harm."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

CONTEXT = """\
apiVersion: alvara/v1
kind: Organization
metadata: {name: loja}
spec: {legal_name: Loja S.A., country: BR, size: large}
---
apiVersion: alvara/v1
kind: Activity
metadata: {name: risco}
spec: {organization: loja, purpose: credit_risk_assessment, operations: [model_training], datasets: [cadastro]}
---
apiVersion: alvara/v1
kind: Dataset
metadata: {name: cadastro}
spec:
  controller: loja
  personal: true
  categories: [identification]
  subjects: [customers]
  location: {provider: eveo, site: eveo-cotia}
  purposes: [{purpose: credit_risk_assessment, legal_basis: art7.X}]
---
apiVersion: alvara/v1
kind: Contract
metadata: {name: aws}
spec:
  provider: aws
  organization: loja
  role: operator
  signed: 2026-01-15
"""
EXCEPTIONAL = "  transfer: {mechanism: life_safety, document: PARECER-1, signed: 2026-01-15}\n"
STRICT = """\
apiVersion: alvara/v1
kind: Profile
metadata: {name: rigoroso}
spec: {match: {environment: production}, weights: {BR-TRF-016: deny}}
"""
WORKLOAD = """\
apiVersion: alvara/v1
kind: Workload
metadata: {{name: job, owner: ml}}
spec:
  activity: risco
  environment: production
  data: [{{dataset: cadastro}}]
  placement: {{provider: aws, site: {site}}}
  flows: {flows}
  no_flows: [backup, remote_access]
"""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A job under test, and the context it is judged by, beside it."""
    for name in ("job", "context"):
        (tmp_path / name).mkdir()
    (tmp_path / "context" / "all.yaml").write_text(CONTEXT, encoding="utf-8")
    (tmp_path / "job" / "job.yaml").write_text(WORKLOAD.format(site="eu-west-1", flows="[]"), encoding="utf-8")
    return tmp_path


def alvara(*arguments: str | Path, **settings: Any) -> subprocess.CompletedProcess[bytes]:
    """Run the command in a process of its own."""
    command = [sys.executable, "-m", "policy_engine", *map(str, arguments)]
    return subprocess.run(command, check=False, timeout=60, **{"capture_output": True, **settings})


def decided(tree: Path, *options: str) -> dict[str, Any]:
    """The only decision about the job of a tree."""
    done = alvara("check", tree / "job", "--context", tree / "context", "--format", "json", *options)
    decisions: list[dict[str, Any]] = json.loads(done.stdout)["decisions"]
    assert len(decisions) == 1, done.stdout.decode()
    return decisions[0]


def test_a_link_beside_the_job_does_not_take_a_document_from_the_context(tree: Path) -> None:
    (tree / "context" / "profile.yaml").write_text(STRICT, encoding="utf-8")
    assert decided(tree, "--gate")["verdict"] == "deny"

    (tree / "job" / "notes.yaml").symlink_to("../context/profile.yaml")

    assert decided(tree, "--gate")["verdict"] == "deny"


def test_a_file_of_the_job_does_not_enter_the_context_by_a_link(tree: Path) -> None:
    (tree / "context" / "profile.yaml").write_text(STRICT, encoding="utf-8")
    (tree / "job" / "lax.yaml").write_text(STRICT.replace("rigoroso", "frouxo"), encoding="utf-8")
    (tree / "context" / "lax.yaml").symlink_to("../job/lax.yaml")

    assert decided(tree, "--gate")["inputs"]["profile"] == "rigoroso"


def test_a_flow_without_a_country_denies_beside_one_that_needs_a_review(tree: Path) -> None:
    (tree / "context" / "all.yaml").write_text(CONTEXT + EXCEPTIONAL, encoding="utf-8")
    job = tree / "job" / "job.yaml"
    job.write_text(WORKLOAD.format(site="us-east-1", flows="[{kind: telemetry, datasets: []}]"), encoding="utf-8")
    reviewed = {one["rule"]: one for one in decided(tree, "--as-of", "2026-11-30")["outcomes"]}["BR-TRF-001"]
    assert (reviewed["outcome"], reviewed["weighs"]) == ("review", "warn")

    job.write_text(WORKLOAD.format(site="us-east-1", flows="[{kind: telemetry}]"), encoding="utf-8")

    silent = {one["rule"]: one for one in decided(tree, "--as-of", "2026-11-30")["outcomes"]}["BR-TRF-001"]
    assert (silent["outcome"], silent["weighs"]) == ("unknown", "deny")


def test_output_to_a_link_writes_what_it_leads_to(tree: Path) -> None:
    (tree / "real.txt").write_text("old", encoding="utf-8")
    (tree / "link").symlink_to("real.txt")

    alvara("check", tree / "job", "--context", tree / "context", "-o", tree / "link")

    assert (tree / "link").is_symlink()
    assert (tree / "real.txt").read_text(encoding="utf-8") != "old"


def test_output_keeps_the_permissions_of_the_file_it_replaces(tree: Path) -> None:
    target = tree / "private.txt"
    target.touch(mode=0o600)
    target.chmod(0o600)

    alvara("check", tree / "job", "--context", tree / "context", "-o", target)

    assert target.stat().st_size
    assert stat.S_IMODE(target.stat().st_mode) == 0o600


def test_output_to_a_pipe_goes_through_it(tree: Path) -> None:
    pipe = tree / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        alvara("check", tree / "job", "--context", tree / "context", "-o", pipe)
        assert os.read(reader, 100)
    finally:
        os.close(reader)
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_a_last_day_of_the_calendar_is_a_day(tree: Path) -> None:
    done = alvara("check", tree / "job", "--context", tree / "context", "--as-of", "9999-12-31")

    assert done.returncode != 3, done.stderr.decode()


def test_a_date_before_any_rule_is_an_error_of_the_report(tree: Path) -> None:
    day = ("--as-of", "2010-01-01")
    done = alvara("check", tree / "job", "--context", tree / "context", "--format", "json", *day)

    assert done.returncode == 2
    assert json.loads(done.stdout)["errors"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("command", [("schema", "Workload"), ("catalog", "sites")])
def test_a_full_disk_is_not_a_fault_of_ours(command: tuple[str, ...]) -> None:
    with Path("/dev/full").open("wb") as full:
        done = alvara(*command, capture_output=False, stdout=full, stderr=subprocess.PIPE)

    assert done.returncode == 2
    assert "No space left" in done.stderr.decode()


def test_a_locale_that_is_not_utf_8_costs_no_character(tree: Path) -> None:
    arguments = ("rules", "eval", '"→ ção"', "--with", tree / "job", "--context", tree / "context")
    done = alvara(*arguments, env={**os.environ, "PYTHONIOENCODING": "latin-1"})

    assert done.returncode == 0, done.stderr
    assert done.stdout.decode() == '"→ ção"\n'
