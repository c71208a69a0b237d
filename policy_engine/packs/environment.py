"""The names rules may use, with their types: documents, facts, parameters and a pack's own."""

from __future__ import annotations

from collections.abc import Mapping

from policy_engine import expression
from policy_engine.catalog import SiteSchema
from policy_engine.declaration import KINDS
from policy_engine.facts import FACTS
from policy_engine.packs.schema_types import record_of

__all__ = ["ROOTS", "environment"]

# The documents that rules name, by the root they stand under.
ROOTS: Mapping[str, str] = {
    "workload": "Workload",
    "organization": "Organization",
    "activity": "Activity",
    "contract": "Contract",
    "platform": "Platform",
    "profile": "Profile",
}

_METADATA: Mapping[str, expression.Type] = {
    "name": expression.STRING,
    "owner": expression.STRING,
    "labels": expression.MapOf(expression.STRING, expression.STRING),
}


def environment(
    params: Mapping[str, expression.Type],
    extra: Mapping[str, expression.Type] | None = None,
) -> expression.Environment:
    """The environment of a pack, given the types of parameters and of extra fields."""
    variables: dict[str, expression.Type] = {root: _document(kind) for root, kind in ROOTS.items()}
    variables["datasets"] = expression.ListOf(_document("Dataset"))
    variables["site"] = record_of(SiteSchema, "site")
    variables["param"] = expression.Record("param", dict(params))
    variables["extra"] = expression.Record("extra", dict(extra or {}))
    variables["as_of"] = expression.TIMESTAMP
    variables |= {name: record_of(subject.schema, name) for name, subject in FACTS.subjects.items()}
    return expression.Environment(variables)


def _document(kind: str) -> expression.Record:
    """A document as rules see it: its metadata and its body side by side."""
    body = record_of(KINDS[kind].body, kind.lower())
    return expression.Record(kind.lower(), {**_METADATA, **body.fields})
