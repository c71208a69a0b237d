"""The register of kinds and what all schemas share."""

from __future__ import annotations

import pytest
from marshmallow import RAISE

from policy_engine.declaration import KINDS
from policy_engine.declaration.kinds.base import Localised, Metadata, Strict, register
from policy_engine.errors import InternalFault


def test_the_kinds_are_those_of_the_design() -> None:
    assert {
        "Organization", "Activity", "Dataset", "Contract", "Platform", "Workload", "Profile", "RulePack", "Catalog",
    } <= set(KINDS)  # fmt: skip


def test_a_kind_is_registered_once() -> None:
    before = dict(KINDS)
    with pytest.raises(InternalFault, match="two schemas are registered for the kind Workload"):
        register("Workload")(Strict)
    assert before == KINDS


def test_every_kind_refuses_unknown_fields_and_builds_its_schemas_once() -> None:
    for kind in KINDS.values():
        assert issubclass(kind.body, Strict)
        assert issubclass(kind.metadata, Strict)
        assert kind.body_schema is kind.body_schema
        assert kind.body_schema.unknown == kind.metadata_schema.unknown == RAISE


def test_only_a_rule_pack_has_its_body_at_the_top() -> None:
    assert [name for name, kind in KINDS.items() if not kind.under_spec] == ["RulePack"]


def test_metadata_and_texts_have_the_fields_of_the_design() -> None:
    assert set(Metadata().fields) == {"name", "owner", "labels"}
    assert set(Localised().fields) == {"pt-BR", "en"}
