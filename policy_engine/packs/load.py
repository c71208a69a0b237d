"""Loading packs: from RulePack documents to compiled rules; what is wrong comes back with its place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from typing import Any

from policy_engine import expression
from policy_engine.declaration import Document, read_paths
from policy_engine.errors import AlvaraError, ExpressionError, PackError, Place
from policy_engine.packs.environment import environment
from policy_engine.packs.model import LANGUAGES, Level, Pack, Rule, table_weight
from policy_engine.packs.parameters import TYPES, Parameter, Parameters, parameters_from
from policy_engine.packs.templates import Template, compile_template

__all__ = ["PackSet", "load_packs", "read_packs"]


@dataclass(frozen=True, slots=True)
class PackSet:
    """The packs in use, their rules in order, and the languages every one of them is written in."""

    packs: tuple[Pack, ...] = ()
    extra: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    environment: expression.Environment = field(default_factory=lambda: expression.Environment({}))

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The rules of all packs, in the order of the packs."""
        return tuple(rule for pack in self.packs for rule in pack.rules)

    def rule(self, name: str) -> Rule | None:
        """A rule by id, ignoring case."""
        return next((rule for rule in self.rules if rule.id.lower() == name.lower()), None)


def read_packs(paths: Sequence[Path]) -> tuple[list[Document], list[AlvaraError]]:
    """The RulePack documents under some paths."""
    bundle = read_paths(paths)
    return [document for document in bundle.documents if document.kind == "RulePack"], list(bundle.errors)


def load_packs(documents: Iterable[Document], parameters: Parameters) -> tuple[PackSet, Parameters, list[AlvaraError]]:
    """Compile packs together: rule ids, parameters and extra fields are unique over all of them.

    Returns:
        The packs that could be compiled, the parameters with those the packs add, and every error.
    """
    errors: list[AlvaraError] = []
    documents = _one_of_each(documents, errors)
    for document in documents:
        try:
            parameters = parameters.merged(_own_parameters(document, errors))
        except PackError as error:
            errors.append(error)
    extra = _extra_fields(documents, errors)
    names = environment(
        {name: entry.type for name, entry in parameters.entries.items()},
        {name: TYPES[field["type"]] for name, field in extra.items()},
    )
    seen: dict[str, Place] = {}
    packs = [_Compiler(document, names, errors, seen).pack() for document in documents]
    return PackSet(tuple(packs), extra, names), parameters, errors


def _one_of_each(documents: Iterable[Document], errors: list[AlvaraError]) -> list[Document]:
    """The packs without those whose id another has taken: decisions and profiles name packs by id."""
    kept: dict[str, Document] = {}
    for document in documents:
        first = kept.setdefault(document.name.casefold(), document)
        if first is not document:
            errors.append(PackError(f'pack id "{document.name}" is already used at {first.place}', document.place))
    return list(kept.values())


def _own_parameters(document: Document, errors: list[AlvaraError]) -> list[Parameter]:
    raw = document.raw.get("parameters")
    if raw is None:
        return []
    entries, found = parameters_from(raw, document.place.file)
    errors += found
    return list(entries.values())


def _extra_fields(documents: Iterable[Document], errors: list[AlvaraError]) -> dict[str, Mapping[str, Any]]:
    fields: dict[str, Mapping[str, Any]] = {}
    owners: dict[str, Document] = {}
    for document in documents:
        for name, entry in document.spec.get("extra", {}).items():
            if name in fields:
                other = owners[name].place
                errors.append(
                    PackError(
                        f'extra field "{name}" is already defined by the pack at {other}', document.locate("extra")
                    )
                )
                continue
            fields[name], owners[name] = entry, document
    return fields


