"""What binds a provider: importer, terms, transfer, availability, prices. Written by procurement or legal."""

from __future__ import annotations

from policy_engine.declaration import fields as f
from policy_engine.declaration.kinds.base import Strict, register
from policy_engine.declaration.kinds.shared import PURCHASES, Extra, Transfer

__all__ = ["Contract"]


class DataProcessing(Strict):
    """The controller's written instructions (LGPD art. 39)."""

    document = f.Text(meaning="The agreement.", example="DPA-12")
    instructions = f.Flag(meaning="It instructs purpose and means.", example="true")
    no_training_on_data = f.Flag(meaning="It bars the provider from training on the data.", example="true")
    own_use = f.Flag(meaning="The provider may use the data for ends of its own.", example="false")
    retention = f.Flag(meaning="It sets how long data are kept.", example="true")
    security = f.Flag(meaning="It sets security measures.", example="true")
    incident_notice_hours = f.Integer(
        least=0, meaning="How soon the provider tells of an incident.", unit="hours", example="24"
    )
    return_or_delete = f.Flag(meaning="Data are returned or deleted at its end.", example="true")
    audit = f.Flag(meaning="The controller may audit.", example="true")
    verified = f.Date(
        meaning="When the controller last verified that it is followed.", dated=True, example="2026-06-01"
    )


class Suboperator(Strict):
    """A sub-processor."""

    name = f.Text(meaning="Who it is.", required=True, personal=True, example="Suporte global")
    country = f.Word("countries", meaning="Its country.", example="IE")
    mechanism = f.Word("mechanisms", meaning="The mechanism that covers it.", example="scc_anpd")


class Importer(Strict):
    """The legal entity that receives the data."""

    legal_entity = f.Text(meaning="Its name.", example="Provedor de Nuvem LLC")
    country = f.Word("countries", meaning="Its country.", example="US")


class Support(Strict):
    """Support promised."""

    hours = f.Text(meaning="When it answers.", example="24x7")
    first_response = f.Span(meaning="How soon it answers.", unit="h, min", example="1 h")
    language = f.Text(meaning="In which language.", example="pt-BR")
    scope = f.ListOf(f.Text(), meaning="On what.", example="[gpu, nccl]")
    country = f.Word("countries", meaning="From where: access from abroad is a transfer.", example="BR")


class Network(Strict):
    """Network promised."""

    bandwidth = f.Bandwidth(meaning="Rate of a link.", unit="Gbps", example="400 Gbps")
    latency = f.Span(meaning="Latency of a link.", unit="us", example="5 us")
    measured_as = f.Choice("verbs", "nccl", "tcp", meaning="How latency is measured.", example="verbs")


class Credit(Strict):
    """A step of the credit table."""

    below = f.Share(meaning="Below this availability the credit is due.", unit="%", required=True, example="99.99%")
    credit = f.Share(meaning="The share of the fee that comes back.", unit="%", required=True, example="10%")


class Component(Strict):
    """A part that is needed besides the instances."""

    name = f.Text(meaning="What it is.", required=True, example="storage")
    committed = f.Share(meaning="Its availability.", unit="%", required=True, example="99.9%")


class Availability(Strict):
    """Availability committed to."""

    committed = f.Share(meaning="The share of time.", unit="%", example="99.99%")
    scope = f.Choice(
        "instance",
        "site",
        "multi_zone",
        meaning="What it is counted over; one instance by default.",
        example="instance",
    )
    period = f.Choice("month", "quarter", "year", meaning="The period it is measured over.", example="month")
    credits = f.ListOf(f.Nested(Credit), meaning="What is paid back when it is missed.")
    components = f.ListOf(f.Nested(Component), meaning="Other parts that must be up.")


class AgreedPrice(Strict):
    """A price agreed; it wins over list prices."""

    accelerator = f.CatalogName("accelerator", meaning="What it is for.", example="h100-sxm-80gb")
    purchase = f.Choice(*PURCHASES, meaning="How it is bought.", example="reserved")
    price = f.Money(meaning="The price, per GPU or node.", required=True, example='"R$ 98.000/month per node"')
    share = f.Share(meaning="The share of it that falls to this organization.", unit="%", example="100%")
    index = f.Text(meaning="The index of its yearly adjustment, or none.", example="IPCA")
    commitment = f.Span(meaning="The time committed to.", unit="d, y", example="1 y")
    from_ = f.Date(meaning="The first day it holds.", example="2026-02-01")
    until = f.Date(meaning="The last day it holds.", example="2027-01-31")


class Financial(Strict):
    """What a bank adds for relevant services (CMN Res. 4.893/2021)."""

    relevant_service = f.Flag(meaning="The bank judges the service relevant.", example="true")
    bcb_notice = f.Date(meaning="When the central bank was told (art. 15).", dated=True, example="2026-01-20")
    bcb_authorisation = f.Date(
        meaning="When its authorisation was asked for (art. 16 §1).", dated=True, example="2025-11-01"
    )
    countries = f.ListOf(
        f.Word("countries"), meaning="Countries where the service may be rendered (art. 16).", example="[BR, US]"
    )
    due_diligence = f.Text(meaning="The due diligence (art. 12).", example="DD-3")
    clauses_art17 = f.Flag(meaning="It has the clauses of art. 17.", example="true")
    continuity = f.Text(meaning="The alternative for continuity (art. 16).", example="BCP-2")
    foreign_law_note = f.Text(
        meaning="The note on whether foreign law limits access to the data (art. 16).", example="NOTA-4"
    )
    exit_plan = f.Text(meaning="The exit plan.", example="EXIT-2")


@register("Contract")
class Contract(Strict):
    """A contract with a provider; before it is signed there is none."""

    dated_by = "signed"

    provider = f.CatalogName("provider", meaning="The provider.", required=True, example="gcp")
    organization = f.Reference("Organization", meaning="Who signed.", required=True, example="loja-exemplo")
    role = f.Choice(
        "operator", "controller", "suboperator", meaning="The provider's role (LGPD art. 5).", example="operator"
    )
    signed = f.Date(meaning="When it was signed.", example="2026-01-15")
    ends = f.Date(meaning="The last day it is in force.", example="2028-01-14")
    data_processing = f.Nested(DataProcessing, meaning="Written instructions.")
    suboperators = f.ListOf(f.Nested(Suboperator), meaning="Sub-processors; an empty list says there are none.")
    importer = f.Nested(Importer, meaning="Who receives the data.")
    transfer = f.Nested(Transfer, meaning="The instrument of international transfer.")
    support = f.Nested(Support, meaning="Support promised.")
    network = f.Nested(Network, meaning="Network promised.")
    availability = f.Nested(Availability, meaning="Availability promised.")
    prices = f.ListOf(f.Nested(AgreedPrice), meaning="Prices agreed.")
    financial = f.Nested(Financial, meaning="What a bank adds.")
    extra = Extra()
