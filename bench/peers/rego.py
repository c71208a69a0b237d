"""gordon-to-regorus: Rego in Rust; one document of all answers.

Rego has no "or" inside a rule: each alternative is a body of its own, as Rego's users write it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import product
from typing import Any

from bench.peers.infix import Infix
from bench.peers.peer import Peer, Rules, imported
from bench.tree import AllOf, AnyOf, Compare, Every, Field, Negation, Node, Some

__all__ = ["make", "module"]

_OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


class _Rego(Infix):
    negation = "not "
    starts_with = "startswith({value}, {prefix})"
    matches = "regex.match({pattern}, {value})"

    def __init__(self) -> None:
        self.helpers: list[str] = []

    def field(self, field: Field) -> str:
        return f"input.{field.group}.{field.name}"

    def present(self, field: Field) -> str:
        return self.field(field)

    def either(self, bodies: list[list[Node]]) -> str:
        """Alternatives about an element; several of them need a function of their own."""
        if len(bodies) == 1:
            return self.statements(bodies[0])
        name = f"either{len(self.helpers)}"
        self.helpers += [f"{name}(item) if {{ {self.statements(body)} }}" for body in bodies]
        return f"{name}(item)"

    def statements(self, body: list[Node]) -> str:
        """Conditions that hold together."""
        return "; ".join(map(self.statement, body))

    def statement(self, node: Node) -> str:
        """One condition of a body."""
        match node:
            case Some(field=field, body=body):
                (conditions,) = _bodies(body)
                return f"some item in {self.field(field)}; {self.statements(conditions)}"
            case Every(field=field, body=body):
                return f"every item in {self.field(field)} {{ {self.either(list(_bodies(body)))} }}"
            case Negation(part=part):
                return f"not {self.statement(part)}"
        return self.write(node)


def _bodies(node: Node, *, negated: bool = False) -> Iterator[list[Node]]:
    """The alternatives of a rule, each a list of conditions: its disjunctive normal form."""
    match node:
        case Negation(part=part):
            yield from _bodies(part, negated=not negated)
        case AllOf(parts=parts) | AnyOf(parts=parts):
            alternatives = [list(_bodies(part, negated=negated)) for part in parts]
            if isinstance(node, AnyOf) == negated:
                yield from ([one for body in bodies for one in body] for bodies in product(*alternatives))
            else:
                yield from (body for bodies in alternatives for body in bodies)
        case Some(field=field, body=body) if negated:
            yield [Every(field, Negation(body))]
        case Every(field=field, body=body) if not negated:
            yield [node]
        case Some(field=field, body=body) | Every(field=field, body=body):
            for one in _bodies(body, negated=negated):
                yield [Some(field, AllOf(tuple(one)))]
        case Compare(symbol=symbol, left=left, right=right) if negated:
            yield [Compare(_OPPOSITE[symbol], left, right)]
        case _:
            yield [Negation(node) if negated else node]


def module(rules: Rules) -> str:
    """The rules as one Rego module."""
    printer = _Rego()
    lines = ["package bench"]
    for index, rule in enumerate(rules.values()):
        lines.append(f"default r{index} := false")
        lines += [f"r{index} if {{ {printer.statements(body)} }}" for body in _bodies(rule)]
    lines.append(f"answers := [{', '.join(f'r{index}' for index in range(len(rules)))}]")
    return "\n".join([*lines, *printer.helpers]) + "\n"


def make(rules: Rules) -> Peer:
    """One program for its virtual machine, which takes and gives JSON: three times as fast as its interpreter."""
    regorus = imported("regorus", "gordon-to-regorus")
    program = regorus.Program.compile_from_modules("{}", [("bench.rego", module(rules))], ["data.bench.answers"])
    machine = regorus.Rvm()
    machine.load_program(program)

    def decide(workload: dict[str, Any]) -> Any:
        machine.set_input_json(json.dumps(workload))
        return machine.execute()

    return Peer("gordon-to-regorus", decide, json.loads)
