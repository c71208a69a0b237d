"""The rule language: the Common Expression Language, checked against what rules may name.

``compile`` parses and checks; ``compile_rows`` makes one fast function of many clauses; ``evaluate`` and
``explain`` are the exact interpreter.
"""

from __future__ import annotations

from policy_engine.errors import ExpressionError
from policy_engine.expression.checker import Checked, compile
from policy_engine.expression.environment import Environment
from policy_engine.expression.exact import evaluate
from policy_engine.expression.explain import Trace, explain
from policy_engine.expression.failure import EvaluationError, Failure
from policy_engine.expression.rows import Clause, RowProgram, compile_rows
from policy_engine.expression.types import (
    BOOL,
    DOUBLE,
    DURATION,
    DYN,
    INT,
    NULL,
    STRING,
    TIMESTAMP,
    TYPE,
    UINT,
    ListOf,
    MapOf,
    OptionalOf,
    Record,
    Type,
)

__all__ = [
    "BOOL",
    "DOUBLE",
    "DURATION",
    "DYN",
    "INT",
    "NULL",
    "STRING",
    "TIMESTAMP",
    "TYPE",
    "UINT",
    "Checked",
    "Clause",
    "Environment",
    "EvaluationError",
    "ExpressionError",
    "Failure",
    "ListOf",
    "MapOf",
    "OptionalOf",
    "Record",
    "RowProgram",
    "Trace",
    "Type",
    "compile",
    "compile_rows",
    "evaluate",
    "explain",
]
