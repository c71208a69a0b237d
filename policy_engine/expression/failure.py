"""Why an expression has no value."""

from __future__ import annotations

from dataclasses import dataclass, replace

__all__ = ["EvaluationError", "Failure", "absent", "fail", "no_overload"]


@dataclass(frozen=True, slots=True)
class Failure:
    """The reason there is no value.

    Attributes:
        kind: ``absent`` where something read is not declared, ``error`` for all else.
        message: one sentence.
        missing: the paths that were absent and would be needed, from their roots.
        offset: where in the expression.
    """

    kind: str
    message: str
    missing: tuple[str, ...] = ()
    offset: int = 0


class EvaluationError(Exception):
    """Raised where an expression has no value."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.message)
        self.failure = failure

    def at(self, offset: int) -> EvaluationError:
        """The same error, placed in the expression where it has no place yet."""
        return self if self.failure.offset else EvaluationError(replace(self.failure, offset=offset))


def fail(message: str) -> EvaluationError:
    """An error of evaluation to raise."""
    return EvaluationError(Failure("error", message))


def absent(message: str, *missing: str) -> EvaluationError:
    """An absence to raise: ``missing`` are the paths that were not there."""
    return EvaluationError(Failure("absent" if missing else "error", message, missing))


def no_overload(name: str, *values: object) -> EvaluationError:
    """There is no form of a function for these values."""
    from policy_engine.expression.functions.kinds import kind_name

    kinds = ", ".join(kind_name(value) for value in values)
    return fail(f"no such overload: {name}({kinds})")
