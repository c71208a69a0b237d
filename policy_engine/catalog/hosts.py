"""Hosts of open providers: any text is accepted, and the country is known only where the text says it."""

from __future__ import annotations

from dataclasses import replace

from policy_engine.catalog.model import Provider, Site
from policy_engine.declaration import vocabulary

__all__ = ["country_of", "host"]

_CONTINENTS = frozenset(("AF", "AN", "AS", "EU", "NA", "OC", "SA"))


def host(provider: Provider, text: str, template: Site | None) -> Site:
    """A host that has no row of its own: what holds for any host of the provider, and what its text says.

    What the provider's hosts offer between them says nothing about this one, so no list is established.
    """
    country, city = country_of(provider, text)
    made = template or Site(provider.id, text, source=provider.source, date=provider.date, status=provider.status)
    return replace(
        made,
        id=text,
        city=city,
        country=country,
        parent=provider.parent,
        parent_jurisdiction=provider.parent_jurisdiction,
        foreign_law_note=provider.foreign_law_note,
        status=f"country {'as the text of the host says' if country else 'not known'}; {made.status}",
        verified=False,
        unnamed=False,
    )


def country_of(provider: Provider, text: str) -> tuple[str | None, str | None]:
    """Country and city that the text of a host names, each None where it does not.

    Only the form that the provider is known to use is read (``Bulgaria, BG, EU``: city, country, continent): two-letter
    codes of countries and of continents overlap (NA, SA, AF, AS), so a shorter text could be read either way.
    """
    if provider.host_text != "city_country_continent":
        return None, None
    parts = [part.strip() for part in text.split(",")]
    if len(parts) != 3 or parts[2] not in _CONTINENTS or parts[1] not in vocabulary().words("countries"):
        return None, None
    return parts[1], parts[0] or None
