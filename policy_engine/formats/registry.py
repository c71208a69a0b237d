"""The register of output formats: one module each behind one small interface."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import TextIO

from policy_engine.engine import Decision, Explanation
from policy_engine.errors import AlvaraError, OptionError, did_you_mean

__all__ = ["FORMATS", "Report", "Writer", "writer"]


@dataclass(frozen=True, slots=True)
class Report:
    """What one run found: decisions, errors of input, and remarks about the run itself."""

    decisions: Sequence[Decision]
    errors: Sequence[AlvaraError] = ()
    notes: Sequence[str] = ()
    language: str = "pt-BR"
    explanations: Sequence[Explanation] = field(default=())


Writer = Callable[[Report, TextIO], None]

# Each format is a module with a function ``write``; it is imported when it is asked for.
FORMATS = {"text": "policy_engine.formats.text", "json": "policy_engine.formats.json"}


def writer(name: str) -> Writer:
    """The function that writes a format.

    Raises:
        OptionError: there is no such format.
    """
    if name not in FORMATS:
        raise OptionError(f'unknown format "{name}"{did_you_mean(name, FORMATS)}')
    found: Writer = import_module(FORMATS[name]).write
    return found
