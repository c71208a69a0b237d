"""What the shipped rules say: complete in both languages, and nothing that no rule engine may claim."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
import yaml

from policy_engine._data import rules_path

LANGUAGES = {"pt-BR", "en"}
FORBIDDEN = re.compile(
    r"em conformidade com (a (LGPD|lei)|o art)|conforme a LGPD|cumpre a LGPD|atende à LGPD|certifica a conformidade|"
    r"compli(es|ant|ance) with the LGPD|LGPD[- ]compliant",
    re.IGNORECASE,
)
OWNERS = {"dpo", "platform", "procurement", "ml", "security", "legal", "finance"}
SUBJECTS = {"organization", "activity", "dataset", "contract", "platform", "workload"}
NATURES = {"law", "regulation", "guidance", "good_practice", "policy"}
ENGLISH = re.compile(r"\b(the|must|should|with|and|of)\b")
PORTUGUESE = re.compile(r"\b(não|para|dos|das|são|uma)\b")

PACKS = [
    yaml.load(path.read_text("utf-8"), yaml.BaseLoader) for path in sorted((rules_path() / "packs").glob("*.yaml"))
]
RULES = [pytest.param(pack, rule, id=rule["id"]) for pack in PACKS for rule in pack["rules"]]

# The rules of the first packs (the others come with their issues).
EXPECTED = {
    *(f"BR-TRF-{number:03}" for number in range(1, 17)),
    "BR-RES-001", "BR-RES-002",
    *(f"BR-SEC-{number:03}" for number in range(1, 9)), "BR-SEC-001-P", "BR-SEC-005-P",
    "SLA-001", "SLA-002", "SLA-005", "SLA-006", "CAP-001", "CAP-002", "SUP-001",
}  # fmt: skip


def _texts(rule: dict[str, Any]) -> Iterator[tuple[str, dict[str, str]]]:
    for key in ("title", "message", "remediation", "unverified"):
        if key in rule:
            yield key, rule[key]
    for level in rule.get("levels", ()):
        if "message" in level:
            yield "level message", level["message"]


def _prose(text: str) -> str:
    """What a reader sees of a text: document snippets left out, and of its holes only the literals."""
    shown = re.sub(r"\$\{(.*?)\}", lambda hole: " ".join(re.findall(r'"([^"]*)"', hole[1])), text)
    return re.sub(r"`[^`]*`", " ", shown)


def test_every_rule_that_is_promised_is_there() -> None:
    ids = [rule["id"] for pack in PACKS for rule in pack["rules"]]
    assert set(ids) >= EXPECTED
    assert len({name.casefold() for name in ids}) == len(ids)


@pytest.mark.parametrize("pack", [pytest.param(pack, id=pack["metadata"]["id"]) for pack in PACKS])
def test_a_pack_says_what_it_is_and_when_it_was_verified(pack: dict[str, Any]) -> None:
    metadata = pack["metadata"]
    assert re.fullmatch(r"\d{4}\.\d{2}\.\d+", metadata["version"])
    assert re.fullmatch(r"\d{4}-\d{2}-\d{2}", metadata["last_verified"])
    assert set(metadata["title"]) == LANGUAGES


@pytest.mark.parametrize(("pack", "rule"), RULES)
def test_a_rule_is_complete_in_both_languages(pack: dict[str, Any], rule: dict[str, Any]) -> None:
    assert {"title", "message", "remediation"} <= rule.keys()
    for key, texts in _texts(rule):
        assert set(texts) == LANGUAGES, key
        assert all(text.strip() == text and text for text in texts.values()), key
        assert texts["pt-BR"] != texts["en"], key


@pytest.mark.parametrize(("pack", "rule"), RULES)
def test_each_text_is_in_its_language(pack: dict[str, Any], rule: dict[str, Any]) -> None:
    for key, texts in _texts(rule):
        assert not ENGLISH.search(_prose(texts["pt-BR"])), key
        assert not PORTUGUESE.search(_prose(texts["en"])), key


@pytest.mark.parametrize(("pack", "rule"), RULES)
def test_no_text_claims_compliance(pack: dict[str, Any], rule: dict[str, Any]) -> None:
    for _, texts in _texts(rule):
        for text in texts.values():
            assert not FORBIDDEN.search(text)


@pytest.mark.parametrize(("pack", "rule"), RULES)
def test_a_rule_names_its_nature_subject_owner_and_basis(pack: dict[str, Any], rule: dict[str, Any]) -> None:
    assert rule["nature"] in NATURES
    assert rule["subject"] in SUBJECTS
    assert rule["owner"] in OWNERS
    assert rule["severity"] in {"low", "medium", "high", "critical"}
    assert [line for line in rule["basis"] if line.strip()]
    if rule["nature"] in ("law", "regulation"):
        assert all(re.match(r"(LGPD|Res\. CD/ANPD) ", line) for line in rule["basis"])
        assert rule["effective"]["from"] >= "2020-09-18"
    elif rule["nature"] == "policy":
        assert "effective" not in rule
        assert not any(re.search("LGPD|ANPD", line) for line in rule["basis"])


@pytest.mark.parametrize(("pack", "rule"), RULES)
def test_the_practice_half_of_a_rule_is_not_called_law(pack: dict[str, Any], rule: dict[str, Any]) -> None:
    if rule["id"].endswith("-P"):
        assert rule["nature"] not in ("law", "regulation")


@pytest.mark.parametrize(("pack", "rule"), RULES)
def test_a_reference_is_a_framework_with_its_edition(pack: dict[str, Any], rule: dict[str, Any]) -> None:
    for reference in rule.get("references", ()):
        assert reference.keys() == {"framework", "edition", "id"}
    assert not any(re.match("ISO|NIST|CIS", line) for line in rule["basis"])


def test_residency_policy_is_said_to_be_policy() -> None:
    for rule in (rule for pack in PACKS for rule in pack["rules"] if rule["id"].startswith("BR-RES-")):
        assert "regra da própria organização" in rule["message"]["pt-BR"]
        assert "organisation's own rule" in rule["message"]["en"]
