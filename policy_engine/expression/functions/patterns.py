"""Regular expressions that take linear time, whatever the pattern and the text (RE2)."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from policy_engine.expression.failure import fail
from policy_engine.expression.limits import MAX_PATTERN

__all__ = ["compiled", "matches"]


@lru_cache(maxsize=512)
def compiled(pattern: str) -> Any:
    """The pattern, compiled once.

    Raises:
        EvaluationError: it is too long or not a pattern of RE2.
    """
    import re2

    if len(pattern) > MAX_PATTERN:
        raise fail(f"the pattern has {len(pattern)} characters; at most {MAX_PATTERN} are taken")
    options = re2.Options()
    options.log_errors = False
    try:
        return re2.compile(pattern, options)
    except re2.error as error:
        reason = error.args[0].decode() if isinstance(error.args[0], bytes) else str(error.args[0])
        raise fail(f"the pattern is not valid: {reason}") from None


def matches(text: str, pattern: str) -> bool:
    """Whether the pattern is found anywhere in the text; case counts."""
    return compiled(pattern).search(text) is not None
