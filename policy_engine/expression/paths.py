"""Reading what an expression names, and knowing the path each value came from."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from policy_engine.expression.failure import EvaluationError, absent, fail, no_overload
from policy_engine.expression.functions.collections import list_index
from policy_engine.expression.functions.kinds import NONE, Optional, as_key
from policy_engine.expression.tree import Call, Conditional, Definition, Has, Ident, Index, Macro, Node, Select

__all__ = ["Reader"]

_MISSING = object()
_SHOWN = 40

Located = tuple[Any, str | None]
"""A value and the path it came from, if any."""


@dataclass(slots=True)
class Reader:
    """The part of the exact interpreter that reads: names, fields, elements and what passes them on.

    Attributes:
        bindings: the values of the variables.
        source: the text that the nodes now evaluated were read from.
        reads: what decided the results so far, by path.
        trail: told the text of every condition visited, with its value.
    """

    bindings: Mapping[str, Any]
    source: str = ""
    reads: dict[str, Any] = field(default_factory=dict)
    trail: Callable[[str, Any], None] | None = None
    _locals: dict[str, Located] = field(default_factory=dict)
    _origins: dict[int, tuple[list[Any], list[str | None]]] = field(default_factory=dict)

    def value(self, node: Node) -> Any:
        """The value of a node; if it came from a path, that path was read."""
        value, path = self._locate(node)
        if path is not None:
            self._note(path, value)
        return value

    def compute(self, node: Node) -> Any:
        """The value of a node that is not a path."""
        raise NotImplementedError

    def boolean(self, node: Node, name: str) -> bool:
        """The value of a node that must be true or false."""
        raise NotImplementedError

    def _note(self, path: str, value: Any) -> None:
        if type(value) is not Optional:
            self.reads[path] = value
        elif value.present:
            self.reads[path] = value.value

    def _locate(self, node: Node) -> Located:
        """The value of a node and the path it came from, if any."""
        find = _LOCATORS.get(type(node))
        return (self.compute(node), None) if find is None else find(self, node)

    def _chosen(self, node: Conditional) -> Located:
        return self._locate(node.yes if self.boolean(node.condition, "_?_:_") else node.no)

    # -- names ----------------------------------------------------------------------------------

    def _ident(self, node: Ident) -> Located:
        if node.local:
            return self._locals[node.name]
        if not node.known:
            raise fail(f"undeclared reference to '{node.name}'").at(node.start)
        value = self.bindings.get(node.name, _MISSING)
        if value is _MISSING:
            raise absent(f"{node.name} is not declared", node.name).at(node.start)
        return value, node.name

    def _definition(self, node: Definition) -> Located:
        """What a name stands for; an error within it is placed where the name is used."""
        outer, self.source = self.source, node.source
        try:
            return self._locate(node.tree)
        except EvaluationError as error:
            raise EvaluationError(replace(error.failure, offset=node.start)) from None
        finally:
            self.source = outer

    # -- fields and elements --------------------------------------------------------------------

    def _select(self, node: Select) -> Located:
        operand, path = self._locate(node.operand)
        if node.optional or type(operand) is Optional:
            return self._maybe(operand, node.field, path)
        if type(operand) is not dict:
            raise fail(f"a value of this kind has no field '{node.field}'").at(node.start)
        inner = _below(path, node.field)
        value = operand.get(node.field, _MISSING)
        if value is _MISSING:
            raise absent(f"no such key: '{node.field}'", *_known(inner)).at(node.at)
        return value, inner

    def _index(self, node: Index) -> Located:
        operand, path = self._locate(node.operand)
        index = self.value(node.index)
        if node.optional or type(operand) is Optional:
            return self._maybe(operand, index, path)
        try:
            return self._entry(operand, index, path)
        except EvaluationError as error:
            raise error.at(node.start) from None

    def _entry(self, operand: Any, index: Any, path: str | None) -> Located:
        if type(operand) is dict:
            inner = _below(path, index)
            value = operand.get(as_key(index), _MISSING) if _hashable(index) else _MISSING
            if value is _MISSING:
                raise absent(f"no such key: {_shown(index)}", *_known(inner))
            return value, inner
        if type(operand) in (list, tuple):
            at = list_index(index)
            if at is None:
                raise fail("invalid_argument: a list is indexed with a whole number")
            inner = self._element_path(operand, path, at)
            if not 0 <= at < len(operand):
                raise absent(f"index out of bounds: {at}", *_known(inner))
            return operand[at], inner
        raise no_overload("_[_]", operand, index)

    def _maybe(self, operand: Any, key: Any, path: str | None) -> Located:
        """A field or element that may not be there."""
        if type(operand) is Optional:
            if not operand.present:
                return NONE, None
            operand = operand.value
        if type(operand) is dict:
            value = operand.get(as_key(key), _MISSING) if _hashable(key) else _MISSING
            return (NONE, None) if value is _MISSING else (Optional.of(value), _below(path, key))
        if type(operand) in (list, tuple):
            at = list_index(key)
            if at is None or not 0 <= at < len(operand):
                return NONE, None
            return Optional.of(operand[at]), self._element_path(operand, path, at)
        raise no_overload("_?._", operand, key)

    def _element_path(self, collection: Any, path: str | None, at: int) -> str | None:
        """Where an element came from: elements that were picked from elsewhere keep their own paths."""
        if path is not None:
            return f"{path}[{at}]"
        _, origins = self._origins.get(id(collection), (None, []))
        return origins[at] if 0 <= at < len(origins) else None

    def _has(self, node: Has) -> bool:
        operand, path = self._locate(node.operand)
        if type(operand) is Optional:
            if not operand.present:
                return False
            operand = operand.value
        if type(operand) is not dict:
            raise fail(f"a value of this kind has no field '{node.field}'").at(node.start)
        if path is not None:
            self.reads[f"{path}.{node.field}"] = operand.get(node.field)
        return node.field in operand

    # -- what passes a value on -----------------------------------------------------------------

    def _call_located(self, node: Call) -> Located:
        if node.method and node.name in ("or", "orValue") and len(node.args) == 2:
            return self._alternative(node)
        return self.compute(node), None

    def _alternative(self, node: Call) -> Located:
        """``a.or(b)`` and ``a.orValue(b)``: what stands in is only looked at where it is needed."""
        first, path = self._locate(node.args[0])
        if type(first) is not Optional:
            raise no_overload(node.name, first).at(node.start)
        if first.present:
            return first if node.name == "or" else first.value, path
        other, path = self._locate(node.args[1])
        if node.name == "or" and type(other) is not Optional:
            raise no_overload(node.name, other).at(node.start)
        return other, path

    def _picked(self, node: Macro) -> Located:
        """A list made of elements that each keep the path they came from."""
        if node.kind not in ("filter", "map"):
            return self.compute(node), None
        pairs = self._pairs(node)
        made = [value for value, _ in pairs]
        self._origins[id(made)] = (made, [path for _, path in pairs])
        return made, None

    def _pairs(self, node: Macro) -> list[Located]:
        raise NotImplementedError


_LOCATORS: dict[type, Callable[[Reader, Any], Located]] = {
    Ident: Reader._ident,
    Select: Reader._select,
    Index: Reader._index,
    Definition: Reader._definition,
    Conditional: Reader._chosen,
    Call: Reader._call_located,
    Macro: Reader._picked,
}


def _below(path: str | None, key: Any) -> str | None:
    return f"{path}.{key}" if path is not None else None


def _known(path: str | None) -> tuple[str, ...]:
    return (path,) if path is not None else ()


def _shown(key: Any) -> str:
    """A key for a message, unless it is so long that it says more than a name."""
    text = repr(key)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def _hashable(value: Any) -> bool:
    return type(value) not in (dict, list, tuple)
