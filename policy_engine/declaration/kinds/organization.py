"""The controller: identity, size, encarregado, rights channel, incidents and policies. Written by the DPO."""

from __future__ import annotations

from policy_engine.declaration import fields as f
from policy_engine.declaration.kinds.base import Strict, register
from policy_engine.declaration.kinds.shared import Extra

__all__ = ["Organization", "Registration", "check_digits"]


class Registration(f.Text):
    """A CNPJ, numeric or (since 2026) alphanumeric, with its check digits verified."""

    noun = "a CNPJ of 14 digits or letters, as in 12.345.678/0001-95"

    def parse(self, text: str) -> str:
        """The CNPJ as written."""
        plain = text.upper().replace(".", "").replace("/", "").replace("-", "")
        if len(plain) != 14 or not plain.isascii() or not plain.isalnum() or not plain[12:].isdigit():
            raise ValueError(self.noun)
        if check_digits(plain[:12]) != plain[12:] or len(set(plain)) == 1:
            raise ValueError("a CNPJ whose two check digits are right; compare it with the registration card")
        return str(text)


def check_digits(base: str) -> str:
    """The two check digits of a CNPJ: modulus 11 over each character's ASCII code less 48 (Receita Federal)."""
    digits = ""
    for weights in ((5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2), (6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2)):
        rest = sum((ord(letter) - 48) * weight for letter, weight in zip(base + digits, weights, strict=True)) % 11
        digits += "0" if rest < 2 else str(11 - rest)
    return digits


class Appointment(Strict):
    """The formal act that appoints the encarregado (Res. CD/ANPD 18/2024 art. 3)."""

    dated_by = "date"

    document = f.Text(meaning="The act.", required=True, example="ATO-2024-17")
    date = f.Date(meaning="Its date.", required=True, example="2024-08-01")


class Encarregado(Strict):
    """The data protection officer (LGPD art. 41; Res. CD/ANPD 18/2024)."""

    name = f.Text(meaning="The officer.", personal=True, example="Encarregado de Dados")
    contact = f.Email(meaning="How to reach the officer.", personal=True, example="encarregado@loja.example")
    appointed = f.Nested(Appointment, meaning="The formal act.")
    substitute = f.Text(
        meaning="Who is designated to stand in for absences.", personal=True, example="Suplente do Encarregado"
    )
    published_at = f.Url(
        meaning="Where identity and contact are published.", example="https://loja.example/privacidade"
    )


class Rights(Strict):
    """How data subjects exercise their rights (LGPD arts. 18 and 19)."""

    channel = f.Text(meaning="Where requests are made.", personal=True, example="https://loja.example/titulares")
    response_days = f.Integer(least=0, meaning="Days to the full statement (art. 19 II).", unit="days", example="15")


class PrivacyNotice(Strict):
    """The public notice (LGPD art. 9; Res. CD/ANPD 19/2024 art. 17)."""

    url = f.Url(meaning="Where it is.", example="https://loja.example/privacidade")
    transfer_section = f.Flag(meaning="It has a section on international transfers.", example="true")
    clauses_on_request_days = f.Integer(
        least=0, meaning="Days to hand the clauses to who asks for them.", unit="days", example="15"
    )


class IncidentPlan(Strict):
    """The incident plan and its clocks (LGPD art. 48; Res. CD/ANPD 15/2024)."""

    document = f.Text(meaning="The plan.", example="PRI-4")
    notify_authority_business_days = f.Integer(
        least=0, meaning="Its clock for telling the ANPD.", unit="business days", example="3"
    )
    notify_subjects_business_days = f.Integer(
        least=0, meaning="Its clock for telling the data subjects.", unit="business days", example="3"
    )
    register_years = f.Integer(least=0, meaning="How long incidents stay on record.", unit="years", example="5")
    responsible = f.Text(meaning="Who answers for it.", personal=True, example="Encarregado de Dados")
    template = f.Text(meaning="The template of the notice.", example="MOD-3")
    representation = f.Text(meaning="The proof of who may notify.", example="PROC-1")


