"""Resolving calls: which function a name means, and which of its forms fit the static types."""

from __future__ import annotations

from policy_engine.errors import ExpressionError, did_you_mean
from policy_engine.expression.functions import Overload
from policy_engine.expression.names import Names
from policy_engine.expression.tree import Call, Ident, Node, Select
from policy_engine.expression.types import (
    BOOL,
    DYN,
    NULL,
    NUMERIC,
    ListOf,
    MapOf,
    OptionalOf,
    Record,
    Type,
    substitute,
    unify,
)

__all__ = ["Calls"]

_SYMBOLS = {"_in_": "in", "-_": "-"}
_UNSUPPORTED = {
    "bytes": "bytes are not supported: rules work on text, numbers and times",
    "cel.bind": '"cel.bind" is not supported: name the part as a variable of the pack',
    "cel.block": '"cel.block" is not supported: name the parts as variables of the pack',
    "base64.encode": '"base64.encode" is not supported: it works on bytes',
    "base64.decode": '"base64.decode" is not supported: it gives bytes',
    "proto.getExt": "protobuf messages are not supported",
    "proto.hasExt": "protobuf messages are not supported",
    "ip": '"ip" is not supported: rules compare addresses as texts',
    "ip.isCanonical": '"ip" is not supported: rules compare addresses as texts',
    "isIP": '"isIP" is not supported: rules compare addresses as texts',
    "cidr": '"cidr" is not supported: rules compare addresses as texts',
}
_UNSUPPORTED_MACROS = ("existsOne", "transformList", "transformMap", "transformMapEntry")


class Calls(Names):
    """The part of the checker that deals with functions and operators."""

    def resolved(self, node: Call) -> Call:
        """``math.greatest(…)`` is a function with a dotted name, not a method of ``math``."""
        if not node.method:
            if node.name in _UNSUPPORTED:
                raise self.error(_UNSUPPORTED[node.name], node)
            return node
        if node.name in _UNSUPPORTED_MACROS:
            raise self.error(f'"{node.name}" is not supported; use exists_one, filter or map with one variable', node)
        prefix = self._namespace(node.args[0])
        if prefix is None:
            return node
        for name in self.environment.candidates(f"{prefix}.{node.name}"):
            if name in _UNSUPPORTED:
                raise self.error(_UNSUPPORTED[name], node)
            if self.environment.functions.forms(name, method=False):
                return Call(name, node.args[1:], start=node.start, end=node.end)
        return node

    def _namespace(self, node: Node) -> str | None:
        if isinstance(node, Ident):
            return None if node.name in self.scope else node.name
        if isinstance(node, Select) and not node.optional:
            outer = self._namespace(node.operand)
            return f"{outer}.{node.field}" if outer else None
        return None

    def overloads(self, node: Call) -> None:
        """Find the forms that fit the arguments; the result is their common type."""
        kinds = tuple(arg.type for arg in node.args)
        if node.name in ("_==_", "_!=_"):
            self._equality(node, kinds)
            return
        if node.name == "_in_" and not self.lenient:
            self._membership(node, kinds)
            return
        forms = self.environment.functions.forms(node.name, method=node.method)
        if not forms:
            self._no_function(node)
            return
        fitting = [(form, bound) for form in forms if (bound := _fit(form, kinds)) is not None]
        if not fitting:
            if self.lenient:
                node.forms, node.type = tuple(form for form in forms if form.takes(len(kinds))), DYN
                return
            raise self._no_form(node, forms, kinds)
        exact = next((form for form, _ in fitting if form.params == kinds), None)
        node.forms = (exact,) if exact else tuple(form for form, _ in fitting)
        results = {substitute(form.result, bound) for form, bound in fitting if exact in (None, form)}
        node.type = results.pop() if len(results) == 1 else DYN

    def _equality(self, node: Call, kinds: tuple[Type, ...]) -> None:
        left, right = kinds
        node.type = BOOL
        comparable = unify(left, right, {}) or unify(right, left, {}) or (left in NUMERIC and right in NUMERIC)
        comparable = comparable or (_is_structure(left) and _is_structure(right))
        if not comparable and not self.lenient:
            hint = "; what is not declared is absent, not null: ask has(…)" if NULL in kinds else ""
            raise self.error(f"{left} and {right} can never be equal{hint}", node)

    def _membership(self, node: Call, kinds: tuple[Type, ...]) -> None:
        element, collection = kinds
        node.type = BOOL
        if isinstance(collection, Record):
            raise self.error(f'"{collection}" is a record: ask has({collection}.field) instead', node)
        inner = (
            collection.element
            if isinstance(collection, ListOf)
            else collection.key
            if isinstance(collection, MapOf)
            else DYN
            if collection == DYN
            else None
        )
        if inner is None:
            raise self.error(f'"in" looks into a list or a map; this is {collection}', node.args[1])
        if not (unify(inner, element, {}) or (inner in NUMERIC and element in NUMERIC)):
            raise self.error(f"{element} can never be in {collection}", node)
        node.forms = tuple(self.environment.functions.forms("_in_", method=False))

    def _no_function(self, node: Call) -> None:
        """There is no such function: said at load, or when it is called where checks are off."""
        if self.lenient:
            node.forms, node.type = (), DYN
            return
        kind = "method" if node.method else "function"
        known = self.environment.functions.names(method=node.method)
        other = self.environment.functions.forms(node.name, method=not node.method)
        hint = f"; it is written {other[0].signature}" if other else did_you_mean(node.name, known)
        raise self.error(f'there is no {kind} "{node.name}"{hint}', node)

    def _no_form(self, node: Call, forms: list[Overload], kinds: tuple[Type, ...]) -> ExpressionError:
        given = ", ".join(map(str, kinds))
        name = _SYMBOLS.get(node.name, node.name.strip("_"))
        if node.name[0] in "_-":
            return self.error(f'"{name}" does not take ({given})', node)
        taken = "; ".join(dict.fromkeys(form.signature for form in forms[:4]))
        return self.error(f'"{name}" does not take ({given}); it is {taken}', node)


def _is_structure(kind: Type) -> bool:
    """Lists of lists, maps of maps: whether they are equal is a question about what they hold."""
    return isinstance(kind, ListOf | MapOf | OptionalOf)


def _fit(form: Overload, kinds: tuple[Type, ...]) -> dict[str, Type] | None:
    """How a form's type variables are bound by the arguments, or None where it does not take them."""
    if not form.takes(len(kinds)):
        return None
    wanted = form.params + form.params[-1:] * (len(kinds) - len(form.params))
    bound: dict[str, Type] = {}
    for want, given in zip(wanted, kinds, strict=True):
        if not unify(want, given, bound):
            return None
    return bound
