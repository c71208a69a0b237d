"""Safeguards that a Platform declares and a Workload may tighten, each with what counts as stronger."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from policy_engine.declaration import fields as f
from policy_engine.declaration.kinds.base import Strict

__all__ = ["STRENGTH", "Logging", "Security"]


class InTransit(Strict):
    """Encryption of links."""

    external = f.Control(f.Flag(meaning="Links that leave the site are encrypted.", example="true"))
    inter_node = f.Control(f.Flag(meaning="Links between nodes are encrypted.", example="false"))
    dedicated_fabric = f.Control(f.Flag(meaning="Nobody else is on the node fabric.", example="true"))


class Security(Strict):
    """Safeguards (LGPD art. 46). Any of them may be a value, or a value with its evidence."""

    encryption_at_rest = f.Control(f.Flag(meaning="Data are encrypted where they rest.", example="true"))
    encryption_in_transit = f.Nested(InTransit, meaning="Encryption of links.")
    key_management = f.Control(
        f.Choice("provider", "customer", "hold_your_own", meaning="Who holds the keys.", example="customer")
    )
    key_country = f.Control(f.Word("countries", meaning="The country the keys are kept in.", example="BR"))
    mfa = f.Control(f.Flag(meaning="Privileged and remote access take a second factor.", example="true"))
    access_model = f.Control(
        f.Choice("rbac", "abac", "shared_accounts", "none", meaning="How access is granted.", example="rbac")
    )
    access_reviewed = f.Control(f.Date(meaning="When access was last reviewed.", dated=True, example="2026-10-01"))
    segregation_of_duties = f.Control(f.Flag(meaning="Who grants access is not who uses it.", example="true"))
    public_exposure = f.Control(f.Flag(meaning="Something is reachable from the internet.", example="false"))
    private_endpoints = f.Control(f.Flag(meaning="Data are reached over private links only.", example="true"))
    egress_allowlist = f.Control(f.Flag(meaning="Data may leave to listed addresses only.", example="true"))
    backup_tested = f.Control(f.Date(meaning="When restoring was last tested.", dated=True, example="2026-06-01"))
    penetration_tested = f.Control(
        f.Date(meaning="When an independent intrusion test was last made.", dated=True, example="2026-05-15")
    )


class Logging(Strict):
    """Records of access to the data."""

    data_access = f.Control(f.Flag(meaning="Access to the data is recorded.", example="true"))
    retention_days = f.Control(f.Integer(least=0, meaning="How long records are kept.", unit="days", example="365"))
    immutable = f.Control(f.Flag(meaning="Records cannot be altered.", example="true"))
    time_synchronised = f.Control(f.Flag(meaning="Clocks follow one trusted source.", example="true"))


_YES = (False, True)
_NO = (True, False)

# The values of each control from weakest to strongest; equally strong ones share a tuple. None: the larger, the
# stronger. A control that is not listed has no order.
STRENGTH: Mapping[str, tuple[Any, ...] | None] = {
    "security.encryption_at_rest": _YES,
    "security.encryption_in_transit.external": _YES,
    "security.encryption_in_transit.inter_node": _YES,
    "security.encryption_in_transit.dedicated_fabric": _YES,
    "security.key_management": ("provider", "customer", "hold_your_own"),
    "security.mfa": _YES,
    "security.access_model": ("none", "shared_accounts", ("rbac", "abac")),
    "security.access_reviewed": None,
    "security.segregation_of_duties": _YES,
    "security.public_exposure": _NO,
    "security.private_endpoints": _YES,
    "security.egress_allowlist": _YES,
    "security.backup_tested": None,
    "security.penetration_tested": None,
    "logging.data_access": _YES,
    "logging.retention_days": None,
    "logging.immutable": _YES,
    "logging.time_synchronised": _YES,
}
