"""Where data go: countries come from the catalog and never from a name; what is not known stays so (law 1 and 2)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.support import WORKLOAD, Tree, document, pack, rule, tree


def residency(made: Tree) -> dict[str, Any]:
    reads = (
        "countries", "unplaced", "secondary_uncovered", "remote_uncovered", "international", "personal", "sensitive",
        "minors", "parent_jurisdictions",
    )  # fmt: skip
    made.put("packs/own.yaml", pack(rule(require=" && ".join(f"has(residency.{name})" for name in reads))))
    (decision,) = made.decide()
    found: dict[str, Any] = decision.facts["residency"]
    return found


def at(tmp_path: Path, provider: str, site: str, **spec: Any) -> dict[str, Any]:
    """The facts of a job on a platform somewhere, with data in Cotia."""
    made = tree(tmp_path, context={"platform": {"provider": provider, "site": site}}, **spec)
    return residency(made)


@pytest.mark.parametrize(
    ("provider", "site", "country"),
    [
        ("eveo", "eveo-cotia", "BR"),
        ("eveo", "eveo-miami", "US"),
        ("aws", "eu-west-2", "GB"),
        ("gcp", "southamerica-west1", "CL"),
        ("aws", "sa-east-1", "BR"),
        ("aws", "us-east-1", "US"),
        ("aws", "eu-west-1", "IE"),
    ],
)
def test_a_region_is_where_the_catalog_says(tmp_path: Path, provider: str, site: str, country: str) -> None:
    """``eu-west-2`` is London, no part of the European Union; a Brazilian provider's Miami is in the United States."""
    facts = at(tmp_path, provider, site)
    training = next(flow for flow in facts["flows"] if flow["kind"] == "training")
    assert training["country"] == country
    assert training["international"] == (country != "BR")
    assert training["adequate"] == (country == "IE")


def test_the_implied_flows(tmp_path: Path) -> None:
    facts = at(tmp_path, "eveo", "eveo-cotia")
    assert [(flow["kind"], flow["source"], flow["country"]) for flow in facts["flows"]] == [
        ("training", "implied", "BR"),
        ("checkpoint", "implied", "BR"),
        ("storage", "implied", "BR"),
    ]
    assert facts["international"] is False
    assert facts["countries"] == ["BR"]


def test_a_site_whose_country_nobody_knows(tmp_path: Path) -> None:
    facts = at(tmp_path, "vast-ai", "host-77")
    assert "international" not in facts
    assert len(facts["unplaced"]) == 2
    assert facts["countries"] == ["BR"]
    assert all("adequate" not in flow for flow in facts["flows"] if "country" not in flow)


def test_one_known_flow_abroad_is_enough_to_be_international(tmp_path: Path) -> None:
    flows = [{"kind": "backup", "to": {"provider": "aws", "site": "us-east-1"}}]
    facts = at(tmp_path, "vast-ai", "host-77", flows=flows, no_flows=["telemetry", "remote_access"])
    assert facts["international"] is True


def test_silence_about_backups_is_not_absence(tmp_path: Path) -> None:
    """Res. CD/ANPD 19/2024 arts. 3 III and 7; design section 2 on ``no_flows``."""
    facts = at(tmp_path, "eveo", "eveo-cotia", no_flows=["telemetry"])
    assert "secondary_uncovered" not in facts
    assert "remote_uncovered" not in facts


def test_geo_replication_moves_data_to_the_pair(tmp_path: Path) -> None:
    """Azure pairs Brazil South with South Central US."""
    made = tree(
        tmp_path,
        context={"platform": {"provider": "azure", "site": "brazilsouth", "storage": {"replication": "geo"}}},
    )
    facts = residency(made)
    replica = next(flow for flow in facts["flows"] if flow["kind"] == "replica")
    assert (replica["country"], replica["site"]) == ("US", "southcentralus")
    assert facts["secondary_uncovered"]


def test_what_the_catalog_knows_prevails_over_a_say_so(tmp_path: Path) -> None:
    flows = [{"kind": "backup", "to": {"provider": "eveo", "site": "eveo-miami", "country": "BR"}}]
    made = tree(tmp_path, flows=flows, no_flows=["telemetry", "remote_access"])
    made.put("packs/own.yaml", pack(rule(require="residency.flows.all(f, f.country == 'BR')")))
    found = made.outcome()
    assert (found.outcome, found.reads["residency.flows[3].country"]) == ("fail", "US")


@pytest.mark.parametrize(("said", "fact"), [(True, True), (False, False), (None, None)])
def test_personal_or_not_or_not_said(tmp_path: Path, said: bool | None, fact: bool | None) -> None:
    made = tree(tmp_path, context={"dataset": {"personal": said, "categories": None}})
    assert residency(made).get("personal") == fact


def test_a_job_without_data_is_not_the_same_as_one_that_does_not_say(tmp_path: Path) -> None:
    made = tree(tmp_path)
    made.put("jobs/job.yaml", document(WORKLOAD, data=None))
    assert "personal" not in residency(made)


def test_norway_is_a_country(tmp_path: Path) -> None:
    """Trap 1: ``NO`` unquoted."""
    made = tree(tmp_path)
    text = (
        (made.jobs / "job.yaml")
        .read_text()
        .replace("  no_flows:\n  - backup\n", "  flows:\n  - {kind: backup, to: {country: NO}}\n  no_flows:\n")
    )
    made.put("jobs/job.yaml", text)
    facts = residency(made)
    backup = next(flow for flow in facts["flows"] if flow["kind"] == "backup")
    assert (backup["country"], backup["adequate"], backup["mechanism"]) == ("NO", True, "adequacy")
