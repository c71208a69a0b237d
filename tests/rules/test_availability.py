"""SLA, CAP and SUP rules. Figures: 99.99 % over 8 nodes in series is 99.92 %; Tier III is taken as 99.982 %."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Judging = Callable[..., Any]


def _roots(**availability: Any) -> dict[str, Any]:
    return {
        "availability": {"basis": "contract", "credit_table": True, "tier_label_only": False} | availability,
        "workload": {},
    }


@pytest.mark.parametrize(
    ("required", "composed", "outcome", "weighs"),
    [
        (0.999, 0.9999**8, "pass", "warn"),
        (0.9999, 0.995**2, "fail", "warn"),
        (0.999, 0.999, "pass", "warn"),
        (0.999, None, "unknown", "inform"),
    ],
)
def test_composed_availability_is_compared_with_the_required_one(
    judging: Judging, required: float, composed: float | None, outcome: str, weighs: str
) -> None:
    roots = _roots(required=required, **({} if composed is None else {"composed": composed}))
    found = judging("SLA-001", roots)
    assert (found.outcome, found.weighs) == (outcome, weighs)


@pytest.mark.parametrize("rule", ["SLA-001", "SLA-002", "SLA-005", "SLA-006"])
def test_a_job_that_asks_for_nothing_is_told_nothing(judging: Judging, rule: str) -> None:
    assert judging(rule, _roots(composed=0.9, site_zones=1)).outcome == "not_applicable"


@pytest.mark.parametrize(
    ("basis", "credits", "outcome"),
    [
        ("contract", True, "pass"),
        ("contract", False, "fail"),
        ("published", False, "pass"),
        ("claim", False, "fail"),
        ("none", False, "not_applicable"),
    ],
)
def test_a_figure_without_credits_is_no_commitment(judging: Judging, basis: str, credits: bool, outcome: str) -> None:
    assert judging("SLA-002", _roots(required=0.99, basis=basis, credit_table=credits)).outcome == outcome


def test_zones_are_counted(judging: Judging) -> None:
    assert judging("SLA-005", _roots(zones_required=2, site_zones=1)).outcome == "fail"
    assert judging("SLA-005", _roots(zones_required=3, site_zones=3)).outcome == "pass"
    assert judging("SLA-005", _roots(zones_required=2)).outcome == "unknown"
    assert judging("SLA-005", _roots(zones_required=1, site_zones=1)).outcome == "not_applicable"
    spanning = {"workload": {"availability": {"spans_zones": True}}}
    assert judging("SLA-005", _roots(site_zones=1) | spanning).outcome == "fail"


@pytest.mark.parametrize(
    ("tier", "required", "outcome"),
    [
        ("Tier III claimed", 0.9999, "fail"), ("Tier III claimed", 0.99982, "pass"), ("Tier III claimed", 0.99, "pass"),
        ("Tier IV", 0.9999, "pass"), ("Tier IV", 0.99999, "fail"),
    ],
)  # fmt: skip
def test_a_tier_label_is_not_four_nines(judging: Judging, tier: str, required: float, outcome: str) -> None:
    roots = _roots(required=required, tier_label_only=True, basis="claim") | {"site": {"tier": tier}}
    assert judging("SLA-006", roots).outcome == outcome


def test_an_accelerator_the_site_is_not_known_to_offer_warns(judging: Judging) -> None:
    def judged(**capacity: Any) -> Any:
        return judging("CAP-001", {"capacity": {"accelerator": "h100-sxm-80gb"} | capacity})

    assert judged(offered=True).outcome == "pass"
    assert (judged(offered=False).outcome, judged(offered=False).weighs) == ("fail", "warn")
    assert judged().outcome == "unknown"


def test_a_block_of_nodes_wants_confirmation(judging: Judging) -> None:
    assert judging("CAP-002", {"capacity": {"nodes": 8, "confirmed": False}}).outcome == "fail"
    assert judging("CAP-002", {"capacity": {"nodes": 8, "confirmed": True}}).outcome == "pass"
    assert judging("CAP-002", {"capacity": {"nodes": 1, "confirmed": False}}).outcome == "not_applicable"


@pytest.mark.parametrize(
    ("nodes", "hours", "contracted", "outcome"),
    [
        (8, 200.0, False, "fail"), (8, 200.0, True, "pass"), (8, 24.0, False, "not_applicable"),
        (1, 200.0, False, "not_applicable"), (8, None, False, "unknown"), (1, None, False, "not_applicable"),
    ],
)  # fmt: skip
def test_a_long_job_of_several_nodes_wants_support(
    judging: Judging, nodes: int, hours: float | None, contracted: bool, outcome: str
) -> None:
    capacity: dict[str, Any] = {"nodes": nodes, "support_contracted": contracted}
    if hours is not None:
        capacity["window_hours"] = hours
    assert judging("SUP-001", {"capacity": capacity}).outcome == outcome
