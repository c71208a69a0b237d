"""What facts look like to rules: the type, unit and meaning of each, written like the fields of documents."""

from __future__ import annotations

from policy_engine.declaration import fields as f
from policy_engine.declaration.kinds.base import Strict
from policy_engine.declaration.kinds.shared import Transfer

__all__ = [
    "AvailabilityFacts",
    "CapacityFacts",
    "Flow",
    "Onward",
    "ResidencyFacts",
    "SafeguardFacts",
]


class Onward(Strict):
    """A sub-operator that data may be passed on to."""

    name = f.Text(meaning="The sub-operator.")
    country = f.Text(meaning="Its country, where declared.")
    covered = f.Flag(meaning="The instrument or the law reaches that country; absent when the country is.")


class Flow(Strict):
    """One movement or exposure of data."""

    kind = f.Text(meaning="training, checkpoint, storage, replica, backup, telemetry, remote_access and so on.")
    source = f.Text(meaning="implied by where things are, or declared.")
    provider = f.Text(meaning="The provider that receives the data.")
    site = f.Text(meaning="The site they go to.")
    country = f.Text(meaning="The country of that site; absent when nobody knows.")
    datasets = f.ListOf(f.Text(), meaning="The datasets that move.")
    personal = f.Flag(meaning="Personal data are among them.")
    sensitive = f.Flag(meaning="Sensitive data are among them (art. 5 II).")
    minors = f.Flag(meaning="Data of children or adolescents are among them (art. 14).")
    international = f.Flag(meaning="The country is not Brazil.")
    adequate = f.Flag(meaning="The ANPD recognises the country at as_of.")
    mechanism = f.Text(meaning="The mechanism of art. 33 relied on, or none.")
    claimed_by = f.Text(meaning="Who names it: flow, workload, dataset, contract or none.")
    documented = f.Flag(meaning="Somebody put it on record.")
    contract = f.Text(meaning="The contract with that provider.")
    instrument = f.Nested(Transfer, meaning="The terms of its instrument.")
    parent_jurisdiction = f.Text(meaning="The jurisdiction that controls the provider.")
    onward = f.ListOf(f.Nested(Onward), meaning="Sub-operators under that contract; absent when it does not say.")
    unbased = f.ListOf(f.Text(), meaning="Personal datasets without a legal basis for the activity's purpose.")
    bases = f.ListOf(f.Text(), meaning="The legal bases given for that purpose.")


class ResidencyFacts(Strict):
    """Where data go and on what ground."""

    flows = f.ListOf(f.Nested(Flow), meaning="Every flow, implied and declared.")
    countries = f.ListOf(f.Text(), meaning="Known countries of the flows, sorted.")
    unplaced = f.ListOf(f.Text(), meaning="Flows whose country nobody knows.")
    international = f.Flag(meaning="Some flow leaves Brazil; absent when that is not known.")
    personal = f.Flag(meaning="Some dataset is personal; absent when that is not known.")
    sensitive = f.Flag(meaning="Something that moves is sensitive.")
    minors = f.Flag(meaning="Something that moves concerns minors.")
    parent_jurisdictions = f.ListOf(f.Text(), meaning="Jurisdictions that control the providers, sorted.")
    secondary_uncovered = f.ListOf(
        f.Text(), meaning="Copies abroad that no flow declares; absent while backup or telemetry is left open."
    )
    remote_uncovered = f.ListOf(
        f.Text(), meaning="Support from abroad that no flow declares; absent while remote access is left open."
    )


class SafeguardFacts(Strict):
    """Which safeguards are declared and what they leave uncovered."""

    encryption_at_rest = f.Flag(meaning="Data are encrypted where they rest.")
    encryption_external = f.Flag(meaning="Links that leave the site are encrypted.")
    encryption_inter_node = f.Flag(meaning="Links between nodes are encrypted.")
    dedicated_fabric = f.Flag(meaning="Nobody else is on the node fabric.")
    inter_node_protected = f.Flag(meaning="Node traffic is encrypted or alone on its fabric.")
    key_management = f.Text(meaning="Who holds the keys: provider, customer or hold_your_own.")
    customer_keys = f.Flag(meaning="The customer holds the keys.")
    mfa = f.Flag(meaning="Access takes a second factor.")
    access_model = f.Text(meaning="How access is granted.")
    least_privilege = f.Flag(meaning="Access is granted by role or attribute.")
    access_reviewed = f.Date(meaning="When access was last reviewed.")
    access_review_age_days = f.Integer(meaning="Days since the last access review.", unit="days")
    public_exposure = f.Flag(meaning="Something is reachable from the internet.")
    log_access = f.Flag(meaning="Access to the data is recorded.")
    log_retention_days = f.Integer(meaning="How long access logs are kept.", unit="days")
    log_immutable = f.Flag(meaning="Access logs cannot be altered.")
    tenancy = f.Text(meaning="dedicated, shared or marketplace.")
    third_party_hosts = f.Flag(meaning="The job runs on hosts of third parties.")
    deletion_missed = f.ListOf(f.Text(), meaning="Copies that deletion does not reach.")
    deletion_unstated = f.ListOf(f.Text(), meaning="Copies of which nobody says whether deletion reaches them.")
    pseudonymised = f.Flag(meaning="Every personal dataset is pseudonymised.")
    declared = f.ListOf(f.Text(), meaning="Controls that are declared.")
    evidenced = f.ListOf(f.Text(), meaning="Controls with evidence dated no later than as_of.")


class AvailabilityFacts(Strict):
    """What availability is promised and what it comes to."""

    required = f.Number(meaning="Share of time asked for.", unit="0 to 1")
    figure = f.Number(meaning="The firmest figure for one part.", unit="0 to 1")
    basis = f.Text(meaning="What the figure rests on: contract, published, claim or none.")
    contracted = f.Number(meaning="Figure of the contract.", unit="0 to 1")
    published = f.Number(meaning="Figure of the published terms for this scope.", unit="0 to 1")
    claimed = f.Number(meaning="Figure only claimed.", unit="0 to 1")
    credit_table = f.Flag(meaning="The contract pays when the figure is missed.")
    composed = f.Number(meaning="The figure over everything needed at once.", unit="0 to 1")
    zones_required = f.Integer(meaning="Availability zones asked for.")
    site_zones = f.Integer(meaning="Availability zones of the site.")
    downtime_month_minutes = f.Number(meaning="Downtime left by the composed figure in 30 days.", unit="minutes")
    downtime_year_hours = f.Number(meaning="Downtime left by the composed figure in 365.25 days.", unit="hours")
    tier_label_only = f.Flag(meaning="Nothing but a facility tier label stands behind the figure.")


class CapacityFacts(Strict):
    """Whether the site offers what is asked for and who promised it."""

    accelerator = f.Text(meaning="The accelerator asked for.")
    offered = f.Flag(meaning="The site is known to offer it; absent when no list is established.")
    nodes = f.Integer(meaning="Nodes the job takes.")
    gpus = f.Integer(meaning="Accelerators the job takes.")
    confirmed = f.Flag(meaning="The platform holds a confirmation of the capacity.")
    window_hours = f.Number(meaning="Declared duration, else time from start to deadline.", unit="hours")
    support_contracted = f.Flag(meaning="The contract promises a support response.")
    first_response_hours = f.Number(meaning="How soon support answers by contract.", unit="hours")
