"""What a user declares: documents read, typed, placed and joined."""

from __future__ import annotations

from policy_engine.declaration.contradictions import effective_controls
from policy_engine.declaration.document import Document
from policy_engine.declaration.kinds import KINDS, Kind
from policy_engine.declaration.library import Job, Library
from policy_engine.declaration.naming import CatalogNames, NameProblem
from policy_engine.declaration.nodes import LIMITS, Limits
from policy_engine.declaration.reader import API_VERSION, Bundle, read_paths, read_text
from policy_engine.declaration.references import Linked, link
from policy_engine.declaration.vocabulary import Vocabulary, vocabulary

__all__ = [
    "API_VERSION",
    "KINDS",
    "LIMITS",
    "Bundle",
    "CatalogNames",
    "Document",
    "Job",
    "Kind",
    "Library",
    "Limits",
    "Linked",
    "NameProblem",
    "Vocabulary",
    "effective_controls",
    "link",
    "read_paths",
    "read_text",
    "vocabulary",
]
