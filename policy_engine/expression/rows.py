"""The row back end: one generated Python function for a whole set of rules.

A clause that raises for any reason is run again in the exact interpreter, which says what it really comes to;
so the generated code only has to be right where nothing is absent or wrong, and to raise everywhere else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from policy_engine.expression.absence import ABSENT, required, ticker
from policy_engine.expression.checker import Checked
from policy_engine.expression.emit import Emitter
from policy_engine.expression.exact import Interpreter
from policy_engine.expression.failure import EvaluationError

__all__ = ["Clause", "RowProgram", "compile_rows"]


@dataclass(frozen=True, slots=True)
class Clause:
    """A condition to decide, where another one holds (always, when ``when`` is None)."""

    when: Checked | None
    require: Checked


class RowProgram:
    """Clauses compiled together. Calling it gives one result a clause.

    A result is what ``require`` came to, None where ``when`` is false, or a ``Failure``.
    ``reads`` are the paths that the clauses may read; ``source`` is the generated function.
    """

    def __init__(self, clauses: Sequence[Clause]) -> None:
        self.clauses = tuple(clauses)
        self.reads = frozenset(
            path for clause in clauses for part in (clause.when, clause.require) if part for path in part.reads
        )
        emitter = Emitter()
        body = [line for index, clause in enumerate(self.clauses) for line in self._clause(emitter, index, clause)]
        results = ", ".join(f"o{index}" for index in range(len(self.clauses)))
        head = ["def program(r):", *(f"    {line}" for line in emitter.prologue())]
        self.source = "\n".join([*head, *body, f"    return [{results}]", ""])
        names: dict[str, Any] = {**emitter.constants, "A": ABSENT, "rq": required, "ticker": ticker, "again": self._again}
        exec(compile(self.source, "<rules>", "exec"), names)  # noqa: S102 - generated from a checked tree, never from text
        self._function = names["program"]

    def __call__(self, bindings: Mapping[str, Any]) -> list[Any]:
        """The results of all clauses over one set of bindings."""
        results: list[Any] = self._function(bindings)
        return results

    @staticmethod
    def _clause(emitter: Emitter, index: int, clause: Clause) -> list[str]:
        require = emitter.result(clause.require.tree)
        if clause.when is not None:
            require = f"{require} if {emitter.condition(clause.when.tree)} else None"
        return [
            "    try:",
            f"        o{index} = {require}",
            "    except Exception:",
            f"        o{index} = again({index}, r)",
        ]

    def _again(self, index: int, bindings: Mapping[str, Any]) -> Any:
        """The exact result of one clause."""
        clause = self.clauses[index]
        interpreter = Interpreter(bindings)
        try:
            if clause.when is not None and not interpreter.boolean(clause.when.tree, "when"):
                return None
            return interpreter.value(clause.require.tree)
        except EvaluationError as error:
            return error.failure


def compile_rows(clauses: Sequence[Clause]) -> RowProgram:
    """Compile clauses into one function."""
    return RowProgram(clauses)


