"""Dated parameters: every list, threshold and deadline a rule reads as ``param.NAME``.

A parameter is a history of values, each with the day it takes effect and its source; nothing about the law
is a constant in code.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from policy_engine import expression
from policy_engine.declaration.digest import digest_of
from policy_engine.declaration.document import canonical
from policy_engine.declaration.extra import typed_value
from policy_engine.declaration.kinds.rulepack import ParameterSchema
from policy_engine.declaration.nodes import Map, compose_file
from policy_engine.declaration.reader import field_errors
from policy_engine.errors import AlvaraError, FieldError, PackError, Place

__all__ = ["TYPES", "Parameter", "ParameterValue", "Parameters", "load_parameters", "parameters_from", "typed_value"]

WARN_DAYS = 30

TYPES: dict[str, expression.Type] = {
    "bool": expression.BOOL,
    "int": expression.INT,
    "double": expression.DOUBLE,
    "string": expression.STRING,
    "timestamp": expression.TIMESTAMP,
    "duration": expression.DURATION,
    "list(string)": expression.ListOf(expression.STRING),
    "list(int)": expression.ListOf(expression.INT),
    "list(double)": expression.ListOf(expression.DOUBLE),
}


@dataclass(frozen=True, slots=True)
class ParameterValue:
    """One value with the first day it holds, where it comes from and whether that was checked."""

    first: date
    value: Any
    source: str
    status: str
    until: date | None = None
    review_by: date | None = None


@dataclass(frozen=True, slots=True)
class Parameter:
    """A named history of values."""

    name: str
    type_name: str
    nature: str
    meaning: Mapping[str, str]
    after_last: str
    values: tuple[ParameterValue, ...]
    place: Place

    @property
    def type(self) -> expression.Type:
        """The type rules see."""
        return TYPES[self.type_name]

    def begun(self, as_of: date) -> ParameterValue | None:
        """The last value that began by a day, whether or not it has ended since."""
        found = None
        for value in self.values:
            if value.first <= as_of:
                found = value
        return found

    def at(self, as_of: date) -> ParameterValue:
        """The value in force on a day.

        Raises:
            PackError: the day is before the first value, or after the last one ended and the
                parameter says ``after_last: fail``.
        """
        current = self.begun(as_of)
        if current is None:
            raise PackError(
                f'parameter "{self.name}" has no value on {as_of}: its first is from {self.values[0].first}', self.place
            )
        if current.until is not None and as_of > current.until and self.after_last == "fail":
            raise PackError(f'parameter "{self.name}" ended on {current.until} and nothing replaces it', self.place)
        return current


@dataclass(frozen=True, slots=True)
class Parameters:
    """All parameters, with a digest of their content."""

    entries: Mapping[str, Parameter]
    digest: str

    def at(self, as_of: date, names: Iterable[str] | None = None) -> dict[str, Any]:
        """The named parameters (or all that have begun) as rules see them on a day.

        Raises:
            PackError: a named parameter has no value on that day.
        """
        if names is not None:
            return {name: self.entries[name].at(as_of).value for name in sorted(names)}
        return {name: entry.at(as_of).value for name, entry in self.entries.items() if entry.values[0].first <= as_of}

    def ending(self, as_of: date) -> list[tuple[Parameter, date]]:
        """The parameters whose value ends, or is due for review, within 30 days after a day."""
        horizon = as_of + min(timedelta(days=WARN_DAYS), date.max - as_of)
        found = []
        for entry in self.entries.values():
            current = entry.begun(as_of)
            end = None if current is None else current.until or current.review_by
            if end is not None and as_of <= end <= horizon:
                found.append((entry, end))
        return found

    def merged(self, others: Iterable[Parameter]) -> Parameters:
        """These parameters with those of packs added.

        Raises:
            PackError: a name is taken.
        """
        entries = dict(self.entries)
        for parameter in others:
            if parameter.name in entries:
                taken = entries[parameter.name].place
                raise PackError(f'parameter "{parameter.name}" is already defined at {taken}', parameter.place)
            entries[parameter.name] = parameter
        return replace(self, entries=entries, digest=_digest(entries))


def load_parameters(path: Path) -> tuple[Parameters, list[AlvaraError]]:
    """Read a parameters file; what is wrong in it comes back as errors with places."""
    trees, errors = compose_file(path)
    tree = trees[0] if trees else None
    body = tree.get("parameters") if isinstance(tree, Map) else None
    if not isinstance(body, Map):
        errors.append(FieldError('expected one mapping "parameters:" of names', Place(str(path), 1, 1)))
        return Parameters({}, _digest({})), errors
    entries, found = parameters_from(body, str(path))
    return Parameters(entries, _digest(entries)), errors + found


def parameters_from(body: Map, file: str) -> tuple[dict[str, Parameter], list[AlvaraError]]:
    """The parameters under a mapping of names, in a parameters file or in a pack."""
    schema = ParameterSchema()
    entries: dict[str, Parameter] = {}
    errors: list[AlvaraError] = []
    for name, raw in body.items():
        typed, found = field_errors(schema, raw, file, name)
        errors += found
        if not found:
            try:
                entries[name] = _parameter(name, typed, body.place(name, file))
            except PackError as error:
                errors.append(error)
    return entries, errors


def _parameter(name: str, typed: Mapping[str, Any], place: Place) -> Parameter:
    """A parameter whose values are typed, dated and in order.

    Raises:
        PackError: there is no value, one is of another type, or two begin on one day.
    """
    values = [_value(name, typed["type"], raw, place) for raw in typed["values"]]
    starts = [value.first for value in values]
    if not values or starts != sorted(set(starts)):
        raise PackError(f'parameter "{name}" needs values, each from a later day than the one before', place)
    meaning = typed["meaning"]
    return Parameter(name, typed["type"], typed["nature"], meaning, typed["after_last"], tuple(values), place)


def _value(name: str, type_name: str, raw: Mapping[str, Any], place: Place) -> ParameterValue:
    try:
        value = typed_value(type_name, raw["value"])
    except ValueError as error:
        raise PackError(f'parameter "{name}" {error}', place) from None
    until, review = raw.get("until"), raw.get("review_by")
    return ParameterValue(
        raw["from"].date(),
        value,
        raw["source"],
        raw["status"],
        until.date() if until is not None else None,
        review.date() if review is not None else None,
    )


def _digest(entries: Mapping[str, Parameter]) -> str:
    """The SHA-256 of all names and histories."""
    content = {
        name: [(value.first.isoformat(), str(value.until), canonical(value.value)) for value in entry.values]
        for name, entry in entries.items()
    }
    return digest_of(content)
