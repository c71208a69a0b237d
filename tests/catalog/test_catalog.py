"""What the catalog answers. Values are those of the tables it was made from; each test says which."""

from __future__ import annotations

import pytest

from policy_engine.catalog import Catalog
from policy_engine.declaration import NameProblem


def site(catalog: Catalog, provider: str, name: str):  # type: ignore[no-untyped-def]
    found = catalog.site(provider, name)
    assert found is not None, f"{provider}/{name}"
    return found


# ---- where


def test_the_miami_site_of_a_brazilian_provider_is_in_the_united_states(shipped: Catalog) -> None:
    """Sold beside Cotia and Curitiba; data there are an international transfer (LGPD art. 33)."""
    miami = site(shipped, "eveo", "eveo-miami")
    assert (miami.country, miami.parent_jurisdiction, miami.city) == ("US", "BR", "Miami/FL")
    assert miami.root["country"] == "US"
    assert "US territorial jurisdiction" in miami.foreign_law_note
    assert not miami.verified


@pytest.mark.parametrize("name", ["eveo-cotia", "eveo-osasco", "eveo-curitiba", "eveo-fortaleza"])
def test_the_other_sites_of_eveo_are_in_brazil(shipped: Catalog, name: str) -> None:
    assert site(shipped, "eveo", name).country == "BR"


@pytest.mark.parametrize(
    ("provider", "name", "country", "jurisdiction", "zones"),
    [
        ("aws", "sa-east-1", "BR", "US", 3),
        ("aws", "us-east-1", "US", "US", 6),
        ("aws", "eu-west-1", "IE", "US", 3),
        ("gcp", "us-central1", "US", "US", 4),
        ("azure", "brazilsoutheast", "BR", "US", 0),  # a region without zones: 0 is known, and is not "unknown"
        ("oci", "sa-vinhedo-1", "BR", "US", 1),
        ("huawei", "sa-brazil-1", "BR", "CN", None),  # zones not given
        ("magalu", "br-se1", "BR", "BR", None),  # "several" is not a number
        ("nebius", "eu-north1", "FI", "NL", None),
        ("ovh", "BHS", "CA", "FR", None),
        ("coreweave", "ORD1", "US", "US", None),
    ],
)
def test_country_jurisdiction_and_zones(
    shipped: Catalog, provider: str, name: str, country: str, jurisdiction: str, zones: int | None
) -> None:
    found = site(shipped, provider, name)
    assert (found.country, found.parent_jurisdiction, found.zones) == (country, jurisdiction, zones)


@pytest.mark.parametrize(
    ("provider", "name"),
    [("runpod", "EU-RO-1"), ("runpod", "US-TX-3"), ("hivenet", "node-17"), ("vast-ai", "somewhere"),
     ("alibaba", "(none found)"), ("hivenet", "(distributed)")],
)  # fmt: skip
def test_the_country_of_an_unknown_host_stays_unknown(shipped: Catalog, provider: str, name: str) -> None:
    """Not an empty text and not a guess from the name: absent."""
    found = site(shipped, provider, name)
    assert found.country is None
    assert "country" not in found.root
    assert not found.verified


def test_what_is_not_there_is_none(shipped: Catalog) -> None:
    assert shipped.site("aws", "sa-east-2") is None
    assert shipped.site("nobody", "x") is None
    assert shipped.site("vast-ai", " ") is None
    assert shipped.provider("nobody") is None


def test_a_site_is_verified_where_the_place_was_checked(shipped: Catalog) -> None:
    """The status stays as the table words it; verified is about the site and its country."""
    assert site(shipped, "oci", "sa-saopaulo-1").status == "region verified, GPUs not established"
    assert site(shipped, "oci", "sa-saopaulo-1").verified
    assert site(shipped, "magalu", "br-se1").verified  # region in Brazil verified; city and GPUs not
    assert not site(shipped, "azure", "brazilsouth").verified  # partly
    assert not site(shipped, "nebius", "eu-west1").verified  # country unverified
    assert not site(shipped, "crusoe", "us-east-1").verified  # secondary


def test_a_claimed_tier_says_so(shipped: Catalog) -> None:
    assert site(shipped, "eveo", "eveo-cotia").tier == "Tier III (claimed by the provider)"


# ---- what is offered


@pytest.mark.parametrize(
    ("label", "accelerator", "offered"),
    [
        ("aws/us-east-1", "h100-sxm-80gb", True),  # lists H100
        ("aws/us-east-1", "a10", False),  # lists A10G, which is another card
        ("aws/eu-west-1", "h100-sxm-80gb", False),  # lists T4, A10G, V100, A100-40
        ("aws/eu-west-1", "v100-sxm-16gb", True),
        ("aws/eu-west-1", "a100-sxm-40gb", True),
        ("aws/eu-west-1", "a100-sxm-80gb", False),
        ("aws/sa-east-1", "h100-sxm-80gb", True),  # H100 (p5)
        ("aws/sa-east-1", "l40s", False),  # "Not offered: L40S, H200, B200, A100-80"
        ("aws/sa-east-1", "a100-sxm-80gb", False),
        ("gcp/southamerica-east1", "h100-sxm-80gb", False),  # "NOT offered: L4, A100, H100, H200, B200"
        ("gcp/southamerica-east1", "l4", False),
        ("gcp/southamerica-east1", "tpu-v6e", True),
        ("gcp/us-east4", "h100-sxm-80gb", True),  # h100-80gb and h100-mega-80gb are both this card
        ("gcp/us-east4", "a100-sxm-40gb", False),  # a100-80gb only
        ("gcp/us-east1", "a100-sxm-40gb", True),
        ("azure/eastus2", "a100-sxm-80gb", True),
        ("azure/brazilsouth", "t4", None),  # "likely"
        ("azure/brazilsouth", "h100-sxm-80gb", None),  # "not established"
        ("azure/brazilsoutheast", "h100-sxm-80gb", None),  # no GPU flag
        ("oci/sa-saopaulo-1", "h100-sxm-80gb", None),
        ("oci/us-phoenix-1", "h100-sxm-80gb", None),  # nothing listed
        ("ovh/GRA", "h100-sxm-80gb", None),  # "site list not established"
        ("eveo/eveo-cotia", "h100-sxm-80gb", None),
        ("nebius/uk-south1", "b300-sxm", None),  # private
        ("nebius/uk-south1", "h100-sxm-80gb", False),
        ("crusoe/us-east-1", "h100-sxm-80gb", True),
        ("crusoe/us-east-1", "b200-sxm", None),  # a secondary source may leave some out
        ("vast-ai/Bulgaria, BG, EU", "h100-sxm-80gb", None),  # some host has it, this one may not
    ],
)
def test_what_a_site_offers(shipped: Catalog, label: str, accelerator: str, offered: bool | None) -> None:
    assert site(shipped, *label.split("/", 1)).offers(accelerator) is offered


