"""The row back end: one generated Python function for a whole set of rules.

A clause that raises for any reason is run again in the exact interpreter, which says what it really comes to;
so the generated code only has to be right where nothing is absent or wrong, and to raise everywhere else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

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
        self.source = "\n".join(_program(emitter, self.clauses))
        names = {**emitter.names, "again": self._again}
        exec(compile(self.source, "<rules>", "exec"), names)
        self._function = names["program"]

    def __call__(self, bindings: Mapping[str, Any]) -> list[Any]:
        """The results of all clauses over one set of bindings."""
        try:
            results: list[Any] = self._function(bindings)
        except Exception:  # a variable is not of its declared type: its paths cannot even be fetched
            return [self._again(index, bindings) for index in range(len(self.clauses))]
        return results

    def _again(self, index: int, bindings: Mapping[str, Any]) -> Any:
        """The exact result of one clause."""
        when, require = self.clauses[index].when, self.clauses[index].require
        try:
            if when is not None and not Interpreter(bindings, when.source).boolean(when.tree, "when"):
                return None
            return Interpreter(bindings, require.source).value(require.tree)
        except EvaluationError as error:
            return error.failure


def compile_rows(clauses: Sequence[Clause]) -> RowProgram:
    """Compile clauses into one function."""
    return RowProgram(clauses)


def _program(emitter: Emitter, clauses: Sequence[Clause]) -> Iterator[str]:
    """The lines of the function, its helpers first."""
    for clause in clauses:
        _result(emitter, clause)
    emitter.sharing = True
    results = [_result(emitter, clause) for clause in clauses]
    yield from emitter.functions()
    yield "def program(r):"
    for line in (*emitter.prologue(), emitter.initial()):
        yield f"    {line}"
    for index, result in enumerate(results):
        yield from ("    try:", f"        o{index} = {result}")
        yield from ("    except Exception:", f"        o{index} = again({index}, r)")
    yield f"    return [{', '.join(f'o{index}' for index in range(len(clauses)))}]"


def _result(emitter: Emitter, clause: Clause) -> str:
    require = emitter.there(clause.require.tree)
    return require if clause.when is None else f"{require} if {emitter.condition(clause.when.tree)} else None"
