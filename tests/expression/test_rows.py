"""The generated function gives what the exact interpreter gives, for any expression over any document."""

from __future__ import annotations

import struct
from typing import Any

import pytest
from hypothesis import given, note, settings
from hypothesis import strategies as st

from policy_engine.errors import ExpressionError
from policy_engine.expression import (
    BOOL,
    DYN,
    INT,
    STRING,
    Checked,
    Clause,
    Environment,
    EvaluationError,
    Failure,
    ListOf,
    MapOf,
    Record,
    compile,
    compile_rows,
    evaluate,
)
from policy_engine.expression.limits import MAX_DEPTH
from tests.expression.strategies import ENVIRONMENT, bindings, expressions


def exactly(clause: Clause, values: dict[str, Any]) -> Any:
    try:
        if clause.when is not None and evaluate(clause.when, values) is not True:
            return None
        return evaluate(clause.require, values)
    except EvaluationError as error:
        return error.failure


def fingerprint(value: Any) -> Any:
    if isinstance(value, Failure):
        return value
    if type(value) is float:
        return "double", "nan" if value != value else struct.pack(">d", value)
    if type(value) is list:
        return "list", [fingerprint(item) for item in value]
    if type(value) is dict:
        return "map", {key: fingerprint(item) for key, item in value.items()}
    return type(value).__name__, value


@settings(max_examples=300)
@given(st.data(), st.lists(bindings(), min_size=1, max_size=3))
def test_generated_function_equals_exact_interpreter(data: st.DataObject, rows: list[dict[str, Any]]) -> None:
    pool = [compile(text, ENVIRONMENT) for text in data.draw(st.lists(expressions(), min_size=1, max_size=3))]
    conditions = st.none() | st.sampled_from(pool)
    clauses = [
        Clause(data.draw(conditions), data.draw(st.sampled_from(pool))) for _ in range(data.draw(st.integers(1, 4)))
    ]
    program = compile_rows(clauses)
    for checked in pool:
        note(checked.source)
    note(program.source)
    for values in rows:
        assert list(map(fingerprint, program(values))) == [fingerprint(exactly(clause, values)) for clause in clauses]


JOB = {
    "name": "job-1",
    "on": True,
    "count": 3,
    "site": {"country": "BR", "open": True},
    "flows": [{"country": "BR", "personal": True, "size": 1}, {"country": "US", "personal": False, "size": 2}],
    "labels": {"team": "ml"},
    "tags": ["pii:x"],
}


def checked(source: str) -> Checked:
    return compile(source, ENVIRONMENT)


def decide(*sources: str, **values: Any) -> list[Any]:
    program = compile_rows([Clause(None, checked(source)) for source in sources])
    found: list[Any] = program({"job": JOB, **values})
    return found


def test_results_are_in_the_order_of_the_clauses_and_none_where_not_applicable() -> None:
    clauses = [
        Clause(checked("job.on"), checked("job.count == 3")),
        Clause(checked("!job.on"), checked("job.count == 3")),
        Clause(None, checked("job.count == 4")),
        Clause(None, checked("job.rate > 1.0")),
        Clause(checked("job.rate > 1.0"), checked("job.on")),
    ]
    true, skipped, false, *failed = compile_rows(clauses)({"job": JOB})
    assert (true, skipped, false) == (True, None, False)
    assert [(one.kind, one.missing) for one in failed] == [("absent", ("job.rate",))] * 2


def test_reads_are_those_of_all_clauses_and_their_conditions() -> None:
    program = compile_rows([Clause(checked("job.on"), checked("job.count > 1")), Clause(None, checked("strict"))])
    assert program.reads == {"job.on", "job.count", "strict"}


