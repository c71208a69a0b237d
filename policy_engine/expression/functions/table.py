"""The function table: one row a function form, read by the checker and by both back ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from policy_engine.errors import InternalFault
from policy_engine.expression.types import Type

__all__ = ["FunctionTable", "Overload"]


@dataclass(frozen=True, slots=True)
class Overload:
    """One form of a function: what it takes, what it gives, and how each back end computes it.

    Attributes:
        name: as written in rules (``startsWith``, ``math.greatest``); operators are ``_+_`` and so on.
        params: the types taken, the receiver first where it is a method.
        result: the type given.
        row: the Python function for one row. It raises ``EvaluationError`` where there is no value, and it
            accepts values of any type when the static types are not known, refusing those it has no form for.
        doc: one sentence for the reference page.
        method: whether it is called on its first parameter.
        inline: a Python expression over ``{0}``, ``{1}`` … that equals ``row`` when the static types are those of
            ``params``.
        variadic: whether the last parameter may be repeated.
        column: the form over columns, filled in by the columnar back end.
    """

    name: str
    params: tuple[Type, ...]
    result: Type
    row: Callable[..., object]
    doc: str
    method: bool = False
    inline: str | None = None
    variadic: bool = False
    column: Callable[..., object] | None = None

    def takes(self, count: int) -> bool:
        """Whether the form can be called with so many arguments."""
        return count >= len(self.params) if self.variadic else count == len(self.params)

    @property
    def signature(self) -> str:
        """How it is written, with types."""
        shown = [str(kind) for kind in self.params]
        dots = ", …" if self.variadic else ""
        if self.method:
            return f"{shown[0]}.{self.name}({', '.join(shown[1:])}{dots}) -> {self.result}"
        return f"{self.name}({', '.join(shown)}{dots}) -> {self.result}"


@dataclass(slots=True, eq=False)
class FunctionTable:
    """Every function form by name; the same form cannot be entered twice."""

    _forms: dict[tuple[str, bool], list[Overload]] = field(default_factory=dict)

    def add(self, *forms: Overload) -> None:
        """Enter forms.

        Raises:
            InternalFault: a form with the same name and parameters is there already.
        """
        for form in forms:
            known = self._forms.setdefault((form.name, form.method), [])
            if any(other.params == form.params for other in known):
                raise InternalFault(f"the function {form.signature} is entered twice")
            known.append(form)

    def forms(self, name: str, *, method: bool) -> list[Overload]:
        """The forms of a function, as a method or not; none when there is no such function."""
        return self._forms.get((name, method), [])

    def names(self, *, method: bool) -> list[str]:
        """The names of all functions that are written by name."""
        return sorted(name for name, is_method in self._forms if is_method is method and name[0].isalpha())

    def __iter__(self) -> Iterator[Overload]:
        for forms in self._forms.values():
            yield from forms
