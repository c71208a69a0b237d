"""The reference page of facts, written from the register: ``python -m policy_engine.facts.reference [FILE]``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from marshmallow import Schema, fields

from policy_engine.facts import FACTS

__all__ = ["page"]

_HEAD = """# Facts

What the engine computes from declarations and the catalog, as rules name it. A fact that cannot be known is
absent, and a rule that needs it is `unknown`. This page is generated; edit the schemas, not the page.
"""


def page() -> str:
    """The page, as Markdown."""
    parts = [_HEAD]
    for subject in FACTS.subjects.values():
        parts.append(f"## {subject.name}\n\n{_first_line(subject.schema)}\n")
        parts.append("| fact | type | meaning | unit | reads |\n|---|---|---|---|---|")
        parts += [_row(f"{subject.name}.{name}", field) for name, field in subject.schema._declared_fields.items()]
        parts.append("")
        for name, field in subject.schema._declared_fields.items():
            parts += _record(f"{subject.name}.{name}[]", getattr(field, "inner", None))
    return "\n".join(parts).rstrip() + "\n"


def _row(name: str, field: Any) -> str:
    reads = ", ".join(f"`{path}`" for path in FACTS.facts[name].reads)
    return f"| `{name}` | {_type(field)} | {field.meaning} | {field.unit or ''} | {reads} |"


def _record(name: str, field: Any) -> list[str]:
    """The fields of the records in a list."""
    if not isinstance(field, fields.Nested):
        return []
    schema = type(field.schema)
    lines = [f"### {name}\n\n{_first_line(schema)}\n", "| field | type | meaning |\n|---|---|---|"]
    declared: dict[str, Any] = schema._declared_fields
    lines += [f"| `{key}` | {_type(inner)} | {inner.meaning} |" for key, inner in declared.items()]
    return [*lines, ""]


def _type(field: Any) -> str:
    if isinstance(field, fields.List):
        return f"list of {_type(field.inner)}"
    return "record" if isinstance(field, fields.Nested) else str(field.cel)


def _first_line(schema: type[Schema]) -> str:
    return (schema.__doc__ or "").splitlines()[0]


if __name__ == "__main__":
    if len(sys.argv) > 1:
        Path(sys.argv[1]).write_text(page(), encoding="utf-8")
    else:
        sys.stdout.write(page())
