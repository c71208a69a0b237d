"""Where jobs run: site, tenancy, controls, logging. Written by the team that runs it; a job may only tighten it."""

from __future__ import annotations

from policy_engine.declaration import fields as f
from policy_engine.declaration.kinds.base import Strict, register
from policy_engine.declaration.kinds.shared import Extra, Logging, Security

__all__ = ["Platform"]


class Provisioning(Strict):
    """How capacity is had."""

    model = f.Choice("reserved", "on_demand", "spot", "owned", meaning="The model.", example="reserved")
    contiguous = f.Flag(meaning="Nodes come as one block.", example="true")
    confirmed = f.Text(meaning="The confirmation of capacity.", example="CAP-88")


class Orchestration(Strict):
    """Who schedules jobs."""

    kind = f.Choice("slurm", "kubernetes", "ray", "other", "none", meaning="The scheduler.", example="slurm")
    managed = f.Flag(meaning="The provider runs it.", example="true")
    nccl_tested = f.Date(meaning="When collectives were last tested.", dated=True, example="2026-08-01")


class PlatformNetwork(Strict):
    """The network between nodes."""

    fabric = f.CatalogName("fabric", meaning="The fabric.", example="infiniband-ndr")
    nics_per_node = f.Integer(least=0, meaning="Links per node.", example="8")
    placement = f.Choice(
        "same_pod", "same_rack", "cluster_group", "same_zone", "spread", meaning="How nodes are placed.", example="same_pod"
    )
    oversubscription = f.Number(meaning="Ratio of demand to capacity at the spine; 1 is none.", example="1.0")


class PlatformStorage(Strict):
    """Storage the jobs read and write."""

    kind = f.Text(meaning="What it is.", example="lustre")
    read = f.Bandwidth(meaning="Read rate.", unit="Gbps", example="40 GB/s")
    write = f.Bandwidth(meaning="Write rate.", unit="Gbps", example="20 GB/s")
    replication = f.Choice(
        "none", "zonal", "regional", "geo", meaning="Copies; geo leaves for the paired site.", example="zonal"
    )


@register("Platform")
class Platform(Strict):
    """A place where jobs run."""

    provider = f.CatalogName("provider", meaning="The provider.", required=True, example="eveo")
    site = f.CatalogName("site", meaning="The site or region.", required=True, example="eveo-cotia")
    organization = f.Reference("Organization", meaning="Whose it is.", example="banco-exemplo")
    tenancy = f.Choice("dedicated", "shared", "marketplace", meaning="Who else is there.", example="dedicated")
    provisioning = f.Nested(Provisioning, meaning="How capacity is had.")
    orchestration = f.Nested(Orchestration, meaning="Who schedules jobs.")
    network = f.Nested(PlatformNetwork, meaning="The network between nodes.")
    storage = f.Nested(PlatformStorage, meaning="Storage.")
    security = f.Nested(Security, meaning="Safeguards.")
    logging = f.Nested(Logging, meaning="Records of access.")
    extra = Extra()
