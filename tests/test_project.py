"""What holds for the project as a whole: its arrows, its versions, and what no tracked file may contain."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from importlib.metadata import distribution, entry_points, packages_distributions
from pathlib import Path
from typing import Any

import pytest
import yaml
from importlinter.application.use_cases import read_user_options
from importlinter.cli import lint_imports
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import policy_engine


@pytest.fixture(scope="module")
def pyproject(root: Path) -> dict[str, Any]:
    return tomllib.loads((root / "pyproject.toml").read_text("utf-8"))


@pytest.fixture(scope="module")
def tracked(root: Path) -> list[Path]:
    """The text files that git tracks."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=root, capture_output=True, text=True, check=True).stdout
    paths = [root / name for name in listed.split("\0") if name]
    return [path for path in paths if path.is_file() and b"\0" not in path.read_bytes()]


# -- arrows -----------------------------------------------------------------------------------------


def test_the_import_arrows_hold(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status = lint_imports(config_filename=str(root / "pyproject.toml"), no_cache=True, no_logo=True)
    assert status == 0, capsys.readouterr().out


def test_every_part_of_the_engine_has_a_floor(root: Path) -> None:
    contracts = read_user_options(str(root / "pyproject.toml")).contracts_options
    layers = next(contract for contract in contracts if contract["id"] == "floors")["layers"]
    placed = set(re.findall(r"policy_engine\.(\w+)", " ".join(layers)))
    parts = {
        path.stem
        for path in (root / "policy_engine").iterdir()
        if path.suffix == ".py" or (path / "__init__.py").is_file()
    }
    assert parts - {"__init__", "__main__"} <= placed


def _modules_after(statement: str, root: Path) -> set[str]:
    code = f"import sys; {statement}; print(*{{name.partition('.')[0] for name in sys.modules}})"
    ran = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True)
    return set(ran.stdout.split())


def test_the_engine_pulls_in_neither_api_nor_reports(root: Path) -> None:
    loaded = _modules_after("import policy_engine.engine, policy_engine.formats.json, policy_engine.workspace", root)
    assert "policy_engine" in loaded
    assert not loaded & {"api", "reports", "flask", "sqlalchemy", "reportlab", "apscheduler"}


def test_the_check_command_starts_without_heavy_libraries(root: Path) -> None:
    loaded = _modules_after("import policy_engine.cli.check", root)
    assert not loaded & {"numpy", "pandas", "re2", "rich"}


# -- the distribution -------------------------------------------------------------------------------


def test_the_installed_distribution_is_ours() -> None:
    installed = distribution("alvara")
    assert installed.metadata["Name"] == "alvara"
    assert installed.version == policy_engine.__version__
    (command,) = entry_points(group="console_scripts", name="alvara")
    assert command.value == "policy_engine.cli:main"


def test_no_other_distribution_installs_a_package_of_our_name() -> None:
    owners = set(packages_distributions().get("policy_engine", ()))
    assert owners <= {"alvara"}


def test_the_changelog_knows_the_version_or_what_is_to_come(root: Path) -> None:
    headings = re.findall(r"^## \[(.+?)\]", (root / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert "Unreleased" in headings or policy_engine.__version__ in headings


def test_every_dependency_is_pinned_to_one_version(root: Path, pyproject: dict[str, Any]) -> None:
    lines = (root / "constraints.txt").read_text("utf-8").splitlines()
    pins = [re.fullmatch(r"([A-Za-z0-9._-]+)==([A-Za-z0-9.!+]+)", line) for line in lines]
    assert all(pins), [line for line, pin in zip(lines, pins, strict=True) if not pin]
    versions = {canonicalize_name(pin[1]): pin[2] for pin in pins if pin}
    assert len(versions) == len(lines)
    project = pyproject["project"]
    wanted = [
        *project["dependencies"],
        *(line for extra in project["optional-dependencies"].values() for line in extra),
    ]
    for requirement in map(Requirement, [*wanted, *pyproject["build-system"]["requires"]]):
        assert versions.get(canonicalize_name(requirement.name)) in requirement.specifier, requirement


# -- what people run --------------------------------------------------------------------------------


def _commands(page: Path) -> list[str]:
    return re.findall(r"^```sh\n(.*?)\n```$", page.read_text("utf-8"), re.DOTALL | re.MULTILINE)


def test_both_languages_of_the_readme_give_the_same_two_commands(root: Path) -> None:
    english, portuguese = _commands(root / "README.md"), _commands(root / "README.pt-BR.md")
    assert english[:2] == portuguese[:2]
    assert "alvara check" in english[0]
    assert "--as-of" in english[0]
    assert "pytest" in english[1]


def test_pre_commit_fetches_nothing(root: Path) -> None:
    configuration = yaml.safe_load((root / ".pre-commit-config.yaml").read_text("utf-8"))
    assert {repo["repo"] for repo in configuration["repos"]} == {"local"}
    assert {hook["language"] for repo in configuration["repos"] for hook in repo["hooks"]} == {"system"}


def test_links_between_pages_lead_somewhere(root: Path, tracked: list[Path]) -> None:
    broken = [
        f"{page.relative_to(root)}: {target}"
        for page in tracked
        if page.suffix == ".md"
        for target in re.findall(r"\]\((?!https?:|mailto:|#)([^)\s#]+)", page.read_text("utf-8"))
        if not (page.parent / target).exists()
    ]
    assert broken == []


# -- what no tracked file contains ------------------------------------------------------------------

# Written so that this file does not contain what it looks for.
FORBIDDEN = {
    "a path of one machine": r"(?<![\w.])/(?:work|farm|root|home/\w+|Users/\w+)/|/tmp/(?:plan|bash[_]jobs)",
    "the address of a package registry": r"pypi[.]org|pythonhosted[.]org|npmjs[.]org|index[-]url|find[-]links",
}


@pytest.mark.parametrize("what", FORBIDDEN)
def test_no_tracked_file_holds(what: str, root: Path, tracked: list[Path]) -> None:
    pattern = re.compile(FORBIDDEN[what])
    found = [
        f"{path.relative_to(root)}:{number}: {line.strip()[:80]}"
        for path in tracked
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if pattern.search(line)
    ]
    assert found == []


def test_no_lock_file_is_tracked(root: Path, tracked: list[Path]) -> None:
    locks = {"poetry.lock", "uv.lock", "pdm.lock", "Pipfile.lock", "pylock.toml", "package-lock.json"}
    assert [path.relative_to(root) for path in tracked if path.name in locks or path.suffix == ".lock"] == []
