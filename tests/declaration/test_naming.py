"""Where names stand in documents."""

from __future__ import annotations

import pytest

from policy_engine.declaration import CatalogNames, NameProblem, read_text
from policy_engine.declaration.naming import canonical_spec, references_in
from policy_engine.errors import UnknownName


def test_references_are_found_at_any_depth_with_their_paths() -> None:
    text = """
apiVersion: alvara/v1
kind: Workload
metadata: {name: w}
spec:
  activity: vitrine
  data: [{dataset: a}, {dataset: b}]
  flows: [{kind: backup, datasets: [a, b]}]
"""
    (document,) = read_text(text).documents
    assert sorted(references_in(document)) == [
        ("Activity", "vitrine", "activity"),
        ("Dataset", "a", "data[0].dataset"),
        ("Dataset", "a", "flows[0].datasets[0]"),
        ("Dataset", "b", "data[1].dataset"),
        ("Dataset", "b", "flows[0].datasets[1]"),
    ]


def test_a_document_without_other_spellings_stays_the_same_object(names: CatalogNames) -> None:
    text = "apiVersion: alvara/v1\nkind: Platform\nmetadata: {name: p}\nspec: {provider: eveo, site: eveo-cotia}\n"
    (document,) = read_text(text).documents
    spec, errors = canonical_spec(document, names)
    assert spec is document.spec
    assert not errors


def test_names_in_lists_are_spelled_and_others_left_alone(names: CatalogNames) -> None:
    text = """
apiVersion: alvara/v1
kind: Contract
metadata: {name: c}
spec:
  provider: EVEO
  organization: LOJA
  prices: [{price: "R$ 1,00/h"}, {accelerator: L40S, price: "R$ 2,00/h"}, {accelerator: nothing, price: "R$ 3,00/h"}]
""".replace("LOJA", "loja")
    (document,) = read_text(text, "c.yaml").documents
    spec, errors = canonical_spec(document, names)
    assert spec["provider"] == "eveo"
    assert [price.get("accelerator") for price in spec["prices"]] == [None, "l40s", "nothing"]
    assert spec["prices"][0] is document.spec["prices"][0]
    assert [str(error) for error in errors] == [
        'c.yaml:8:76: unknown accelerator "nothing"; known: h100-sxm-80gb, l40s'
    ]
    assert document.spec["provider"] == "EVEO"


def test_a_problem_with_a_name_is_an_error_about_input() -> None:
    assert issubclass(NameProblem, UnknownName)
    with pytest.raises(NameProblem, match="unknown"):
        raise NameProblem("unknown thing")
