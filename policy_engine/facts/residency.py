"""Where the data go: every flow with its country, mechanism and contract (LGPD arts. 33 to 36)."""

from __future__ import annotations

from typing import Any

from policy_engine.facts.flows import HOME, flow_records
from policy_engine.facts.registry import FACTS, Missing, Situation
from policy_engine.facts.schemas import ResidencyFacts

residency = FACTS.subject(
    "residency",
    ResidencyFacts,
    params=["adequate_countries"],
    reported=["flows", "countries", "international"],
)

SECONDARY = ("backup", "telemetry")
REMOTE = "remote_access"


@residency
def flows(situation: Situation) -> list[dict[str, Any]]:
    """Every flow, implied and declared."""
    return flow_records(situation)


@residency
def countries(situation: Situation) -> list[str]:
    """The countries that are known, sorted."""
    return sorted({flow["country"] for flow in situation.fact("residency.flows") if "country" in flow})


@residency
def unplaced(situation: Situation) -> list[str]:
    """The flows whose country nobody knows."""
    return [_label(flow) for flow in situation.fact("residency.flows") if "country" not in flow]


@residency
def international(situation: Situation) -> bool | Missing:
    """Whether any flow leaves Brazil; absent when none is known to and one has no country."""
    if any(flow.get("international") for flow in situation.fact("residency.flows")):
        return True
    return _missing_places(situation) if situation.fact("residency.unplaced") else False


@residency
def personal(situation: Situation) -> bool | Missing:
    """Whether any dataset is personal; absent when none is said to be and one does not say."""
    said = [dataset.spec.get("personal") for dataset in situation.job.datasets]
    if True in said:
        return True
    if not said:
        return False if "data" in situation.job.workload.spec else Missing(("workload.data",))
    return Missing(("datasets[].personal",)) if None in said else False


@residency
def sensitive(situation: Situation) -> bool | Missing:
    """Whether anything that moves is sensitive (art. 5 II); absent while a personal dataset names no categories."""
    return _over_flows(situation, "sensitive")


@residency
def minors(situation: Situation) -> bool | Missing:
    """Whether anything that moves concerns children or adolescents (art. 14); absent while nobody says whose data."""
    return _over_flows(situation, "minors")


@residency
def parent_jurisdictions(situation: Situation) -> list[str]:
    """The jurisdictions that control the providers involved, sorted."""
    found = {flow.get("parent_jurisdiction") for flow in situation.fact("residency.flows")}
    return sorted(name for name in found if name)


@residency
def secondary_uncovered(situation: Situation) -> list[str] | Missing:
    """Copies that leave Brazil without a declared flow; absent while backup or telemetry is left open.

    Source: Res. CD/ANPD 19/2024 arts. 3 III and 7; silence is never read as absence of a flow.
    """
    silent = _silent(situation, SECONDARY)
    if silent:
        return silent
    found = situation.fact("residency.flows")
    declared = [flow for flow in found if flow["source"] == "declared" and flow["kind"] in ("backup", "storage")]
    return [
        _label(flow)
        for flow in found
        if flow["kind"] == "replica" and flow.get("country") != HOME and not any(_covers(one, flow) for one in declared)
    ]


def _covers(declared: dict[str, Any], copy: dict[str, Any]) -> bool:
    """Whether a declared flow is the one that a copy makes: to the same country, with all that the copy holds."""
    same = "country" in copy and declared.get("country") == copy["country"]
    return same and set(copy["datasets"]) <= set(declared["datasets"])


@residency
def remote_uncovered(situation: Situation) -> list[str] | Missing:
    """Support given from abroad that no remote-access flow declares; absent while that is left open."""
    silent = _silent(situation, (REMOTE,))
    if silent:
        return silent
    declared = {flow.get("country") for flow in situation.fact("residency.flows") if flow["kind"] == REMOTE}
    contract = situation.job.contract
    country = contract.spec.get("support", {}).get("country") if contract is not None else None
    if contract is None or country in (None, HOME) or country in declared:
        return []
    return [f"{contract.spec['provider']} ({country})"]


def _silent(situation: Situation, kinds: tuple[str, ...]) -> Missing | None:
    """The kinds of flow that are neither declared nor said not to occur."""
    workload = situation.job.workload.spec
    stated = {flow["kind"] for flow in workload.get("flows", ())} | set(workload.get("no_flows", ()))
    left_open = [kind for kind in kinds if kind not in stated]
    return Missing(tuple(f"workload.no_flows: [{kind}]" for kind in left_open)) if left_open else None


def _missing_places(situation: Situation) -> Missing:
    """What to declare so that every flow has a country."""
    found = situation.fact("residency.flows")
    paths = [_declarable(flow) for flow in found if "country" not in flow]
    return Missing(tuple(dict.fromkeys(paths)))


def _declarable(flow: dict[str, Any]) -> str:
    """The line that would give a flow its country."""
    if flow["source"] == "declared":
        return "workload.flows[].to.country"
    return "datasets[].location.site" if flow["kind"] == "storage" else "platform.site"


def _over_flows(situation: Situation, field: str) -> bool | Missing:
    """Whether a mark holds for some flow; absent when it holds for none and one does not say."""
    said = [flow.get(field) for flow in situation.fact("residency.flows")]
    if True in said:
        return True
    return Missing((_OF_FIELDS[field],)) if None in said else False


_OF_FIELDS = {
    "sensitive": "datasets[].categories",
    "minors": "datasets[].subjects",
    "personal": "datasets[].personal",
    "unbased": "datasets[].purposes",
    "bases": "datasets[].purposes",
    "onward": "contract.suboperators",
}


def declarable(situation: Situation, index: int, field: str) -> str:
    """The declaration that would supply an absent field of a flow (``instrument.signed``, ``country``)."""
    name, _, rest = field.partition(".")
    if name in ("bases", "unbased") and situation.job.activity is None:
        return "workload.activity"
    if name == "instrument":
        return f"contract.transfer.{rest}" if rest else "contract.transfer"
    if name == "onward" and rest:
        return "contract.suboperators[].country"
    return _OF_FIELDS.get(name) or _declarable(situation.fact("residency.flows")[index])


def _label(flow: dict[str, Any]) -> str:
    """A short name for a flow: what it is and where to, as far as that is known."""
    to = "/".join(part for part in (flow.get("provider"), flow.get("site")) if part)
    where = f"{to} ({flow['country']})" if "country" in flow else to
    return f"{flow['kind']} → {where}" if where else flow["kind"]
