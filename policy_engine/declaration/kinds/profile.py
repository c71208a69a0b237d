"""How hard rules bite here: weights, modes and policy parameters by environment or label."""

from __future__ import annotations

from policy_engine.declaration import fields as f
from policy_engine.declaration.kinds.base import Strict, register

__all__ = ["Profile"]


class Match(Strict):
    """Which workloads it is for: all that is named must hold."""

    environment = f.Choice("development", "test", "staging", "production", meaning="The environment.", example="development")
    labels = f.MapOf(f.Text(), meaning="Labels of the workload.", example="{team: risco}")


class PackSetting(Strict):
    """How one pack is applied."""

    mode = f.Choice("observe", "warn", "enforce", meaning="How far its findings go.", example="warn")
    enabled = f.Flag(meaning="Whether it is applied at all (packs of policy only).", example="true")


@register("Profile")
class Profile(Strict):
    """A setting of weights, modes and parameters."""

    match = f.Nested(Match, meaning="Which workloads it is for.")
    mode = f.Choice("observe", "warn", "enforce", meaning="How far findings go.", example="enforce")
    weights = f.MapOf(f.Choice("inform", "warn", "deny"), meaning="What a failed rule weighs.", example="{SLA-001: deny}")
    parameters = f.MapOf(f.Raw(), meaning="Policy parameters set here.", example="{long_job_hours: 48}")
    packs = f.MapOf(f.Nested(PackSetting), meaning="Settings by pack.", example="{availability: {mode: observe}}")
