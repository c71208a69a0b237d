"""Reading documents: every file under some paths, every error of all of them in one run."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from marshmallow import Schema, fields

from policy_engine.declaration import fields as f
from policy_engine.declaration.document import API_VERSION, Document
from policy_engine.declaration.files import files_under, is_ours, may_be_ours
from policy_engine.declaration.kinds import KINDS, Kind
from policy_engine.declaration.nodes import Parsed, Root, parse
from policy_engine.declaration.placing import MOST_ERRORS, field_errors, unknown_field
from policy_engine.declaration.text import file_bytes, shown
from policy_engine.declaration.tree import LIMITS, Limits, Map, Scalar, step
from policy_engine.errors import AlvaraError, FieldError, LimitExceeded, Place, ReadError, did_you_mean

__all__ = ["API_VERSION", "Bundle", "field_errors", "read_paths", "read_text"]

_ENVELOPE = ("apiVersion", "kind", "metadata")


@dataclass(slots=True)
class Bundle:
    """The documents that could be read, and what was wrong with the others.

    ``partial`` holds what was right in the others, so that their references are checked in the same run; ``failed``
    are their kinds and names.
    """

    documents: list[Document] = field(default_factory=list)
    errors: list[AlvaraError] = field(default_factory=list)
    failed: set[tuple[str, str]] = field(default_factory=set)
    files: set[Path] = field(default_factory=set)
    partial: list[Document] = field(default_factory=list)


def read_paths(
    paths: Iterable[Path], *, seen: Iterable[Path] = (), trusted: bool = True, limits: Limits = LIMITS
) -> Bundle:
    """Read every document under some files and folders; a file met twice (or in ``seen``) is read once.

    In a folder, files of other tools are passed over; a file named outright must hold documents.
    """
    bundle = Bundle(files=set(seen))
    for path, named in files_under(paths, bundle.errors):
        real = Path(os.path.realpath(path))
        if real in bundle.files:
            continue
        bundle.files.add(real)
        try:
            data = file_bytes(path, limits)
        except AlvaraError as error:
            if named or not (isinstance(error, LimitExceeded) and _is_foreign(path, limits)):
                bundle.errors.append(error)
            continue
        if named or may_be_ours(data):
            file = shown(path)
            _take(parse(data, file, limits), file, bundle, named=named, trusted=trusted)
    return bundle


def read_text(text: str | bytes, file: str = "<text>", *, trusted: bool = True, limits: Limits = LIMITS) -> Bundle:
    """Read the documents of a text."""
    bundle = Bundle()
    _take(parse(text, file, limits), file, bundle, named=True, trusted=trusted)
    return bundle


def _is_foreign(path: Path, limits: Limits) -> bool:
    """Whether a file too large to read shows no sign of being ours as far as it may be read."""
    try:
        with path.open("rb") as file:
            return not may_be_ours(file.read(limits.bytes))
    except OSError:
        return False


def _take(parsed: Parsed, file: str, bundle: Bundle, *, named: bool, trusted: bool) -> None:
    """Add the documents of a text to a bundle, with what is wrong with each and with the text."""
    for root in parsed.roots:
        if not named and not is_ours(root.node):
            continue
        document, errors = _document(root, file, trusted=trusted)
        bundle.errors += errors
        if document is None:
            continue
        if errors:
            bundle.partial.append(document)
            bundle.failed.add((document.kind, document.name))
        else:
            bundle.documents.append(document)
    bundle.errors += parsed.errors
    if named and not parsed.roots and not parsed.errors:
        bundle.errors.append(ReadError("the file holds no document", Place(file, 1, 1)))


def _document(written: Root, file: str, *, trusted: bool) -> tuple[Document | None, list[AlvaraError]]:
    """One document, or what is right in it together with what is wrong."""
    root = written.node
    if not isinstance(root, Map):
        message = "a document is a mapping with apiVersion, kind and metadata"
        return None, [ReadError(message, Place(file, root.line, root.column)), *written.errors]
    kind, errors = _kind(root, file)
    errors += written.errors
    if kind is None:
        return None, errors
    metadata, found = _part(kind.metadata_schema, root, "metadata", file)
    errors += found
    if kind.under_spec:
        errors += _strangers(root, (*_ENVELOPE, "spec"), file)
        raw = root.get("spec")
        body, found = _part(kind.body_schema, root, "spec", file)
    else:
        raw = _without_envelope(root)
        body, found = field_errors(kind.body_schema, raw, file, "", beside=_ENVELOPE)
    errors += found
    name = metadata.get("name") or metadata.get("id") or ""
    place = Place(file, root.line, root.column)
    if errors:
        errors = _once(errors, written.errors)
        raw = raw if isinstance(raw, Map) else Map(root.line, root.column)
        return Document(kind.name, name, metadata, body, place, raw, trusted=trusted), errors
    assert isinstance(raw, Map)
    evidence = dict(_evidence(type(kind.body_schema), raw, ""))
    return Document(kind.name, name, metadata, body, place, raw, evidence, trusted), []


def _once(errors: list[AlvaraError], written: list[AlvaraError]) -> list[AlvaraError]:
    """Errors in the order of the file; what is badly written is not also said to be of the wrong form."""
    marred = {(error.place.line, error.place.column) for error in written}
    kept = [one for one in errors if one in written or (one.place.line, one.place.column) not in marred]
    kept.sort(key=lambda error: (error.place.line, error.place.column))
    if len(kept) > MOST_ERRORS:
        message = f"{len(kept) - MOST_ERRORS:,} more errors in this document are not shown"
        kept[MOST_ERRORS:] = [FieldError(message, kept[MOST_ERRORS].place)]
    return kept


def _kind(root: Map, file: str) -> tuple[Kind | None, list[AlvaraError]]:
    """The kind of a document; None where its fields cannot be judged."""
    here = Place(file, root.line, root.column)
    errors: list[AlvaraError] = []
    version, name = root.get("apiVersion"), root.get("kind")
    if _is_absent(version):
        errors.append(FieldError(f'apiVersion is missing: add "apiVersion: {API_VERSION}"', here))
    elif version != API_VERSION:
        was = f'"{version[:40]}"' if isinstance(version, Scalar) else "not a text"
        message = f'apiVersion is {was}; this version reads "{API_VERSION}"'
        errors.append(FieldError(message, root.place("apiVersion", file, "/apiVersion")))
    if _is_absent(name):
        errors.append(FieldError(f"kind is missing; it may be {', '.join(sorted(KINDS))}", here))
    elif not isinstance(name, Scalar):
        errors.append(FieldError("kind must be a name", root.place("kind", file, "/kind")))
    elif name not in KINDS:
        message = f'unknown kind "{name[:40]}"{did_you_mean(name[:40], KINDS)}'
        errors.append(FieldError(message, root.place("kind", file, "/kind")))
    readable = version == API_VERSION or _is_absent(version)
    return (KINDS.get(name) if readable and isinstance(name, Scalar) else None), errors


def _is_absent(value: Any) -> bool:
    return value is None or (isinstance(value, Scalar) and value.is_null)


def _part(schema: Schema, root: Map, key: str, file: str) -> tuple[dict[str, Any], list[AlvaraError]]:
    """One part of the envelope, typed."""
    raw = root.get(key)
    if raw is None:
        return {}, [FieldError(f"{key} is missing", Place(file, root.line, root.column))]
    return field_errors(schema, raw, file, key)


def _without_envelope(root: Map) -> Map:
    body = Map(root.line, root.column)
    body.keys_at = root.keys_at
    body.update({key: value for key, value in root.items() if key not in _ENVELOPE})
    return body


def _strangers(root: Map, known: tuple[str, ...], file: str) -> list[AlvaraError]:
    strange = [key for key in root if key not in known][:20]
    return [FieldError(unknown_field(key, known, root), root.place(key, file, step(key))) for key in strange]


def _evidence(schema: type[Schema], raw: Any, prefix: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """What backs each control, by path."""
    if not isinstance(raw, Map):
        return
    for name, value in raw.items():
        field_ = schema._declared_fields.get(name)
        if isinstance(field_, f.Control):
            if isinstance(value, Map) and "evidence" in value:
                yield prefix + name, f.EVIDENCED.load({key: item for key, item in value.items() if key != "value"})
        elif isinstance(field_, fields.Nested):
            yield from _evidence(type(field_.schema), value, f"{prefix}{name}.")
