"""What is known about the world: providers, sites, accelerators, fabrics, availability terms; each with its source.

The catalog is read-only. ``load`` reads the shipped files once; ``Catalog.overlay`` lays a user's own entries over
them and gives a new catalog. What nobody knows is absent, never guessed.
"""

from __future__ import annotations

from policy_engine.catalog.catalog import Catalog
from policy_engine.catalog.load import load
from policy_engine.catalog.model import Accelerator, Fabric, Pair, Provider, Site, SlaRow
from policy_engine.catalog.schema import SiteSchema

__all__ = ["Accelerator", "Catalog", "Fabric", "Pair", "Provider", "Site", "SiteSchema", "SlaRow", "load"]
