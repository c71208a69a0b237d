"""Fields that packs define: typed, in the right kind of document, and of one mind."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from policy_engine.declaration import Linked
from policy_engine.declaration.extra import typed_value
from policy_engine.declaration.nodes import parse
from policy_engine.declaration.tree import Map
from policy_engine.declaration.values import Duration, Timestamp

Joined = Callable[..., Linked]

FIELDS = {
    "ticket": {"kind": "Workload", "type": "string"},
    "reviewers": {"kind": "Workload", "type": "list(string)"},
    "tier": {"kind": "Dataset", "type": "int"},
}
TEXT = """
apiVersion: alvara/v1
kind: Dataset
metadata: {name: a}
spec: {extra: {tier: 2}}
---
apiVersion: alvara/v1
kind: Dataset
metadata: {name: b}
spec: {extra: {tier: 2}}
---
apiVersion: alvara/v1
kind: Workload
metadata: {name: w}
spec: {data: [{dataset: a}, {dataset: b}], extra: {ticket: 12, reviewers: [ana, rui]}}
"""


def raw(text: str) -> Any:
    (root,) = parse(f"value: {text}\n", "a.yaml").roots
    assert isinstance(root.node, Map)
    return root.node["value"]


@pytest.mark.parametrize(
    ("type_name", "text", "value"),
    [
        ("bool", "true", True),
        ("int", "1_000", 1000),
        ("double", "2.5", 2.5),
        ("string", "1.10", "1.10"),
        ("timestamp", "2026-11-30", Timestamp.parse("2026-11-30T00:00:00Z")),
        ("duration", "90 d", Duration.parse("2160h")),
        ("list(string)", "[NO, yes]", ["NO", "yes"]),
        ("list(int)", "[1, 2]", [1, 2]),
        ("list(double)", "[]", []),
    ],
)
def test_a_value_is_typed_as_the_pack_says(type_name: str, text: str, value: Any) -> None:
    assert typed_value(type_name, raw(text)) == value


@pytest.mark.parametrize(
    ("type_name", "text", "says"),
    [
        ("bool", "yes", "must be true or false"),
        ("int", "1.5", "must be an integer"),
        ("int", "[1]", "must be a int; found a list"),
        ("string", "{a: 1}", "must be a string; found a mapping"),
        ("list(string)", "a", r"must be a list, as in \[a, b\]"),
        ("duration", "90", "must be a span with its unit"),
    ],
)
def test_a_value_of_another_type_is_refused(type_name: str, text: str, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        typed_value(type_name, raw(text))


def test_a_job_has_the_extra_fields_of_its_documents(joined: Joined) -> None:
    linked = joined(TEXT, extra=FIELDS)
    assert not linked.errors
    assert linked.jobs[0].extra == {"tier": 2, "ticket": "12", "reviewers": ["ana", "rui"]}


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("ticket: 12", "tickets: 12", 'unknown extra field "tickets"; did you mean "ticket"?'),
        ("ticket: 12", "tier: 12", 'extra field "tier" belongs in a document of kind Dataset, not in Workload'),
        ("[ana, rui]", "ana", "reviewers must be a list, as in [a, b]"),
    ],
)
def test_a_wrong_extra_field_stops_the_job_and_is_said_once(joined: Joined, old: str, new: str, says: str) -> None:
    other = (
        TEXT.replace("name: w}", "name: v}")
        .split("---")[-1]
        .replace(", extra: {ticket: 12, reviewers: [ana, rui]}", "")
    )
    linked = joined(TEXT.replace(old, new) + "---" + other, extra=FIELDS)
    assert [error.message for error in linked.errors] == [says]
    assert linked.errors[0].place.line == TEXT.count("\n")
    assert [job.workload.name for job in linked.jobs] == ["v"]


def test_an_error_in_a_document_that_several_jobs_share_is_said_once(joined: Joined) -> None:
    other = "---" + TEXT.split("---")[-1].replace("name: w}", "name: v}")
    linked = joined(
        TEXT.replace("{name: a}\nspec: {extra: {tier: 2}}", "{name: a}\nspec: {extra: {tier: x}}") + other, extra=FIELDS
    )
    said = [error.message for error in linked.errors]
    assert said[0] == "tier must be an integer"
    assert said[1:] == ["not evaluated: it relies on Dataset a, which has errors"] * 2


def test_two_documents_of_a_job_may_not_differ_in_an_extra_field(joined: Joined) -> None:
    linked = joined(
        TEXT.replace("{name: b}\nspec: {extra: {tier: 2}}", "{name: b}\nspec: {extra: {tier: 3}}"), extra=FIELDS
    )
    assert [error.message for error in linked.errors] == [
        'not evaluated: Dataset a and Dataset b differ in extra field "tier"'
    ]
    assert not linked.jobs


def test_where_no_pack_defines_a_field_that_is_said(joined: Joined) -> None:
    linked = joined(TEXT, extra={})
    assert 'unknown extra field "ticket"; no rule pack defines one for Workload' in [
        one.message for one in linked.errors
    ]


def test_without_packs_extra_fields_are_not_looked_at(joined: Joined) -> None:
    linked = joined(TEXT)
    assert not linked.errors
    assert linked.jobs[0].extra == {}
