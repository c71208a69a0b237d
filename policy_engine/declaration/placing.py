"""Typing a raw mapping by its schema, and giving every error the place of the value or key it is about."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from marshmallow import Schema, ValidationError, fields

from policy_engine.declaration import fields as f
from policy_engine.declaration.tree import Map, Seq, step
from policy_engine.errors import AlvaraError, FieldError, Place, nearest

__all__ = ["MOST_ERRORS", "field_errors", "unknown_field"]

MOST_ERRORS = 100

_Found = tuple[Place, Callable[[], str]]


def field_errors(
    schema: Schema, raw: Any, file: str, name: str, *, beside: Sequence[str] = ()
) -> tuple[dict[str, Any], list[AlvaraError]]:
    """A raw mapping typed by a schema: what is right in it, and every error with its place.

    Args:
        schema: what the mapping must be.
        raw: the mapping as written.
        file: the file it stands in.
        name: the dotted path of the mapping in its document, "" for the document itself.
        beside: names that may stand next to the schema's own, to be suggested for a misspelt one.
    """
    pointer = "".join(step(part) for part in name.split(".") if part)
    here = Place(file, getattr(raw, "line", 1), getattr(raw, "column", 1), pointer)
    if not isinstance(raw, Map):
        what = name or "the document"
        empty = getattr(raw, "is_null", False)
        problem = "is empty: write its fields under it" if empty else "must be a mapping of fields"
        return {}, [FieldError(f"{what} {problem}", here)]
    try:
        typed: dict[str, Any] = schema.load(raw)
    except ValidationError as error:
        valid = error.valid_data if isinstance(error.valid_data, dict) else {}
        declared = {**type(schema)._declared_fields, **dict.fromkeys(beside)}
        return valid, _first(list(_record(error.messages_dict, raw, declared, here, name)), here)
    return typed, []


def unknown_field(name: str, known: Mapping[str, Any] | Sequence[str], given: Mapping[str, Any]) -> str:
    """What to say of an unknown field: the nearest there is, one not yet given before one that is."""
    close = nearest(name[:60], [one for one in known if one not in given]) or nearest(name[:60], known)
    hint = f'did you mean "{close}"?' if close else f"known here: {', '.join(sorted(known)[:16])}"
    return f'unknown field "{name[:40]}"; {hint}'


def _first(found: list[_Found], here: Place) -> list[AlvaraError]:
    """The first errors in the order of the file: a document that is wrong throughout need not say so 10,000 times."""
    found.sort(key=lambda one: (one[0].line, one[0].column))
    errors: list[AlvaraError] = [FieldError(message(), place) for place, message in found[:MOST_ERRORS]]
    if len(found) > MOST_ERRORS:
        errors.append(FieldError(f"{len(found) - MOST_ERRORS:,} more errors below this place are not shown", here))
    return errors


def _record(
    messages: Mapping[Any, Any], raw: Map, declared: Mapping[str, Any], here: Place, label: str
) -> Iterator[_Found]:
    """The errors of a mapping with fields of its own."""
    for name, inner in messages.items():
        if name in raw and name not in declared:
            place = raw.place(name, here.file, here.pointer + step(name))
            yield place, lambda name=name: unknown_field(name, declared, raw)  # type: ignore[misc]
        elif name in raw:
            yield from _value(inner, raw[name], declared[name], here, name)
        elif name in declared:
            yield here, lambda name=name: f"{name} is missing"  # type: ignore[misc]
        else:
            yield from _texts(inner, here, label)


def _value(inner: Any, value: Any, field_: Any, parent: Place, name: Any, label: str = "") -> Iterator[_Found]:
    """The errors of the value of a field, by what kind of field it is."""
    here = Place(parent.file, value.line, value.column, parent.pointer + step(name))
    label = label or str(name)
    if not isinstance(inner, dict):
        yield from _texts(inner, here, label)
    elif isinstance(field_, fields.Nested) and isinstance(value, Map):
        yield from _record(inner, value, type(field_.schema)._declared_fields, here, label)
    elif isinstance(field_, f.Control) and isinstance(value, Map):
        yield from _record(inner, value, {"value": field_.inner, **f.EVIDENCED.fields}, here, label)
    elif isinstance(field_, fields.List) and isinstance(value, Seq):
        for index, messages in inner.items():
            yield from _value(messages, value[index], field_.inner, here, index, label)
    elif isinstance(field_, fields.Dict) and isinstance(value, Map):
        for key, messages in inner.items():
            yield from _value(messages, value[key], field_.value_field, here, key)
    else:
        yield from _texts(inner, here, label)


def _texts(inner: Any, here: Place, label: str) -> Iterator[_Found]:
    """Messages that stand at one place."""
    for message in inner.values() if isinstance(inner, dict) else inner if isinstance(inner, list) else [inner]:
        yield here, lambda message=message: f"{label} {message}"  # type: ignore[misc]
