"""What type-checks, what is refused and where, and which paths an expression may read."""

from __future__ import annotations

import pytest
from hypothesis import given

from policy_engine.errors import ExpressionError, Place
from policy_engine.expression import (
    BOOL,
    DOUBLE,
    DURATION,
    DYN,
    INT,
    NULL,
    STRING,
    TIMESTAMP,
    TYPE,
    UINT,
    Environment,
    ListOf,
    MapOf,
    OptionalOf,
    Record,
    Type,
    compile,
)
from policy_engine.expression.limits import MAX_DEPTH, MAX_NODES
from tests.expression.strategies import ENVIRONMENT, FLOW, expressions

JOB = ENVIRONMENT


@pytest.mark.parametrize(
    ("source", "kind"),
    [
        ("1", INT),
        ("1u", UINT),
        ("1.0", DOUBLE),
        ("'a'", STRING),
        ("true", BOOL),
        ("null", NULL),
        ("int", TYPE),
        ("type(job.name)", TYPE),
        ("google.protobuf.Timestamp", TYPE),
        ("job.name", STRING),
        ("job['name']", STRING),
        ("job.since", TIMESTAMP),
        ("job.since - job.since", DURATION),
        ("job.since + job.span", TIMESTAMP),
        ("job.count + 1", INT),
        ("job.rate * 2.0", DOUBLE),
        ("job.labels.team", STRING),
        ("job.labels['team']", STRING),
        ("job.tags[0]", STRING),
        ("job.any.whatever[0]", DYN),
        ("job.?name", OptionalOf(STRING)),
        ("job.?site.country", OptionalOf(STRING)),
        ("job.?site.?country.orValue('')", STRING),
        ("job.tags[?0]", OptionalOf(STRING)),
        ("job.flows.filter(f, f.personal)", ListOf(FLOW)),
        ("job.flows.map(f, f.size)", ListOf(INT)),
        ("job.flows.map(f, f.personal, f.country)", ListOf(STRING)),
        ("job.labels.map(k, k)", ListOf(STRING)),
        ("job.?count.optMap(n, n + 1)", OptionalOf(INT)),
        ("[]", ListOf(DYN)),
        ("[1, 2]", ListOf(INT)),
        ("[1, 'a']", ListOf(DYN)),
        ("[1, dyn(2)]", ListOf(DYN)),
        ("{'a': 1}", MapOf(STRING, INT)),
        ("job.on ? 1 : 2", INT),
        ("job.on ? 1 : dyn(2)", DYN),
        ("size(job.tags) + size('a')", INT),
    ],
)
def test_types(source: str, kind: Type) -> None:
    assert compile(source, JOB).type == kind


@pytest.mark.parametrize(
    "source",
    [
        "job.count < job.rate",
        "job.count == job.rate",
        "job.rate >= 1",
        "ticks == 1",
        "1 in job.rates",
        "job.any == 1",
        "job.any",
        "dyn(1) == 'a'",
        "job.any == null",
        "[] == [1]",
        "[1] == [1.0]",
        "job.labels == {}",
        "'a' in job.labels",
        "job.any in [1, 2]",
    ],
)
def test_what_may_be_asked_of_numbers_of_any_type_and_of_unknown_types(source: str) -> None:
    assert compile(source, JOB, expect=BOOL).type == BOOL


