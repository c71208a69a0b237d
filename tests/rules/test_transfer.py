"""BR-TRF rules. Right values: LGPD arts. 33 to 36, Res. CD/ANPD 19/2024 and 32/2026, and the readings in docs/."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

from policy_engine.declaration.values import Timestamp

Judging = Callable[..., Any]

SIGNED = Timestamp.of_date(date(2024, 3, 10))
SCC = {"mechanism": "scc_anpd", "document": "SCC-3", "verbatim": True, "signed": SIGNED, "parties": ["A", "B"]}
ABOUT_MECHANISMS = [f"BR-TRF-{number:03}" for number in (1, 2, 3, 4, 5, 6, 7, 8, 11, 12, 13, 14, 15, 16)]


@pytest.mark.parametrize("rule", ABOUT_MECHANISMS)
def test_data_that_stay_in_brazil_concern_no_transfer_rule(
    judging: Judging, flow: Any, residency: Any, rule: str
) -> None:
    assert judging(rule, residency(flow("BR", contract="c", onward=[]))).outcome == "not_applicable"


@pytest.mark.parametrize("rule", [*ABOUT_MECHANISMS, "BR-TRF-009", "BR-TRF-010"])
def test_data_that_are_not_personal_concern_no_rule_wherever_they_go(
    judging: Judging, flow: Any, residency: Any, rule: str
) -> None:
    assert judging(rule, residency(flow("US", personal=False))).outcome == "not_applicable"
    assert judging(rule, residency(flow(None, personal=False))).outcome == "not_applicable"


def test_personal_data_abroad_without_a_mechanism_are_denied(judging: Judging, flow: Any, residency: Any) -> None:
    found = judging("BR-TRF-001", residency(flow("BR"), flow("US")))
    assert (found.outcome, found.weighs) == ("fail", "deny")


def test_an_unknown_country_is_not_silently_domestic(judging: Judging, flow: Any, residency: Any) -> None:
    found = judging("BR-TRF-001", residency(flow("BR"), flow(None)))
    assert (found.outcome, found.weighs) == ("unknown", "deny")


def test_a_known_breach_stands_beside_an_unknown_country(judging: Judging, flow: Any, residency: Any) -> None:
    assert judging("BR-TRF-001", residency(flow(None), flow("US"))).outcome == "fail"


def test_a_dataset_that_does_not_say_whether_it_is_personal_leaves_the_transfer_unknown(
    judging: Judging, flow: Any, residency: Any
) -> None:
    silent = flow("US")
    del silent["personal"]
    facts = residency(silent)
    del facts["residency"]["personal"]
    assert judging("BR-TRF-001", facts).outcome == "unknown"


def test_an_exceptional_case_of_art_33_is_for_a_person_to_judge(judging: Judging, flow: Any, residency: Any) -> None:
    found = judging("BR-TRF-001", residency(flow("US", "public_policy")))
    assert (found.outcome, found.weighs) == ("review", "warn")


def test_an_authorisation_counts_only_with_its_decision(judging: Judging, flow: Any, residency: Any) -> None:
    with_act = flow("US", "anpd_authorisation", instrument={"decision": "Despacho 7"})
    without = flow("US", "anpd_authorisation", instrument={})
    assert judging("BR-TRF-001", residency(with_act)).outcome == "pass"
    assert judging("BR-TRF-001", residency(without)).outcome == "unknown"


@pytest.mark.parametrize(
    ("country", "as_of", "expected"),
    [
        ("IE", "2026-11-30", "pass"),
        ("IE", "2026-01-27", "pass"),  # the day the decision takes effect
        ("IE", "2026-01-26", "fail"),
        ("NO", "2026-11-30", "pass"),
        ("GB", "2026-11-30", "fail"),  # neither the United Kingdom nor Switzerland is covered
        ("CH", "2026-11-30", "fail"),
    ],
)
def test_adequacy_is_a_matter_of_country_and_date(
    judging: Judging, flow: Any, residency: Any, country: str, as_of: str, expected: str
) -> None:
    roots = residency(flow(country, "adequacy", as_of=as_of)) | {"activity": {"purpose": "credit_risk_assessment"}}
    assert judging("BR-TRF-002", roots, as_of).outcome == expected


def test_without_a_purpose_nobody_knows_if_adequacy_reaches_it(judging: Judging, flow: Any, residency: Any) -> None:
    judged = judging("BR-TRF-002", residency(flow("IE", "adequacy")))
    assert (judged.outcome, judged.weighs) == ("unknown", "warn")


def test_an_excluded_purpose_is_for_a_person_to_judge(judging: Judging, flow: Any, residency: Any) -> None:
    roots = residency(flow("IE", "adequacy")) | {"activity": {"purpose": "public_security"}}
    assert judging("BR-TRF-002", roots).outcome == "review"


def test_an_adequate_destination_needs_no_instrument(judging: Judging, flow: Any, residency: Any) -> None:
    facts = residency(flow("IE", "scc_vendor", instrument={}))
    assert judging("BR-TRF-001", facts).outcome == "pass"
    assert judging("BR-TRF-003", facts).outcome == "not_applicable"


@pytest.mark.parametrize(
    ("as_of", "outcome", "weighs"),
    [
        ("2024-08-01", "review", "warn"),  # no standard clauses existed
        ("2024-08-23", "fail", "warn"),
        ("2025-08-22", "fail", "warn"),  # last day to incorporate them
        ("2025-08-23", "fail", "deny"),
        ("2026-11-30", "fail", "deny"),
    ],
)
def test_vendor_clauses_are_not_the_clauses_of_the_anpd(
    judging: Judging, flow: Any, residency: Any, as_of: str, outcome: str, weighs: str
) -> None:
    found = judging("BR-TRF-003", residency(flow("US", "scc_vendor", instrument={"signed": SIGNED})), as_of)
    assert (found.outcome, found.weighs) == (outcome, weighs)


def test_signed_unaltered_clauses_pass(judging: Judging, flow: Any, residency: Any) -> None:
    facts = residency(flow("US", "scc_anpd", instrument=SCC))
    assert judging("BR-TRF-003", facts).outcome == "pass"
    assert judging("BR-TRF-003", facts, "2024-08-01").outcome == "review"


@pytest.mark.parametrize(
    ("change", "outcome"),
    [
        ({"verbatim": False}, "fail"),
        ({"verbatim": None}, "unknown"),
        ({"signed": None}, "unknown"),
        ({"parties": ["A"]}, "fail"),
    ],
)
def test_altered_or_unsigned_clauses_do_not(
    judging: Judging, flow: Any, residency: Any, change: dict[str, Any], outcome: str
) -> None:
    instrument = {key: value for key, value in (SCC | change).items() if value is not None}
    found = judging("BR-TRF-003", residency(flow("US", "scc_anpd", instrument=instrument)))
    assert (found.outcome, found.weighs) == (outcome, "deny")


@pytest.mark.parametrize("mechanism", ["specific_clauses", "bcr_anpd"])
def test_instruments_that_need_approval_show_it(judging: Judging, flow: Any, residency: Any, mechanism: str) -> None:
    approved = residency(flow("US", mechanism, instrument={"anpd_approval": "Decisão 9"}))
    silent = residency(flow("US", mechanism, instrument={}))
    assert judging("BR-TRF-004", approved).outcome == "pass"
    assert judging("BR-TRF-004", silent).weighs == "deny"
    assert judging("BR-TRF-004", silent).outcome == "unknown"


def test_seals_are_not_a_mechanism_yet(judging: Judging, flow: Any, residency: Any) -> None:
    found = judging("BR-TRF-005", residency(flow("US", "seal_certificate")))
    assert (found.outcome, found.weighs) == ("fail", "warn")


def test_consent_has_four_marks(judging: Judging, flow: Any, residency: Any) -> None:
    whole = {"specific": True, "highlighted": True, "separate": True, "revocation_stops_future_use": True}
    assert (
        judging("BR-TRF-006", residency(flow("US", "specific_consent", instrument={"consent": whole}))).outcome
        == "pass"
    )
    for mark in whole:
        lacking = {"consent": whole | {mark: False}}
        assert judging("BR-TRF-006", residency(flow("US", "specific_consent", instrument=lacking))).outcome == "fail"


@pytest.mark.parametrize(
    ("bases", "sensitive", "outcome"),
    [
        (["art7.V"], False, "pass"),
        (["art7.IX"], False, "fail"),
        (["art7.V", "art7.IX"], False, "fail"),
        (["art11.I"], True, "review"),
    ],
)
def test_item_ix_admits_three_bases(
    judging: Judging, flow: Any, residency: Any, bases: list[str], sensitive: bool, outcome: str
) -> None:
    moving = flow("US", "art7_II_V_VI", bases=bases, sensitive=sensitive, instrument={"necessity": "MEMO-1"})
    assert judging("BR-TRF-007", residency(moving)).outcome == outcome


def test_a_mechanism_does_not_replace_the_legal_basis(judging: Judging, flow: Any, residency: Any) -> None:
    assert judging("BR-TRF-008", residency(flow("IE", "adequacy", unbased=[]))).outcome == "pass"
    assert judging("BR-TRF-008", residency(flow("IE", "adequacy", unbased=["d"]))).outcome == "fail"
    found = judging("BR-TRF-008", residency(flow("IE", "adequacy")))
    assert (found.outcome, found.weighs) == ("unknown", "deny")


@pytest.mark.parametrize(("rule", "fact"), [("BR-TRF-009", "secondary_uncovered"), ("BR-TRF-010", "remote_uncovered")])
def test_silence_about_a_kind_of_flow_is_unknown_and_only_informs(
    judging: Judging, flow: Any, residency: Any, rule: str, fact: str
) -> None:
    assert judging(rule, residency(flow("BR"), **{fact: []})).outcome == "pass"
    assert judging(rule, residency(flow("BR"), **{fact: ["replica → x (US)"]})).weighs == "warn"
    silent = judging(rule, residency(flow("BR")))
    assert (silent.outcome, silent.weighs) == ("unknown", "inform")


def test_the_transfer_notice_is_for_contractual_mechanisms(judging: Judging, flow: Any, residency: Any) -> None:
    notice = {"url": "https://a.example", "transfer_section": True, "clauses_on_request_days": 15}
    facts = residency(flow("US", "scc_anpd", instrument=SCC))
    assert judging("BR-TRF-011", facts | {"organization": {"privacy_notice": notice}}).outcome == "pass"
    late = {"organization": {"privacy_notice": notice | {"clauses_on_request_days": 16}}}
    assert judging("BR-TRF-011", facts | late).outcome == "fail"
    assert judging("BR-TRF-011", residency(flow("IE", "adequacy"))).outcome == "not_applicable"


def test_sensitive_data_under_the_clauses_need_additional_safeguards(
    judging: Judging, flow: Any, residency: Any
) -> None:
    def judged(**instrument: Any) -> str:
        moving = flow("US", "scc_anpd", sensitive=True, instrument=SCC | instrument)
        return str(judging("BR-TRF-012", residency(moving)).outcome)

    assert judged(section_iii={"additional_safeguards": True}) == "pass"
    assert judged(section_iii={"additional_safeguards": False}) == "fail"
    assert judged() == "unknown"
    assert judging("BR-TRF-012", residency(flow("US", "scc_anpd", instrument=SCC))).outcome == "not_applicable"


@pytest.mark.parametrize(
    ("fields", "outcome"),
    [
        ({"fields_sent": 38, "fields_available": 41}, "pass"),
        ({"fields_sent": 41, "fields_available": 41}, "review"),  # whether all are needed is no guess of ours
        ({"fields_sent": 42, "fields_available": 41}, "fail"),
        ({"fields_sent": 41}, "unknown"),
    ],
)
def test_minimisation_never_fails_on_a_guess(
    judging: Judging, flow: Any, residency: Any, fields: dict[str, int], outcome: str
) -> None:
    roots = residency(flow("US", "scc_anpd", instrument=SCC))
    roots |= {"datasets": [{"name": "d", "personal": True}], "workload": {"data": [{"dataset": "d"} | fields]}}
    assert judging("BR-TRF-013", roots).outcome == outcome


def test_sub_operators_abroad_must_be_covered(judging: Judging, flow: Any, residency: Any) -> None:
    def judged(*onward: dict[str, Any]) -> str:
        return str(judging("BR-TRF-014", residency(flow("BR", contract="c", onward=list(onward)))).outcome)

    assert judged({"name": "s", "country": "IE", "covered": True}) == "pass"
    assert judged({"name": "s", "country": "US", "covered": False}) == "fail"
    assert judged({"name": "s", "country": "BR", "covered": True}) == "not_applicable"
    assert judged({"name": "s"}) == "unknown"
    assert judging("BR-TRF-014", residency(flow("BR", contract="c"))).outcome == "unknown"


def test_a_change_calls_for_a_new_assessment(judging: Judging, flow: Any, residency: Any) -> None:
    def judged(**more: Any) -> str:
        return str(judging("BR-TRF-015", residency(flow("US", "scc_anpd", instrument=SCC | more))).outcome)

    def day(month: int) -> Timestamp:
        return Timestamp.of_date(date(2026, month, 1))

    change = {"date": day(5), "what": "region"}
    assert judged(changes=[]) == "pass"
    assert judged(changes=[change | {"communicated": day(5)}], reviewed=day(6)) == "pass"
    assert judged(changes=[change], reviewed=day(6)) == "review"
    assert judged(changes=[change], reviewed=day(4)) == "fail"
    assert judged() == "unknown"


def test_a_mechanism_nobody_documented_warns(judging: Judging, flow: Any, residency: Any) -> None:
    found = judging("BR-TRF-016", residency(flow("NO", "adequacy", documented=False)))
    assert (found.outcome, found.weighs) == ("fail", "warn")
    assert judging("BR-TRF-001", residency(flow("NO", "adequacy", documented=False))).outcome == "pass"
    assert judging("BR-TRF-016", residency(flow("US"))).outcome == "not_applicable"
