"""Records that several kinds of document contain."""

from __future__ import annotations

from policy_engine.declaration import fields as f
from policy_engine.declaration.kinds.base import Strict

__all__ = ["Extra", "InTransit", "Location", "Logging", "Security", "Transfer"]


def Extra() -> f.MapOf:  # noqa: N802 - used like a field class
    """Fields that a rule pack asks for."""
    return f.MapOf(f.Raw(), meaning="Fields that a rule pack defines.", example="{ticket: CHG-12}")


class Location(Strict):
    """Where something is or goes."""

    provider = f.CatalogName("provider", meaning="The provider.", example="eveo")
    site = f.CatalogName("site", meaning="The provider's site or region.", example="eveo-cotia")
    country = f.Word("countries", meaning="The country, where the catalog does not know the site.", example="BR")


class Consent(Strict):
    """The consent a transfer rests on (LGPD art. 33 VIII)."""

    record = f.Text(meaning="Where the consent is recorded.", example="CONS-9")
    specific = f.Flag(meaning="Given for this purpose and no other.", example="true")
    highlighted = f.Flag(meaning="Set apart from the other clauses.", example="true")
    separate = f.Flag(meaning="Distinguished from other purposes, with prior information on the transfer.", example="true")
    revocation_url = f.Url(meaning="Where it is revoked.", example="https://banco.example/revogar")
    revocation_stops_future_use = f.Flag(meaning="Revoking it stops future use.", example="true")


class SectionThree(Strict):
    """Section III of the ANPD's standard clauses."""

    additional_safeguards = f.Flag(meaning="Lists additional safeguards for sensitive data or minors.", example="true")


class Change(Strict):
    """A change to what a transfer's guarantees rest on (LGPD art. 36)."""

    date = f.Date(meaning="When it took effect.", required=True, example="2026-08-01")
    what = f.Choice("provider", "region", "clauses", "suboperators", "law", meaning="What changed.", example="region")
    communicated = f.Date(meaning="When the ANPD was told, where that is due.", example="2026-08-10")


class Transfer(Strict):
    """The ground on which data leave Brazil (LGPD art. 33)."""

    dated_by = "signed"

    mechanism = f.Word("mechanisms", meaning="The mechanism of art. 33.", required=True, example="scc_anpd")
    document = f.Text(meaning="The document that carries it.", example="SCC-3")
    annex = f.Text(meaning="Which text of clauses it adopts.", example='"Res. CD/ANPD 19/2024, Annex II"')
    verbatim = f.Control(f.Flag(meaning="The clauses are adopted whole and unaltered.", example="true"))
    signed = f.Date(meaning="When it was signed.", example="2026-03-10")
    parties = f.ListOf(f.Text(), meaning="Who signed it.", example="[Banco Exemplo S.A., Provedor LLC]")
    section_iii = f.Nested(SectionThree, meaning="Section III of the standard clauses.")
    anpd_approval = f.Text(meaning="The ANPD decision that approves specific clauses or corporate rules.", example="DEC-1")
    decision = f.Text(meaning="The ANPD act that authorises the transfer.", example="ATO-2")
    necessity = f.Text(meaning="The record of why the transfer is necessary (art. 33 IX).", example="MEMO-7")
    consent = f.Nested(Consent, meaning="The consent it rests on (art. 33 VIII).")
    reviewed = f.Date(meaning="When the transfer was last assessed again.", dated=True, example="2026-09-01")
    changes = f.ListOf(f.Nested(Change), meaning="Changes to what it rests on; an empty list says there were none.")


class InTransit(Strict):
    """Encryption of links."""

    external = f.Control(f.Flag(meaning="Links that leave the site are encrypted.", example="true"))
    inter_node = f.Control(f.Flag(meaning="Links between nodes are encrypted.", example="false"))
    dedicated_fabric = f.Control(f.Flag(meaning="Nobody else is on the node fabric.", example="true"))


class Security(Strict):
    """Safeguards of a platform (LGPD art. 46). Any of them may be a value, or a value with its evidence."""

    encryption_at_rest = f.Control(f.Flag(meaning="Data are encrypted where they rest.", example="true"))
    encryption_in_transit = f.Nested(InTransit, meaning="Encryption of links.")
    key_management = f.Control(
        f.Choice("provider", "customer", "hold_your_own", meaning="Who holds the keys.", example="customer")
    )
    mfa = f.Control(f.Flag(meaning="Access takes a second factor.", example="true"))
    access_model = f.Control(
        f.Choice("rbac", "abac", "shared_accounts", "none", meaning="How access is granted.", example="rbac")
    )
    access_reviewed = f.Control(f.Date(meaning="When access was last reviewed.", dated=True, example="2026-10-01"))
    public_exposure = f.Control(f.Flag(meaning="Something is reachable from the internet.", example="false"))
    backup_tested = f.Control(f.Date(meaning="When restoring was last tested.", dated=True, example="2026-06-01"))


class Logging(Strict):
    """Records of access to the data."""

    data_access = f.Control(f.Flag(meaning="Access to the data is recorded.", example="true"))
    retention_days = f.Control(f.Integer(least=0, meaning="How long records are kept.", unit="days", example="365"))
    immutable = f.Control(f.Flag(meaning="Records cannot be altered.", example="true"))
