"""What an expression may cost: bounds that keep any rule from running away."""

from __future__ import annotations

MAX_SOURCE = 16_384
"""Characters of one expression."""

MAX_DEPTH = 64
"""Nesting of an expression; generated code and recursion stay far from Python's own limits."""

MAX_NODES = 4_000
"""Nodes of one expression's tree."""

MAX_MACRO_DEPTH = 6
"""Macros inside macros."""

MAX_ITERATIONS = 1_000_000
"""Elements that the macros of one evaluation may visit."""

MAX_PATTERN = 1_000
"""Characters of a regular expression."""

MAX_TEXT = 1_000_000
"""Characters of a text that a function may build."""
