"""``alvara check``: read what is declared, judge every workload, say what was found."""

from __future__ import annotations

from pathlib import Path

import click

from policy_engine.cli.options import LANGUAGES, as_of_date, language_of
from policy_engine.cli.output import deliver
from policy_engine.engine import Options
from policy_engine.errors import NothingToEvaluate, OptionError, PackError
from policy_engine.formats import FORMATS, Report, writer
from policy_engine.workspace import Sources, gather

__all__ = ["check"]

FAIL_ON = {"deny": ("deny",), "warn": ("deny", "warn"), "never": ()}


@click.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--context",
    "contexts",
    multiple=True,
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Trusted documents: what the DPO, procurement and platform teams keep. May be repeated.",
)
@click.option(
    "--gate", is_flag=True, help="Believe only the context for everything but the workload; judge as of today."
)
@click.option("--strict", is_flag=True, help="Treat what is not declared as failed.")
@click.option("--profile", metavar="NAME", help="Judge under this Profile instead of the one that matches.")
@click.option(
    "--packs",
    "packs",
    multiple=True,
    type=click.Path(path_type=Path),
    metavar="PATH",
    help='Use these rule packs instead of those shipped ("shipped" names those). May be repeated.',
)
@click.option("--as-of", metavar="DATE", help="Judge as of this day (YYYY-MM-DD); today in São Paulo by default.")
@click.option("--lang", type=click.Choice(LANGUAGES), default=None, help="Language of the texts [default: pt-BR].")
@click.option("--format", "format_name", type=click.Choice(list(FORMATS)), default="text", show_default=True)
@click.option("-o", "--output", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", help="Write there.")
@click.option(
    "--fail-on",
    type=click.Choice(list(FAIL_ON)),
    default="deny",
    show_default=True,
    help="The weakest verdict that makes the exit status 1.",
)
@click.option("--explain", metavar="RULE", help="Show, clause by clause, how this rule was decided.")
def check(
    paths: tuple[Path, ...],
    contexts: tuple[Path, ...],
    gate: bool,
    strict: bool,
    profile: str | None,
    packs: tuple[Path, ...],
    as_of: str | None,
    lang: str | None,
    format_name: str,
    output: Path | None,
    fail_on: str,
    explain: str | None,
) -> int:
    """Judge every workload found under PATHS.

    Exit status: 0 nothing at or above --fail-on; 1 something was; 2 the input could not be evaluated;
    3 a fault of Alvará itself.
    """
    if gate:
        _refuse_in_gate(contexts, profile=profile, packs=packs, as_of=as_of)
    day = as_of_date(as_of)
    write = writer(format_name)
    workspace = gather(Sources(paths, contexts, packs, gate=gate, profile=profile), day)
    errors, decisions, explanations = list(workspace.errors), [], []
    try:
        if not workspace.library.of_kind("Workload") and not errors:
            raise NothingToEvaluate(_no_workload(paths))
        decisions = workspace.engine.evaluate(workspace.jobs, Options(day, gate=gate, strict=strict))
        if explain is not None:
            explanations = workspace.engine.explain(workspace.jobs, explain, Options(day, gate=gate, strict=strict))
    except (NothingToEvaluate, PackError) as error:
        errors.append(error)
    report = Report(decisions, errors, workspace.notes, language_of(lang), explanations=explanations)
    deliver(lambda out: write(report, out), output)
    if errors:
        return 2
    return int(any(decision.verdict in FAIL_ON[fail_on] for decision in decisions))


def _refuse_in_gate(
    contexts: tuple[Path, ...], *, profile: str | None, packs: tuple[Path, ...], as_of: str | None
) -> None:
    """In a gate, what decides comes from the context, not from the command of the job under test."""
    if not contexts:
        raise OptionError("--gate needs --context DIR: the trusted documents to judge by")
    for name, given in (("--as-of", as_of), ("--packs", packs), ("--profile", profile)):
        if given:
            raise OptionError(
                f"{name} cannot be given with --gate: the date is today, packs and profiles are the context's"
            )


def _no_workload(paths: tuple[Path, ...]) -> str:
    looked = ", ".join(str(path) for path in paths)
    return f"no Workload document was found under {looked}: nothing was evaluated"
