"""Profiles: which one a workload is judged under, and what a profile may not do.

A rule of law never weighs less than the table of the design says because a profile wants it so: that takes a
dated, approved exception. A parameter that states the law is not a profile's to change.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from policy_engine.declaration import Document, Job, Library
from policy_engine.errors import AlvaraError, OptionError, PackError, did_you_mean
from policy_engine.packs.load import PackSet
from policy_engine.packs.model import LAW, WEIGHTS, Rule, table_weight
from policy_engine.packs.parameters import Parameters, typed_value

__all__ = ["check_profiles", "with_profiles"]


def check_profiles(
    profiles: Iterable[Document], packs: PackSet, parameters: Parameters
) -> dict[str, list[AlvaraError]]:
    """What is wrong with each profile that is at fault, given the rules and parameters it speaks of."""
    wrong = {}
    for profile in profiles:
        errors = [*_weights(profile, packs), *_parameters(profile, parameters), *_packs(profile, packs)]
        if errors:
            wrong[profile.name] = errors
    return wrong


def with_profiles(
    jobs: Sequence[Job], library: Library, named: str | None, refused: Container[str] = ()
) -> tuple[list[Job], list[AlvaraError]]:
    """Give each workload its profile: the one named, else the only one that matches it, else none.

    A workload whose profile is among those ``refused`` is not judged at all: no weight of such a profile counts.

    Raises:
        OptionError: the named profile does not exist.
    """
    profiles = library.of_kind("Profile")
    if named is not None:
        profile = library.get("Profile", named)
        if profile is None:
            known = [document.name for document in profiles]
            raise OptionError(f'unknown profile "{named}"{did_you_mean(named, known) or "; no Profile was found"}')
        profiles = [profile]
    kept: list[Job] = []
    errors: list[AlvaraError] = []
    for job in jobs:
        fitting = [profile for profile in profiles if named is not None or _matches(profile, job)]
        if len(fitting) > 1:
            names = " and ".join(profile.name for profile in fitting)
            errors.append(
                PackError(
                    f"the profiles {names} both match this workload; narrow their match or use --profile",
                    job.workload.place,
                )
            )
        elif fitting and fitting[0].name in refused:
            message = f"not evaluated: the Profile it is judged under, {fitting[0].name}, has errors"
            errors.append(PackError(message, job.workload.place))
        else:
            kept.append(replace(job, profile=fitting[0]) if fitting else job)
    return kept, errors


def _matches(profile: Document, job: Job) -> bool:
    """Whether every condition of a profile's ``match`` holds; a profile without one matches only by name."""
    match: Mapping[str, Any] = profile.spec.get("match", {})
    if not match:
        return False
    environment = match.get("environment")
    labels = job.workload.metadata.get("labels", {})
    fits = environment is None or environment == job.workload.spec.get("environment")
    return fits and all(labels.get(key) == value for key, value in match.get("labels", {}).items())


def _weights(profile: Document, packs: PackSet) -> list[AlvaraError]:
    errors: list[AlvaraError] = []
    for name, weight in profile.spec.get("weights", {}).items():
        place = profile.locate(f"weights.{name}")
        rule = packs.rule(name)
        if rule is None:
            known = [rule.id for rule in packs.rules]
            errors.append(PackError(f'unknown rule "{name}"{did_you_mean(name, known, limit=4)}', place))
        elif rule.is_law and WEIGHTS.index(weight) < WEIGHTS.index(_least(rule)):
            errors.append(
                PackError(
                    f"{rule.id} is {rule.nature} and weighs {_least(rule)}: a Profile cannot make it {weight}; "
                    "that takes a Waiver",
                    place,
                )
            )
    return errors


def _least(rule: Rule) -> str:
    """The least a rule of law may weigh under a profile: what the table says."""
    return table_weight(rule.nature, rule.severity)


def _parameters(profile: Document, parameters: Parameters) -> list[AlvaraError]:
    errors: list[AlvaraError] = []
    for name, raw in profile.spec.get("parameters", {}).items():
        place = profile.locate(f"parameters.{name}")
        entry = parameters.entries.get(name)
        if entry is None:
            errors.append(PackError(f'unknown parameter "{name}"{did_you_mean(name, parameters.entries)}', place))
        elif entry.nature in LAW:
            errors.append(PackError(f'parameter "{name}" is {entry.nature}: a Profile cannot change it', place))
        else:
            try:
                typed_value(entry.type_name, raw)
            except ValueError as error:
                errors.append(PackError(f'parameter "{name}" {error}', place))
    return errors


def _packs(profile: Document, packs: PackSet) -> list[AlvaraError]:
    """Settings of packs that do not exist, or that would switch off rules of law."""
    errors: list[AlvaraError] = []
    known = {pack.id: pack for pack in packs.packs}
    for name, setting in profile.spec.get("packs", {}).items():
        place = profile.locate(f"packs.{name}")
        if name not in known:
            errors.append(PackError(f'unknown pack "{name}"{did_you_mean(name, known)}', place))
        elif setting.get("enabled") is False and any(rule.is_law for rule in known[name].rules):
            errors.append(PackError(f'pack "{name}" holds rules of law: a Profile cannot switch it off', place))
    return errors
