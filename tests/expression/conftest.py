"""Evaluating an expression both ways, which must agree."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from policy_engine.expression import (
    DYN,
    Clause,
    Environment,
    EvaluationError,
    Failure,
    compile,
    compile_rows,
    evaluate,
)


def _both(source: str, bindings: dict[str, Any]) -> Any:
    """The value of an expression, or why it has none; the exact form and the generated one agree on it."""
    checked = compile(source, Environment(dict.fromkeys(bindings, DYN)))
    (generated,) = compile_rows([Clause(None, checked)])(bindings)
    try:
        exact = evaluate(checked, bindings)
    except EvaluationError as error:
        exact = error.failure
    assert type(generated) is type(exact)
    assert repr(generated) == repr(exact)
    return exact


@pytest.fixture(scope="session")
def value() -> Callable[..., Any]:
    """``value(source, name=…)``: what an expression comes to."""

    def evaluated(source: str, **bindings: Any) -> Any:
        found = _both(source, bindings)
        assert not isinstance(found, Failure), found.message
        return found

    return evaluated


@pytest.fixture(scope="session")
def failure() -> Callable[..., Failure]:
    """``failure(source, name=…)``: why an expression comes to nothing."""

    def failed(source: str, **bindings: Any) -> Failure:
        found = _both(source, bindings)
        assert isinstance(found, Failure), found
        return found

    return failed
