"""What generated code may name: constants, fetched paths, loop variables and helper functions.

Names are numbered, and equal things get equal names, so that equal expressions are written as equal text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from policy_engine.expression.absence import ABSENT, required, ticker

__all__ = ["Scope"]


class Scope:
    """The names of one program."""

    def __init__(self) -> None:
        self.names: dict[str, Any] = {"A": ABSENT, "rq": required, "ticker": ticker}
        self._constants: dict[Any, str] = {}
        self._paths: dict[tuple[str, ...], str] = {}
        self._functions: dict[str, str] = {}
        self._variables: dict[str, str] = {}
        self._used: set[str] = set()
        self._level = 0

    def constant(self, value: Any, *key: Any) -> str:
        """The name of a constant; without a key only the very same object gets the same name."""
        whole = key or (id(value),)
        if whole not in self._constants:
            self._constants[whole] = f"c{len(self._constants)}"
            self.names[self._constants[whole]] = value
        return self._constants[whole]

    def fetched(self, path: tuple[str, ...]) -> str:
        """The name of what a path leads to, which is ABSENT where it leads to nothing."""
        for length in range(1, len(path) + 1):
            self._paths.setdefault(path[:length], f"p{len(self._paths)}")
        self._used.add(self._paths[path])
        return self._paths[path]

    def local(self, variable: str) -> str:
        """The name of a macro variable."""
        self._used.add(self._variables[variable])
        return self._variables[variable]

    def counted(self, elements: str) -> str:
        """The elements of a loop; those of loops inside loops are counted, so that they cannot run away."""
        if self._level == 0:
            return elements
        self._used.add("tick")
        return f"tick({elements})"

    @contextmanager
    def loop(self, variable: str) -> Iterator[str]:
        """Bind a macro variable to the name of an element."""
        outer, self._variables = self._variables, dict(self._variables)
        self._level += 1
        name = self._variables[variable] = f"e{self._level}"
        used, self._used = self._used, set()
        try:
            yield name
        finally:
            self._used = used | (self._used - {name})
            self._variables = outer
            self._level -= 1

    def function(self, elements: str, element: str, lines: Iterable[str]) -> str:
        """A call of a helper function over elements. It is given every name that its body uses, to find them fast."""
        given = sorted(self._used - {element})
        body = f"({', '.join(['x', *given])}):\n" + "\n".join(f"    {line}" for line in lines)
        name = self._functions.setdefault(body, f"f{len(self._functions)}")
        return f"{name}({', '.join([elements, *given])})"

    def functions(self) -> Iterator[str]:
        """The source of every helper function."""
        for body, name in self._functions.items():
            yield f"def {name}{body}\n"

    def prologue(self) -> Iterator[str]:
        """The lines that fetch every path, outer ones first."""
        if "tick" in self._used:
            yield "tick = ticker()"
        for path, name in self._paths.items():
            source = "r" if len(path) == 1 else self._paths[path[:-1]]
            yield f"{name} = {source}.get({path[-1]!r}, A)"
