"""The shipped catalog against the tables it was made from: nothing lost, nothing changed on the way."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import pytest

from policy_engine._data import rules_path
from policy_engine.catalog import load

TABLES = Path(__file__).resolve().parents[3] / "shared" / "domain"
CATALOG = load(rules_path() / "catalog")

pytestmark = pytest.mark.skipif(not TABLES.is_dir(), reason="the tables are kept beside the repository")


def table(name: str) -> list[dict[str, str]]:
    path = TABLES / name
    if not path.is_file():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _identify(row: dict[str, str]) -> str:
    # Locaweb publishes no region code; the catalog gives its one site an id of our own.
    return row["region_code"] or "locaweb-sao-paulo"


@pytest.mark.parametrize("row", table("sites.csv"), ids=lambda row: f"{row['provider']}/{row['region_code']}")
def test_every_site(row: dict[str, str]) -> None:
    site = CATALOG.site(row["provider"], _identify(row))
    assert site is not None
    known = row["country"] if len(row["country"]) == 2 else None
    assert site.country == known
    assert (site.country == "BR") == (row["in_brazil"] == "yes")
    assert (site.parent, site.parent_jurisdiction) == (row["parent"], row["parent_jurisdiction"])
    assert site.foreign_law_note == row["foreign_law_note"]
    assert site.zones == (int(row["zones"]) if row["zones"].isdigit() else None)
    assert site.status == row["status"]
    assert (site.date or "") == row["date"]
    assert site.billing == row["billing_currency"]
    assert site.city == (row["city"] or None) or row["city"].startswith("various")


def test_no_site_is_there_that_the_table_does_not_have() -> None:
    assert {site.label for site in CATALOG.sites()} == {
        f"{row['provider']}/{_identify(row)}" for row in table("sites.csv")
    }


def test_every_availability_row() -> None:
    """Two rows of the table hold several figures: Azure's other disks (2) and OCI's three classes."""
    expected = Counter({"azure": 1, "oci": 2}) + Counter(row["provider"] for row in table("sla.csv"))
    assert Counter({one.id: len(CATALOG.sla(one.id)) for one in CATALOG.providers() if CATALOG.sla(one.id)}) == expected


@pytest.mark.parametrize("row", table("sla.csv"), ids=lambda row: f"{row['provider']}-{row['service'][:20]}")
def test_every_availability_figure(row: dict[str, str]) -> None:
    figures = [text.strip() for text in row["monthly_uptime_pct"].split("/")]
    wanted = {float(text) for text in figures if text.replace(".", "").isdigit()}
    assert wanted <= {float(one.percent) for one in CATALOG.sla(row["provider"]) if one.percent}


@pytest.mark.parametrize("row", table("accelerator_aliases.csv"), ids=lambda row: row["spelling"])
def test_every_spelling(row: dict[str, str]) -> None:
    if " x " in row["id"]:
        assert row["spelling"] in CATALOG.files.shares
    else:
        assert CATALOG.canonical("accelerator", row["spelling"]) == row["id"]


@pytest.mark.parametrize("row", table("hardware.csv"), ids=lambda row: row["id"])
def test_every_accelerator(row: dict[str, str]) -> None:
    one = CATALOG.accelerator(row["id"])
    assert one is not None
    assert (one.name, one.vendor, one.form, one.memory_gb) == (
        row["name"], row["vendor"], row["form_factor"], float(row["memory_gb"]),
    )  # fmt: skip
    figures = CATALOG.figures(row["id"])
    for column in set(row) - {"id", "name", "vendor", "form_factor", "memory_gb"}:
        assert _same(figures.get(column), row[column]), column


@pytest.mark.parametrize("row", table("fabrics.csv"), ids=lambda row: row["id"])
def test_every_fabric(row: dict[str, str]) -> None:
    one = CATALOG.fabric(row["id"])
    assert one is not None
    assert (one.name, one.scope, one.rdma, one.verification) == (
        row["fabric"], row["scope"], row["rdma"], row["verification"],
    )  # fmt: skip
    for column in set(row) - {"id", "fabric", "scope", "rdma", "verification"}:
        assert _same(one.figures.get(column), row[column]), column


def _same(value: float | str | None, text: str) -> bool:
    if value is None:
        return text == ""
    return value == (float(text) if isinstance(value, float) else text)
