"""``alvara schema``: the JSON Schema of a kind, whatever the case it is written in."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

from policy_engine.declaration import KINDS
from tests.support import WORKLOAD, alvara


@pytest.mark.parametrize("kind", [*KINDS, "workload", "RULEPACK", "all"])
def test_a_schema_that_is_one(kind: str) -> None:
    ran = alvara("schema", kind)
    assert (ran.returncode, ran.stderr) == (0, "")
    jsonschema.Draft202012Validator.check_schema(json.loads(ran.stdout))


def test_it_accepts_a_document_and_refuses_an_unknown_field() -> None:
    validator = jsonschema.Draft202012Validator(json.loads(alvara("schema", "Workload").stdout))
    good = {"apiVersion": "alvara/v1", **WORKLOAD}
    assert [error.message for error in validator.iter_errors(good)] == []
    assert list(validator.iter_errors({**good, "spec": {**good["spec"], "platfrom": "here"}}))


def test_an_unknown_kind_names_the_nearest() -> None:
    ran = alvara("schema", "Wrkload")
    assert ran.returncode == 2
    assert 'unknown kind "Wrkload"; did you mean "Workload"?' in ran.stderr


def test_into_a_file(tmp_path: Path) -> None:
    target = tmp_path / "w.json"
    ran = alvara("schema", "Workload", "-o", target)
    assert (ran.returncode, ran.stdout) == (0, "")
    assert json.loads(target.read_text(encoding="utf-8"))
