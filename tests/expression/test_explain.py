"""The trail of an evaluation: what it read, what it missed, and each condition with its value."""

from __future__ import annotations

from typing import Any

from policy_engine.expression import Failure, compile, explain
from tests.expression.strategies import ENVIRONMENT

JOB: dict[str, Any] = {
    "name": "job-1",
    "on": True,
    "count": 3,
    "site": {"country": "BR"},
    "flows": [
        {"country": "BR", "personal": True},
        {"country": "US", "personal": True},
        {"country": "PT", "personal": False},
    ],
}


def test_reads_of_a_failing_all_are_those_of_the_elements_that_fail() -> None:
    trace = explain(compile("job.flows.all(f, !f.personal || f.country == 'BR')", ENVIRONMENT), {"job": JOB})
    assert trace.value is False
    assert trace.reads == {"job.flows[1].personal": True, "job.flows[1].country": "US"}


def test_reads_of_a_true_exists_are_those_of_the_element_that_settles_it() -> None:
    trace = explain(compile("job.flows.exists(f, f.country == 'US')", ENVIRONMENT), {"job": JOB})
    assert trace.reads == {"job.flows[1].country": "US"}


def test_reads_of_a_settled_condition_are_those_of_the_side_that_settles_it() -> None:
    trace = explain(compile("job.count > 1 && job.site.country == 'US'", ENVIRONMENT), {"job": JOB})
    assert (trace.value, trace.reads) == (False, {"job.site.country": "BR"})


def test_reads_of_a_filtered_list_are_those_of_its_elements() -> None:
    source = "job.flows.filter(f, f.personal).all(g, g.country == 'BR')"
    trace = explain(compile(source, ENVIRONMENT), {"job": JOB})
    assert trace.reads["job.flows[1].country"] == "US"
    assert "job.flows[0].country" not in trace.reads


def test_optional_reads_are_noted_by_their_value() -> None:
    trace = explain(compile("job.?count.orValue(0) > 5 || job.?rate.orValue(0.0) > 1.0", ENVIRONMENT), {"job": JOB})
    assert (trace.value, trace.reads) == (False, {"job.count": 3})


def test_clauses_are_the_conditions_as_written_with_their_values() -> None:
    trace = explain(compile("job.on && (job.count > 5 || job.rate > 0.5)", ENVIRONMENT), {"job": JOB})
    assert trace.clauses == (
        ("job.on", "true"),
        ("job.count > 5", "false"),
        ("job.rate > 0.5", "no value (no such key: 'rate')"),
        ("job.count > 5 || job.rate > 0.5", "no value (no such key: 'rate')"),
        ("job.on && (job.count > 5 || job.rate > 0.5)", "no value (no such key: 'rate')"),
    )
    assert isinstance(trace.value, Failure)
    assert trace.missing == ("job.rate",)


def test_clauses_within_a_name_are_written_as_in_its_own_source() -> None:
    names = ENVIRONMENT.define("busy", compile("job.on && job.count > 1", ENVIRONMENT))
    trace = explain(compile("busy && true", names), {"job": JOB})
    assert trace.clauses == (
        ("job.on", "true"),
        ("job.count > 1", "true"),
        ("busy", "true"),
        ("true", "true"),
        ("busy && true", "true"),
    )
