"""Whole processes: ``alvara check`` on one file beside ``checkov`` on one file: ``python -m bench.startup``.

Checkov pins many libraries that the others need newer, so it has a virtual environment of its own, ``bench/.checkov``,
which ``python -m bench.startup --install`` makes. It runs in its fastest form: one framework, nothing downloaded.
Exit status: 0 measured, 1 a command did not do its work, 2 a command is not installed.
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
import venv
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import click

from bench.measure import table

__all__ = ["main"]

HERE = Path(__file__).resolve().parent
CHECKOV = "checkov==3.3.30"
CHECKOV_FOLDER = HERE / ".checkov"
# Both scan one file; what is found (exit status 1) is not a failure of the command.
ALVARA_ARGUMENTS = ["check", "workload.yaml", "--as-of", "2026-11-30"]
CHECKOV_ARGUMENTS = ["-f", "training-job.yaml", "--framework", "kubernetes", "--skip-download", "--compact", "--quiet"]


class NotUsable(Exception):
    """A command is not there, or did not do its work; ``status`` is what to exit with."""

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message)
        self.status = status


def install() -> None:
    """Make the virtual environment of checkov."""
    venv.create(CHECKOV_FOLDER, with_pip=True, clear=True)
    subprocess.run([CHECKOV_FOLDER / "bin" / "python", "-m", "pip", "install", "-q", CHECKOV], check=True)


def _run(command: Sequence[str | Path]) -> tuple[float, str]:
    """The seconds that a whole process took, and what it printed.

    Raises:
        NotUsable: it ended with a status that says it did not do its work.
    """
    # Both may keep their compiled modules, as they do on anyone's machine.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    start = perf_counter()
    ran = subprocess.run(command, cwd=HERE / "data", capture_output=True, text=True, encoding="utf-8", env=environment)
    seconds = perf_counter() - start
    if ran.returncode not in (0, 1):
        raise NotUsable(f"{Path(command[0]).name} ended with {ran.returncode}: {ran.stderr or ran.stdout}", 1)
    return seconds, ran.stdout


def _executable(path: Path, advice: str) -> Path:
    if not path.is_file():
        raise NotUsable(f"{path.name} is not installed at {path.parent}; run: {advice}", 2)
    return path


def _commands(checkov: Path) -> dict[str, list[str | Path]]:
    """Both commands, seen to do their work once."""
    alvara = _executable(Path(sys.executable).with_name("alvara"), ".venv/bin/pip install -c constraints.txt -e .")
    _executable(checkov, ".venv/bin/python -m bench.startup --install")
    _, text = _run([alvara, *ALVARA_ARGUMENTS, "--format", "json"])
    checked = json.loads(text)
    if checked["errors"] or len(checked["decisions"]) != 1:
        raise NotUsable(f"alvara did not judge the one workload: {checked['errors']}", 1)
    _, text = _run([checkov, *CHECKOV_ARGUMENTS, "--output", "json"])
    passed = json.loads(text)["summary"]["passed"]
    if not passed:
        raise NotUsable("checkov checked nothing", 1)
    print(f"alvara evaluated {sum(checked['decisions'][0]['summary'].values())} rules, checkov passed {passed} checks")
    return {"alvara check": [alvara, *ALVARA_ARGUMENTS], "checkov": [checkov, *CHECKOV_ARGUMENTS]}


@click.command()
@click.option("--runs", default=9, show_default=True, help="How often each command is run, in turns.")
@click.option("--install", "installing", is_flag=True, help=f"Make the virtual environment of {CHECKOV} and stop.")
@click.option("--checkov", "executable", type=click.Path(path_type=Path), default=CHECKOV_FOLDER / "bin" / "checkov",
              help="The checkov to run  [default: the one that --install made]")  # fmt: skip
@click.option("--json", "file", type=click.Path(path_type=Path, dir_okay=False), help="Also write the figures there.")
def main(runs: int, installing: bool, executable: Path, file: Path | None) -> None:
    """Time whole processes, one after the other in turns."""
    if installing:
        install()
        return
    try:
        commands = _commands(executable)
        taken: dict[str, list[float]] = {name: [] for name in commands}
        for _ in range(runs):
            for name, command in commands.items():
                taken[name].append(_run(command)[0])
    except NotUsable as error:
        print(error, file=sys.stderr)
        sys.exit(error.status)
    medians = {name: median(times) for name, times in taken.items()}
    ratio = medians["checkov"] / medians["alvara check"]
    rows = [[name, f"{medians[name]:.3f}", f"{min(times):.3f}", f"{max(times):.3f}"] for name, times in taken.items()]
    print(table(["whole process", "median s", "best s", "worst s"], rows))
    print(f"alvara check is {ratio:.1f} times as fast")
    figures: dict[str, Any] = {
        "bench": "startup",
        "python": platform.python_version(),
        "runs": runs,
        "median_seconds": {name: round(value, 4) for name, value in medians.items()},
        "ratio": round(ratio, 2),
        "at_least_four_times": ratio >= 4,
    }
    text = json.dumps(figures)
    if file is not None:
        file.write_text(text + "\n", "utf-8")
    print(text)


if __name__ == "__main__":
    main()
