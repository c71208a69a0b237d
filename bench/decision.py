"""A whole decision in process with the context loaded: ``python -m bench.decision``.

Timed from the text of a workload to its decision: parsed, references resolved, facts computed, packs evaluated. The
documents it refers to, the catalog, the parameters and the compiled packs are there already, as in a service.
"""

from __future__ import annotations

import json
import platform
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import click

from bench.measure import Timing, in_turns, one_core, table
from policy_engine.declaration import Bundle, Linked, link, read_text
from policy_engine.engine import Decision, Options
from policy_engine.packs import with_profiles
from policy_engine.workspace import Sources, gather

__all__ = ["main"]

DATA = Path(__file__).resolve().parent / "data" / "workload.yaml"
AS_OF = date(2026, 11, 30)
GOAL_MS = 3.0


def texts(count: int) -> list[str]:
    """Workloads that differ in name, size and deadline, as text."""
    template = DATA.read_text("utf-8").split("---\n")[-1]
    return [
        template.replace("score-7b", f"score-7b-{number}")
        .replace("gpus: 32", f"gpus: {8 * (1 + number % 8)}")
        .replace("2027-01-31", f"2027-01-{1 + number % 28:02d}")
        for number in range(count)
    ]


def stages() -> dict[str, Callable[[str], Any]]:
    """A whole decision, and the first parts of one: each takes the text of a workload.

    Raises:
        SystemExit: the example of the bench does not load.
    """
    workspace = gather(Sources([DATA]), AS_OF)
    if workspace.errors:
        raise SystemExit("\n".join(str(error) for error in workspace.errors))
    engine, context = workspace.engine, workspace.library

    def read(text: str) -> Bundle:
        return read_text(text, "workload.yaml")

    def join(text: str) -> Linked:
        return link(read(text).documents, engine.catalog, extra=engine.packs.extra, known=context)

    def decide(text: str) -> list[Decision]:
        linked = join(text)
        jobs, _ = with_profiles(linked.jobs, linked.library, None)
        return engine.evaluate(jobs, Options(AS_OF))

    return {"whole decision": decide, "read and joined": join, "read": read}


@click.command()
@click.option("--workloads", "count", default=100, show_default=True, help="How many different workloads.")
@click.option("--rounds", default=5, show_default=True, help="How often each is decided.")
@click.option("--json", "file", type=click.Path(path_type=Path, dir_okay=False), help="Also write the figures there.")
def main(count: int, rounds: int, file: Path | None) -> None:
    """Time whole decisions, and how far their first stages take."""
    calls, given = stages(), texts(count)
    decisions = [decision for text in given for decision in calls["whole decision"](text)]
    if len(decisions) != count:
        raise SystemExit(f"{len(decisions)} decisions for {count} workloads: nothing was timed")
    print(f"{count} workloads, {len(decisions[0].outcomes)} outcomes each")
    with one_core():
        timings = in_turns(calls, given, rounds)
    rows = [[name, _ms(timing.median), _ms(timing.p99)] for name, timing in timings.items()]
    print(table(["from the text of a workload", "median ms", "p99 ms"], rows))
    text = json.dumps(_figures(timings))
    if file is not None:
        file.write_text(text + "\n", "utf-8")
    print(text)


def _ms(microseconds: float) -> str:
    return f"{microseconds / 1000:.2f}"


def _figures(timings: dict[str, Timing]) -> dict[str, Any]:
    median = timings["whole decision"].median / 1000
    return {
        "bench": "decision",
        "python": platform.python_version(),
        "stages_median_ms": {name: round(timing.median / 1000, 3) for name, timing in timings.items()},
        "p99_ms": round(timings["whole decision"].p99 / 1000, 3),
        "goal_ms": GOAL_MS,
        "below_goal": median < GOAL_MS,
    }


if __name__ == "__main__":
    main()
