"""Where the data that ships with the engine lies: packs, catalog, parameters, vocabularies."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from policy_engine.errors import InternalFault

__all__ = ["rules_path"]


@cache
def rules_path() -> Path:
    """The folder of shipped rules: ``_rules`` inside an installed wheel, ``rules/`` in a checkout.

    Raises:
        InternalFault: neither is there, so the installation is broken.
    """
    here = Path(__file__).resolve().parent
    for candidate in (here / "_rules", here.parent / "rules"):
        if (candidate / "parameters.yaml").is_file():
            return candidate
    raise InternalFault(f"the shipped rules are missing beside {here}; reinstall alvara")
