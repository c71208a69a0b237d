"""Which type may stand where another is asked for, and which type holds the values of two."""

from __future__ import annotations

import pytest

from policy_engine.expression import (
    BOOL,
    DOUBLE,
    DYN,
    INT,
    NULL,
    STRING,
    TIMESTAMP,
    Environment,
    ListOf,
    MapOf,
    OptionalOf,
    Record,
    Type,
)
from policy_engine.expression.types import FREE, Param, join, joined, substitute, unify

SITE = Record("site", {"country": STRING, "city": STRING})
MIXED = Record("mixed", {"country": STRING, "zones": INT})
T, K, V = Param("T"), Param("K"), Param("V")


@pytest.mark.parametrize(
    ("wanted", "given", "bound"),
    [
        (INT, INT, {}),
        (INT, DYN, {}),
        (DYN, INT, {}),
        (T, INT, {"T": INT}),
        (ListOf(T), ListOf(STRING), {"T": STRING}),
        (ListOf(T), DYN, {"T": DYN}),
        (MapOf(K, V), MapOf(STRING, ListOf(INT)), {"K": STRING, "V": ListOf(INT)}),
        (OptionalOf(T), OptionalOf(BOOL), {"T": BOOL}),
        (MapOf(K, V), SITE, {"K": STRING, "V": STRING}),
        (SITE, SITE, {}),
    ],
)
def test_may_stand(wanted: Type, given: Type, bound: dict[str, Type]) -> None:
    found: dict[str, Type] = {}
    assert unify(wanted, given, found)
    assert found == bound


@pytest.mark.parametrize(
    ("wanted", "given"),
    [
        (INT, DOUBLE),
        (BOOL, INT),
        (ListOf(INT), ListOf(STRING)),
        (ListOf(INT), INT),
        (SITE, MIXED),
        (MapOf(K, V), MIXED),
        (STRING, NULL),
    ],
)
def test_may_not_stand(wanted: Type, given: Type) -> None:
    assert not unify(wanted, given, {})


def test_variable_is_bound_once_and_never_more_exact_than_both() -> None:
    bound: dict[str, Type] = {}
    assert unify(ListOf(T), ListOf(INT), bound)
    assert not unify(T, STRING, dict(bound))
    assert unify(T, DYN, bound)
    assert substitute(ListOf(T), bound) == ListOf(DYN)


@pytest.mark.parametrize(
    ("one", "other", "both"),
    [
        (INT, INT, INT),
        (INT, DYN, DYN),
        (FREE, INT, INT),
        (ListOf(FREE), ListOf(INT), ListOf(INT)),
        (ListOf(INT), ListOf(DYN), ListOf(DYN)),
        (NULL, TIMESTAMP, TIMESTAMP),
        (NULL, SITE, SITE),
        (MapOf(STRING, STRING), SITE, MapOf(STRING, STRING)),
        (INT, DOUBLE, None),
        (INT, STRING, None),
        (NULL, STRING, None),
    ],
)
def test_join(one: Type, other: Type, both: Type | None) -> None:
    assert join(one, other) == both
    assert join(other, one) == both


def test_elements_of_different_types_may_be_anything() -> None:
    assert joined([INT, STRING]) == DYN
    assert joined([INT, INT]) == INT
    assert joined([]) is FREE


def test_text_of_types() -> None:
    kinds = [INT, ListOf(STRING), MapOf(STRING, DYN), OptionalOf(INT), SITE, T, NULL]
    shown = ["int", "list(string)", "map(string, dyn)", "optional(int)", "site", "T", "null_type"]
    assert list(map(str, kinds)) == shown


def test_names_are_looked_up_from_the_innermost_namespace_outwards() -> None:
    names = Environment({"a.b.x": INT, "a.x": STRING, "x": BOOL}, container="a.b.c")
    assert list(names.candidates("x")) == ["a.b.c.x", "a.b.x", "a.x", "x"]
    assert names.variable("x") == "a.b.x"
    assert names.variable("x", absolute=True) == "x"
    assert names.variable("y") is None
