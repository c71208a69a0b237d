"""What binds a provider: importer, terms, transfer instrument, availability, support. Written by procurement or legal."""

from __future__ import annotations

from policy_engine.declaration import fields as f
from policy_engine.declaration.kinds.base import Strict, register
from policy_engine.declaration.kinds.shared import Extra, Transfer

__all__ = ["Contract"]


class DataProcessing(Strict):
    """The controller's written instructions (art. 39)."""

    document = f.Text(meaning="The agreement.", example="DPA-12")
    instructions = f.Flag(meaning="It instructs purpose and means.", example="true")
    no_training_on_data = f.Flag(meaning="It bars the provider from training on the data.", example="true")
    own_use = f.Flag(meaning="The provider may use the data for its own ends.", example="false")
    retention = f.Flag(meaning="It sets retention.", example="true")
    security = f.Flag(meaning="It sets security measures.", example="true")
    incident_notice_hours = f.Integer(least=0, meaning="Hours to tell of an incident.", unit="hours", example="24")
    return_or_delete = f.Flag(meaning="Data are returned or deleted at the end.", example="true")
    audit = f.Flag(meaning="It may be audited.", example="true")
    verified = f.Date(meaning="When compliance was last verified.", dated=True, example="2026-06-01")


class Suboperator(Strict):
    """A sub-processor."""

    name = f.Text(meaning="Who it is.", required=True, example="Suporte global")
    country = f.Word("countries", meaning="Its country.", example="IE")
    mechanism = f.Word("mechanisms", meaning="The mechanism that covers it.", example="scc_anpd")


class Importer(Strict):
    """The legal entity that receives the data."""

    legal_entity = f.Text(meaning="Its name.", example="EVEO Ltda.")
    country = f.Word("countries", meaning="Its country.", example="BR")


class Support(Strict):
    """Support promised."""

    hours = f.Text(meaning="When.", example="24x7")
    first_response = f.Span(meaning="How soon it answers.", unit="h, min", example="1 h")
    language = f.Text(meaning="In which language.", example="pt-BR")
    scope = f.ListOf(f.Text(), meaning="On what.", example="[gpu, nccl]")
    country = f.Word("countries", meaning="From where: access from abroad is a transfer.", example="BR")


class Network(Strict):
    """Network promised."""

    bandwidth = f.Bandwidth(meaning="Rate per link.", unit="Gbps", example="400 Gbps")
    latency = f.Span(meaning="Latency.", unit="us", example="5 us")
    measured_as = f.Choice("verbs", "nccl", "tcp", meaning="How latency is measured.", example="verbs")


class Credit(Strict):
    """A step of the credit table."""

    below = f.Share(meaning="Below this availability ...", unit="%", required=True, example="99.99%")
    credit = f.Share(meaning="... this share of the fee comes back.", unit="%", required=True, example="10%")


class Component(Strict):
    """A part that is needed besides the instances."""

    name = f.Text(meaning="What it is.", required=True, example="storage")
    committed = f.Share(meaning="Its availability.", unit="%", required=True, example="99.9%")


class Availability(Strict):
    """Availability committed to."""

    committed = f.Share(meaning="The figure.", unit="%", example="99.99%")
    scope = f.Choice("instance", "site", "multi_zone", meaning="What it covers; instance by default.", example="instance")
    period = f.Choice("month", "quarter", "year", meaning="Measured over.", example="month")
    credits = f.ListOf(f.Nested(Credit), meaning="What is paid back.")
    components = f.ListOf(f.Nested(Component), meaning="Other parts needed.")


class Financial(Strict):
    """What the central bank asks of relevant services (CMN Res. 4.893/2021)."""

    relevant_service = f.Flag(meaning="The bank judges the service relevant.", example="true")
    bcb_notice = f.Date(meaning="When the BCB was told.", dated=True, example="2026-01-20")
    due_diligence = f.Text(meaning="The due diligence.", example="DD-3")
    clauses_art17 = f.Flag(meaning="It has the clauses of art. 17.", example="true")
    exit_plan = f.Text(meaning="The exit plan.", example="EXIT-2")


@register("Contract")
class Contract(Strict):
    """A contract with a provider."""

    dated_by = "signed"

    provider = f.CatalogName("provider", meaning="The provider.", required=True, example="eveo")
    organization = f.Reference("Organization", meaning="Who signed.", required=True, example="banco-exemplo")
    role = f.Choice("operator", "controller", "suboperator", meaning="The provider's role.", example="operator")
    signed = f.Date(meaning="When it was signed.", example="2026-01-15")
    data_processing = f.Nested(DataProcessing, meaning="Written instructions.")
    suboperators = f.ListOf(f.Nested(Suboperator), meaning="Sub-processors; an empty list says there are none.")
    importer = f.Nested(Importer, meaning="Who receives the data.")
    transfer = f.Nested(Transfer, meaning="The transfer instrument.")
    support = f.Nested(Support, meaning="Support.")
    network = f.Nested(Network, meaning="Network.")
    availability = f.Nested(Availability, meaning="Availability.")
    financial = f.Nested(Financial, meaning="What a bank adds.")
    extra = Extra()
