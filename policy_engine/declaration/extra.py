"""Fields that a rule pack asks documents to carry under ``extra``, typed as the pack says."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from policy_engine.declaration import scalars
from policy_engine.declaration.document import Document
from policy_engine.declaration.nodes import Scalar, Seq
from policy_engine.errors import AlvaraError, FieldError, did_you_mean

__all__ = ["typed_extra", "typed_value"]

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
            raise ValueError("must be a list")
        return [typed_value(type_name[5:-1], item) for item in raw]
    if not isinstance(raw, Scalar):
        raise ValueError(f"must be a {type_name}")
    try:
        return _PARSERS[type_name](raw if type_name != "string" else str(raw))
    except ValueError as error:
        raise ValueError(f"must be {error}") from None


def typed_extra(
    documents: Iterable[Document], known: Mapping[str, Mapping[str, Any]]
) -> tuple[dict[str, Any], list[AlvaraError]]:
    """The extra fields of a job's documents, typed, and what is wrong with them."""
    out: dict[str, Any] = {}
    errors: list[AlvaraError] = []
    for document in documents:
        for name, raw in document.spec.get("extra", {}).items():
            place = document.locate(f"extra.{name}")
            field = known.get(name)
            if field is None or field["kind"] != document.kind:
                mine = [key for key, one in known.items() if one["kind"] == document.kind]
                hint = did_you_mean(name, mine) or f"; no rule pack defines one for {document.kind}"
                errors.append(FieldError(f'unknown extra field "{name}"{hint}', place))
                continue
            try:
                out[name] = typed_value(field["type"], raw)
            except ValueError as error:
                errors.append(FieldError(f"{name} {error}", place))
    return out, errors
