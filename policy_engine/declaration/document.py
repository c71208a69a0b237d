"""A document once read: typed, with the place of every value, and as it stood on a given day."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property
from typing import Any

from marshmallow import Schema, fields

from policy_engine.declaration.digest import digest_of
from policy_engine.declaration.kinds import KINDS
from policy_engine.declaration.tree import Map, Seq, step
from policy_engine.declaration.values import Duration, Timestamp
from policy_engine.errors import Place

__all__ = ["API_VERSION", "Document", "canonical"]

API_VERSION = "alvara/v1"

_STEP = re.compile(r"([^.\[\]]+)|\[(\d+)\]")


@dataclass(frozen=True)
class Document:
    """One document.

    Attributes:
        spec: its body, typed as its schema says; controls are plain values.
        raw: the body as written, with places.
        evidence: what backs a control, by path (``security.mfa``).
        trusted: whether it comes from a context that is believed in a gate.
    """

    kind: str
    name: str
    metadata: Mapping[str, Any]
    spec: Mapping[str, Any]
    place: Place
    raw: Map
    evidence: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    trusted: bool = True
    api_version: str = API_VERSION

    @cached_property
    def digest(self) -> str:
        """The SHA-256 of what it says, whatever its layout, comments and spelling of units."""
        content = {"apiVersion": self.api_version, "kind": self.kind, "metadata": canonical(self.metadata)}
        content |= {"spec": canonical(self.spec), "evidence": canonical(self.evidence)}
        return digest_of(content)

    @property
    def owner(self) -> str | None:
        """Who answers for it, as far as it says."""
        owner: str | None = self.root.get("owner")
        return owner

    @cached_property
    def root(self) -> dict[str, Any]:
        """The document as rules see it: name, owner and labels beside its fields."""
        return {**self.metadata, **self.spec}

    @cached_property
    def latest(self) -> Timestamp | None:
        """The latest of its dates that matter to what existed when."""
        kind = KINDS[self.kind].body
        dates = list(_dates(kind, self.spec))
        dates += [entry["verified_on"] for entry in self.evidence.values() if "verified_on" in entry]
        return max(dates, default=None)

    def locate(self, path: str) -> Place:
        """Where a field stands (``compute.gpus``, ``flows[1]``); the nearest thing above it when it is not there."""
        node: Any = self.raw
        place = Place(self.place.file, node.line, node.column) if node is not None else self.place
        pointer = "/spec" if KINDS[self.kind].under_spec else ""
        for key, index in _STEP.findall(path):
            if key and isinstance(node, Map) and key in node:
                place, node = node.place(key, self.place.file), node[key]
                pointer += step(key)
            elif index and isinstance(node, Seq) and int(index) < len(node):
                node = node[int(index)]
                place = Place(self.place.file, node.line, node.column)
                pointer += step(index)
            else:
                break
        return replace(place, pointer=pointer)

    def at(self, as_of: date) -> Document | None:
        """The document as it stood on a day: what is dated later is not there yet.

        None where the document itself is dated later (a contract not yet signed).
        """
        limit = Timestamp.of_date(as_of)
        if self.latest is None or self.latest <= limit:
            return self
        spec = _pruned(KINDS[self.kind].body, self.spec, limit)
        if spec is None:
            return None
        evidence = {
            path: entry
            for path, entry in self.evidence.items()
            if "verified_on" not in entry or entry["verified_on"] <= limit
        }
        pruned = replace(self, spec=spec, evidence=evidence)
        pruned.__dict__["digest"] = self.digest
        return pruned


def canonical(value: Any) -> Any:
    """A typed value as canonical JSON can hold it."""
    if isinstance(value, Mapping):
        if type(value.get("amount")) is float and "decimal" in value:
            exact = {str(key): canonical(item) for key, item in value.items() if key != "amount"}
            whole, _, fraction = value["decimal"].partition(".")
            return exact | {"decimal": f"{whole}.{fraction}".rstrip("0").rstrip(".") if fraction else whole}
        return {str(key): canonical(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [canonical(item) for item in value]
    if isinstance(value, Timestamp | Duration):
        return str(value)
    return value


def _dates(schema: type[Schema], record: Mapping[str, Any]) -> Iterator[Timestamp]:
    """The dates by which a record or a field came into being."""
    by = getattr(schema, "dated_by", None)
    if by is not None and by in record:
        yield record[by]
    for name, value in record.items():
        field_ = schema._declared_fields.get(name)
        if isinstance(field_, fields.Nested):
            yield from _dates(type(field_.schema), value)
        elif isinstance(field_, fields.List) and isinstance(field_.inner, fields.Nested):
            for item in value:
                yield from _dates(type(field_.inner.schema), item)
        elif field_ is not None and getattr(field_, "dated", False):
            yield value


def _pruned(schema: type[Schema], record: Mapping[str, Any], limit: Timestamp) -> dict[str, Any] | None:
    """A record without what is dated after a day; None where the whole record is."""
    by = getattr(schema, "dated_by", None)
    if by is not None and by in record and record[by] > limit:
        return None
    out: dict[str, Any] = {}
    for name, value in record.items():
        field_ = schema._declared_fields.get(name)
        if isinstance(field_, fields.Nested):
            kept = _pruned(type(field_.schema), value, limit)
            if kept is not None:
                out[name] = kept
        elif isinstance(field_, fields.List) and isinstance(field_.inner, fields.Nested):
            inner = type(field_.inner.schema)
            out[name] = [item for item in (_pruned(inner, item, limit) for item in value) if item is not None]
        elif field_ is None or not getattr(field_, "dated", False) or value <= limit:
            out[name] = value
    return out
