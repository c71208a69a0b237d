"""Joining documents: every name resolved, every contradiction found, each workload with what it refers to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from policy_engine.declaration.contradictions import contradictions
from policy_engine.declaration.document import Document
from policy_engine.declaration.extra import joined_extra, typed_extra
from policy_engine.declaration.library import Job, Library
from policy_engine.declaration.naming import CatalogNames, canonical_spec, references_in
from policy_engine.errors import AlvaraError, FieldError, InputError, UnknownName, did_you_mean

__all__ = ["Linked", "link"]

_Key = tuple[str, str]


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
    known: Library | None = None,
) -> Linked:
    """Resolve all names in all documents.

    A workload that relies on something unknown, or on a document that has errors, is not joined; all others are.

    Args:
        documents: those that were read without error.
        names: what the catalog knows.
        extra: the fields that packs define, by name; without it, extra fields are not looked at.
        partial: what was right in documents that have errors. Their names are checked too, so that one run reports
            everything, and what relies on them is not joined.
        known: documents that were linked before; only the new ones are checked and joined.
    """
    linker = _Linker(names, known or Library({}), extra)
    for document in documents:
        linker.add(document)
    for document in partial:
        linker.add_faulty(document)
    workloads = [document for document in linker.check() if document.kind == "Workload"]
    jobs = [job for workload in workloads for job in linker.joined(workload)]
    library = Library(linker.kept, tuple(linker.partial), frozenset(linker.faulty))
    return Linked(library, tuple(jobs), tuple(linker.errors))


class _Linker:
    """Collects documents and errors; ``faulty`` are the documents that nothing may rely on."""

    def __init__(self, names: CatalogNames, known: Library, extra: Mapping[str, Mapping[str, Any]] | None) -> None:
        self.names = names
        self.extra = extra
        self.errors: list[AlvaraError] = []
        self.kept = dict(known.documents)
        self.partial = list(known.partial)
        self.faulty = set(known.faulty)
        self._new: list[_Key] = []
        self._new_partial: list[Document] = []
        self._library = Library(self.kept)

    def add(self, document: Document) -> None:
        """Take a document; a name can be taken once, and nothing may rely on one that was claimed twice."""
        key = (document.kind, document.name)
        if self._is_taken(key, document):
            return
        spec, problems = canonical_spec(document, self.names)
        self.kept[key] = document if spec is document.spec else replace(document, spec=spec)
        self._new.append(key)
        self._note(problems, key)

    def add_faulty(self, document: Document) -> None:
        """Take what is right in a document that has errors."""
        key = (document.kind, document.name)
        spec, problems = canonical_spec(document, self.names)
        self._note(problems, key)
        if not self._is_taken(key, document):
            self.faulty.add(key)
            self.partial.append(replace(document, spec=spec))
            self._new_partial.append(self.partial[-1])

    def check(self) -> list[Document]:
        """Report the names that refer to nothing and what cannot be true together; the new documents."""
        for document in self._new_partial:
            self.errors += self._unresolved(document)
        documents = [self.kept[key] for key in self._new]
        for key, document in zip(self._new, documents, strict=True):
            self._note([*self._unresolved(document), *contradictions(document, self._library.get)], key)
            if self.extra is not None:
                self._note(typed_extra(document, self.extra)[1], key)
        return documents

    def joined(self, workload: Document) -> Iterator[Job]:
        """The job of a workload, unless it or something it relies on has errors."""
        if ("Workload", workload.name) in self.faulty:
            return
        job = self._library.job(workload)
        whose = self._library.of_kind("Organization")
        if job.organization is None and len(whose) > 1:
            known = ", ".join(sorted(one.name for one in whose))
            message = f"nothing says whose this job is: name an activity or an organization; known: {known}"
            self.errors.append(FieldError(message, workload.place))
            return
        bad = [one for one in job.relied_on if (one.kind, one.name) in self.faulty]
        bad += [one for one in self.partial if one.kind == "Contract" and _may_bind(one, job)]
        if bad:
            message = f"not evaluated: it relies on {bad[0].kind} {bad[0].name}, which has errors"
            self.errors.append(UnknownName(message, workload.place))
            return
        typed, problems = joined_extra(job.documents, self.extra or {}, workload)
        self.errors += problems
        if not problems:
            yield replace(job, extra=typed)

    def _is_taken(self, key: _Key, document: Document) -> bool:
        other = self.kept.get(key)
        if other is None:
            return False
        message = f"{document.kind} {document.name} is already declared at {other.place}"
        self._note([InputError(message, document.place)], key)
        return True

    def _note(self, problems: list[AlvaraError], key: _Key) -> None:
        self.errors += problems
        if problems:
            self.faulty.add(key)

    def _unresolved(self, document: Document) -> Iterator[AlvaraError]:
        """The names in a document that refer to nothing, or to a document with errors."""
        for kind, name, path in references_in(document):
            if self._library.get(kind, name) is not None:
                continue
            place = document.locate(path)
            if (kind, name) in self.faulty:
                yield UnknownName(f"not evaluated: {kind} {name} has errors", place)
                continue
            known = [other.name for other in self._library.of_kind(kind)]
            known += [other.name for other in self.partial if other.kind == kind]
            hint = did_you_mean(name, known) or f"; no {kind} was found"
            yield UnknownName(f'unknown {kind} "{name}"{hint}', place)


def _may_bind(contract: Document, job: Job) -> bool:
    """Whether a contract with errors may be one that a job relies on, as far as it can be read."""
    owner = job.organization.name if job.organization is not None else None
    organization = contract.spec.get("organization", owner)
    provider = contract.spec.get("provider")
    return owner is not None and organization == owner and (provider is None or provider in job.providers)
