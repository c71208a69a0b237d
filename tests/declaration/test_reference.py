"""The reference page of documents."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from policy_engine.declaration import KINDS, vocabulary
from policy_engine.declaration.reference import main, page


def test_the_page_in_the_repository_is_fresh(root: Path) -> None:
    kept = (root / "docs" / "reference" / "documents.md").read_text(encoding="utf-8")
    assert kept == page(), "run python -m policy_engine.declaration.reference"


def test_every_kind_and_every_field_is_on_it() -> None:
    text = page()
    for name, kind in KINDS.items():
        assert f"\n## {name}\n" in text
        for schema in (kind.body, kind.metadata):
            for field in schema._declared_fields:
                assert f"| `{field}`" in text, f"{name}.{field}"


def test_links_lead_to_headings_of_the_page() -> None:
    text = page()
    headings = [line.lstrip("# ") for line in text.splitlines() if line.startswith("#")]
    anchors = {re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in headings}
    assert set(re.findall(r"\]\(#([^)]+)\)", text)) <= anchors


def test_a_link_leads_to_the_first_heading_of_its_name() -> None:
    text = page()
    headings = [line for line in text.splitlines() if line.startswith("#")]
    for target in set(re.findall(r"\]\(#([^)]+)\)", text)):
        alike = [
            one for one in headings if re.sub(r"[^\w -]", "", one.lstrip("# ")).lower().replace(" ", "-") == target
        ]
        assert len(alike) == 1, target


def test_closed_lists_have_both_labels_and_what_they_belong_to() -> None:
    text = page()
    row = "| `credit_scoring` | Pontuação de crédito | Credit scoring | below `credit_risk_assessment` |"
    assert row in text
    assert "| `health` | Saúde | Health | sensitive |" in text
    assert f"The {len(vocabulary().words('countries'))} codes of ISO 3166-1" in text


def test_units_marks_and_types_are_told() -> None:
    text = page()
    assert "| `retention_days` | control: integer, at least 0 | days | How long records are kept. | `365` |" in text
    assert "*(dated)*" in text
    assert "*(personal)*" in text
    assert "| `transfer` | record: [Transfer](#transfer) |" in text


def test_tables_have_as_many_cells_as_their_heading() -> None:
    width = 0
    for line in page().splitlines():
        if not line.startswith("|"):
            width = 0
            continue
        cells = len(re.findall(r"(?<!\\)\|", line)) - 1
        width = width or cells
        assert cells == width, line


@pytest.mark.parametrize("folder", ["", "new/folder"])
def test_the_page_can_be_written_elsewhere(tmp_path: Path, folder: str) -> None:
    target = tmp_path / folder / "documents.md"
    main([str(target)])
    assert target.read_text(encoding="utf-8") == page()
