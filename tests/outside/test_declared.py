"""The declared cases kept beside the repository: documents as users write them and what must come out."""

from __future__ import annotations

import functools
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

CASES = Path(__file__).resolve().parents[3] / "shared" / "cases" / "declared"

pytestmark = pytest.mark.skipif(
    not CASES.is_dir(), reason="the outside cases (../shared/cases/declared) are not on this machine"
)

# Rules that come with later packs: they are checked as soon as a pack brings them.
PACKS_TO_COME = (
    "BR-BAS",
    "BR-GOV",
    "BR-INC",
    "BR-RET",
    "BR-ANO",
    "BR-FIN",
    "BR-PUB",
    "BR-SAU",
    "BR-MCI",
    "BR-ECA",
    "BR-SUS",
)


def _expected() -> dict[str, Any]:
    if not CASES.is_dir():
        return {}
    loaded: dict[str, Any] = yaml.safe_load((CASES / "expected.yaml").read_text(encoding="utf-8"))
    return loaded


def _cases() -> list[tuple[str, str, dict[str, Any]]]:
    """Every workload with each date it is judged at, and what must come out."""
    found = []
    for name, wanted in _expected().items():
        if name == "invalid":
            continue
        plain = {key: value for key, value in wanted.items() if not key.startswith("as_of_")}
        found.append((name, "2026-11-30", plain))
        found += [
            (name, key.removeprefix("as_of_"), value) for key, value in wanted.items() if key.startswith("as_of_")
        ]
    return found


@functools.cache
def _check(name: str, as_of: str) -> tuple[int, dict[str, Any]]:
    arguments = [str(CASES / "workloads" / f"{name}.yaml"), "--context", str(CASES / "context"), "--as-of", as_of]
    command = [sys.executable, "-m", "policy_engine", "check", *arguments, "--lang", "en", "--format", "json"]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.stderr == ""
    return run.returncode, json.loads(run.stdout)


def _present(rules: list[str], outcomes: dict[str, str]) -> list[str]:
    return [rule for rule in rules if rule in outcomes or not rule.startswith(PACKS_TO_COME)]


@pytest.mark.parametrize(("name", "as_of", "wanted"), _cases())
def test_a_declared_case_comes_out_as_expected(name: str, as_of: str, wanted: dict[str, Any]) -> None:
    status, report = _check(name, as_of)
    (decision,) = report["decisions"]
    outcomes = {outcome["rule"]: outcome["outcome"] for outcome in decision["outcomes"]}
    weights = {outcome["rule"]: outcome["weighs"] for outcome in decision["outcomes"]}
    verdict = decision["verdict"]
    assert report["errors"] == []
    assert verdict in wanted.get("verdict_in", [wanted.get("verdict", verdict)])
    assert status == (1 if verdict == "deny" else 0)
    for key in ("pass", "fail", "unknown", "not_applicable"):
        for rule in _present(wanted.get(key, []), outcomes):
            assert outcomes[rule] == key, rule
    for rule in wanted.get("not_pass", []):
        assert outcomes[rule] != "pass"
    for rule in _present(wanted.get("warn_rule", []), outcomes):
        assert (outcomes[rule], weights[rule]) == ("fail", "warn")
    for path, value in wanted.get("facts", {}).items():
        subject, _, fact = path.partition(".")
        assert decision["facts"][subject][fact] == value


def test_every_error_of_the_invalid_workload_is_said_in_one_run() -> None:
    status, report = _check("invalid", "2026-11-30")
    wanted = _expected()["invalid"]
    assert status == wanted["exit"]
    for error in wanted["errors"]:
        here = [found for found in report["errors"] if found["line"] == error["line"]]
        assert any(all(word in found["message"] for word in error["says"]) for found in here), error
        assert all(found["column"] >= 1 for found in here)


def test_the_other_workloads_are_still_judged_beside_an_invalid_one() -> None:
    command = [
        sys.executable,
        "-m",
        "policy_engine",
        "check",
        str(CASES / "workloads"),
        "--context",
        str(CASES / "context"),
    ]
    run = subprocess.run(
        [*command, "--as-of", "2026-11-30", "--format", "json"], capture_output=True, text=True, check=False
    )
    report = json.loads(run.stdout)
    assert run.returncode == 2
    assert len(report["decisions"]) == len(list((CASES / "workloads").glob("*.yaml"))) - 1
