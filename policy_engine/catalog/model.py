"""The things the catalog knows, as values that do not change.

Each says where it comes from (``source``, ``date``), what was checked in words (``status``) and whether that covers
what matters about it (``verified``). An attribute that is None is not known.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from policy_engine.declaration.values import Timestamp

__all__ = ["Accelerator", "Fabric", "Pair", "Provider", "Site", "SlaRow", "day_of"]

Day = date  # rows have a `date` of their own, which is a text


def day_of(text: str | None) -> date | None:
    """The day a date text names, or None where it names only a year, a span or nothing."""
    if text is None or len(text) != len("2026-11-30"):
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


@dataclass(frozen=True, slots=True)
class Provider:
    """Who runs sites, or a tool that receives data.

    Attributes:
        kind: ``compute`` or ``tool``.
        tool: what a tool is for (``experiment_tracker``, ``observability`` …).
        country: where a tool receives data when nothing else is said; None for who runs sites.
        open: anyone may host for it, so any site is accepted and its country is not known.
        host_text: how the text of a host names its country, where it does.
        hosts: host names of a tool; a leading dot covers the names below it.
        verified: for a tool, that ``country`` was checked; otherwise, that the parent and its jurisdiction were.
        overlaid_by: the Catalog document this row comes from.
    """

    id: str
    name: str
    kind: str = "compute"
    tool: str | None = None
    country: str | None = None
    parent: str | None = None
    parent_jurisdiction: str | None = None
    foreign_law_note: str | None = None
    open: bool = False
    host_text: str | None = None
    aliases: tuple[str, ...] = ()
    hosts: tuple[str, ...] = ()
    source: str = ""
    date: str | None = None
    status: str = ""
    verified: bool = False
    overlaid_by: str | None = None


@dataclass(frozen=True, slots=True)
class Site:
    """One place where jobs may run or data may be kept.

    Attributes:
        accelerators: the ids it lists; None where no list is established.
        families: what it lists without naming the form (``h100``).
        complete: the list leaves nothing out, so what it does not name is not offered.
        not_offered: ids and families that it is said not to have.
        unconfirmed: ids and families that were named but not established.
        other: what it offers that the catalog has no accelerator for.
        forms: the ids of each family.
        currency: the currency of its price list; ``billing`` says it in full.
        verified: that the site and its country were checked.
        unnamed: the source names no site, and the row stands for all there may be.
        overlaid_by: the Catalog document this row comes from.
    """

    provider: str
    id: str
    city: str | None = None
    country: str | None = None
    parent: str | None = None
    parent_jurisdiction: str | None = None
    foreign_law_note: str | None = None
    tier: str | None = None
    zones: int | None = None
    accelerators: tuple[str, ...] | None = None
    families: tuple[str, ...] = ()
    complete: bool = True
    not_offered: tuple[str, ...] = ()
    unconfirmed: tuple[str, ...] = ()
    other: tuple[str, ...] = ()
    currency: str | None = None
    billing: str | None = None
    source: str = ""
    date: str | None = None
    status: str = ""
    verified: bool = False
    unnamed: bool = False
    overlaid_by: str | None = None
    forms: Mapping[str, tuple[str, ...]] = field(default_factory=dict, repr=False, compare=False)

    @property
    def label(self) -> str:
        """Provider and site in one word."""
        return f"{self.provider}/{self.id}"

    @property
    def offered(self) -> tuple[str, ...] | None:
        """The ids it may be asked for, families spelled out; None where no list is established."""
        if self.accelerators is None:
            return None
        wide = [form for family in self.families for form in self.forms.get(family, ())]
        ids = [*self.accelerators, *(form for form in wide if form not in self.accelerators)]
        return tuple(form for form in ids if not self._names(self.not_offered, form))

    def offers(self, accelerator: str) -> bool | None:
        """Whether it offers an accelerator; None where that is not established."""
        if self._names(self.not_offered, accelerator):
            return False
        if self.accelerators is None:
            return None
        if self._names(self.accelerators, accelerator) or self._names(self.families, accelerator):
            return True
        return False if self.complete and not self._names(self.unconfirmed, accelerator) else None

    def _names(self, listed: tuple[str, ...], accelerator: str) -> bool:
        return accelerator in listed or any(accelerator in self.forms.get(name, ()) for name in listed)

    @property
    def root(self) -> dict[str, Any]:
        """The site as rules see it: what is not known is left out."""
        offered, day = self.offered, day_of(self.date)
        values = {
            "provider": self.provider,
            "id": self.id,
            "city": self.city,
            "country": self.country,
            "parent": self.parent,
            "parent_jurisdiction": self.parent_jurisdiction,
            "foreign_law_note": self.foreign_law_note,
            "tier": self.tier,
            "zones": self.zones,
            "accelerators": list(offered) if offered is not None else None,
            "not_offered": list(self.not_offered) or None,
            "currency": self.currency,
            "verified": self.verified,
            "status": self.status or None,
            "source": self.source or None,
            "date": Timestamp.of_date(day) if day is not None else None,
            "overlaid_by": self.overlaid_by,
        }
        return {name: value for name, value in values.items() if value is not None}


@dataclass(frozen=True, slots=True)
class Accelerator:
    """A device that trains: its spellings and its memory.

    Rates, links and power are with the catalog (``Catalog.figures``), since few decisions need them.
    """

    id: str
    name: str
    vendor: str
    family: str
    form: str
    memory_gb: float
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Fabric:
    """A link inside a node, between nodes, or across zones and regions.

    ``figures`` holds every column as it was read: numbers where it is one, text where the source gives a range.
    """

    id: str
    name: str
    scope: str
    rdma: str
    figures: Mapping[str, float | str]
    verification: str


@dataclass(frozen=True, slots=True)
class Pair:
    """Where geo-redundant storage of a site goes."""

    provider: str
    site: str
    to_provider: str
    to_site: str
    source: str = ""
    date: str | None = None
    status: str = ""
    verified: bool = False
    overlaid_by: str | None = None


@dataclass(frozen=True, slots=True)
class SlaRow:
    """What a provider says about availability, for one service and scope.

    Attributes:
        nature: ``published`` terms, a ``claim``, or ``none``.
        scope: instance, availability_set, zone, multi_zone, region, multi_region, or ``any`` where it is not said.
        service: compute or storage, or ``any``.
        uptime: the figure as a share of the period, exact to what is printed; None where there is none.
        percent: the same as printed.
        variant: the kind of instance or contract it is only for.
        valid_from: the first day it is known to have been in force; None where that is not known.
        valid_until: the last such day; None while it still is.
        credits: share of the fee that comes back below an uptime, both as shares, highest uptime first.
    """

    provider: str
    service: str
    scope: str
    nature: str
    name: str
    uptime: float | None = None
    percent: str | None = None
    terms: str | None = None
    variant: str | None = None
    valid_from: Day | None = None
    valid_until: Day | None = None
    period: str | None = None
    credits: tuple[tuple[float, float], ...] = ()
    credits_text: str | None = None
    credit_base: str | None = None
    claim_window: str | None = None
    exclusions: str | None = None
    source: str = ""
    date: str | None = None
    status: str = ""
    verified: bool = False

    def in_force(self, as_of: Day | None) -> bool:
        """Whether the row was in force on a day; without one, whether it still is."""
        if as_of is None:
            return self.valid_until is None
        begun = self.valid_from is None or self.valid_from <= as_of
        return begun and (self.valid_until is None or as_of <= self.valid_until)
