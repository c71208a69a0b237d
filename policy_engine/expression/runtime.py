"""What generated code calls where the static types do not say enough."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from policy_engine.expression.absence import ABSENT, AbsentUse
from policy_engine.expression.functions.collections import list_index
from policy_engine.expression.functions.kinds import NONE, Optional, as_key, from_key

__all__ = [
    "boolean",
    "elements",
    "has",
    "held",
    "index",
    "map_literal",
    "optional",
    "optional_index",
    "optional_list",
    "optional_of",
    "refuse",
    "select",
]


def boolean(value: Any) -> bool:
    """A value that must be true or false."""
    if value is True or value is False:
        return value
    raise AbsentUse


def refuse() -> Any:
    """A name that means nothing: the exact interpreter says so."""
    raise AbsentUse


def select(operand: Any, field: str) -> Any:
    """A field of a map, or of an optional map (then optional)."""
    if type(operand) is dict:
        return operand[field]
    if type(operand) is Optional:
        return optional_index(operand.value, field) if operand.present else NONE
    raise AbsentUse


def has(operand: Any, field: str) -> bool:
    """Whether a field is there."""
    if type(operand) is Optional:
        if not operand.present:
            return False
        operand = operand.value
    if type(operand) is dict:
        return field in operand
    raise AbsentUse


def index(operand: Any, at: Any) -> Any:
    """An element of a list or an entry of a map."""
    if type(operand) is dict:
        return operand[as_key(at)]
    if type(operand) in (list, tuple):
        position = list_index(at)
        if position is None or position < 0:
            raise AbsentUse
        return operand[position]
    if type(operand) is Optional:
        return optional_index(operand.value, at) if operand.present else NONE
    raise AbsentUse


def optional_index(operand: Any, at: Any) -> Optional:
    """An element or entry that may not be there."""
    if type(operand) is Optional:
        return optional_index(operand.value, at) if operand.present else NONE
    if type(operand) is dict:
        return optional_of(operand.get(as_key(at), ABSENT))
    if type(operand) in (list, tuple):
        position = list_index(at)
        inside = position is not None and 0 <= position < len(operand)
        return Optional.of(operand[position]) if inside else NONE
    raise AbsentUse


def elements(collection: Any) -> Any:
    """What a macro goes over: the elements of a list, or the keys of a map."""
    if type(collection) in (list, tuple):
        return collection
    if type(collection) is dict:
        return [from_key(key) for key in collection]
    raise AbsentUse


def optional_list(items: Iterable[tuple[bool, Any]]) -> list[Any]:
    """A list some of whose elements may not be there."""
    out = []
    for maybe, value in items:
        if not maybe:
            out.append(value)
        elif optional(value).present:
            out.append(value.value)
    return out


def map_literal(items: Iterable[tuple[bool, Any, Any]]) -> dict[Any, Any]:
    """A map; a key that comes twice, or that is none, is for the exact interpreter to name."""
    out: dict[Any, Any] = {}
    for maybe, key, value in items:
        if not isinstance(key, str | int) or as_key(key) in out:
            raise AbsentUse
        if not maybe:
            out[as_key(key)] = value
        elif optional(value).present:
            out[as_key(key)] = value.value
    return out


def optional(value: Any) -> Optional:
    """A value that must be an optional one."""
    if type(value) is not Optional:
        raise AbsentUse
    found: Optional = value
    return found


def optional_of(value: Any) -> Optional:
    """The optional value for what may be ABSENT."""
    return NONE if value is ABSENT else Optional.of(value)


def held(value: Any) -> Any:
    """What an optional value holds; ABSENT where it holds nothing."""
    inner = optional(value)
    return inner.value if inner.present else ABSENT
