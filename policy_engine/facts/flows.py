"""Every movement of data that a job implies or declares, each with its country and mechanism."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from policy_engine.declaration.vocabulary import vocabulary
from policy_engine.errors import Place
from policy_engine.facts.mechanisms import ADEQUACY, NONE, Reliance, reliance

if TYPE_CHECKING:
    from policy_engine.declaration import Document
    from policy_engine.facts.registry import Situation

__all__ = ["HOME", "Movement", "flow_records", "placement"]

HOME = "BR"


@dataclass(frozen=True, slots=True)
class Movement:
    """One flow before it is judged: where to, which datasets, and where it was said."""

    kind: str
    source: str
    to: Mapping[str, Any]
    datasets: tuple[Document, ...]
    place: Place
    declared: Mapping[str, Any] = field(default_factory=dict)
    empty_said: bool = False


def placement(situation: Situation) -> tuple[Mapping[str, Any], Place]:
    """Where the job runs: its platform's provider and site, or the placement it names itself."""
    job = situation.job
    said = job.workload.locate("placement") if job.platform is None else job.platform.locate("site")
    return job.where, said


def flow_records(situation: Situation) -> list[dict[str, Any]]:
    """The flows as records for rules, implied ones first, in a stable order."""
    records = []
    for index, movement in enumerate(_movements(situation)):
        situation.places[f"residency.flows[{index}]"] = movement.place
        records.append(_record(situation, movement))
    return records


def _movements(situation: Situation) -> Iterator[Movement]:
    job = situation.job
    site, site_place = placement(situation)
    used = job.datasets
    said = "data" in job.workload.spec
    yield Movement("training", "implied", site, used, site_place, empty_said=said)
    yield Movement("checkpoint", "implied", site, used, site_place, empty_said=said)
    for dataset in used:
        if "location" in dataset.spec or dataset.spec.get("personal", True):
            place = dataset.locate("location")
            yield Movement("storage", "implied", dataset.spec.get("location", {}), (dataset,), place)
    yield from _replicas(situation, site)
    by_name = {dataset.name: dataset for dataset in used}
    for index, flow in enumerate(job.workload.spec.get("flows", ())):
        named = flow.get("datasets")
        carried = used if named is None else tuple(by_name[name] for name in named if name in by_name)
        place = job.workload.locate(f"flows[{index}]")
        yield Movement(flow["kind"], "declared", flow.get("to", {}), carried, place, flow, said or named is not None)


def _replicas(situation: Situation, site: Mapping[str, Any]) -> Iterator[Movement]:
    """Geo-redundant storage moves data to the provider's paired site, whoever asked for it."""
    job = situation.job
    for document in (job.platform, job.workload):
        if document is None or document.spec.get("storage", {}).get("replication") != "geo":
            continue
        pair = situation.catalog.replica_of(site.get("provider", ""), site.get("site", ""))
        to = {"provider": pair[0], "site": pair[1]} if pair else {"provider": site.get("provider")}
        yield Movement("replica", "implied", to, job.datasets, document.locate("storage.replication"))
        return


def _record(situation: Situation, movement: Movement) -> dict[str, Any]:
    record: dict[str, Any] = {
        "kind": movement.kind,
        "source": movement.source,
        "datasets": [dataset.name for dataset in movement.datasets],
    }
    record.update(_destination(situation, movement.to))
    record.update(_sensitivity(movement))
    record.update(_bases(situation, movement))
    country = record.get("country")
    adequate = country is not None and country in situation.params.get("adequate_countries", ())
    if country is not None:
        record["international"] = country != HOME
        record["adequate"] = adequate
    contract = situation.job.contracts.get(record.get("provider", ""))
    if contract is not None:
        record["contract"] = contract.name
        if "suboperators" in contract.spec:
            record["onward"] = _onward(situation, contract)
    relied = _reliance(situation, movement, contract, adequate=adequate)
    record["mechanism"], record["claimed_by"] = relied.mechanism, relied.claimed_by
    record["documented"] = relied.documented
    if relied.instrument:
        record["instrument"] = dict(relied.instrument)
    return record


