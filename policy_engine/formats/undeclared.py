"""What nobody declared, grouped by the document and owner that could, with the lines to add."""

from __future__ import annotations

from dataclasses import dataclass

from policy_engine.engine import Decision

__all__ = ["Gap", "gaps"]


@dataclass(frozen=True, slots=True)
class Gap:
    """The lines missing from one document, each with the rules that need it."""

    document: str
    owner: str | None
    file: str
    lines: tuple[tuple[str, tuple[str, ...]], ...]


def gaps(decision: Decision) -> list[Gap]:
    """The gaps of a decision, in the order of their documents."""
    found: dict[str, dict[str, list[str]]] = {}
    for outcome in decision.outcomes:
        if outcome.outcome != "unknown":
            continue
        for path in outcome.missing:
            root, _, rest = path.partition(".")
            for document in _documents(root, decision):
                rules = found.setdefault(document, {}).setdefault(_line(rest or root), [])
                if outcome.rule not in rules:
                    rules.append(outcome.rule)
    return [_gap(root, lines, decision) for root, lines in sorted(found.items())]


def _documents(root: str, decision: Decision) -> list[str]:
    """The documents that a root may mean: of datasets in general, every one."""
    if root != "datasets[]":
        return [root]
    return [name for name in decision.documents if name.startswith("datasets[")] or [root]


def _gap(root: str, lines: dict[str, list[str]], decision: Decision) -> Gap:
    document, owner, file = decision.documents.get(root) or (_ELSEWHERE.get(root, root.capitalize()), None, "")
    if root == "site" and decision.site:
        document = f"Catalog · {decision.site}"
    return Gap(document, owner, file, tuple((line, tuple(rules)) for line, rules in sorted(lines.items())))


# Roots that no document of the job stands for.
_ELSEWHERE = {"site": "Catalog", "datasets[]": "Dataset", "param": "parameters.yaml"}


def _line(path: str) -> str:
    """A path as the line of YAML that would declare it: ``logging: {data_access: …}``."""
    if ": " in path:
        return path
    *outer, last = path.split(".")
    line = f"{last}: …"
    for key in reversed(outer):
        line = f"{key.replace('[]', '')}: {{{line}}}" if not key.endswith("[]") else f"{key[:-2]}: [{{{line}}}]"
    return line
