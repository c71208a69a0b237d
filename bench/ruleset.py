"""The forty rules of the bench: what each requires, with two clauses on average."""

from __future__ import annotations

from collections.abc import Mapping

from bench.tree import Field, Item, Node
from bench.workloads import LEAVES

__all__ = ["RULES"]


class _Group:
    """The leaves of one group as attributes."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, leaf: str) -> Field:
        if leaf not in LEAVES[self._name]:
            raise AttributeError(f"{self._name} has no leaf {leaf}")
        return Field(self._name, leaf)


residency, encryption, audit, access, sla, budget, egress, compute = map(_Group, LEAVES)
item = Item()

RULES: Mapping[str, Node] = {
    # where data is
    "RES-1": residency.country.one_of("BR", "PT", "IE", "DE")
    | (compute.tags.holds("pii:none") & ~residency.cross_border),
    "RES-2": residency.replicas.every(item.one_of("BR", "PT", "IE", "DE")),
    "RES-3": ~residency.cross_border | (residency.country != "US") | (encryption.keys != "provider"),
    "RES-4": (residency.parent == "BR") | encryption.keys.one_of("customer", "hsm"),
    "RES-5": residency.provider.one_of("aws", "gcp", "azure", "eveo"),
    "RES-6": ~residency.replicas.holds("US") | compute.tags.holds("pii:none") | encryption.at_rest,
    # encryption
    "ENC-1": encryption.at_rest,
    "ENC-2": encryption.in_transit | (compute.nodes == 1),
    "ENC-3": (encryption.keys != "provider") | compute.tags.holds("env:development"),
    "ENC-4": encryption.key_age_days <= 365,
    "ENC-5": encryption.algorithm.starts_with("AES-256") | (compute.tags.holds("env:development") & ~access.exposed),
    # audit
    "AUD-1": audit.enabled,
    "AUD-2": (audit.retention_days >= 180) & (audit.retention_days <= 1825),
    "AUD-3": audit.immutable | ~compute.tags.holds("env:production"),
    "AUD-4": (audit.sink == "BR") | (audit.sink == residency.country) | compute.tags.holds("pii:none"),
    "AUD-5": (audit.review_age_days <= 180) & audit.enabled,
    # roles
    "ACC-1": access.mfa | ~access.exposed,
    "ACC-2": access.model.one_of("rbac", "abac"),
    "ACC-3": ~access.roles.holds("admin") | access.mfa,
    "ACC-4": ~access.exposed | (access.mfa & encryption.in_transit & audit.enabled),
    "ACC-5": access.owner.matches(r"^[a-z0-9.-]+@example\.(com|org)\.br$"),
    "ACC-6": access.roles.some(item.one_of("data-owner", "platform-operator", "ml-engineer", "auditor")),
    # service level; `contracted` is often absent
    "SLA-1": ~sla.contracted.present | (sla.contracted >= sla.required),
    "SLA-2": (sla.required < 0.999) | (sla.zones >= 2),
    "SLA-3": (compute.gpus < 32) | ((sla.support != "community") & (sla.response_hours <= 8)),
    "SLA-4": (sla.contracted.present & (sla.contracted >= 0.99)) | (sla.zones > 1) | (compute.gpus <= 64),
    "SLA-5": (sla.response_hours <= 24) & sla.support.one_of("business", "enterprise"),
    # money; `max_foreign_share` is often absent
    "BUD-1": compute.gpu_hours * budget.rate_usd * budget.fx + budget.spent_brl <= budget.total_brl,
    "BUD-2": ~budget.max_foreign_share.present | (budget.foreign_share <= budget.max_foreign_share),
    "BUD-3": (budget.fx > 4.0) & (budget.fx < 5.75),
    "BUD-4": budget.spent_brl <= budget.total_brl,
    "BUD-5": (egress.gb * egress.brl_per_gb <= budget.total_brl * 0.005) | egress.peered,
    # egress
    "EGR-1": egress.destinations.every(item.starts_with("s3://") | item.starts_with("gs://")),
    "EGR-2": (egress.gb <= 8000.0) | egress.peered,
    "EGR-3": ~egress.destinations.some(item.starts_with("https://")) | ~residency.cross_border,
    # scaling
    "SCL-1": compute.nodes * compute.per_node == compute.gpus,
    "SCL-2": (compute.efficiency >= 0.6) | (compute.nodes == 1),
    "SCL-3": ~compute.spot | (compute.gpus <= 64) | (sla.required < 0.999),
    # names and tags
    "NAM-1": compute.name.matches(r"^[a-z][a-z0-9-]{2,40}$")
    & compute.accelerator.one_of("h100-sxm", "a100-sxm-80gb", "l4"),
    "TAG-1": compute.tags.some(item.starts_with("team:")) | compute.tags.some(item.starts_with("cost-center:")),
}
