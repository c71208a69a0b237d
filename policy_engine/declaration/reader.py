"""Reading documents: every file under some paths, every error of all of them in one run."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from marshmallow import Schema, ValidationError, fields

from policy_engine.declaration import fields as f
from policy_engine.declaration.document import Document
from policy_engine.declaration.kinds import KINDS, Kind
from policy_engine.declaration.nodes import LIMITS, Limits, Map, Scalar, Seq, compose, compose_file
from policy_engine.errors import AlvaraError, FieldError, LimitExceeded, Place, ReadError, did_you_mean, nearest

__all__ = ["API_VERSION", "Bundle", "field_errors", "read_paths", "read_text"]

API_VERSION = "alvara/v1"
SUFFIXES = (".yaml", ".yml", ".json")
MOST_FILES = 20_000


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


def read_paths(paths: Iterable[Path], *, seen: Iterable[Path] = (), trusted: bool = True, limits: Limits = LIMITS) -> Bundle:
    """Read every document under some files and folders; a file met twice (or in ``seen``) is read once.

    In a folder, files of other tools are passed over; a file named outright must hold documents.
    """
    bundle = Bundle(files=set(seen))
    for path, named in _files(paths, bundle):
        resolved = path.resolve()
        if resolved in bundle.files:
            continue
        bundle.files.add(resolved)
        roots, errors = compose_file(path, limits)
        if not named and not roots and _is_foreign(path):
            continue
        bundle.errors += errors
        _read_roots(roots, str(path), bundle, named=named, trusted=trusted)
        if named and not roots and not errors:
            bundle.errors.append(ReadError("the file holds no document", Place(str(path), 1, 1)))
    return bundle


def read_text(text: str | bytes, file: str = "<text>", *, trusted: bool = True, limits: Limits = LIMITS) -> Bundle:
    """Read the documents of a text."""
    bundle = Bundle()
    roots, bundle.errors = compose(text, file, limits)
    _read_roots(roots, file, bundle, named=True, trusted=trusted)
    return bundle


def _files(paths: Iterable[Path], bundle: Bundle) -> Iterator[tuple[Path, bool]]:
    """Every file under the paths, sorted, and whether it was named outright."""
    count = 0
    for path in paths:
        if path.is_dir():
            for found in _below(path, bundle):
                count += 1
                if count > MOST_FILES:
                    bundle.errors.append(LimitExceeded(f"more than {MOST_FILES} files were found", Place(str(path))))
                    return
                yield found, False
        elif path.exists():
            yield path, True
        else:
            bundle.errors.append(ReadError("there is no such file or folder", Place(str(path))))


def _below(folder: Path, bundle: Bundle) -> Iterator[Path]:
    def unreadable(error: OSError) -> None:
        bundle.errors.append(ReadError(f"cannot be read: {error.strerror}", Place(str(error.filename))))

    for root, folders, files in os.walk(folder, onerror=unreadable):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            if name.endswith(SUFFIXES) and not name.startswith("."):
                yield Path(root, name)


def _is_foreign(path: Path) -> bool:
    """Whether a file met in a folder shows no sign of being ours: other tools' files may be malformed or huge."""
    try:
        with path.open("rb") as file:
            return b"alvara/" not in file.read(65_536)
    except OSError:
        return False


def _read_roots(roots: Sequence[Any], file: str, bundle: Bundle, *, named: bool, trusted: bool) -> None:
    for root in roots:
        if not named and not _is_ours(root):
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


def _is_ours(root: Any) -> bool:
    version = root.get("apiVersion") if isinstance(root, Map) else None
    return isinstance(version, Scalar) and version.startswith("alvara/")


def _document(root: Any, file: str, *, trusted: bool) -> tuple[Document | None, list[AlvaraError]]:
    """One document, or what is right in it together with what is wrong."""
    kind, errors = _kind(root, file)
    if kind is None:
        return None, errors
    metadata, found = _part(kind.metadata_schema, root, "metadata", file)
    errors += found
    if kind.under_spec:
        errors += _strangers(root, ("apiVersion", "kind", "metadata", "spec"), file)
        raw = root.get("spec")
        body, found = _part(kind.body_schema, root, "spec", file)
    else:
        raw = _without_envelope(root)
        body, found = field_errors(kind.body_schema, raw, file, "")
    errors += found
    name = metadata.get("name") or metadata.get("id") or ""
    place = Place(file, root.line, root.column)
    if errors:
        raw = raw if isinstance(raw, Map) else Map(root.line, root.column)
        return Document(kind.name, name, metadata, body, place, raw, trusted=trusted), errors
    evidence = dict(_evidence(type(kind.body_schema), raw, ""))
    return Document(kind.name, name, metadata, body, place, raw, evidence, trusted), []


