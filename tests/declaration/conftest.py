"""A small catalog of names, and a short way to join documents written as text."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from policy_engine.declaration import Library, Linked, NameProblem, link, read_text
from policy_engine.errors import did_you_mean

Joined = Callable[..., Linked]


@dataclass(frozen=True, slots=True)
class FakeNames:
    """Knows a few names; accepts them in any case."""

    known: Mapping[str, tuple[str, ...]] = field(
        default_factory=lambda: {
            "provider": ("eveo", "aws", "gcp"),
            "site": ("eveo-cotia", "eveo-curitiba", "sa-east-1", "us-east-1"),
            "accelerator": ("h100-sxm-80gb", "l40s"),
            "fabric": ("infiniband-ndr",),
        }
    )

    def canonical(self, what: str, text: str, provider: str | None = None) -> str:
        """The id that a spelling means."""
        assert (provider is not None) == (what == "site"), "only a site is asked for with its provider"
        for name in self.known[what]:
            if name == text.lower():
                return name
        raise NameProblem(f'unknown {what} "{text}"{did_you_mean(text, self.known[what])}')


@pytest.fixture
def names() -> FakeNames:
    return FakeNames()


@pytest.fixture
def joined(names: FakeNames) -> Joined:
    """Documents of a text, joined; those with errors are passed on as partial ones."""

    def join(
        text: str, *, extra: Mapping[str, Mapping[str, Any]] | None = None, known: Library | None = None
    ) -> Linked:
        bundle = read_text(text, "a.yaml")
        return link(bundle.documents, names, extra=extra, partial=bundle.partial, known=known)

    return join
