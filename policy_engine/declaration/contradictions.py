"""What a document may not say together with itself, or with the documents it refers to."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from policy_engine.declaration.document import Document
from policy_engine.declaration.kinds.controls import STRENGTH
from policy_engine.errors import AlvaraError, FieldError

if TYPE_CHECKING:
    from policy_engine.declaration.library import Job

__all__ = ["contradictions", "effective_controls", "stronger"]

Get = Callable[[str, str | None], Document | None]
_CONTROLS = ("security", "logging")


def contradictions(document: Document, get: Get) -> Iterator[AlvaraError]:
    """What cannot be true together; ``get`` finds the documents it refers to."""
    if document.kind == "Workload":
        yield from _places(document)
        yield from _flows(document)
        yield from _quantities(document)
        platform = get("Platform", document.spec.get("platform"))
        yield from _owner(document, get("Activity", document.spec.get("activity")), platform)
        yield from _loosened(document, platform)
        yield from _backwards(document, document.spec, "start", "deadline")
    elif document.kind == "Dataset":
        yield from _whose(document)
    elif document.kind == "Contract":
        yield from _backwards(document, document.spec, "signed", "ends")
        for index, price in enumerate(document.spec.get("prices", ())):
            yield from _backwards(document, price, "from", "until", f"prices[{index}].")


def _whose(dataset: Document) -> Iterator[AlvaraError]:
    """Data of people that are said not to be personal, though nobody anonymised them."""
    if dataset.spec.get("personal") is False and "anonymised" not in dataset.spec:
        for field in ("categories", "subjects"):
            if dataset.spec.get(field):
                message = f"personal is false, but {field} are named: say that it is true, or how they were anonymised"
                yield FieldError(message, dataset.locate(field))
                return


def effective_controls(job: Job) -> dict[str, Any]:
    """The controls in force for a job, under ``security`` and ``logging``: its platform's, tightened by its own."""
    merged: dict[str, Any] = {}
    for document in (job.platform, job.workload):
        if document is not None:
            merged = _overlaid(merged, _controls(document))
    return merged


def stronger(path: str, one: Any, other: Any) -> bool:
    """Whether the first value of a control is strictly stronger than the second; False where they have no order."""
    if path not in STRENGTH:
        return False
    order = STRENGTH[path]
    if order is None:
        return bool(one > other)
    ranks = [_rank(value, order) for value in (one, other)]
    return None not in ranks and ranks[0] > ranks[1]


def _rank(value: Any, order: tuple[Any, ...]) -> Any:
    return next(
        (rank for rank, step in enumerate(order) if value in (step if isinstance(step, tuple) else (step,))), None
    )


def _places(workload: Document) -> Iterator[AlvaraError]:
    if "platform" in workload.spec and "placement" in workload.spec:
        message = "platform and placement both say where it runs: keep one"
        yield FieldError(message, workload.locate("placement"))


def _flows(workload: Document) -> Iterator[AlvaraError]:
    spec = workload.spec
    declared = {flow["kind"] for flow in spec.get("flows", ())}
    for index, kind in enumerate(spec.get("no_flows", ())):
        if kind in declared:
            message = f'no_flows says that "{kind}" does not occur, but flows declares one'
            yield FieldError(message, workload.locate(f"no_flows[{index}]"))
    read = {use["dataset"] for use in spec.get("data", ())}
    for index, flow in enumerate(spec.get("flows", ())):
        for item, name in enumerate(flow.get("datasets", ())):
            if name not in read:
                message = f'this flow carries "{name}", which is not among the data of the job: add it to data'
                yield FieldError(message, workload.locate(f"flows[{index}].datasets[{item}]"))


def _quantities(workload: Document) -> Iterator[AlvaraError]:
    compute = workload.spec.get("compute", {})
    gpus, per_node, nodes = (compute.get(name) for name in ("gpus", "gpus_per_node", "nodes"))
    if None not in (gpus, per_node, nodes) and gpus > per_node * nodes:
        message = f"gpus is {gpus}, more than the {per_node * nodes} of {nodes} nodes with {per_node} each"
        yield FieldError(message, workload.locate("compute.gpus"))
    seen: set[str] = set()
    for index, use in enumerate(workload.spec.get("data", ())):
        if use["dataset"] in seen:
            message = f'dataset "{use["dataset"]}" is listed twice'
            yield FieldError(message, workload.locate(f"data[{index}].dataset"))
        seen.add(use["dataset"])
        sent, available = use.get("fields_sent"), use.get("fields_available")
        if sent is not None and available is not None and sent > available:
            message = f"fields_sent is {sent}, more than the {available} of fields_available"
            yield FieldError(message, workload.locate(f"data[{index}].fields_sent"))


def _owner(workload: Document, activity: Document | None, platform: Document | None) -> Iterator[AlvaraError]:
    """Papers of different organizations in one job: whose policies and contracts count would be the author's choice."""
    whose: dict[str, str] = {}
    for document, path in ((activity, "activity"), (platform, "platform"), (workload, "organization")):
        named = document.spec.get("organization") if document is not None else None
        if document is not None and named is not None:
            whose.setdefault(named, f"{document.kind} {document.name}")
            if len(whose) > 1:
                other, says = next(iter(whose.items()))
                message = f'{document.kind} {document.name} is of "{named}", but {says} is of "{other}"'
                yield FieldError(message, workload.locate(path))
                return


def _loosened(workload: Document, platform: Document | None) -> Iterator[AlvaraError]:
    """Controls that a job declares weaker than its platform does."""
    if platform is None:
        return
    promised = dict(_leaves(_controls(platform)))
    for path, value in _leaves(_controls(workload)):
        unordered = path not in STRENGTH and value != promised.get(path)
        if path in promised and (unordered or stronger(path, promised[path], value)):
            message = (
                f"{path} is weaker than on Platform {platform.name}: a job may only tighten what its platform declares"
            )
            yield FieldError(message, workload.locate(path))


def _backwards(
    document: Document, record: Mapping[str, Any], first: str, last: str, path: str = ""
) -> Iterator[AlvaraError]:
    """A span of days that ends before it begins."""
    if first in record and last in record and record[last] < record[first]:
        days = f"{record[last].date()} is before {first}, {record[first].date()}"
        yield FieldError(f"{last} {days}", document.locate(path + last))


def _controls(document: Document) -> dict[str, Any]:
    return {key: document.spec[key] for key in _CONTROLS if key in document.spec}


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
