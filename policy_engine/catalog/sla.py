"""Which row of what a provider says about availability holds for a job."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from policy_engine.catalog.model import SlaRow

__all__ = ["SPOT", "choose"]

ANY = "any"
SPOT = "spot"


def choose(
    rows: Iterable[SlaRow],
    *,
    scope: str,
    service: str,
    nature: str,
    as_of: date | None,
    variant: str | None,
) -> SlaRow | None:
    """The row with a figure that holds for a scope and service, or None.

    A row that names the scope goes before one that is said of everything. Of several that hold alike the lowest figure
    is taken: nobody said that the job has what the higher one asks for.
    """
    fitting = [
        row
        for row in rows
        if row.nature == nature
        and row.uptime is not None
        and row.variant == variant
        and row.scope in (scope, ANY)
        and row.service in (service, ANY)
        and row.in_force(as_of)
    ]
    return min(fitting, key=lambda row: (row.scope == ANY, row.service == ANY, row.uptime), default=None)
