"""One job. Short: written by the ML engineer."""

from __future__ import annotations

from policy_engine.declaration import fields as f
from policy_engine.declaration.kinds.base import Strict, register
from policy_engine.declaration.kinds.controls import Logging, Security
from policy_engine.declaration.kinds.shared import ENVIRONMENTS, PURCHASES, REPLICATION, Extra, Location, Transfer
from policy_engine.declaration.kinds.training import Training

__all__ = ["FLOW_KINDS", "Workload"]

FLOW_KINDS = ("training", "storage", "backup", "checkpoint", "telemetry", "remote_access")


class DataUse(Strict):
    """One dataset that the job reads."""

    dataset = f.Reference("Dataset", meaning="The dataset.", required=True, example="compras-2026")
    fields_sent = f.Integer(least=0, meaning="Fields that leave for the job.", unit="fields", example="38")
    fields_available = f.Integer(least=0, meaning="Fields there are.", unit="fields", example="41")


class Placement(Strict):
    """Where the job runs, when no Platform describes it."""

    provider = f.CatalogName("provider", meaning="The provider.", required=True, example="aws")
    site = f.CatalogName("site", meaning="The provider's site or region.", example="us-east-1")


class Flow(Strict):
    """A movement or exposure of data besides reading, computing and checkpointing."""

    kind = f.Choice(*FLOW_KINDS, meaning="What kind of movement it is.", required=True, example="backup")
    to = f.Nested(Location, meaning="Where the data go, or from where they are seen.")
    datasets = f.ListOf(
        f.Reference("Dataset"),
        meaning="Which datasets it carries; all of the job without it, none when empty.",
        example="[compras-2026]",
    )
    recipient = f.Text(meaning="Who receives them.", personal=True, example="Suporte EVEO")
    mechanism = f.Word("mechanisms", meaning="The mechanism of LGPD art. 33.", example="adequacy")
    document = f.Text(meaning="The document that carries it.", example="MEMO-2")


class Compute(Strict):
    """What the job runs on."""

    accelerator = f.CatalogName("accelerator", meaning="The accelerator.", example="h100-sxm-80gb")
    gpus = f.Integer(least=1, meaning="How many in all.", unit="GPUs", example="64")
    gpus_per_node = f.Integer(least=1, meaning="How many in a node.", unit="GPUs", example="8")
    nodes = f.Integer(least=1, meaning="How many nodes.", unit="nodes", example="8")
    purchase = f.Choice(*PURCHASES, meaning="How they are bought.", example="on_demand")
    price = f.Money(meaning="Price per GPU (or per node, said so) and hour or month.", example='"R$ 21,50/h"')
    price_share = f.Share(meaning="The share of that price that falls to this job.", unit="%", example="100%")
    price_index = f.Text(meaning="The index of the price's yearly adjustment, or none.", example="IPCA")
    duration = f.Span(meaning="How long the job runs, where it is known.", unit="h, d", example="72 h")


class JobStorage(Strict):
    """Storage the job keeps."""

    size = f.Size(meaning="How much.", unit="bytes", example="4 TB")
    months = f.Number(meaning="How long.", unit="months", example="1")
    replication = f.Choice(*REPLICATION, meaning="Copies it keeps; geo ones leave for the paired site.", example="none")


class Egress(Strict):
    """Data that leave a site for a fee, beyond what places imply."""

    what = f.Text(meaning="What leaves.", example="checkpoints")
    size = f.Size(meaning="How much each time.", unit="bytes", required=True, example="98 GB")
    times = f.Integer(least=0, meaning="How often in all.", example="6")
    from_ = f.Text(meaning="From where: platform, or a site.", example="platform")
    to = f.Text(meaning="Where to: internet, or a site.", example="internet")


class WantedAvailability(Strict):
    """Availability the job needs."""

    required = f.Share(meaning="The share of time.", unit="%", example="99.9%")
    zones = f.Integer(least=1, meaning="Availability zones asked for.", unit="zones", example="2")
    spans_zones = f.Flag(meaning="The job itself spans zones.", example="false")


class Budget(Strict):
    """What the job may cost."""

    total = f.Money(meaning="The most in all.", example='"R$ 400.000,00"')
    max_foreign_share = f.Share(meaning="The most that may be in foreign currency.", unit="%", example="20%")
    hard = f.Flag(meaning="Passing it denies the job.", example="false")


@register("Workload")
class Workload(Strict):
    """One job."""

    activity = f.Reference("Activity", meaning="The activity it serves.", example="risco-carteira")
    organization = f.Reference("Organization", meaning="Whose it is, where no activity says.", example="loja-exemplo")
    environment = f.Choice(*ENVIRONMENTS, meaning="Where in its life it is.", example="production")
    coupling = f.Choice("synchronous", "independent", meaning="Whether all nodes work as one.", example="synchronous")
    data = f.ListOf(f.Nested(DataUse), meaning="What it reads; an empty list says that it reads no dataset.")
    platform = f.Reference("Platform", meaning="The platform it runs on.", example="eveo-cotia-treino")
    placement = f.Nested(Placement, meaning="Where it runs, without a Platform.")
    transfer = f.Nested(Transfer, meaning="The ground it names; believed only where it is adequacy.")
    flows = f.ListOf(f.Nested(Flow), meaning="Movements of data besides those implied.")
    no_flows = f.ListOf(
        f.Choice(*FLOW_KINDS),
        meaning="Kinds of flow that do not occur; silence is not that.",
        example="[remote_access]",
    )
    compute = f.Nested(Compute, meaning="What it runs on.")
    training = f.Nested(Training, meaning="How the model is trained.")
    storage = f.Nested(JobStorage, meaning="Storage it keeps.")
    egress = f.ListOf(f.Nested(Egress), meaning="Data that leave for a fee, beyond what places imply.")
    availability = f.Nested(WantedAvailability, meaning="Availability it needs.")
    security = f.Nested(Security, meaning="Safeguards of its own; they may only tighten the platform's.")
    logging = f.Nested(Logging, meaning="Records of its own; they may only tighten the platform's.")
    start = f.Date(meaning="When it starts; the day of the evaluation, without it.", example="2026-12-01")
    deadline = f.Date(meaning="When it must be done.", example="2027-01-31")
    budget = f.Nested(Budget, meaning="What it may cost.")
    extra = Extra()
