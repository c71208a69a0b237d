"""Safeguards and what counts as stronger."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from marshmallow import Schema, fields

from policy_engine.declaration import fields as f
from policy_engine.declaration.kinds.controls import STRENGTH, Logging, Security


def controls(schema: type[Schema], path: str) -> Iterator[tuple[str, Any]]:
    for name, field in schema._declared_fields.items():
        if isinstance(field, fields.Nested):
            yield from controls(type(field.schema), f"{path}.{name}")
        else:
            yield f"{path}.{name}", field


CONTROLS = dict([*controls(Security, "security"), *controls(Logging, "logging")])


def test_every_safeguard_may_be_backed_by_evidence() -> None:
    assert all(isinstance(field, f.Control) for field in CONTROLS.values())


def test_every_safeguard_but_the_country_of_keys_has_an_order_over_all_its_values() -> None:
    # No country is stronger than another.
    assert set(CONTROLS) - set(STRENGTH) == {"security.key_country"}
    assert set(STRENGTH) <= set(CONTROLS)
    for path, order in STRENGTH.items():
        inner = CONTROLS[path].inner
        if order is None:
            assert isinstance(inner, f.Date | f.Integer), path
            continue
        values = [value for step in order for value in (step if isinstance(step, tuple) else (step,))]
        assert sorted(values) == sorted([False, True] if isinstance(inner, f.Flag) else inner.choices), path
