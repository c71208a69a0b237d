"""The JSON Schema for editors: valid itself, of one mind with the reader, and strict at every depth."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from policy_engine.declaration import KINDS, read_text
from policy_engine.declaration.jsonschema import DIALECT, schema_for, schema_for_all
from policy_engine.declaration.nodes import parse
from policy_engine.declaration.tree import Map, Scalar, Seq

NUMBER = re.compile(r"[-+]?(?:0|[1-9]\d*|\d*\.\d+|\d+\.\d*)(?:[eE][-+]?\d+)?")


def as_an_editor_reads(node: Any) -> Any:
    """A raw tree with scalars typed by their looks, as YAML 1.2's core schema does."""
    if isinstance(node, Map):
        return {str(key): as_an_editor_reads(value) for key, value in node.items()}
    if isinstance(node, Seq):
        return [as_an_editor_reads(item) for item in node]
    if not isinstance(node, Scalar) or not node.plain:
        return str(node)
    if node.is_null:
        return None
    if node in ("true", "false"):
        return node == "true"
    if NUMBER.fullmatch(node):
        number = float(node)
        return int(number) if re.fullmatch(r"[-+]?\d+", node) else number
    return str(node)


def documents(path: Path) -> Iterator[dict[str, Any]]:
    parsed = parse(path.read_text(encoding="utf-8"), str(path))
    assert not parsed.errors
    yield from (as_an_editor_reads(root.node) for root in parsed.roots)


def problems(kind: str, document: Any) -> list[str]:
    return [error.message for error in Draft202012Validator(schema_for(kind)).iter_errors(document)]


def one(text: str) -> Any:
    (root,) = parse(text, "a.yaml").roots
    return as_an_editor_reads(root.node)


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_the_schema_of_every_kind_is_a_valid_schema(kind: str) -> None:
    schema = schema_for(kind)
    assert schema["$schema"] == DIALECT
    assert schema["title"] == kind
    Draft202012Validator.check_schema(schema)


def test_every_reference_leads_to_a_definition() -> None:
    for schema in (*map(schema_for, KINDS), schema_for_all()):
        referred = set(re.findall(r"#/\$defs/(\w+)", str(schema)))
        assert referred == set(schema["$defs"])


@pytest.mark.parametrize("folder", ["full", "quickstart"])
def test_the_examples_are_accepted(root: Path, folder: str) -> None:
    everything = Draft202012Validator(schema_for_all())
    paths = sorted((root / "examples" / folder).rglob("*.yaml"))
    assert paths
    for path in paths:
        for document in documents(path):
            assert problems(document["kind"], document) == [], path
            assert everything.is_valid(document), path


def test_the_shipped_packs_are_accepted(root: Path) -> None:
    for path in sorted((root / "rules" / "packs").glob("*.yaml")):
        for document in documents(path):
            if document.get("kind") == "RulePack":
                assert problems("RulePack", document) == [], path


WORKLOAD = """
apiVersion: alvara/v1
kind: Workload
metadata: {name: w}
spec:
"""


@pytest.mark.parametrize(
    "body",
    [
        "{compute: {gpu_per_node: 8}}",
        "{computer: {}}",
        "{flows: [{kind: backup, to: {cuntry: BR}}]}",
        "{flows: [{to: {country: BR}}]}",
        "{environment: prod}",
        "{flows: [{kind: backup, to: {country: Norway}}]}",
        "{compute: {price: 21.50}}",
        "{compute: {gpus: 64x}}",
        "{compute: {gpus: 0}}",
        "{availability: {required: 99.9}}",
        "{storage: {size: 500}}",
        "{compute: {duration: 72}}",
        "{deadline: 31/01/2027}",
        "{security: {mfa: yes}}",
        "{security: {mfa: {value: true}}}",
        "{security: {mfa: {value: true, evidence: X, verified: 2026-01-01}}}",
        "{data: {dataset: a}}",
        "{compute: }",
    ],
)
def test_what_the_reader_refuses_the_schema_refuses(body: str) -> None:
    text = f"{WORKLOAD}  {body}\n"
    assert read_text(text).errors
    assert problems("Workload", one(text))


@pytest.mark.parametrize(
    "body",
    [
        "{compute: {gpus: 64, price: 'R$ 21,50/h', duration: 72 h}}",
        "{compute: {gpus: 1_000, price: 'R$ 98.000/month per node'}}",
        "{training: {tokens: 60e9, samples: 4_000_000, model: {parameters: 6.7e9}}}",
        "{availability: {required: 99.9%}, storage: {size: 4 TiB, months: 1.5}}",
        "{flows: [{kind: backup, to: {country: NO}}]}",
        "{security: {mfa: {value: true, evidence: 12, verified_on: 2026-01-01, by: 7}}}",
        "{security: {access_reviewed: {value: 2026-01-01, evidence: X}}, logging: {retention_days: 365}}",
        "{budget: {total: 'USD 1,234.56', max_foreign_share: 20 %}}",
        "{extra: {a: [1, 2], b: true}}",
        "{activity: 2026}",
    ],
)
def test_what_the_reader_accepts_the_schema_accepts(body: str) -> None:
    text = f"{WORKLOAD}  {body}\n"
    assert not read_text(text).errors
    assert problems("Workload", one(text)) == []


def test_the_kind_decides_where_any_document_may_stand() -> None:
    everything = Draft202012Validator(schema_for_all())
    assert everything.is_valid(one(WORKLOAD + "  {}\n"))
    assert not everything.is_valid(one(WORKLOAD.replace("Workload", "Activity") + "  {}\n"))
    assert not everything.is_valid(one(WORKLOAD.replace("Workload", "Job") + "  {}\n"))
    assert not everything.is_valid(one(WORKLOAD.replace("alvara/v1", "batch/v1") + "  {}\n"))


def test_meaning_unit_and_examples_reach_the_editor() -> None:
    definitions = schema_for("Workload")["$defs"]
    assert definitions["Budget"]["properties"]["hard"]["examples"] == [False]
    retention = definitions["Logging"]["properties"]["retention_days"]
    assert retention["description"] == "How long records are kept. Unit: days."
    assert retention["examples"] == [365]
    assert definitions["Flow"]["properties"]["recipient"]["x-personal"] is True
    assert "x-personal" not in definitions["Flow"]["properties"]["kind"]
    assert definitions["Transfer"]["properties"]["parties"]["x-personal"] is True


def test_closed_lists_come_from_the_vocabulary() -> None:
    words = schema_for("Dataset")["$defs"]["Dataset"]["properties"]["categories"]["items"]["enum"]
    assert {"health", "financial"} <= set(words)
    assert words == sorted(words)
