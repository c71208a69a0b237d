"""The exact interpreter: what is absorbed, what is absent and where, and what names stand for."""

from __future__ import annotations

from typing import Any

import pytest

from policy_engine.declaration.values import UInt
from policy_engine.expression import (
    BOOL,
    DYN,
    INT,
    STRING,
    Environment,
    EvaluationError,
    Failure,
    ListOf,
    MapOf,
    Record,
    compile,
    evaluate,
)
from tests.expression.strategies import ENVIRONMENT

FLOWS = [
    {"country": "BR", "personal": True, "size": 1, "onward": []},
    {"personal": True, "size": 2, "onward": [{"name": "x"}]},
    {"country": "US", "personal": False},
]
JOB = {"name": "job-1", "on": True, "count": 3, "flows": FLOWS, "site": {"country": "BR"}, "labels": {"team": "ml"}}


def value(source: str, names: Environment = ENVIRONMENT, **bindings: Any) -> Any:
    return evaluate(compile(source, names), {"job": JOB, **bindings})


def failure(source: str, names: Environment = ENVIRONMENT, **bindings: Any) -> Failure:
    with pytest.raises(EvaluationError) as raised:
        value(source, names, **bindings)
    return raised.value.failure


class TestAbsorption:
    """Section "Logical Operators" of the language definition: either side may settle the result."""

    @pytest.mark.parametrize(
        ("source", "expected"),
        [
            ("1 / 0 == 1 && false", False),
            ("false && 1 / 0 == 1", False),
            ("1 / 0 == 1 || true", True),
            ("job.site.zones > 1 || job.on", True),
            ("!job.on && job.site.zones > 1", False),
            ("job.site.zones > 1 && 1 / 0 == 1 && !job.on", False),
            ("job.flows.exists(f, f.country == 'US')", True),
            ("job.flows.all(f, f.country == 'US')", False),
            ("true ? 1 : 1 / 0", 1),
            ("[1, 0].exists(x, 1 / x == 1)", True),
            ("[0, 1].exists(x, 1 / x == 1)", True),
            ("[0, 2].all(x, 1 / x == 1)", False),
        ],
    )
    def test_settled(self, source: str, expected: Any) -> None:
        assert value(source) is expected or value(source) == expected

    @pytest.mark.parametrize(
        "source",
        [
            "1 / 0 == 1 && true",
            "1 / 0 == 1 || false",
            "job.site.zones > 1 && 1 / 0 == 1",  # an error is worse than an absence
            "[0, 1].all(x, 1 / x == 1)",
            "[0, 2].exists(x, 1 / x == 1)",
            "[0, 1].exists_one(x, 1 / x == 1)",
            "[0].filter(x, 1 / x == 1) == []",
            "[0].map(x, 1 / x) == []",
        ],
    )
    def test_not_settled(self, source: str) -> None:
        assert failure(source).kind == "error"
        assert failure(source).message == "division by zero"


