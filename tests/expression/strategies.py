"""Random expressions over a small schema, by type, and random documents in which any field may be absent."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from hypothesis import strategies as st

from policy_engine.declaration.values import SECOND_NS, Duration, Timestamp, UInt
from policy_engine.expression import (
    BOOL,
    DOUBLE,
    DURATION,
    DYN,
    INT,
    STRING,
    TIMESTAMP,
    UINT,
    Environment,
    ListOf,
    MapOf,
    Record,
    Type,
)

__all__ = ["DECLARED", "ENVIRONMENT", "bindings", "expressions", "plain"]

Scope = tuple[tuple[str, Type], ...]
Draw = Callable[[st.SearchStrategy[Any]], Any]

ONWARD = Record("onward", {"name": STRING, "covered": BOOL})
FLOW = Record(
    "flow",
    {"country": STRING, "personal": BOOL, "amount": DOUBLE, "size": INT, "onward": ListOf(ONWARD), "site": DYN},
)
SITE = Record("site", {"country": STRING, "zones": INT, "open": BOOL})
JOB = Record(
    "job",
    {
        "name": STRING, "count": INT, "rate": DOUBLE, "on": BOOL, "since": TIMESTAMP, "span": DURATION,
        "tags": ListOf(STRING), "sizes": ListOf(INT), "rates": ListOf(DOUBLE), "labels": MapOf(STRING, STRING),
        "site": SITE, "flows": ListOf(FLOW), "any": DYN, "extra": MapOf(STRING, DYN),
    },
)  # fmt: skip
DECLARED: dict[str, Type] = {"job": JOB, "ticks": UINT, "any": DYN, "limit": INT, "strict": BOOL}
ENVIRONMENT = Environment(DECLARED)

TEXTS = st.sampled_from(["", "a", "BR", "US", "pii:x", "ção", "1", "true"])
INTS = st.sampled_from([0, 1, -1, 2, 3, 7, 2**53 + 1, 2**63 - 1, -(2**63)])
DOUBLES = st.sampled_from([0.0, -0.0, 1.0, 1.5, -2.5, 2.0, 1e18, 9.007199254740993e15, float("nan"), float("inf")])
INSTANTS = st.sampled_from([Timestamp(0), Timestamp(1_700_000_000 * SECOND_NS), Timestamp(-(10**18))])
SPANS = st.sampled_from([Duration(0), Duration(90 * SECOND_NS), Duration(-1000)])
ANY = st.recursive(
    st.none() | st.booleans() | INTS | DOUBLES | TEXTS | INSTANTS | SPANS | INTS.filter(lambda n: n >= 0).map(UInt),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(["a", "b"]), inner, max_size=2),
    max_leaves=4,
)
_SCALARS = {
    BOOL: st.booleans(), INT: INTS, DOUBLE: DOUBLES, STRING: TEXTS, TIMESTAMP: INSTANTS, DURATION: SPANS, DYN: ANY,
    UINT: INTS.filter(lambda n: n >= 0).map(UInt),
}  # fmt: skip


def values(kind: Type) -> st.SearchStrategy[Any]:
    """Values of a type; any field of a record may be absent."""
    match kind:
        case ListOf(element):
            return st.lists(values(element), max_size=3)
        case MapOf(_, value):
            return st.dictionaries(st.sampled_from(["a", "b", "team"]), values(value), max_size=2)
        case Record(fields=fields):
            return _mostly(fields)
    return _SCALARS[kind]


@st.composite
def _mostly(draw: Draw, fields: Mapping[str, Type]) -> dict[str, Any]:
    """Values for most fields: up to two are absent."""
    absent = draw(st.sets(st.sampled_from(sorted(fields)), max_size=2))
    return {name: draw(values(kind)) for name, kind in fields.items() if name not in absent}


def bindings() -> st.SearchStrategy[dict[str, Any]]:
    """Values for the variables, any of which may be left out."""
    return _mostly(DECLARED)


def plain(kind: str) -> str:
    """A text as a literal of the language."""
    return '"' + kind.replace("\\", "\\\\").replace('"', '\\"') + '"'


# -- expressions ------------------------------------------------------------------------------------

_LITERALS: dict[Type, list[str]] = {
    BOOL: ["true", "false"],
    INT: ["0", "1", "2", "-1", "9223372036854775807", "9007199254740993"],
    UINT: ["0u", "1u", "7u"],
    DOUBLE: ["0.0", "1.0", "1.5", "-2.5", "1e18"],
    STRING: ['""', '"a"', '"BR"', '"pii:x"', "'ção'"],
    TIMESTAMP: ['timestamp("2023-11-14T22:13:20Z")', "timestamp(0)"],
    DURATION: ['duration("90s")', 'duration("0s")'],
}
_ORDERED = (INT, DOUBLE, STRING, UINT, TIMESTAMP, DURATION, BOOL)


@st.composite
def expressions(draw: Draw, kind: Type = BOOL, depth: int = 4) -> str:
    """An expression of a type."""
    return _expression(draw, kind, depth, tuple(DECLARED.items()))


def _pick(draw: Draw, options: list[Any]) -> Any:
    return draw(st.sampled_from(options))


def _expression(draw: Draw, kind: Type, depth: int, scope: Scope) -> str:
    if depth <= 0:
        return _leaf(draw, kind, scope)
    makers = [_leaf, _leaf, *_MAKERS.get(kind, ())]
    if isinstance(kind, ListOf):
        makers += [_filter, _map, _list]
    if kind == DYN:
        makers += [_dyn]
    makers += [_conditional, _or_value]
    maker = _pick(draw, makers)
    if maker is _leaf:
        return _leaf(draw, kind, scope)
    made: str = maker(draw, kind, depth - 1, scope)
    return made


def _paths(scope: Scope, wanted: Type) -> list[str]:
    """The paths below the names in scope that have a type."""
    found = []
    queue = list(scope)
    while queue:
        text, kind = queue.pop()
        if kind == wanted:
            found.append(text)
        if isinstance(kind, Record):
            queue += [(f"{text}.{name}", one) for name, one in kind.fields.items()]
        elif isinstance(kind, MapOf):
            queue += [(f"{text}.team", kind.value), (f'{text}["a"]', kind.value)]
        elif isinstance(kind, ListOf) and not isinstance(kind.element, Record):
            queue.append((f"{text}[0]", kind.element))
    return sorted(found)


def _leaf(draw: Draw, kind: Type, scope: Scope) -> str:
    paths = _paths(scope, kind)
    literals = _LITERALS.get(kind, [])
    if kind == DYN:
        literals = [f"dyn({one})" for some in _LITERALS.values() for one in some[:2]] + [
            "dyn([1, 2.0])",
            'dyn({"a": 1})',
        ]
    if isinstance(kind, ListOf):
        literals = (
            ["[]"]
            if isinstance(kind.element, Record)
            else [f"[{', '.join(_LITERALS.get(kind.element, ['dyn(1)'])[:2])}]"]
        )
    if paths and (not literals or draw(st.integers(0, 3))):
        chosen: str = _pick(draw, paths)
        return chosen
    text: str = _pick(draw, literals)
    return text


def _dyn(draw: Draw, kind: Type, depth: int, scope: Scope) -> str:
    inner = _pick(draw, [BOOL, INT, DOUBLE, STRING, DYN])
    if inner == DYN:
        return f"({_expression(draw, DYN, depth, scope)}).{_pick(draw, ['a', 'b'])}"
    return f"dyn({_expression(draw, inner, depth, scope)})"


def _conditional(draw: Draw, kind: Type, depth: int, scope: Scope) -> str:
    condition = _expression(draw, BOOL, depth, scope)
    return f"({condition} ? {_expression(draw, kind, depth, scope)} : {_expression(draw, kind, depth, scope)})"


def _or_value(draw: Draw, kind: Type, depth: int, scope: Scope) -> str:
    other = _expression(draw, kind, depth, scope)
    paths = [path for path in _paths(scope, kind) if "." in path and not path.endswith("]")]
    if not paths:
        return f"optional.of({_expression(draw, kind, depth, scope)}).orValue({other})"
    head, _, field = _pick(draw, paths).rpartition(".")
    if draw(st.booleans()) or "." not in head or head.endswith("]"):
        return f"{head}.?{field}.orValue({other})"
    outer, _, inner = head.rpartition(".")
    return f"{outer}.?{inner}.{field}.orValue({other})"


def _optional_map(draw: Draw, kind: Type, depth: int, scope: Scope) -> str:
    inner = _pick(draw, [INT, STRING, BOOL])
    paths = [path for path in _paths(scope, inner) if "." in path and path[-1] != "]"]
    if not paths:
        return _leaf(draw, kind, scope)
    head, _, field = _pick(draw, paths).rpartition(".")
    name = f"o{len(scope)}"
    body = _expression(draw, kind, depth, (*scope, (name, inner)))
    return f"{head}.?{field}.optMap({name}, {body}).orValue({_expression(draw, kind, depth, scope)})"


def _logic(draw: Draw, kind: Type, depth: int, scope: Scope) -> str:
    word = _pick(draw, ["&&", "||"])
    parts = [
        _expression(draw, _pick(draw, [BOOL, BOOL, BOOL, DYN]), depth, scope) for _ in range(draw(st.integers(2, 3)))
    ]
    return f"({f' {word} '.join(parts)})"


def _not(draw: Draw, kind: Type, depth: int, scope: Scope) -> str:
    return f"!({_expression(draw, BOOL, depth, scope)})"


def _equal(draw: Draw, kind: Type, depth: int, scope: Scope) -> str:
    one = _pick(draw, [*_ORDERED, ListOf(INT), ListOf(STRING), DYN])
    other = _pick(draw, [INT, UINT, DOUBLE, DYN]) if one in (INT, UINT, DOUBLE, DYN) else one
    return (
        f"({_expression(draw, one, depth, scope)} {_pick(draw, ['==', '!='])} {_expression(draw, other, depth, scope)})"
    )


def _ordered(draw: Draw, kind: Type, depth: int, scope: Scope) -> str:
    one = _pick(draw, list(_ORDERED))
    other = _pick(draw, [INT, UINT, DOUBLE, DYN]) if one in (INT, UINT, DOUBLE) else one
    symbol = _pick(draw, ["<", "<=", ">", ">="])
    return f"({_expression(draw, one, depth, scope)} {symbol} {_expression(draw, other, depth, scope)})"


def _has(draw: Draw, kind: Type, depth: int, scope: Scope) -> str:
    paths = [path for one in (STRING, INT, BOOL, DYN) for path in _paths(scope, one) if "." in path and path[-1] != "]"]
    return f"has({_pick(draw, paths)})" if paths else "true"


def _in(draw: Draw, kind: Type, depth: int, scope: Scope) -> str:
    one = _pick(draw, [STRING, INT, DOUBLE, DYN])
    maps = _paths(scope, MapOf(STRING, STRING))
    if one == STRING and maps and draw(st.booleans()):
        return f"({_expression(draw, STRING, depth, scope)} in {maps[0]})"
    return f"({_expression(draw, one, depth, scope)} in {_expression(draw, ListOf(one), depth, scope)})"


def _quantifier(draw: Draw, kind: Type, depth: int, scope: Scope) -> str:
    element = _pick(draw, [FLOW, FLOW, STRING, INT, ONWARD])
    name = _pick(draw, [f"e{len(scope)}", "job", "x"])
    macro = _pick(draw, ["all", "exists", "exists_one"])
    inner = tuple(pair for pair in scope if pair[0] != name)
    body = _expression(draw, BOOL, depth, (*inner, (name, element)))
    return f"{_expression(draw, ListOf(element), depth, scope)}.{macro}({name}, {body})"


def _keys(draw: Draw, kind: Type, depth: int, scope: Scope) -> str:
    maps, name = _paths(scope, MapOf(STRING, STRING)), f"k{len(scope)}"
    if not maps:
        return "false"
    body = _expression(draw, BOOL, depth, (*scope, (name, STRING)))
    return f"{maps[0]}.{_pick(draw, ['all', 'exists'])}({name}, {body})"


def _filter(draw: Draw, kind: ListOf, depth: int, scope: Scope) -> str:
    name = f"f{len(scope)}"
    body = _expression(draw, BOOL, depth, (*scope, (name, kind.element)))
    return f"{_expression(draw, kind, depth, scope)}.filter({name}, {body})"


def _map(draw: Draw, kind: ListOf, depth: int, scope: Scope) -> str:
    if isinstance(kind.element, Record):
        return _leaf(draw, kind, scope)
    name, element = f"m{len(scope)}", _pick(draw, [FLOW, STRING, INT])
    inner = (*scope, (name, element))
    chosen = f"{_expression(draw, BOOL, depth - 1, inner)}, " if draw(st.booleans()) else ""
    over, body = _expression(draw, ListOf(element), depth, scope), _expression(draw, kind.element, depth, inner)
    return f"{over}.map({name}, {chosen}{body})"


def _list(draw: Draw, kind: ListOf, depth: int, scope: Scope) -> str:
    if isinstance(kind.element, Record):
        return _leaf(draw, kind, scope)
    return f"[{', '.join(_expression(draw, kind.element, depth, scope) for _ in range(2))}]"


def _sum(draw: Draw, kind: Type, depth: int, scope: Scope) -> str:
    symbol = _pick(draw, ["+", "-", "*", "/", "%"] if kind == INT else ["+", "-", "*", "/"])
    return f"({_expression(draw, kind, depth, scope)} {symbol} {_expression(draw, kind, depth, scope)})"


def _size(draw: Draw, kind: Type, depth: int, scope: Scope) -> str:
    return f"size({_expression(draw, _pick(draw, [STRING, ListOf(FLOW), ListOf(STRING)]), depth, scope)})"


def _element(draw: Draw, kind: Type, depth: int, scope: Scope) -> str:
    return f"{_expression(draw, ListOf(kind), depth, scope)}[{_pick(draw, ['0', '1', 'limit'])}]"


def _converted(draw: Draw, kind: Type, depth: int, scope: Scope) -> str:
    given = [INT, DOUBLE, STRING, BOOL] if kind == STRING else [INT, DOUBLE, STRING]
    return f"{kind}({_expression(draw, _pick(draw, given), depth, scope)})"


def _text(draw: Draw, kind: Type, depth: int, scope: Scope) -> str:
    return f"({_expression(draw, STRING, depth, scope)} + {_expression(draw, STRING, depth, scope)})"


def _test(draw: Draw, kind: Type, depth: int, scope: Scope) -> str:
    one, other = (_expression(draw, STRING, depth, scope) for _ in range(2))
    return f"{one}.{_pick(draw, ['startsWith', 'endsWith', 'contains'])}({other})"


def _matches(draw: Draw, kind: Type, depth: int, scope: Scope) -> str:
    return f'{_expression(draw, STRING, depth, scope)}.matches("^[A-Z]{{2}}$|pii")'


def _instant(draw: Draw, kind: Type, depth: int, scope: Scope) -> str:
    span = _expression(draw, DURATION, depth, scope)
    return f"({_expression(draw, TIMESTAMP, depth, scope)} {_pick(draw, ['+', '-'])} {span})"


def _span(draw: Draw, kind: Type, depth: int, scope: Scope) -> str:
    one, other = (_expression(draw, TIMESTAMP, depth, scope) for _ in range(2))
    return f"({one} - {other})"


_MAKERS: dict[Type, tuple[Callable[..., str], ...]] = {
    BOOL: (
        _logic, _logic, _logic, _not, _equal, _equal, _ordered, _ordered, _has, _has, _in, _in, _quantifier,
        _quantifier, _keys, _test, _matches, _optional_map,
    ),
    INT: (_sum, _size, _element, _converted, _optional_map),
    DOUBLE: (_sum, _converted, _element),
    STRING: (_text, _element, _converted),
    TIMESTAMP: (_instant,),
    DURATION: (_span,),
}  # fmt: skip