@pytest.mark.parametrize(
    ("source", "at", "message"),
    [
        ("job.nmae == ''", 4, '"job" has no field "nmae"; did you mean "name"?'),
        ("job.site.contry == 'BR'", 9, '"site" has no field "contry"; did you mean "country"?'),
        ("has(job.site.contry)", 13, '"site" has no field "contry"; did you mean "country"?'),
        ("has( job.site. contry )", 15, '"site" has no field "contry"; did you mean "country"?'),
        ("job['nmae'] == ''", 4, '"job" has no field "nmae"; did you mean "name"?'),
        ("job.flows.all(f, f.contry == '')", 19, '"flow" has no field "contry"; did you mean "country"?'),
        ("job.?nmae.orValue('')", 5, '"job" has no field "nmae"; did you mean "name"?'),
        ("true && jbo.name == ''", 8, 'undeclared name "jbo"; did you mean "job"?'),
        ("job.flows.all(f, true) && f.personal", 26, 'undeclared name "f"; known: any, job, limit, strict, ticks'),
        ("job.name.startWith('a')", 0, 'there is no method "startWith"; did you mean "startsWith"?'),
        (
            "startsWith(job.name, 'a')",
            0,
            'there is no function "startsWith"; it is written string.startsWith(string) -> bool',
        ),
        (
            "job.name.startsWith(1)",
            0,
            '"startsWith" does not take (string, int); it is string.startsWith(string) -> bool',
        ),
        ("job.name + 1", 0, '"+" does not take (string, int)'),
        ("job.count + 1.0", 0, '"+" does not take (int, double)'),
        ("job.count + true", 0, '"+" does not take (int, bool)'),
        ("-job.name", 0, '"-" does not take (string)'),
        ("job.name < 1", 0, '"<" does not take (string, int)'),
        ("job.name == 1", 0, "string and int can never be equal"),
        ("job.on == 1", 0, "bool and int can never be equal"),
        (
            "job.since != null",
            0,
            "timestamp and null_type can never be equal; what is not declared is absent, not null: ask has(…)",
        ),
        ("1 in job.tags", 0, "int can never be in list(string)"),
        ("true in job.sizes", 0, "bool can never be in list(int)"),
        ("'a' in job.name", 7, '"in" looks into a list or a map; this is string'),
        ("'a' in job", 0, '"job" is a record: ask has(job.field) instead'),
        ("job.name && true", 0, 'each side of "&&" must be a bool; this is a string'),
        ("true || job.count", 8, 'each side of "||" must be a bool; this is an int'),
        ("!job.count", 1, 'what "!" turns must be a bool; this is an int'),
        ("job.count ? 1 : 2", 0, 'what stands before "?" must be a bool; this is an int'),
        ("job.on ? 1 : 'a'", 0, "both values must have one type; these are int and string"),
        ("job.name.all(c, true)", 0, '"all" goes over a list or a map; this is a string'),
        ("job.tags.all(t, t)", 16, 'the condition of "all" must be a bool; this is a string'),
        ("job.tags['a']", 0, "a list(string) cannot be indexed with a string"),
        ("job.name.length", 0, 'a string has no fields, so not "length" either'),
        ("{1.5: 'a'}", 1, "unsupported key type: double; a key is a text, a bool or a whole number"),
        ("job.name.matches('(')", 17, "the pattern is not valid: missing ): ("),
        ("job.name.matches('(?=a)')", 17, "the pattern is not valid: invalid perl operator: (?="),
        ("b.matches('a')", 0, 'undeclared name "b"; known: any, job, limit, strict, ticks'),
        ("cel.bind(x, 1, x)", 0, '"cel.bind" is not supported: name the part as a variable of the pack'),
    ],
)
def test_what_is_refused_has_a_place_and_the_nearest_name(source: str, at: int, message: str) -> None:
    with pytest.raises(ExpressionError) as raised:
        compile(source, JOB)
    assert (raised.value.message, raised.value.offset) == (message, at)


def test_error_has_the_place_of_the_expression_and_a_picture() -> None:
    with pytest.raises(ExpressionError) as raised:
        compile("job.on &&\n  job.contry", JOB, place=Place("pack.yaml", 12, 7))
    assert str(raised.value.place) == "pack.yaml:12:7"
    assert raised.value.picture == "  job.contry\n      ^"


def test_expected_type() -> None:
    assert compile("job.on", JOB, expect=BOOL).type == BOOL
    with pytest.raises(ExpressionError, match="this is an int, but a bool is needed"):
        compile("job.count", JOB, expect=BOOL)


