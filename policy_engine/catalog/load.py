"""Loading the catalog: once for each content."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from policy_engine.catalog.catalog import Catalog
from policy_engine.catalog.files import Files

__all__ = ["load"]


@lru_cache(maxsize=4)
def load(folder: Path) -> Catalog:
    """The catalog in a folder; loading the same folder again gives the same object.

    Raises:
        InternalFault: a file of the folder is missing or wrong.
    """
    return Catalog(Files.read(folder))
