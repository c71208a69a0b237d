"""Sites as rules see them."""

from __future__ import annotations

from dataclasses import FrozenInstanceError
from datetime import date

import pytest

from policy_engine.catalog import Site, SiteSchema
from policy_engine.catalog.model import day_of
from policy_engine.declaration.values import Timestamp

FORMS = {"h100": ("h100-pcie-80gb", "h100-sxm-80gb")}


def test_what_is_not_known_is_absent() -> None:
    assert Site("p", "s").root == {"provider": "p", "id": "s", "verified": False}


def test_zero_zones_are_known() -> None:
    assert Site("p", "s", zones=0).root["zones"] == 0


def test_an_empty_list_is_a_list() -> None:
    assert Site("p", "s", accelerators=()).root["accelerators"] == []
    assert Site("p", "s", accelerators=()).offers("t4") is False


def test_a_family_is_spelled_out_for_rules() -> None:
    site = Site("p", "s", accelerators=("t4",), families=("h100",), forms=FORMS)
    assert site.root["accelerators"] == ["t4", "h100-pcie-80gb", "h100-sxm-80gb"]


def test_what_is_not_offered_goes_before_a_family() -> None:
    site = Site("p", "s", accelerators=(), families=("h100",), not_offered=("h100-pcie-80gb",), forms=FORMS)
    assert (site.offers("h100-pcie-80gb"), site.offers("h100-sxm-80gb")) == (False, True)
    assert site.offered == ("h100-sxm-80gb",)


def test_not_offered_is_known_without_a_list() -> None:
    site = Site("p", "s", not_offered=("h100",), forms=FORMS)
    assert (site.offers("h100-sxm-80gb"), site.offers("t4")) == (False, None)


def test_a_list_that_may_leave_some_out_never_says_no() -> None:
    site = Site("p", "s", accelerators=("t4",), complete=False)
    assert (site.offers("t4"), site.offers("l4")) == (True, None)


def test_rules_can_read_every_field_of_the_root() -> None:
    site = Site("p", "s", "c", "BR", "m", "BR", "n", "t", 1, ("t4",), not_offered=("l4",), currency="BRL", source="x",
                date="2026-11-30", status="verified", verified=True, overlaid_by="own")  # fmt: skip
    assert set(site.root) == set(SiteSchema._declared_fields)
    assert site.root["date"] == Timestamp.of_date(date(2026, 11, 30))


@pytest.mark.parametrize("text", ["2026", "2026-13-01", "2016-2019", "2023-08+", None, ""])
def test_a_date_that_is_not_a_day_is_absent_for_rules(text: str | None) -> None:
    assert day_of(text) is None
    assert "date" not in Site("p", "s", date=text).root


def test_a_site_does_not_change() -> None:
    with pytest.raises(FrozenInstanceError):
        Site("p", "s").country = "BR"  # type: ignore[misc]
