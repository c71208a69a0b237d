"""The one way in: a batch of joined workloads goes in, decisions come out.

The engine is a pure function of its arguments. It reads no clock, file, network or database; the date,
the catalog, the parameters and the packs are given to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING, Any

from policy_engine import __version__, expression
from policy_engine.catalog import Catalog
from policy_engine.declaration import Job, effective_controls
from policy_engine.declaration.values import Timestamp
from policy_engine.engine.decision import Decision, Inputs
from policy_engine.engine.outcomes import OutcomeWriter
from policy_engine.engine.verdict import Bite, judge, levels_in_force, strongest, verdict_of, weigh
from policy_engine.errors import NothingToEvaluate
from policy_engine.facts import FACTS, Situation
from policy_engine.packs import Level, PackSet, Parameters, Rule

if TYPE_CHECKING:
    from policy_engine.declaration import Document

__all__ = ["Engine", "Options"]


@dataclass(frozen=True, slots=True)
class Options:
    """How to judge: the date, who is believed, and whether what is unknown counts as failed."""

    as_of: date
    gate: bool = False
    strict: bool = False


@dataclass(frozen=True, slots=True)
class _Entry:
    """One rule in force, with where its results lie in what the program returns."""

    rule: Rule
    levels: tuple[Level, ...]
    first: int
    review: int | None


@dataclass(frozen=True, slots=True)
class _Plan:
    """The rules in force on a day, compiled into one program, and the facts they read."""

    entries: tuple[_Entry, ...]
    program: expression.RowProgram
    facts: tuple[str, ...]
    params: tuple[str, ...]


class Engine:
    """Rules, parameters and catalog, ready to judge batches of workloads."""

    def __init__(self, catalog: Catalog, parameters: Parameters, packs: PackSet) -> None:
        self.catalog = catalog
        self.parameters = parameters
        self.packs = packs
        self._plans: dict[tuple[date, tuple[str, ...]], _Plan] = {}

    def evaluate(self, jobs: Sequence[Job], options: Options) -> list[Decision]:
        """Judge every workload of a batch.

        Raises:
            NothingToEvaluate: no rule is in force at the date.
            PackError: a parameter that a rule reads has no value at the date.
        """
        return [self._decide(job.at(options.as_of), options) for job in jobs]

    def _decide(self, job: Job, options: Options) -> Decision:
        profile = job.profile
        plan = self._plan(options.as_of, _disabled(profile))
        params = self.parameters.at(options.as_of, plan.params) | _overrides(profile)
        situation = self._situation(job, options.as_of, params)
        facts = situation.roots(plan.facts)
        bindings = _bindings(situation, facts, params)
        results = plan.program(bindings)
        writer = OutcomeWriter(situation, bindings, self.packs.languages)
        bite = _bite(profile)
        outcomes = []
        for entry in plan.entries:
            levels = [(level, results[entry.first + n]) for n, level in enumerate(entry.levels)]
            review = results[entry.review] if entry.review is not None else None
            judged = judge(entry.rule, levels, review)
            weighs = weigh(entry.rule, judged.outcome, bite.apply(entry.rule, judged.weighs), strict=options.strict)
            if entry.rule.subject == "organization" and not entry.rule.organization_denies:
                weighs = min(weighs, "warn", key=("inform", "warn", "deny").index)
            outcomes.append(writer.write(entry.rule, replace(judged, weighs=weighs)))
        workload = job.workload
        return Decision(
            workload=workload.name,
            owner=workload.metadata.get("owner"),
            verdict=verdict_of(outcome.weighs for outcome in outcomes if outcome.is_finding),
            as_of=options.as_of,
            inputs=self._inputs(job, options),
            outcomes=tuple(outcomes),
            facts=facts,
            place=workload.place,
            site=situation.site.label if situation.site is not None else None,
        )

    def _situation(self, job: Job, as_of: date, params: Mapping[str, Any]) -> Situation:
        where = job.platform.spec if job.platform is not None else job.workload.spec.get("placement", {})
        provider, site = where.get("provider"), where.get("site")
        known = self.catalog.site(provider, site) if provider and site else None
        return Situation(job, known, self.catalog, params, as_of, effective_controls(job))

    def _plan(self, as_of: date, disabled: tuple[str, ...]) -> _Plan:
        key = (as_of, disabled)
        if key not in self._plans:
            self._plans[key] = self._compile(as_of, frozenset(disabled))
        return self._plans[key]

    def _compile(self, as_of: date, disabled: frozenset[str]) -> _Plan:
        clauses: list[expression.Clause] = []
        entries = []
        for rule in self.packs.rules:
            if rule.pack in disabled:
                continue
            levels, first, review = levels_in_force(rule, as_of), len(clauses), None
            clauses += [expression.Clause(rule.when, level.require) for level in levels]
            if rule.review is not None and rule.in_force(as_of):
                review = len(clauses)
                clauses.append(expression.Clause(rule.when, rule.review))
            entries.append(_Entry(rule, levels, first, review))
        if not clauses:
            raise NothingToEvaluate(_why_nothing(self.packs, as_of))
        program = expression.compile_rows(clauses)
        reads = program.reads | {read for entry in entries if entry.levels for read in entry.rule.text_reads}
        facts = {".".join(read.split(".")[:2]).removesuffix("[]") for read in reads} & FACTS.facts.keys()
        params = {read.split(".")[1].removesuffix("[]") for read in reads if read.startswith("param.")}
        return _Plan(tuple(entries), program, tuple(sorted(facts)), tuple(sorted(params | FACTS.params)))

    def _inputs(self, job: Job, options: Options) -> Inputs:
        return Inputs(
            engine=__version__,
            documents={f"{document.kind}/{document.name}": document.digest for document in _documents(job)},
            packs={pack.id: pack.digest for pack in self.packs.packs},
            parameters=self.parameters.digest,
            catalog=self.catalog.digest,
            rates=None,
            gate=options.gate,
            strict=options.strict,
            profile=job.profile.name if job.profile is not None else None,
        )


def _documents(job: Job) -> Iterable[Document]:
    single = (job.workload, job.organization, job.activity, job.platform, job.profile)
    return [document for document in (*single, *job.datasets, *job.contracts.values()) if document is not None]


def _bindings(situation: Situation, facts: Mapping[str, Any], params: Mapping[str, Any]) -> dict[str, Any]:
    """Everything rules can name, absent documents left out."""
    job = situation.job
    bindings: dict[str, Any] = {
        "workload": job.workload.root,
        "datasets": [dataset.root for dataset in job.datasets],
        "param": params,
        "as_of": Timestamp.of_date(situation.as_of),
        "extra": job.extra,
    }
    for name in ("organization", "activity", "contract", "platform", "profile"):
        document = getattr(job, name)
        bindings[name] = document.root if document is not None else {}
    bindings["site"] = situation.site.root if situation.site is not None else {}
    return bindings | facts


def _disabled(profile: Document | None) -> tuple[str, ...]:
    packs = profile.spec.get("packs", {}) if profile is not None else {}
    return tuple(sorted(name for name, setting in packs.items() if setting.get("enabled") is False))


def _overrides(profile: Document | None) -> dict[str, Any]:
    return dict(profile.spec.get("parameters", {})) if profile is not None else {}


def _bite(profile: Document | None) -> Bite:
    if profile is None:
        return Bite({}, {})
    packs = profile.spec.get("packs", {})
    modes = {name: setting["mode"] for name, setting in packs.items() if "mode" in setting}
    return Bite(profile.spec.get("weights", {}), modes, profile.spec.get("mode", "enforce"))


def _why_nothing(packs: PackSet, as_of: date) -> str:
    if not packs.rules:
        return "no rule was loaded: nothing was evaluated"
    first = min(rule.first for rule in packs.rules if rule.first is not None)
    return f"no rule is in force on {as_of}: the first takes effect on {first}"
