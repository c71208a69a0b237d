"""Joining documents: every name resolved, every contradiction found, each workload with what it refers to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any, Protocol

from marshmallow import Schema, fields

from policy_engine.declaration import fields as f
from policy_engine.declaration.contradictions import contradictions
from policy_engine.declaration.document import Document
from policy_engine.declaration.extra import typed_extra
from policy_engine.declaration.kinds import KINDS
from policy_engine.errors import AlvaraError, InputError, ReferenceError_, did_you_mean

__all__ = ["CatalogNames", "Job", "Library", "Linked", "NameProblem", "link"]


class NameProblem(ReferenceError_):
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
class Library:
    """Documents by kind and name."""

    documents: Mapping[tuple[str, str], Document]

    def get(self, kind: str, name: str | None) -> Document | None:
        """A document, or None."""
        return self.documents.get((kind, name)) if name is not None else None

    def of_kind(self, kind: str) -> list[Document]:
        """All documents of a kind, in the order they were read."""
        return [document for (one, _), document in self.documents.items() if one == kind]


@dataclass(frozen=True, slots=True)
class Job:
    """A workload with everything it refers to."""

    workload: Document
    organization: Document | None
    activity: Document | None
    datasets: tuple[Document, ...]
    contract: Document | None
    contracts: Mapping[str, Document]
    platform: Document | None
    profile: Document | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)
    all_contracts: tuple[Document, ...] = ()

    def at(self, as_of: date) -> Job:
        """The job as its documents stood on a day."""
        signed = [contract for one in self.all_contracts if (contract := one.at(as_of)) is not None]
        contracts = _by_provider(signed)
        where = self.platform.spec if self.platform is not None else self.workload.spec.get("placement", {})
        return replace(
            self,
            workload=_at(self.workload, as_of) or self.workload,
            organization=_at(self.organization, as_of),
            activity=_at(self.activity, as_of),
            datasets=tuple(dataset for one in self.datasets if (dataset := one.at(as_of)) is not None),
            platform=_at(self.platform, as_of),
            contracts=contracts,
            contract=contracts.get(where.get("provider", "")),
        )


@dataclass(frozen=True, slots=True)
class Linked:
    """A library, the jobs that could be joined, and what was wrong."""

    library: Library
    jobs: tuple[Job, ...]
    errors: tuple[AlvaraError, ...]


def link(
    documents: Iterable[Document],
    names: CatalogNames,
    *,
    extra: Mapping[str, Mapping[str, Any]] | None = None,
    partial: Iterable[Document] = (),
    base: Library | None = None,
) -> Linked:
    """Resolve all names in all documents.

    A workload that refers to something unknown, or to a document that could not be read, is not joined; all
    others are. ``extra`` are the fields that packs define; ``partial`` what was right in documents that have errors:
    their names are checked too, so that one run reports everything. ``base`` holds documents linked before: new ones
    may refer to them, and only the new ones are checked and joined.
    """
    errors: list[AlvaraError] = []
    broken: set[tuple[str, str]] = set()
    fresh = _library(documents, names, errors, broken, base)
    library = Library({**base.documents, **fresh.documents}) if base is not None else fresh
    partial = list(partial)
    failed = {(document.kind, document.name) for document in partial}
    for document in partial:
        errors += _canonical(KINDS[document.kind].body, document.spec, document, names, "")[1]
        errors += _references(document, library, failed)
    for key, document in fresh.documents.items():
        found = [*_references(document, library, failed), *contradictions(document, library.get)]
        errors += found
        if found:
            broken.add(key)
    jobs = []
    for workload in fresh.of_kind("Workload"):
        if ("Workload", workload.name) in broken:
            continue
        job = _job(workload, library)
        bad = [document for document in _parts(job) if (document.kind, document.name) in broken]
        if bad:
            message = f"not evaluated: it relies on {bad[0].kind} {bad[0].name}, which has errors"
            errors.append(ReferenceError_(message, workload.place))
            continue
        typed, problems = typed_extra(_parts(job), extra or {})
        errors += problems
        if not problems:
            jobs.append(replace(job, extra=typed))
    return Linked(library, tuple(jobs), tuple(errors))


def _library(
    documents: Iterable[Document],
    names: CatalogNames,
    errors: list[AlvaraError],
    broken: set[tuple[str, str]],
    base: Library | None,
) -> Library:
    """Documents by kind and name, with catalog names in their canonical spelling; ``broken`` gets those without."""
    kept: dict[tuple[str, str], Document] = {}
    for document in documents:
        key = (document.kind, document.name)
        before = kept.get(key) or (base.documents.get(key) if base is not None else None)
        if before is not None:
            other = before.place
            errors.append(InputError(f"{document.kind} {document.name} is already declared at {other}", document.place))
            continue
        spec, problems = _canonical(KINDS[document.kind].body, document.spec, document, names, "")
        errors += problems
        kept[key] = document if spec is document.spec else replace(document, spec=spec)
        if problems:
            broken.add(key)
    return Library(kept)


def _canonical(
    schema: type[Schema], record: Mapping[str, Any], document: Document, names: CatalogNames, path: str
) -> tuple[Mapping[str, Any], list[AlvaraError]]:
    """A record with catalog names in canonical spelling; the same object where nothing changes."""
    changed: dict[str, Any] = {}
    errors: list[AlvaraError] = []
    for name, value in record.items():
        field_ = schema._declared_fields.get(name)
        at = f"{path}.{name}" if path else name
        if isinstance(field_, f.CatalogName):
            provider = changed.get("provider", record.get("provider"))
            try:
                canonical = names.canonical(field_.what, value, provider if field_.what == "site" else None)
            except NameProblem as problem:
                errors.append(ReferenceError_(f"{name}: {problem.message}", document.locate(at)))
                continue
            if canonical != value:
                changed[name] = canonical
        elif isinstance(field_, fields.Nested):
            inner, found = _canonical(type(field_.schema), value, document, names, at)
            errors += found
            if inner is not value:
                changed[name] = inner
        elif isinstance(field_, fields.List) and isinstance(field_.inner, fields.Nested):
            items = [_canonical(type(field_.inner.schema), item, document, names, f"{at}[{n}]") for n, item in enumerate(value)]
            errors += [error for _, found in items for error in found]
            if any(new is not old for (new, _), old in zip(items, value, strict=True)):
                changed[name] = [new for new, _ in items]
    return ({**record, **changed} if changed else record), errors


def _references(document: Document, library: Library, failed: set[tuple[str, str]]) -> Iterator[AlvaraError]:
    """The names in a document that refer to nothing."""
    for kind, name, path in _named(KINDS[document.kind].body, document.spec, ""):
        if library.get(kind, name) is not None:
            continue
        place = document.locate(path)
        if (kind, name) in failed:
            yield ReferenceError_(f"{kind} {name} has errors, so this document was not evaluated", place)
            continue
        known = [other.name for other in library.of_kind(kind)]
        hint = did_you_mean(name, known) or f"; no {kind} was found"
        yield ReferenceError_(f'unknown {kind} "{name}"{hint}', place)


def _named(schema: type[Schema], record: Mapping[str, Any], path: str) -> Iterator[tuple[str, str, str]]:
    """Every reference below a record: kind, name and path."""
    for name, value in record.items():
        field_ = schema._declared_fields.get(name)
        at = f"{path}.{name}" if path else name
        if isinstance(field_, f.Reference):
            yield field_.kind, value, at
        elif isinstance(field_, fields.Nested):
            yield from _named(type(field_.schema), value, at)
        elif isinstance(field_, fields.List):
            for index, item in enumerate(value):
                if isinstance(field_.inner, f.Reference):
                    yield field_.inner.kind, item, f"{at}[{index}]"
                elif isinstance(field_.inner, fields.Nested):
                    yield from _named(type(field_.inner.schema), item, f"{at}[{index}]")


def _job(workload: Document, library: Library) -> Job:
    """A workload with what it refers to; which contracts count depends on the day, so all are kept."""
    spec = workload.spec
    activity = library.get("Activity", spec.get("activity"))
    platform = library.get("Platform", spec.get("platform"))
    datasets = [library.get("Dataset", use["dataset"]) for use in spec.get("data", ())]
    owner = spec.get("organization")
    if owner is None and activity is not None:
        owner = activity.spec.get("organization")
    if owner is None and platform is not None:
        owner = platform.spec.get("organization")
    signed = tuple(one for one in library.of_kind("Contract") if one.spec.get("organization") == owner)
    contracts = _by_provider(signed)
    where = platform.spec if platform is not None else spec.get("placement", {})
    return Job(
        workload=workload,
        organization=library.get("Organization", owner),
        activity=activity,
        datasets=tuple(dataset for dataset in datasets if dataset is not None),
        contract=contracts.get(where.get("provider", "")),
        contracts=contracts,
        platform=platform,
        all_contracts=signed,
    )


def _by_provider(contracts: Sequence[Document]) -> dict[str, Document]:
    """The contract in use with each provider: the one signed last."""
    chosen: dict[str, Document] = {}
    for contract in sorted(contracts, key=lambda one: (one.spec["signed"].ns if "signed" in one.spec else 0, one.name)):
        chosen[contract.spec["provider"]] = contract
    return chosen


def _parts(job: Job) -> list[Document]:
    """Every document a job relies on."""
    single = (job.workload, job.organization, job.activity, job.platform)
    return [document for document in (*single, *job.datasets, *job.contracts.values()) if document is not None]


def _at(document: Document | None, as_of: date) -> Document | None:
    return document.at(as_of) if document is not None else None
