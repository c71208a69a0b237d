"""The shipped files: readable, without contradictions, every row with its source."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from policy_engine._data import rules_path
from policy_engine.catalog import Catalog
from policy_engine.catalog.files import NAMES
from policy_engine.declaration import vocabulary


class _Strict(yaml.BaseLoader):
    """Refuses a key that stands twice: YAML would keep the last one without a word."""


def _mapping(loader: _Strict, node: yaml.MappingNode) -> dict[Any, Any]:
    keys = [loader.construct_object(key) for key, _ in node.value]
    assert len(keys) == len(set(keys)), f"a key stands twice at {node.start_mark}"
    return {key: loader.construct_object(value, deep=True) for key, (_, value) in zip(keys, node.value, strict=True)}


_Strict.add_constructor(yaml.resolver.BaseResolver.DEFAULT_MAPPING_TAG, _mapping)


@pytest.mark.parametrize("name", NAMES)
def test_no_key_stands_twice(name: str) -> None:
    text = (rules_path() / "catalog" / f"{name}.yaml").read_text(encoding="utf-8")
    assert yaml.load(text, _Strict)


def test_every_yaml_file_is_read() -> None:
    """The digest covers the files of NAMES: a file beside them would count for nothing."""
    assert sorted(path.stem for path in (rules_path() / "catalog").glob("*.yaml")) == sorted(NAMES)


def test_every_row_says_where_it_comes_from(shipped: Catalog) -> None:
    regions = [region for tool in shipped.providers("tool") for region in shipped.sites(tool.id)]
    rows = [*shipped.sites(), *regions, *shipped.providers(), *shipped.providers("tool")]
    rows += [row for provider in shipped.providers() for row in shipped.sla(provider.id)]
    assert [row for row in rows if not row.source or not row.status] == []


def test_an_unverified_status_is_never_marked_verified(shipped: Catalog) -> None:
    rows = [*shipped.sites(), *shipped.providers(), *shipped.providers("tool")]
    assert [row for row in rows if row.verified and row.status.startswith(("unverified", "secondary", "partly"))] == []


def test_countries_are_countries(shipped: Catalog) -> None:
    known = vocabulary().words("countries")
    providers = [*shipped.providers(), *shipped.providers("tool")]
    regions = [site for provider in providers for site in shipped.sites(provider.id)]
    said = {site.country for site in regions} | {one.country for one in providers}
    said |= {one.parent_jurisdiction for one in providers}
    assert {code for code in said if code is not None} <= set(known)


def test_no_text_is_empty(shipped: Catalog) -> None:
    """Not known is None: an empty country would look like a country."""
    for row in (*shipped.sites(), *shipped.providers(), *shipped.providers("tool")):
        values = {name: getattr(row, name) for name in row.__dataclass_fields__}
        assert "" not in values.values(), row


def test_every_accelerator_has_figures_and_they_say_what_was_checked(shipped: Catalog) -> None:
    for one in shipped.accelerators():
        assert shipped.figures(one.id)["verification"], one.id
        assert shipped.figures(one.id)["source"], one.id


def test_each_fabric_says_what_was_checked(shipped: Catalog) -> None:
    assert all(one.verification for one in shipped.fabrics())


def test_pairs_join_sites_of_the_catalog(shipped: Catalog) -> None:
    for key, pair in shipped.files.pairs.items():
        assert shipped.site(*key) is not None
        assert shipped.site(pair.to_provider, pair.to_site) is not None
