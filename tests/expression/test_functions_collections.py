"""Size, membership and positions. Values: cel-spec (lists, fields, comparisons)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from policy_engine.declaration.values import UInt
from policy_engine.expression.functions.collections import contained, list_index, size
from policy_engine.expression.functions.comparison import equal
from policy_engine.expression.functions.kinds import as_key, from_key

Value = Callable[..., Any]


@pytest.mark.parametrize(
    ("source", "result"),
    [
        ("size([])", 0),
        ("[1, 2, 3].size()", 3),
        ("size({1: 'a', 2: 'b'})", 2),
        ("{}.size()", 0),
        ("1 in [1.0]", True),
        ("2u in [1, 2]", True),
        ("dyn(true) in [1]", False),
        ("dyn('1') in [1]", False),
        ("0.0 / 0.0 in [0.0 / 0.0]", False),
        ("null in [null]", True),
        ("[1] in [[1u], [2]]", True),
        ("'a' in {'a': 1}", True),
        ("dyn(1) in {'1': 1}", False),
        ("1.0 in {1: 'x'}", True),
        ("1.5 in {1: 'x'}", False),
        ("dyn(true) in {1: 'x'}", False),
        ("dyn(1) in {true: 'x'}", False),
        ("true in {true: 'x'}", True),
        ("dyn([1]) in dyn({1: 'x'})", False),
        ("{true: 'yes', false: 'no'}[true]", "yes"),
        ("{1: 'a'}[1u]", "a"),
        ("[7, 8, 9][dyn(0.0)]", 7),
        ("[7, 8, 9][dyn(0u)]", 7),
        ("[[1, 2], [3]][0][1]", 2),
    ],
)
def test_a_result(value: Value, source: str, result: Any) -> None:
    found = value(source)
    assert (type(found), found) == (type(result), result)


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("[1, 2, 3][3]", "index out of bounds: 3"),
        ("[1, 2, 3][-1]", "index out of bounds: -1"),
        ("[1, 2, 3][dyn(0.1)]", "a list is indexed with a whole number"),
        ("[1, 2, 3][dyn('0')]", "a list is indexed with a whole number"),
        ("[1, 2, 3][dyn(true)]", "a list is indexed with a whole number"),
        ("{'a': 1}['b']", "no such key: 'b'"),
        ("dyn({'a': 1})[1]", "no such key: 1"),
        ("dyn({1: 1})[true]", "no such key: True"),
        ("1 in dyn(1)", "no such overload: _in_(int, int)"),
        ("dyn('a') in dyn('abc')", "no such overload: _in_(string, string)"),
        ("size(dyn(null))", "no such overload: size(null_type)"),
        ("{'a': 1, 'a': 2}", "repeated key"),
        ("{1: 1, 1u: 2}", "repeated key"),
        ("{dyn(1.0): 1}", "unsupported key type"),
    ],
)
def test_what_has_no_result(failure: Value, source: str, message: str) -> None:
    assert message in failure(source).message


@pytest.mark.parametrize(
    ("index", "found"), [(2, 2), (UInt(2), 2), (2.0, 2), (2.5, None), (True, None), ("2", None), (float("nan"), None)]
)
def test_a_position_is_a_whole_number(index: Any, found: int | None) -> None:
    assert list_index(index) == found


SCALARS = st.booleans() | st.integers(-3, 3) | st.integers(0, 3).map(UInt) | st.text("ab", max_size=1)


@given(element=SCALARS, items=st.lists(SCALARS, max_size=5))
def test_a_list_holds_what_equals_one_of_its_elements(element: Any, items: list[Any]) -> None:
    assert contained(element, items) is any(equal(element, item) for item in items)
    assert size(items) == len(items)


@given(element=SCALARS, keys=st.lists(SCALARS, max_size=5))
def test_a_map_has_the_keys_that_are_equal(element: Any, keys: list[Any]) -> None:
    entries = {as_key(key): None for key in keys}
    assert contained(element, entries) is any(equal(element, key) for key in keys)
    assert all(type(from_key(as_key(key))) is type(key) for key in keys)
