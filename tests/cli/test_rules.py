"""``alvara rules eval``: a value, or the clause that has none and why."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support import WORKLOAD, Tree, alvara, document, tree


@pytest.fixture
def made(tmp_path: Path) -> Tree:
    return tree(tmp_path)


def evaluate(made: Tree, source: str, *more: str | Path) -> tuple[int, str, str]:
    ran = alvara(
        "rules", "eval", source, "--with", made.jobs, "--context", made.context, "--as-of", "2026-11-30", *more
    )
    return ran.returncode, ran.stdout, ran.stderr


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ("capacity.gpus * 2", 16),
        ("workload.name", "job"),
        ("residency.countries", ["BR"]),
        ("as_of < timestamp('2027-01-01T00:00:00Z')", True),
        ("as_of", "2026-11-30T00:00:00Z"),
        ("datasets.map(d, d.name)", ["clients"]),
        ("'NO' in param.adequate_countries", True),
        ("has(workload.deadline)", False),
        ("site.country", "BR"),
    ],
)
def test_a_value(made: Tree, source: str, value: object) -> None:
    status, out, err = evaluate(made, source)
    assert (status, err) == (0, "")
    assert json.loads(out) == value


@pytest.mark.parametrize(
    ("source", "clause", "why"),
    [
        ("1 + workload.compute.nodes > 3", "workload.compute.nodes", "workload.compute.nodes"),
        ("capacity.gpus / (capacity.gpus - 8) > 1", "capacity.gpus /", "zero"),
        ("datasets[3].name == 'x'", "datasets[3]", "3"),
    ],
)
def test_no_value_says_which_clause_and_why(made: Tree, source: str, clause: str, why: str) -> None:
    status, out, err = evaluate(made, source)
    assert (status, out) == (1, "")
    said, line, caret = err.splitlines()
    assert said.startswith("no value: ")
    assert why in said
    assert line.strip() == source
    at = caret.index("^") - (len(line) - len(line.lstrip()))
    assert source[at:].startswith((clause, clause.rpartition(".")[2]))


@pytest.mark.parametrize(
    ("source", "says"),
    [("workload.nam", 'did you mean "name"'), ("1 +", ""), ("'a' > 1", "string"), ("nothing(1)", "nothing")],
)
def test_a_bad_expression_is_2_with_a_caret(made: Tree, source: str, says: str) -> None:
    status, out, err = evaluate(made, source)
    assert (status, out) == (2, "")
    lines = err.splitlines()
    assert says in lines[0]
    assert lines[1].strip() == source
    assert lines[2].strip() == "^"


def test_every_clause_with_its_value(made: Tree) -> None:
    """Trap 63."""
    status, out, _ = evaluate(made, "capacity.gpus > 4 && workload.name == 'other'", "--clauses")
    assert status == 0
    lines = out.splitlines()
    assert any(line.startswith("capacity.gpus > 4") and line.endswith("true") for line in lines)
    assert any(line.startswith("workload.name == 'other'") and line.endswith("false") for line in lines)
    assert lines[-1] == "false"


def test_which_workload(made: Tree) -> None:
    made.put("jobs/other.yaml", document(WORKLOAD, "other"))
    status, _, err = evaluate(made, "workload.name")
    assert status == 2
    assert "name one with --workload; found: job, other" in err
    assert evaluate(made, "workload.name", "--workload", "other")[1].strip() == '"other"'
    status, _, err = evaluate(made, "workload.name", "--workload", "third")
    assert status == 2
    assert 'no workload is called "third"; found: job, other' in err


def test_documents_with_errors_are_2(made: Tree) -> None:
    made.put("jobs/bad.yaml", document(WORKLOAD, "bad", platfrom="x"))
    status, out, err = evaluate(made, "1")
    assert (status, out) == (2, "")
    assert '"platfrom"' in err


def test_a_parameter_without_a_value_is_2_and_named(made: Tree) -> None:
    ran = alvara(
        "rules",
        "eval",
        "param.adequate_countries",
        "--with",
        made.jobs,
        "--context",
        made.context,
        "--as-of",
        "2019-01-01",
    )
    assert ran.returncode == 2
    assert 'parameter "adequate_countries" has no value on 2019-01-01' in ran.stderr
