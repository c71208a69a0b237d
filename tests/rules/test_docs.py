"""The example of docs/rules.md loads as it stands, and does what the page says."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

from policy_engine._data import rules_path
from policy_engine.packs import load_packs, load_parameters, read_packs

PAGE = Path(__file__).parents[2] / "docs" / "rules.md"


def test_the_example_pack_loads(tmp_path: Path) -> None:
    blocks = re.findall(r"^```yaml\n(.*?)^```$", PAGE.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    example = next(block for block in blocks if "kind: RulePack" in block)
    (tmp_path / "pack.yaml").write_text(example, "utf-8")
    parameters, _ = load_parameters(rules_path() / "parameters.yaml")
    documents, unread = read_packs([tmp_path])
    packs, parameters, errors = load_packs(documents, parameters)
    assert [str(error) for error in [*unread, *errors]] == []
    assert [rule.id for rule in packs.rules] == ["ACME-001", "ACME-002"]
    limit = parameters.entries["acme_gpu_limit"]
    assert [limit.at(day).value for day in (date(2026, 6, 30), date(2026, 7, 1))] == [32, 64]