def _kind(root: Any, file: str) -> tuple[Kind | None, list[AlvaraError]]:
    """The kind of a document, by its apiVersion and kind."""
    if not isinstance(root, Map):
        line, column = getattr(root, "line", 1), getattr(root, "column", 1)
        return None, [ReadError("a document is a mapping with apiVersion, kind and metadata", Place(file, line, column))]
    here = Place(file, root.line, root.column)
    version = root.get("apiVersion")
    if version is None:
        return None, [FieldError(f'apiVersion is missing: add "apiVersion: {API_VERSION}"', here)]
    if version != API_VERSION:
        shown = version if isinstance(version, Scalar) and len(version) < 40 else "something else"
        return None, [FieldError(f'apiVersion is "{shown}"; this version reads "{API_VERSION}"', root.place("apiVersion", file))]
    name = root.get("kind")
    if not isinstance(name, Scalar):
        return None, [FieldError(f"kind is missing; it may be {', '.join(sorted(KINDS))}", here)]
    if name not in KINDS:
        hint = did_you_mean(name, KINDS)
        return None, [FieldError(f'unknown kind "{name[:40]}"{hint}', root.place("kind", file))]
    return KINDS[name], []


def _part(schema: Schema, root: Map, key: str, file: str) -> tuple[dict[str, Any], list[AlvaraError]]:
    """One part of the envelope, typed."""
    raw = root.get(key)
    if raw is None:
        return {}, [FieldError(f"{key} is missing", Place(file, root.line, root.column))]
    return field_errors(schema, raw, file, key)


def _without_envelope(root: Map) -> Map:
    body = Map(root.line, root.column)
    body.keys_at = root.keys_at
    body.update({key: value for key, value in root.items() if key not in ("apiVersion", "kind", "metadata")})
    return body


def _strangers(root: Map, known: Sequence[str], file: str) -> list[AlvaraError]:
    return [
        FieldError(f'unknown field "{key[:60]}"{did_you_mean(key, known)}', root.place(key, file))
        for key in root
        if key not in known
    ]


def field_errors(schema: Schema, raw: Any, file: str, name: str) -> tuple[dict[str, Any], list[AlvaraError]]:
    """A raw mapping typed by a schema: what is right in it, and every error with its place."""
    if not isinstance(raw, Map):
        line, column = getattr(raw, "line", 1), getattr(raw, "column", 1)
        return {}, [FieldError(f"{name or 'the document'} must be a mapping of fields", Place(file, line, column))]
    try:
        typed: dict[str, Any] = schema.load(raw)
    except ValidationError as error:
        messages: Any = error.messages
        valid = error.valid_data if isinstance(error.valid_data, dict) else {}
        return valid, list(_placed(messages, raw, type(schema), file, Place(file, raw.line, raw.column)))
    return typed, []


def _placed(messages: Any, raw: Any, schema: Any, file: str, here: Place, key: str = "") -> Iterator[AlvaraError]:
    """The errors of a marshmallow error tree, each at the place of the value or key it is about."""
    if isinstance(messages, list):
        for message in messages:
            yield FieldError(f"{key} {message}" if key else str(message), here)
        return
    for name, inner in messages.items():
        if name == "_schema":
            yield from _placed(inner, raw, schema, file, here, key)
        elif isinstance(raw, Map):
            yield from _placed_field(str(name), inner, raw, schema, file, here, key)
        elif isinstance(raw, Seq) and isinstance(name, int) and name < len(raw):
            item = raw[name]
            yield from _placed(inner, item, schema, file, Place(file, item.line, item.column), key)


def _placed_field(
    name: str, inner: Any, raw: Map, schema: Any, file: str, here: Place, key: str
) -> Iterator[AlvaraError]:
    declared: Mapping[str, Any] = getattr(schema, "_declared_fields", {})
    if name not in raw:
        if name == "value" and isinstance(schema, f.Control):
            yield from _placed(inner, raw, schema, file, here, key)
        else:
            yield FieldError(f"{name} is missing", here)
        return
    if declared and name not in declared:
        yield FieldError(_unknown(name, declared, raw), raw.place(name, file))
        return
    value = raw[name]
    place = Place(file, value.line, value.column)
    if not declared and isinstance(inner, dict) and set(inner) <= {"key", "value"}:
        inner = inner.get("value", inner.get("key"))
    if isinstance(schema, f.Control) and name in ("evidence", "verified_on", "by"):
        yield from _placed(inner, value, None, file, place, name)
        return
    yield from _placed(inner, value, _schema_of(declared.get(name), schema), file, place, name)


def _unknown(name: str, declared: Mapping[str, Any], raw: Map) -> str:
    """An unknown field, with the nearest one there is; those already given are not suggested."""
    free = [known for known in declared if known not in raw]
    close = nearest(name, free) or nearest(name, declared)
    hint = f'; did you mean "{close}"?' if close else f"; known here: {', '.join(sorted(declared)[:16])}"
    return f'unknown field "{name[:60]}"{hint}'


def _schema_of(field_: Any, outer: Any) -> Any:
    """The schema of what lies below a field, to know the fields there."""
    if field_ is None:
        inner = getattr(outer, "value_field", None)
        return _schema_of(inner, None) if inner is not None else None
    if isinstance(field_, fields.Nested):
        return type(field_.schema)
    if isinstance(field_, fields.List):
        return _schema_of(field_.inner, None)
    if isinstance(field_, f.Control):
        return field_
    if isinstance(field_, fields.Dict):
        return field_
    return None


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
