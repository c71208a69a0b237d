"""A set of data: categories, subjects, origin, place, legal basis per purpose, retention. Written by its owner."""

from __future__ import annotations

from policy_engine.declaration import fields as f
from policy_engine.declaration.kinds.base import Strict, register
from policy_engine.declaration.kinds.shared import Dated, Extra, Location, Transfer

__all__ = ["Dataset"]


class Origin(Strict):
    """Where the data come from."""

    country = f.Word("countries", meaning="Where they were collected.", example="BR")
    source = f.Choice(
        "direct", "third_party", "public", "scraped", "generated", meaning="How they were obtained.", example="direct"
    )
    collected_for = f.Text(meaning="What they were collected for.", example="execução do contrato de compra")


class Pseudonymised(Strict):
    """Pseudonymisation (LGPD art. 13 §4): such data stay personal."""

    technique = f.Text(meaning="The technique.", example="tokenisation")
    key_separated = f.Flag(meaning="The key is kept apart.", example="true")


class Anonymised(Strict):
    """Anonymisation (LGPD art. 12)."""

    dated_by = "date"

    technique = f.Text(meaning="The technique.", example="k-anonymity")
    date = f.Date(meaning="When it was done.", example="2026-02-01")
    reidentification_test = f.Text(meaning="The test against re-identification.", example="TESTE-4")
    tested = f.Date(meaning="When that test was made.", dated=True, example="2026-02-10")
    key_location = f.Choice(
        "none", "same_environment", "separated", meaning="Where a key is, if there is one.", example="none"
    )


class SubjectConsent(Strict):
    """Consent of the data subjects (LGPD arts. 8 and 11)."""

    record = f.Text(meaning="Where it is recorded.", example="CONS-2")
    specific = f.Flag(meaning="It was given for these purposes and no others.", example="true")
    highlighted = f.Flag(meaning="It is set apart from the other clauses.", example="true")
    purposes = f.ListOf(f.Word("purposes"), meaning="The purposes it names.", example="[recommendation]")
    revocation_url = f.Url(meaning="Where it is revoked.", example="https://loja.example/revogar")
    revocation_stops_future_use = f.Flag(meaning="Revoking it stops future use.", example="true")
    parental = f.Flag(meaning="For children, a parent gave it (art. 14 §1).", example="true")


class Purpose(Strict):
    """One purpose with its legal basis."""

    purpose = f.Word("purposes", meaning="The purpose.", required=True, example="credit_risk_assessment")
    legal_basis = f.Word("legal_bases", meaning="The legal basis (LGPD arts. 7 and 11).", example="art7.IX")
    assessment = f.Nested(Dated, meaning="The balancing test, for legitimate interest.")
    opt_out = f.Url(meaning="Where data subjects object.", example="https://loja.example/oposicao")
    compatible_with_collection = f.Text(
        meaning="The analysis that it is compatible with what the data were collected for.", example="COMPAT-7"
    )
    consent = f.Nested(SubjectConsent, meaning="The consent, where it is the basis.")


class Retention(Strict):
    """How long the data are kept and why (LGPD arts. 15 and 16)."""

    period = f.Span(meaning="How long.", unit="d, w, y", example="180 d")
    basis = f.Choice(
        "art16.I", "art16.II", "art16.III", "art16.IV", meaning="Why longer than needed.", example="art16.IV"
    )


class Deletion(Strict):
    """The copies that deletion reaches."""

    backups = f.Flag(meaning="It reaches backups.", example="true")
    checkpoints = f.Flag(meaning="It reaches checkpoints.", example="true")
    training_logs = f.Flag(
        meaning="It reaches training logs; audit logs follow a retention of their own.", example="true"
    )
    caches = f.Flag(meaning="It reaches caches.", example="true")
    operator_copies = f.Flag(meaning="It reaches copies that operators hold.", example="true")


@register("Dataset")
class Dataset(Strict):
    """A set of data that jobs read."""

    description = f.Text(meaning="What it is.", personal=True, example="Compras com cartão, 2026")
    controller = f.Reference("Organization", meaning="The controller.", example="loja-exemplo")
    owner = f.Text(meaning="The area that answers for it.", example="dados")
    personal = f.Flag(meaning="It holds personal data (LGPD art. 5 I).", example="true")
    categories = f.ListOf(f.Word("categories"), meaning="Categories of data.", example="[identification, financial]")
    reveals_sensitive = f.Flag(meaning="It reveals sensitive data (LGPD art. 11 §1).", example="false")
    subjects = f.ListOf(f.Word("subjects"), meaning="Whose data they are.", example="[customers]")
    subject_count = f.Integer(least=0, meaning="How many people they are.", unit="people", example="1_200_000")
    subject_lookup = f.Flag(meaning="The data of one person can be found in it (LGPD art. 18).", example="true")
    origin = f.Nested(Origin, meaning="Where the data come from.")
    location = f.Nested(Location, meaning="Where they are kept.")
    size = f.Size(meaning="How large it is.", unit="bytes", example="500 GB")
    pseudonymised = f.Nested(Pseudonymised, meaning="How it was pseudonymised.")
    anonymised = f.Nested(Anonymised, meaning="How it was anonymised.")
    purposes = f.ListOf(f.Nested(Purpose), meaning="Purposes, each with its legal basis.")
    transfer = f.Nested(Transfer, meaning="The ground on which it may leave Brazil.")
    best_interest = f.Nested(Dated, meaning="The assessment of a minor's best interest (LGPD art. 14).")
    retention = f.Nested(Retention, meaning="How long it is kept.")
    deletion = f.Nested(Deletion, meaning="What deletion reaches.")
    extra = Extra()
