"""A user's own entries over the shipped ones."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from policy_engine.catalog import Catalog
from policy_engine.declaration import Document, read_text
from policy_engine.errors import AlvaraError

Make = Callable[..., Document]
ORIGIN = "source: inventory, date: 2026-11-01"


def lay(shipped: Catalog, *documents: Document) -> Catalog:
    catalog, errors = shipped.overlay(documents)
    assert [str(error) for error in errors] == []
    return catalog


def wrong(shipped: Catalog, *documents: Document) -> list[AlvaraError]:
    _, errors = shipped.overlay(documents)
    return errors


def test_without_documents_nothing_changes(shipped: Catalog) -> None:
    assert shipped.overlay([]) == (shipped, [])


def test_a_new_provider_with_a_site(shipped: Catalog, document: Make) -> None:
    own = document(
        f"{{providers: [{{id: casa, parent: Banco S.A., parent_jurisdiction: BR, {ORIGIN}}}], "
        f"sites: [{{provider: casa, id: sp-1, country: BR, zones: 1, accelerators: [H100 SXM5 80GB], {ORIGIN}}}]}}"
    )
    catalog = lay(shipped, own)
    site = catalog.site("casa", "sp-1")
    assert site is not None
    assert (site.country, site.parent, site.parent_jurisdiction, site.zones) == ("BR", "Banco S.A.", "BR", 1)
    assert site.accelerators == ("h100-sxm-80gb",)
    assert (site.offers("h100-sxm-80gb"), site.offers("l40s")) == (True, False)
    assert (site.overlaid_by, site.source, site.date) == ("own", "inventory", "2026-11-01")
    assert (site.verified, site.status) == (False, "declared by the organisation, not verified")
    assert catalog.canonical("provider", "casa") == "casa"
    assert catalog.canonical("site", "SP-1", "casa") == "sp-1"
    assert catalog.notes == ()
    assert shipped.site("casa", "sp-1") is None


def test_a_site_that_is_replaced_keeps_nothing(shipped: Catalog, document: Make) -> None:
    catalog = lay(
        shipped, document(f"{{sites: [{{provider: aws, id: SA-EAST-1, country: BR, verified: true, {ORIGIN}}}]}}")
    )
    site = catalog.site("aws", "sa-east-1")
    assert site is not None
    assert (site.zones, site.accelerators, site.verified) == (None, None, True)
    assert len(catalog.sites()) == len(shipped.sites())
    assert catalog.notes == ("Catalog own replaces aws/sa-east-1",)


def test_a_country_that_changes_is_noted(shipped: Catalog, document: Make) -> None:
    catalog = lay(shipped, document(f"{{sites: [{{provider: eveo, id: eveo-miami, country: BR, {ORIGIN}}}]}}"))
    assert catalog.notes == ("Catalog own replaces eveo/eveo-miami: country US becomes BR",)


def test_a_host_of_an_open_provider_can_be_placed(shipped: Catalog, document: Make) -> None:
    catalog = lay(shipped, document(f"{{sites: [{{provider: runpod, id: EU-RO-1, country: RO, {ORIGIN}}}]}}"))
    known, other = catalog.site("runpod", "EU-RO-1"), catalog.site("runpod", "EU-RO-2")
    assert known is not None
    assert other is not None
    assert (known.country, other.country) == ("RO", None)


def test_a_provider_that_is_replaced_brings_its_parent_to_its_sites(shipped: Catalog, document: Make) -> None:
    catalog = lay(
        shipped, document(f"{{providers: [{{id: eveo, parent: X Inc., parent_jurisdiction: US, {ORIGIN}}}]}}")
    )
    site = catalog.site("eveo", "eveo-cotia")
    assert site is not None
    assert (site.country, site.parent, site.parent_jurisdiction) == ("BR", "X Inc.", "US")
    assert site.foreign_law_note is not None
    assert site.foreign_law_note.startswith("US CLOUD Act")
    assert catalog.notes == ("Catalog own replaces eveo: parent jurisdiction BR becomes US",)


def test_what_a_provider_is_for_cannot_be_changed(shipped: Catalog, document: Make) -> None:
    entries = f"[{{id: vast-ai, {ORIGIN}}}, {{id: datadog, country: DE, {ORIGIN}}}]"
    catalog = lay(shipped, document(f"{{providers: {entries}}}"))
    market, tool = catalog.provider("vast-ai"), catalog.tool("datadog")
    assert market is not None
    assert market.open
    assert tool is not None
    assert (tool.country, tool.kind, tool.verified) == ("DE", "tool", False)
    assert [one.id for one in catalog.providers("tool")].count("datadog") == 1


def test_an_id_goes_before_the_name_of_another(shipped: Catalog, document: Make) -> None:
    catalog = lay(shipped, document(f"{{providers: [{{id: rastreador, name: wandb, {ORIGIN}}}]}}"))
    assert catalog.canonical("provider", "wandb") == "wandb"


def test_a_region_of_a_tool_can_be_added(shipped: Catalog, document: Make) -> None:
    catalog = lay(shipped, document(f"{{sites: [{{provider: wandb, id: dedicated, country: BR, {ORIGIN}}}]}}"))
    site = catalog.site("wandb", catalog.canonical("site", "Dedicated", "wandb"))
    assert site is not None
    assert site.country == "BR"
    assert "wandb" not in {one.provider for one in catalog.sites()}


def test_a_pair(shipped: Catalog, document: Make) -> None:
    pair = f"{{provider: eveo, site: eveo-cotia, to_provider: EVEO, to_site: eveo-curitiba, {ORIGIN}}}"
    with_site = f"{{sites: [{{provider: eveo, id: eveo-sul, country: BR, {ORIGIN}}}], replication: [{pair}]}}"
    catalog = lay(shipped, document(with_site.replace("EVEO", "eveo")))
    assert catalog.replica_of("eveo", "eveo-cotia") == ("eveo", "eveo-curitiba")
    assert catalog.replica_of("azure", "brazilsouth") == ("azure", "southcentralus")


def test_a_pair_that_replaces_is_noted(shipped: Catalog, document: Make) -> None:
    pair = f"{{provider: azure, site: brazilsouth, to_provider: azure, to_site: brazilsoutheast, {ORIGIN}}}"
    catalog = lay(shipped, document(f"{{replication: [{pair}]}}"))
    assert catalog.replica_of("azure", "brazilsouth") == ("azure", "brazilsoutheast")
    assert catalog.notes == (
        "Catalog own replaces where azure/brazilsouth is copied to: azure/southcentralus becomes azure/brazilsoutheast",
    )


SEVERAL = (
    '"H100" may mean several accelerators: h100-pcie-80gb, h100-sxm-80gb, h100-sxm-96gb, h100-nvl-94gb; '
    "write the one meant"
)
FAR = (
    'unknown site "eveo-cota" of eveo; did you mean "eveo-cotia"? '
    "Where it is right, declare it in a document of kind Catalog"
)
WRONG = [
    ("sites: [{provider: evo, id: x, country: BR, ORIGIN}]", "evo", 'unknown provider "evo"; did you mean "eveo"?'),
    ("sites: [{provider: eveo, id: x, country: BR, accelerators: [l4, H100], ORIGIN}]", "H100", SEVERAL),
    ("replication: [{provider: eveo, site: eveo-cota, to_provider: ibm, to_site: br-sao, ORIGIN}]", "eveo-cota", FAR),
]  # fmt: skip


@pytest.mark.parametrize(("spec", "culprit", "message"), WRONG)
def test_a_wrong_entry_is_left_out_with_its_place(
    shipped: Catalog, document: Make, spec: str, culprit: str, message: str
) -> None:
    """The place is that of the value, or of the field that holds it."""
    text = "{" + spec.replace("ORIGIN", ORIGIN) + "}"
    (error,) = wrong(shipped, document(text))
    assert error.message == message
    assert (error.place.file, error.place.line) == ("own.yaml", 4)
    line = f"spec: {text}"
    assert line[error.place.column - 1 :].startswith((culprit, "provider:", "site:"))


def test_the_other_entries_count_all_the_same(shipped: Catalog, document: Make) -> None:
    sites = f"{{provider: evo, id: x, country: BR, {ORIGIN}}}, {{provider: eveo, id: y, country: BR, {ORIGIN}}}"
    catalog, errors = shipped.overlay([document(f"{{sites: [{sites}]}}")])
    assert len(errors) == 1
    assert catalog.site("eveo", "y") is not None


def test_two_documents_may_not_say_the_same(shipped: Catalog, document: Make) -> None:
    first = document(f"{{sites: [{{provider: aws, id: x-1, country: BR, {ORIGIN}}}]}}", "one")
    second = document(f"{{sites: [{{provider: aws, id: X-1, country: US, {ORIGIN}}}]}}", "two")
    (error,) = wrong(shipped, first, second)
    assert re.fullmatch(r"site aws/X-1 is already declared at one\.yaml:4(:\d+)?", error.message)
    assert error.place.file == "two.yaml"


def test_the_digest_changes_with_what_is_said_and_not_with_the_order(shipped: Catalog, document: Make) -> None:
    one = document(f"{{sites: [{{provider: aws, id: x-1, country: BR, {ORIGIN}}}]}}", "one")
    two = document(f"{{sites: [{{provider: aws, id: x-2, country: BR, {ORIGIN}}}]}}", "two")
    assert lay(shipped, one, two).digest == lay(shipped, two, one).digest
    assert len({shipped.digest, lay(shipped, one).digest, lay(shipped, two).digest}) == 3


def test_one_overlay_over_another(shipped: Catalog, document: Make) -> None:
    one = document(f"{{sites: [{{provider: aws, id: x-1, country: BR, {ORIGIN}}}]}}", "one")
    two = document(f"{{sites: [{{provider: aws, id: x-1, country: US, {ORIGIN}}}]}}", "two")
    site = lay(lay(shipped, one), two).site("aws", "x-1")
    assert site is not None
    assert (site.country, site.overlaid_by) == ("US", "two")


def test_the_example_of_the_documentation(shipped: Catalog) -> None:
    page = (Path(__file__).parents[2] / "docs" / "catalog.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```yaml\n(.*?)```", page, re.DOTALL)
    bundle = read_text(example, "docs/catalog.md")
    assert [str(error) for error in bundle.errors] == []
    catalog = lay(shipped, *bundle.documents)
    site = catalog.site("datacenter-proprio", "sp-1")
    assert site is not None
    assert (site.country, site.accelerators, site.verified) == ("BR", ("h100-sxm-80gb", "l40s"), True)
    assert catalog.replica_of("datacenter-proprio", "sp-1") == ("eveo", "eveo-curitiba")
    cotia = catalog.site("eveo", "eveo-cotia")
    assert cotia is not None
    assert cotia.offers("h100-sxm-80gb") is True
    assert catalog.notes == ("Catalog banco-exemplo-sites replaces eveo/eveo-cotia",)
