"""The order of mechanisms: law-readings 1 and 15 as settled in docs/legal-readings.md."""

from policy_engine.facts.mechanisms import reliance

SCC = {"mechanism": "scc_anpd", "document": "SCC-3"}
ADEQUACY = {"mechanism": "adequacy"}


def test_a_claim_of_adequacy_comes_before_the_contract_even_when_false():
    relied = reliance({}, [("workload", ADEQUACY)], SCC, adequate=False)
    assert (relied.mechanism, relied.claimed_by, relied.documented) == ("adequacy", "workload", True)


def test_the_contract_carries_its_instrument():
    relied = reliance({}, [("workload", None)], SCC, adequate=False)
    assert (relied.mechanism, relied.claimed_by, relied.documented) == ("scc_anpd", "contract", True)
    assert relied.instrument == SCC


def test_an_instrument_without_a_document_is_not_documented():
    assert not reliance({}, [], {"mechanism": "scc_anpd"}, adequate=False).documented


def test_an_adequate_country_without_a_claim_counts_as_undocumented_adequacy():
    relied = reliance({}, [("workload", None)], None, adequate=True)
    assert (relied.mechanism, relied.claimed_by, relied.documented) == ("adequacy", "none", False)


def test_a_workload_that_names_clauses_without_a_contract_is_not_believed():
    relied = reliance({}, [("workload", SCC)], None, adequate=False)
    assert relied.mechanism == "none"


def test_a_flow_that_names_the_contracts_instrument_is_not_drowned_by_a_claim_for_others():
    relied = reliance({"mechanism": "scc_anpd"}, [("workload", ADEQUACY)], SCC, adequate=False)
    assert (relied.mechanism, relied.claimed_by) == ("scc_anpd", "contract")


def test_a_flow_that_names_an_instrument_nobody_signed_has_none():
    assert reliance({"mechanism": "scc_anpd"}, [], None, adequate=False).mechanism == "none"
