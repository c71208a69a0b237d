"""Check that an installed wheel judges the shipped example exactly as the checkout does."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

ARGUMENTS = ["check", "quickstart", "--as-of", "2026-11-30", "--format", "json"]


def judged(environment: Path, where: Path) -> list[dict[str, Any]]:
    """What ``alvara check`` of an environment says of the example, run in a folder that holds it."""
    ran = subprocess.run([environment / "bin" / "alvara", *ARGUMENTS], cwd=where, capture_output=True, text=True)
    if ran.returncode not in (0, 1):
        sys.exit(f"alvara of {environment} ended with {ran.returncode}: {ran.stderr or ran.stdout}")
    document = json.loads(ran.stdout)
    if document["errors"] or not document["decisions"]:
        sys.exit(f"alvara of {environment} did not judge the example: {document['errors']}")
    decisions: list[dict[str, Any]] = document["decisions"]
    return decisions


def main(installed: Path, where: Path) -> None:
    """Compare the two, and see that the installed one reads the data that its wheel carries."""
    asked = "from policy_engine._data import rules_path; print(rules_path())"
    found = subprocess.run([installed / "bin" / "python", "-c", asked], cwd=where, capture_output=True, text=True)
    rules = Path(found.stdout.strip())
    if rules.parts[-2:] != ("policy_engine", "_rules") or not rules.is_relative_to(installed.resolve()):
        sys.exit(f"the installed engine reads its rules from {found.stdout or found.stderr}")
    here = judged(Path(sys.prefix), where)
    if judged(installed, where) != here:
        sys.exit("the installed wheel and the checkout do not judge the example alike")
    print(f"{len(here)} decisions alike; rules read from the wheel")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
