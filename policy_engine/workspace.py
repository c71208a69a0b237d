"""From files on disk to an engine and the workloads it is to judge.

Everything that reads files for a decision is here; the engine itself only sees what this gathers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import chain
from pathlib import Path

from policy_engine import catalog as catalogs
from policy_engine import packs as packing
from policy_engine._data import rules_path
from policy_engine.declaration import Bundle, Document, Job, Library, link, read_paths
from policy_engine.engine import Engine
from policy_engine.errors import AlvaraError

__all__ = ["SHIPPED", "Sources", "Workspace", "gather"]

SHIPPED = Path("shipped")


@dataclass(frozen=True, slots=True)
class Sources:
    """Where documents and packs come from, and who is believed."""

    paths: Sequence[Path]
    contexts: Sequence[Path] = ()
    packs: Sequence[Path] = ()
    gate: bool = False
    profile: str | None = None


@dataclass(frozen=True, slots=True)
class Workspace:
    """An engine with the workloads that could be resolved, and everything that was wrong on the way."""

    engine: Engine
    jobs: tuple[Job, ...]
    library: Library
    errors: tuple[AlvaraError, ...]
    notes: tuple[str, ...]


def gather(sources: Sources, as_of: date) -> Workspace:
    """Read, check and join everything under the paths; errors of all files come back together.

    Raises:
        OptionError: a named profile does not exist.
    """
    bundle, notes = _read(sources)
    errors = list(bundle.errors)
    overlays = [document for document in bundle.documents if document.kind == "Catalog"]
    catalog, found = catalogs.load(rules_path() / "catalog").overlay(overlays)
    errors += found
    rule_packs, parameters = _packs(sources, bundle.documents, errors)
    linked = link(bundle.documents, catalog, extra=rule_packs.extra, partial=bundle.partial)
    errors += linked.errors
    wrong = packing.check_profiles(linked.library.of_kind("Profile"), rule_packs, parameters)
    jobs, found = packing.with_profiles(linked.jobs, linked.library, sources.profile, refused=wrong)
    errors += [*chain.from_iterable(wrong.values()), *found]
    notes += catalog.notes
    notes += [f'parameter "{entry.name}" is due for review or ends on {day}' for entry, day in parameters.ending(as_of)]
    return Workspace(Engine(catalog, parameters, rule_packs), tuple(jobs), linked.library, tuple(errors), tuple(notes))


def _read(sources: Sources) -> tuple[Bundle, list[str]]:
    """The documents that count, and a remark for each that is ignored because it is not trusted.

    A file under both the paths and the context belongs to the paths: what is under test is never its own
    context. Workloads are judged only where the paths lead to them.
    """
    given = read_paths(sources.paths, trusted=not sources.gate)
    context = read_paths(sources.contexts, seen=_under_test(given.files, sources))
    kept, notes = [], []
    for document in given.documents:
        if sources.gate and document.kind != "Workload":
            notes.append(
                f"{document.place}: ignored {document.kind} {document.name}: in a gate it counts only in the context"
            )
        else:
            kept.append(document)
    known = [document for document in context.documents if document.kind != "Workload"]
    partial = [one for one in given.partial if not (sources.gate and one.kind != "Workload")]
    errors = [*given.errors, *context.errors]
    return Bundle([*known, *kept], errors, partial=[*context.partial, *partial]), notes


def _under_test(files: Iterable[Path], sources: Sources) -> set[Path]:
    """The files that really lie under the paths: a link there to a trusted document takes nothing from the context."""
    roots = {path.resolve() for path in sources.paths}
    trusted = {path.resolve() for path in sources.contexts}
    linked = {path.resolve() for path in sources.paths if path.is_symlink()}
    roots -= {root for root in linked if any(root.is_relative_to(folder) for folder in trusted)}
    return {file for file in files if any(file.is_relative_to(root) for root in roots)}


def _packs(
    sources: Sources, documents: Sequence[Document], errors: list[AlvaraError]
) -> tuple[packing.PackSet, packing.Parameters]:
    """The packs named, or those shipped; and any pack among the documents."""
    shipped = rules_path()
    parameters, found = packing.load_parameters(shipped / "parameters.yaml")
    errors += found
    wanted = list(sources.packs) or [SHIPPED]
    folders = [shipped / "packs" if path == SHIPPED else path for path in wanted]
    read, found = packing.read_packs(folders)
    errors += found
    own = [document for document in documents if document.kind == "RulePack"]
    loaded, parameters, found = packing.load_packs([*read, *own], parameters)
    errors += found
    return loaded, parameters
