"""The workloads of the bench: 8 groups with 45 leaves, about 1 KB as JSON, two of the leaves often absent."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

__all__ = ["LEAVES", "OPTIONAL", "workloads"]

# The type of every leaf, by group: what a typed rule language is told.
LEAVES: Mapping[str, Mapping[str, str]] = {
    "residency": {
        "provider": "string", "country": "string", "parent": "string", "replicas": "list", "cross_border": "bool",
    },
    "encryption": {
        "at_rest": "bool", "in_transit": "bool", "keys": "string", "key_age_days": "int", "algorithm": "string",
    },
    "audit": {
        "enabled": "bool", "retention_days": "int", "immutable": "bool", "sink": "string", "review_age_days": "int",
    },
    "access": {"owner": "string", "roles": "list", "mfa": "bool", "model": "string", "exposed": "bool"},
    "sla": {
        "required": "double", "contracted": "double", "zones": "int", "support": "string", "response_hours": "int",
    },
    "budget": {
        "total_brl": "double", "spent_brl": "double", "rate_usd": "double", "fx": "double", "foreign_share": "double",
        "max_foreign_share": "double", "currency": "string",
    },
    "egress": {"gb": "double", "brl_per_gb": "double", "destinations": "list", "peered": "bool"},
    "compute": {
        "name": "string", "accelerator": "string", "gpus": "int", "per_node": "int", "nodes": "int",
        "gpu_hours": "double", "efficiency": "double", "spot": "bool", "tags": "list",
    },
}  # fmt: skip

# How often a leaf is absent.
OPTIONAL: Mapping[tuple[str, str], float] = {("budget", "max_foreign_share"): 0.30, ("sla", "contracted"): 0.40}

_COUNTRIES = ("BR", "BR", "BR", "BR", "PT", "US", "IE", "DE")
_ROLES = ("ml-engineer", "data-owner", "platform-operator", "auditor", "admin")
_TAGS = ("team:credit-risk", "cost-center:4471", "env:production", "env:development", "pii:none", "pii:masked", "gdpr")
_BUCKETS = ("s3://models-br", "s3://checkpoints-br", "gs://telemetry-us", "https://hub.example")


def workloads(count: int, seed: int = 20261130) -> list[dict[str, dict[str, Any]]]:
    """Synthetic workloads, the same for a seed."""
    chance = random.Random(seed)
    made = [_workload(chance, number) for number in range(count)]
    for workload in made:
        for (group, name), share in OPTIONAL.items():
            if chance.random() < share:
                del workload[group][name]
    return made


def _workload(chance: random.Random, number: int) -> dict[str, dict[str, Any]]:
    def likely(share: float) -> bool:
        return chance.random() < share

    def pick(*choices: Any) -> Any:
        return chance.choice(choices)

    nodes, per_node = pick(1, 1, 2, 4, 8, 16), pick(4, 8, 8)
    country = chance.choice(_COUNTRIES)
    return {
        "residency": {
            "provider": pick("aws", "gcp", "azure", "oci", "eveo"),
            "country": country,
            "parent": pick("US", "US", "BR"),
            "replicas": [chance.choice(_COUNTRIES) for _ in range(pick(1, 2, 3))],
            "cross_border": country != "BR",
        },
        "encryption": {
            "at_rest": likely(0.93),
            "in_transit": likely(0.9),
            "keys": pick("customer", "customer", "hsm", "provider"),
            "key_age_days": chance.randint(1, 420),
            "algorithm": pick("AES-256-GCM", "AES-256-GCM", "AES-128-CBC"),
        },
        "audit": {
            "enabled": likely(0.95),
            "retention_days": pick(90, 180, 365, 730, 1825),
            "immutable": likely(0.75),
            "sink": pick("BR", "BR", "US"),
            "review_age_days": chance.randint(1, 200),
        },
        "access": {
            "owner": pick("ana.souza@example.com.br", "joao.lima@example.com.br", "ml-team@example.org"),
            "roles": sorted(chance.sample(_ROLES, pick(1, 2, 3))),
            "mfa": likely(0.9),
            "model": pick("rbac", "rbac", "abac", "shared"),
            "exposed": likely(0.1),
        },
        "sla": {
            "required": pick(0.99, 0.995, 0.999),
            "contracted": pick(0.99, 0.995, 0.999, 0.9999),
            "zones": pick(1, 2, 3),
            "support": pick("business", "enterprise", "community"),
            "response_hours": pick(1, 4, 8, 24),
        },
        "budget": {
            "total_brl": round(chance.uniform(20_000, 900_000), 2),
            "spent_brl": round(chance.uniform(0, 300_000), 2),
            "rate_usd": round(chance.uniform(0.9, 6.5), 4),
            "fx": round(chance.uniform(5.05, 5.9), 4),
            "foreign_share": round(chance.uniform(0, 1), 4),
            "max_foreign_share": pick(0.25, 0.5, 0.8),
            "currency": pick("BRL", "USD"),
        },
        "egress": {
            "gb": round(chance.uniform(1, 9_000), 1),
            "brl_per_gb": round(chance.uniform(0.2, 0.9), 3),
            "destinations": sorted(chance.sample(_BUCKETS, pick(1, 2))),
            "peered": likely(0.4),
        },
        "compute": {
            "name": pick("score-7b", "laudos-visao", "Corpus_Publico", "llm-base") + f"-{number:05d}",
            "accelerator": pick("h100-sxm", "a100-sxm-80gb", "l4", "mi300x"),
            "gpus": nodes * per_node - (1 if likely(0.1) else 0),
            "per_node": per_node,
            "nodes": nodes,
            "gpu_hours": round(chance.uniform(10, 9_000), 1),
            "efficiency": round(chance.uniform(0.4, 0.99), 3),
            "spot": likely(0.3),
            "tags": sorted(chance.sample(_TAGS, 3)),
        },
    }
