"""The catalog: the shipped files, what a user lays over them, and every question that is asked of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from types import MappingProxyType

from policy_engine.catalog import sla
from policy_engine.catalog.files import Files
from policy_engine.catalog.hosts import host
from policy_engine.catalog.model import Accelerator, Fabric, Pair, Provider, Site, SlaRow
from policy_engine.catalog.names import Spellings, quoted, squash
from policy_engine.catalog.overlay import Overlay, read_overlay, said
from policy_engine.declaration import Document
from policy_engine.declaration.digest import digest_of
from policy_engine.declaration.naming import NameProblem
from policy_engine.errors import AlvaraError, InternalFault, did_you_mean

__all__ = ["Catalog"]


@dataclass(frozen=True)
class Catalog:
    """What is known about the world; it does not change, an overlay gives another one."""

    files: Files
    laid_over: Overlay = field(default_factory=Overlay)

    @cached_property
    def digest(self) -> str:
        """The SHA-256 of all that it says, overlays included."""
        content = [self.files.digest, *(said(row) for row in self.laid_over.rows)]
        return digest_of(content)

    def overlay(self, documents: Iterable[Document]) -> tuple[Catalog, list[AlvaraError]]:
        """The catalog with a user's entries over it, and what is wrong in those that were left out.

        Documents of other kinds are passed over. An entry takes the place of a whole row: nothing of it is kept.
        """
        wanted = [document for document in documents if document.kind == "Catalog"]
        if not wanted:
            return self, []
        laid, errors = read_overlay(wanted, self)
        return Catalog(self.files, self.laid_over.with_(laid)), errors

    @cached_property
    def notes(self) -> tuple[str, ...]:
        """What a reader should know about the overlay: each shipped row it replaces, and what changes hands."""
        pairs = ((row, self._shipped(row)) for row in self.laid_over.rows)
        return tuple(_replaced(row, shipped) for row, shipped in pairs if shipped is not None)

    def _shipped(self, row: Provider | Site | Pair) -> Provider | Site | Pair | None:
        if isinstance(row, Provider):
            return self.files.providers.get(row.id) or self.files.tools.get(row.id)
        if isinstance(row, Site):
            return self.files.sites.get((row.provider, row.id)) or self.files.tool_sites.get((row.provider, row.id))
        return self.files.pairs.get((row.provider, row.site))

    # ---- what there is

    def provider(self, name: str) -> Provider | None:
        """A provider or tool by id."""
        return self.laid_over.providers.get(name) or self.files.providers.get(name) or self.files.tools.get(name)

    def providers(self, kind: str = "compute") -> tuple[Provider, ...]:
        """All providers of a kind (``compute`` or ``tool``), shipped ones first."""
        shipped = self.files.tools if kind == "tool" else self.files.providers
        named = {**shipped, **{name: one for name, one in self.laid_over.providers.items() if one.kind == kind}}
        return tuple(named.values())

    def tool(self, name: str) -> Provider | None:
        """A tool that receives data, by id."""
        found = self.provider(name)
        return found if found is not None and found.kind == "tool" else None

    def site(self, provider: str, name: str) -> Site | None:
        """A site by provider and id; for an open provider, any host, whose country is mostly not known."""
        known = self._sites.get((provider, name))
        if known is not None:
            return known
        of = self.provider(provider)
        if of is None:
            return None
        if of.open and name.strip():
            return host(of, name, next((site for site in self._of(provider) if site.unnamed), None))
        return self._tool_sites.get((provider, name)) if of.kind == "tool" else None

    def sites(self, provider: str | None = None) -> tuple[Site, ...]:
        """All sites where jobs may run; or those of one provider, the regions of a tool among them."""
        if provider is None:
            return tuple(self._sites.values())
        regions = self._tool_sites.values() if self.tool(provider) is not None else ()
        return (*self._of(provider), *(site for site in regions if site.provider == provider))

    def _of(self, provider: str) -> list[Site]:
        return [site for (owner, _), site in self._sites.items() if owner == provider]

    @cached_property
    def _sites(self) -> Mapping[tuple[str, str], Site]:
        """Sites where jobs may run, a user's own among them, under their providers as they now are."""
        return self.laid_over.over(self.files.sites, self._tools)

    @cached_property
    def _tool_sites(self) -> Mapping[tuple[str, str], Site]:
        return self.laid_over.over(self.files.tool_sites, self._tools, tools_only=True)

    @cached_property
    def _tools(self) -> frozenset[str]:
        """The tools that the overlay touches: what else is a tool does not matter to whose sites it has."""
        named = {site.provider for site in self.laid_over.sites.values()}
        return frozenset(name for name in named if self.tool(name) is not None)

    def accelerator(self, name: str) -> Accelerator | None:
        """An accelerator by id."""
        return self.files.accelerators.get(name)

    def accelerators(self) -> tuple[Accelerator, ...]:
        """All accelerators."""
        return tuple(self.files.accelerators.values())

    @property
    def forms(self) -> Mapping[str, tuple[str, ...]]:
        """The accelerators of each family."""
        return self.files.forms

    def figures(self, accelerator: str) -> Mapping[str, float | str]:
        """Rates, links and power of an accelerator by column; what is not there is not known."""
        return self.files.figures.get(accelerator, MappingProxyType({}))

    def fabric(self, name: str) -> Fabric | None:
        """A fabric by id."""
        return self.files.fabrics.get(name)

    def fabrics(self) -> tuple[Fabric, ...]:
        """All fabrics."""
        return tuple(self.files.fabrics.values())

    # ---- where copies go, what is promised

    def pair(self, provider: str, site: str) -> Pair | None:
        """Where geo-redundant storage of a site goes, with the source of that."""
        key = (provider, site)
        return self.laid_over.pairs.get(key) or self.files.pairs.get(key)

    def replica_of(self, provider: str, site: str) -> tuple[str, str] | None:
        """Provider and site that geo-redundant storage of a site goes to; None where that is not known."""
        found = self.pair(provider, site)
        return None if found is None else (found.to_provider, found.to_site)

    def sla(self, provider: str, scope: str | None = None) -> tuple[SlaRow, ...]:
        """All that a provider says about availability, of any date; or only for one scope."""
        return tuple(row for row in self.files.sla.get(provider, ()) if scope in (None, row.scope))

    def sla_figure(
        self,
        provider: str,
        scope: str = "instance",
        service: str = "compute",
        *,
        nature: str = "published",
        purchase: str = "on_demand",
        as_of: date | None = None,
    ) -> SlaRow | None:
        """The row whose figure holds for a scope and service on a day; None where nothing is said.

        Terms for what is bought as usual do not cover spot: that has a figure only where a row is about spot.
        """
        variant = sla.SPOT if purchase == sla.SPOT else None
        rows = self.files.sla.get(provider, ())
        return sla.choose(rows, scope=scope, service=service, nature=nature, as_of=as_of, variant=variant)

    # ---- names

    def canonical(self, what: str, text: str, provider: str | None = None) -> str:
        """The id that a spelling means; ``provider`` is whose site a site is.

        Raises:
            NameProblem: it means nothing, or several things; the message says what there is.
        """
        if what == "provider":
            return self._provider_id(text)
        if what == "site":
            return self._site_id(text, provider)
        if what == "accelerator":
            return self._accelerator_id(text)
        if what == "fabric":
            return text if text in self.files.fabrics else self._fabric_names.canonical(text)
        raise InternalFault(f"the catalog has no names of {what}")

    def _provider_id(self, text: str) -> str:
        if self.provider(text) is not None:
            return text
        named = [*self.providers("compute"), *self.providers("tool")]
        spellings = {one.id: (one.name, *one.aliases) for one in named}
        return Spellings("provider", spellings, by_words=False).canonical(text)

    def _site_id(self, text: str, provider: str | None) -> str:
        if provider is None:
            return self.find(text.replace("/", " ")).id
        if (provider, text) in self._sites:
            return text
        of = self.provider(provider)
        if of is None:
            return text  # its provider is refused already, and one error is enough
        ids = [site.id for site in self.sites(provider)]
        same = [one for one in ids if one.casefold() == text.strip().casefold()]
        if len(same) == 1:
            return same[0]
        if of.open and text.strip():
            return text.strip()
        named = [site.id for site in self.sites(provider) if not site.unnamed]
        declare = "declare it in a document of kind Catalog"
        if not named:
            raise NameProblem(f"{of.id} has no named site in the catalog: leave `site` out, or {declare}")
        hint = did_you_mean(text[:40], named).removesuffix("?")
        raise NameProblem(f"unknown site {quoted(text)} of {of.id}{hint}? Where it is right, {declare}")

    def find(self, text: str) -> Site:
        """The site that ``PROVIDER/ID`` names, or an id alone where only one provider has it.

        Raises:
            NameProblem: there is none, or there are several; the message says which.
        """
        owner, slash, name = text.partition("/")
        if slash:
            provider = self.canonical("provider", owner)
            found = self.site(provider, self.canonical("site", name, provider))
            if found is not None:
                return found
        matches = [site for site in self._sites.values() if site.id.casefold() == text.strip().casefold()]
        if len(matches) == 1:
            return matches[0]
        if matches:
            labels = ", ".join(site.label for site in matches)
            raise NameProblem(f"{quoted(text)} is a site of several providers ({labels}): name the provider too")
        hint = did_you_mean(text[:40], [site.id for site in self._sites.values() if not site.unnamed])
        raise NameProblem(f"unknown site {quoted(text)}{hint}")

    def _accelerator_id(self, text: str) -> str:
        if text in self.files.accelerators:
            return text
        for spelling, share in self.files.shares.items():
            if squash(spelling) == squash(text):
                part, whole = share["share"], share["accelerator"]
                raise NameProblem(f'{quoted(text)} is {part} of an accelerator: name the whole one, "{whole}"')
        return self._accelerator_names.canonical(text)

    @cached_property
    def _accelerator_names(self) -> Spellings:
        return Spellings("accelerator", {one.id: (one.name, *one.aliases) for one in self.accelerators()})

    @cached_property
    def _fabric_names(self) -> Spellings:
        return Spellings("fabric", {one.id: (one.name,) for one in self.fabrics()})


def _replaced(row: Provider | Site | Pair, shipped: Provider | Site | Pair) -> str:
    """A sentence on a row that takes the place of a shipped one."""
    if isinstance(row, Pair) and isinstance(shipped, Pair):
        return (
            f"Catalog {row.overlaid_by} replaces where {row.provider}/{row.site} is copied to: "
            f"{shipped.to_provider}/{shipped.to_site} becomes {row.to_provider}/{row.to_site}"
        )
    label = row.id if isinstance(row, Provider) else f"{row.provider}/{row.id if isinstance(row, Site) else row.site}"
    changes = [
        f"{name.replace('_', ' ')} {old or 'unknown'} becomes {new or 'unknown'}"
        for name in ("country", "parent_jurisdiction")
        if (old := getattr(shipped, name)) != (new := getattr(row, name))
    ]
    return f"Catalog {row.overlaid_by} replaces {label}" + (f": {'; '.join(changes)}" if changes else "")
