"""The shipped files as text, parsed one by one when something in them is asked for."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

from policy_engine.catalog import rows
from policy_engine.catalog.model import Accelerator, Fabric, Pair, Provider, Site, SlaRow
from policy_engine.errors import InternalFault

__all__ = ["NAMES", "Files"]

NAMES = (
    "accelerator_figures", "accelerators", "fabrics", "providers", "replication", "sites", "sla", "tools",
)  # fmt: skip


T = TypeVar("T")


class Files:
    """The texts of the files by name, and what they say.

    Everything is read at once, so that the digest stands for what is used; each file is parsed on first use,
    since a decision needs few of them.
    """

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = texts

    @classmethod
    def read(cls, folder: Path) -> Files:
        """Read a folder.

        Raises:
            InternalFault: a file is missing or not text.
        """
        try:
            return cls({name: (folder / f"{name}.yaml").read_text(encoding="utf-8") for name in NAMES})
        except (OSError, UnicodeDecodeError) as error:
            raise InternalFault(f"the shipped catalog in {folder.name}/ cannot be read: {error}") from error

    @cached_property
    def digest(self) -> str:
        """The SHA-256 of what the files say, whatever their comments and blank lines."""
        total = hashlib.sha256()
        for name in NAMES:
            kept = (line.rstrip() for line in self._texts[name].splitlines() if line.strip()[:1] not in ("", "#"))
            total.update("\n".join((f"# {name}", *kept, "")).encode())
        return total.hexdigest()

    @cached_property
    def providers(self) -> Mapping[str, Provider]:
        """Who runs sites, by id."""
        return self._by_id((name, rows.provider(name, row, self.foreign_law)) for name, row in self._providers.items())

    @cached_property
    def tools(self) -> Mapping[str, Provider]:
        """Tools that receive data, by id."""
        return self._by_id((name, rows.tool(name, row, self.foreign_law)) for name, row in self._tools.items())

    @cached_property
    def sites(self) -> Mapping[tuple[str, str], Site]:
        """Sites where jobs may run, by provider and id, in the order of the file."""
        found: dict[tuple[str, str], Site] = {}
        for provider, entries in self._parse("sites").items():
            of, shared = self.providers[provider], entries.get("all", {})
            for name, row in entries.items():
                if name != "all":
                    found[provider, name] = rows.site(of, name, {**shared, **row}, self.forms)
        return MappingProxyType(found)

    @cached_property
    def tool_sites(self) -> Mapping[tuple[str, str], Site]:
        """The regions that customers of tools may choose, by tool and id."""
        made = (site for name, row in self._tools.items() for site in rows.tool_sites(self.tools[name], row))
        return MappingProxyType({(site.provider, site.id): site for site in made})

    @cached_property
    def accelerators(self) -> Mapping[str, Accelerator]:
        """Accelerators by id."""
        entries = self._accelerators["accelerators"]
        return self._by_id((name, rows.accelerator(name, row)) for name, row in entries.items())

    @cached_property
    def forms(self) -> Mapping[str, tuple[str, ...]]:
        """The ids of each family of accelerators."""
        return MappingProxyType(rows.forms_of(self.accelerators))

    @cached_property
    def shares(self) -> Mapping[str, Mapping[str, str]]:
        """Spellings that name a share of an accelerator."""
        return MappingProxyType(self._accelerators["shares"])

    @cached_property
    def figures(self) -> Mapping[str, Mapping[str, float | str]]:
        """Rates, links and power of each accelerator, by column."""
        entries = self._parse("accelerator_figures")["figures"]
        return self._by_id(
            (name, MappingProxyType({key: rows.figure(value) for key, value in row.items()}))
            for name, row in entries.items()
        )

    @cached_property
    def fabrics(self) -> Mapping[str, Fabric]:
        """Fabrics by id."""
        return self._by_id((name, rows.fabric(name, row)) for name, row in self._parse("fabrics")["fabrics"].items())

    @cached_property
    def pairs(self) -> Mapping[tuple[str, str], Pair]:
        """Pairs of geo-redundant storage by provider and site."""
        made = (rows.pair(row) for row in self._parse("replication")["replication"])
        return MappingProxyType({(pair.provider, pair.site): pair for pair in made})

    @cached_property
    def sla(self) -> Mapping[str, tuple[SlaRow, ...]]:
        """What is said about availability, by provider."""
        entries = self._parse("sla").items()
        return self._by_id((name, tuple(rows.sla_row(name, row) for row in listed)) for name, listed in entries)

    @cached_property
    def _provider_file(self) -> Mapping[str, Any]:
        return self._parse("providers")

    @property
    def _providers(self) -> Mapping[str, Any]:
        entries: Mapping[str, Any] = self._provider_file["providers"]
        return entries

    @cached_property
    def foreign_law(self) -> Mapping[str, str]:
        """What the law of a jurisdiction means for data kept elsewhere."""
        return MappingProxyType(self._provider_file["foreign_law"])

    @cached_property
    def _tools(self) -> Mapping[str, Any]:
        entries: Mapping[str, Any] = self._parse("tools")["tools"]
        return entries

    @cached_property
    def _accelerators(self) -> Mapping[str, Any]:
        return self._parse("accelerators")

    def _parse(self, name: str) -> Mapping[str, Any]:
        """A file as mappings, lists and texts: no YAML typing, so that Norway (NO) stays a country."""
        import yaml

        loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
        try:
            data: Mapping[str, Any] = yaml.load(self._texts[name], loader)  # noqa: S506 - text only, our own file
        except yaml.YAMLError as error:
            raise InternalFault(f"the shipped catalog's {name}.yaml is not YAML: {error}") from error
        return data

    @staticmethod
    def _by_id(entries: Iterable[tuple[str, T]]) -> Mapping[str, T]:
        return MappingProxyType(dict(entries))
