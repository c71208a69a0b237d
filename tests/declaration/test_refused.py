"""Every file in ``refused/`` gets exactly the errors that its first lines state: line, column and message."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from policy_engine.declaration import read_paths

FOLDER = Path(__file__).parent / "refused"


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.yaml")), ids=lambda path: path.stem)
def test_each_bad_file_gets_its_message_and_place(path: Path) -> None:
    wanted = re.findall(r"^# (\d+:\d+) (.+)$", path.read_text("utf-8"), re.MULTILINE)
    assert wanted
    bundle = read_paths([path])
    found = [(f"{error.place.line}:{error.place.column}", error.message) for error in bundle.errors]
    assert sorted(found) == sorted(wanted)
    assert {error.place.file for error in bundle.errors} == {str(path)}
    assert bundle.documents == []
