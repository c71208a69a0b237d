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
            rules = found.setdefault(root, {}).setdefault(_line(rest or root), [])
            if outcome.rule not in rules:
                rules.append(outcome.rule)
    out = []
    for root, lines in sorted(found.items()):
        named = decision.documents.get(root.split("[")[0])
        document, owner, file = named or (root, None, "")
        out.append(Gap(document, owner, file, tuple((line, tuple(rules)) for line, rules in sorted(lines.items()))))
    return out


def _line(path: str) -> str:
    """A path as the line of YAML that would declare it: ``logging: {data_access: …}``."""
    if ": " in path:
        return path
    *outer, last = path.split(".")
    line = f"{last}: …"
    for key in reversed(outer):
        line = f"{key.replace('[]', '')}: {{{line}}}" if not key.endswith("[]") else f"{key[:-2]}: [{{{line}}}]"
    return line
