"""Dated parameters: what holds on a day, what comes after the last value, and how bad ones are refused (trap 34)."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from policy_engine._data import rules_path
from policy_engine.errors import PackError
from policy_engine.packs import Parameters, load_parameters

PARAMETER = """\
parameters:
  limit:
    type: {type}
    nature: policy
    after_last: {after}
    meaning: {{pt-BR: Um limite, en: A limit}}
    values:
      - {{from: 2024-01-01, value: {first}, source: house, status: verified}}
      - {{from: 2025-01-01, value: {second}, source: house, status: verified, until: 2025-12-31}}
"""


def load(path: Path, **parts: str) -> tuple[Parameters, list[str]]:
    text = PARAMETER.format(**{"type": "int", "after": "hold", "first": "1", "second": "2", **parts})
    path.write_text(text, encoding="utf-8")
    found, errors = load_parameters(path)
    return found, [str(error) for error in errors]


@pytest.mark.parametrize(
    ("day", "value"), [("2024-01-01", 1), ("2024-12-31", 1), ("2025-01-01", 2), ("2025-12-31", 2), ("2030-01-01", 2)]
)
def test_the_value_of_a_day(tmp_path: Path, day: str, value: int) -> None:
    found, errors = load(tmp_path / "p.yaml")
    assert errors == []
    assert found.at(date.fromisoformat(day), ["limit"]) == {"limit": value}


def test_before_the_first_value_is_an_error_that_names_it(tmp_path: Path) -> None:
    found, _ = load(tmp_path / "p.yaml")
    with pytest.raises(PackError, match='parameter "limit" has no value on 2023-12-31: its first is from 2024-01-01'):
        found.at(date(2023, 12, 31), ["limit"])
    assert found.at(date(2023, 12, 31)) == {}


def test_after_the_last_value_as_the_parameter_chooses(tmp_path: Path) -> None:
    found, _ = load(tmp_path / "p.yaml", after="fail")
    assert found.at(date(2025, 12, 31), ["limit"]) == {"limit": 2}
    with pytest.raises(PackError, match='parameter "limit" ended on 2025-12-31 and nothing replaces it'):
        found.at(date(2026, 1, 1), ["limit"])


@pytest.mark.parametrize(
    ("day", "warned"), [("2025-11-30", False), ("2025-12-01", True), ("2025-12-31", True), ("2026-01-01", False)]
)
@pytest.mark.parametrize("after", ["hold", "fail"])
def test_thirty_days_before_the_end_there_is_a_warning(tmp_path: Path, day: str, warned: bool, after: str) -> None:
    found, _ = load(tmp_path / "p.yaml", after=after)
    if after == "fail" and day > "2025-12-31":
        with pytest.raises(PackError):
            found.at(date.fromisoformat(day), ["limit"])
        return
    ending = [(entry.name, end) for entry, end in found.ending(date.fromisoformat(day))]
    assert ending == ([("limit", date(2025, 12, 31))] if warned else [])


def test_a_parameter_that_ended_does_not_stop_the_look_for_endings(tmp_path: Path) -> None:
    """A parameter nobody reads may have ended long ago: a warning about others must not fail for it."""
    found, _ = load(tmp_path / "p.yaml", after="fail")
    assert found.ending(date(2026, 6, 1)) == []


@given(st.dates(date(2024, 1, 1), date(2040, 1, 1)))
def test_the_day_after_holds_the_same_value_unless_one_begins(day: date) -> None:
    found, errors = load_parameters(rules_path() / "parameters.yaml")
    assert errors == []
    begins = {value.first for entry in found.entries.values() for value in entry.values}
    after = day + timedelta(days=1)
    if after not in begins:
        assert found.at(day) == found.at(after)


def test_adequate_countries_begin_with_the_decision() -> None:
    """Design section 3: an empty list before 2026-01-27 (Res. CD/ANPD 32/2026); Norway is among them."""
    found, _ = load_parameters(rules_path() / "parameters.yaml")
    assert found.at(date(2026, 1, 26), ["adequate_countries"]) == {"adequate_countries": []}
    adequate = found.at(date(2026, 1, 27), ["adequate_countries"])["adequate_countries"]
    assert {"NO", "DE", "IE"} <= set(adequate)
    assert {"GB", "US", "CH"}.isdisjoint(adequate)


@pytest.mark.parametrize(
    ("parts", "says"),
    [
        ({"second": "two"}, 'parameter "limit" must be'),
        ({"second": "1.5"}, 'parameter "limit" must be'),
        ({"second": "[2]"}, 'parameter "limit" must be a int; found a list'),
        ({"second": "{a: 1}"}, 'parameter "limit" must be a int; found a mapping'),
        ({"type": "list(int)"}, 'parameter "limit" must be a list'),
        ({"type": "bool", "first": "true", "second": "yes"}, 'parameter "limit" must be'),
        ({"type": "decimal"}, '"decimal"'),
        ({"after": "stop"}, '"stop"'),
    ],
)
def test_values_of_the_wrong_type_are_refused_with_their_place(
    tmp_path: Path, parts: dict[str, str], says: str
) -> None:
    found, errors = load(tmp_path / "p.yaml", **parts)
    assert "limit" not in found.entries
    assert any(says in error and f"{tmp_path / 'p.yaml'}:" in error for error in errors), errors


def test_values_go_forward_in_time(tmp_path: Path) -> None:
    path = tmp_path / "p.yaml"
    path.write_text(
        PARAMETER.format(type="int", after="hold", first="1", second="2").replace("2025-01-01", "2023-01-01")
    )
    _, errors = load_parameters(path)
    assert "each from a later day than the one before" in str(errors[0])


@pytest.mark.parametrize("text", ["", "- a\n", "limit: 3\n", "parameters: 3\n"])
def test_a_file_that_is_none(tmp_path: Path, text: str) -> None:
    path = tmp_path / "p.yaml"
    path.write_text(text)
    found, errors = load_parameters(path)
    assert found.entries == {}
    assert errors
    assert str(path) in str(errors[0])


def test_an_unknown_field_is_refused_with_the_nearest(tmp_path: Path) -> None:
    path = tmp_path / "p.yaml"
    text = PARAMETER.format(type="int", after="hold", first="1", second="2").replace(
        "status: verified}", "statsu: verified}"
    )
    path.write_text(text)
    _, errors = load_parameters(path)
    assert any('"statsu"' in str(error) and '"status"' in str(error) for error in errors)


def test_the_digest_follows_values_and_dates(tmp_path: Path) -> None:
    digests = {
        load(tmp_path / "a.yaml")[0].digest,
        load(tmp_path / "b.yaml", second="3")[0].digest,
        load(tmp_path / "c.yaml")[0].digest,
    }
    assert len(digests) == 2
