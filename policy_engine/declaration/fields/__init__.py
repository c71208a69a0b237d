"""The fields documents are made of: each types the text it meets, and says what it means and in which unit.

``cel`` is the type that rules see; ``meaning``, ``unit`` and ``example`` go into editors and reference pages. Scalars
are typed by the field that reads them, never by their looks.
"""

from __future__ import annotations

from typing import Any

from marshmallow import fields

from policy_engine.declaration.fields.base import Field
from policy_engine.declaration.fields.control import EVIDENCED, Control, Evidenced
from policy_engine.declaration.fields.quantities import (
    Bandwidth,
    Date,
    Flag,
    Instant,
    Integer,
    Money,
    MoneyRecord,
    Number,
    Share,
    Size,
    Span,
)
from policy_engine.declaration.fields.structure import ListOf, MapOf, Nested
from policy_engine.declaration.fields.words import (
    CatalogName,
    Choice,
    Email,
    Expression,
    Name,
    Raw,
    Reference,
    Text,
    Url,
    Word,
)

__all__ = [
    "EVIDENCED",
    "Bandwidth",
    "CatalogName",
    "Choice",
    "Control",
    "Date",
    "Email",
    "Evidenced",
    "Expression",
    "Field",
    "Flag",
    "Instant",
    "Integer",
    "ListOf",
    "MapOf",
    "Money",
    "MoneyRecord",
    "Name",
    "Nested",
    "Number",
    "Raw",
    "Reference",
    "RootField",
    "Share",
    "Size",
    "Span",
    "Text",
    "Url",
    "Word",
]

RootField = fields.Field[Any]
