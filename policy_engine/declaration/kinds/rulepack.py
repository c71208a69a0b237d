"""A versioned file of rules, and the dated parameters that rules read."""

from __future__ import annotations

from policy_engine.declaration import fields as f
from policy_engine.declaration.kinds.base import Localised, Strict, register

__all__ = ["ParameterSchema", "RulePack", "RuleSchema"]

WEIGHT = ("inform", "warn", "deny")


class PackMetadata(Strict):
    """How a pack is called."""

    name = f.Name(required=True, meaning="Its id.", example="lgpd-transfer")
    version = f.Text(required=True, meaning="Its version.", example="2026.11.0")
    last_verified = f.Date(meaning="When its sources were last checked.", example="2026-09-12")
    title = f.Nested(Localised, meaning="Its title.")
    owner = f.Text(meaning="Who answers for it.", example="dpo")
    license = f.Text(meaning="Its license.", example="Apache-2.0")


PackMetadata._declared_fields["id"] = PackMetadata._declared_fields.pop("name")


class Effective(Strict):
    """When a rule is in force."""

    first = f.Date(meaning="From this day.", example="2020-09-18")
    until = f.Date(meaning="To this day, included.", example="2030-01-27")


Effective._declared_fields["from"] = Effective._declared_fields.pop("first")


class LevelSchema(Effective):
    """One step of a rule."""

    weighs = f.Choice(*WEIGHT, required=True, meaning="What failing it weighs.", example="warn")
    require = f.Expression(required=True, meaning="What must hold.", example="scaling.efficiency >= 0.75")
    message = f.Nested(Localised, meaning="Its own message.")


class ReferenceSchema(Strict):
    """A control of a standard, cited as a reference and never as law."""

    framework = f.Text(required=True, meaning="The standard.", example="ISO/IEC 27001")
    edition = f.Text(meaning="Its edition.", example="2022")
    id = f.Text(required=True, meaning="The control.", example="A.8.24")


class RuleSchema(Strict):
    """One rule."""

    id = f.Text(required=True, meaning="Its id, unique over all packs whatever the case.", example="BR-TRF-001")
    title = f.Nested(Localised, required=True, meaning="What it asks, in a line.")
    severity = f.Choice("low", "medium", "high", "critical", required=True, meaning="How much it matters.", example="critical")
    unknown = f.Choice(*WEIGHT, meaning="What absent evidence weighs.", example="deny")
    weighs = f.Choice(*WEIGHT, meaning="What failing weighs, where the table does not fit.", example="warn")
    nature = f.Choice(
        "law", "regulation", "guidance", "good_practice", "policy", required=True, meaning="What kind of rule it is.", example="law"
    )
    subject = f.Choice(
        "organization", "activity", "dataset", "contract", "platform", "workload",
        required=True, meaning="Whose owner gets the finding.", example="workload",
    )  # fmt: skip
    owner = f.Text(meaning="Who keeps the rule.", example="dpo")
    basis = f.ListOf(f.Text(), meaning="What it rests on.", example="[LGPD art. 33]")
    effective = f.Nested(Effective, meaning="When it is in force.")
    when = f.Expression(meaning="When it applies; always, without it.", example="residency.personal")
    require = f.Expression(meaning="What must hold.", example="safeguards.mfa")
    review = f.Expression(meaning="When a person must judge.", example="residency.sensitive")
    levels = f.ListOf(f.Nested(LevelSchema), meaning="Steps instead of one require.")
    message = f.Nested(Localised, meaning="What was found; may hold ${ CEL }.")
    remediation = f.Nested(Localised, meaning="What to do; may hold ${ CEL }.")
    references = f.ListOf(f.Nested(ReferenceSchema), meaning="Controls of standards.")
    unverified = f.Nested(Localised, meaning="What in its basis was not verified.")
    organization_denies = f.Flag(meaning="A fault of the organization denies the job.", example="false")


class ExtraField(Strict):
    """A field that documents may then carry under ``extra``."""

    kind = f.Text(required=True, meaning="The kind of document.", example="Workload")
    type = f.Choice("bool", "int", "double", "string", "list(string)", required=True, meaning="Its type.", example="string")
    meaning = f.Text(meaning="What it means.", example="Change ticket")


class ValueSchema(Strict):
    """One value of a parameter."""

    first = f.Date(required=True, meaning="From this day.", example="2020-09-18")
    until = f.Date(meaning="To this day, included.", example="2030-01-27")
    value = f.Raw(required=True, meaning="The value.", example="15")
    source = f.Text(required=True, meaning="Where it comes from.", example="Res. CD/ANPD 19/2024 art. 17")
    status = f.Choice("verified", "unverified", "secondary", required=True, meaning="Whether it was checked.", example="verified")
    review_by = f.Date(meaning="When it is due for review.", example="2030-01-27")


ValueSchema._declared_fields["from"] = ValueSchema._declared_fields.pop("first")


class ParameterSchema(Strict):
    """A dated parameter, read by rules as ``param.NAME``."""

    type = f.Choice(
        "bool", "int", "double", "string", "timestamp", "duration", "list(string)", "list(int)", "list(double)",
        required=True, meaning="Its type.", example="int",
    )  # fmt: skip
    nature = f.Choice("law", "regulation", "guidance", "good_practice", "policy", required=True, meaning="What it states.", example="policy")
    meaning = f.Nested(Localised, required=True, meaning="What it means.")
    after_last = f.Choice("hold", "fail", required=True, meaning="What happens past its last value.", example="hold")
    values = f.ListOf(f.Nested(ValueSchema), required=True, meaning="Its history.")


@register("RulePack", PackMetadata, under_spec=False)
class RulePack(Strict):
    """A versioned file of rules."""

    variables = f.MapOf(f.Expression(), meaning="Named sub-expressions.", example="{abroad: residency.international}")
    parameters = f.MapOf(f.Nested(ParameterSchema), meaning="Dated parameters of its own.")
    extra = f.MapOf(f.Nested(ExtraField), meaning="Fields it asks documents to carry.")
    rules = f.ListOf(f.Nested(RuleSchema), required=True, meaning="The rules.")
