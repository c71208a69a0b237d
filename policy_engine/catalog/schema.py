"""How a site looks to rules, written with the fields of documents."""

from __future__ import annotations

from policy_engine.declaration import fields as f
from policy_engine.declaration.kinds.base import Strict

__all__ = ["SiteSchema"]


class SiteSchema(Strict):
    """The site a job runs on, as the catalog knows it; what is not known is absent."""

    provider = f.Text(meaning="Who runs it.")
    id = f.Text(meaning="The provider's own code for it.")
    city = f.Text(meaning="Its city; not always known, and never a stand-in for the country.")
    country = f.Text(meaning="Its country (ISO 3166-1); absent when nobody knows.")
    parent = f.Text(meaning="Who controls the provider.")
    parent_jurisdiction = f.Text(meaning="The country whose law reaches the provider through who controls it.")
    foreign_law_note = f.Text(meaning="What that law may mean for data kept at the site.")
    tier = f.Text(meaning="What kind of site it is said to be; a claimed facility tier says so.")
    zones = f.Integer(meaning="Availability zones; absent when nobody counted.")
    accelerators = f.ListOf(f.Text(), meaning="Accelerators it offers; absent when no list is established.")
    not_offered = f.ListOf(f.Text(), meaning="Accelerators and families it is said not to have.")
    currency = f.Text(meaning="The currency of its price list.")
    verified = f.Flag(meaning="The site and its country were checked.")
    status = f.Text(meaning="What was checked, in words.")
    source = f.Text(meaning="Where the row comes from.")
    date = f.Date(meaning="When that was read; absent when only the year is known.")
    overlaid_by = f.Text(meaning="The Catalog document that added or replaced the row.")