def _destination(situation: Situation, to: Mapping[str, Any]) -> dict[str, Any]:
    """Provider, site, country and controlling jurisdiction; what the catalog knows prevails over a say-so."""
    provider_id, site_id = to.get("provider"), to.get("site")
    known = situation.catalog.site(provider_id, site_id) if provider_id and site_id else None
    provider = situation.catalog.provider(provider_id) if provider_id else None
    country = known.country if known else None
    if country is None and site_id is None and provider is not None:
        country = provider.country
    values = {
        "provider": provider_id,
        "site": site_id,
        "country": country or to.get("country"),
        "parent_jurisdiction": provider.parent_jurisdiction if provider else None,
    }
    return {key: value for key, value in values.items() if value is not None}


def _sensitivity(movement: Movement) -> dict[str, Any]:
    """Whether what moves is personal, sensitive, or of minors; absent where a dataset does not say."""
    words = vocabulary()
    personal = [dataset.spec.get("personal") for dataset in movement.datasets]
    out: dict[str, Any] = {}
    if True in personal:
        out["personal"] = True
    elif None not in personal and (personal or movement.empty_said):
        out["personal"] = False
    carried = [dataset.spec for dataset in movement.datasets if dataset.spec.get("personal", True)]
    for name, field_name, marked in (
        ("sensitive", "categories", words.is_sensitive),
        ("minors", "subjects", words.is_minor),
    ):
        if any(marked(word) for spec in carried for word in spec.get(field_name, ())):
            out[name] = True
        elif all(field_name in spec for spec in carried):
            out[name] = False
    return out


def _bases(situation: Situation, movement: Movement) -> dict[str, list[str]]:
    """The legal bases that the personal datasets give for the activity's purpose, or for a wider one.

    A basis given for a purpose covers those below it, not the reverse (LGPD art. 6 I: training is an operation,
    not a purpose). Absent where a personal dataset declares no purposes, or the job names none.
    """
    personal = [dataset for dataset in movement.datasets if dataset.spec.get("personal")]
    activity = situation.job.activity
    purpose = activity.spec.get("purpose") if activity is not None else None
    if not personal:
        return {"bases": [], "unbased": []}
    if purpose is None or any("purposes" not in dataset.spec for dataset in personal):
        return {}
    bases: list[str] = []
    unbased: list[str] = []
    for dataset in personal:
        found = [
            entry["legal_basis"]
            for entry in dataset.spec["purposes"]
            if "legal_basis" in entry and vocabulary().is_within(purpose, entry["purpose"])
        ]
        bases += found[:1]
        unbased += [] if found else [dataset.name]
    return {"bases": bases, "unbased": unbased}


def _reliance(situation: Situation, movement: Movement, contract: Document | None, *, adequate: bool) -> Reliance:
    claims: list[tuple[str, Mapping[str, Any] | None]] = [("workload", situation.job.workload.spec.get("transfer"))]
    claims += [("dataset", dataset.spec.get("transfer")) for dataset in movement.datasets]
    instrument = contract.spec.get("transfer") if contract is not None else None
    if contract is not None and "signed" not in contract.spec and "signed" not in (instrument or {}):
        instrument = None  # a draft binds nobody, whatever mechanism it names
    claims.append(("contract", instrument))
    return reliance(movement.declared, claims, instrument, adequate=adequate)


def _onward(situation: Situation, contract: Document) -> list[dict[str, Any]]:
    """Sub-operators, and whether the transfer instrument or the law reaches the country of each."""
    adequate = situation.params.get("adequate_countries", ())
    out = []
    for operator in contract.spec.get("suboperators", ()):
        country = operator.get("country")
        reached = operator.get("mechanism") == ADEQUACY and country in adequate
        reached = reached or operator.get("mechanism", NONE) not in (NONE, ADEQUACY, "scc_vendor")
        entry: dict[str, Any] = {"name": operator["name"]}
        if country is not None:
            entry |= {"country": country, "covered": country == HOME or country in adequate or reached}
        elif reached:
            entry["covered"] = True
        out.append(entry)
    return out
