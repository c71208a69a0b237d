"""The yardstick: one Python function as a careful person would write it, each field fetched once."""

from __future__ import annotations

import re
from typing import Any

from bench.peers.infix import Infix
from bench.peers.peer import Peer, Rules
from bench.tree import Field
from bench.workloads import LEAVES, OPTIONAL

__all__ = ["make", "source"]


class _Python(Infix):
    all_of, any_of, negation = "and", "or", "not "
    starts_with = "{value}.startswith({prefix})"
    matches = "({pattern}({value}) is not None)"
    some, every = "any({body} for item in {field})", "all({body} for item in {field})"

    def __init__(self) -> None:
        self.patterns: dict[str, str] = {}

    def constant(self, value: Any) -> str:
        return repr(value)

    def field(self, field: Field) -> str:
        return f"{field.group}_{field.name}"

    def present(self, field: Field) -> str:
        return f"({self.field(field)} is not None)"

    def choices(self, values: tuple[Any, ...]) -> str:
        return "{" + ", ".join(map(repr, values)) + "}"

    def pattern(self, pattern: str) -> str:
        return self.patterns.setdefault(pattern, f"search_{len(self.patterns)}")


def source(rules: Rules) -> tuple[str, dict[str, Any]]:
    """The function's text and the names it needs."""
    printer = _Python()
    answers = [printer.write(rule) for rule in rules.values()]
    used = " ".join(answers)
    lines = ["def decide(w):"]
    for group, leaves in LEAVES.items():
        lines.append(f"    {group} = w[{group!r}]")
        for name in leaves:
            variable = f"{group}_{name}"
            if variable in used:
                read = f"{group}.get({name!r})" if (group, name) in OPTIONAL else f"{group}[{name!r}]"
                lines.append(f"    {variable} = {read}")
    lines += ["    return [", *(f"        {answer}," for answer in answers), "    ]"]
    names = {variable: re.compile(pattern).search for pattern, variable in printer.patterns.items()}
    return "\n".join(lines), names


def make(rules: Rules) -> Peer:
    """The function, compiled."""
    text, names = source(rules)
    exec(text, names)
    return Peer("hand-written", names["decide"])
