"""cel-expr-python: Google's CEL in C++, one program that is the list of all answers."""

from __future__ import annotations

from typing import Any

from bench.peers.infix import Infix
from bench.peers.peer import Peer, Rules, imported
from bench.tree import Field
from bench.workloads import LEAVES

__all__ = ["make"]


class _Cel(Infix):
    """CEL with the groups of the workload as variables, so that nothing is wrapped for each decision."""

    def field(self, field: Field) -> str:
        return f"{field.group}.{field.name}"


def make(rules: Rules) -> Peer:
    """All rules in one list, compiled once."""
    cel = imported("cel_expr_python.cel", "cel-expr-python")
    printer = _Cel()
    environment = cel.NewEnv(variables={group: cel.Type.Map(cel.Type.STRING, cel.Type.DYN) for group in LEAVES})
    program = environment.compile(f"[{', '.join(map(printer.write, rules.values()))}]")

    def decide(workload: dict[str, Any]) -> Any:
        return program.eval(data=workload).plain_value()

    return Peer("cel-expr-python", decide)
