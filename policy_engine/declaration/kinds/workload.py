"""One job. Short: written by the ML engineer."""

from __future__ import annotations

from policy_engine.declaration import fields as f
from policy_engine.declaration.kinds.base import Strict, register
from policy_engine.declaration.kinds.shared import Extra, Location, Logging, Security, Transfer

__all__ = ["FLOW_KINDS", "Workload"]

FLOW_KINDS = ("training", "storage", "backup", "checkpoint", "telemetry", "remote_access")


class DataUse(Strict):
    """One dataset that the job reads."""

    dataset = f.Reference("Dataset", meaning="The dataset.", required=True, example="transacoes")
    fields_sent = f.Integer(least=0, meaning="Fields that leave for the job.", example="38")
    fields_available = f.Integer(least=0, meaning="Fields there are.", example="41")


class Placement(Strict):
    """Where the job runs, when no Platform describes it."""

    provider = f.CatalogName("provider", meaning="The provider.", required=True, example="aws")
    site = f.CatalogName("site", meaning="The site or region.", example="us-east-1")


class Flow(Strict):
    """A movement or exposure of data besides reading, computing and checkpointing."""

    kind = f.Choice(*FLOW_KINDS, meaning="What moves.", required=True, example="backup")
    to = f.Nested(Location, meaning="Where to.")
    datasets = f.ListOf(f.Reference("Dataset"), meaning="Which datasets; all when not said, none when empty.", example="[transacoes]")
    recipient = f.Text(meaning="Who receives them.", example="Suporte EVEO")
    mechanism = f.Word("mechanisms", meaning="The mechanism of art. 33.", example="adequacy")
    document = f.Text(meaning="The document that carries it.", example="MEMO-2")


class Compute(Strict):
    """What the job runs on."""

    accelerator = f.CatalogName("accelerator", meaning="The accelerator.", example="h100-sxm-80gb")
    gpus = f.Integer(least=1, meaning="How many in all.", example="64")
    gpus_per_node = f.Integer(least=1, meaning="How many in a node.", example="8")
    nodes = f.Integer(least=1, meaning="How many nodes.", example="8")
    purchase = f.Choice("on_demand", "reserved", "spot", "owned", meaning="How it is bought.", example="on_demand")
    price = f.Money(meaning="Price per GPU or node, hour or month.", example='"R$ 21,50/h"')
    duration = f.Span(meaning="How long the job runs, where known.", unit="h, d", example="72 h")


class Model(Strict):
    """What is trained."""

    family = f.Choice("transformer", "cnn", "custom", meaning="The family.", example="transformer")
    parameters = f.Number(meaning="Parameters.", example="6.7e9")
    layers = f.Integer(least=1, meaning="Layers.", example="32")
    hidden = f.Integer(least=1, meaning="Hidden size.", example="4096")
    heads = f.Integer(least=1, meaning="Attention heads.", example="32")
    vocabulary = f.Integer(least=1, meaning="Vocabulary.", unit="tokens", example="50304")


class Parallelism(Strict):
    """How the model and the batch are split."""

    data = f.Integer(least=1, meaning="Data parallel.", example="64")
    tensor = f.Integer(least=1, meaning="Tensor parallel.", example="1")
    pipeline = f.Integer(least=1, meaning="Pipeline parallel.", example="1")
    context = f.Integer(least=1, meaning="Context parallel.", example="1")
    sharding = f.Choice("none", "zero1", "zero2", "zero3", "fsdp", "hybrid", meaning="Sharding of states.", example="zero3")


class Checkpoint(Strict):
    """How state is saved."""

    every = f.Span(meaning="How often.", unit="h", example="1 h")
    duration = f.Span(meaning="How long saving takes.", unit="min", example="2 min")
    store = f.Choice("local", "off_node", "object", meaning="Where to.", example="off_node")