class TestAbsence:
    """What is not declared is named by its path from the root; null is a value."""

    @pytest.mark.parametrize(
        ("source", "missing"),
        [
            ("job.rate > 1.0", ["job.rate"]),
            ("job['rate'] > 1.0", ["job.rate"]),
            ("limit > 1", ["limit"]),
            ("job.site.zones > 1", ["job.site.zones"]),
            ("job.labels.region == 'a'", ["job.labels.region"]),
            ("job.labels['region'] == 'a'", ["job.labels.region"]),
            ("job.flows[1].country == 'BR'", ["job.flows[1].country"]),
            ("job.flows[7].country == 'BR'", ["job.flows[7]"]),
            ("has(job.extra.a)", ["job.extra"]),
            ("job.flows.all(f, f.country in ['BR', 'US'])", ["job.flows[1].country"]),
            ("job.flows.exists(f, f.country == 'PT')", ["job.flows[1].country"]),
            ("job.flows.filter(f, f.personal).all(f, f.country == 'BR')", ["job.flows[1].country"]),
            ("job.flows.filter(f, f.personal)[1].country == 'BR'", ["job.flows[1].country"]),
            ("job.flows.map(f, f.size > 0, f.onward).all(o, o.all(p, p.covered))", ["job.flows[2].size"]),
            ("job.flows.all(f, !has(f.onward) || f.onward.all(o, o.covered))", ["job.flows[1].onward[0].covered"]),
            ("job.?flows.orValue([]).all(f, f.country != 'PT')", ["job.flows[1].country"]),
            ("job.?site.optMap(s, s.zones > 1).orValue(true)", ["job.site.zones"]),
            ("(job.on ? job.site : job.site).zones > 1", ["job.site.zones"]),
            ("job.rate > 1.0 && job.site.zones > 1 && job.on", ["job.rate", "job.site.zones"]),
            ("job.rate > 1.0 || job.site.open", ["job.rate", "job.site.open"]),
            ("job.rate > 1.0 && job.rate < 2.0", ["job.rate"]),
        ],
    )
    def test_missing(self, source: str, missing: list[str]) -> None:
        found = failure(source)
        assert (found.kind, list(found.missing)) == ("absent", missing)

    def test_message_and_offset(self) -> None:
        found = failure("job.on && job.site.zones > 1")
        assert (found.message, found.offset) == ("no such key: 'zones'", 19)

    @pytest.mark.parametrize(
        "source", ["{'a': 1}['b'] == 1", "{'a': 1}.b == 1", "[1][3] == 1", "optional.none().value() == 1"]
    )
    def test_what_has_no_path_is_an_error(self, source: str) -> None:
        assert failure(source).kind == "error"
        assert failure(source).missing == ()

    @pytest.mark.parametrize(
        ("source", "expected"),
        [
            ("has(job.rate)", False),
            ("has(job.site.zones)", False),
            ("has(job.name)", True),
            ("has(job.any)", True),
            ("job.any == null", True),
            ("job.?rate.hasValue()", False),
            ("job.?rate.orValue(0.5)", 0.5),
            ("job.?extra.a.orValue(1)", 1),
            ("job.flows[?9].hasValue()", False),
            ("[?job.?rate, 1.0]", [1.0]),
            ("{?'rate': job.?rate, 'a': 1.0}", {"a": 1.0}),
        ],
    )
    def test_asked(self, source: str, expected: Any) -> None:
        assert value(source, job={**JOB, "any": None}) == expected

    def test_long_key_is_cut_in_the_message(self) -> None:
        names = Environment({"m": MapOf(STRING, INT), "k": STRING})
        assert failure("m[k] == 1", names, m={}, k="x" * 100).message == "no such key: '" + "x" * 39 + "…"


