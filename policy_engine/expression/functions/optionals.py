"""Optional values: made, asked and unwrapped."""

from __future__ import annotations

from typing import Any

from policy_engine.declaration.values import Duration, Timestamp
from policy_engine.expression.failure import fail, no_overload
from policy_engine.expression.functions.kinds import NONE, Optional
from policy_engine.expression.functions.table import Overload
from policy_engine.expression.types import BOOL, FREE, OptionalOf, Param

__all__ = ["FORMS", "is_zero"]

_ZEROES: dict[type, Any] = {Timestamp: Timestamp(0), Duration: Duration(0)}


def is_zero(value: Any) -> bool:
    """Whether a value is the empty one of its kind: null, false, 0, "", [], {} or no value."""
    if isinstance(value, Optional):
        return not value.present
    if type(value) in _ZEROES:
        return bool(value == _ZEROES[type(value)])
    return not value


def _of_non_zero(value: Any) -> Optional:
    return NONE if is_zero(value) else Optional.of(value)


def _optional(name: str, value: Any) -> Optional:
    if not isinstance(value, Optional):
        raise no_overload(name, value)
    return value


def _has_value(value: Any) -> bool:
    return _optional("hasValue", value).present


def _value(value: Any) -> Any:
    inner = _optional("value", value)
    if not inner.present:
        raise fail("optional.none() dereference: there is no value")
    return inner.value


def _or(value: Any, other: Any) -> Optional:
    return _optional("or", value) if _optional("or", value).present else _optional("or", other)


def _or_value(value: Any, other: Any) -> Any:
    inner = _optional("orValue", value)
    return inner.value if inner.present else other


_T = Param("T")
_O = OptionalOf(_T)

FORMS = [
    Overload("optional.of", (_T,), _O, Optional.of, "A value that is there."),
    Overload("optional.none", (), OptionalOf(FREE), lambda: NONE, "No value."),
    Overload("optional.ofNonZeroValue", (_T,), _O, _of_non_zero, "The value, unless it is empty or zero."),
    Overload("hasValue", (_O,), BOOL, _has_value, "Whether there is a value.", method=True),
    Overload("value", (_O,), _T, _value, "The value; an error where there is none.", method=True),
    Overload("or", (_O, _O), _O, _or, "The first that has a value.", method=True),
    Overload("orValue", (_O, _T), _T, _or_value, "The value, or another where there is none.", method=True),
]
