"""What generated code may name: constants, fetched paths, loop variables and helper functions.

Names are numbered, and equal things get equal names, so that equal expressions are written as equal text.
"""

from __future__ import annotations

from collections import Counter
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
        self.sharing = False
        self._paths: dict[tuple[str, ...], str] = {}
        self._reads: Counter[tuple[str, ...]] = Counter()
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
        """What a path leads to, ABSENT where to nothing: a name, or all of it where it is read only once."""
        if self.sharing:
            if self._reads[path] == 1:
                return self._fetch(path)
        else:
            self._count(path)
        self._used.add(self._paths[path])
        return self._paths[path]

    def _count(self, path: tuple[str, ...]) -> None:
        """Name a path and those above it; what loops read counts as read more than once."""
        for length in range(1, len(path) + 1):
            part = path[:length]
            if part not in self._paths:
                self._paths[part] = f"p{len(self._paths)}"
                self._reads[part[:-1]] += 1
        self._reads[path] += 2 if self._level else 1

    def _fetch(self, path: tuple[str, ...]) -> str:
        return f"{self.fetched(path[:-1]) if len(path) > 1 else 'r'}.get({path[-1]!r}, A)"

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
            if self._reads[path] > 1:
                yield f"{name} = {self._fetch(path)}"
