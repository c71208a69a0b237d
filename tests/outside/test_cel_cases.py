"""The conformance cases of the Common Expression Language that need no protobuf messages.

They are kept beside the project (google/cel-spec, commit 508bd98, Apache-2.0), not in it.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import yaml

from bench.cel import REFUSED, RIGHT, WRONG, Judgement, judge, read_cases

ROOT = Path(__file__).resolve().parents[2]
CASES = ROOT.parent / "shared" / "cases" / "cel" / "cases.jsonl"
REFUSALS = Path(__file__).with_name("cel_refused.yaml")

SUPPORTED = frozenset({
    "basic", "comparisons", "conversions", "fields", "fp_math", "integer_math", "lists", "logic", "macros", "namespace",
    "parse", "plumbing", "string", "timestamps", "optionals", "string_ext", "math_ext",
})  # fmt: skip
LEAST_RIGHT = 0.97

_OF_BYTES = re.compile(r"""\b[bB][rR]?["']|\b[rR][bB]["']|\bbytes\(|\bbase64\.""")

pytestmark = pytest.mark.skipif(
    not CASES.exists(), reason=f"the conformance cases are not beside the project: there is no {CASES}"
)


def needs_bytes(case: dict[str, Any]) -> bool:
    """Whether a case is written with bytes or is given some."""
    return bool(_OF_BYTES.search(case["expr"])) or '"bytes"' in json.dumps([case["bindings"], case["expect"]])


def name_of(case: dict[str, Any]) -> str:
    """How the list of refusals names a case."""
    return f"{case['file']}/{case['section']}/{case['name']}"


@pytest.fixture(scope="module")
def judged() -> list[tuple[dict[str, Any], Judgement]]:
    """Every case with what it came to."""
    return [(case, judge(case)) for case in read_cases(CASES)]


@pytest.fixture(scope="module")
def refusals() -> dict[str, dict[str, Any]]:
    """The refusals the project lists, by group."""
    groups: dict[str, dict[str, Any]] = yaml.safe_load(REFUSALS.read_text("utf-8"))
    return groups


def test_no_case_comes_to_a_wrong_value(judged: list[tuple[dict[str, Any], Judgement]]) -> None:
    assert [(name_of(case), found.reason) for case, found in judged if found.outcome == WRONG] == []


def test_nearly_all_cases_of_the_supported_files_are_right(judged: list[tuple[dict[str, Any], Judgement]]) -> None:
    counts = Counter(found.outcome for case, found in judged if case["file"] in SUPPORTED and not needs_bytes(case))
    assert counts[RIGHT] / counts.total() >= LEAST_RIGHT, counts


def test_all_supported_files_are_there(judged: list[tuple[dict[str, Any], Judgement]]) -> None:
    assert {case["file"] for case, _ in judged} >= SUPPORTED


def test_what_is_refused_is_listed_with_a_reason(
    judged: list[tuple[dict[str, Any], Judgement]], refusals: dict[str, dict[str, Any]]
) -> None:
    refused = sorted(name_of(case) for case, found in judged if found.outcome == REFUSED)
    assert refused == sorted(name for group in refusals.values() for name in group["cases"])
    assert all(len(group["reason"]) > 20 for group in refusals.values())


def test_a_refusal_laid_to_bytes_is_about_bytes(
    judged: list[tuple[dict[str, Any], Judgement]], refusals: dict[str, dict[str, Any]]
) -> None:
    listed = set(refusals["bytes"]["cases"])
    assert {name_of(case) for case, _ in judged if needs_bytes(case)} >= listed
