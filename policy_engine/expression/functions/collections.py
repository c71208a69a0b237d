"""Functions on lists and maps."""

from __future__ import annotations

from typing import Any

from policy_engine.declaration.values import UInt
from policy_engine.expression.failure import no_overload
from policy_engine.expression.functions.comparison import equal
from policy_engine.expression.functions.kinds import as_key
from policy_engine.expression.functions.table import Overload
from policy_engine.expression.types import BOOL, INT, STRING, ListOf, MapOf, Param

__all__ = ["FORMS", "contained", "list_index", "size"]


def size(value: Any) -> int:
    """How many characters, elements or entries there are."""
    if type(value) in (str, list, dict, tuple):
        return len(value)
    raise no_overload("size", value)


def contained(element: Any, collection: Any) -> bool:
    """Whether a list holds an element, or a map a key."""
    if type(collection) in (list, tuple):
        return any(equal(element, item) for item in collection)
    if type(collection) is dict:
        try:
            return as_key(element) in collection
        except TypeError:
            return False
    raise no_overload("_in_", element, collection)


def list_index(index: Any) -> int | None:
    """A value as a position in a list: a whole number of any type; None where it is none."""
    if type(index) in (int, UInt):
        return int(index)
    if type(index) is float and index.is_integer():
        return int(index)
    return None


_T, _K, _V = Param("T"), Param("K"), Param("V")

FORMS = [
    *[
        Overload("size", (kind,), INT, size, doc, method=method, inline="len({0})")
        for kind, doc in (
            (STRING, "How many characters the text has."),
            (ListOf(_T), "How many elements the list has."),
            (MapOf(_K, _V), "How many entries the map has."),
        )
        for method in (False, True)
    ],
    Overload("_in_", (_T, ListOf(_T)), BOOL, contained, "Whether the list holds the element."),
    Overload("_in_", (_K, MapOf(_K, _V)), BOOL, contained, "Whether the map has the key."),
]
