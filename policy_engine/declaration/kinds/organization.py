"""The controller: identity, size, encarregado, rights channel, incidents and policies. Written by the DPO."""

from __future__ import annotations

from policy_engine.declaration import fields as f
from policy_engine.declaration.kinds.base import Strict, register
from policy_engine.declaration.kinds.shared import Extra

__all__ = ["Organization"]


class Registration(f.Text):
    """A CNPJ, numeric or (since 2026) alphanumeric, with its check digits verified."""

    noun = "a CNPJ"

    def parse(self, text: str) -> str:
        plain = text.upper().replace(".", "").replace("/", "").replace("-", "")
        if len(plain) != 14 or not plain.isascii() or not plain.isalnum() or not plain[12:].isdigit():
            raise ValueError("a CNPJ of 14 letters and digits, as in 12.345.678/0001-95")
        if cnpj_digits(plain[:12]) != plain[12:]:
            raise ValueError("a CNPJ whose check digits are right")
        return str(text)


def cnpj_digits(base: str) -> str:
    """The two check digits of a CNPJ: modulus 11 over each character's ASCII code less 48 (Receita Federal)."""
    digits = ""
    for weights in ((5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2), (6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2)):
        rest = sum((ord(letter) - 48) * weight for letter, weight in zip(base + digits, weights, strict=False)) % 11
        digits += "0" if rest < 2 else str(11 - rest)
    return digits


class Appointment(Strict):
    """The formal act that appoints the encarregado."""

    dated_by = "date"

    document = f.Text(meaning="The act.", required=True, example="ATO-2024-17")
    date = f.Date(meaning="Its date.", required=True, example="2024-08-01")


class Encarregado(Strict):
    """The data protection officer (LGPD art. 41; Res. CD/ANPD 18/2024)."""

    name = f.Text(meaning="The officer.", personal=True, example="Encarregado de Dados")
    contact = f.Email(meaning="How to reach the officer.", personal=True, example="encarregado@banco.example")
    appointed = f.Nested(Appointment, meaning="The formal act.")
    substitute = f.Text(meaning="Who stands in.", personal=True, example="Suplente do Encarregado")
    published_at = f.Url(meaning="Where identity and contact are published.", example="https://banco.example/privacidade")


class Rights(Strict):
    """How data subjects exercise their rights (arts. 18 and 19)."""

    channel = f.Text(meaning="Where requests are made.", example="https://banco.example/titulares")
    response_days = f.Integer(least=0, meaning="Days to the full statement (art. 19 II).", unit="days", example="15")


class PrivacyNotice(Strict):
    """The public notice (art. 9; Res. CD/ANPD 19/2024 art. 17)."""

    url = f.Url(meaning="Where it is.", example="https://banco.example/privacidade")
    transfer_section = f.Flag(meaning="It has a section on international transfers.", example="true")
    clauses_on_request_days = f.Integer(least=0, meaning="Days to hand over clauses.", unit="days", example="15")


class IncidentPlan(Strict):
    """The incident plan and its clocks (art. 48; Res. CD/ANPD 15/2024)."""

    document = f.Text(meaning="The plan.", example="PRI-4")
    notify_authority_business_days = f.Integer(least=0, meaning="Clock to the ANPD.", unit="business days", example="3")
    notify_subjects_business_days = f.Integer(least=0, meaning="Clock to the subjects.", unit="business days", example="3")
    register_years = f.Integer(least=0, meaning="How long incidents stay on record.", unit="years", example="5")
    responsible = f.Text(meaning="Who answers.", personal=True, example="Encarregado de Dados")
    template = f.Text(meaning="The notice template.", example="MOD-3")
    representation = f.Text(meaning="The proof of who may notify.", example="PROC-1")


class Incident(Strict):
    """One incident."""

    dated_by = "known"

    id = f.Text(meaning="Its number.", required=True, example="INC-3")
    known = f.Date(meaning="When the controller knew that personal data were affected.", required=True, example="2026-10-05")
    affected = f.ListOf(f.Text(), meaning="Datasets or providers affected.", example="[transacoes]")
    criteria = f.ListOf(f.Text(), meaning="Criteria of art. 5 that it meets.", example="[financial]")
    authority_notified = f.Date(meaning="When the ANPD was told.", dated=True, example="2026-10-07")
    subjects_notified = f.Date(meaning="When the subjects were told.", dated=True, example="2026-10-08")
    description = f.Text(meaning="What happened, without personal data.", personal=True, example="Credencial exposta")


class Policy(Strict):
    """The organization's own policies, never shown as law."""

    residency = f.ListOf(f.Word("countries"), meaning="Countries data may be in; empty means anywhere.", example="[BR]")
    controlling_jurisdictions = f.ListOf(
        f.Word("countries"), meaning="Jurisdictions that may control a provider; empty means any.", example="[BR]"
    )
    log_retention_days = f.Integer(least=0, meaning="How long access logs are kept.", unit="days", example="365")
    access_review_days = f.Integer(least=0, meaning="The most days between access reviews.", unit="days", example="90")
    record_review_days = f.Integer(least=0, meaning="The most days a record of processing may age.", unit="days", example="365")


class Tax(Strict):
    """What taxes apply to the organization's purchases."""

    regime = f.Choice(
        "lucro_real", "lucro_presumido", "simples", "immune", meaning="The tax regime.", example="lucro_real"
    )
    iss_share = f.Share(meaning="Municipal service tax.", unit="%", example="2.9%")
    pis_cofins_credit = f.Flag(meaning="PIS and COFINS are credited.", example="false")


@register("Organization")
class Organization(Strict):
    """The controller of personal data."""

    legal_name = f.Text(meaning="Its legal name.", example="Banco Exemplo S.A.")
    registration = Registration(meaning="Its CNPJ.", personal=True, example='"12.345.678/0001-95"')
    country = f.Word("countries", meaning="Where it is established.", example="BR")
    size = f.Choice("small", "medium", "large", meaning="small: agente de pequeno porte (Res. 2/2022).", example="large")
    size_basis = f.Choice(
        "me", "epp", "startup", "non_profit", "natural_person", meaning="Why it is small (Res. 2/2022 art. 2).", example="epp"
    )
    sectors = f.ListOf(
        f.Choice("financial", "public", "health", "internet_application", "insurance", "minors", "education", "retail"),
        meaning="Sectors whose rules apply.", example="[financial]",
    )  # fmt: skip
    annual_revenue = f.Money(meaning="Revenue in Brazil in the last year, net of taxes.", example='"R$ 2.400.000.000,00"')
    research_body = f.Flag(meaning="It is a research body (art. 5 XVIII).", example="false")
    encarregado = f.Nested(Encarregado, meaning="The data protection officer.")
    rights = f.Nested(Rights, meaning="How rights are exercised.")
    privacy_notice = f.Nested(PrivacyNotice, meaning="The public notice.")
    incident_plan = f.Nested(IncidentPlan, meaning="The incident plan.")
    incidents = f.ListOf(f.Nested(Incident), meaning="Incidents on record.")
    policy = f.Nested(Policy, meaning="The organization's own policies.")
    tax = f.Nested(Tax, meaning="What taxes apply.")
    extra = Extra()
