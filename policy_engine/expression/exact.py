"""The exact interpreter: slow, and the meaning of the language.

It absorbs errors as CEL does, names the paths that were absent, and notes which of the things it read decided
the result. The fast back end falls back on it whenever something is not plain.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from policy_engine.expression.checker import Checked
from policy_engine.expression.failure import EvaluationError, Failure, fail, no_overload
from policy_engine.expression.functions.collections import contained
from policy_engine.expression.functions.comparison import equal
from policy_engine.expression.functions.kinds import NONE, Optional, as_key, from_key
from policy_engine.expression.limits import MAX_ITERATIONS
from policy_engine.expression.paths import Located, Reader
from policy_engine.expression.tree import And, Call, Has, ListLiteral, Literal, Macro, MapLiteral, Node, Not, Or

__all__ = ["Interpreter", "evaluate"]

_KEY_KINDS = (str, bool, int)
_T = TypeVar("_T")


def evaluate(checked: Checked, bindings: Mapping[str, Any]) -> Any:
    """The value of an expression.

    Raises:
        EvaluationError: it has none; its ``failure`` says why.
    """
    return Interpreter(bindings, checked.source).value(checked.tree)


@dataclass(slots=True)
class Interpreter(Reader):
    """Evaluates trees over one set of bindings."""

    _iterations: int = 0

    def compute(self, node: Node) -> Any:
        """The value of a node that is not a path."""
        return _HANDLERS[type(node)](self, node)

    # -- logic ----------------------------------------------------------------------------------

    def boolean(self, node: Node, name: str) -> bool:
        """The value of a node that must be true or false."""
        value = self.value(node)
        if self.trail is not None:
            self.trail(self.source[node.start : node.end], value)
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
                    self.trail(self.source[operand.start : operand.end], error.failure)
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
                raise fail("Failed with repeated key").at(key_node.start)
            if index not in node.optional:
                out[as_key(key)] = value
            elif _as_optional(value).present:
                out[as_key(key)] = value.value
        return out

    # -- macros ---------------------------------------------------------------------------------

    def _macro(self, node: Macro) -> Any:
        if node.kind in ("optMap", "optFlatMap"):
            return self._optional_macro(node)
        elements = self._elements(node)
        if node.kind in ("all", "exists"):
            return self._quantifier(node, elements, decisive=node.kind == "exists")
        return sum([self._condition(node, node.body, element) for element in elements]) == 1

    def _elements(self, node: Macro) -> list[Located]:
        """The elements of a list, or the keys of a map, each with its path."""
        collection, path = self._locate(node.range)
        if type(collection) not in (list, tuple, dict):
            raise no_overload(node.kind, collection).at(node.range.start)
        if self._locals:
            self._iterations += len(collection)
        if self._iterations > MAX_ITERATIONS:
            raise fail(f"the loops of the expression visit more than {MAX_ITERATIONS} elements").at(node.start)
        if path is not None and not collection:
            self.reads[path] = collection
        if type(collection) is dict:
            return [(from_key(key), None) for key in collection]
        return [(item, self._element_path(collection, path, at)) for at, item in enumerate(collection)]

    def _within(self, node: Macro, element: Located, evaluate: Callable[[], _T]) -> _T:
        """Evaluate something with the macro's variable bound to an element."""
        outer = self._locals
        self._locals = {**outer, node.variable: element}
        try:
            return evaluate()
        finally:
            self._locals = outer

    def _condition(self, node: Macro, body: Node, element: Located) -> bool:
        return self._within(node, element, lambda: self.boolean(body, node.kind))

    def _quantifier(self, node: Macro, elements: list[Located], *, decisive: bool) -> bool:
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

    def _pairs(self, node: Macro) -> list[Located]:
        """The elements that ``filter`` keeps, or what ``map`` makes of them."""
        elements = self._elements(node)
        if node.kind == "filter":
            return [element for element in elements if self._condition(node, node.body, element)]
        pairs = []
        for element in elements:
            if node.condition is None or self._condition(node, node.condition, element):
                value, path = self._within(node, element, lambda: self._locate(node.body))
                if path is not None:
                    self._note(path, value)
                pairs.append((value, path))
        return pairs

    def _optional_macro(self, node: Macro) -> Optional:
        value, path = self._locate(node.range)
        holder = _as_optional(value)
        if not holder.present:
            return NONE
        value = self._within(node, (holder.value, path), lambda: self.value(node.body))
        return Optional.of(value) if node.kind == "optMap" else _as_optional(value)

    # -- calls ----------------------------------------------------------------------------------

    def _call(self, node: Call) -> Any:
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


_HANDLERS: dict[type, Callable[[Interpreter, Any], Any]] = {
    Literal: lambda _, node: node.value,
    Has: Interpreter._has,
    Not: Interpreter._not,
    And: Interpreter._and,
    Or: Interpreter._or,
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
