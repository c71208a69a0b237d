"""The generated function gives what the exact interpreter gives, for any expression over any document."""

from __future__ import annotations

import struct
from typing import Any

from hypothesis import given, note, settings
from hypothesis import strategies as st

from policy_engine.expression import Clause, EvaluationError, Failure, compile, compile_rows, evaluate
from tests.expression.strategies import ENVIRONMENT, bindings, expressions


def exactly(clause: Clause, values: dict[str, Any]) -> Any:
    try:
        if clause.when is not None and evaluate(clause.when, values) is not True:
            return None
        return evaluate(clause.require, values)
    except EvaluationError as error:
        return error.failure


def fingerprint(value: Any) -> Any:
    if isinstance(value, Failure):
        return value
    if type(value) is float:
        return "double", "nan" if value != value else struct.pack(">d", value)
    if type(value) is list:
        return "list", [fingerprint(item) for item in value]
    if type(value) is dict:
        return "map", {key: fingerprint(item) for key, item in value.items()}
    return type(value).__name__, value


@settings(max_examples=300)
@given(st.data(), st.lists(bindings(), min_size=1, max_size=3))
def test_generated_function_equals_exact_interpreter(data: st.DataObject, rows: list[dict[str, Any]]) -> None:
    pool = [compile(text, ENVIRONMENT) for text in data.draw(st.lists(expressions(), min_size=1, max_size=3))]
    conditions = st.none() | st.sampled_from(pool)
    clauses = [
        Clause(data.draw(conditions), data.draw(st.sampled_from(pool))) for _ in range(data.draw(st.integers(1, 4)))
    ]
    program = compile_rows(clauses)
    for checked in pool:
        note(checked.source)
    note(program.source)
    for values in rows:
        assert [fingerprint(found) for found in program(values)] == [fingerprint(exactly(one, values)) for one in clauses]
