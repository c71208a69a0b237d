"""Fields that a rule pack asks documents to carry under ``extra``, typed as the pack says."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from policy_engine.declaration import scalars
from policy_engine.declaration.document import Document
from policy_engine.declaration.kinds.shared import CARRIERS
from policy_engine.declaration.tree import Scalar, Seq
from policy_engine.errors import AlvaraError, FieldError, did_you_mean

__all__ = ["joined_extra", "typed_extra", "typed_value"]

Fields = Mapping[str, Mapping[str, Any]]

_PARSERS: Mapping[str, Callable[[str], Any]] = {
    "bool": scalars.parse_flag,
    "int": scalars.parse_integer,
    "double": scalars.parse_number,
    "string": str,
    "timestamp": scalars.parse_date,
    "duration": scalars.parse_span,
}


def typed_value(type_name: str, raw: Any) -> Any:
    """A raw value as a named type: a scalar, or a list of scalars.

    Raises:
        ValueError: it is not of that type; the message says what is.
    """
    if type_name.startswith("list("):
        if not isinstance(raw, Seq):
            raise ValueError("must be a list, as in [a, b]")
        return [typed_value(type_name[5:-1], item) for item in raw]
    if not isinstance(raw, Scalar):
        raise ValueError(f"must be a {type_name}; found a {'list' if isinstance(raw, Seq) else 'mapping'}")
    try:
        return _PARSERS[type_name](raw)
    except ValueError as error:
        raise ValueError(f"must be {error}") from None


def typed_extra(document: Document, known: Fields) -> tuple[dict[str, Any], list[AlvaraError]]:
    """The extra fields of a document, typed, and what is wrong with them."""
    out: dict[str, Any] = {}
    errors: list[AlvaraError] = []
    for name, raw in document.spec.get("extra", {}).items() if document.kind in CARRIERS else ():
        place = document.locate(f"extra.{name}")
        entry = known.get(name)
        if entry is None or entry["kind"] != document.kind:
            errors.append(FieldError(_unknown(name, document.kind, known), place))
            continue
        try:
            out[name] = typed_value(entry["type"], raw)
        except ValueError as error:
            errors.append(FieldError(f"{name} {error}", place))
    return out, errors


def joined_extra(
    documents: Iterable[Document], known: Fields, workload: Document
) -> tuple[dict[str, Any], list[AlvaraError]]:
    """The extra fields of all documents of a job; two of them may not say different things under one name."""
    out: dict[str, Any] = {}
    owners: dict[str, Document] = {}
    errors: list[AlvaraError] = []
    for document in documents:
        for name, value in typed_extra(document, known)[0].items():
            other = owners.setdefault(name, document)
            if other is not document and out[name] != value:
                both = f"{other.kind} {other.name} and {document.kind} {document.name}"
                errors.append(FieldError(f'not evaluated: {both} differ in extra field "{name}"', workload.place))
            out[name] = value
    return out, errors


def _unknown(name: str, kind: str, known: Fields) -> str:
    mine = [key for key, entry in known.items() if entry["kind"] == kind]
    if name in known:
        return f'extra field "{name}" belongs in a document of kind {known[name]["kind"]}, not in {kind}'
    hint = did_you_mean(name[:40], mine) or f"; no rule pack defines one for {kind}"
    return f'unknown extra field "{name[:40]}"{hint}'
