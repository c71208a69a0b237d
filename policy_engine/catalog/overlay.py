"""A user's own providers, sites and pairs, laid over the shipped ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from policy_engine.catalog.model import Pair, Provider, Site
from policy_engine.declaration import Document
from policy_engine.declaration.naming import NameProblem
from policy_engine.errors import AlvaraError, InputError, Place, UnknownName

if TYPE_CHECKING:
    from policy_engine.catalog.catalog import Catalog

__all__ = ["Overlay", "read_overlay", "said"]

SiteKey = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Overlay:
    """Rows that add to the shipped ones or take their place."""

    providers: Mapping[str, Provider] = field(default_factory=dict)
    sites: Mapping[SiteKey, Site] = field(default_factory=dict)
    pairs: Mapping[SiteKey, Pair] = field(default_factory=dict)

    @property
    def rows(self) -> tuple[Provider | Site | Pair, ...]:
        """All rows, in an order that does not depend on that of the documents."""
        parts: tuple[Mapping[Any, Provider | Site | Pair], ...] = (self.providers, self.sites, self.pairs)
        return tuple(part[key] for part in parts for key in sorted(part))

    def with_(self, other: Overlay) -> Overlay:
        """This overlay with another one over it."""
        return Overlay(
            {**self.providers, **other.providers}, {**self.sites, **other.sites}, {**self.pairs, **other.pairs}
        )

    def over(
        self, shipped: Mapping[SiteKey, Site], tools: frozenset[str], *, tools_only: bool = False
    ) -> Mapping[SiteKey, Site]:
        """Shipped sites with those of the overlay; a provider that is replaced brings its parent to all its sites."""
        if not self.providers and not self.sites:
            return shipped
        merged = {key: self._under(site) for key, site in shipped.items()}
        merged |= {key: site for key, site in self.sites.items() if (site.provider in tools) == tools_only}
        return MappingProxyType(merged)

    def _under(self, site: Site) -> Site:
        of = self.providers.get(site.provider)
        return site if of is None else replace(site, **_parent(of))


def _parent(of: Provider) -> dict[str, Any]:
    names = ("parent", "parent_jurisdiction", "foreign_law_note")
    return {name: getattr(of, name) for name in names}


def said(row: Provider | Site | Pair) -> dict[str, Any]:
    """All that a row says, for a digest; what a family of accelerators means is not of its saying."""
    return {"row": type(row).__name__, **{each.name: getattr(row, each.name) for each in fields(row) if each.compare}}


def read_overlay(documents: Sequence[Document], catalog: Catalog) -> tuple[Overlay, list[AlvaraError]]:
    """The rows of Catalog documents, and what is wrong in those left out."""
    reader = _Reader(catalog)
    for read in (reader.read_providers, reader.read_sites, reader.read_pairs):
        for document in documents:
            read(document)
        reader.know()
    return reader.overlay, reader.errors


class _Reader:
    """Collects the rows of several documents; two of them may not say the same thing.

    Names are looked up in the catalog as it will be, so a site may belong to a provider of the same documents.
    """

    def __init__(self, catalog: Catalog) -> None:
        self.shipped = self.catalog = catalog
        self.providers: dict[str, Provider] = {}
        self.sites: dict[SiteKey, Site] = {}
        self.pairs: dict[SiteKey, Pair] = {}
        self.errors: list[AlvaraError] = []
        self._taken: dict[tuple[str, ...], Place] = {}

    @property
    def overlay(self) -> Overlay:
        """What was read so far."""
        return Overlay(dict(self.providers), dict(self.sites), dict(self.pairs))

    def know(self) -> None:
        """Look names up among what was read so far, too."""
        self.catalog = replace(self.shipped, laid_over=self.shipped.laid_over.with_(self.overlay))

    def read_providers(self, document: Document) -> None:
        """Take the providers; what a provider is for and who may host for it cannot be changed."""
        for entry, path in _entries(document, "providers"):
            if not self._take(("provider", entry["id"]), f'provider "{entry["id"]}"', document.locate(f"{path}.id")):
                continue
            shipped = self.catalog.provider(entry["id"]) or Provider(entry["id"], entry["id"])
            jurisdiction = entry.get("parent_jurisdiction")
            kept = jurisdiction is not None and jurisdiction == shipped.parent_jurisdiction
            self.providers[entry["id"]] = replace(
                shipped,
                name=entry.get("name", shipped.name),
                country=entry.get("country"),
                parent=entry.get("parent"),
                parent_jurisdiction=jurisdiction,
                foreign_law_note=shipped.foreign_law_note if kept else self._law_of(jurisdiction),
                **_origin(document, entry, verified=False),
            )

    def read_sites(self, document: Document) -> None:
        """Take the sites whose provider is known and whose accelerators each name one thing."""
        for entry, path in _entries(document, "sites"):
            of = self._provider(entry["provider"], document.locate(f"{path}.provider"))
            if of is None:
                continue
            name = self._known_id(of, entry["id"])
            if not self._take(("site", of.id, name), f"site {of.id}/{name}", document.locate(f"{path}.id")):
                continue
            offered, wrong = self._accelerators(document, entry, path)
            if wrong:
                continue
            self.sites[of.id, name] = Site(
                of.id,
                name,
                **_given(entry, "city", "country", "tier", "zones", "currency"),
                **_parent(of),
                **_origin(document, entry, verified=entry.get("verified", False)),
                accelerators=offered,
                forms=self.catalog.forms,
            )

    def read_pairs(self, document: Document) -> None:
        """Take the pairs whose two sites are known."""
        for entry, path in _entries(document, "replication"):
            ends = [
                self._end(document, path, entry, provider, site)
                for provider, site in (("provider", "site"), ("to_provider", "to_site"))
            ]
            if None in ends:
                continue
            (provider, site), (to_provider, to_site) = (end for end in ends if end is not None)
            place = document.locate(f"{path}.site")
            if self._take(("pair", provider, site), f"replication of {provider}/{site}", place):
                origin = _origin(document, entry, verified=False)
                self.pairs[provider, site] = Pair(provider, site, to_provider, to_site, **origin)

    def _law_of(self, jurisdiction: str | None) -> str | None:
        return self.catalog.files.foreign_law.get(jurisdiction or "")

    def _provider(self, text: str, place: Place) -> Provider | None:
        known = self._ask("provider", text, None, place)
        return None if known is None else self.catalog.provider(known)

    def _known_id(self, of: Provider, text: str) -> str:
        """The shipped spelling of a site's id where there is one, so that ORD1 and ord1 are one site."""
        same = [site.id for site in self.catalog.sites(of.id) if site.id.casefold() == text.casefold()]
        return same[0] if same else text

    def _accelerators(self, document: Document, entry: Mapping[str, Any], path: str) -> tuple[Any, bool]:
        """The ids of what a site offers (None when it does not say), and whether something there is wrong."""
        if "accelerators" not in entry:
            return None, False
        found = [
            self._ask("accelerator", text, None, document.locate(f"{path}.accelerators[{index}]"))
            for index, text in enumerate(entry["accelerators"])
        ]
        return tuple(dict.fromkeys(found)), None in found

    def _end(self, document: Document, path: str, entry: Mapping[str, Any], provider: str, site: str) -> SiteKey | None:
        of = self._provider(entry[provider], document.locate(f"{path}.{provider}"))
        if of is None:
            return None
        known = self._ask("site", entry[site], of.id, document.locate(f"{path}.{site}"))
        return None if known is None else (of.id, known)

    def _ask(self, what: str, text: str, provider: str | None, place: Place) -> str | None:
        try:
            return self.catalog.canonical(what, text, provider)
        except NameProblem as problem:
            self.errors.append(UnknownName(problem.message, place))
            return None

    def _take(self, key: tuple[str, ...], label: str, place: Place) -> bool:
        folded = tuple(part.casefold() for part in key)
        other = self._taken.setdefault(folded, place)
        if other is place:
            return True
        self.errors.append(InputError(f"{label} is already declared at {other}", place))
        return False


def _entries(document: Document, part: str) -> Iterator[tuple[Mapping[str, Any], str]]:
    for index, entry in enumerate(document.spec.get(part, ())):
        yield entry, f"{part}[{index}]"


def _given(entry: Mapping[str, Any], *names: str) -> dict[str, Any]:
    return {name: entry.get(name) for name in names}


def _origin(document: Document, entry: Mapping[str, Any], *, verified: bool) -> dict[str, Any]:
    said = "verified by the organisation" if verified else "declared by the organisation, not verified"
    return {
        "source": entry["source"],
        "date": entry["date"].date().isoformat(),
        "status": said,
        "verified": verified,
        "overlaid_by": document.name,
    }
