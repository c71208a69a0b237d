"""The register of facts: what can be computed, how, and what type each has.

A fact is a function of one ``Situation`` registered under ``subject.name``. Its type and
meaning live in the subject's schema, written with the same fields as documents, so that rules,
reference pages and JSON share one definition. Facts are computed on demand and once: a fact that
no active rule reads is never computed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING, Any

from marshmallow import Schema

from policy_engine.errors import InternalFault, Place
from policy_engine.facts.reads import READS

if TYPE_CHECKING:
    from policy_engine.catalog import Catalog, Site
    from policy_engine.declaration import Job

__all__ = ["FACTS", "Fact", "Missing", "Registry", "Situation", "Subject"]


@dataclass(frozen=True, slots=True)
class Missing:
    """An absent fact, with the document paths whose declaration would supply it."""

    paths: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Fact:
    """One computed value: its full name, the function that computes it, and what that reads."""

    name: str
    compute: Callable[[Situation], Any]
    reads: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Subject:
    """One root of facts in rules, such as ``residency``, with the schema of what lies under it."""

    name: str
    schema: type[Schema]


Register = Callable[[Callable[["Situation"], Any]], Callable[["Situation"], Any]]


class Registry:
    """Facts by full name and subjects by name; a name can be taken once."""

    def __init__(self) -> None:
        self.subjects: dict[str, Subject] = {}
        self.facts: dict[str, Fact] = {}
        self.params: set[str] = set()
        self.reported: set[str] = set()

    def subject(
        self, name: str, schema: type[Schema], params: Iterable[str] = (), reported: Iterable[str] = ()
    ) -> Register:
        """Register a subject and return the decorator that registers its facts by function name.

        ``params`` are the dated parameters that its facts read; ``reported`` the facts that a decision always
        shows once a rule reads anything of the subject.
        """
        self.reported.update(f"{name}.{short}" for short in reported)
        if name in self.subjects:
            raise InternalFault(f"two fact subjects are called {name!r}")
        self.subjects[name] = Subject(name, schema)
        self.params.update(params)
        declared = schema._declared_fields

        def register(function: Callable[[Situation], Any]) -> Callable[[Situation], Any]:
            short = function.__name__
            full = f"{name}.{short}"
            if full in self.facts:
                raise InternalFault(f"two facts are called {full!r}")
            if short not in declared:
                raise InternalFault(f"the fact {full!r} has no entry in its schema")
            if full not in READS:
                raise InternalFault(f"the fact {full!r} does not say what it reads")
            self.facts[full] = Fact(full, function, READS[full])
            return function

        return register

    def check_complete(self) -> None:
        """Refuse a schema entry that no function computes."""
        for subject in self.subjects.values():
            for name in subject.schema._declared_fields:
                if f"{subject.name}.{name}" not in self.facts:
                    raise InternalFault(f"the fact '{subject.name}.{name}' is described but never computed")


FACTS = Registry()


@dataclass(slots=True)
class Situation:
    """One workload joined with all that is known about it at ``as_of``; facts are read through it.

    ``params`` are the dated parameters looked up at ``as_of``; ``roots`` are the documents as rules see
    them. ``places`` says, for a path below a fact, where its cause stands in a document.
    """

    job: Job
    site: Site | None
    catalog: Catalog
    params: Mapping[str, Any]
    as_of: date
    controls: Mapping[str, Any]
    places: dict[str, Place] = field(default_factory=dict)
    missing: dict[str, tuple[str, ...]] = field(default_factory=dict)
    _known: dict[str, Any] = field(default_factory=dict)

    def fact(self, name: str) -> Any:
        """The value of a fact, computed once; None when it is absent (``missing`` then says why)."""
        if name in self._known:
            return self._known[name]
        value = FACTS.facts[name].compute(self)
        if isinstance(value, Missing):
            self.missing[name] = value.paths
            value = None
        self._known[name] = value
        return value

    def roots(self, names: Iterable[str]) -> dict[str, dict[str, Any]]:
        """The named facts as nested records, absent ones left out."""
        out: dict[str, dict[str, Any]] = {}
        for name in names:
            subject, _, short = name.partition(".")
            record = out.setdefault(subject, {})
            value = self.fact(name)
            if value is not None:
                record[short] = value
        return out
