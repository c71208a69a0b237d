"""Whether the site offers what the job asks for, and whether anyone promised it would be there."""

from __future__ import annotations

import math
from typing import Any

from policy_engine.declaration.values import Timestamp
from policy_engine.facts.registry import FACTS, Missing, Situation
from policy_engine.facts.schemas import CapacityFacts

capacity = FACTS.subject("capacity", CapacityFacts)

HOUR_NS = 3_600_000_000_000


def node_count(situation: Situation) -> int | Missing:
    """How many nodes the job takes: declared, or its GPUs over the GPUs of a node."""
    compute = _compute(situation)
    if "nodes" in compute:
        return int(compute["nodes"])
    gpus, per_node = compute.get("gpus"), compute.get("gpus_per_node")
    if gpus == 1:
        return 1
    absent = tuple(f"workload.compute.{name}" for name in ("gpus", "gpus_per_node") if name not in compute)
    if gpus is None or per_node is None:
        return Missing(absent)
    nodes: int = math.ceil(gpus / per_node)
    return nodes


@capacity
def nodes(situation: Situation) -> int | Missing:
    """The number of nodes."""
    return node_count(situation)


@capacity
def gpus(situation: Situation) -> int | Missing:
    """The number of accelerators."""
    compute = _compute(situation)
    if "gpus" in compute:
        return int(compute["gpus"])
    if "nodes" in compute and "gpus_per_node" in compute:
        return int(compute["nodes"] * compute["gpus_per_node"])
    return Missing(("workload.compute.gpus",))


@capacity
def accelerator(situation: Situation) -> str | Missing:
    """The accelerator asked for, by its catalog id."""
    name: str | None = _compute(situation).get("accelerator")
    return Missing(("workload.compute.accelerator",)) if name is None else name


@capacity
def offered(situation: Situation) -> bool | Missing:
    """Whether the site is known to offer the accelerator; absent when no list is established."""
    name = situation.fact("capacity.accelerator")
    if name is None:
        return Missing(situation.missing["capacity.accelerator"])
    if situation.site is None:
        return Missing(("platform.site",))
    known = situation.site.offers(name)
    return Missing(("site.accelerators",)) if known is None else known


@capacity
def confirmed(situation: Situation) -> bool:
    """Whether the platform holds a confirmation of the capacity."""
    platform = situation.job.platform
    return platform is not None and "confirmed" in platform.spec.get("provisioning", {})


@capacity
def window_hours(situation: Situation) -> float | Missing:
    """How long the job runs or may run: its declared duration, else from its start to its deadline."""
    spec = situation.job.workload.spec
    duration = spec.get("compute", {}).get("duration")
    if duration is not None:
        return float(duration.ns / HOUR_NS)
    if "deadline" not in spec:
        return Missing(("workload.compute.duration", "workload.deadline"))
    start = spec.get("start") or Timestamp.of_date(situation.as_of)
    return float((spec["deadline"].ns - start.ns) / HOUR_NS)


@capacity
def first_response_hours(situation: Situation) -> float | Missing:
    """How soon the contract promises that support answers."""
    contract = situation.job.contract
    answer = contract.spec.get("support", {}).get("first_response") if contract is not None else None
    return Missing(("contract.support.first_response",)) if answer is None else float(answer.ns / HOUR_NS)


@capacity
def support_contracted(situation: Situation) -> bool:
    """Whether the contract promises a support response at all."""
    contract = situation.job.contract
    return contract is not None and "first_response" in contract.spec.get("support", {})


def _compute(situation: Situation) -> dict[str, Any]:
    compute: dict[str, Any] = situation.job.workload.spec.get("compute", {})
    return compute
