"""A user's own sites and providers, laid over the shipped catalog."""

from __future__ import annotations

from policy_engine.declaration import fields as f
from policy_engine.declaration.kinds.base import Strict, register

__all__ = ["CatalogOverlay"]


class ProviderEntry(Strict):
    """A provider."""

    id = f.Name(required=True, meaning="Its id.", example="meu-datacenter")
    name = f.Text(meaning="Its name.", example="Datacenter próprio")
    parent = f.Text(meaning="Who controls it.", example="Loja Exemplo S.A.")
    parent_jurisdiction = f.Word("countries", meaning="The jurisdiction that controls it.", example="BR")
    country = f.Word("countries", meaning="Where it receives data, when it has no site.", example="BR")
    source = f.Text(required=True, meaning="Where this comes from.", example="inventário 2026")
    date = f.Date(required=True, meaning="When that was checked.", example="2026-11-01")


class SiteEntry(Strict):
    """A site."""

    provider = f.Name(required=True, meaning="Its provider.", example="meu-datacenter")
    id = f.Text(required=True, meaning="Its id.", example="sp-1")
    city = f.Text(meaning="Its city.", example="São Paulo")
    country = f.Word("countries", required=True, meaning="Its country.", example="BR")
    zones = f.Integer(least=1, meaning="Availability zones.", unit="zones", example="1")
    tier = f.Text(meaning="Its facility tier, as it is said.", example="Tier III")
    accelerators = f.ListOf(f.Text(), meaning="Accelerators it offers, and no others.", example="[h100-sxm-80gb]")
    currency = f.Text(meaning="The currency it bills in (ISO 4217).", example="BRL")
    verified = f.Flag(meaning="Somebody checked it.", example="true")
    source = f.Text(required=True, meaning="Where this comes from.", example="inventário 2026")
    date = f.Date(required=True, meaning="When that was checked.", example="2026-11-01")


class Pair(Strict):
    """A site and where its geo-redundant storage goes."""

    provider = f.Name(required=True, meaning="The provider.", example="meu-datacenter")
    site = f.Text(required=True, meaning="The site.", example="sp-1")
    to_provider = f.Name(required=True, meaning="The provider of the other site.", example="meu-datacenter")
    to_site = f.Text(required=True, meaning="The other site.", example="rj-1")
    source = f.Text(required=True, meaning="Where this comes from.", example="inventário 2026")
    date = f.Date(required=True, meaning="When that was checked.", example="2026-11-01")


@register("Catalog")
class CatalogOverlay(Strict):
    """Entries laid over the shipped catalog."""

    providers = f.ListOf(f.Nested(ProviderEntry), meaning="Providers, new or in place of shipped ones.")
    sites = f.ListOf(f.Nested(SiteEntry), meaning="Sites, new or in place of shipped ones.")
    replication = f.ListOf(f.Nested(Pair), meaning="Where geo-redundant storage goes.")
