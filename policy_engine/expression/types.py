"""The types of the rule language, and when one may stand where another is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

__all__ = [
    "BOOL",
    "DOUBLE",
    "DURATION",
    "DYN",
    "INT",
    "NULL",
    "NUMERIC",
    "STRING",
    "TIMESTAMP",
    "TYPE",
    "UINT",
    "ListOf",
    "MapOf",
    "OptionalOf",
    "Param",
    "Record",
    "Scalar",
    "Type",
    "joined",
    "substitute",
    "unify",
]


class Type:
    """Any type of the language."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Scalar(Type):
    """A type without parts."""

    name: str

    def __str__(self) -> str:
        return self.name


BOOL = Scalar("bool")
INT = Scalar("int")
UINT = Scalar("uint")
DOUBLE = Scalar("double")
STRING = Scalar("string")
TIMESTAMP = Scalar("timestamp")
DURATION = Scalar("duration")
NULL = Scalar("null_type")
DYN = Scalar("dyn")
TYPE = Scalar("type")

NUMERIC = frozenset({INT, UINT, DOUBLE})


@dataclass(frozen=True, slots=True)
class ListOf(Type):
    """A list of elements of one type."""

    element: Type

    def __str__(self) -> str:
        return f"list({self.element})"


@dataclass(frozen=True, slots=True)
class MapOf(Type):
    """A map whose keys are not known beforehand."""

    key: Type
    value: Type

    def __str__(self) -> str:
        return f"map({self.key}, {self.value})"


@dataclass(frozen=True, slots=True)
class OptionalOf(Type):
    """A value that may not be there."""

    value: Type

    def __str__(self) -> str:
        return f"optional({self.value})"


@dataclass(frozen=True, slots=True, eq=False)
class Record(Type):
    """A document or fact: its fields are known, and any of them may be absent."""

    name: str
    fields: Mapping[str, Type] = field(repr=False)

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Param(Type):
    """A type variable in the signature of a function."""

    name: str

    def __str__(self) -> str:
        return self.name


def unify(wanted: Type, given: Type, bound: dict[str, Type]) -> bool:
    """Whether ``given`` may stand where ``wanted`` is asked for; type variables are bound on the way."""
    if isinstance(wanted, Param):
        known = bound.get(wanted.name)
        if known is None or known == DYN:
            bound[wanted.name] = given
            return True
        return given == DYN or unify(known, given, bound)
    if wanted == DYN or given == DYN or wanted is given:
        return True
    match wanted, given:
        case (ListOf(a), ListOf(b)) | (OptionalOf(a), OptionalOf(b)):
            return unify(a, b, bound)
        case MapOf(k, v), MapOf(l, w):
            return unify(k, l, bound) and unify(v, w, bound)
        case MapOf(k, v), Record(fields=fields):
            return unify(k, STRING, bound) and all(unify(v, one, bound) for one in fields.values())
    return wanted == given


def substitute(kind: Type, bound: Mapping[str, Type]) -> Type:
    """A type with its variables replaced by what they were bound to; unbound ones may be anything."""
    match kind:
        case Param(name):
            return bound.get(name, DYN)
        case ListOf(element):
            return ListOf(substitute(element, bound))
        case MapOf(key, value):
            return MapOf(substitute(key, bound), substitute(value, bound))
        case OptionalOf(value):
            return OptionalOf(substitute(value, bound))
    return kind


def joined(kinds: list[Type]) -> Type:
    """The type of a collection's elements: the one they share, else dyn."""
    if not kinds:
        return DYN
    first = kinds[0]
    return first if all(kind == first for kind in kinds) else DYN
