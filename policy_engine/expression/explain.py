"""How an expression came to its value: what it read, what it missed, and each clause with its value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from policy_engine.expression.checker import Checked
from policy_engine.expression.exact import Interpreter
from policy_engine.expression.failure import EvaluationError, Failure

__all__ = ["Trace", "explain"]


@dataclass(frozen=True, slots=True)
class Trace:
    """The value of an expression (or why it has none) and how it came about.

    ``reads`` holds what decided the value, by path: for a failing ``all`` only the elements that fail.
    ``clauses`` are the conditions visited, as written, each with its value as text.
    """

    value: Any
    reads: Mapping[str, Any]
    missing: tuple[str, ...]
    clauses: tuple[tuple[str, str], ...]


def explain(checked: Checked, bindings: Mapping[str, Any]) -> Trace:
    """Evaluate with the exact interpreter and keep the trail; never raises for lack of a value."""
    clauses: list[tuple[str, str]] = []

    def note(text: str, value: Any) -> None:
        entry = (text, _text(value))
        if entry not in clauses:
            clauses.append(entry)

    interpreter = Interpreter(bindings, checked.source, trail=note)
    missing: tuple[str, ...] = ()
    try:
        value = interpreter.value(checked.tree)
    except EvaluationError as error:
        value, missing = error.failure, error.failure.missing
    note(checked.source[checked.tree.start : checked.tree.end], value)
    return Trace(value, interpreter.reads, missing, tuple(clauses))


def _text(value: Any) -> str:
    if isinstance(value, Failure):
        return f"no value ({value.message})"
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)
