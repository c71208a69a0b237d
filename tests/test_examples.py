"""The shipped examples: every field is shown, they join, and the small one gives both verdicts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from marshmallow import Schema, fields

from policy_engine.declaration import KINDS, read_paths
from policy_engine.engine import Options
from policy_engine.workspace import Sources, gather

AS_OF = date(2026, 11, 30)

Shown = set[tuple[type[Schema], str]]


def inner_schema(field: Any) -> type[Schema] | None:
    inner = getattr(field, "value_field", None) or getattr(field, "inner", None) or field
    return type(inner.schema) if isinstance(inner, fields.Nested) else None


def all_fields(schema: type[Schema]) -> Iterator[tuple[type[Schema], str]]:
    for name, field in schema._declared_fields.items():
        yield schema, name
        below = inner_schema(field)
        if below is not None:
            yield from all_fields(below)


def shown_in(schema: type[Schema], record: Mapping[str, Any]) -> Iterator[tuple[type[Schema], str]]:
    for name, value in record.items():
        field = schema._declared_fields[name]
        yield schema, name
        below = inner_schema(field)
        if below is not None:
            values = value if isinstance(field, fields.List) else [value]
            values = value.values() if isinstance(field, fields.Dict) else values
            for item in values:
                yield from shown_in(below, item)


def test_the_full_examples_show_every_field_of_every_kind(root: Path) -> None:
    bundle = read_paths([root / "examples" / "full"])
    assert [str(error) for error in bundle.errors] == []
    shown: Shown = set()
    for document in bundle.documents:
        kind = KINDS[document.kind]
        shown |= set(shown_in(kind.metadata, document.metadata))
        shown |= set(shown_in(kind.body, document.spec))
    wanted = {found for kind in KINDS.values() for schema in (kind.body, kind.metadata) for found in all_fields(schema)}
    assert {f"{schema.__name__}.{name}" for schema, name in wanted - shown} == set()


def test_the_full_examples_back_a_safeguard_with_everything_there_is(root: Path) -> None:
    (platform,) = (one for one in read_paths([root / "examples" / "full"]).documents if one.kind == "Platform")
    assert set(platform.evidence["security.mfa"]) == {"evidence", "verified_on", "by"}


@pytest.mark.parametrize("folder", ["full", "quickstart"])
def test_examples_join_without_error(root: Path, folder: str) -> None:
    workspace = gather(Sources([root / "examples" / folder]), AS_OF)
    assert [str(error) for error in workspace.errors] == []
    assert len(workspace.jobs) == 2


def test_the_quickstart_allows_one_job_and_denies_the_other(root: Path) -> None:
    workspace = gather(Sources([root / "examples" / "quickstart"]), AS_OF)
    decisions = workspace.engine.evaluate(workspace.jobs, Options(AS_OF))
    verdicts = {decision.workload: decision.verdict for decision in decisions}
    assert verdicts == {"sugestao-sao-paulo": "allow", "sugestao-virginia": "deny"}
