"""A versioned file of rules, and the dated parameters that rules read."""

from __future__ import annotations

from policy_engine.declaration import fields as f
from policy_engine.declaration.kinds.base import Localised, Strict, register
from policy_engine.declaration.kinds.shared import CARRIERS, NATURES, WEIGHTS

__all__ = ["ParameterSchema", "RulePack", "RuleSchema"]

_TYPES = (
    "bool", "int", "double", "string", "timestamp", "duration", "list(string)", "list(int)", "list(double)",
)  # fmt: skip


class PackMetadata(Strict):
    """How a pack is called."""

    id = f.Name(required=True, meaning="Its id.", example="acme-training")
    version = f.Text(required=True, meaning="Its version.", example="2026.11.0")
    last_verified = f.Date(meaning="When its sources were last checked.", example="2026-09-12")
    title = f.Nested(Localised, meaning="Its title.")
    owner = f.Text(meaning="Who answers for it.", example="dpo")
    license = f.Text(meaning="Its license.", example="Apache-2.0")


class Effective(Strict):
    """When something is in force; both days count."""

    from_ = f.Date(meaning="The first day.", example="2020-09-18")
    until = f.Date(meaning="The last day.", example="2030-01-27")


class LevelSchema(Effective):
    """One step of a rule."""

    weighs = f.Choice(*WEIGHTS, required=True, meaning="What failing it weighs.", example="warn")
    require = f.Expression(required=True, meaning="What must hold.", example="capacity.gpus <= 64")
    message = f.Nested(Localised, meaning="A message of its own.")


class ReferenceSchema(Strict):
    """A control of a standard, cited as a reference and never as law."""

    framework = f.Text(required=True, meaning="The standard.", example="ISO/IEC 27001")
    edition = f.Text(meaning="Its edition.", example="2022")
    id = f.Text(required=True, meaning="The control.", example="A.8.24")


class RuleSchema(Strict):
    """One rule."""

    id = f.Text(required=True, meaning="Its id, unique over all packs whatever the case.", example="ACME-001")
    title = f.Nested(Localised, required=True, meaning="What it asks, in a line.")
    severity = f.Choice(
        "low", "medium", "high", "critical", required=True, meaning="How much it matters.", example="critical"
    )
    unknown_ = f.Choice(*WEIGHTS, meaning="What absent evidence weighs, where one step less is not it.", example="deny")
    weighs = f.Choice(*WEIGHTS, meaning="What failing weighs, where the table does not fit.", example="warn")
    nature = f.Choice(*NATURES, required=True, meaning="What kind of rule it is.", example="law")
    subject = f.Choice(
        "organization", "activity", "dataset", "contract", "platform", "workload",
        required=True, meaning="The kind of document whose owner gets the finding.", example="workload",
    )  # fmt: skip
    owner = f.Text(meaning="Who keeps the rule.", example="dpo")
    basis = f.ListOf(f.Text(), meaning="What it rests on.", example="[LGPD art. 33]")
    effective = f.Nested(Effective, meaning="When it is in force.")
    when = f.Expression(meaning="When it applies; always, without it.", example="residency.personal")
    require = f.Expression(meaning="What must hold.", example="safeguards.mfa")
    review = f.Expression(meaning="When a person must judge.", example="residency.sensitive")
    levels = f.ListOf(f.Nested(LevelSchema), meaning="Steps, instead of one require.")
    message = f.Nested(Localised, meaning="What was found; may hold ${ CEL }.")
    remediation = f.Nested(Localised, meaning="What to do; may hold ${ CEL }.")
    references = f.ListOf(f.Nested(ReferenceSchema), meaning="Controls of standards.")
    unverified = f.Nested(Localised, meaning="What in its basis was not verified.")
    organization_denies = f.Flag(meaning="A fault of the organization denies the job.", example="false")


class ExtraField(Strict):
    """A field that documents may then carry under ``extra``."""

    kind = f.Choice(*CARRIERS, required=True, meaning="The kind of document that carries it.", example="Workload")
    type = f.Choice(*_TYPES, required=True, meaning="Its type.", example="string")
    meaning = f.Text(meaning="What it means.", example="The change that asked for the job")


class ValueSchema(Strict):
    """One value of a parameter."""

    from_ = f.Date(required=True, meaning="The first day it holds.", example="2020-09-18")
    until = f.Date(meaning="The last day it holds.", example="2030-01-27")
    value = f.Raw(required=True, meaning="The value.", example="15")
    source = f.Text(required=True, meaning="Where it comes from.", example="Res. CD/ANPD 19/2024 art. 17")
    status = f.Choice(
        "verified", "secondary", "unverified", required=True, meaning="Whether it was checked.", example="verified"
    )
    review_by = f.Date(meaning="When it is due for review.", example="2030-01-27")


class ParameterSchema(Strict):
    """A dated parameter, read by rules as ``param.NAME``."""

    type = f.Choice(*_TYPES, required=True, meaning="Its type.", example="int")
    nature = f.Choice(*NATURES, required=True, meaning="What kind of statement it is.", example="policy")
    meaning = f.Nested(Localised, required=True, meaning="What it means.")
    after_last = f.Choice("hold", "fail", required=True, meaning="What happens past its last value.", example="hold")
    values = f.ListOf(f.Nested(ValueSchema), required=True, meaning="Its values over time.")


@register("RulePack", PackMetadata, under_spec=False)
class RulePack(Strict):
    """A versioned file of rules."""

    variables = f.MapOf(f.Expression(), meaning="Named sub-expressions.", example="{abroad: residency.international}")
    parameters = f.MapOf(f.Nested(ParameterSchema), meaning="Dated parameters of its own.")
    extra = f.MapOf(f.Nested(ExtraField), meaning="Fields it asks documents to carry.")
    rules = f.ListOf(f.Nested(RuleSchema), required=True, meaning="The rules.")
