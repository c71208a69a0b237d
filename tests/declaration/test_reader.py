"""Documents read from texts: the envelope, every error at once, and no text that makes the reader raise."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from marshmallow import Schema, fields

from policy_engine.declaration import KINDS, read_text
from policy_engine.declaration import fields as f
from policy_engine.errors import AlvaraError

HEAD = "apiVersion: alvara/v1\nkind: Workload\nmetadata: {name: a}\n"


def errors(text: str | bytes) -> list[str]:
    return [f"{error.place.line}:{error.place.column} {error.message}" for error in read_text(text, "f").errors]


def test_a_workload_is_read_typed() -> None:
    bundle = read_text(
        HEAD + "spec: {compute: {gpus: 64, price: 'R$ 21,50/h'}, availability: {required: 99.9%}}\n", "f"
    )
    (document,) = bundle.documents
    assert bundle.errors == []
    assert (document.api_version, document.kind, document.name) == ("alvara/v1", "Workload", "a")
    assert document.spec["compute"]["gpus"] == 64
    assert document.spec["compute"]["price"]["decimal"] == "21.50"
    assert document.spec["availability"] == {"required": 0.999}
    assert (document.place.file, document.place.line) == ("f", 1)


def test_every_error_of_every_document_is_found_in_one_run() -> None:
    text = HEAD.replace("name: a", "name: A B, owner: [x], label: {}") + (
        "spec:\n  compute: {gpus: 64x, gpu_per_node: 8, gpu_per_node: 9}\n  deadline: tomorrow\n"
    )
    text += "---\n" + HEAD + "spec: {}\nspecs: 1\n---\nkind: Nothing\n"
    assert errors(text) == [
        "3:18 name must be a name of lower-case letters, digits, dots, dashes or underscores (at most 100)"
        '; found "A B"',
        "3:30 owner must be a text; found a list",
        '3:35 unknown field "label"; did you mean "labels"?',
        '5:19 gpus must be an integer; found "64x"',
        '5:24 unknown field "gpu_per_node"; did you mean "gpus_per_node"?',
        '5:41 "gpu_per_node" is given twice: here and in line 5; keep one',
        '6:13 deadline must be a day written YYYY-MM-DD; found "tomorrow"',
        '12:1 unknown field "specs"; did you mean "spec"?',
        '14:1 apiVersion is missing: add "apiVersion: alvara/v1"',
        '14:1 unknown kind "Nothing"; known: ' + ", ".join(sorted(KINDS)),
    ]


def test_an_invalid_document_does_not_stop_the_others() -> None:
    bundle = read_text(HEAD + "spec: {gpus: 1}\n---\n" + HEAD.replace("name: a", "name: b") + "spec: {}\n")
    assert [document.name for document in bundle.documents] == ["b"]
    assert [document.name for document in bundle.partial] == ["a"]
    assert bundle.failed == {("Workload", "a")}


def test_a_document_with_a_field_given_twice_is_not_believed() -> None:
    bundle = read_text(HEAD + "spec: {platform: a, platform: b}\n")
    assert bundle.documents == []
    assert [document.name for document in bundle.partial] == ["a"]


def test_what_is_badly_written_is_not_also_said_to_be_of_the_wrong_form() -> None:
    assert errors(HEAD + "spec: {activity: x\u200by}\n") == [
        "4:18 the text holds the invisible character U+200B; remove it"
    ]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            "a: b\n",
            ['1:1 apiVersion is missing: add "apiVersion: alvara/v1"', "1:1 kind is missing; it may be Activity, Cat"],
        ),
        (
            "apiVersion: [a]\nkind: {}\n",
            ['1:1 apiVersion is not a text; this version reads "alvara/v1"', "2:1 kind must be a name"],
        ),
        ("apiVersion:\nkind:\n", ["1:1 apiVersion is missing", "1:1 kind is missing"]),
        ("apiVersion: alvara/v2\nkind: Job\n", ['1:1 apiVersion is "alvara/v2"', '2:1 unknown kind "Job"']),
        ("apiVersion: alvara/v1\nkind: Dataset\n", ["1:1 metadata is missing", "1:1 spec is missing"]),
        (
            "apiVersion: alvara/v1\nkind: Dataset\nmetadata: x\nspec: [y]\n",
            ["3:11 metadata must be", "4:7 spec must be"],
        ),
        ("apiVersion: alvara/v1\nkind: Dataset\nmetadata:\nspec:\n", ["3:10 metadata is empty", "4:6 spec is empty"]),
        ("--- x\n--- [y]\n", ["1:5 a document is a mapping", "2:5 a document is a mapping"]),
        ("", ["1:1 the file is empty"]),
        ("# only a remark\n", ["1:1 the file holds no document"]),
        ("---\n", ["1:1 the file holds no document"]),
        ("---\n---\n...\n", ["1:1 the file holds no document"]),
    ],
)
def test_the_envelope(text: str, wanted: list[str]) -> None:
    found = errors(text)
    assert len(found) == len(wanted)
    assert all(one.startswith(other) for one, other in zip(found, wanted, strict=True))


def test_empty_documents_between_others_are_passed_over() -> None:
    bundle = read_text("---\n---\n" + HEAD + "spec: {}\n---\n# nothing\n")
    assert (len(bundle.documents), bundle.errors) == (1, [])


def test_a_rule_pack_has_its_body_at_the_top() -> None:
    head = "apiVersion: alvara/v1\nkind: RulePack\nmetadata: {id: p, version: 1.10}\n"
    (document,) = read_text(head + "rules: []\n").documents
    assert (document.name, document.metadata["version"], document.spec) == ("p", "1.10", {"rules": []})
    assert errors(head + "rules: []\nrule: []\n") == ['5:1 unknown field "rule"; did you mean "rules"?']
    assert errors(head.replace("metadata", "metdata") + "rules: []\n") == [
        "1:1 metadata is missing",
        '3:1 unknown field "metdata"; did you mean "metadata"?',
    ]


def test_evidence_is_kept_by_path() -> None:
    text = HEAD.replace("Workload", "Platform") + (
        "spec: {provider: p, site: s, security: {mfa: {value: true, evidence: PRINT-7, verified_on: 2026-10-02},"
        " encryption_in_transit: {external: {value: true, evidence: T-1}}, encryption_at_rest: true}}\n"
    )
    (document,) = read_text(text).documents
    assert document.spec["security"]["mfa"] is True
    assert sorted(document.evidence) == ["security.encryption_in_transit.external", "security.mfa"]
    assert document.evidence["security.mfa"]["evidence"] == "PRINT-7"


def test_a_document_knows_whether_it_is_trusted() -> None:
    assert not read_text(HEAD + "spec: {}\n", trusted=False).documents[0].trusted


def records(schema: type[Schema], above: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every record below a schema: names, 0 for an element, "x" for a free key."""
    yield above
    for name, declared in schema._declared_fields.items():
        steps: tuple[Any, ...] = (name,)
        field: Any = declared
        while isinstance(field, fields.List | fields.Dict):
            steps += (0,) if isinstance(field, fields.List) else ("x",)
            field = field.inner if isinstance(field, fields.List) else field.value_field
        if isinstance(field, fields.Nested):
            yield from records(type(field.schema), above + steps)
        elif isinstance(field, f.Control):
            yield above + steps


