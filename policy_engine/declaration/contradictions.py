"""What a document may not say together with itself or with the platform it runs on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from policy_engine.declaration.document import Document
from policy_engine.errors import AlvaraError, FieldError

if TYPE_CHECKING:
    from policy_engine.declaration.references import Job

__all__ = ["contradictions", "effective_controls"]

Get = Callable[[str, str | None], Document | None]

# For each control, the values from weakest to strongest; numbers are stronger when larger.
_STRENGTH: Mapping[str, tuple[Any, ...]] = {
    "security.encryption_at_rest": (False, True),
    "security.encryption_in_transit.external": (False, True),
    "security.encryption_in_transit.inter_node": (False, True),
    "security.encryption_in_transit.dedicated_fabric": (False, True),
    "security.key_management": ("provider", "customer", "hold_your_own"),
    "security.mfa": (False, True),
    "security.access_model": ("none", "shared_accounts", "rbac", "abac"),
    "security.public_exposure": (True, False),
    "logging.data_access": (False, True),
    "logging.immutable": (False, True),
}
_LARGER = frozenset({"logging.retention_days", "security.access_reviewed", "security.backup_tested"})


def contradictions(document: Document, get: Get) -> Iterator[AlvaraError]:
    """What cannot be true together."""
    if document.kind != "Workload":
        return
    spec = document.spec
    declared = {flow["kind"] for flow in spec.get("flows", ())}
    for index, kind in enumerate(spec.get("no_flows", ())):
        if kind in declared:
            message = f'no_flows says that "{kind}" does not occur, but flows declares one'
            yield FieldError(message, document.locate(f"no_flows[{index}]"))
    if "platform" in spec and "placement" in spec:
        yield FieldError("platform and placement both say where it runs: keep one", document.locate("placement"))
    compute = spec.get("compute", {})
    if {"gpus", "gpus_per_node", "nodes"} <= compute.keys() and compute["gpus"] > compute["gpus_per_node"] * compute["nodes"]:
        yield FieldError("gpus is more than nodes times gpus_per_node", document.locate("compute.gpus"))
    for use in spec.get("data", ()):
        if use.get("fields_sent", 0) > use.get("fields_available", use.get("fields_sent", 0)):
            index = spec["data"].index(use)
            yield FieldError("fields_sent is more than fields_available", document.locate(f"data[{index}].fields_sent"))
    yield from _loosened(document, get("Platform", spec.get("platform")))


def _loosened(workload: Document, platform: Document | None) -> Iterator[AlvaraError]:
    """Controls that a job declares weaker than its platform does."""
    if platform is None:
        return
    ours = dict(_leaves({key: workload.spec[key] for key in ("security", "logging") if key in workload.spec}))
    theirs = dict(_leaves({key: platform.spec[key] for key in ("security", "logging") if key in platform.spec}))
    for path, value in ours.items():
        if path in theirs and stronger(path, theirs[path], value):
            yield FieldError(
                f"{path} is weaker than on Platform {platform.name}: a job may only tighten what its platform declares",
                workload.locate(path),
            )


def stronger(path: str, one: Any, other: Any) -> bool:
    """Whether the first value of a control is strictly stronger than the second."""
    if path in _LARGER:
        return bool(one > other)
    order = _STRENGTH.get(path, ())
    return one in order and other in order and order.index(one) > order.index(other)


def effective_controls(job: Job) -> dict[str, Any]:
    """The controls in force for a job: its platform's, tightened by its own."""
    merged: dict[str, Any] = {}
    for document in (job.platform, job.workload):
        if document is not None:
            merged = _overlaid(merged, {key: document.spec[key] for key in ("security", "logging") if key in document.spec})
    return merged


def _overlaid(base: Mapping[str, Any], top: Mapping[str, Any]) -> dict[str, Any]:
    out = dict(base)
    for key, value in top.items():
        out[key] = _overlaid(out.get(key, {}), value) if isinstance(value, Mapping) else value
    return out


def _leaves(tree: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in tree.items():
        if isinstance(value, Mapping):
            yield from _leaves(value, f"{prefix}{key}.")
        else:
            yield prefix + key, value
