"""The shipped parameters: histories with sources, and the values the law gave on the days that matter."""

from __future__ import annotations

from datetime import date

import pytest

from policy_engine.errors import PackError
from policy_engine.facts import FACTS
from policy_engine.packs import PackSet, Parameters

Loaded = tuple[PackSet, Parameters]


def test_no_country_was_adequate_before_the_decision(loaded: Loaded) -> None:
    adequate = loaded[1].entries["adequate_countries"]
    assert adequate.at(date(2026, 1, 26)).value == []
    countries = adequate.at(date(2026, 1, 27)).value
    assert len(countries) == len(set(countries)) == 30  # 27 of the Union, and Iceland, Liechtenstein, Norway
    assert {"NO", "IS", "LI", "IE"} <= set(countries)
    assert not {"GB", "CH", "US", "AR", "UY", "CA", "JP", "KR"} & set(countries)


def test_a_date_before_the_first_value_is_an_error_that_names_the_parameter(loaded: Loaded) -> None:
    with pytest.raises(PackError, match=r'"adequate_countries" has no value on 2020-09-17'):
        loaded[1].entries["adequate_countries"].at(date(2020, 9, 17))


def test_every_value_has_a_source_and_every_history_runs_forward(loaded: Loaded) -> None:
    for entry in loaded[1].entries.values():
        days = [value.first for value in entry.values]
        assert days == sorted(set(days)), entry.name
        assert all(value.source.strip() for value in entry.values), entry.name
        assert set(entry.meaning) == {"pt-BR", "en"}, entry.name


def test_every_parameter_is_read_by_a_rule_or_a_fact(loaded: Loaded) -> None:
    packs, parameters = loaded
    read = {path.split(".")[1].removesuffix("[]") for rule in packs.rules for path in _reads(rule)}
    assert set(parameters.entries) <= read | FACTS.params


def _reads(rule: object) -> set[str]:
    checked = [rule.when, rule.review, *(level.require for level in rule.levels)]  # type: ignore[attr-defined]
    return {path for one in checked if one is not None for path in one.reads if path.startswith("param.")}
