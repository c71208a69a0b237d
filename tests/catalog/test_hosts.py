"""Hosts of open providers: the country is what the text says in the known form, or not known."""

from __future__ import annotations

import pytest

from policy_engine.catalog import Catalog, Provider
from policy_engine.catalog.hosts import country_of, host

VAST = Provider("vast-ai", "Vast.ai", open=True, host_text="city_country_continent")


@pytest.mark.parametrize(
    ("text", "country", "city"),
    [
        ("Bulgaria, BG, EU", "BG", "Bulgaria"),
        (", US, NA", "US", None),
        ("Oslo, NO, EU", "NO", "Oslo"),  # Norway, not false
        ("Windhoek, NA, AF", "NA", "Windhoek"),  # Namibia: NA is a country before it is a continent
        ("São Paulo, BR, SA", "BR", "São Paulo"),
        ("US, NA", None, None),  # a country in North America, or a place in Namibia
        ("Texas, US", None, None),
        ("Nowhere, XX, EU", None, None),
        ("a, bg, eu", None, None),
        ("Paris, EU, FR", None, None),
        ("somewhere", None, None),
        (",,", None, None),
    ],
)
def test_country_and_city_of_a_host(text: str, country: str | None, city: str | None) -> None:
    assert country_of(VAST, text) == (country, city)


def test_only_a_provider_known_to_use_the_form_is_read() -> None:
    assert country_of(Provider("runpod", "RunPod", open=True), "Bulgaria, BG, EU") == (None, None)


def test_a_host_is_never_verified_and_says_how_its_country_is_known(shipped: Catalog) -> None:
    found = shipped.site("vast-ai", "Bulgaria, BG, EU")
    assert found is not None
    assert not found.verified
    assert found.status.startswith("country as the text of the host says; ")
    assert found.id == "Bulgaria, BG, EU"


def test_what_some_host_offers_says_nothing_about_this_one(shipped: Catalog) -> None:
    found = shipped.site("runpod", "EU-RO-1")
    assert found is not None
    assert found.offered is None
    assert "accelerators" not in found.root


def test_a_provider_without_a_row_for_its_hosts() -> None:
    made = host(VAST, "Sofia, BG, EU", None)
    assert (made.label, made.country, made.parent_jurisdiction) == ("vast-ai/Sofia, BG, EU", "BG", None)
