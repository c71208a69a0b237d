"""BR-RES rules: the organisation's own policy, which its texts never call law."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Judging = Callable[..., Any]

ONLY_BRAZIL = {"organization": {"policy": {"residency": ["BR"], "controlling_jurisdictions": ["BR"]}}}


def test_a_flow_outside_the_policy_denies(judging: Judging, flow: Any, residency: Any) -> None:
    found = judging("BR-RES-001", residency(flow("BR"), flow("NO", "adequacy")) | ONLY_BRAZIL)
    assert (found.outcome, found.weighs) == ("fail", "deny")


def test_the_policy_concerns_every_kind_of_data(judging: Judging, flow: Any, residency: Any) -> None:
    assert judging("BR-RES-001", residency(flow("US", personal=False)) | ONLY_BRAZIL).outcome == "fail"


def test_an_unknown_country_denies_where_there_is_a_policy(judging: Judging, flow: Any, residency: Any) -> None:
    found = judging("BR-RES-001", residency(flow("BR"), flow(None)) | ONLY_BRAZIL)
    assert (found.outcome, found.weighs) == ("unknown", "deny")


@pytest.mark.parametrize(
    "organization", [{}, {"policy": {}}, {"policy": {"residency": [], "controlling_jurisdictions": []}}]
)
@pytest.mark.parametrize("rule", ["BR-RES-001", "BR-RES-002"])
def test_no_policy_no_rule(
    judging: Judging, flow: Any, residency: Any, rule: str, organization: dict[str, Any]
) -> None:
    assert judging(rule, residency(flow("US")) | {"organization": organization}).outcome == "not_applicable"


def test_a_provider_controlled_from_elsewhere_warns(judging: Judging, flow: Any, residency: Any) -> None:
    found = judging("BR-RES-002", residency(flow("BR", parent_jurisdiction="US")) | ONLY_BRAZIL)
    assert (found.outcome, found.weighs) == ("fail", "warn")
    assert judging("BR-RES-002", residency(flow("BR", parent_jurisdiction="BR")) | ONLY_BRAZIL).outcome == "pass"
    assert judging("BR-RES-002", residency(flow("NO")) | ONLY_BRAZIL).outcome == "unknown"
