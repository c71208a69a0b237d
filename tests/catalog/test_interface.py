"""What the package shows, and that it stays lean."""

from __future__ import annotations

import subprocess
import sys

from policy_engine import catalog
from policy_engine.declaration import CatalogNames


def test_all_is_what_there_is() -> None:
    assert sorted(catalog.__all__) == catalog.__all__
    assert all(hasattr(catalog, name) for name in catalog.__all__)


def test_the_catalog_is_what_documents_are_joined_with(shipped: catalog.Catalog) -> None:
    names: CatalogNames = shipped
    assert names.canonical("provider", "AWS") == "aws"


def test_a_question_about_a_site_reads_neither_tools_nor_fabrics_nor_figures() -> None:
    code = (
        "from policy_engine._data import rules_path\n"
        "from policy_engine.catalog.files import Files\n"
        "files = Files.read(rules_path() / 'catalog')\n"
        "parsed = []\n"
        "parse = files._parse\n"
        "files._parse = lambda name: parsed.append(name) or parse(name)\n"
        "from policy_engine.catalog import Catalog\n"
        "catalog = Catalog(files)\n"
        "catalog.canonical('provider', 'eveo')\n"
        "catalog.canonical('site', 'eveo-cotia', 'eveo')\n"
        "catalog.canonical('accelerator', 'h100-sxm-80gb')\n"
        "catalog.site('eveo', 'eveo-cotia').root\n"
        "catalog.digest\n"
        "print(sorted(parsed))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['accelerators', 'providers', 'sites']"
