"""The names that stand in documents: references to other documents, and names that the catalog knows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, Protocol

from marshmallow import Schema, fields

from policy_engine.declaration import fields as f
from policy_engine.declaration.document import Document
from policy_engine.declaration.kinds import KINDS
from policy_engine.errors import AlvaraError, FieldError, UnknownName

__all__ = ["CatalogNames", "NameProblem", "canonical_spec", "references_in"]


class NameProblem(UnknownName):
    """A name that the catalog does not know, or that may mean several things; the message says what there is."""


class CatalogNames(Protocol):
    """What the catalog tells about names."""

    def canonical(self, what: str, text: str, provider: str | None = None) -> str:
        """The id that a spelling means.

        Raises:
            NameProblem: it means nothing, or several things.
        """
        ...


@dataclass(frozen=True, slots=True)
class _Part:
    """A field that is a name, or below which names stand."""

    role: Literal["reference", "catalog", "record"]
    many: bool
    kind: str = ""
    schema: type[Schema] | None = None


@cache
def _parts(schema: type[Schema]) -> Mapping[str, _Part]:
    """The fields of a record that matter for names; all others are passed over."""
    parts = {}
    for name, field in schema._declared_fields.items():
        many = isinstance(field, fields.List)
        inner = field.inner if isinstance(field, fields.List) else field
        if isinstance(inner, f.Reference):
            parts[name] = _Part("reference", many, inner.kind)
        elif isinstance(inner, f.CatalogName):
            parts[name] = _Part("catalog", many, inner.what)
        elif isinstance(inner, fields.Nested) and _parts(type(inner.schema)):
            parts[name] = _Part("record", many, schema=type(inner.schema))
    return parts


def references_in(document: Document) -> Iterator[tuple[str, str, str]]:
    """Every reference in a document: the kind and name it refers to, and its path."""
    return _references(KINDS[document.kind].body, document.spec, "")


def _references(schema: type[Schema], record: Mapping[str, Any], path: str) -> Iterator[tuple[str, str, str]]:
    for name, part in _parts(schema).items():
        if name not in record or part.role == "catalog":
            continue
        for value, at in _values(record[name], part, path + name):
            if part.schema is not None:
                yield from _references(part.schema, value, f"{at}.")
            else:
                yield part.kind, value, at


def _values(value: Any, part: _Part, at: str) -> Iterator[tuple[Any, str]]:
    if part.many:
        yield from ((item, f"{at}[{index}]") for index, item in enumerate(value))
    else:
        yield value, at


def canonical_spec(document: Document, names: CatalogNames) -> tuple[Mapping[str, Any], list[AlvaraError]]:
    """The body of a document with catalog names as the catalog spells them, and the names it does not know.

    The same object where nothing changes.
    """
    errors: list[AlvaraError] = []
    return _Spelling(document, names, errors).record(KINDS[document.kind].body, document.spec, ""), errors


@dataclass(frozen=True, slots=True)
class _Spelling:
    """Rewrites the catalog names of one document."""

    document: Document
    names: CatalogNames
    errors: list[AlvaraError]

    def record(self, schema: type[Schema], record: Mapping[str, Any], path: str) -> Mapping[str, Any]:
        changed: dict[str, Any] = {}
        unknown: set[str] = set()
        for name, part in _parts(schema).items():
            if name not in record or part.role == "reference":
                continue
            old, at = record[name], path + name
            items: list[Any]
            if part.schema is not None:
                items = [self.record(part.schema, item, f"{place}.") for item, place in _values(old, part, at)]
            elif part.kind == "site" and "provider" in unknown:
                continue
            else:
                provider = changed.get("provider", record.get("provider"))
                items = [self._name(part.kind, text, provider, name, place) for text, place in _values(old, part, at)]
                if None in items:
                    unknown.add(name)
                    continue
            new = items if part.many else items[0]
            if new != old:
                changed[name] = new
        return {**record, **changed} if changed else record

    def _name(self, what: str, text: str, provider: str | None, field: str, path: str) -> str | None:
        """A name as the catalog spells it; None where it has no such name, which is then an error."""
        if what == "site" and provider is None:
            message = f"{field} needs its provider beside it: two providers may give their sites one name"
            self.errors.append(FieldError(message, self.document.locate(path)))
            return None
        try:
            return self.names.canonical(what, text, provider if what == "site" else None)
        except NameProblem as problem:
            self.errors.append(UnknownName(problem.message, self.document.locate(path)))
            return None