@pytest.mark.parametrize(
    ("source", "reads"),
    [
        ("job.name == 'a'", {"job.name"}),
        ("job['name'] == 'a'", {"job.name"}),
        ("job.site.country == 'BR'", {"job.site.country"}),
        ("has(job.site.country)", {"job.site.country"}),
        ("job.?site.country.hasValue()", {"job.site.country"}),
        ("job.labels.team == 'a'", {"job.labels.team"}),
        ("job.labels['team'] == 'a'", {"job.labels.team"}),
        ("job.labels[job.name] == 'a'", {"job.labels[]", "job.name"}),
        ("job.tags[0] == 'a'", {"job.tags[]"}),
        ("'a' in job.tags", {"job.tags"}),
        ("size(job.flows) > 0", {"job.flows"}),
        ("job.flows.all(f, f.country == job.name)", {"job.flows", "job.flows[].country", "job.name"}),
        (
            "job.flows.filter(f, f.personal).all(g, g.size > 0)",
            {"job.flows", "job.flows[].personal", "job.flows[].size"},
        ),
        (
            "job.flows.all(f, f.onward.all(o, o.covered))",
            {"job.flows", "job.flows[].onward", "job.flows[].onward[].covered"},
        ),
        ("job.?flows.orValue([]).all(f, f.personal)", {"job.flows", "job.flows[].personal"}),
        ("job.?site.optMap(s, s.zones).orValue(0) > 1", {"job.site", "job.site.zones"}),
        ("[1].all(job, job > 0)", set()),
    ],
)
def test_reads(source: str, reads: set[str]) -> None:
    assert compile(source, JOB).reads == reads


def test_longest_qualified_name_wins_and_the_container_is_searched() -> None:
    names = Environment(
        {"a.b": INT, "a": Record("a", {"b": STRING}), "pack.x": INT, "x": STRING}, container="pack.inner"
    )
    assert compile("a.b", names).type == INT
    assert compile("x", names).type == INT
    assert compile(".x", names).type == STRING


def test_macro_variable_hides_a_variable_of_its_name() -> None:
    names = Environment({"y": INT, "y.z": STRING})
    assert compile("[true].all(y, y)", names).type == BOOL
    assert compile("[{'z': 1}].map(y, y.z)", names).type == ListOf(INT)


class TestDefinitions:
    """A pack's variables: names that stand for expressions."""

    def test_reads_and_paths_go_through(self) -> None:
        names = JOB.define("moves", compile("job.flows", JOB))
        checked = compile("moves.all(m, m.personal)", names)
        assert checked.reads == {"job.flows", "job.flows[].personal"}
        assert checked.type == BOOL

    def test_unknown_field_below_one_is_placed_where_it_is_used(self) -> None:
        names = JOB.define("place", compile("job.site", JOB))
        with pytest.raises(ExpressionError) as raised:
            compile("place.contry == 'BR'", names)
        assert raised.value.offset == 6

    @staticmethod
    def _chain(length: int, form: str) -> Environment:
        """Names that each stand for an expression over the one before."""
        names = JOB.define("v0", compile("job.count", JOB))
        for count in range(1, length):
            names = names.define(f"v{count}", compile(form.format(f"v{count - 1}"), names))
        return names

    def test_names_that_double_each_other_are_limited(self) -> None:
        with pytest.raises(ExpressionError, match=f"more than {MAX_NODES} parts, with what its names stand for"):
            self._chain(40, "{0} + {0}")

    def test_names_within_names_are_limited(self) -> None:
        with pytest.raises(ExpressionError, match=f"nested more than {MAX_DEPTH} deep, with what its names stand for"):
            self._chain(100, "-{0}")


class TestUnchecked:
    """With ``check=False`` what does not type-check fails when it is evaluated; bad syntax never loads."""

    @pytest.mark.parametrize("source", ["nobody", "job.nobody", "f(1)", "1 + 'a'", "1 && true", "'a'.all(x, x)"])
    def test_loads(self, source: str) -> None:
        compile(source, JOB, check=False)

    def test_syntax_is_checked_all_the_same(self) -> None:
        with pytest.raises(ExpressionError):
            compile("a b", JOB, check=False)


@given(expressions())
def test_what_is_generated_for_the_other_tests_type_checks(source: str) -> None:
    assert compile(source, JOB).type in (BOOL, DYN)
