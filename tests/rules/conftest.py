"""The shipped rules, loaded once, and a way to judge one of them on records written by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date
from typing import Any

import pytest

from policy_engine._data import rules_path
from policy_engine.declaration.values import Timestamp
from policy_engine.engine.verdict import Judged, judge, levels_in_force, weigh
from policy_engine.expression import Clause, compile_rows
from policy_engine.packs import PackSet, Parameters, load_packs, load_parameters, read_packs

# Documents that a job may lack are bound as empty records.
NO_DOCUMENTS: dict[str, Any] = {name: {} for name in ("organization", "activity", "contract", "platform", "profile")}


@pytest.fixture(scope="session")
def loaded() -> tuple[PackSet, Parameters]:
    """The shipped packs and parameters; that they load without an error is a test of its own."""
    parameters, _ = load_parameters(rules_path() / "parameters.yaml")
    documents, _ = read_packs([rules_path() / "packs"])
    packs, parameters, errors = load_packs(documents, parameters)
    assert [str(error) for error in errors] == []
    return packs, parameters


@pytest.fixture(scope="session")
def judging(loaded: tuple[PackSet, Parameters]) -> Callable[..., Judged]:
    """Judge a rule on given roots at a date; the weight is the one without any Profile."""
    packs, parameters = loaded

    def run(name: str, roots: dict[str, Any], as_of: str = "2026-11-30") -> Judged:
        rule = packs.rule(name)
        assert rule is not None, name
        day = date.fromisoformat(as_of)
        bindings = NO_DOCUMENTS | {"param": parameters.at(day), "as_of": Timestamp.of_date(day), "extra": {}} | roots
        levels = levels_in_force(rule, day)
        clauses = [Clause(rule.when, level.require) for level in levels]
        reviewed = rule.review is not None and rule.in_force(day)
        if reviewed:
            clauses.append(Clause(rule.when, rule.review))
        results = compile_rows(clauses)(bindings) if clauses else []
        found = judge(rule, list(zip(levels, results, strict=False)), results[-1] if reviewed else None)
        return Judged(found.outcome, weigh(rule, found.outcome, found.weighs, strict=False))

    return run


def _flow(country: str | None, mechanism: str, adequate: Iterable[str], more: dict[str, Any]) -> dict[str, Any]:
    record: dict[str, Any] = {
        "kind": "training", "source": "implied", "datasets": ["d"], "personal": True, "sensitive": False,
        "minors": False, "mechanism": mechanism, "claimed_by": "none", "documented": mechanism != "none",
    }  # fmt: skip
    if country is not None:
        record |= {"country": country, "international": country != "BR", "adequate": country in adequate}
    return record | more


@pytest.fixture(scope="session")
def flow(loaded: tuple[PackSet, Parameters]) -> Callable[..., dict[str, Any]]:
    """One flow of personal data to a country (None: nobody knows which) under a mechanism."""
    _, parameters = loaded

    def make(country: str | None, mechanism: str = "none", *, as_of: str = "2026-11-30", **more: Any) -> dict[str, Any]:
        adequate = parameters.at(date.fromisoformat(as_of))["adequate_countries"]
        return _flow(country, mechanism, adequate, more)

    return make


@pytest.fixture(scope="session")
def residency() -> Callable[..., dict[str, Any]]:
    """The residency facts that some flows make."""

    def make(*flows: dict[str, Any], **more: Any) -> dict[str, Any]:
        facts: dict[str, Any] = {
            "flows": list(flows),
            "unplaced": [flow["kind"] for flow in flows if "country" not in flow],
            "personal": any(flow.get("personal") for flow in flows),
            "sensitive": any(flow["sensitive"] for flow in flows),
            "minors": any(flow["minors"] for flow in flows),
            "parent_jurisdictions": sorted(
                {flow["parent_jurisdiction"] for flow in flows if "parent_jurisdiction" in flow}
            ),
        }
        if any(flow.get("international") for flow in flows):
            facts["international"] = True
        elif not facts["unplaced"]:
            facts["international"] = False
        return {"residency": facts | more}

    return make
