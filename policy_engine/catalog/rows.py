"""From the rows of the shipped files to values; a row that is not right is a fault of ours and names itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from policy_engine.catalog.model import Accelerator, Fabric, Pair, Provider, Site, SlaRow, day_of
from policy_engine.errors import InternalFault

__all__ = ["accelerator", "fabric", "forms_of", "pair", "provider", "site", "sla_row", "tool", "tool_sites"]

Row = Mapping[str, Any]

_ORIGIN = ("source", "date", "status")
_PROVIDER = ("name", "parent", "note", "jurisdiction", "open", "hosts", "aliases", "verified", *_ORIGIN)
_TOOL = ("name", "kind", "parent", "jurisdiction", "country", "hosts", "aliases", "sites", "verified", *_ORIGIN)
_SITE_TEXTS = ("city", "country", "tier", "currency", "billing")
_SITE_LISTS = ("families", "not_offered", "unconfirmed", "other")
_SITE = (*_SITE_TEXTS, *_SITE_LISTS, "accelerators", "note", "zones", "complete", "unnamed", "verified", *_ORIGIN)
_SLA_TEXTS = ("terms", "variant", "period", "credits_text", "credit_base", "claim_window", "exclusions")
_SLA = (*_SLA_TEXTS, "scope", "service", "name", "nature", "uptime", "from", "until", "credits", "verified", *_ORIGIN)
_PAIR = ("provider", "site", "to_provider", "to_site", "verified", *_ORIGIN)
_ACCELERATOR = ("name", "vendor", "family", "form", "memory_gb", "aliases")
_NATURES = ("published", "claim", "none")


def provider(name: str, row: Row, foreign_law: Mapping[str, str]) -> Provider:
    """Who runs sites."""
    _check(name, row, _PROVIDER, "name", "source", "status", "verified")
    jurisdiction = row.get("jurisdiction")
    return Provider(
        id=name,
        name=row["name"],
        parent=row.get("parent"),
        parent_jurisdiction=jurisdiction,
        foreign_law_note=row.get("note") or foreign_law.get(jurisdiction or ""),
        open=_flag(name, row, "open", False),
        host_text=row.get("hosts"),
        aliases=_list(name, row, "aliases"),
        **_origin(name, row),
    )


def tool(name: str, row: Row, foreign_law: Mapping[str, str]) -> Provider:
    """A tool that receives data."""
    _check(name, row, _TOOL, "name", "kind", "source", "status", "verified")
    jurisdiction = row.get("jurisdiction")
    return Provider(
        id=name,
        name=row["name"],
        kind="tool",
        tool=row["kind"],
        country=row.get("country"),
        parent=row.get("parent"),
        parent_jurisdiction=jurisdiction,
        foreign_law_note=foreign_law.get(jurisdiction or ""),
        aliases=_list(name, row, "aliases"),
        hosts=_list(name, row, "hosts"),
        **_origin(name, row),
    )


def tool_sites(of: Provider, row: Row) -> list[Site]:
    """The regions a customer of a tool may choose from."""
    return [
        Site(
            provider=of.id,
            id=region,
            country=None if country == "unknown" else country,
            parent=of.parent,
            parent_jurisdiction=of.parent_jurisdiction,
            foreign_law_note=of.foreign_law_note,
            source=of.source,
            date=of.date,
            status=of.status,
            verified=of.verified and country != "unknown",
        )
        for region, country in row.get("sites", {}).items()
    ]


def site(of: Provider, name: str, row: Row, forms: Mapping[str, tuple[str, ...]]) -> Site:
    """A site, with what its provider brings."""
    label = f"{of.id}/{name}"
    _check(label, row, _SITE, "source", "status", "verified")
    made = Site(
        provider=of.id,
        id=name,
        parent=of.parent,
        parent_jurisdiction=of.parent_jurisdiction,
        foreign_law_note=row.get("note") or of.foreign_law_note,
        zones=_zones(label, row),
        accelerators=_list(label, row, "accelerators") if "accelerators" in row else None,
        complete=_flag(label, row, "complete", True),
        unnamed=_flag(label, row, "unnamed", False),
        forms=forms,
        **_texts(row, _SITE_TEXTS),
        **_lists(label, row, _SITE_LISTS),
        **_origin(label, row),
    )
    known = {form for forms_ in forms.values() for form in forms_}
    unknown = set(made.accelerators or ()) - known
    unknown |= set(made.families) - set(forms)
    unknown |= set(made.not_offered + made.unconfirmed) - known - set(forms)
    if unknown:
        raise InternalFault(f"the catalog's row {label} lists accelerators that are not there: {sorted(unknown)}")
    return made


def accelerator(name: str, row: Row) -> Accelerator:
    """An accelerator."""
    _check(name, row, _ACCELERATOR, "name", "vendor", "family", "form", "memory_gb")
    memory, aliases = float(row["memory_gb"]), _list(name, row, "aliases")
    return Accelerator(name, row["name"], row["vendor"], row["family"], row["form"], memory, aliases)


def forms_of(accelerators: Mapping[str, Accelerator]) -> dict[str, tuple[str, ...]]:
    """The ids of each family."""
    forms: dict[str, list[str]] = {}
    for one in accelerators.values():
        forms.setdefault(one.family, []).append(one.id)
    return {family: tuple(ids) for family, ids in forms.items()}


def fabric(name: str, row: Row) -> Fabric:
    """A fabric."""
    figures = {key: figure(value) for key, value in row.items() if key not in ("name", "scope", "rdma", "verification")}
    return Fabric(name, row["name"], row["scope"], row["rdma"], figures, row["verification"])


def figure(text: str) -> float | str:
    """A number where the text is one, the text where it says more."""
    try:
        return float(text)
    except ValueError:
        return text


def pair(row: Row) -> Pair:
    """A pair of geo-redundant storage."""
    label = f"replication of {row.get('provider')}/{row.get('site')}"
    _check(label, row, _PAIR, *_PAIR[:4], "source", "status", "verified")
    return Pair(*(row[key] for key in _PAIR[:4]), **_origin(label, row))


def sla_row(of: str, row: Row) -> SlaRow:
    """What a provider says about availability."""
    label = f"{of}: {row.get('name')}"
    _check(label, row, _SLA, "scope", "service", "name", "nature", "source", "status", "verified")
    if row["nature"] not in _NATURES or (row["nature"] == "none") > ("uptime" not in row):
        raise InternalFault(f"the catalog's row {label} has no right nature, or a figure without terms")
    return SlaRow(
        provider=of,
        service=row["service"],
        scope=row["scope"],
        nature=row["nature"],
        name=row["name"],
        uptime=_share(row["uptime"]) if "uptime" in row else None,
        percent=row.get("uptime"),
        valid_from=day_of(row.get("from")),
        valid_until=day_of(row.get("until")),
        credits=tuple((_share(below), _share(back)) for below, back in row.get("credits", {}).items()),
        **_texts(row, _SLA_TEXTS),
        **_origin(label, row),
    )


def _share(percent: str) -> float:
    """A percentage as the share of 1 that is nearest to what is printed: 99.9 is 0.999."""
    from decimal import Decimal

    return float(Decimal(percent) / 100)


def _texts(row: Row, keys: tuple[str, ...]) -> dict[str, Any]:
    return {key: row.get(key) for key in keys}


def _lists(label: str, row: Row, keys: tuple[str, ...]) -> dict[str, Any]:
    return {key: _list(label, row, key) for key in keys}


def _origin(label: str, row: Row) -> dict[str, Any]:
    return {**_texts(row, _ORIGIN), "verified": _flag(label, row, "verified", False)}


def _check(label: str, row: Row, known: tuple[str, ...], *required: str) -> None:
    unknown = [key for key in row if key not in known]
    missing = [key for key in required if key not in row]
    if unknown or missing:
        raise InternalFault(f"the catalog's row {label} is not right: unknown {unknown}, missing {missing}")


def _list(label: str, row: Row, key: str) -> tuple[str, ...]:
    value = row.get(key, ())
    if isinstance(value, str):
        raise InternalFault(f"the catalog's row {label} must have a list under {key}")
    return tuple(value)


def _flag(label: str, row: Row, key: str, default: bool) -> bool:
    value = row.get(key)
    if value not in (None, "true", "false"):
        raise InternalFault(f"the catalog's row {label} must say true or false under {key}")
    return default if value is None else value == "true"


def _zones(label: str, row: Row) -> int | None:
    value = row.get("zones")
    if value is not None and not value.isdigit():
        raise InternalFault(f"the catalog's row {label} must have a number of zones or none")
    return None if value is None else int(value)
