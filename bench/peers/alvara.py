"""Ours: the rule language, checked against the types of the workload, compiled to one row function."""

from __future__ import annotations

from bench.peers.infix import Infix
from bench.peers.peer import Peer, Rules
from bench.tree import Field
from bench.workloads import LEAVES
from policy_engine.expression import (
    BOOL,
    DOUBLE,
    INT,
    STRING,
    Clause,
    Environment,
    ListOf,
    Record,
    Type,
    compile,
    compile_rows,
)

__all__ = ["make"]

_TYPES: dict[str, Type] = {"bool": BOOL, "int": INT, "double": DOUBLE, "string": STRING, "list": ListOf(STRING)}


class _Cel(Infix):
    """CEL with the groups of the workload as roots, as documents are."""

    def field(self, field: Field) -> str:
        return f"{field.group}.{field.name}"


def make(rules: Rules) -> Peer:
    """The rules as one row program."""
    printer = _Cel()
    environment = Environment(
        {
            group: Record(group, {leaf: _TYPES[kind] for leaf, kind in leaves.items()})
            for group, leaves in LEAVES.items()
        }
    )
    clauses = [Clause(None, compile(printer.write(rule), environment, expect=BOOL)) for rule in rules.values()]
    return Peer("alvara", compile_rows(clauses))
