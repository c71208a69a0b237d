"""Documents once read: places by path, digests of what they say, and as they stood on a day."""

from __future__ import annotations

import re
from datetime import date

import pytest

from policy_engine.declaration import Document, read_text

WORKLOAD = """
apiVersion: alvara/v1
kind: Workload
metadata: {name: a, owner: equipe, labels: {centre: "4411"}}
spec:
  compute: {gpus: 64, price: "R$ 21,50/h", duration: 72 h}
  storage: {size: 4 TB}
  flows:
    - {kind: backup, to: {country: NO}}
    - kind: telemetry
      datasets: [x, y]
  training: {tokens: 60e9}
  availability: {required: 99.9%}
  deadline: 2027-01-31
"""

SAME = """# the same, written otherwise
{
  "kind": "Workload", "apiVersion": 'alvara/v1',
  "spec": {
    "deadline": "2027-01-31", "availability": {"required": "99.90 %"},
    "training": {"tokens": 60_000_000_000},
    "flows": [{"to": {"country": "NO"}, "kind": "backup"}, {"datasets": [x, y], "kind": telemetry}],
    "storage": {"size": "4000 GB"},
    "compute": {"duration": "3 d", "price": "BRL 21.5/hour", "gpus": 6.4e1}
  },
  "metadata": {"labels": {"centre": 4411}, "name": "a", "owner": "equipe"},
}
"""

PLATFORM = """
apiVersion: alvara/v1
kind: Platform
metadata: {name: p}
spec:
  provider: eveo
  site: eveo-cotia
  orchestration: {kind: slurm, nccl_tested: 2026-08-01}
  security:
    mfa: {value: true, evidence: PRINT-7, verified_on: 2026-09-01}
    access_reviewed: {value: 2026-10-01, evidence: REV-1, verified_on: 2026-10-02}
"""

CONTRACT = """
apiVersion: alvara/v1
kind: Contract
metadata: {name: c}
spec: {provider: eveo, organization: o, signed: 2026-01-15, transfer: {mechanism: scc_anpd, signed: 2026-03-10}}
"""


def one(text: str) -> Document:
    bundle = read_text(text, "f")
    assert bundle.errors == []
    return bundle.documents[0]


@pytest.mark.parametrize(
    ("path", "line", "column", "pointer"),
    [
        ("compute.gpus", 6, 13, "/spec/compute/gpus"),
        ("compute", 6, 3, "/spec/compute"),
        ("flows[0].to.country", 9, 27, "/spec/flows/0/to/country"),
        ("flows[1]", 10, 7, "/spec/flows/1"),
        ("flows[1].datasets[1]", 11, 21, "/spec/flows/1/datasets/1"),
        ("flows[7].kind", 8, 3, "/spec/flows"),
        ("compute.nodes", 6, 3, "/spec/compute"),
        ("budget.total", 6, 3, "/spec"),
        ("", 6, 3, "/spec"),
    ],
)
def test_a_path_is_located_or_the_nearest_thing_above_it(path: str, line: int, column: int, pointer: str) -> None:
    place = one(WORKLOAD).locate(path)
    assert (place.file, place.line, place.column, place.pointer) == ("f", line, column, pointer)


def test_rules_see_name_owner_and_labels_beside_the_fields() -> None:
    root = one(WORKLOAD).root
    assert (root["name"], root["owner"], root["labels"]) == ("a", "equipe", {"centre": "4411"})
    assert root["compute"]["gpus"] == 64


def test_a_digest_is_of_what_is_said_and_not_of_how() -> None:
    digest = one(WORKLOAD).digest
    assert re.fullmatch("sha256:[0-9a-f]{64}", digest)
    assert one(SAME).digest == digest
    assert one(WORKLOAD.replace("\n", "\r\n")).digest == digest


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("64", "63"),
        ("21,50", "21,51"),
        ("R$", "USD"),
        ("/h", "/d"),
        ("NO", "SE"),
        ("name: a", "name: b"),
        ("4411", "4412"),
        ("99.9%", "99.8%"),
        ("2027-01-31", "2027-02-01"),
        ("[x, y]", "[y, x]"),
        ("72 h", "73 h"),
        ("  deadline: 2027-01-31\n", ""),
    ],
)
def test_a_digest_changes_with_anything_that_is_said(old: str, new: str) -> None:
    assert one(WORKLOAD.replace(old, new)).digest != one(WORKLOAD).digest


def test_evidence_is_part_of_the_digest() -> None:
    assert one(PLATFORM.replace("PRINT-7", "PRINT-8")).digest != one(PLATFORM).digest


def test_free_fields_named_like_money_do_not_disturb_the_digest() -> None:
    extra = "  extra: {decimal: abc, currency: BRL, amount: 1}\n"
    assert one(WORKLOAD + extra).digest != one(WORKLOAD).digest


def test_on_its_day_a_document_is_itself() -> None:
    document = one(PLATFORM)
    assert document.at(date(2026, 10, 2)) is document
    assert document.at(date(2030, 1, 1)) is document


def test_what_is_dated_later_is_not_there_yet() -> None:
    document = one(PLATFORM)
    before = document.at(date(2026, 10, 1))
    assert before is not None
    assert sorted(before.evidence) == ["security.mfa"]
    assert "access_reviewed" in before.spec["security"]
    earlier = document.at(date(2026, 7, 31))
    assert earlier is not None
    assert earlier.evidence == {}
    assert earlier.spec["orchestration"] == {"kind": "slurm"}
    assert earlier.spec["security"] == {"mfa": True}
    assert earlier.digest == document.digest
    assert document.spec["orchestration"]["nccl_tested"] is not None


def test_a_contract_does_not_exist_before_it_is_signed() -> None:
    contract = one(CONTRACT)
    assert contract.at(date(2026, 1, 14)) is None
    signed = contract.at(date(2026, 1, 15))
    assert signed is not None
    assert "transfer" not in signed.spec
    assert contract.at(date(2026, 3, 10)) is contract
