"""One entry of the record of processing operations (art. 37). Written by the DPO with the owner."""

from __future__ import annotations

from policy_engine.declaration import fields as f
from policy_engine.declaration.kinds.base import Strict, register
from policy_engine.declaration.kinds.shared import Extra

__all__ = ["Activity"]


class Records(Strict):
    """The entry in the record of processing (LGPD art. 37)."""

    document = f.Text(meaning="The entry.", example="ROPA-2026/17")
    updated = f.Date(meaning="When it was last updated.", dated=True, example="2026-10-01")


class Risk(Strict):
    """Criteria of high risk (Res. CD/ANPD 2/2022 art. 4): answered, never guessed."""

    large_scale = f.Flag(meaning="It is done on a large scale.", example="true")
    affects_rights = f.Flag(meaning="It may significantly affect interests and rights.", example="true")
    emerging_technology = f.Flag(meaning="It uses emerging technology.", example="true")
    public_surveillance = f.Flag(meaning="It watches areas open to the public.", example="false")
    automated_decisions = f.Flag(meaning="Decisions are taken solely by automated processing.", example="true")
    sensitive_or_vulnerable = f.Flag(
        meaning="It uses sensitive data, or data of children, adolescents or elderly people.", example="false"
    )


class ImpactReport(Strict):
    """The impact report (RIPD, LGPD art. 38)."""

    dated_by = "date"

    document = f.Text(meaning="The report.", required=True, example="RIPD-21")
    date = f.Date(meaning="Its date.", required=True, example="2026-05-10")
    version = f.Text(meaning="Its version.", example="2")
    approved_by = f.Text(meaning="Who approved it.", personal=True, example="Encarregado de Dados")


class ModelUse(Strict):
    """What the model is used for afterwards (LGPD art. 20)."""

    solely_automated_decision = f.Flag(meaning="It takes decisions alone.", example="true")
    review_channel = f.Url(meaning="Where a review is asked for.", example="https://loja.example/revisao")
    criteria = f.Text(meaning="The document that states its criteria.", example="CRIT-5")


@register("Activity")
class Activity(Strict):
    """An operation on personal data, shared by the jobs that serve it."""

    organization = f.Reference("Organization", meaning="The controller.", required=True, example="loja-exemplo")
    owner = f.Text(meaning="The area that answers for it.", example="dados")
    purpose = f.Word(
        "purposes", meaning="The purpose (LGPD art. 6 I); training is an operation on it.", example="credit_scoring"
    )
    operations = f.ListOf(f.Text(), meaning="What is done with the data.", example="[model_training]")
    datasets = f.ListOf(
        f.Reference("Dataset"),
        meaning="The datasets it covers: a job cannot reach for others.",
        example="[compras-2026]",
    )
    records = f.Nested(Records, meaning="Its entry in the record of processing.")
    risk = f.Nested(Risk, meaning="Criteria of high risk.")
    impact_report = f.Nested(ImpactReport, meaning="Its impact report.")
    model_use = f.Nested(ModelUse, meaning="What the model is used for.")
    extra = Extra()
