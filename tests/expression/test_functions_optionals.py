"""Optional values. Values: cel-spec (optionals)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from policy_engine.declaration.values import Duration, Timestamp, UInt
from policy_engine.expression.functions.kinds import NONE, Optional
from policy_engine.expression.functions.optionals import is_zero

Value = Callable[..., Any]


@pytest.mark.parametrize(
    ("source", "result"),
    [
        ("optional.of(1)", Optional.of(1)),
        ("optional.none()", NONE),
        ("optional.of(null)", Optional.of(None)),
        ("optional.ofNonZeroValue('')", NONE),
        ("optional.ofNonZeroValue(0u)", NONE),
        ("optional.ofNonZeroValue('x')", Optional.of("x")),
        ("optional.of(1).hasValue()", True),
        ("optional.none().hasValue()", False),
        ("optional.of('a').value()", "a"),
        ("optional.none().or(optional.none()).orValue(42)", 42),
        ("optional.of(1).or(optional.of(2)).value()", 1),
        ("optional.of(1).orValue(2)", 1),
        ("optional.of(1).orValue(1 / 0)", 1),
        ("optional.of(1).or(optional.of(1 / 0)).value()", 1),
        ("{'a': {'b': 1}}.?a.?b.orValue(0)", 1),
        ("{'a': {'b': 1}}.?x.b.orValue(0)", 0),
        ("{'a': {'b': 1}}.?a.x.hasValue()", False),
        ("{'a': 1}[?'b'].hasValue()", False),
        ("[10, 20][?1].value()", 20),
        ("[10, 20][?2].hasValue()", False),
        ("optional.of([10])[0].value()", 10),
        ("optional.of({'a': 1}).a.optMap(x, x + 1).value()", 2),
        ("optional.none().optMap(x, x).hasValue()", False),
        ("{'a': {'b': 2}}.?a.optFlatMap(m, m.?b).value()", 2),
        ("has(optional.of({'a': 1}).a)", True),
        ("has(optional.none().a)", False),
        ("[?optional.of(1), ?optional.none(), 3]", [1, 3]),
        ("{?'a': optional.of(1), ?'b': optional.none()}", {"a": 1}),
    ],
)
def test_a_result(value: Value, source: str, result: Any) -> None:
    found = value(source)
    assert (type(found), found) == (type(result), result)


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("optional.none().value()", "optional.none() dereference"),
        ("optional.none().orValue(1 / 0)", "division by zero"),
        ("dyn(1).hasValue()", "no such overload: hasValue(int)"),
        ("dyn(1).value()", "no such overload: value(int)"),
        ("dyn(1).or(optional.of(1))", "no such overload: or(int)"),
        ("optional.none().or(dyn(1))", "no such overload"),
        ("dyn(1).orValue(2)", "no such overload: orValue(int)"),
        ("[?dyn(1)]", "no such overload"),
        ("{?'a': dyn(1)}", "no such overload"),
        ("dyn('abc').?a", "no such overload"),
    ],
)
def test_what_has_no_result(failure: Value, source: str, message: str) -> None:
    assert message in failure(source).message


@pytest.mark.parametrize("zero", [None, False, 0, UInt(0), 0.0, "", [], {}, NONE, Timestamp(0), Duration(0)])
def test_the_empty_value_of_each_kind(zero: Any) -> None:
    assert is_zero(zero)


@pytest.mark.parametrize(
    "full", [True, 1, UInt(1), 0.5, " ", [0], {"a": None}, Optional.of(None), Timestamp(1), Duration(-1)]
)
def test_other_values_are_not_empty(full: Any) -> None:
    assert not is_zero(full)
