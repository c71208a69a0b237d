"""The one way in: a batch of joined workloads goes in, decisions come out.

The engine is a pure function of its arguments. It reads no clock, file, network or database; the date,
the catalog, the parameters and the packs are given to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any

from policy_engine import __version__, expression
from policy_engine.catalog import Catalog
from policy_engine.declaration import Job, effective_controls
from policy_engine.declaration.values import Timestamp
from policy_engine.engine.decision import Decision, Inputs
from policy_engine.engine.outcomes import OutcomeWriter
from policy_engine.engine.verdict import Bite, Judged, judge, levels_in_force, verdict_of, weigh
from policy_engine.errors import NothingToEvaluate, OptionError, did_you_mean
from policy_engine.facts import FACTS, Situation
from policy_engine.packs import ROOTS, WEIGHTS, Level, PackSet, Parameters, Rule, typed_value

if TYPE_CHECKING:
    from policy_engine.declaration import Document

__all__ = ["Engine", "Explanation", "Options"]

# Compiled rule sets kept, one for each date and choice of packs: a service that runs for years must not grow.
PLANS_KEPT = 64


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


@dataclass(frozen=True, slots=True)
class Explanation:
    """One clause of a rule for one workload, and how it came to its value."""

    workload: str
    rule: str
    part: str
    source: str
    trace: expression.Trace


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
        plan = self._plan(options.as_of, _disabled(job.profile))
        situation, facts, bindings = self._join(job, options, plan.facts, plan.params)
        results = plan.program(bindings)
        writer, bite = OutcomeWriter(situation, bindings), _bite(job.profile)
        outcomes = [
            writer.write(entry.rule, _judged(entry, results, bite, strict=options.strict)) for entry in plan.entries
        ]
        workload = job.workload
        return Decision(
            workload=workload.name,
            documents={root: _shown(document) for root, document in _named(job)},
            owner=workload.owner,
            verdict=verdict_of(outcome.weighs for outcome in outcomes if outcome.is_finding),
            as_of=options.as_of,
            inputs=self._inputs(job, options),
            outcomes=tuple(outcomes),
            facts=facts,
            place=workload.place,
            site=situation.site.label if situation.site is not None else None,
        )

    def _join(
        self, job: Job, options: Options, names: Iterable[str], params_read: Iterable[str]
    ) -> tuple[Situation, dict[str, dict[str, Any]], dict[str, Any]]:
        """A job with its parameters and facts: everything that rules can name."""
        params = self.parameters.at(options.as_of, params_read) | self._overrides(job.profile)
        situation = self._situation(job, options.as_of, params)
        facts = situation.roots(names)
        return situation, facts, _bindings(situation, facts, params)

    def bindings(self, job: Job, options: Options, reads: Iterable[str]) -> dict[str, Any]:
        """Everything an expression with these reads can name for one workload."""
        return self._join(job.at(options.as_of), options, *_needs(reads))[2]

    def explain(self, jobs: Sequence[Job], name: str, options: Options) -> list[Explanation]:
        """How one rule was decided for every workload, clause by clause.

        Raises:
            OptionError: there is no such rule.
        """
        rule = self.packs.rule(name)
        if rule is None:
            known = [rule.id for rule in self.packs.rules]
            raise OptionError(f'unknown rule "{name}"{did_you_mean(name, known, limit=6)}')
        levels = levels_in_force(rule, options.as_of)
        if not rule.in_force(options.as_of):
            raise OptionError(f"{rule.id} is not in force on {options.as_of}, so there is nothing to explain")
        parts = [("when", rule.when), *(("require", level.require) for level in levels), ("review", rule.review)]
        written = [(part, checked) for part, checked in parts if checked is not None]
        reads = {read for _, checked in written for read in checked.reads}
        out = []
        for job in jobs:
            bindings = self.bindings(job, options, reads)
            for part, checked in written:
                trace = expression.explain(checked, bindings)
                out.append(Explanation(job.workload.name, rule.id, part, checked.source, trace))
        return out

    def _overrides(self, profile: Document | None) -> dict[str, Any]:
        """The policy parameters a profile sets, typed as the parameter is."""
        raw = profile.spec.get("parameters", {}) if profile is not None else {}
        return {name: typed_value(self.parameters.entries[name].type_name, value) for name, value in raw.items()}

    def _situation(self, job: Job, as_of: date, params: Mapping[str, Any]) -> Situation:
        provider, site = job.where.get("provider"), job.where.get("site")
        known = self.catalog.site(provider, site) if provider and site else None
        return Situation(job, known, self.catalog, params, as_of, effective_controls(job))

    def _plan(self, as_of: date, disabled: tuple[str, ...]) -> _Plan:
        key = (as_of, disabled)
        plan = self._plans.get(key)
        if plan is None:
            plan = self._compile(as_of, frozenset(disabled))
            if len(self._plans) >= PLANS_KEPT:
                self._plans.clear()
            self._plans[key] = plan
        return plan

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
        texts = {read for entry in entries if entry.levels for read in entry.rule.text_reads}
        return _Plan(tuple(entries), program, *_needs(program.reads | texts))

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


def _needs(reads: Iterable[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The facts and the parameters that some paths need; parameters that facts read are always there."""
    heads = {".".join(read.replace("[]", "").split(".")[:2]) for read in reads}
    whole = {read for read in reads if read in FACTS.subjects}
    facts = {name for name in FACTS.facts if name in heads or name.split(".")[0] in whole}
    read = {name.split(".")[0] for name in facts}
    facts |= {name for name in FACTS.reported if name.split(".")[0] in read}
    params = {head.split(".")[1] for head in heads if head.startswith("param.")}
    return tuple(sorted(facts)), tuple(sorted(params | FACTS.params))


