"""What availability is promised, how firmly, and what it comes to over all the nodes of a job.

Composition (docs/availability.md): parts that are all needed multiply; of n alternatives one must hold;
alternatives that share a cause are not independent (beta factor).
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from policy_engine.facts.capacity import node_count
from policy_engine.facts.registry import FACTS, Missing, Situation
from policy_engine.facts.schemas import AvailabilityFacts

if TYPE_CHECKING:
    from policy_engine.catalog import SlaRow

COMMON_CAUSE = "common_cause_share"

availability = FACTS.subject("availability", AvailabilityFacts, params=[COMMON_CAUSE])

MONTH_MINUTES = 30 * 24 * 60
YEAR_HOURS = 365.25 * 24


def series(*parts: float) -> float:
    """All of the parts are needed: the product of their availabilities."""
    return math.prod(parts)


def parallel(part: float, count: int, shared_cause: float = 0.0) -> float:
    """One of ``count`` equal parts is enough; ``shared_cause`` is the share of failures that hit all at once.

    Beta-factor model: U = b·u + ((1 − b)·u)^n. With b = 0 the parts are independent.
    """
    down = 1.0 - part
    return 1.0 - (shared_cause * down + ((1.0 - shared_cause) * down) ** count)


@availability
def required(situation: Situation) -> float | Missing:
    """The share of time the job asks for."""
    asked = situation.job.workload.spec.get("availability", {}).get("required")
    return Missing(("workload.availability.required",)) if asked is None else asked


@availability
def zones_required(situation: Situation) -> int | None:
    """How many availability zones the job asks for."""
    asked: int | None = situation.job.workload.spec.get("availability", {}).get("zones")
    return asked


@availability
def site_zones(situation: Situation) -> int | Missing:
    """How many zones the site has, as far as the catalog knows."""
    zones = situation.site.zones if situation.site is not None else None
    return Missing(("site.zones",)) if zones is None else zones


@availability
def contracted(situation: Situation) -> float | None:
    """The figure the contract commits to."""
    return _terms(situation).get("committed")


@availability
def credit_table(situation: Situation) -> bool:
    """Whether the contract pays anything when the figure is missed."""
    return bool(_terms(situation).get("credits"))


@availability
def published(situation: Situation) -> float | None:
    """The figure the provider publishes as its terms, for the scope the job uses."""
    return _catalogued(situation, "published")


@availability
def claimed(situation: Situation) -> float | None:
    """A figure that is only said, with no terms behind it."""
    return _catalogued(situation, "claim")


@availability
def basis(situation: Situation) -> str:
    """What the figure rests on: ``contract``, ``published``, ``claim`` or ``none``."""
    for name, fact in (("contract", "contracted"), ("published", "published"), ("claim", "claimed")):
        if situation.fact(f"availability.{fact}") is not None:
            return name
    return "none"


@availability
def figure(situation: Situation) -> float | Missing:
    """The firmest figure there is for one part: contracted, else published, else claimed."""
    for fact in ("contracted", "published", "claimed"):
        value: float | None = situation.fact(f"availability.{fact}")
        if value is not None:
            return value
    return Missing(("contract.availability.committed",))


@availability
def composed(situation: Situation) -> float | Missing:
    """The figure over everything the job needs at once.

    A synchronous job needs all its nodes, so single-instance figures multiply; independent tasks need one.
    A figure whose scope is the site, or several zones that the job spans, already covers the nodes. Where a job
    spans zones and there is only a figure for one instance, the nodes of one zone must work and one zone is enough,
    less the share of failures that hit all zones at once.
    """
    single = situation.fact("availability.figure")
    if single is None:
        return Missing(situation.missing["availability.figure"])
    terms = _terms(situation)
    extra = [part["committed"] for part in terms.get("components", ())]
    if _scope(situation) != "instance":
        return series(single, *extra)
    if situation.job.workload.spec.get("coupling") == "independent":
        return series(single, *extra)
    nodes = node_count(situation)
    if isinstance(nodes, Missing):
        return nodes
    zones = _zones(situation)
    group = single ** math.ceil(nodes / zones)
    return series(parallel(group, zones, situation.params.get(COMMON_CAUSE, 1.0)), *extra)


@availability
def downtime_month_minutes(situation: Situation) -> float | None:
    """Minutes of a 30-day month that the composed figure leaves uncovered."""
    value = situation.fact("availability.composed")
    return None if value is None else (1.0 - value) * MONTH_MINUTES


@availability
def downtime_year_hours(situation: Situation) -> float | None:
    """Hours of a 365.25-day year that the composed figure leaves uncovered."""
    value = situation.fact("availability.composed")
    return None if value is None else (1.0 - value) * YEAR_HOURS


@availability
def tier_label_only(situation: Situation) -> bool:
    """Whether a facility tier label is all that stands behind the figure: no contract, no published terms."""
    labelled = situation.site is not None and "tier" in (situation.site.tier or "").lower()
    return labelled and situation.fact("availability.basis") in ("claim", "none")


def _terms(situation: Situation) -> dict[str, Any]:
    contract = situation.job.contract
    terms: dict[str, Any] = contract.spec.get("availability", {}) if contract is not None else {}
    return terms


def _spans_zones(situation: Situation) -> bool:
    asked = situation.job.workload.spec.get("availability", {}).get("spans_zones", False)
    return bool(asked) and (situation.fact("availability.site_zones") or 0) >= 2


def _scope(situation: Situation) -> str:
    """What the figure in use covers: one instance, the site, or several zones."""
    if situation.fact("availability.basis") == "contract":
        scope: str = _terms(situation).get("scope", "instance")
        return scope if scope != "multi_zone" or _spans_zones(situation) else "instance"
    nature = {"published": "published", "claim": "claim"}.get(situation.fact("availability.basis"), "none")
    row = _row(situation, nature)
    return row.scope if row is not None and row.scope == "multi_zone" else "instance"


def _zones(situation: Situation) -> int:
    """Over how many zones the job is spread: one, unless it says that it spans them and the site has them."""
    if not _spans_zones(situation):
        return 1
    asked: int = situation.job.workload.spec["availability"].get("zones", 2)
    there: int = situation.fact("availability.site_zones")
    return max(2, min(asked, there))


def _catalogued(situation: Situation, nature: str) -> float | None:
    row = _row(situation, nature)
    return None if row is None else row.uptime


def _row(situation: Situation, nature: str) -> SlaRow | None:
    """The terms for what the job uses: those for several zones where it spans them, else those for one instance."""
    site = situation.site
    if site is None:
        return None
    purchase = situation.job.workload.spec.get("compute", {}).get("purchase", "on_demand")
    for scope in ("multi_zone", "instance") if _spans_zones(situation) else ("instance",):
        row = situation.catalog.sla_figure(
            site.provider, scope=scope, nature=nature, purchase=purchase, as_of=situation.as_of
        )
        if row is not None:
            return row
    return None
