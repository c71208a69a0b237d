"""What every field of every kind has, and which of them are dated or personal."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from typing import Any

from marshmallow import Schema, fields

from policy_engine.declaration import KINDS, Document, read_text
from policy_engine.declaration import fields as f
from policy_engine.declaration.nodes import parse
from policy_engine.declaration.tree import Map, Scalar, Seq


def walk(schema: type[Schema], path: str) -> Iterator[tuple[str, Any]]:
    """Every field at or below a schema, by path."""
    for name, field in schema._declared_fields.items():
        yield f"{path}.{name}", field
        inner = getattr(field, "value_field", None) or getattr(field, "inner", None) or field
        if isinstance(inner, fields.Nested):
            yield from walk(type(inner.schema), f"{path}.{name}")


FIELDS = [
    found
    for name, kind in KINDS.items()
    for schema, at in ((kind.metadata, f"{name}/metadata"), (kind.body, name))
    for found in walk(schema, at)
]


def test_every_field_says_what_it_means_in_one_sentence() -> None:
    abbreviations = re.compile(r"\b(arts?|Res)\. ")
    for path, field in FIELDS:
        assert field.meaning[0].isupper(), path
        assert field.meaning.endswith("."), path
        assert ". " not in abbreviations.sub("", field.meaning), path


def test_every_field_but_a_record_has_an_example_that_it_reads() -> None:
    for path, field in FIELDS:
        inner = getattr(field, "value_field", None) or getattr(field, "inner", None) or field
        if field.example is None:
            assert isinstance(inner, fields.Nested), path
        else:
            read_text_of(field, field.example)


def read_text_of(field: Any, example: str) -> Any:
    """An example as the field types it."""
    (root,) = parse(f"value: {example}\n", "example").roots
    assert isinstance(root.node, Map)
    value = root.node["value"]
    assert isinstance(value, Scalar | Seq | Map)
    return field.deserialize(value)


def test_quantities_name_their_unit() -> None:
    for path, field in FIELDS:
        inner = field.inner if isinstance(field, f.Control) else field
        if isinstance(inner, f.Span | f.Size | f.Bandwidth | f.Share):
            assert field.unit, path


def test_what_may_hold_personal_data_is_marked() -> None:
    marked = {path for path, field in FIELDS if field.personal or getattr(getattr(field, "inner", None), "personal", 0)}
    assert marked >= {
        "Organization.registration", "Organization.encarregado.name", "Organization.encarregado.contact",
        "Organization.encarregado.substitute", "Organization.rights.channel", "Organization.incident_plan.responsible",
        "Organization.incidents.description", "Activity.impact_report.approved_by", "Dataset.description",
        "Contract.transfer.parties", "Contract.suboperators.name", "Workload.flows.recipient",
    }  # fmt: skip


DATED = """
apiVersion: alvara/v1
kind: Organization
metadata: {name: a}
spec:
  encarregado: {name: X, appointed: {document: ATO-1, date: 2026-06-15}}
  incidents:
    - {id: INC-1, known: 2026-06-15, authority_notified: 2026-06-20}
    - {id: INC-0, known: 2025-01-01}
---
apiVersion: alvara/v1
kind: Activity
metadata: {name: a}
spec:
  organization: a
  records: {document: ROPA-1, updated: 2026-06-15}
  impact_report: {document: RIPD-1, date: 2026-06-15}
---
apiVersion: alvara/v1
kind: Dataset
metadata: {name: a}
spec:
  anonymised: {technique: x, date: 2026-01-01, tested: 2026-06-15}
  purposes: [{purpose: marketing, legal_basis: art7.IX, assessment: {document: LIA-1, date: 2026-06-15}}]
  transfer: {mechanism: scc_anpd, signed: 2026-06-15}
  best_interest: {document: MI-1, date: 2026-06-15}
---
apiVersion: alvara/v1
kind: Contract
metadata: {name: a}
spec:
  provider: aws
  organization: a
  signed: 2026-01-01
  data_processing: {verified: 2026-06-15}
  transfer: {mechanism: scc_anpd, signed: 2026-01-01, reviewed: 2026-06-15, changes: [{date: 2026-06-15, what: law}]}
  financial: {bcb_notice: 2026-06-15, bcb_authorisation: 2026-06-15}
---
apiVersion: alvara/v1
kind: Platform
metadata: {name: a}
spec:
  provider: aws
  site: us-east-1
  orchestration: {nccl_tested: 2026-06-15}
  security:
    mfa: {value: true, evidence: IAM-1, verified_on: 2026-06-15}
    access_reviewed: 2026-06-15
    backup_tested: 2026-06-15
    penetration_tested: 2026-06-15
"""


def dated(kind: str, day: date) -> Document:
    """A document of the text above as it stood on a day."""
    bundle = read_text(DATED)
    assert not bundle.errors
    (document,) = (one for one in bundle.documents if one.kind == kind)
    there = document.at(day)
    assert there is not None
    return there


def test_on_their_day_and_later_all_dated_fields_are_there() -> None:
    for document in read_text(DATED).documents:
        assert document.at(date(2026, 6, 20)) is document


def test_before_their_day_dated_records_and_fields_are_not_there() -> None:
    eve = date(2026, 6, 14)
    organization = dated("Organization", eve).spec
    assert organization["encarregado"] == {"name": "X"}
    assert [incident["id"] for incident in organization["incidents"]] == ["INC-0"]
    activity = dated("Activity", eve).spec
    assert activity["records"] == {"document": "ROPA-1"}
    assert "impact_report" not in activity
    dataset = dated("Dataset", eve).spec
    assert "tested" not in dataset["anonymised"]
    assert dataset["purposes"] == [{"purpose": "marketing", "legal_basis": "art7.IX"}]
    assert "transfer" not in dataset
    assert "best_interest" not in dataset
    contract = dated("Contract", eve).spec
    assert contract["data_processing"] == {}
    assert "reviewed" not in contract["transfer"]
    assert contract["transfer"]["changes"] == []
    assert contract["financial"] == {}
    platform = dated("Platform", eve)
    assert platform.spec["orchestration"] == {}
    # The safeguard stays declared; what was verified later does not back it yet.
    assert platform.spec["security"] == {"mfa": True}
    assert platform.evidence == {}


def test_a_notice_given_later_is_not_there_although_the_incident_is() -> None:
    incident = dated("Organization", date(2026, 6, 19)).spec["incidents"][0]
    assert incident["id"] == "INC-1"
    assert "authority_notified" not in incident


def test_a_contract_is_not_there_before_it_is_signed() -> None:
    (contract,) = (one for one in read_text(DATED).documents if one.kind == "Contract")
    assert contract.at(date(2025, 12, 31)) is None


def test_the_cases_of_rules_are_spelled_as_documents_spell_them() -> None:
    rules = KINDS["RulePack"].body._declared_fields["rules"].inner.schema  # type: ignore[attr-defined]
    assert "unknown" in rules.fields
    assert list(type(rules)._declared_fields["effective"].schema.fields) == ["from", "until"]
    egress = KINDS["Workload"].body._declared_fields["egress"].inner.schema  # type: ignore[attr-defined]
    assert list(egress.fields) == ["what", "size", "times", "from", "to"]
