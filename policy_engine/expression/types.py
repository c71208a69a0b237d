"""The types of the rule language, and when one may stand where another is asked for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

__all__ = [
    "BOOL",
    "DOUBLE",
    "DURATION",
    "DYN",
    "FREE",
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
    "join",
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

FREE = Scalar("dyn")
"""What the elements of ``[]`` are, known by its identity: like dyn, but it gives way to any other type."""

NUMERIC = frozenset({INT, UINT, DOUBLE})
_NULLABLE = (TIMESTAMP, DURATION)


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
        both = given if known is None else join(known, given)
        if both is not None:
            bound[wanted.name] = both
        return both is not None
    if given == DYN:
        _bind_within(wanted, given, bound)
        return True
    if wanted == DYN or wanted is given:
        return True
    match wanted, given:
        case (ListOf(a), ListOf(b)) | (OptionalOf(a), OptionalOf(b)):
            return unify(a, b, bound)
        case MapOf(k, v), MapOf(l, w):
            return unify(k, l, bound) and unify(v, w, bound)
        case MapOf(k, v), Record(fields=fields):
            return unify(k, STRING, bound) and all(unify(v, one, bound) for one in fields.values())
    return wanted == given


def _bind_within(wanted: Type, given: Type, bound: dict[str, Type]) -> None:
    """Bind every variable within a type to one that may be anything: a value not known beforehand stands there."""
    match wanted:
        case Param():
            unify(wanted, given, bound)
        case ListOf(inner) | OptionalOf(inner):
            _bind_within(inner, given, bound)
        case MapOf(key, value):
            _bind_within(key, given, bound)
            _bind_within(value, given, bound)


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


def join(one: Type, other: Type) -> Type | None:
    """The type that holds the values of both, never more exact than either; None where only dyn would."""
    if one is FREE or other is FREE:
        return other if one is FREE else one
    if one == DYN or other == DYN or one is other:
        return DYN if other == DYN else one
    if NULL in (one, other):
        kind = other if one == NULL else one
        return kind if kind in _NULLABLE or isinstance(kind, OptionalOf | Record) else None
    match one, other:
        case ListOf(a), ListOf(b):
            inner = join(a, b)
            return None if inner is None else ListOf(inner)
        case OptionalOf(a), OptionalOf(b):
            inner = join(a, b)
            return None if inner is None else OptionalOf(inner)
        case MapOf(k, v), MapOf(l, w):
            key, inner = join(k, l), join(v, w)
            return None if key is None or inner is None else MapOf(key, inner)
        case (MapOf() as kind, Record(fields=fields)) | (Record(fields=fields), MapOf() as kind):
            key, inner = join(kind.key, STRING), _joined([kind.value, *fields.values()])
            return None if key is None or inner is None else MapOf(key, inner)
    return one if one == other else None


def _joined(kinds: Iterable[Type]) -> Type | None:
    both: Type | None = FREE
    for kind in kinds:
        both = join(both, kind) if both is not None else None
    return both


def joined(kinds: Iterable[Type]) -> Type:
    """The type of a collection's elements: the one that holds them all, else dyn."""
    found = _joined(kinds)
    return DYN if found is None else found
