"""``alvara catalog``: what is known about sites and providers, and how well it was checked."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, TextIO

import click

from policy_engine._data import rules_path
from policy_engine.catalog import Catalog, Provider, Site, SlaRow, load
from policy_engine.cli.options import as_of_date
from policy_engine.cli.output import deliver
from policy_engine.declaration import read_paths, vocabulary
from policy_engine.errors import AlvaraError, OptionError, did_you_mean

__all__ = ["catalog"]

SCHEMA = "alvara/catalog/v1"
UNKNOWN = "unknown"

_context = click.option(
    "--context",
    "contexts",
    multiple=True,
    type=click.Path(path_type=Path),
    metavar="PATH",
    help="A file or folder with documents of kind Catalog to lay over what is shipped. May be repeated.",
)
_format = click.option(
    "--format", "format_name", type=click.Choice(["text", "json"]), default="text", show_default=True
)
_output = click.option(
    "-o", "--output", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", help="Write there."
)


@click.group()
def catalog() -> None:
    """Look up sites, providers and what they promise."""


@catalog.command("sites")
@click.option("--provider", metavar="NAME", help="Only the sites of this provider.")
@click.option("--country", metavar="CC", help=f'Only sites in this country (BR, US …), or "{UNKNOWN}".')
@_context
@_format
@_output
def list_sites(
    provider: str | None, country: str | None, contexts: Sequence[Path], format_name: str, output: Path | None
) -> int:
    """List sites with country, zones and whether the place was checked."""
    known, errors = _catalog(contexts)
    wanted = _country(country)
    sites = known.sites(known.canonical("provider", provider) if provider is not None else None)
    if wanted is not None:
        sites = tuple(site for site in sites if (site.country or UNKNOWN) == wanted)
    if format_name == "json":
        write = _json(known, {"sites": [_site(site) for site in sites]}, errors)
    else:
        from policy_engine.cli.catalog_text import write_sites

        def write(out: TextIO) -> None:
            write_sites(known, sites, out)

    deliver(write, output)
    return _status(errors)


@catalog.command("site")
@click.argument("name", metavar="ID")
@click.option("--as-of", metavar="DATE", help="Show the availability terms of this day (YYYY-MM-DD).")
@_context
@_format
@_output
def show_site(name: str, as_of: str | None, contexts: Sequence[Path], format_name: str, output: Path | None) -> int:
    """Show all that is known about one site. ID is the site's own, or PROVIDER/ID where several have it."""
    day = as_of_date(as_of)
    known, errors = _catalog(contexts)
    site = known.find(name)
    terms = tuple(row for row in known.sla(site.provider) if row.in_force(day))
    pair = known.pair(site.provider, site.id)
    if format_name == "json":
        content = {
            "site": _site(site),
            "replication": asdict(pair) if pair is not None else None,
            "availability": {"as_of": day.isoformat(), **_by_nature(terms)},
        }
        write = _json(known, content, errors)
    else:
        from policy_engine.cli.catalog_text import write_site

        def write(out: TextIO) -> None:
            write_site(known, site, pair, terms, out)

    deliver(write, output)
    return _status(errors)


@catalog.command("providers")
@click.option("--kind", type=click.Choice(["compute", "tool"]), default="compute", show_default=True)
@_context
@_format
@_output
def list_providers(kind: str, contexts: Sequence[Path], format_name: str, output: Path | None) -> int:
    """List who runs sites, or (--kind tool) the tools that receive data: trackers, hubs, observability."""
    known, errors = _catalog(contexts)
    providers = known.providers(kind)
    if format_name == "json":
        write = _json(known, {"providers": [_provider(one) for one in providers]}, errors)
    else:
        from policy_engine.cli.catalog_text import write_providers

        def write(out: TextIO) -> None:
            write_providers(providers, out)

    deliver(write, output)
    return _status(errors)


def _catalog(contexts: Sequence[Path]) -> tuple[Catalog, list[AlvaraError]]:
    """The shipped catalog with the overlays found, and all that was wrong in reading them."""
    bundle = read_paths(contexts)
    known, errors = load(rules_path() / "catalog").overlay(bundle.documents)
    return known, [*bundle.errors, *errors]


def _country(text: str | None) -> str | None:
    if text is None or text.casefold() == UNKNOWN:
        return None if text is None else UNKNOWN
    countries = vocabulary().words("countries")
    if text.upper() not in countries:
        hint = did_you_mean(text.upper(), [*countries, UNKNOWN], limit=0) if len(text) == 2 else ""
        raise OptionError(
            f'--country "{text[:40]}" is not a country code; use two letters as in BR, or {UNKNOWN}{hint}'
        )
    return text.upper()


def _status(errors: Sequence[AlvaraError]) -> int:
    """Report what was wrong on standard error; what could be shown was shown."""
    for error in errors:
        click.echo(f"alvara: {error}", err=True)
    return 2 if errors else 0


def _json(known: Catalog, content: dict[str, Any], errors: Sequence[AlvaraError]) -> Callable[[TextIO], None]:
    wrong = [
        {"file": e.place.file, "line": e.place.line, "column": e.place.column, "message": e.message} for e in errors
    ]
    document = {"schema": SCHEMA, "digest": known.digest, **content, "notes": list(known.notes), "errors": wrong}
    text = json.dumps(document, ensure_ascii=False, allow_nan=False, indent=2) + "\n"

    def write(out: TextIO) -> None:
        out.write(text)

    return write


def _site(site: Site) -> dict[str, Any]:
    """A site for a program: null is not known."""
    values = {name: getattr(site, name) for name in Site.__dataclass_fields__ if name != "forms"}
    return {"label": site.label, **values, "offered": site.offered}


def _provider(provider: Provider) -> dict[str, Any]:
    return asdict(provider)


def _by_nature(terms: Sequence[SlaRow]) -> dict[str, list[dict[str, Any]]]:
    grouped: dict[str, list[dict[str, Any]]] = {"published": [], "claim": [], "none": []}
    for row in terms:
        values = asdict(row)
        for name in ("valid_from", "valid_until"):
            values[name] = values[name].isoformat() if values[name] is not None else None
        grouped[row.nature].append(values)
    return grouped
