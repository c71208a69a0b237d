"""Which safeguards are declared, how firmly, and what they leave uncovered (LGPD arts. 46 to 49)."""

from __future__ import annotations

from typing import Any

from policy_engine.declaration.values import Timestamp
from policy_engine.facts.registry import FACTS, Missing, Situation
from policy_engine.facts.schemas import SafeguardFacts

safeguards = FACTS.subject("safeguards", SafeguardFacts)

DAY_NS = 86_400_000_000_000
COPIES = ("backups", "checkpoints", "training_logs", "caches", "operator_copies")


def _control(situation: Situation, path: str) -> Any:
    """A control in force for the job (its platform's, tightened by its own), or what is missing."""
    value: Any = situation.controls
    for part in path.split("."):
        value = value.get(part) if isinstance(value, dict) else None
        if value is None:
            owner = "platform" if situation.job.platform is not None else "workload"
            return Missing((f"{owner}.{path}",))
    return value


def _plain(name: str, path: str, meaning: str) -> None:
    """Register a fact that is one control as declared."""

    def control(situation: Situation) -> Any:
        return _control(situation, path)

    control.__name__, control.__doc__ = name, meaning
    safeguards(control)


for _name, _path, _meaning in (
    ("encryption_at_rest", "security.encryption_at_rest", "Data are encrypted where they rest."),
    ("encryption_external", "security.encryption_in_transit.external", "Links that leave the site are encrypted."),
    ("encryption_inter_node", "security.encryption_in_transit.inter_node", "Links between nodes are encrypted."),
    ("dedicated_fabric", "security.encryption_in_transit.dedicated_fabric", "Nobody else is on the node fabric."),
    ("key_management", "security.key_management", "Who holds the keys."),
    ("mfa", "security.mfa", "Access takes a second factor."),
    ("access_model", "security.access_model", "How access is granted."),
    ("access_reviewed", "security.access_reviewed", "When access was last reviewed."),
    ("public_exposure", "security.public_exposure", "Something is reachable from the internet."),
    ("log_access", "logging.data_access", "Access to the data is recorded."),
    ("log_retention_days", "logging.retention_days", "How many days access logs are kept."),
    ("log_immutable", "logging.immutable", "Access logs cannot be altered."),
):
    _plain(_name, _path, _meaning)


@safeguards
def inter_node_protected(situation: Situation) -> bool | Missing:
    """Whether node traffic is encrypted or alone on its fabric (collectives commonly travel in clear)."""
    encrypted = situation.fact("safeguards.encryption_inter_node")
    dedicated = situation.fact("safeguards.dedicated_fabric")
    if encrypted or dedicated:
        return True
    if encrypted is None:
        return Missing(situation.missing["safeguards.encryption_inter_node"])
    return False


@safeguards
def customer_keys(situation: Situation) -> bool | Missing:
    """Whether the customer, not the provider, holds the keys."""
    holder = situation.fact("safeguards.key_management")
    if holder is None:
        return Missing(situation.missing["safeguards.key_management"])
    return holder in ("customer", "hold_your_own")


@safeguards
def least_privilege(situation: Situation) -> bool | Missing:
    """Whether access is granted by role or attribute rather than to everyone or ad hoc."""
    model = situation.fact("safeguards.access_model")
    if model is None:
        return Missing(situation.missing["safeguards.access_model"])
    return model in ("rbac", "abac")


@safeguards
def access_review_age_days(situation: Situation) -> int | Missing:
    """Days from the last access review to ``as_of``."""
    reviewed = situation.fact("safeguards.access_reviewed")
    if reviewed is None:
        return Missing(situation.missing["safeguards.access_reviewed"])
    return int((Timestamp.of_date(situation.as_of).ns - reviewed.ns) // DAY_NS)


@safeguards
def tenancy(situation: Situation) -> str | Missing:
    """Who else is on the hardware: dedicated, shared or marketplace."""
    platform = situation.job.platform
    value: str | None = platform.spec.get("tenancy") if platform is not None else None
    if value is not None:
        return value
    return Missing(("workload.platform",) if platform is None else ("platform.tenancy",))


@safeguards
def third_party_hosts(situation: Situation) -> bool | Missing:
    """Whether the job runs on hosts of third parties: a marketplace, or a provider whose hosts anyone runs."""
    kind = situation.fact("safeguards.tenancy")
    named = situation.job.where.get("provider")
    provider = situation.catalog.provider(named) if named is not None else None
    if kind == "marketplace" or (provider is not None and provider.open):
        return True
    return Missing(situation.missing["safeguards.tenancy"]) if kind is None else False


@safeguards
def deletion_missed(situation: Situation) -> list[str]:
    """The copies that deletion is said not to reach, over all personal datasets."""
    return _copies(situation, False)


@safeguards
def deletion_unstated(situation: Situation) -> list[str]:
    """The copies of which nobody says whether deletion reaches them."""
    return _copies(situation, None)


@safeguards
def pseudonymised(situation: Situation) -> bool:
    """Whether every personal dataset is pseudonymised."""
    return all("pseudonymised" in dataset.spec for dataset in situation.job.datasets if dataset.spec.get("personal"))


@safeguards
def declared(situation: Situation) -> list[str]:
    """The controls that are declared, by path, sorted."""
    return sorted(_leaves(situation.controls))


@safeguards
def evidenced(situation: Situation) -> list[str]:
    """The controls whose declaration points to evidence dated no later than ``as_of``, sorted."""
    own = situation.job.workload
    redeclared = set(_leaves({key: own.spec[key] for key in ("security", "logging") if key in own.spec}))
    inherited = situation.job.platform.evidence if situation.job.platform is not None else {}
    return sorted({*own.evidence, *(path for path in inherited if path not in redeclared)})


def _copies(situation: Situation, reached: bool | None) -> list[str]:
    found = []
    for dataset in situation.job.datasets:
        if dataset.spec.get("personal"):
            deletion = dataset.spec.get("deletion", {})
            found += [f"{dataset.name}: {copy}" for copy in COPIES if deletion.get(copy) is reached]
    return found


def _leaves(tree: Any, prefix: str = "") -> list[str]:
    if not isinstance(tree, dict):
        return [prefix]
    return [path for key, value in tree.items() for path in _leaves(value, f"{prefix}.{key}" if prefix else key)]
