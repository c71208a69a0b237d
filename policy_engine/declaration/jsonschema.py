"""The JSON Schema of each kind of document (draft 2020-12), for editors: made from the marshmallow schemas.

An editor reads YAML by looks, so that a number, a truth value or a text may reach a field that takes a text; a
quantity with its unit, a day or an amount of money is always a text.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any

from marshmallow import Schema, fields

from policy_engine.declaration import fields as f
from policy_engine.declaration.document import API_VERSION
from policy_engine.declaration.fields.control import Evidenced
from policy_engine.declaration.kinds import KINDS, Kind
from policy_engine.declaration.scalars import PATTERNS
from policy_engine.errors import InternalFault

__all__ = ["DIALECT", "schema_for", "schema_for_all", "summary"]

DIALECT = "https://json-schema.org/draft/2020-12/schema"
Json = dict[str, Any]

_BY_LOOKS = ["string", "number", "boolean"]


def schema_for(kind: str) -> Json:
    """The JSON Schema of a kind of document."""
    writer = _Writer()
    body = writer.document(KINDS[kind])
    return {
        "$schema": DIALECT,
        "$id": f"urn:alvara:v1:{kind}",
        **body,
        "$defs": dict(sorted(writer.definitions.items())),
    }


def schema_for_all() -> Json:
    """The JSON Schema of any document, told apart by its kind."""
    writer = _Writer()
    cases = [
        {"if": {"properties": {"kind": {"const": name}}, "required": ["kind"]}, "then": writer.document(kind)}
        for name, kind in sorted(KINDS.items())
    ]
    return {
        "$schema": DIALECT,
        "$id": "urn:alvara:v1",
        "title": "Alvará document",
        "type": "object",
        "required": ["apiVersion", "kind", "metadata"],
        "properties": {"apiVersion": {"const": API_VERSION}, "kind": {"enum": sorted(KINDS)}},
        "allOf": cases,
        "$defs": dict(sorted(writer.definitions.items())),
    }


def summary(schema: type[Schema]) -> str:
    """The first sentence of what a schema says of itself."""
    return inspect.cleandoc(schema.__doc__ or "").split("\n\n")[0].replace("\n", " ")


class _Writer:
    """Writes schemas; records that are met become definitions, each written once."""

    def __init__(self) -> None:
        self.definitions: dict[str, Json] = {}
        self._named: dict[str, type[Schema]] = {}

    def document(self, kind: Kind) -> Json:
        """A kind of document with its envelope."""
        envelope = {"apiVersion": {"const": API_VERSION}, "kind": {"const": kind.name}}
        metadata = self._reference(kind.metadata)
        if kind.under_spec:
            body = {"properties": {**envelope, "metadata": metadata, "spec": self._reference(kind.body)}}
            required = [*envelope, "metadata", "spec"]
        else:
            record = self._record(kind.body)
            body = {"properties": {**envelope, "metadata": metadata, **record["properties"]}}
            required = [*envelope, "metadata", *record.get("required", ())]
        return {
            "title": kind.name,
            "description": summary(kind.body),
            "type": "object",
            "required": required,
            **body,
            "additionalProperties": False,
        }

    def _reference(self, schema: type[Schema]) -> Json:
        name = schema.__name__
        other = self._named.setdefault(name, schema)
        if other is not schema:
            name = f"{schema.__module__.rpartition('.')[2].title()}{name}"
            if self._named.setdefault(name, schema) is not schema:
                raise InternalFault(f"two records are called {name}")
        if name not in self.definitions:
            self.definitions[name] = {}
            self.definitions[name] = self._record(schema)
        return {"$ref": f"#/$defs/{name}"}

    def _record(self, schema: type[Schema]) -> Json:
        declared: Mapping[str, Any] = schema._declared_fields
        out: Json = {"type": "object", "description": summary(schema), "additionalProperties": False}
        required = [name for name, field in declared.items() if field.required]
        if required:
            out["required"] = required
        out["properties"] = {name: self._described(field) for name, field in declared.items()}
        return out

    def _described(self, field: Any) -> Json:
        text = field.meaning
        if field.unit:
            text += f" Unit: {field.unit}."
        out: Json = {"description": text, **self._form(field)}
        if field.example is not None:
            out["examples"] = [_by_looks(field, field.example)]
        if field.personal or getattr(getattr(field, "inner", None), "personal", False):
            out["x-personal"] = True
        return out

    def _form(self, field: Any) -> Json:
        """What a field accepts."""
        if isinstance(field, f.Control):
            backed = self._record(Evidenced)
            backed["properties"] = {"value": self._form(field.inner), **backed["properties"]}
            backed["required"] = ["value", *backed.get("required", ())]
            return {"anyOf": [self._form(field.inner), backed]}
        if isinstance(field, fields.Nested):
            return self._reference(type(field.schema))
        if isinstance(field, fields.List):
            return {"type": "array", "items": self._form(field.inner)}
        if isinstance(field, fields.Dict):
            return {"type": "object", "additionalProperties": self._form(field.value_field)}
        for kind in type(field).__mro__:
            if kind in _SCALARS:
                return _SCALARS[kind](field)
        raise InternalFault(f"no JSON Schema is known for fields of type {type(field).__name__}")


def _text(field: Any) -> Json:
    return {"type": _BY_LOOKS, "maxLength": field.most}


def _name(_: Any) -> Json:
    return {"type": ["string", "number"], "pattern": "^[a-z0-9][a-z0-9._-]*$", "maxLength": 100}


def _url(field: Any) -> Json:
    return {"type": "string", "format": "uri", "pattern": r"^https?://\S+$", "maxLength": field.most}


def _choice(field: Any) -> Json:
    return {"type": "string", "enum": sorted(field.choices) if isinstance(field, f.Word) else list(field.choices)}


def _integer(field: Any) -> Json:
    number: Json = {"type": "integer"}
    if field.least is not None:
        number["minimum"] = field.least
    return {"anyOf": [number, _matching("number")(field)]}


def _number(field: Any) -> Json:
    return {"anyOf": [{"type": "number"}, _matching("number")(field)]}


def _instant(_: Any) -> Json:
    return {"type": "string", "pattern": r"^\d{4}-\d\d-\d\d[T ]\d\d:\d\d"}


def _matching(pattern: str) -> Callable[[Any], Json]:
    return lambda _: {"type": "string", "pattern": f"^(?:{PATTERNS[pattern]})$"}


# One entry for each type of field; a type that is not here is written as the nearest one it derives from.
_SCALARS: Mapping[type, Callable[[Any], Json]] = {
    f.Text: _text,
    f.Name: _name,
    f.Url: _url,
    f.Choice: _choice,
    f.Flag: lambda _: {"type": "boolean"},
    f.Integer: _integer,
    f.Number: _number,
    f.Date: _matching("date"),
    f.Instant: _instant,
    f.Span: _matching("span"),
    f.Size: _matching("size"),
    f.Bandwidth: _matching("rate"),
    f.Share: _matching("share"),
    f.Money: _matching("money"),
    f.Raw: lambda _: {},
}


def _by_looks(field: Any, example: str) -> Any:
    """An example as an editor shows it: of the type that its text has for the field."""
    import yaml

    return _typed(field, yaml.load(example, yaml.BaseLoader))  # noqa: S506 - our own texts


def _typed(field: Any, value: Any) -> Any:
    if isinstance(value, list):
        return [_typed(field.inner, item) for item in value]
    if isinstance(value, dict):
        return {key: _typed(getattr(field, "value_field", None), item) for key, item in value.items()}
    inner = field.inner if isinstance(field, f.Control) else field
    if isinstance(inner, f.Flag | f.Integer | f.Number):
        return inner.parse(value)
    return value
