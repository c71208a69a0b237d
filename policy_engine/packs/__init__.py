"""Rule packs: loading, dates, parameters, typed texts and profiles."""

from __future__ import annotations

from policy_engine.packs.environment import ROOTS
from policy_engine.packs.load import PackSet, load_packs, read_packs
from policy_engine.packs.model import LANGUAGES, WEIGHTS, Level, Pack, Rule, table_weight, weaker
from policy_engine.packs.parameters import Parameter, Parameters, load_parameters, typed_value
from policy_engine.packs.profiles import check_profiles, with_profiles
from policy_engine.packs.templates import Template, Texts, show

__all__ = [
    "LANGUAGES",
    "ROOTS",
    "WEIGHTS",
    "Level",
    "Pack",
    "PackSet",
    "Parameter",
    "Parameters",
    "Rule",
    "Template",
    "Texts",
    "check_profiles",
    "load_packs",
    "load_parameters",
    "read_packs",
    "show",
    "table_weight",
    "typed_value",
    "weaker",
    "with_profiles",
]
