"""What is computed from declarations and catalog: one module a subject.

Importing this package registers every subject; adding one takes a module, its schema and a line here.
"""

from __future__ import annotations

from policy_engine.facts import availability, capacity, residency, safeguards
from policy_engine.facts.registry import FACTS, Fact, Missing, Situation, Subject

__all__ = ["FACTS", "Fact", "Missing", "Situation", "Subject"]

FACTS.check_complete()
_SUBJECT_MODULES = (availability, capacity, residency, safeguards)