def test_no_clauses() -> None:
    assert compile_rows([])({}) == []


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("job.name.matches('^job-[0-9]+$')", True),
        ("job.name in ['job-1', 'job-2']", True),
        ("has(job.site.country) && !has(job.site.zones)", True),
        ("job.?rate.orValue(2.0) > 1", True),
        ("job.?site.?country.orValue('') == 'BR'", True),
        ("job.?site.?zones.hasValue()", False),
        ("job.?site.country.optMap(c, c + '!').orValue('') == 'BR!'", True),
        ("job.flows.all(f, has(f.country) && f.?size.orValue(0) > 0)", True),
        ("job.flows.map(f, f.country) == ['BR', 'US']", True),
        ("job.flows.filter(f, f.personal).size() == 1", True),
        ("job.flows.exists_one(f, job.flows.all(g, g.size <= f.size))", True),
        ("job.labels.exists(k, job.labels[k] == 'ml')", True),
        ("job.labels.team == 'ml' && 'team' in job.labels", True),
        ("job.tags[0].startsWith('pii')", True),
    ],
)
def test_values_without_the_exact_interpreter(source: str, expected: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    program = compile_rows([Clause(None, checked(source))])
    monkeypatch.setattr("policy_engine.expression.rows.Interpreter", lambda *_: pytest.fail("the fast form gave up"))
    assert program({"job": JOB}) == [expected]


class TestSharing:
    """What several clauses need is computed once, by the first that needs it."""

    def test_equal_loops_and_conditions_are_written_once(self) -> None:
        when = "job.on && job.flows.exists(f, f.personal)"
        program = compile_rows([Clause(checked(when), checked("job.count == 3")) for _ in range(3)])
        assert program.source.count("def f") == 1
        assert "s0" in program.source
        assert program({"job": JOB}) == [True] * 3

    def test_failure_of_what_is_shared_is_that_of_each_clause(self) -> None:
        source = "job.flows.all(f, f.amount > 1.0)"
        first, second = decide(source, f"{source} || job.on")
        assert first.missing == ("job.flows[0].amount", "job.flows[1].amount")
        assert second is True

    def test_names_of_a_pack(self) -> None:
        names = ENVIRONMENT.define("personal", checked("job.flows.filter(f, f.personal)"))
        sources = ("personal.all(f, f.country == 'BR')", "size(personal) == 1", "[1].all(f, size(personal) == f)")
        program = compile_rows([Clause(None, compile(source, names)) for source in sources])
        assert program({"job": JOB}) == [True, True, True]

    def test_names_of_loop_variables_do_not_meet(self) -> None:
        assert decide(
            "job.flows.all(x, job.tags.all(x, x == 'pii:x' && [1].all(y, y == 1 && x == 'pii:x')))",
            "job.flows.exists(a, job.flows.exists(b, a.size > b.size && job.flows.exists(c, c.size < a.size)))",
        ) == [True, True]


class TestGeneratedSource:
    """What is written out is only ever generated names and constants."""

    @pytest.mark.parametrize("text", ['"); import os; ("', "'''", "{0}", "%s", "\\", "\n", "é\u2028", "A", "p0"])
    def test_text_of_a_rule_is_a_constant(self, text: str) -> None:
        names = Environment({"x": STRING, "m": MapOf(STRING, STRING), "l": ListOf(STRING)})
        literal = '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
        sources = [
            f"x == {literal}",
            f"m[{literal}] == x",
            f"x in [{literal}]",
            f"l.exists(e, e == {literal})",
            f"{literal} + x != x",
        ]
        program = compile_rows([Clause(None, compile(source, names)) for source in sources])
        assert program({"x": text, "m": {text: text}, "l": [text]}) == [True] * 5

    def test_field_names_are_constants(self) -> None:
        names = Environment({"r": Record("r", {"class": INT, "x-y": MapOf(STRING, INT)})})
        sources = ("r.class == 1", "r.`x-y`.b == 2", "has(r.`x-y`)", "r.?`x-y`.b.orValue(0) == 2")
        program = compile_rows([Clause(None, compile(source, names)) for source in sources])
        assert program({"r": {"class": 1, "x-y": {"b": 2}}}) == [True] * 4

    @pytest.mark.parametrize(
        ("form", "innermost"),
        [
            ("!({})", "job.on"),
            ("(job.on ? {} : false)", "job.on"),
            ("({} ? true : false)", "job.on"),
            ("(job.count + {})", "job.count"),
            ("({} * job.count)", "job.count"),
            ("-{}", "job.count"),
            ("({} == any)", "job.on"),
            ("(job.on && (strict || {}))", "job.on"),
            ("[{}]", "1"),
            ("{{'a': {}}}", "1"),
            ("job.sizes[{}]", "0"),
            ("any[{}]", "any"),
            ("job.?count.orValue({})", "job.count"),
            ("optional.of({}).orValue(job.count)", "job.count"),
            ("job.?count.or({})", "optional.of(1)"),
            ("math.greatest({}, 1)", "job.count"),
            ("(job.rate < {} ? 1.0 : 2.0)", "dyn(1)"),
            ("({} < any ? 1.0 : 2.0)", "job.rate"),  # written once a level: a second time would double with each
            ("string({})", "'a'"),
        ],
    )
    def test_deepest_expression_of_every_form_compiles_and_runs(self, form: str, innermost: str) -> None:
        source, deepest = innermost, checked(innermost)
        for _ in range(MAX_DEPTH):
            try:
                deepest = checked(form.format(source))
            except ExpressionError:
                break
            source = deepest.source
        with pytest.raises(ExpressionError, match=f"nested more than {MAX_DEPTH} deep"):
            checked(form.format(source))
        values = {"job": {"on": True, "count": 0, "sizes": [0], "rate": 1.0}, "strict": False, "any": True}
        clause = Clause(None, deepest)
        assert list(map(fingerprint, compile_rows([clause])(values))) == [fingerprint(exactly(clause, values))]


class TestOddDocuments:
    """Values that are not of their declared type never stop the other clauses, and never pass."""

    @pytest.mark.parametrize("odd", [None, "x", 1, [], True])
    def test_record_that_is_something_else(self, odd: Any) -> None:
        failed, *others = decide("job.site.country == 'BR'", "job.on", "limit == 2", job={**JOB, "site": odd}, limit=2)
        assert failed.kind == "error"
        assert others == [True, True]

    @pytest.mark.parametrize("odd", [None, "x", 1])
    def test_variable_that_is_something_else(self, odd: Any) -> None:
        failed, other = decide("job.on", "limit == 2", job=odd, limit=2)
        assert (failed.kind, other) == ("error", True)

    def test_condition_of_unknown_type(self) -> None:
        program = compile_rows([Clause(None, compile("x", Environment({"x": DYN}), expect=BOOL))])
        assert program({"x": True}) == [True]
        for odd in (None, 1, "true", []):
            (found,) = program({"x": odd})
            assert isinstance(found, Failure)

    def test_loops_within_loops_are_counted_together_but_judged_apart(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("policy_engine.expression.absence.MAX_ITERATIONS", 1000)
        monkeypatch.setattr("policy_engine.expression.exact.MAX_ITERATIONS", 1000)
        names = Environment({"n": ListOf(INT)})
        sources = ("n.all(a, n.all(b, a + b >= 0))", "n.all(b, n.all(a, a - b <= 100))")
        program = compile_rows([Clause(None, compile(source, names)) for source in sources])
        assert program({"n": list(range(30))}) == [True, True]
        for found in program({"n": list(range(32))}):
            assert found.message == "the loops of the expression visit more than 1000 elements"
