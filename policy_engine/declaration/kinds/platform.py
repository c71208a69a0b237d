"""Where jobs run: site, tenancy, controls, logging. Written by the team that runs it; a job may only tighten it."""

from __future__ import annotations

from policy_engine.declaration import fields as f
from policy_engine.declaration.kinds.base import Strict, register
from policy_engine.declaration.kinds.controls import Logging, Security
from policy_engine.declaration.kinds.shared import PURCHASES, REPLICATION, Extra

__all__ = ["Platform"]


class Provisioning(Strict):
    """How capacity is had."""

    model = f.Choice(*PURCHASES, meaning="How it is bought.", example="reserved")
    contiguous = f.Flag(meaning="Nodes come as one block.", example="true")
    confirmed = f.Text(meaning="The provider's confirmation of capacity.", example="CAP-88")


class Orchestration(Strict):
    """Who schedules jobs."""

    kind = f.Choice("slurm", "kubernetes", "ray", "other", "none", meaning="The scheduler.", example="slurm")
    managed = f.Flag(meaning="The provider runs it.", example="true")
    nccl_tested = f.Date(meaning="When collectives were last tested.", dated=True, example="2026-08-01")


class PlatformNetwork(Strict):
    """The network between nodes."""

    fabric = f.CatalogName("fabric", meaning="The fabric.", example="infiniband-ndr")
    nics_per_node = f.Integer(least=0, meaning="Links of a node.", example="8")
    placement = f.Choice(
        "same_rack", "same_pod", "cluster_group", "same_zone", "spread",
        meaning="How close nodes are placed.", example="same_pod",
    )  # fmt: skip
    oversubscription = f.Number(meaning="Demand over capacity at the spine; 1 is none.", example="1.0")


class PlatformStorage(Strict):
    """Storage that jobs read and write."""

    kind = f.Text(meaning="What it is.", example="lustre")
    read = f.Bandwidth(meaning="Read rate.", unit="Gbps", example="40 GB/s")
    write = f.Bandwidth(meaning="Write rate.", unit="Gbps", example="20 GB/s")
    replication = f.Choice(
        *REPLICATION, meaning="Copies it keeps; geo ones leave for the paired site.", example="zonal"
    )


@register("Platform")
class Platform(Strict):
    """A place where jobs run."""

    provider = f.CatalogName("provider", meaning="The provider.", required=True, example="eveo")
    site = f.CatalogName("site", meaning="The provider's site or region.", required=True, example="eveo-cotia")
    organization = f.Reference("Organization", meaning="Whose it is.", example="loja-exemplo")
    tenancy = f.Choice("dedicated", "shared", "marketplace", meaning="Who else is there.", example="dedicated")
    provisioning = f.Nested(Provisioning, meaning="How capacity is had.")
    orchestration = f.Nested(Orchestration, meaning="Who schedules jobs.")
    network = f.Nested(PlatformNetwork, meaning="The network between nodes.")
    storage = f.Nested(PlatformStorage, meaning="Storage that jobs read and write.")
    security = f.Nested(Security, meaning="Safeguards.")
    logging = f.Nested(Logging, meaning="Records of access.")
    extra = Extra()
