"""The exact interpreter: slow, and the meaning of the language.

It absorbs errors as CEL does, names the paths that were absent, and notes which of the things it read decided
the result. The fast back end falls back on it whenever something is not plain.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from policy_engine.expression.checker import Checked
from policy_engine.expression.failure import EvaluationError, Failure, absent, fail, no_overload
from policy_engine.expression.functions.collections import contained, list_index
from policy_engine.expression.functions.comparison import equal
from policy_engine.expression.functions.kinds import NONE, Optional, as_key, from_key
from policy_engine.expression.limits import MAX_ITERATIONS
from policy_engine.expression.tree import (
    And,
    Call,
    Conditional,
    Has,
    Ident,
    Index,
    ListLiteral,
    Literal,
    Macro,
    MapLiteral,
    Node,
    Not,
    Or,
    Select,
)

__all__ = ["Interpreter", "evaluate"]

_MISSING = object()
_KEY_KINDS = (str, bool, int)


def evaluate(checked: Checked, bindings: Mapping[str, Any]) -> Any:
    """The value of an expression.

    Raises:
        EvaluationError: it has none; its ``failure`` says why.
    """
    return Interpreter(bindings).value(checked.tree)


@dataclass(slots=True)
class Interpreter:
    """Evaluates trees over one set of bindings.

    ``reads`` collects what decided the results so far, by path; ``seen`` the values of the clauses visited.
    """

    bindings: Mapping[str, Any]
    reads: dict[str, Any] = field(default_factory=dict)
    trail: Callable[[Node, Any], None] | None = None
    _locals: dict[str, tuple[Any, str | None]] = field(default_factory=dict)
    _iterations: int = 0

    def value(self, node: Node) -> Any:
        """The value of a node; if it came from a path, that path was read."""
        value, path = self._locate(node)
        if path is not None:
            self.reads[path] = value
        return value

    def _locate(self, node: Node) -> tuple[Any, str | None]:
        """The value of a node and the path it came from, if any."""
        if isinstance(node, Ident):
            return self._ident(node)
        if isinstance(node, Select):
            return self._select(node)
        if isinstance(node, Index):
            return self._index(node)
        return _HANDLERS[type(node)](self, node), None

    # -- paths ----------------------------------------------------------------------------------

    def _ident(self, node: Ident) -> tuple[Any, str | None]:
        if node.local:
            return self._locals[node.name]
        if not node.known:
            raise fail(f"undeclared reference to '{node.name}'").at(node.start)
        value = self.bindings.get(node.name, _MISSING)
        if value is _MISSING:
            raise absent(f"{node.name} is not declared", node.name).at(node.start)
        return value, node.name

    def _select(self, node: Select) -> tuple[Any, str | None]:
        operand, path = self._locate(node.operand)
        inner = f"{path}.{node.field}" if path is not None else None
        if isinstance(operand, Optional):
            return (self._optional_entry(operand.value, node.field) if operand.present else NONE), None
        if node.optional:
            return self._optional_entry(operand, node.field), None
        if type(operand) is not dict:
            raise fail(f"a value of this kind has no field '{node.field}'").at(node.start)
        value = operand.get(node.field, _MISSING)
        if value is _MISSING:
            raise absent(f"no such key: '{node.field}'", *([inner] if inner else [])).at(node.end - len(node.field))
        return value, inner

    def _optional_entry(self, operand: Any, key: Any) -> Optional:
        if type(operand) is dict:
            value = operand.get(as_key(key), _MISSING)
            return NONE if value is _MISSING else Optional.of(value)
        if type(operand) in (list, tuple):
            at = list_index(key)
            return Optional.of(operand[at]) if at is not None and 0 <= at < len(operand) else NONE
        raise no_overload("_?._", operand, key)

    def _index(self, node: Index) -> tuple[Any, str | None]:
        operand, path = self._locate(node.operand)
        index = self.value(node.index)
        if isinstance(operand, Optional):
            return (self._optional_entry(operand.value, index) if operand.present else NONE), None
        if node.optional:
            return self._optional_entry(operand, index), None
        try:
            return self._entry(operand, index, path)
        except EvaluationError as error:
            raise error.at(node.start) from None

    def _entry(self, operand: Any, index: Any, path: str | None) -> tuple[Any, str | None]:
        if type(operand) is dict:
            inner = f"{path}.{index}" if path is not None else None
            value = operand.get(as_key(index), _MISSING) if _hashable(index) else _MISSING
            if value is _MISSING:
                raise absent(f"no such key: {index!r}", *([inner] if inner else []))
            return value, inner
        if type(operand) in (list, tuple):
            at = list_index(index)
            if at is None:
                raise fail("invalid_argument: a list is indexed with a whole number")
            inner = f"{path}[{at}]" if path is not None else None
            if not 0 <= at < len(operand):
                raise absent(f"index out of bounds: {at}", *([inner] if inner else []))
            return operand[at], inner
        raise no_overload("_[_]", operand, index)

    def _has(self, node: Has) -> bool:
        operand, path = self._locate(node.operand)
        if isinstance(operand, Optional):
            if not operand.present:
                return False
            operand = operand.value
        if type(operand) is not dict:
            raise fail(f"a value of this kind has no field '{node.field}'").at(node.start)
        there = node.field in operand
        if path is not None:
            self.reads[f"{path}.{node.field}"] = operand.get(node.field)
        return there

    # -- logic ----------------------------------------------------------------------------------

    def boolean(self, node: Node, name: str) -> bool:
        """The value of a node that must be true or false."""
        value = self.value(node)
        if self.trail is not None:
            self.trail(node, value)
        if value is True or value is False:
            return value
        raise no_overload(name, value).at(node.start)

    def _not(self, node: Not) -> bool:
        return not self.boolean(node.operand, "!_")

    def _and(self, node: And) -> bool:
        return self._absorbing(node.operands, "_&&_", decisive=False)

    def _or(self, node: Or) -> bool:
        return self._absorbing(node.operands, "_||_", decisive=True)

    def _absorbing(self, operands: tuple[Node, ...], name: str, *, decisive: bool) -> bool:
        """One operand of the decisive value settles the result, whatever the others are."""
        outer, failures = self.reads, []
        gathered: dict[str, Any] = {}
        for operand in operands:
            self.reads = {}
            try:
                result = self.boolean(operand, name)
            except EvaluationError as error:
                failures.append(error.failure)
                if self.trail is not None:
                    self.trail(operand, error.failure)
                result = not decisive
            finally:
                mine, self.reads = self.reads, outer
            if result is decisive:
                outer.update(mine)
                return decisive
            gathered.update(mine)
        outer.update(gathered)
        if failures:
            raise EvaluationError(_merged(failures))
        return not decisive

    def _conditional(self, node: Conditional) -> Any:
        return self.value(node.yes if self.boolean(node.condition, "_?_:_") else node.no)

    # -- collections ----------------------------------------------------------------------------

    def _list(self, node: ListLiteral) -> list[Any]:
        out = []
        for index, element in enumerate(node.elements):
            value = self.value(element)
            if index not in node.optional:
                out.append(value)
            elif _as_optional(value).present:
                out.append(value.value)
        return out

    def _map(self, node: MapLiteral) -> dict[Any, Any]:
        out: dict[Any, Any] = {}
        for index, (key_node, value_node) in enumerate(node.entries):
            key, value = self.value(key_node), self.value(value_node)
            if not isinstance(key, _KEY_KINDS):
                raise fail("unsupported key type: a key is a text, a bool or a whole number").at(key_node.start)
            if as_key(key) in out:
                raise fail(f"Failed with repeated key: {key!r}").at(key_node.start)
            if index not in node.optional:
                out[as_key(key)] = value
            elif _as_optional(value).present:
                out[as_key(key)] = value.value
        return out

    # -- macros ---------------------------------------------------------------------------------

    def _macro(self, node: Macro) -> Any:
        if node.kind in ("optMap", "optFlatMap"):
            return self._optional_macro(node)
        elements = list(self._elements(node))
        if node.kind in ("all", "exists"):
            return self._quantifier(node, elements, decisive=node.kind == "exists")
        if node.kind == "exists_one":
            return sum([self._condition(node, node.body, element) for element in elements]) == 1
        if node.kind == "filter":
            return [element[0] for element in elements if self._condition(node, node.body, element)]
        return list(self._mapped(node, elements))

    def _elements(self, node: Macro) -> Iterator[tuple[Any, str | None]]:
        """The elements of a list, or the keys of a map, each with its path."""
        collection, path = self._locate(node.range)
        if type(collection) not in (list, tuple, dict):
            raise no_overload(node.kind, collection).at(node.range.start)
        self._iterations += len(collection)
        if self._iterations > MAX_ITERATIONS:
            raise fail(f"the expression visits more than {MAX_ITERATIONS} elements").at(node.start)
        if path is not None and not collection:
            self.reads[path] = collection
        if type(collection) is dict:
            return ((from_key(key), None) for key in collection)
        return ((item, f"{path}[{at}]" if path is not None else None) for at, item in enumerate(collection))

    @contextmanager
    def _bound(self, name: str, element: tuple[Any, str | None]) -> Iterator[None]:
        outer = self._locals
        self._locals = {**outer, name: element}
        try:
            yield
        finally:
            self._locals = outer

    def _condition(self, node: Macro, body: Node, element: tuple[Any, str | None]) -> bool:
        with self._bound(node.variable, element):
            return self.boolean(body, node.kind)

    def _quantifier(self, node: Macro, elements: list[tuple[Any, str | None]], *, decisive: bool) -> bool:
        """``exists`` is settled by one true element, ``all`` by false ones; only these are noted as read."""
        outer, failures, settled = self.reads, [], False
        others: dict[str, Any] = {}
        for element in elements:
            self.reads = {}
            try:
                result = self._condition(node, node.body, element)
            except EvaluationError as error:
                failures.append(error.failure)
                result = not decisive
            finally:
                mine, self.reads = self.reads, outer
            if result is decisive:
                outer.update(mine)
                settled = True
                if decisive:
                    return True
            else:
                others.update(mine)
        if settled:
            return decisive
        outer.update(others)
        if failures:
            raise EvaluationError(_merged(failures))
        return not decisive

    def _mapped(self, node: Macro, elements: list[tuple[Any, str | None]]) -> Iterator[Any]:
        for element in elements:
            if node.condition is None or self._condition(node, node.condition, element):
                with self._bound(node.variable, element):
                    yield self.value(node.body)

    def _optional_macro(self, node: Macro) -> Optional:
        holder = _as_optional(self.value(node.range))
        if not holder.present:
            return NONE
        with self._bound(node.variable, (holder.value, None)):
            value = self.value(node.body)
        return Optional.of(value) if node.kind == "optMap" else _as_optional(value)

    # -- calls ----------------------------------------------------------------------------------

    def _call(self, node: Call) -> Any:
        if node.name in ("or", "orValue") and node.method and len(node.args) == 2:
            return self._alternative(node)
        args = [self.value(arg) for arg in node.args]
        try:
            if node.name == "_==_":
                return equal(*args)
            if node.name == "_!=_":
                return not equal(*args)
            if node.name == "_in_":
                return contained(*args)
            if not node.forms:
                raise fail(f"unbound function: {node.name}")
            return node.forms[0].row(*args)
        except EvaluationError as error:
            raise error.at(node.start) from None

    def _alternative(self, node: Call) -> Any:
        """``a.or(b)`` and ``a.orValue(b)``: what stands in is only looked at where it is needed."""
        first = self.value(node.args[0])
        if not isinstance(first, Optional):
            raise no_overload(node.name, first).at(node.start)
        if first.present:
            return first if node.name == "or" else first.value
        other = self.value(node.args[1])
        return _as_optional(other) if node.name == "or" else other


_HANDLERS: dict[type, Callable[[Interpreter, Any], Any]] = {
    Literal: lambda self, node: node.value,
    Has: Interpreter._has,
    Not: Interpreter._not,
    And: Interpreter._and,
    Or: Interpreter._or,
    Conditional: Interpreter._conditional,
    ListLiteral: Interpreter._list,
    MapLiteral: Interpreter._map,
    Macro: Interpreter._macro,
    Call: Interpreter._call,
}


def _merged(failures: list[Failure]) -> Failure:
    """One failure for several: an error if there is one, else every absence together."""
    errors = [failure for failure in failures if failure.kind == "error"]
    if errors:
        return errors[0]
    missing = tuple(dict.fromkeys(path for failure in failures for path in failure.missing))
    return Failure("absent", failures[0].message, missing, failures[0].offset)


def _as_optional(value: Any) -> Optional:
    if not isinstance(value, Optional):
        raise no_overload("?", value)
    return value


def _hashable(value: Any) -> bool:
    return type(value) not in (dict, list, tuple)
