"""The kinds of document, one module each; importing this package registers them."""

from __future__ import annotations

from policy_engine.declaration.kinds import (
    activity,
    catalog,
    contract,
    dataset,
    organization,
    platform,
    profile,
    rulepack,
    workload,
)
from policy_engine.declaration.kinds.base import KINDS, Kind

__all__ = ["KINDS", "Kind"]

_MODULES = (activity, catalog, contract, dataset, organization, platform, profile, rulepack, workload)
