"""One decision over forty rules, ours beside its peers: ``python -m bench.rules``.

Every peer's answers are compared with the reference before anything is timed. Exit status: 0 measured, 1 an answer
differs, 2 a peer is not installed.
"""

from __future__ import annotations

import json
import platform
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from bench.measure import Timing, in_turns, one_core, table
from bench.peers import MissingPeer, Peer, peer
from bench.peers.registry import HAND_WRITTEN, OURS, PEERS
from bench.ruleset import RULES
from bench.tree import truth
from bench.workloads import workloads

__all__ = ["disagreements", "main"]

Workload = dict[str, dict[str, Any]]


def disagreements(peers: Sequence[Peer], given: Sequence[Workload]) -> list[str]:
    """The answers of the peers that differ from the reference, as text."""
    found = []
    for number, workload in enumerate(given):
        right = [bool(truth(rule, workload)) for rule in RULES.values()]
        for one in peers:
            answers = one.answers(one.decide(workload))
            if len(answers) != len(right):
                found.append(f"{one.name}: workload {number} has {len(answers)} answers instead of {len(right)}")
                continue
            found += [
                f"{one.name}: workload {number}, rule {name}: {answer!r} instead of {expected!r}"
                for name, answer, expected in zip(RULES, answers, right, strict=True)
                if answer is not expected
            ]
    return found


def _figures(timings: dict[str, Timing]) -> dict[str, Any]:
    yardstick, ours = timings[HAND_WRITTEN].median, timings[OURS].median
    libraries = {name: timing for name, timing in timings.items() if name not in (HAND_WRITTEN, OURS)}
    figures: dict[str, Any] = {
        "bench": "rules",
        "python": platform.python_version(),
        "rules": len(RULES),
        "peers": {
            name: {
                "median_us": round(timing.median, 2),
                "p99_us": round(timing.p99, 2),
                "to_hand_written": round(timing.median / yardstick, 2),
                "to_alvara": round(timing.median / ours, 2),
                "calls": timing.calls,
            }
            for name, timing in timings.items()
        },
    }
    if libraries:
        fastest = min(libraries, key=lambda name: libraries[name].median)
        figures["fastest_library"] = fastest
        figures["faster_than_every_library"] = ours < libraries[fastest].median
    figures["within_twice_hand_written"] = ours <= 2 * yardstick
    return figures


@click.command()
@click.option("--workloads", "count", default=300, show_default=True, help="How many different workloads.")
@click.option("--rounds", default=20, show_default=True, help="How often each peer decides all of them.")
@click.option("--only", multiple=True, type=click.Choice(list(PEERS)), help="Measure this peer (and the first two).")
@click.option("--json", "file", type=click.Path(path_type=Path, dir_okay=False), help="Also write the figures there.")
def main(count: int, rounds: int, only: tuple[str, ...], file: Path | None) -> None:
    """Compare the answers of all peers, then time one decision of each."""
    wanted = [name for name in PEERS if not only or name in (HAND_WRITTEN, OURS, *only)]
    try:
        peers = [peer(name, RULES) for name in wanted]
    except MissingPeer as error:
        print(error, file=sys.stderr)
        sys.exit(2)
    given = workloads(count)
    differing = disagreements(peers, given)
    if differing:
        print(*differing[:20], f"{len(differing)} answers differ: nothing was timed", sep="\n", file=sys.stderr)
        sys.exit(1)
    print(f"{len(peers)} peers give the same {len(RULES)} answers for {count} workloads")
    with one_core():
        timings = in_turns({one.name: one.decide for one in peers}, given, rounds)
    figures = _figures(timings)
    rows = [
        [
            name,
            f"{one['median_us']:.1f}",
            f"{one['p99_us']:.1f}",
            f"{one['to_hand_written']:.2f}",
            f"{one['to_alvara']:.2f}",
        ]
        for name, one in figures["peers"].items()
    ]
    print(table(["one decision", "median µs", "p99 µs", "× hand-written", "× alvara"], rows))
    text = json.dumps(figures)
    if file is not None:
        file.write_text(text + "\n", "utf-8")
    print(text)


if __name__ == "__main__":
    main()
