"""The closed lists: what belongs to what, what is sensitive, and which word is meant."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from policy_engine.declaration import vocabulary

# LGPD art. 5 II: origin, belief, opinion, membership (union; religious, philosophical or political organisation),
# health, sex life, genetic, biometric.
SENSITIVE = {
    "racial_or_ethnic_origin", "religious_belief", "political_opinion", "union_membership", "organisation_membership",
    "health", "sex_life", "genetic", "biometric",
}  # fmt: skip


def test_sensitive_are_the_items_of_the_law_and_what_lies_below_them() -> None:
    words = vocabulary()
    marked = {word for word, entry in words.words("categories").items() if entry.get("sensitive")}
    assert marked == SENSITIVE
    below = {word for word in words.words("categories") if words.is_sensitive(word)} - marked
    assert below == {"medical_images", "facial_recognition"}
    # The law names neither money nor place.
    assert not words.is_sensitive("financial")
    assert not words.is_sensitive("location")


def test_minors_are_children_and_adolescents() -> None:
    words = vocabulary()
    assert {word for word in words.words("subjects") if words.is_minor(word)} == {"children", "adolescents"}


def test_a_basis_for_a_purpose_covers_those_below_it_and_not_the_reverse() -> None:
    words = vocabulary()
    assert words.is_within("credit_scoring", "credit_risk_assessment")
    assert not words.is_within("credit_risk_assessment", "credit_scoring")
    assert words.is_within("age_verification", "fraud_prevention")
    assert not words.is_within("credit_scoring", "marketing")
    assert words.is_within("marketing", "marketing")


def test_training_is_an_operation_and_no_purpose() -> None:
    assert not [word for word in vocabulary().words("purposes") if "train" in word]


def test_the_legal_bases_are_those_of_articles_7_and_11() -> None:
    roman = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X"]
    wanted = [f"art7.{number}" for number in roman] + ["art11.I"] + [f"art11.II.{letter}" for letter in "abcdefg"]
    assert list(vocabulary().words("legal_bases")) == wanted


@pytest.mark.parametrize("name", ["purposes", "categories", "subjects", "legal_bases", "mechanisms", "countries"])
def test_every_word_has_both_labels_and_a_parent_that_leads_to_a_root(name: str) -> None:
    words = vocabulary().words(name)
    for word, entry in words.items():
        assert entry["pt-BR"], word
        assert entry["en"], word
        climbed = {word}
        while "parent" in entry:
            assert entry["parent"] not in climbed, f"{word} belongs to itself"
            climbed.add(entry["parent"])
            entry = words[entry["parent"]]


def test_every_list_says_where_it_comes_from_and_when(root: Path) -> None:
    lists = yaml.load((root / "rules" / "vocabulary.yaml").read_text(encoding="utf-8"), yaml.BaseLoader)
    for name, entry in lists.items():
        assert entry["source"], name
        assert re.fullmatch(r"\d{4}-\d\d-\d\d", entry["date"]), name


def test_countries_are_the_codes_of_iso_3166() -> None:
    countries = vocabulary().words("countries")
    assert len(countries) == 249
    assert all(re.fullmatch("[A-Z]{2}", code) for code in countries)
    assert vocabulary().label("countries", "NO", "pt-BR") == "Noruega"
    assert vocabulary().label("countries", "BR", "en") == "Brazil"
    assert vocabulary().label("countries", "CI", "en") == "Côte d’Ivoire"
    # The 27 members of the European Union and the three other members of the EEA, which the ANPD recognises.
    adequate = "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK IS LI NO"
    assert set(adequate.split()) <= set(countries)


def test_a_word_without_label_is_shown_as_it_is() -> None:
    assert vocabulary().label("purposes", "unheard_of", "en") == "unheard_of"


@pytest.mark.parametrize(
    ("name", "text", "meant"),
    [
        ("countries", "Brasil", "BR"),
        ("countries", "br", "BR"),
        ("countries", "Estados Unidos", "US"),
        ("purposes", "credit_score", "credit_scoring"),
        ("purposes", "Pontuação de crédito", "credit_scoring"),
        ("categories", "saude", "health"),
        ("mechanisms", "scc_anp", "scc_anpd"),
    ],
)
def test_a_wrong_word_is_met_with_the_one_that_is_meant(name: str, text: str, meant: str) -> None:
    assert vocabulary().hint(name, text) == f'; did you mean "{meant}"?'


def test_where_nothing_is_near_some_words_are_shown() -> None:
    assert vocabulary().hint("subjects", "qqqqqqqq").startswith("; known: adolescents, applicants, children")
