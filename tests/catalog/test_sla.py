"""Which availability figure holds: by scope, service, nature and day. Values are those of the SLA table."""

from __future__ import annotations

from datetime import date

import pytest

from policy_engine.catalog import Catalog, SlaRow
from policy_engine.catalog.sla import choose

TODAY = date(2026, 11, 30)


@pytest.mark.parametrize(
    ("provider", "scope", "service", "uptime"),
    [
        ("aws", "instance", "compute", 0.995),
        ("aws", "multi_zone", "compute", 0.9999),
        ("aws", "region", "storage", 0.999),  # S3; EFS has more, and nobody said that it is EFS
        ("aws", "zone", "storage", 0.995),  # FSx for Lustre
        ("gcp", "instance", "compute", 0.999),  # 99.95 is for memory-optimized machines only
        ("gcp", "multi_zone", "compute", 0.9999),
        ("azure", "instance", "compute", 0.999),  # every disk premium
        ("azure", "availability_set", "compute", 0.9995),
        ("oci", "instance", "compute", 0.999),
    ],
)
def test_published_figures(shipped: Catalog, provider: str, scope: str, service: str, uptime: float) -> None:
    row = shipped.sla_figure(provider, scope, service, as_of=TODAY)
    assert row is not None
    assert row.uptime == uptime
    assert row.nature == "published"


def test_terms_have_a_history(shipped: Catalog) -> None:
    """Google's single instance was 99.5 in the texts of 2020 and 2021, and 99.9 from 2023."""
    then = shipped.sla_figure("gcp", as_of=date(2021, 6, 1))
    now = shipped.sla_figure("gcp", as_of=date(2024, 8, 1))
    assert (then and then.percent, now and now.percent) == ("99.5", "99.9")
    assert shipped.sla_figure("gcp", as_of=date(2019, 1, 1)) is None


def test_without_a_day_the_terms_still_in_force_are_used(shipped: Catalog) -> None:
    row = shipped.sla_figure("gcp")
    assert row is not None
    assert row.valid_until is None


def test_a_claim_is_not_published(shipped: Catalog) -> None:
    """EVEO says 99.99 without terms or credit table, of everything it does."""
    assert shipped.sla_figure("eveo", as_of=TODAY) is None
    for scope in ("instance", "multi_zone"):
        claim = shipped.sla_figure("eveo", scope, nature="claim", as_of=TODAY)
        assert claim is not None
        assert (claim.uptime, claim.verified, claim.credits) == (0.9999, False, ())


@pytest.mark.parametrize("provider", ["vast-ai", "runpod", "hivenet", "magalu", "locaweb", "nobody"])
def test_where_nobody_promises_a_figure_there_is_none(shipped: Catalog, provider: str) -> None:
    for nature in ("published", "claim", "none"):
        assert shipped.sla_figure(provider, nature=nature, as_of=TODAY) is None


def test_spot_is_not_covered(shipped: Catalog) -> None:
    assert shipped.sla_figure("aws", purchase="spot", as_of=TODAY) is None
    assert shipped.sla_figure("gcp", "multi_zone", purchase="spot", as_of=TODAY) is None
    assert shipped.sla_figure("aws", purchase="reserved", as_of=TODAY) is not None


def test_credits_step_down(shipped: Catalog) -> None:
    """Region-level terms of AWS: 10, 30 and 100 % below 99.99, 99.0 and 95.0 %."""
    row = shipped.sla_figure("aws", "multi_zone", as_of=TODAY)
    assert row is not None
    assert row.credits == ((0.9999, 0.10), (0.99, 0.30), (0.95, 1.0))


def test_all_rows_of_a_provider(shipped: Catalog) -> None:
    """Seven published services and spot, which has no terms."""
    assert [row.nature for row in shipped.sla("aws")].count("published") == 7
    assert [row.variant for row in shipped.sla("aws") if row.nature == "none"] == ["spot"]
    assert {row.service for row in shipped.sla("aws", "instance")} == {"compute"}


def _row(scope: str, uptime: float, **more: object) -> SlaRow:
    return SlaRow("p", "compute", scope, "published", "n", uptime=uptime, **more)  # type: ignore[arg-type]


def _choose(rows: list[SlaRow], scope: str = "instance", variant: str | None = None) -> SlaRow | None:
    return choose(rows, scope=scope, service="compute", nature="published", as_of=TODAY, variant=variant)


def test_the_scope_asked_for_goes_before_one_said_of_everything() -> None:
    own, wide = _row("instance", 0.999), _row("any", 0.99)
    assert _choose([wide, own]) == own
    assert _choose([wide, own], "multi_zone") == wide


def test_of_several_that_hold_alike_the_lowest_is_taken() -> None:
    low, high = _row("instance", 0.995), _row("instance", 0.999)
    assert _choose([high, low]) == low


def test_a_variant_is_used_only_when_asked_for() -> None:
    special = _row("instance", 0.9995, variant="big")
    assert _choose([special]) is None
    assert _choose([special], variant="big") == special


def test_the_first_and_last_day_count() -> None:
    row = _row("instance", 0.999, valid_from=date(2026, 1, 1), valid_until=date(2026, 1, 31))
    days = (date(2025, 12, 31), date(2026, 1, 1), date(2026, 1, 31), date(2026, 2, 1))
    assert [row.in_force(day) for day in days] == [False, True, True, False]
    assert not row.in_force(None)
