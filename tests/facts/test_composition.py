"""Availability arithmetic: figures of docs/availability.md, computed by hand there."""

import pytest

from policy_engine.facts.availability import MONTH_MINUTES, YEAR_HOURS, parallel, series


@pytest.mark.parametrize(
    ("parts", "composed"),
    [
        ((0.995, 0.999, 0.999), 0.993010995),
        ((0.9999,) * 3, 0.99970003),
        ((0.999,) * 3, 0.997002999),
        ((0.995,) * 16, 0.922931),
        ((0.999,) * 16, 0.984119),
        ((0.9999,) * 16, 0.998401),
    ],
)
def test_series(parts, composed):
    assert series(*parts) == pytest.approx(composed, abs=5e-7)


@pytest.mark.parametrize(
    ("shared", "composed"), [(0.0, 0.999999), (0.01, 0.99998902), (0.05, 0.99994910), (0.10, 0.99989919)]
)
def test_two_replicas_of_999_with_a_shared_cause(shared, composed):
    assert parallel(0.999, 2, shared) == pytest.approx(composed, abs=5e-9)


def test_series_used_for_parallel_is_wrong():
    assert parallel(0.995, 2) == pytest.approx(0.999975)
    assert series(0.995, 0.995) == pytest.approx(0.990025)


@pytest.mark.parametrize(
    ("share", "minutes"), [(0.99, 432), (0.999, 43.2), (0.9999, 4.32), (0.99982, 7.776), (0.99995, 2.16)]
)
def test_a_month_has_43200_minutes(share, minutes):
    assert (1 - share) * MONTH_MINUTES == pytest.approx(minutes)


def test_a_year_has_8766_hours():
    assert pytest.approx(8.766) == YEAR_HOURS * (1 - 0.999)