class Training(Strict):
    """How it is trained."""

    model = f.Nested(Model, meaning="The model.")
    sequence = f.Integer(least=1, meaning="Sequence length.", unit="tokens", example="4096")
    global_batch = f.Integer(least=1, meaning="Sequences or samples per step.", example="1024")
    micro_batch = f.Integer(least=1, meaning="Per GPU and pass.", example="2")
    tokens = f.Number(meaning="Tokens in all.", example="60e9")
    samples = f.Number(meaning="Samples in all.", example="4e6")
    precision = f.Choice("fp32", "tf32", "fp16", "bf16", "fp8", meaning="Number format.", example="bf16")
    optimizer = f.Choice("adam", "adamw", "sgd", "adafactor", "lion", meaning="Optimizer.", example="adam")
    parallelism = f.Nested(Parallelism, meaning="How it is split.")
    recompute = f.Choice("none", "selective", "full", meaning="Recomputation of activations.", example="selective")
    checkpoint = f.Nested(Checkpoint, meaning="How state is saved.")


class WorkloadStorage(Strict):
    """Storage the job keeps."""

    size = f.Size(meaning="How much.", unit="bytes", example="4 TB")
    months = f.Number(meaning="How long.", unit="months", example="1")
    replication = f.Choice("none", "zonal", "regional", "geo", meaning="Copies.", example="none")


class Egress(Strict):
    """Data that leave a site for a fee, beyond what places imply."""

    what = f.Text(meaning="What leaves.", example="checkpoints")
    size = f.Size(meaning="How much each time.", unit="bytes", required=True, example="98 GB")
    times = f.Integer(least=0, meaning="How often.", example="6")
    source = f.Text(meaning="From where.", example="platform")
    to = f.Text(meaning="Where to.", example="internet")


Egress._declared_fields["from"] = Egress._declared_fields.pop("source")


class WantedAvailability(Strict):
    """Availability the job needs."""

    required = f.Share(meaning="Share of time.", unit="%", example="99.9%")
    zones = f.Integer(least=1, meaning="Availability zones asked for.", example="2")
    spans_zones = f.Flag(meaning="The job itself spans zones.", example="false")


class Budget(Strict):
    """What the job may cost."""

    total = f.Money(meaning="In all.", example='"R$ 400.000,00"')
    max_foreign_share = f.Share(meaning="The most in foreign currency.", unit="%", example="20%")
    hard = f.Flag(meaning="Passing it denies.", example="false")


@register("Workload")
class Workload(Strict):
    """One job."""

    activity = f.Reference("Activity", meaning="The activity it serves.", example="score-credito")
    organization = f.Reference("Organization", meaning="Whose it is, where no activity says.", example="banco-exemplo")
    environment = f.Choice("development", "test", "staging", "production", meaning="Where in its life it is.", example="production")
    coupling = f.Choice("synchronous", "independent", meaning="Whether all nodes work as one.", example="synchronous")
    data = f.ListOf(f.Nested(DataUse), meaning="What it reads; an empty list says nothing.")
    platform = f.Reference("Platform", meaning="Where it runs.", example="eveo-cotia-prod")
    placement = f.Nested(Placement, meaning="Where it runs, without a Platform.")
    transfer = f.Nested(Transfer, meaning="The ground it names; believed only for adequacy.")
    flows = f.ListOf(f.Nested(Flow), meaning="Movements besides those implied.")
    no_flows = f.ListOf(f.Choice(*FLOW_KINDS), meaning="Kinds of flow that do not occur.", example="[remote_access]")
    compute = f.Nested(Compute, meaning="What it runs on.")
    training = f.Nested(Training, meaning="How it is trained.")
    storage = f.Nested(WorkloadStorage, meaning="Storage it keeps.")
    egress = f.ListOf(f.Nested(Egress), meaning="Data that leave for a fee.")
    availability = f.Nested(WantedAvailability, meaning="Availability it needs.")
    security = f.Nested(Security, meaning="Safeguards of its own: they may only tighten.")
    logging = f.Nested(Logging, meaning="Records of its own: they may only tighten.")
    start = f.Date(meaning="When it starts; the day of judgement by default.", example="2026-12-01")
    deadline = f.Date(meaning="When it must be done.", example="2027-01-31")
    budget = f.Nested(Budget, meaning="What it may cost.")
    extra = Extra()
