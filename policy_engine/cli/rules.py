"""``alvara rules``: what a rule author needs at the command line."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import click

from policy_engine import expression
from policy_engine.cli.options import as_of_date
from policy_engine.declaration import Job
from policy_engine.engine import Options, jsonable
from policy_engine.errors import ExpressionError, OptionError
from policy_engine.workspace import Sources, gather

__all__ = ["rules"]


@click.group()
def rules() -> None:
    """Look into rules and the language they are written in."""


@rules.command("eval")
@click.argument("source", metavar="EXPR")
@click.option(
    "--with",
    "paths",
    multiple=True,
    required=True,
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Documents to evaluate against; a file or a folder. May be repeated.",
)
@click.option(
    "--context",
    "contexts",
    multiple=True,
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="More documents: what the workload refers to.",
)
@click.option("--workload", "name", metavar="NAME", help="Which workload, where there are several.")
@click.option("--as-of", metavar="DATE", help="Evaluate as of this day (YYYY-MM-DD).")
@click.option("--clauses", is_flag=True, help="Show the value of every clause, not only of the whole.")
def evaluate(
    source: str,
    paths: tuple[Path, ...],
    contexts: tuple[Path, ...],
    name: str | None,
    as_of: str | None,
    clauses: bool,
) -> int:
    """Print the value of EXPR for a workload, or the clause that has none and why."""
    day = as_of_date(as_of)
    workspace = gather(Sources(paths, contexts), day)
    for error in workspace.errors:
        click.echo(f"alvara: {error}", err=True)
    if workspace.errors:
        return 2
    engine = workspace.engine
    try:
        checked = expression.compile(source, engine.packs.environment)
    except ExpressionError as error:
        click.echo(f"alvara: {error.message}\n{_indented(error.picture)}", err=True)
        return 2
    job = _one(workspace.jobs, name)
    trace = expression.explain(checked, engine.bindings(job, Options(day), checked.reads))
    if clauses:
        for text, value in trace.clauses:
            click.echo(f"{text}  →  {value}")
    if isinstance(trace.value, expression.Failure):
        failure = trace.value
        why = f"{', '.join(failure.missing)} is not declared" if failure.missing else failure.message
        click.echo(f"no value: {why}\n{_indented(_picture(source, failure.offset))}", err=True)
        return 1
    click.echo(json.dumps(jsonable(trace.value), ensure_ascii=False, allow_nan=False))
    return 0


def _one(jobs: Sequence[Job], name: str | None) -> Job:
    """The workload named, or the only one there is."""
    names = [job.workload.name for job in jobs]
    if name is None and len(jobs) != 1:
        found = ", ".join(names) or "none"
        raise OptionError(f"--with must lead to one workload, or name one with --workload; found: {found}")
    for job in jobs:
        if name in (None, job.workload.name):
            return job
    raise OptionError(f'no workload is called "{name}"; found: {", ".join(names)}')


def _picture(source: str, offset: int) -> str:
    return ExpressionError("", source, offset).picture


def _indented(text: str) -> str:
    return "\n".join("  " + line for line in text.splitlines())
