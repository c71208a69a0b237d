"""BR-SEC rules: what art. 46 asks for, and apart from it what practice recommends."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Judging = Callable[..., Any]

GOOD = {
    "encryption_at_rest": True, "encryption_external": True, "inter_node_protected": True, "customer_keys": True,
    "key_management": "customer", "mfa": True, "access_model": "rbac", "least_privilege": True,
    "access_review_age_days": 60, "public_exposure": False, "log_access": True, "log_retention_days": 730,
    "log_immutable": True, "third_party_hosts": False, "pseudonymised": True,
}  # fmt: skip
ALL = [f"BR-SEC-{name}" for name in ("001", "001-P", "002", "003", "004", "005", "005-P", "006", "007", "008")]


@pytest.fixture
def sensitive(flow: Any, residency: Any) -> Callable[..., dict[str, Any]]:
    """A job of four nodes in production on sensitive data, with good safeguards except those given (None: silent)."""

    def make(**changes: Any) -> dict[str, Any]:
        controls = {key: value for key, value in (GOOD | changes).items() if value is not None}
        roots = {"safeguards": controls, "capacity": {"nodes": 4}, "workload": {"environment": "production"}}
        return residency(flow("BR", sensitive=True)) | roots

    return make


@pytest.mark.parametrize("rule", ALL)
def test_good_safeguards_pass(judging: Judging, sensitive: Any, rule: str) -> None:
    assert judging(rule, sensitive()).outcome == "pass"


@pytest.mark.parametrize("rule", ALL)
def test_nothing_is_asked_where_no_data_are_personal(judging: Judging, flow: Any, residency: Any, rule: str) -> None:
    roots = residency(flow("US", personal=False)) | {"safeguards": {}, "capacity": {}, "workload": {}}
    assert judging(rule, roots).outcome == "not_applicable"


@pytest.mark.parametrize(
    ("rule", "change", "weighs"),
    [
        ("BR-SEC-001", {"encryption_at_rest": False}, "warn"),
        ("BR-SEC-001", {"encryption_external": False}, "warn"),
        ("BR-SEC-001-P", {"inter_node_protected": False}, "inform"),
        ("BR-SEC-002", {"customer_keys": False}, "inform"),
        ("BR-SEC-003", {"mfa": False}, "inform"),
        ("BR-SEC-004", {"least_privilege": False}, "inform"),
        ("BR-SEC-004", {"access_review_age_days": 181}, "inform"),
        ("BR-SEC-005", {"log_access": False}, "warn"),
        ("BR-SEC-005-P", {"log_retention_days": 364}, "warn"),
        ("BR-SEC-005-P", {"log_immutable": False}, "warn"),
        ("BR-SEC-006", {"public_exposure": True}, "inform"),
        ("BR-SEC-007", {"pseudonymised": False}, "inform"),
        ("BR-SEC-008", {"third_party_hosts": True}, "inform"),
    ],
)
def test_a_safeguard_declared_as_missing_fails(
    judging: Judging, sensitive: Any, rule: str, change: dict[str, Any], weighs: str
) -> None:
    found = judging(rule, sensitive(**change))
    assert (found.outcome, found.weighs) == ("fail", weighs)


@pytest.mark.parametrize(
    ("rule", "control"),
    [
        ("BR-SEC-001", "encryption_external"), ("BR-SEC-003", "mfa"), ("BR-SEC-004", "access_review_age_days"),
        ("BR-SEC-005", "log_access"), ("BR-SEC-005-P", "log_retention_days"), ("BR-SEC-006", "public_exposure"),
        ("BR-SEC-008", "third_party_hosts"),
    ],
)  # fmt: skip
def test_a_safeguard_nobody_declares_is_unknown(judging: Judging, sensitive: Any, rule: str, control: str) -> None:
    assert judging(rule, sensitive(**{control: None})).outcome == "unknown"


def test_the_organisation_sets_its_own_periods(judging: Judging, sensitive: Any) -> None:
    strict = {"organization": {"policy": {"log_retention_days": 1825, "access_review_days": 30}}}
    assert judging("BR-SEC-005-P", sensitive() | strict).outcome == "fail"
    assert judging("BR-SEC-004", sensitive() | strict).outcome == "fail"


def test_one_node_has_no_traffic_between_nodes(judging: Judging, sensitive: Any) -> None:
    roots = sensitive(inter_node_protected=False) | {"capacity": {"nodes": 1}}
    assert judging("BR-SEC-001-P", roots).outcome == "not_applicable"


def test_immutable_logs_are_asked_for_sensitive_data_only(
    judging: Judging, sensitive: Any, flow: Any, residency: Any
) -> None:
    roots = sensitive(log_immutable=False) | residency(flow("BR"))
    assert judging("BR-SEC-005-P", roots).outcome == "pass"


def test_personal_data_in_development_are_pseudonymised(
    judging: Judging, sensitive: Any, flow: Any, residency: Any
) -> None:
    roots = sensitive(pseudonymised=False) | residency(flow("BR"))
    assert judging("BR-SEC-007", roots).outcome == "not_applicable"
    assert judging("BR-SEC-007", roots | {"workload": {"environment": "development"}}).outcome == "fail"