class _Compiler:
    """Compiles the rules of one pack; ids already taken and bad expressions become errors."""

    def __init__(
        self, document: Document, names: expression.Environment, errors: list[AlvaraError], seen: dict[str, Place]
    ) -> None:
        self.document = document
        self.errors = errors
        self.seen = seen
        self.names = names
        for name, source in document.spec.get("variables", {}).items():
            checked = self._compile(source, f"variables.{name}")
            if checked is not None:
                self.names = self.names.define(name, checked)

    def pack(self) -> Pack:
        """The pack, without the rules that could not be compiled."""
        metadata = self.document.metadata
        verified = metadata.get("last_verified")
        rules = [self._rule(index, raw) for index, raw in enumerate(self.document.spec.get("rules", ()))]
        return Pack(
            id=self.document.name,
            version=metadata["version"],
            title=metadata.get("title", {}),
            last_verified=verified.date() if verified is not None else None,
            digest=self.document.digest,
            rules=tuple(rule for rule in rules if rule is not None),
            place=self.document.place,
        )

    def _rule(self, index: int, raw: Mapping[str, Any]) -> Rule | None:
        before = len(self.errors)
        at = f"rules[{index}]"
        place = self.document.locate(f"{at}.id")
        taken = self.seen.setdefault(raw["id"].casefold(), place)
        if taken is not place:
            self.errors.append(PackError(f'rule id "{raw["id"]}" is already used at {taken}', place))
        first, last = _dates(raw.get("effective", {}))
        rule = Rule(
            id=raw["id"],
            pack=self.document.name,
            title=raw.get("title", {}),
            severity=raw["severity"],
            nature=raw["nature"],
            subject=raw["subject"],
            owner=raw.get("owner"),
            basis=tuple(raw.get("basis", ())),
            first=first,
            last=last,
            when=self._boolean(raw, at, "when"),
            review=self._boolean(raw, at, "review"),
            levels=self._levels(raw, at),
            unknown=raw.get("unknown"),
            message=self._texts(raw, at, "message"),
            remediation=self._texts(raw, at, "remediation"),
            references=tuple(raw.get("references", ())),
            unverified=raw.get("unverified"),
            organization_denies=raw.get("organization_denies", False),
            place=place,
        )
        return _with_reads(rule) if len(self.errors) == before else None

    def _levels(self, raw: Mapping[str, Any], at: str) -> tuple[Level, ...]:
        """The steps of a rule; one ``require`` is a rule of one step."""
        steps = raw.get("levels")
        if (steps is None) == ("require" not in raw):
            what = "both require and levels" if steps else "neither require nor levels"
            self.errors.append(PackError(f'rule "{raw["id"]}" has {what}: give one', self.document.locate(at)))
            return ()
        if steps is None:
            weighs = raw.get("weighs") or table_weight(raw["nature"], raw["severity"])
            require = self._boolean(raw, at, "require")
            return (Level(require, weighs),) if require is not None else ()
        found = []
        for index, step in enumerate(steps):
            require = self._boolean(step, f"{at}.levels[{index}]", "require")
            if require is not None:
                first, last = _dates(step)
                message = self._texts(step, f"{at}.levels[{index}]", "message")
                found.append(Level(require, step["weighs"], first, last, message))
        return tuple(found)

    def _boolean(self, raw: Mapping[str, Any], at: str, key: str) -> expression.Checked | None:
        if key not in raw:
            return None
        return self._compile(raw[key], f"{at}.{key}", expect=expression.BOOL)

    def _compile(
        self,
        source: str,
        at: str,
        *,
        expect: expression.Type | None = None,
    ) -> expression.Checked | None:
        try:
            return expression.compile(source, self.names, expect=expect, place=self.document.locate(at))
        except ExpressionError as error:
            self.errors.append(error)
            return None

    def _texts(self, raw: Mapping[str, Any], at: str, key: str) -> dict[str, Template]:
        found = {}
        for language in LANGUAGES:
            text = raw.get(key, {}).get(language)
            if text is None:
                continue
            try:
                place = self.document.locate(f"{at}.{key}.{language}")
                found[language] = compile_template(text, language, self.names, place)
            except ExpressionError as error:
                self.errors.append(error)
        return found


def _with_reads(rule: Rule) -> Rule:
    """The rule with the paths its texts and its clauses read; those through lists are left to explanations."""
    texts = [*rule.message.values(), *rule.remediation.values()]
    texts += [text for level in rule.levels for text in level.message.values()]
    clauses = [part for part in (rule.when, rule.review, *(level.require for level in rule.levels)) if part]
    scalar = {read for part in clauses for read in part.reads if "[]" not in read and "." in read}
    return replace(
        rule, text_reads=frozenset(read for text in texts for read in text.reads), scalar_reads=tuple(sorted(scalar))
    )


def _dates(raw: Mapping[str, Any]) -> tuple[date | None, date | None]:
    first, last = raw.get("from"), raw.get("until")
    return (first.date() if first is not None else None, last.date() if last is not None else None)