class Incident(Strict):
    """One incident."""

    dated_by = "known"

    id = f.Text(meaning="Its number.", required=True, example="INC-3")
    known = f.Date(
        meaning="When the controller knew that personal data were affected.", required=True, example="2026-10-05"
    )
    affected = f.ListOf(f.Text(), meaning="Datasets or providers affected.", example="[compras-2026]")
    criteria = f.ListOf(
        f.Text(), meaning="Criteria of relevant risk that it meets (Res. 15/2024 art. 5).", example="[financial]"
    )
    authority_notified = f.Date(meaning="When the ANPD was told.", dated=True, example="2026-10-07")
    subjects_notified = f.Date(meaning="When the data subjects were told.", dated=True, example="2026-10-08")
    description = f.Text(meaning="What happened, without personal data.", personal=True, example="Credencial exposta")


class Policy(Strict):
    """The organization's own policies, never shown as law."""

    residency = f.ListOf(
        f.Word("countries"), meaning="Countries data may be in; an empty list means any.", example="[BR]"
    )
    controlling_jurisdictions = f.ListOf(
        f.Word("countries"),
        meaning="Jurisdictions that may control a provider; an empty list means any.",
        example="[BR]",
    )
    log_retention_days = f.Integer(least=0, meaning="How long access records are kept.", unit="days", example="365")
    access_review_days = f.Integer(
        least=0, meaning="The most days between reviews of access.", unit="days", example="90"
    )
    record_review_days = f.Integer(
        least=0, meaning="The most days a record of processing may age.", unit="days", example="365"
    )


class Tax(Strict):
    """What taxes apply to the organization's purchases."""

    regime = f.Choice(
        "lucro_real", "lucro_presumido", "simples", "immune", meaning="The tax regime.", example="lucro_real"
    )
    iss_share = f.Share(meaning="Municipal service tax (ISS).", unit="%", example="2.9%")
    pis_cofins_credit = f.Flag(meaning="PIS and COFINS paid are credited.", example="false")


@register("Organization")
class Organization(Strict):
    """The controller of personal data."""

    legal_name = f.Text(meaning="Its legal name.", example="Loja Exemplo S.A.")
    registration = Registration(
        meaning="Its CNPJ; the check digits are verified.", personal=True, example='"12.345.678/0001-95"'
    )
    country = f.Word("countries", meaning="Where it is established.", example="BR")
    size = f.Choice(
        "small", "medium", "large", meaning="Its size; small is an agente de pequeno porte.", example="large"
    )
    size_basis = f.Choice(
        "me", "epp", "startup", "non_profit", "natural_person",
        meaning="Why it is small (Res. CD/ANPD 2/2022 art. 2).", example="epp",
    )  # fmt: skip
    sectors = f.ListOf(
        f.Choice(
            "financial", "public", "health", "internet_application", "insurance", "minors", "education", "retail",
            "industry", "energy", "telecommunications", "agriculture", "services", "research",
        ),
        meaning="Its sectors; some bring rules of their own.", example="[retail]",
    )  # fmt: skip
    annual_revenue = f.Money(
        meaning="Revenue in Brazil in the last financial year, net of taxes.", example='"R$ 2.400.000.000,00"'
    )
    group_revenue = f.Money(meaning="The same for its whole group.", example='"R$ 3.000.000.000,00"')
    research_body = f.Flag(meaning="It is a research body (LGPD art. 5 XVIII).", example="false")
    encarregado = f.Nested(Encarregado, meaning="The data protection officer.")
    rights = f.Nested(Rights, meaning="How rights are exercised.")
    privacy_notice = f.Nested(PrivacyNotice, meaning="The public notice.")
    incident_plan = f.Nested(IncidentPlan, meaning="The incident plan.")
    incidents = f.ListOf(f.Nested(Incident), meaning="Incidents on record; an empty list says there were none.")
    policy = f.Nested(Policy, meaning="The organization's own policies.")
    tax = f.Nested(Tax, meaning="What taxes apply.")
    extra = Extra()