def test_what_is_offered_but_has_no_entry_is_kept(shipped: Catalog) -> None:
    assert site(shipped, "aws", "sa-east-1").other == ("Inferentia1", "Inferentia2")


# ---- providers, tools, copies


def test_who_runs_sites_has_no_country_of_its_own(shipped: Catalog) -> None:
    """A flow to AWS without a site may go anywhere AWS is."""
    assert [one.id for one in shipped.providers() if one.country is not None] == []


@pytest.mark.parametrize("name", ["vast-ai", "runpod", "hivenet"])
def test_open_providers(shipped: Catalog, name: str) -> None:
    provider = shipped.provider(name)
    assert provider is not None
    assert provider.open


def test_tools_receive_data_in_a_country_that_is_marked_where_it_was_not_checked(shipped: Catalog) -> None:
    hub = shipped.tool("huggingface")
    assert hub is not None
    assert (hub.country, hub.verified, hub.tool) == ("US", False, "model_hub")
    tracker = shipped.tool("wandb")
    assert tracker is not None
    assert (tracker.country, tracker.verified, tracker.tool) == ("US", False, "experiment_tracker")
    assert shipped.tool("aws") is None


def test_a_tool_whose_customer_chooses_the_region_has_no_country(shipped: Catalog) -> None:
    grafana = shipped.tool("grafana-cloud")
    assert grafana is not None
    assert grafana.country is None


def test_a_region_of_a_tool_is_a_place(shipped: Catalog) -> None:
    """docs.datadoghq.com/getting_started/site: EU1 is in Germany, US1 the default."""
    assert site(shipped, "datadog", "eu1").country == "DE"
    assert site(shipped, "newrelic", "eu").country is None
    assert shipped.canonical("site", "EU1", "datadog") == "eu1"
    assert "eu1" not in {one.id for one in shipped.sites()}


def test_geo_redundant_copies_of_brazil_south_go_to_texas(shipped: Catalog) -> None:
    assert shipped.replica_of("azure", "brazilsouth") == ("azure", "southcentralus")
    assert site(shipped, "azure", "southcentralus").country == "US"
    pair = shipped.pair("azure", "brazilsouth")
    assert pair is not None
    assert pair.source
    assert pair.date == "2026-12-01"


def test_where_copies_of_other_sites_go_is_not_known(shipped: Catalog) -> None:
    assert shipped.replica_of("aws", "sa-east-1") is None


# ---- figures kept for models


def test_figures_of_an_accelerator(shipped: Catalog) -> None:
    """Dense rates: the 1979 of the data sheet for bf16 is with sparsity."""
    figures = shipped.figures("h100-sxm-80gb")
    assert figures["bf16_dense_tflops"] == 989
    assert "fp4_dense_tflops" not in figures
    assert shipped.figures("nothing") == {}


def test_fabric(shipped: Catalog) -> None:
    fabric = shipped.fabric("infiniband-ndr")
    assert fabric is not None
    assert (fabric.figures["line_rate_gbps_per_link"], fabric.rdma, fabric.scope) == (400.0, "yes", "inter-node")


# ---- finding


def test_find_takes_an_id_that_one_provider_has(shipped: Catalog) -> None:
    assert shipped.find("eveo-miami").label == "eveo/eveo-miami"
    assert shipped.find("AWS/US-EAST-1").label == "aws/us-east-1"
    assert shipped.find("vast-ai/Bulgaria, BG, EU").country == "BG"


@pytest.mark.parametrize(
    ("name", "choices"),
    [("us-east-1", ["aws/us-east-1", "crusoe/us-east-1"]), ("us-central1", ["gcp/us-central1", "nebius/us-central1"])],
)
def test_find_lists_the_choices_where_several_have_the_id(shipped: Catalog, name: str, choices: list[str]) -> None:
    with pytest.raises(NameProblem) as problem:
        shipped.find(name)
    assert all(choice in problem.value.message for choice in choices)


def test_find_suggests_the_nearest(shipped: Catalog) -> None:
    with pytest.raises(NameProblem, match='did you mean "eveo-cotia"'):
        shipped.find("eveo-cota")


def test_the_digest_is_of_the_content(shipped: Catalog) -> None:
    assert shipped.digest.startswith("sha256:")
    assert len(shipped.digest) == len("sha256:") + 64
