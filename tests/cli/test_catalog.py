"""``alvara catalog``: what it lists, how it refuses, and that it reads well without colour."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from policy_engine.cli import main

OVERLAY = """\
apiVersion: alvara/v1
kind: Catalog
metadata: {name: own}
spec:
  providers: [{id: casa, parent: Banco S.A., parent_jurisdiction: BR, source: inventory, date: 2026-11-01}]
  sites: [{provider: casa, id: sp-1, country: BR, source: inventory, date: 2026-11-01}]
"""


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]):  # type: ignore[no-untyped-def]
    def call(*arguments: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as stop:
            main(["catalog", *arguments])
        out, err = capsys.readouterr()
        assert isinstance(stop.value.code, int)
        return stop.value.code, out, err

    return call


def test_all_sites(run) -> None:  # type: ignore[no-untyped-def]
    """64 rows in the table of sites, 20 providers."""
    status, out, _ = run("sites", "--format", "json")
    listed = json.loads(out)
    assert status == 0
    assert listed["schema"] == "alvara/catalog/v1"
    assert listed["digest"].startswith("sha256:")
    assert len(listed["sites"]) == 64
    assert len({site["provider"] for site in listed["sites"]}) == 20


def test_an_unknown_country_is_null_and_can_be_asked_for(run) -> None:  # type: ignore[no-untyped-def]
    _, out, _ = run("sites", "--country", "unknown", "--format", "json")
    sites = json.loads(out)["sites"]
    assert {site["provider"] for site in sites} == {"alibaba", "hivenet", "runpod", "vast-ai"}
    assert {site["country"] for site in sites} == {None}


def test_sites_of_a_provider_in_a_country(run) -> None:  # type: ignore[no-untyped-def]
    status, out, _ = run("sites", "--provider", "EVEO", "--country", "us")
    assert status == 0
    assert "eveo-miami" in out
    assert "eveo-cotia" not in out
    assert "1 site " in out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["sites", "--provider", "evo"], 'unknown provider "evo"; did you mean "eveo"?'),
        (["sites", "--country", "Brazil"], '--country "Brazil" is not a country code'),
        (["sites", "--country", "XX"], '--country "XX" is not a country code'),
        (["site", "us-east-1"], "(aws/us-east-1, crusoe/us-east-1)"),
        (["site", "us-central1"], "(gcp/us-central1, nebius/us-central1)"),
        (["site", "eveo-cota"], 'did you mean "eveo-cotia"?'),
        (["site", "aws/sa-est-1"], 'unknown site "sa-est-1" of aws; did you mean "sa-east-1"?'),
        (["site", "eveo-cotia", "--as-of", "30/11/2026"], "--as-of"),
    ],
)
def test_what_is_not_there(run, arguments: list[str], says: str) -> None:  # type: ignore[no-untyped-def]
    status, out, err = run(*arguments)
    assert (status, out) == (2, "")
    assert says in err


def test_one_site(run) -> None:  # type: ignore[no-untyped-def]
    status, out, _ = run("site", "eveo-miami", "--as-of", "2026-11-30", "--format", "json")
    shown = json.loads(out)
    assert status == 0
    assert (shown["site"]["country"], shown["site"]["verified"], shown["site"]["zones"]) == ("US", False, None)
    assert shown["availability"]["published"] == []
    assert [row["percent"] for row in shown["availability"]["claim"]] == ["99.99"]
    assert shown["replication"] is None


def test_a_claim_is_shown_apart(run) -> None:  # type: ignore[no-untyped-def]
    _, out, _ = run("site", "eveo-cotia", "--as-of", "2026-11-30")
    assert "Availability, claimed without terms" in out
    assert "Availability, published terms" not in out
    assert "Tier III (claimed by the provider)" in out


def test_where_copies_go(run) -> None:  # type: ignore[no-untyped-def]
    _, out, _ = run("site", "brazilsouth", "--as-of", "2026-11-30")
    assert "go to azure/southcentralus, country US" in out


def test_terms_of_the_day(run) -> None:  # type: ignore[no-untyped-def]
    _, out, _ = run("site", "gcp/us-central1", "--as-of", "2021-06-01", "--format", "json")
    rows = json.loads(out)["availability"]["published"]
    assert [row["percent"] for row in rows if row["service"] == "compute"] == ["99.5"]


def test_a_host_of_a_marketplace(run) -> None:  # type: ignore[no-untyped-def]
    status, out, _ = run("site", "vast-ai/Bulgaria, BG, EU", "--as-of", "2026-11-30")
    assert status == 0
    assert "country as the text of the host says" in out


def test_tools(run) -> None:  # type: ignore[no-untyped-def]
    _, out, _ = run("providers", "--kind", "tool", "--format", "json")
    tools = {tool["id"]: tool for tool in json.loads(out)["providers"]}
    common = [
        "wandb",
        "neptune",
        "comet",
        "databricks",
        "huggingface",
        "modelscope",
        "kaggle",
        "github",
        "dockerhub",
        "ngc",
    ]
    common += ["datadog", "newrelic", "grafana-cloud", "sentry", "langsmith", "openai"]
    assert set(common) <= set(tools)
    assert (tools["comet"]["country"], tools["comet"]["verified"]) == ("US", False)


@pytest.mark.parametrize(
    "arguments",
    [
        ["sites"],
        ["site", "azure/brazilsouth"],
        ["site", "aws/us-east-1"],
        ["providers"],
        ["providers", "--kind", "tool"],
    ],
)
def test_text_fits_100_columns_and_has_no_escapes(run, arguments: list[str]) -> None:  # type: ignore[no-untyped-def]
    status, out, _ = run(*arguments)
    assert status == 0
    assert max(len(line) for line in out.splitlines()) <= 100
    assert "\x1b" not in out


def test_an_overlay(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "own.yaml").write_text(OVERLAY, encoding="utf-8")
    for path in (tmp_path, tmp_path / "own.yaml"):
        status, out, _ = run("sites", "--provider", "casa", "--context", str(path))
        assert status == 0
        assert "sp-1" in out
        assert "no · Catalog own" in out


def test_a_wrong_overlay_is_reported_and_the_rest_is_shown(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    text = OVERLAY.replace("provider: casa", "provider: cassa")
    (tmp_path / "own.yaml").write_text(text, encoding="utf-8")
    status, out, err = run("sites", "--provider", "eveo", "--context", str(tmp_path), "--format", "json")
    shown = json.loads(out)
    assert status == 2
    assert len(shown["sites"]) == 5
    assert "own.yaml:6:" in err
    assert 'unknown provider "cassa"; did you mean "casa"?' in err
    assert (shown["errors"][0]["line"], shown["errors"][0]["message"][:16]) == (6, "unknown provider")


def test_a_context_that_is_not_there(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    status, _, err = run("sites", "--context", str(tmp_path / "nothing"))
    assert status == 2
    assert "no such file or folder" in err


def test_into_a_file(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    status, out, _ = run("sites", "--format", "json", "-o", str(tmp_path / "sites.json"))
    assert (status, out) == (0, "")
    assert json.loads((tmp_path / "sites.json").read_text(encoding="utf-8"))["sites"]