def _judged(entry: _Entry, results: Sequence[Any], bite: Bite, *, strict: bool) -> Judged:
    """The outcome of one rule, weighed under the profile."""
    rule = entry.rule
    levels = [(level, results[entry.first + index]) for index, level in enumerate(entry.levels)]
    judged = judge(rule, levels, results[entry.review] if entry.review is not None else None)
    weighs = weigh(rule, judged.outcome, bite.apply(rule, judged.weighs), strict=strict)
    if judged.outcome == "review":
        weighs = bite.cap(rule, weighs)
        # What a person must judge in one flow does not hide what is not known of another, where that weighs more.
        behind = judge(rule, levels, None)
        heavier = weigh(rule, behind.outcome, bite.apply(rule, behind.weighs), strict=strict)
        if behind.outcome in ("unknown", "error") and WEIGHTS.index(heavier) > WEIGHTS.index(weighs):
            judged, weighs = behind, heavier
    if rule.subject == "organization" and not rule.organization_denies:
        weighs = min(weighs, "warn", key=WEIGHTS.index)
    return Judged(judged.outcome, weighs, judged.failure, judged.level)


def _documents(job: Job) -> Iterable[Document]:
    single = (job.workload, job.organization, job.activity, job.platform, job.profile)
    return [document for document in (*single, *job.datasets, *job.contracts.values()) if document is not None]


def _named(job: Job) -> Iterator[tuple[str, Document]]:
    """The documents of a job by the root that rules name them under."""
    for root in ("workload", "organization", "activity", "contract", "platform"):
        document = getattr(job, root)
        if document is not None:
            yield root, document
    for index, document in enumerate(job.datasets):
        yield f"datasets[{index}]", document


def _shown(document: Document) -> tuple[str, str | None, str]:
    """A document as readers are told of it: what it is, whose, and where it stands."""
    return f"{document.kind} {document.name}", document.owner, f"{document.place.file}:{document.place.line}"


def _bindings(situation: Situation, facts: Mapping[str, Any], params: Mapping[str, Any]) -> dict[str, Any]:
    """Everything rules can name; an absent document is an empty record, so that rules may ask what it has."""
    job = situation.job
    bindings: dict[str, Any] = {
        "datasets": [dataset.root for dataset in job.datasets],
        "param": params,
        "as_of": Timestamp.of_date(situation.as_of),
        "extra": job.extra,
    }
    for name in ROOTS:
        document = getattr(job, name)
        bindings[name] = document.root if document is not None else {}
    bindings["site"] = situation.site.root if situation.site is not None else {}
    bindings.update(facts)
    return bindings


def _disabled(profile: Document | None) -> tuple[str, ...]:
    packs = profile.spec.get("packs", {}) if profile is not None else {}
    return tuple(sorted(name for name, setting in packs.items() if setting.get("enabled") is False))


def _bite(profile: Document | None) -> Bite:
    if profile is None:
        return Bite({}, {})
    packs = profile.spec.get("packs", {})
    modes = {name: setting["mode"] for name, setting in packs.items() if "mode" in setting}
    return Bite(profile.spec.get("weights", {}), modes, profile.spec.get("mode", "enforce"))


def _why_nothing(packs: PackSet, as_of: date) -> str:
    if not packs.rules:
        return "no rule was loaded: nothing was evaluated"
    starts = [rule.first for rule in packs.rules if rule.first is not None and rule.first > as_of]
    hint = f": the first takes effect on {min(starts)}" if starts else ""
    return f"no rule is in force on {as_of}{hint}"
