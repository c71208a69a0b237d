"""Timing several things fairly: in turns, on one core, without the garbage collector."""

from __future__ import annotations

import gc
import math
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from statistics import median
from time import perf_counter_ns
from typing import Any, TypeVar

__all__ = ["Timing", "in_turns", "one_core", "table"]

Given = TypeVar("Given")


@dataclass(frozen=True, slots=True)
class Timing:
    """How long single calls took, in microseconds."""

    median: float
    p99: float
    calls: int

    @classmethod
    def of(cls, nanoseconds: Sequence[int]) -> Timing:
        """The figures of many calls; p99 is the smallest time that 99 % of them did not exceed."""
        ordered = sorted(nanoseconds)
        p99 = ordered[math.ceil(0.99 * len(ordered)) - 1]
        return cls(median(ordered) / 1000, p99 / 1000, len(ordered))


@contextmanager
def one_core() -> Iterator[None]:
    """Stay on one core, where the system can be told so."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    allowed = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(allowed)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, allowed)


def in_turns(
    calls: Mapping[str, Callable[[Given], Any]], inputs: Sequence[Given], rounds: int, warm_up: int = 1
) -> dict[str, Timing]:
    """Time each call on each input, one call after the other in every round, so that all meet the same machine."""
    taken: dict[str, list[int]] = {name: [] for name in calls}
    for number in range(-warm_up, rounds):
        for name, call in calls.items():
            gc.collect()
            gc.disable()
            try:
                times = _times(call, inputs)
            finally:
                gc.enable()
            if number >= 0:
                taken[name] += times
    return {name: Timing.of(times) for name, times in taken.items()}


def _times(call: Callable[[Given], Any], inputs: Sequence[Given]) -> list[int]:
    times = []
    for one in inputs:
        start = perf_counter_ns()
        call(one)
        times.append(perf_counter_ns() - start)
    return times


def table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Text in columns, the first to the left and the others to the right."""
    widths = [max(map(len, column)) for column in zip(headings, *rows, strict=True)]
    lines = []
    for row in [headings, ["-" * width for width in widths], *rows]:
        first, *others = zip(row, widths, strict=True)
        lines.append("  ".join([first[0].ljust(first[1]), *(cell.rjust(width) for cell, width in others)]))
    return "\n".join(lines)
