"""What an expression comes to, held against cel-cpp, Google's own implementation (the package cel-expr-python)."""

from __future__ import annotations

import platform
import struct
from typing import Any

import pytest
from hypothesis import given, settings

from policy_engine.declaration.values import Duration, Timestamp, UInt
from policy_engine.expression import EvaluationError, Failure, compile, evaluate
from tests.expression.strategies import ENVIRONMENT, bindings, expressions

if platform.system() == "Darwin" and platform.machine() == "x86_64":
    pytest.skip("cel-expr-python has no wheel for Macs with an Intel processor", allow_module_level=True)

from cel_expr_python import cel
from cel_expr_python.ext import ext_optional

THEIRS = cel.NewEnv(
    variables={
        "job": cel.Type.Map(cel.Type.STRING, cel.Type.DYN),
        "ticks": cel.Type.UINT,
        "any": cel.Type.DYN,
        "limit": cel.Type.INT,
        "strict": cel.Type.BOOL,
    },
    extensions=[ext_optional.ExtOptional()],
)


def simplified(value: Any) -> Any:
    """A value of kinds that their package takes within a map: no unsigned integers, and instants and spans as text."""
    if isinstance(value, list):
        return [simplified(item) for item in value]
    if isinstance(value, dict):
        return {key: simplified(item) for key, item in value.items()}
    return str(value) if isinstance(value, Timestamp | Duration) else int(value) if type(value) is UInt else value


def fingerprint(value: Any) -> Any:
    """A form in which two values are equal exactly when they are the same value, on either side."""
    if isinstance(value, float):
        return "double", "nan" if value != value else struct.pack(">d", value)
    if isinstance(value, list):
        return "list", [fingerprint(item) for item in value]
    if isinstance(value, dict):
        return "map", {key: fingerprint(item) for key, item in value.items()}
    return type(value).__name__, value


def ours(source: str, values: dict[str, Any]) -> Any:
    try:
        return fingerprint(evaluate(compile(source, ENVIRONMENT), values))
    except EvaluationError as error:
        return error.failure


def theirs(source: str, values: dict[str, Any]) -> Any:
    try:
        found = THEIRS.compile(source, disable_check=True).eval(data=values)
    except RuntimeError as error:
        return Failure("error", str(error))
    if found.type() == cel.Type.ERROR:
        return Failure("error", "an error value")
    return fingerprint(found.plain_value())


# cel-cpp mixes up the variables of optMap with those of a loop that ended early: it says false for
# (["", "a"].all(e, false) ? true : dyn(true)) && optional.of(1).optMap(o, o == 1).orValue(true)
SOURCES = expressions(depth=3).filter(lambda source: ".optMap(" not in source)


@settings(max_examples=200)
@given(SOURCES, bindings())
def test_same_value_or_both_fail(source: str, values: dict[str, Any]) -> None:
    ticks = values.pop("ticks", None)
    values = simplified(values) | ({} if ticks is None else {"ticks": ticks})
    for name in ("since", "span"):
        values.get("job", {}).pop(name, None)
    mine, other = ours(source, values), theirs(source, values)
    if isinstance(mine, Failure) and isinstance(other, Failure):
        return
    assert mine == other
