"""The commands that docs/checking.md shows are run as they stand, each with the exit status that it states."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "checking.md"
COMMAND = re.compile(r"(?P<command>alvara .+?)\s+# exit (?P<status>[0-3])(?::.*)?")


def _commands() -> list[str]:
    blocks = re.findall(r"^```sh\n(.*?)^```$", PAGE.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    return [line for block in blocks for line in block.splitlines() if line.startswith("alvara")]


def _run(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a command in a folder that holds a copy of the examples, in no language but the one it names."""
    shutil.copytree(ROOT / "examples", folder / "examples")
    environment = {name: value for name, value in os.environ.items() if name != "ALVARA_LANG"}
    environment |= {"PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"}
    words = [sys.executable, "-m", "policy_engine", *shlex.split(command)[1:]]
    return subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True, encoding="utf-8")


def test_every_command_states_its_exit_status() -> None:
    commands = _commands()
    assert [line for line in commands if not COMMAND.fullmatch(line)] == []
    assert {"0", "1", "2"} <= {COMMAND.fullmatch(line)["status"] for line in commands}  # type: ignore[index]


@pytest.mark.parametrize("line", _commands())
def test_a_command_ends_as_the_page_says(line: str, tmp_path: Path) -> None:
    stated = COMMAND.fullmatch(line)
    assert stated is not None
    ran = _run(stated["command"], tmp_path)
    assert ran.returncode == int(stated["status"]), ran.stdout + ran.stderr


def _shown(page: Path, first: str) -> list[str]:
    """The lines of the output block of a page that starts so; an ellipsis stands for lines left out."""
    blocks = re.findall(r"^```text\n(.*?)^```$", page.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    (block,) = [block for block in blocks if block.lstrip().startswith(first)]
    return [line.rstrip() for line in block.splitlines() if line.strip() not in ("", "…")]


@pytest.mark.parametrize(
    ("page", "first", "command"),
    [
        ("README.md", "sugestao-sao-paulo", "alvara check examples/quickstart --as-of 2026-11-30 --lang en"),
        ("README.pt-BR.md", "sugestao-sao-paulo", "alvara check examples/quickstart --as-of 2026-11-30"),
        ("docs/checking.md", "sugestao-virginia", "alvara check examples/quickstart --as-of 2026-11-30 --lang en"),
        ("docs/checking.md", "resumo-de-conversas", "alvara check examples/undeclared --as-of 2026-11-30 --lang en"),
        (
            "docs/checking.md",
            "BR-TRF-001",
            "alvara check examples/quickstart --as-of 2026-11-30 --lang en --explain BR-TRF-001",
        ),
    ],
)
def test_the_output_shown_is_the_output_there_is(page: str, first: str, command: str, tmp_path: Path) -> None:
    printed = iter(line.rstrip() for line in _run(command, tmp_path).stdout.splitlines())
    for line in _shown(ROOT / page, first):
        assert any(line == other for other in printed), f"not printed, or not in this order: {line!r}"


def _without_ellipses(shown: object, real: object, path: str = "") -> None:
    """Hold what a shortened JSON example shows against the real one: keys it has, values it spells out."""
    if isinstance(shown, dict):
        assert isinstance(real, dict), path
        for key, value in shown.items():
            assert key in real, f"{path}.{key}"
            _without_ellipses(value, real[key], f"{path}.{key}")
    elif isinstance(shown, str) and shown.endswith("…"):
        assert str(real).startswith(shown[:-1]), path
    elif not isinstance(shown, list):
        assert shown == real, path


def test_the_json_shown_is_the_json_there_is(tmp_path: Path) -> None:
    (block,) = re.findall(r"^```json\n(.*?)^```$", PAGE.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    shown = json.loads(block)
    command = "alvara check examples/quickstart --as-of 2026-11-30 --lang en --format json"
    real = json.loads(_run(command, tmp_path).stdout)
    assert set(real) == set(shown)
    (decision,) = shown["decisions"]
    (match,) = [one for one in real["decisions"] if one["workload"] == decision["workload"]]
    assert set(match) == set(decision)
    _without_ellipses(decision, match)
    (outcome,) = decision["outcomes"]
    (found,) = [one for one in match["outcomes"] if one["rule"] == outcome["rule"]]
    assert set(found) == set(outcome)
    _without_ellipses(outcome, found)
