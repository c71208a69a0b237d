"""The runner of conformance cases: what it counts, what it prints and how it ends."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from bench.cel import REFUSED, RIGHT, WRONG, judge, main, read_cases


def case(expr: str, **more: Any) -> dict[str, Any]:
    """A case of the shape of the file, with what is not said left at its default."""
    return {
        "file": "f", "section": "s", "name": "n", "expr": expr, "container": "", "disable_macros": False,
        "disable_check": False, "check_only": False, "type_env": [], "bindings": {}, "expect": {}, **more,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("expr", "expect", "outcome"),
    [
        ("1 + 1", {"value": {"int": "2"}}, RIGHT),
        ("1 + 1", {"value": {"int": "3"}}, WRONG),
        ("1 + 1", {"value": {"uint": "2"}}, WRONG),
        ("1 + 1", {"value": {"double": "2.0"}}, WRONG),
        ("true", {"value": {"int": "1"}}, WRONG),
        ("0.0 / 0.0", {"value": {"double": "NaN"}}, RIGHT),
        ("-0.0", {"value": {"double": "-0.0"}}, RIGHT),
        ("-0.0", {"value": {"double": "0.0"}}, WRONG),
        ("[1, 2u]", {"value": {"list": [{"int": "1"}, {"uint": "2"}]}}, RIGHT),
        ("[1, 2]", {"value": {"list": [{"int": "1"}, {"uint": "2"}]}}, WRONG),
        ("{true: 'a'}", {"value": {"map": [[{"bool": True}, {"string": "a"}]]}}, RIGHT),
        ("{1: 'a'}", {"value": {"map": [[{"bool": True}, {"string": "a"}]]}}, WRONG),
        ("null", {"value": {"null": None}}, RIGHT),
        ("type(1)", {"value": {"type": "int"}}, RIGHT),
        ("timestamp(1)", {"value": {"timestamp": "1970-01-01T00:00:01Z"}}, RIGHT),
        ("duration('1s')", {"value": {"duration": "1s"}}, RIGHT),
        ("duration('1s')", {"value": {"duration": "2s"}}, WRONG),
        ("1 / 0", {"error": ["divide by zero"]}, RIGHT),
        ("1 / 0", {"value": {"int": "0"}}, WRONG),
        ("1 + 1", {"error": ["overflow"]}, WRONG),
        ("1 + true", {"error": ["no such overload"]}, RIGHT),
        ("b'a'", {"value": {"bytes": "YQ=="}}, REFUSED),
        ("'a'", {"value": {"bytes": "YQ=="}}, WRONG),
        ("1", {"type": "int64"}, RIGHT),
        ("1", {"type": "uint64"}, WRONG),
        ("1", {"type": "tuple(int64)"}, WRONG),
        ("[1]", {"type": "list(int64)", "value": {"list": [{"int": "1"}]}}, RIGHT),
        ("{'a': [1]}", {"type": "map(string,list(int64))"}, RIGHT),
        ("optional.of(1)", {"type": "optional_type(int64)"}, RIGHT),
    ],
)
def test_a_case_is_judged(expr: str, expect: dict[str, Any], outcome: str) -> None:
    assert judge(case(expr, expect=expect)).outcome == outcome


def test_variables_have_the_types_and_values_given() -> None:
    given = {
        "type_env": [{"ident": "a.x", "type": "map(string,int64)"}],
        "bindings": {"a.x": {"map": [[{"string": "k"}, {"int": "1"}]]}},
    }
    assert judge(case("x.k", container="a", expect={"value": {"int": "1"}}, **given)).outcome == RIGHT


def test_a_variable_of_a_kind_rules_do_not_have_is_a_refusal() -> None:
    assert judge(case("x == x", bindings={"x": {"bytes": ""}}, expect={"value": {"bool": True}})).outcome == REFUSED
    declared = [{"function": "f", "overloads": []}]
    assert judge(case("f()", type_env=declared, expect={"value": {"bool": True}})).outcome == REFUSED


def test_checks_and_macros_can_be_switched_off() -> None:
    wrong_type = case("true || 1", disable_check=True, expect={"value": {"bool": True}})
    assert judge(wrong_type).outcome == RIGHT
    assert judge({**wrong_type, "disable_check": False}).outcome == REFUSED
    assert judge(case("[1].all(x, true)", disable_macros=True, expect={"error": []})).outcome == RIGHT


def test_a_case_about_types_is_not_evaluated() -> None:
    assert judge(case("1 / 0", check_only=True, expect={"type": "int64"})).outcome == RIGHT


def written(path: Path, *cases: dict[str, Any]) -> str:
    path.write_text("".join(json.dumps(one) + "\n" for one in cases) + "\n", "utf-8")
    return str(path)


RIGHT_CASE = case("1", expect={"value": {"int": "1"}})
REFUSED_CASE = case("b''", file="g", expect={"value": {"bytes": ""}})
WRONG_CASE = case("2", expect={"value": {"int": "1"}})


def test_the_counts_are_the_last_line(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, [written(tmp_path / "c.jsonl", RIGHT_CASE, REFUSED_CASE)])
    assert (result.exit_code, result.output) == (0, "1 right, 1 refused, 0 wrong\n")


def test_anything_wrong_ends_with_1_and_can_be_listed(tmp_path: Path) -> None:
    path = written(tmp_path / "c.jsonl", RIGHT_CASE, REFUSED_CASE, WRONG_CASE)
    result = CliRunner().invoke(main, [path, "--list", "wrong", "--full"])
    assert result.exit_code == 1
    assert result.output.splitlines() == [
        "wrong f/s/n: '2': came to int 2 instead of int 1",
        "f                1 right, 0 refused, 1 wrong",
        "g                0 right, 1 refused, 0 wrong",
        "1 right, 1 refused, 1 wrong",
    ]


@pytest.mark.parametrize("text", ["not json\n", "[]\n", '{"expr": "1"}\n', '{"expr": "1", "expect": null}\n'])
def test_a_file_that_is_not_cases_ends_with_2(tmp_path: Path, text: str) -> None:
    path = tmp_path / "c.jsonl"
    path.write_text(text, "utf-8")
    result = CliRunner().invoke(main, [str(path)])
    assert result.exit_code == 2
    assert "line 1" in result.output


def test_a_file_that_cannot_be_read_ends_with_2(tmp_path: Path) -> None:
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    for name in ("nowhere", "binary", ""):
        result = CliRunner().invoke(main, [str(tmp_path / name)])
        assert result.exit_code == 2
        assert "cannot be read" in result.output


def test_empty_lines_are_passed_over(tmp_path: Path) -> None:
    assert read_cases(Path(written(tmp_path / "c.jsonl", RIGHT_CASE))) == [RIGHT_CASE]