class TestMacros:
    """Section "Macros" of the language definition."""

    @pytest.mark.parametrize(
        ("source", "expected"),
        [
            ("[].all(x, false)", True),
            ("[].exists(x, true)", False),
            ("[1, 2, 2].exists_one(x, x == 2)", False),
            ("[1, 2, 2].exists_one(x, x == 1)", True),
            ("[1, 2, 3].filter(x, x > 1)", [2, 3]),
            ("[1, 2, 3].map(x, x * 2)", [2, 4, 6]),
            ("[1, 2, 3].map(x, x > 1, x * 2)", [4, 6]),
            ("{'a': 1, 'b': 2}.exists(k, k == 'b')", True),
            ("{'a': 1}.map(k, k + '!')", ["a!"]),
            ("[[1, 2], [3]].all(l, l.exists(x, x > 1))", True),
            ("[1, 2].map(x, [3, 4].map(y, x * y))", [[3, 4], [6, 8]]),
            ("[1].map(x, [2].map(x, x))", [[2]]),
            ("[0].exists(limit, limit == 0)", True),
            ("optional.of(2).optMap(x, x + 1).value()", 3),
            ("optional.none().optMap(x, 1 / 0).hasValue()", False),
            ("optional.of(2).optFlatMap(x, optional.none()).hasValue()", False),
        ],
    )
    def test_values(self, source: str, expected: Any) -> None:
        assert value(source, limit=1) == expected

    def test_loops_within_loops_cannot_run_away(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("policy_engine.expression.exact.MAX_ITERATIONS", 1000)
        names = Environment({"n": ListOf(INT)})
        found = failure("n.map(a, n.map(b, a + b)).size() > 0", names, n=list(range(32)))
        assert found.message == "the loops of the expression visit more than 1000 elements"
        assert value("n.map(a, a + 1).size()", names, n=list(range(2000))) == 2000


class TestUntyped:
    """Values whose type is only known when they come."""

    @pytest.mark.parametrize(
        ("source", "given", "message"),
        [
            ("x && true", 1, "no such overload: _&&_(int)"),
            ("!x", "a", "no such overload: !_(string)"),
            ("x ? 1 : 2", None, "no such overload: _?_:_(null_type)"),
            ("x + 1 == 2", 1.0, "no such overload: _+_(double, int)"),
            ("x + 1 == 2", True, "no such overload: _+_(bool, int)"),
            ("x < 1", True, "no such overload: _<_(bool, int)"),
            ("x.all(y, y)", 1, "no such overload: all(int)"),
            ("[1].all(y, x)", "a", "no such overload: all(string)"),
            ("x[0] == 1", 5, "no such overload: _[_](int, int)"),
            ("x.startsWith('a')", 5, "no such overload: startsWith(int, string)"),
            ("x.a == 1", 5, "a value of this kind has no field 'a'"),
            ("has(x.a)", 5, "a value of this kind has no field 'a'"),
            ("{x: 1} == {}", 1.5, "unsupported key type: a key is a text, a bool or a whole number"),
            ("{x: 1, 1: 2} == {}", 1, "Failed with repeated key"),
            ("[?x] == []", 1, "no such overload: ?(int)"),
        ],
    )
    def test_no_overload(self, source: str, given: Any, message: str) -> None:
        found = failure(source, Environment({"x": DYN}), x=given)
        assert (found.kind, found.message) == ("error", message)

    @pytest.mark.parametrize(
        ("source", "given", "expected"),
        [
            ("x == 1", True, False),
            ("x == 1", 1.0, True),
            ("x == 1u", UInt(1), True),
            ("x in [1, 2]", True, False),
            ("x in [1, 2]", 2.0, True),
            ("x == [1, 2]", [1.0, UInt(2)], True),
            ("x == {'a': 1}", {"a": True}, False),
            ("x[true] == 1", {"a": 1}, None),
        ],
    )
    def test_bools_are_not_numbers_and_numbers_compare_by_value(
        self, source: str, given: Any, expected: bool | None
    ) -> None:
        names = Environment({"x": DYN})
        if expected is None:
            assert failure(source, names, x=given).kind == "absent"
        else:
            assert value(source, names, x=given) is expected

    def test_condition_of_unknown_type_must_be_a_bool(self) -> None:
        checked = compile("x", Environment({"x": DYN}), expect=BOOL)
        assert evaluate(checked, {"x": True}) is True
        for other in (None, "yes", 1, []):
            with pytest.raises(EvaluationError, match="no such overload"):
                evaluate(checked, {"x": other})

    def test_unknown_names_fail_when_checks_are_off(self) -> None:
        assert evaluate(compile("true || nobody", ENVIRONMENT, check=False), {}) is True
        with pytest.raises(EvaluationError, match="undeclared reference to 'nobody'"):
            evaluate(compile("nobody", ENVIRONMENT, check=False), {})
        with pytest.raises(EvaluationError, match="unbound function: f"):
            evaluate(compile("f(1)", ENVIRONMENT, check=False), {})


class TestDefinitions:
    """A pack's variables: names that stand for expressions."""

    NAMES = ENVIRONMENT.define("moves", compile("job.flows.filter(f, f.personal)", ENVIRONMENT))

    def test_value(self) -> None:
        assert value("moves.size()", self.NAMES) == 2

    def test_macro_variables_outside_do_not_leak_in(self) -> None:
        names = Environment({"n": INT})
        names = names.define("twice", compile("[n].map(x, x * 2)[0]", names))
        assert evaluate(compile("[100].map(n, twice)", names), {"n": 4}) == [8]

    def test_paths_go_through_and_the_offset_is_that_of_the_name(self) -> None:
        found = failure("job.on && moves.all(m, m.country == 'BR')", self.NAMES)
        assert found.missing == ("job.flows[1].country",)
        names = self.NAMES.define("far", compile("job.site.zones > 1", self.NAMES))
        assert failure("job.on && far", names).offset == 10


def test_record_that_is_null_or_something_else_is_an_error_not_a_crash() -> None:
    names = Environment({"w": Record("w", {"site": Record("site", {"country": STRING})})})
    for odd in (None, "BR", [], 1):
        assert failure("w.site.country == 'BR'", names, w={"site": odd}).kind == "error"
