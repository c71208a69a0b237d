"""Documents by name, and a workload with everything it relies on, as it stood on a day."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

from policy_engine.declaration.document import Document
from policy_engine.declaration.values import Timestamp

__all__ = ["Job", "Library", "in_use"]


@dataclass(frozen=True, slots=True)
class Library:
    """Documents by kind and name.

    Attributes:
        documents: those that could be read.
        partial: what is right in the others.
        faulty: kinds and names of documents that have errors, whether they could be read or not: nothing may rely on
            them.
    """

    documents: Mapping[tuple[str, str], Document]
    partial: tuple[Document, ...] = ()
    faulty: frozenset[tuple[str, str]] = frozenset()

    def get(self, kind: str, name: str | None) -> Document | None:
        """A document, or None."""
        return self.documents.get((kind, name)) if name is not None else None

    def of_kind(self, kind: str) -> list[Document]:
        """All documents of a kind, in the order they were read."""
        return [document for (one, _), document in self.documents.items() if one == kind]

    @property
    def only_organization(self) -> str | None:
        """The name of the Organization where there is one and no other: then every job is its."""
        names = [name for kind, name in self.documents if kind == "Organization"]
        return names[0] if len(names) == 1 else None

    def job(self, workload: Document) -> Job:
        """A workload with what it refers to; which contracts count depends on the day, so all are kept.

        Whose it is follows from the workload, its activity or its platform, else from the only Organization there is.
        """
        spec = workload.spec
        activity = self.get("Activity", spec.get("activity"))
        platform = self.get("Platform", spec.get("platform"))
        datasets = [self.get("Dataset", use.get("dataset")) for use in spec.get("data", ())]
        owner = spec.get("organization")
        for other in (activity, platform):
            if owner is None and other is not None:
                owner = other.spec.get("organization")
        if owner is None:
            owner = self.only_organization
        signed = tuple(one for one in self.of_kind("Contract") if one.spec.get("organization") == owner)
        return Job(
            workload=workload,
            organization=self.get("Organization", owner),
            activity=activity,
            datasets=tuple(dataset for dataset in datasets if dataset is not None),
            platform=platform,
            all_contracts=signed if owner is not None else (),
        ).with_contracts(None)


@dataclass(frozen=True, slots=True)
class Job:
    """A workload with everything it refers to.

    Attributes:
        contract: the contract in use with the provider it runs on.
        contracts: those in use with every provider, by provider.
        all_contracts: every contract of the organization, whatever the day.
        extra: the fields that rule packs define, typed.
    """

    workload: Document
    organization: Document | None
    activity: Document | None
    datasets: tuple[Document, ...]
    platform: Document | None
    contract: Document | None = None
    contracts: Mapping[str, Document] = field(default_factory=dict)
    profile: Document | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)
    all_contracts: tuple[Document, ...] = ()

    @property
    def providers(self) -> frozenset[str]:
        """The providers it hands data to, as far as it says: where it runs, reads and sends."""
        places = [self.where, *(dataset.spec.get("location", {}) for dataset in self.datasets)]
        places += [flow.get("to", {}) for flow in self.workload.spec.get("flows", ())]
        return frozenset(place["provider"] for place in places if "provider" in place)

    @property
    def where(self) -> Mapping[str, Any]:
        """The provider and site it runs on: its platform's, or the placement it names itself."""
        place: Mapping[str, Any] = self.workload.spec.get("placement", {})
        return place if self.platform is None else self.platform.spec

    @property
    def documents(self) -> list[Document]:
        """The workload, and the documents that rules see beside it."""
        single = (self.workload, self.organization, self.activity, self.platform, self.contract)
        return [document for document in (*single, *self.datasets) if document is not None]

    @property
    def relied_on(self) -> list[Document]:
        """Every document that may decide about it on some day; contracts with providers it never meets may not."""
        own = [document for document in self.documents if document.kind != "Contract"]
        return own + [one for one in self.all_contracts if one.spec["provider"] in self.providers]

    def with_contracts(self, as_of: date | None) -> Job:
        """The job with the contracts that are in use on a day."""
        contracts = in_use(self.all_contracts, as_of)
        return replace(self, contracts=contracts, contract=contracts.get(self.where.get("provider", "")))

    def at(self, as_of: date) -> Job:
        """The job as its documents stood on a day: what is dated later is not there yet, what has ended is gone."""
        datasets = (one.at(as_of) for one in self.datasets)
        signed = (one.at(as_of) for one in self.all_contracts)
        return replace(
            self,
            workload=_at(self.workload, as_of) or self.workload,
            organization=_at(self.organization, as_of),
            activity=_at(self.activity, as_of),
            datasets=tuple(dataset for dataset in datasets if dataset is not None),
            platform=_at(self.platform, as_of),
            all_contracts=tuple(contract for contract in signed if contract is not None),
        ).with_contracts(as_of)


def in_use(contracts: Iterable[Document], as_of: date | None) -> dict[str, Document]:
    """The contract in use with each provider: of those that have not ended, the one signed last."""
    day = Timestamp.of_date(as_of) if as_of is not None else None
    chosen: dict[str, Document] = {}
    for contract in sorted(contracts, key=lambda one: (one.spec["signed"].ns if "signed" in one.spec else 0, one.name)):
        ends = contract.spec.get("ends")
        if day is None or ends is None or day <= ends:
            chosen[contract.spec["provider"]] = contract
    return chosen


def _at(document: Document | None, as_of: date) -> Document | None:
    return document.at(as_of) if document is not None else None
