"""The text for people: readable at 100 columns and without colour, in both languages, and never a promise."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from policy_engine.formats import Report
from policy_engine.formats.undeclared import gaps
from policy_engine.formats.words import WORDS, words
from tests.support import WORKLOAD, Tree, document, pack, rule, tree

LANGUAGES = ("pt-BR", "en")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("explain", [False, True])
def test_lines_fit_in_100_columns_and_end_clean(
    other_job: Tree, report: Any, text: Any, language: str, explain: bool
) -> None:
    assert other_job.errors()
    lines = text(report(language, explain=explain)).splitlines()
    assert [line for line in lines if len(line) > 100] == []
    assert [line for line in lines if line != line.rstrip()] == []


def test_a_long_path_and_a_long_name_are_broken_to_fit(tmp_path: Path, text: Any) -> None:
    made = tree(tmp_path / ("folder-" * 25))
    made.put("jobs/job.yaml", document(WORKLOAD, "name-" * 12 + "end", compute={"gpus": None}))
    made.put("packs/own.yaml", pack(rule("T-" + "X" * 120), rule("T-GAP", require="capacity.gpus > 1")))
    lines = text(Report(made.decide(), language="en")).splitlines()
    assert max(len(line) for line in lines) <= 100
    assert [line for line in lines if line != line.rstrip()] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_colour_where_it_is_no_terminal(report: Any, text: Any, language: str) -> None:
    assert "\x1b" not in text(report(language))


@pytest.mark.parametrize("name", ["FORCE_COLOR", "CLICOLOR_FORCE"])
def test_no_colour_in_a_file_even_where_colour_is_forced(
    report: Any, text: Any, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file written with -o is read by other tools: codes have no place there."""
    monkeypatch.setenv(name, "1")
    assert "\x1b" not in text(report())


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_never_says_that_anything_complies(report: Any, clean: Any, text: Any, language: str) -> None:
    """Design section 2: only that no non-conformity was found in the rules evaluated, from what was declared."""
    for written in (text(report(language)), text(clean(language)), text(clean(language), "json")):
        flat = " ".join(written.lower().split())
        for phrase in (
            "complies with the lgpd",
            "em conformidade com a lgpd",
            "compliant",
            "está conforme",
            "atende à lgpd",
        ):
            assert phrase not in flat


def test_what_it_says_when_nothing_was_found(clean: Any, text: Any) -> None:
    assert "No non-conformity was found in the rules evaluated, from what was declared." in text(clean())
    assert "Nenhuma não conformidade encontrada nas regras avaliadas, a partir do que foi declarado." in text(
        clean("pt-BR")
    )


def test_nothing_found_is_not_said_where_something_was(report: Any, text: Any) -> None:
    assert "No non-conformity" not in text(report())


def test_portuguese_is_the_default(report: Any, text: Any) -> None:
    default = Report(report().decisions)
    assert "NEGADO" in text(default)
    assert "O que nega" in text(default)


def test_the_order_of_the_page(report: Any, text: Any) -> None:
    """Design section 4: verdict, what denies, what warns, what is not declared, counts, what next."""
    written = text(report())
    parts = ["DENY", "What denies", "T-DENY", "What warns", "T-WARN", "Not declared", "Counts", "What next"]
    assert [written.index(part) for part in parts] == sorted(written.index(part) for part in parts)


def test_a_finding_in_full(report: Any, text: Any) -> None:
    """Design section 4: file and line, what was read, why, basis and nature, and the remediation."""
    written = text(report())
    finding = written[written.index("✗ T-WARN") : written.index("Not declared")]
    for part in ("fail · policy · high", "job.yaml:", 'workload.name = "job"', "Message of T-WARN", "Rename it"):
        assert part in finding
    denied = written[written.index("✗ T-DENY") : written.index("What warns")]
    assert "fail · law · critical" in denied
    assert "LGPD art. 33" in denied


def test_rules_that_do_not_apply_or_pass_are_only_counted(report: Any, text: Any) -> None:
    written = text(report())
    assert "T-NA" not in written
    assert "T-PASS" not in written
    assert "1 rule passes" in written or "1 pass" in written


def test_gaps_are_grouped_by_document_and_owner(report: Any) -> None:
    (decision,) = report().decisions
    found = {gap.document: gap for gap in gaps(decision)}
    assert set(found) == {"Workload job", "Activity score", "Dataset clients"}
    assert found["Workload job"].owner == "ml"
    assert found["Workload job"].lines == (("compute: {gpus: …}", ("T-GAP", "T-GAP-2")),)
    assert found["Activity score"].owner == "risco"
    assert found["Activity score"].lines == (("risk: {large_scale: …}", ("T-GAP-3",)),)
    assert found["Dataset clients"].lines == (("subject_count: …", ("T-GAP-4",)),)


def test_gaps_as_they_are_shown(report: Any, text: Any) -> None:
    written = text(report())
    part = written[written.index("Not declared") : written.index("Counts")]
    assert part.count("Workload job") == 1
    assert "Activity score · risco · context/activity.yaml:1" in part
    assert "add compute: {gpus: …}  ← T-GAP, T-GAP-2" in part


def test_what_the_reader_can_change_and_what_others_must(report: Any, text: Any) -> None:
    written = text(report())
    part = " ".join(written[written.index("What next") :].split())
    assert "You can change, in" in part
    assert "Only dados can (Dataset clients): T-GAP-4" not in part  # it informs: nothing acts on it
    assert "Waiver" in part


def test_errors_come_first_with_their_place(other_job: Tree, report: Any, text: Any) -> None:
    assert other_job.errors()
    written = text(report())
    assert written.startswith("Input that could not be evaluated")
    assert "jobs/zz.yaml:" in written
    assert '"platfrom"' in written


def test_a_rule_is_explained_clause_by_clause(report: Any, text: Any) -> None:
    """Trap 63: the expression, the value of each path, and the result."""
    written = text(report(explain=True))
    part = written[written.index("T-WARN · job · require") :]
    assert re.search(r"false\s+workload\.name == 'none'", part)
    assert 'workload.name = "job"' in part


def test_every_word_has_both_languages() -> None:
    assert all(set(texts) == set(LANGUAGES) and all(texts.values()) for texts in WORDS.values())
    assert words("en")["deny"] == "DENY"


@pytest.mark.parametrize("language", LANGUAGES)
def test_markup_in_what_users_write_is_shown_as_it_is(report: Any, text: Any, mixed: Tree, language: str) -> None:
    """Names and texts are never read as markup of the terminal library."""
    path = mixed.packs / "own.yaml"
    path.write_text(path.read_text().replace("Message of T-WARN", "'see [bold]this[/bold] and :smile:'"))
    assert "see [bold]this[/bold] and :smile:" in text(report(language))