EVERYWHERE = [(kind, way) for kind in sorted(KINDS) for way in records(KINDS[kind].body)]


@pytest.mark.parametrize(
    ("kind", "way"), EVERYWHERE, ids=lambda part: ".".join(map(str, part)) if isinstance(part, tuple) else part
)
def test_an_unknown_field_is_an_error_at_every_depth(kind: str, way: tuple[Any, ...]) -> None:
    inner = "{zzz: 1}"
    for part in reversed(way):
        inner = f"[{inner}]" if part == 0 else f"{{{part}: {inner}}}"
    if KINDS[kind].under_spec:
        body, above = f"spec: {inner}\n", "/spec"
    else:
        body, above = inner[1:-1] + "\n", ""
    bundle = read_text(f"apiVersion: alvara/v1\nkind: {kind}\nmetadata: {{name: a}}\n{body}")
    found = [error for error in bundle.errors if error.message.startswith('unknown field "zzz"')]
    assert [error.place.pointer for error in found] == ["/".join([above, *map(str, way), "zzz"])]
    assert found[0].place.column == body.index("zzz") + 1


PIECES = [
    "apiVersion: alvara/v1\n",
    "kind: ",
    "Workload\n",
    "Platform\n",
    "RulePack\n",
    "metadata: ",
    "spec: ",
    "{",
    "}",
    "[",
    "]",
    ", ",
    "name: a",
    "compute: ",
    "gpus: ",
    "security: ",
    "mfa: ",
    "value: ",
    "rules: ",
    "flows: ",
    "to: ",
    "labels: ",
    "extra: ",
    "1",
    "x",
    "\n",
    "  ",
    "- ",
    "null",
    "~",
    "---\n",
    "&a ",
    "*a",
    "_schema: ",
]


@given(st.lists(st.sampled_from(PIECES), max_size=40).map("".join))
def test_no_text_makes_the_reader_raise(text: str) -> None:
    _check(text)


FIELD_NAMES = sorted({str(part) for _, way in EVERYWHERE for part in way})
BODIES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(FIELD_NAMES) | st.text(max_size=4), inner, max_size=4)
    ),
    max_leaves=12,
)


@given(st.sampled_from(sorted(KINDS)), BODIES)
def test_no_body_makes_the_reader_raise(kind: str, body: Any) -> None:
    _check(
        json.dumps({"apiVersion": "alvara/v1", "kind": kind, "metadata": {"name": "a"}, "spec": body, "rules": body})
    )


def _check(text: str) -> None:
    bundle = read_text(text, "f")
    assert bundle.documents or bundle.errors
    for error in bundle.errors:
        assert isinstance(error, AlvaraError)
        assert error.place.line >= 1
        assert error.message
