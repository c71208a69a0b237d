"""What every peer is: a name, one decision as it is timed, and its answers as forty booleans."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from types import ModuleType
from typing import Any

from bench.tree import Node

__all__ = ["Decide", "MissingPeer", "Peer", "Rules", "imported"]

Rules = Mapping[str, Node]
Decide = Callable[[dict[str, Any]], Any]


class MissingPeer(Exception):
    """A library that is to be measured is not installed."""


@dataclass(frozen=True, slots=True)
class Peer:
    """A rule engine with the rules compiled.

    ``decide`` takes a workload as a dict and ends in its own form of forty answers; ``answers`` turns that form into
    forty booleans and is not timed.
    """

    name: str
    decide: Decide
    answers: Callable[[Any], list[bool]] = list


def imported(module: str, distribution: str) -> ModuleType:
    """A library that is measured.

    Raises:
        MissingPeer: it is not installed; the message says how to install it.
    """
    try:
        return import_module(module)
    except ImportError as error:
        raise MissingPeer(
            f"{distribution} is not installed ({error}); run: .venv/bin/pip install -c constraints.txt -e '.[bench]'"
        ) from error
