"""The names an expression may use, with their types."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from policy_engine.expression.functions import STANDARD, FunctionTable
from policy_engine.expression.functions.kinds import TypeValue
from policy_engine.expression.types import Type

if TYPE_CHECKING:
    from policy_engine.expression.checker import Checked

__all__ = ["TYPE_NAMES", "Environment"]

TYPE_NAMES: Mapping[str, TypeValue] = {
    name: TypeValue(name)
    for name in (
        "bool", "int", "uint", "double", "string", "bytes", "list", "map", "null_type", "type", "optional_type",
        "google.protobuf.Timestamp", "google.protobuf.Duration",
    )
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Environment:
    """Variables with their types, named sub-expressions, and the namespace names are looked up in."""

    variables: Mapping[str, Type]
    container: str = ""
    functions: FunctionTable = STANDARD
    definitions: Mapping[str, Checked] = field(default_factory=dict)

    def define(self, name: str, checked: Checked) -> Environment:
        """The same environment, in which a name stands for an expression."""
        return replace(self, definitions={**self.definitions, name: checked})

    def candidates(self, name: str) -> Iterator[str]:
        """The full names that a name may mean, innermost namespace first."""
        parts = self.container.split(".") if self.container else []
        for count in range(len(parts), 0, -1):
            yield ".".join([*parts[:count], name])
        yield name

    def variable(self, name: str, *, absolute: bool = False) -> str | None:
        """The full name of a declared variable, or None."""
        for full in [name] if absolute else self.candidates(name):
            if full in self.variables:
                return full
        return None
