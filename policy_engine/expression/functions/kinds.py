"""What kind of value something is at run time, and the few values only rules have."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from policy_engine.declaration.values import Duration, Timestamp, UInt

__all__ = ["BOOL_KEYS", "Optional", "TypeValue", "as_key", "from_key", "kind_name", "type_of_value"]


@dataclass(frozen=True, slots=True)
class TypeValue:
    """A type used as a value: what ``type(x)`` gives."""

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Optional:
    """A value that may not be there."""

    present: bool
    value: Any = None

    @classmethod
    def of(cls, value: Any) -> Optional:
        """A value that is there."""
        return cls(True, value)


NONE: Final = Optional(False)


@dataclass(frozen=True, slots=True)
class _BoolKey:
    """A bool as the key of a map: in Python True and 1 are the same key, in rules they are not."""

    value: bool


BOOL_KEYS: Final = {True: _BoolKey(True), False: _BoolKey(False)}

_NAMES: Final = {
    bool: "bool",
    int: "int",
    UInt: "uint",
    float: "double",
    str: "string",
    type(None): "null_type",
    Timestamp: "google.protobuf.Timestamp",
    Duration: "google.protobuf.Duration",
    TypeValue: "type",
    Optional: "optional_type",
}


def kind_name(value: object) -> str:
    """The name of a value's type, as rules write it."""
    name = _NAMES.get(type(value))
    if name is not None:
        return name
    return "map" if isinstance(value, dict) else "list"


def type_of_value(value: object) -> TypeValue:
    """The type of a value, as a value."""
    return TypeValue(kind_name(value))


def as_key(value: Any) -> Any:
    """A value as the key of a map."""
    return BOOL_KEYS[value] if value is True or value is False else value


def from_key(key: Any) -> Any:
    """The value that a map's key stands for."""
    return key.value if type(key) is _BoolKey else key
