"""The page of facts is the one the register gives."""

from pathlib import Path

from policy_engine.facts import FACTS
from policy_engine.facts.reference import page

PAGE = Path(__file__).resolve().parents[2] / "docs" / "reference" / "facts.md"


def test_the_page_is_fresh() -> None:
    assert PAGE.read_text(encoding="utf-8") == page()


def test_every_fact_says_what_it_reads() -> None:
    assert all(fact.reads for fact in FACTS.facts.values())
