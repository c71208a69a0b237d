"""zen-engine: one expression that is the list of all answers."""

from __future__ import annotations

from bench.peers.infix import Infix
from bench.peers.peer import Peer, Rules, imported
from bench.tree import Field

__all__ = ["make"]


class _Zen(Infix):
    all_of, any_of, negation = "and", "or", "not "
    item = "#"
    starts_with = "startsWith({value}, {prefix})"
    matches = "matches({value}, {pattern})"
    some, every = "some({field}, {body})", "all({field}, {body})"

    def field(self, field: Field) -> str:
        return f"{field.group}.{field.name}"

    def present(self, field: Field) -> str:
        return f"({self.field(field)} != null)"

    def pattern(self, pattern: str) -> str:
        # A quoted text knows no escapes.
        return f'"{pattern}"'


def make(rules: Rules) -> Peer:
    """All rules in one list, compiled once."""
    zen = imported("zen", "zen-engine")
    printer = _Zen()
    expression = zen.compile_expression(f"[{', '.join(map(printer.write, rules.values()))}]")
    return Peer("zen-engine", expression.evaluate)
