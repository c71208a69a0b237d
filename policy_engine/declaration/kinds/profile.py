"""How hard rules bite here: weights, modes and policy parameters by environment or label."""

from __future__ import annotations

from policy_engine.declaration import fields as f
from policy_engine.declaration.kinds.base import Strict, register
from policy_engine.declaration.kinds.shared import ENVIRONMENTS, MODES, WEIGHTS

__all__ = ["Profile"]


class Match(Strict):
    """Which workloads it is for: all that is named must hold."""

    environment = f.Choice(*ENVIRONMENTS, meaning="The environment.", example="development")
    labels = f.MapOf(f.Text(), meaning="Labels of the workload.", example="{team: risco}")


class PackSetting(Strict):
    """How one pack is applied."""

    mode = f.Choice(*MODES, meaning="How far its findings go.", example="warn")
    enabled = f.Flag(meaning="Whether it is applied at all (packs of policy only).", example="true")


@register("Profile")
class Profile(Strict):
    """A setting of weights, modes and parameters."""

    match = f.Nested(Match, meaning="Which workloads it is for; only those that name it, without one.")
    mode = f.Choice(*MODES, meaning="How far findings go.", example="enforce")
    weights = f.MapOf(
        f.Choice(*WEIGHTS), meaning="What failing a rule weighs; a rule of law never less than its own.",
        example="{SLA-001: deny}",
    )  # fmt: skip
    parameters = f.MapOf(f.Raw(), meaning="Policy parameters set here.", example="{long_job_hours: 48}")
    packs = f.MapOf(f.Nested(PackSetting), meaning="Settings by pack.", example="{availability: {mode: observe}}")
