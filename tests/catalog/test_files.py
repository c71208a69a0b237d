"""Reading the shipped files: once, strictly, and with a digest of what they say."""

from __future__ import annotations

from pathlib import Path

import pytest

from policy_engine._data import rules_path
from policy_engine.catalog import load
from policy_engine.catalog.files import NAMES, Files
from policy_engine.errors import InternalFault

FOLDER = rules_path() / "catalog"


@pytest.fixture
def texts() -> dict[str, str]:
    return {name: (FOLDER / f"{name}.yaml").read_text(encoding="utf-8") for name in NAMES}


def test_the_same_folder_gives_the_same_catalog() -> None:
    assert load(FOLDER) is load(FOLDER)


def test_comments_and_blank_lines_do_not_change_the_digest(texts: dict[str, str]) -> None:
    changed = {**texts, "sites": "# a remark\n\n" + texts["sites"].replace("\n", "  \n")}
    assert Files(changed).digest == Files(texts).digest


@pytest.mark.parametrize("name", NAMES)
def test_what_any_file_says_changes_the_digest(texts: dict[str, str], name: str) -> None:
    assert Files({**texts, name: texts[name] + "x: y\n"}).digest != Files(texts).digest


def test_a_missing_file_is_a_fault_of_ours(tmp_path: Path) -> None:
    with pytest.raises(InternalFault, match="cannot be read"):
        Files.read(tmp_path)


@pytest.mark.parametrize(
    ("name", "old", "new", "says"),
    [
        ("sites", "city: Ashburn, country: US, zones: 6", "city: Ashburn, contry: US, zones: 6", "unknown .'contry'."),
        ("sites", "zones: 6", "zones: several", "a number of zones or none"),
        ("sites", "accelerators: [t4, a10]", "accelerators: [t4, h100]", "not there: .'h100'."),
        ("sites", "accelerators: [t4, a10]", "accelerators: t4", "must have a list under accelerators"),
        ("providers", "Hivenet, open: true", "Hivenet, open: yes", "must say true or false under open"),
        ("sla", "nature: claim", "nature: promise", "no right nature"),
        ("sla", "uptime: 99.99\n    exclusions: the figure", "exclusions: the figure", ""),
        ("sites", "aws:", "aws: [", "is not YAML"),
    ],
)
def test_a_wrong_row_names_itself(texts: dict[str, str], name: str, old: str, new: str, says: str) -> None:
    assert old in texts[name]
    files = Files({**texts, name: texts[name].replace(old, new, 1)})
    if not says:
        assert files.sla
        return
    with pytest.raises(InternalFault, match=says):
        _ = (files.sites, files.sla)


def test_a_row_without_terms_has_no_figure(texts: dict[str, str]) -> None:
    broken = texts["sla"].replace("nature: claim", "nature: none", 1)
    with pytest.raises(InternalFault, match="a figure without terms"):
        _ = Files({**texts, "sla": broken}).sla


def test_norway_is_a_country(texts: dict[str, str]) -> None:
    """YAML's own typing would make it false."""
    changed = texts["sites"].replace("city: Dublin, country: IE", "city: Oslo, country: NO", 1)
    assert Files({**texts, "sites": changed}).sites["aws", "eu-west-1"].country == "NO"
