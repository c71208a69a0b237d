"""docs/rule-language.md: its examples come to what they say, and its list of functions is that of the table."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from policy_engine.declaration.values import Duration, Timestamp
from policy_engine.expression import (
    BOOL,
    DOUBLE,
    DURATION,
    INT,
    STRING,
    TIMESTAMP,
    Clause,
    Environment,
    ExpressionError,
    Failure,
    ListOf,
    MapOf,
    Record,
    compile,
    compile_rows,
    explain,
)
from policy_engine.expression.functions import STANDARD
from policy_engine.expression.functions.comparison import equal
from policy_engine.expression.functions.reference import BEGIN, END, inserted, main, section

PAGE = Path(__file__).parents[2] / "docs" / "rule-language.md"
TEXT = PAGE.read_text("utf-8")

_FLOW = Record("flow", {"kind": STRING, "country": STRING, "personal": BOOL})
_WORKLOAD = Record(
    "workload",
    {
        "name": STRING, "environment": STRING, "gpus": INT, "price": DOUBLE, "start": TIMESTAMP, "deadline": TIMESTAMP,
        "duration": DURATION, "labels": MapOf(STRING, STRING), "stages": ListOf(STRING),
        "budget": Record("budget", {"total": DOUBLE}),
    },
)  # fmt: skip
ENVIRONMENT = Environment({"workload": _WORKLOAD, "residency": Record("residency", {"flows": ListOf(_FLOW)})})

_EXAMPLE = re.compile(r"(?P<source>.+?)\s+// ?(?P<how>=|absent:|error:|refused:) (?P<what>.+)")


def _bindings() -> dict[str, Any]:
    block = re.search(r"^```yaml\n(.*?)^```$", TEXT, re.DOTALL | re.MULTILINE)
    assert block is not None
    bindings: dict[str, Any] = yaml.load(block[1], yaml.BaseLoader)
    workload, flows = bindings["workload"], bindings["residency"]["flows"]
    workload["start"] = Timestamp.parse(workload["start"])
    workload["duration"] = Duration.parse(workload["duration"])
    workload["gpus"] = int(workload["gpus"])
    workload["price"] = float(workload["price"])
    workload["budget"]["total"] = float(workload["budget"]["total"])
    for flow in flows:
        flow["personal"] = flow["personal"] == "true"
    return bindings


def _examples() -> list[tuple[str, str, str]]:
    blocks = re.findall(r"^```cel\n(.*?)^```$", TEXT, re.DOTALL | re.MULTILINE)
    lines = [line for block in blocks for line in block.splitlines() if line.strip()]
    matches = [_EXAMPLE.fullmatch(line) for line in lines]
    assert None not in matches, [line for line, match in zip(lines, matches, strict=True) if match is None]
    return [(match["source"], match["how"], match["what"]) for match in matches if match is not None]


@pytest.mark.parametrize(("source", "how", "what"), _examples())
def test_an_example_of_the_page_comes_to_what_it_says(source: str, how: str, what: str) -> None:
    if how == "refused:":
        with pytest.raises(ExpressionError) as caught:
            compile(source, ENVIRONMENT)
        assert what in caught.value.message
        return
    checked = compile(source, ENVIRONMENT)
    (value,) = compile_rows([Clause(None, checked)])(_bindings())
    trace = explain(checked, _bindings())
    if how == "=":
        (wanted,) = compile_rows([Clause(None, compile(what, ENVIRONMENT))])({})
        assert type(value) is type(wanted)
        assert equal(value, wanted)
        assert equal(trace.value, wanted)
        return
    assert isinstance(value, Failure)
    assert value == trace.value
    assert (value.kind, what) == ("absent", ", ".join(value.missing)) if how == "absent:" else what in value.message


def test_the_page_has_examples_of_every_kind() -> None:
    assert {how for _, how, _ in _examples()} == {"=", "absent:", "error:", "refused:"}


def test_the_list_of_functions_is_fresh() -> None:
    assert inserted(TEXT) == TEXT, f"run python -m policy_engine.expression.functions.reference {PAGE}"


@pytest.mark.parametrize("name", sorted({form.name for form in STANDARD if form.name[0].isalpha()}))
def test_every_function_is_on_the_page(name: str) -> None:
    assert re.search(rf"[`.]{re.escape(name)}\(", section())


def test_the_section_goes_between_its_marks(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"before\n{BEGIN}\nold\n{END}\nafter\n", "utf-8")
    assert main([str(page)]) == 0
    text = page.read_text("utf-8")
    assert text == f"before\n{BEGIN}\n\n{section()}\n{END}\nafter\n"


def test_the_section_is_printed_where_no_file_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    assert capsys.readouterr().out == section() + "\n"


@pytest.mark.parametrize("text", ["", BEGIN, f"{END} {BEGIN}"])
def test_a_page_without_its_marks_is_an_error(text: str) -> None:
    with pytest.raises(ValueError, match="needs the marks"):
        inserted(text)
