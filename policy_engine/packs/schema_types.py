"""From the schemas of documents and facts to the types that rules are checked against."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from marshmallow import Schema, fields

from policy_engine import expression
from policy_engine.errors import InternalFault

__all__ = ["SCALARS", "record_of", "type_of"]

SCALARS: Mapping[str, expression.Type] = {
    "bool": expression.BOOL,
    "int": expression.INT,
    "double": expression.DOUBLE,
    "string": expression.STRING,
    "timestamp": expression.TIMESTAMP,
    "duration": expression.DURATION,
    "dyn": expression.DYN,
}


@cache
def record_of(schema: type[Schema], name: str = "") -> expression.Record:
    """The record type of a schema: one entry per field, nested to any depth."""
    declared: Mapping[str, fields.Field[Any]] = schema._declared_fields
    label = name or schema.__name__
    return expression.Record(label, {key: type_of(field, f"{label}.{key}") for key, field in declared.items()})


def type_of(field: fields.Field[Any], label: str) -> expression.Type:
    """The type of one field.

    Raises:
        InternalFault: the field says no type, so no rule could be checked against it.
    """
    inner: fields.Field[Any] | None = getattr(field, "inner", None)
    money = getattr(field, "record", None)
    if money is not None:
        return record_of(money, label)
    if isinstance(field, fields.Nested):
        nested = field.schema
        record = record_of(type(nested), label)
        return expression.ListOf(record) if field.many else record
    if isinstance(field, fields.List) and inner is not None:
        return expression.ListOf(type_of(inner, label))
    if isinstance(field, fields.Dict):
        values = field.value_field
        return expression.MapOf(expression.STRING, type_of(values, label) if values is not None else expression.DYN)
    cel: str = getattr(field, "cel", "")
    if cel in SCALARS:
        return SCALARS[cel]
    if inner is not None:
        return type_of(inner, label)
    raise InternalFault(f"the field {label} has no type that rules can see")
