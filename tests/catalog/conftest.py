"""The shipped catalog, and Catalog documents from text."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from policy_engine._data import rules_path
from policy_engine.catalog import Catalog, load
from policy_engine.declaration import Document, read_text


@pytest.fixture(scope="session")
def shipped() -> Catalog:
    return load(rules_path() / "catalog")


@pytest.fixture(scope="session")
def document() -> Callable[..., Document]:
    """A document of kind Catalog with the given body; that it reads without an error is part of it."""

    def make(spec: str, name: str = "own") -> Document:
        text = f"apiVersion: alvara/v1\nkind: Catalog\nmetadata: {{name: {name}}}\nspec: {spec}\n"
        bundle = read_text(text, f"{name}.yaml")
        assert [str(error) for error in bundle.errors] == []
        return bundle.documents[0]

    return make
