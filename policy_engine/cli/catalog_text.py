"""The catalog for a person at a terminal: readable at 100 columns and without colour."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import TextIO

from rich.console import Console
from rich.table import Table
from rich.text import Text

from policy_engine.catalog import Catalog, Pair, Provider, Site, SlaRow

__all__ = ["write_providers", "write_site", "write_sites"]

WIDTH = 100
UNKNOWN = "unknown"

_NATURES = {
    "published": "Availability, published terms",
    "claim": "Availability, claimed without terms",
    "none": "Availability, no terms",
}


def write_sites(catalog: Catalog, sites: Sequence[Site], out: TextIO) -> None:
    """Sites under their providers."""
    console = _console(out)
    for owner, group in groupby(sites, key=lambda site: site.provider):
        provider = catalog.provider(owner)
        console.print(_heading(owner, provider))
        table = _table()
        for heading, width in (("Site", 26), ("Country", 7), ("City", 24), ("Zones", 7), ("Place checked", 24)):
            table.add_column(heading, width=width, overflow="fold")
        for site in group:
            zones = UNKNOWN if site.zones is None else str(site.zones)
            table.add_row(site.id, site.country or UNKNOWN, site.city or UNKNOWN, zones, _checked(site))
        console.print(table)
        console.print()
    _closing(console, catalog, f"{len(sites)} {'site' if len(sites) == 1 else 'sites'}")


def write_site(catalog: Catalog, site: Site, pair: Pair | None, terms: Sequence[SlaRow], out: TextIO) -> None:
    """One site: what it is, what it offers, where copies go, what is promised."""
    console = _console(out)
    console.print(Text(site.label, style="bold"))
    table = _table(header=False)
    table.add_column(width=22, style="dim")
    table.add_column(overflow="fold")
    for name, value in _facts(catalog, site, pair):
        table.add_row(name, value)
    console.print(table)
    for nature, heading in _NATURES.items():
        rows = [row for row in terms if row.nature == nature]
        if rows:
            console.print()
            console.print(Text(heading, style="bold"))
            _terms(console, rows)
    console.print()
    _closing(console, catalog)


def write_providers(providers: Iterable[Provider], out: TextIO) -> None:
    """Providers or tools in one table."""
    console = _console(out)
    table = _table()
    for heading, width in (
        ("Id", 14),
        ("Name", 20),
        ("What", 18),
        ("Data go to", 10),
        ("Controlled from", 10),
        ("", 22),
    ):
        table.add_column(heading, width=width, overflow="fold")
    for one in providers:
        what = one.tool.replace("_", " ") if one.tool else "any host" if one.open else "own sites"
        goes = (one.country or UNKNOWN) if one.kind == "tool" else "by site"
        controlled = one.parent_jurisdiction or UNKNOWN
        table.add_row(one.id, one.name, what, goes, controlled, _checked(one))
    console.print(table)


def _facts(catalog: Catalog, site: Site, pair: Pair | None) -> Iterator[tuple[str, str]]:
    provider = catalog.provider(site.provider)
    yield "Country", site.country or UNKNOWN
    yield "City", site.city or UNKNOWN
    yield "Provider", provider.name if provider is not None else site.provider
    yield "Controlled by", f"{site.parent or UNKNOWN} ({site.parent_jurisdiction or UNKNOWN})"
    if site.foreign_law_note:
        yield "Reach of its law", site.foreign_law_note
    yield "Kind of site", site.tier or UNKNOWN
    yield "Availability zones", UNKNOWN if site.zones is None else str(site.zones)
    yield from _accelerators(site)
    yield "Currency", " · ".join(dict.fromkeys(text for text in (site.currency, site.billing) if text)) or UNKNOWN
    if pair is not None:
        goal = catalog.site(pair.to_provider, pair.to_site)
        country = (goal.country if goal is not None else None) or UNKNOWN
        yield "Geo-redundant copies", f"go to {pair.to_provider}/{pair.to_site}, country {country} ({pair.status})"
    else:
        yield "Geo-redundant copies", f"{UNKNOWN} where they go"
    yield "Place checked", _checked(site)
    yield "Status", site.status or UNKNOWN
    yield "Source", f"{site.source}, {site.date or 'undated'}"


def _accelerators(site: Site) -> Iterator[tuple[str, str]]:
    if site.accelerators is None:
        yield "Accelerators", f"{UNKNOWN}: no list is established"
    else:
        wide = [f"{family} (form not named)" for family in site.families]
        listed = ", ".join([*site.accelerators, *wide, *site.other]) or "none listed"
        yield "Accelerators", listed if site.complete else f"{listed}; the list may leave some out"
    if site.not_offered:
        yield "Not offered", ", ".join(site.not_offered)
    if site.unconfirmed:
        yield "Not established", ", ".join(site.unconfirmed)


def _terms(console: Console, rows: Sequence[SlaRow]) -> None:
    table = _table(header=False)
    table.add_column(width=9)
    table.add_column(width=25, overflow="fold")
    table.add_column(overflow="fold")
    for row in rows:
        said = "; ".join(text for text in (row.name, row.terms, row.variant and f"only {row.variant}") if text)
        since = f"since {row.valid_from}" if row.valid_from else "undated"
        checked = f"{'checked' if row.verified else 'not checked'}: {row.status}"
        figure = f"{row.percent} %" if row.percent else "—"
        scope = " · ".join(
            "everything" if part == "any" else part.replace("_", " ") for part in (row.scope, row.service)
        )
        table.add_row(figure, scope, f"{said} ({since}; {checked}; {row.source})")
    console.print(table)


def _heading(owner: str, provider: Provider | None) -> Text:
    if provider is None:
        return Text(owner, style="bold")
    who = f"{provider.parent or UNKNOWN} ({provider.parent_jurisdiction or UNKNOWN})"
    return Text.assemble((owner, "bold"), f"  {provider.name}, controlled by {who}")


def _checked(row: Site | Provider) -> str:
    said = "yes" if row.verified else "no"
    return said if row.overlaid_by is None else f"{said} · Catalog {row.overlaid_by}"


def _closing(console: Console, catalog: Catalog, count: str = "") -> None:
    for note in catalog.notes:
        console.print(Text(note, style="yellow"))
    console.print(Text(" · ".join(part for part in (count, f"catalog {catalog.digest[:19]}…") if part), style="dim"))


def _table(*, header: bool = True) -> Table:
    return Table(box=None, show_header=header, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")


def _console(out: TextIO) -> Console:
    width = WIDTH
    if out is sys.stdout and out.isatty():
        try:
            width = max(40, min(os.get_terminal_size(out.fileno()).columns, WIDTH))
        except OSError:
            width = WIDTH
    return Console(file=out, width=width, highlight=False, emoji=False, markup=False)
