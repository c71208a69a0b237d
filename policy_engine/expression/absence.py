"""The value that stands for what is not declared while generated code runs: every use of it raises."""

from __future__ import annotations

from collections.abc import Callable, Sized
from typing import Any, Final, NoReturn

from policy_engine.expression.limits import MAX_ITERATIONS

__all__ = ["ABSENT", "AbsentUse", "required", "ticker"]


class AbsentUse(Exception):
    """Something absent was used; the clause is run again to say what."""


def _refuse(*_: Any) -> NoReturn:
    raise AbsentUse


class _Absent:
    """Not declared. Asking it for a field gives itself, so that a path can be read without a test at each step."""

    __slots__ = ()

    def get(self, _key: str, _default: Any = None) -> _Absent:
        """A field of what is absent is absent."""
        return self

    __bool__ = __hash__ = __iter__ = __len__ = __contains__ = __getitem__ = _refuse
    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _refuse
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = __neg__ = _refuse


ABSENT: Final = _Absent()


def required(value: Any) -> Any:
    """A value that must be there before a function may see it."""
    if value is ABSENT:
        raise AbsentUse
    return value


def ticker() -> Callable[[Sized], Sized]:
    """A counter of visited elements for one run: the loops of a program may not run away together."""
    visited = 0

    def tick(elements: Sized) -> Sized:
        nonlocal visited
        visited += len(elements)
        if visited > MAX_ITERATIONS:
            raise AbsentUse
        return elements

    return tick
