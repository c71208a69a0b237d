"""Records and closed lists that several kinds of document contain."""

from __future__ import annotations

from policy_engine.declaration import fields as f
from policy_engine.declaration.kinds.base import Strict

__all__ = [
    "CARRIERS",
    "ENVIRONMENTS",
    "MODES",
    "NATURES",
    "PURCHASES",
    "REPLICATION",
    "WEIGHTS",
    "Dated",
    "Extra",
    "Location",
    "Transfer",
]

# The kinds that may carry extra fields.
CARRIERS = ("Organization", "Activity", "Dataset", "Contract", "Platform", "Workload")
ENVIRONMENTS = ("development", "test", "staging", "production")
MODES = ("observe", "warn", "enforce")
NATURES = ("law", "regulation", "guidance", "good_practice", "policy")
PURCHASES = ("on_demand", "reserved", "spot", "owned")
REPLICATION = ("none", "zonal", "regional", "geo")
WEIGHTS = ("inform", "warn", "deny")


def Extra() -> f.MapOf:  # noqa: N802 - used like a field class
    """Fields that a rule pack asks for."""
    return f.MapOf(f.Raw(), meaning="Fields that a rule pack defines and types.", example="{change_ticket: CHG-12}")


class Location(Strict):
    """Where something is or goes."""

    provider = f.CatalogName("provider", meaning="The provider.", example="eveo")
    site = f.CatalogName("site", meaning="The provider's site or region.", example="eveo-cotia")
    country = f.Word("countries", meaning="The country, where the catalog does not know the site.", example="BR")


class Dated(Strict):
    """A document with its date; before that date there is none."""

    dated_by = "date"

    document = f.Text(meaning="The document.", required=True, example="LIA-33")
    date = f.Date(meaning="Its date.", example="2026-03-02")


class Consent(Strict):
    """The consent a transfer rests on (LGPD art. 33 VIII)."""

    record = f.Text(meaning="Where the consent is recorded.", example="CONS-9")
    specific = f.Flag(meaning="It was given for this purpose and no other.", example="true")
    highlighted = f.Flag(meaning="It is set apart from the other clauses.", example="true")
    separate = f.Flag(
        meaning="It is kept apart from other purposes, with prior information on the transfer.", example="true"
    )
    revocation_url = f.Url(meaning="Where it is revoked.", example="https://loja.example/revogar")
    revocation_stops_future_use = f.Flag(meaning="Revoking it stops future use.", example="true")


class SectionThree(Strict):
    """Section III of the ANPD's standard clauses."""

    additional_safeguards = f.Flag(
        meaning="It lists additional safeguards for sensitive data or for minors.", example="true"
    )


class Change(Strict):
    """A change to what a transfer's guarantees rest on (LGPD art. 36)."""

    dated_by = "date"

    date = f.Date(meaning="When it took effect.", required=True, example="2026-08-01")
    what = f.Choice(
        "provider", "region", "clauses", "suboperators", "law", meaning="What changed.", required=True, example="region"
    )
    communicated = f.Date(meaning="When the ANPD was told, where that is due.", dated=True, example="2026-08-10")


class Transfer(Strict):
    """The ground on which data leave Brazil (LGPD art. 33)."""

    dated_by = "signed"

    mechanism = f.Word("mechanisms", meaning="The mechanism of art. 33.", required=True, example="scc_anpd")
    document = f.Text(meaning="The document that carries it.", example="SCC-3")
    annex = f.Text(meaning="Which text of clauses it adopts.", example='"Res. CD/ANPD 19/2024, Annex II"')
    verbatim = f.Control(f.Flag(meaning="The clauses are adopted whole and unaltered.", example="true"))
    signed = f.Date(meaning="When it was signed.", example="2026-03-10")
    parties = f.ListOf(f.Text(personal=True), meaning="Who signed it.", example="[Loja Exemplo S.A., Provedor LLC]")
    section_iii = f.Nested(SectionThree, meaning="Section III of the standard clauses.")
    anpd_approval = f.Text(
        meaning="The decision of the ANPD that approves specific clauses or corporate rules.", example="DEC-1"
    )
    decision = f.Text(meaning="The act of the ANPD that authorises the transfer.", example="ATO-2")
    necessity = f.Text(meaning="The record of why the transfer is necessary (art. 33 IX).", example="MEMO-7")
    consent = f.Nested(Consent, meaning="The consent it rests on (art. 33 VIII).")
    reviewed = f.Date(meaning="When the transfer was last assessed again.", dated=True, example="2026-09-01")
    changes = f.ListOf(f.Nested(Change), meaning="Changes to what it rests on; an empty list says there were none.")
