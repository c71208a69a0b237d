"""Regular expressions that take linear time, whatever the pattern and the text (RE2)."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from policy_engine.expression.failure import fail
from policy_engine.expression.limits import MAX_PATTERN

__all__ = ["compiled", "matches"]


@lru_cache(maxsize=512)
def compiled(pattern: str) -> Callable[[str], bool]:
    """The function that says whether the pattern is found anywhere in a text; the pattern is compiled once.

    A set of one pattern answers four times as fast as the pattern itself, because it looks for no spans. Its yes
    is right; it may say no when it runs out of memory for its automaton, so a no is confirmed by the pattern.

    Raises:
        EvaluationError: it is too long or not a pattern of RE2.
    """
    import re2

    if len(pattern) > MAX_PATTERN:
        raise fail(f"the pattern has {len(pattern)} characters; at most {MAX_PATTERN} are taken")
    options = re2.Options()
    options.log_errors = False
    options.never_capture = True
    try:
        search = re2.compile(pattern.encode(), options).search
        quick = re2.Set.SearchSet(options)
        quick.Add(pattern)
        quick.Compile()
    except re2.error as error:
        reason = error.args[0].decode() if isinstance(error.args[0], bytes) else str(error.args[0])
        raise fail(f"the pattern is not valid: {reason}") from None
    quick_match = quick.Match

    def found(text: str) -> bool:
        return True if quick_match(text) else search(text.encode()) is not None

    return found


def matches(text: str, pattern: str) -> bool:
    """Whether the pattern is found anywhere in the text; case counts."""
    return compiled(pattern)(text)
