"""The reference page of all documents: ``python -m policy_engine.declaration.reference [FILE]``.

Everything on it is said once, in the schemas and in ``rules/vocabulary.yaml``; the page is written anew from them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from marshmallow import Schema, fields

from policy_engine._data import rules_path
from policy_engine.declaration import fields as f
from policy_engine.declaration.document import API_VERSION
from policy_engine.declaration.jsonschema import summary
from policy_engine.declaration.kinds import KINDS
from policy_engine.declaration.kinds.base import Metadata
from policy_engine.declaration.vocabulary import Vocabulary, vocabulary
from policy_engine.errors import InternalFault

__all__ = ["main", "page"]

_INTRODUCTION = f"""# Documents

*Written by `python -m policy_engine.declaration.reference` from the schemas; do not edit.*

A document is a YAML mapping with `apiVersion: {API_VERSION}`, a `kind`, `metadata` and a `spec` (a RulePack has its
keys at the top). Several may stand in one file, with `---` between them. `examples/full/` shows every field once;
`alvara schema KIND` prints the JSON Schema of a kind for editors.

## How values are written

| type | how it is written |
|---|---|
| text | any text; quotes only where YAML asks for them. `NO`, `1.10` and `22:30` are texts where a text is wanted |
| name | lower-case letters, digits, dots, dashes and underscores, at most 100 |
| integer, number | `64`, `1_200_000`, `6.7e9` |
| true or false | `true`, `false` and nothing else |
| day | `2026-11-30` |
| span | a number and `ns us ms s min h d w y` (a year is 365 days): `12 h`, `180 d` |
| size | a number and `B kB MB GB TB PB` (powers of 1000) or `KiB MiB GiB TiB PiB` (of 1024): `500 GB` |
| rate | a number and `Mbps Gbps Tbps` (bits) or `MB/s GB/s GiB/s` (bytes): `400 Gbps`, `40 GB/s` |
| percentage | `99.9%` |
| money | an amount with its currency, and what it is for: `"R$ 1.234,56"`, `"USD 1,234.56"`, `"R$ 0,80/GB"` |
| control | a value, or `{{value, evidence, verified_on, by}}`; rules see the value, reports its evidence too |

A bare number where a unit is needed is an error, and so is an unknown field, at any depth. What is *dated* is not there
yet on days before its date. What is *personal* may hold personal data: it is never repeated in a message.
"""

_NOUNS: Mapping[type, Callable[[Any], str]] = {
    f.Text: lambda _: "text",
    f.Name: lambda _: "name",
    f.Url: lambda _: "web address",
    f.Email: lambda _: "contact",
    f.Expression: lambda _: "expression",
    f.Integer: lambda field: "integer" if field.least is None else f"integer, at least {field.least}",
    f.Number: lambda _: "number",
    f.Flag: lambda _: "true or false",
    f.Date: lambda _: "day",
    f.Instant: lambda _: "instant with its zone",
    f.Span: lambda _: "span",
    f.Size: lambda _: "size",
    f.Bandwidth: lambda _: "rate",
    f.Share: lambda _: "percentage",
    f.Money: lambda _: "money",
    f.Raw: lambda _: "any value",
    f.Choice: lambda field: ", ".join(f"`{choice}`" for choice in field.choices),
    f.Word: lambda field: (
        f"a word of [{field.list_name.replace('_', ' ')}](#list-of-{field.list_name.replace('_', '-')})"
    ),
    f.Reference: lambda field: f"name of {_article(field.kind)} [{field.kind}](#{field.kind.lower()})",
    f.CatalogName: lambda field: f"{field.what} of the catalog",
}


def page() -> str:
    """The whole page."""
    shared = _shared()
    parts = [_INTRODUCTION, _record("## metadata of every document but a RulePack", Metadata)]
    for name, kind in sorted(KINDS.items()):
        parts.append(f"## {name}\n\n{_docstring_of(kind.body)}\n")
        seen: set[type[Schema]] = set()
        for path, schema in _records(kind.body, "", seen, shared):
            parts.append(_record(f"### {path}", schema, summary(schema)) if path else _record("", schema))
        if kind.metadata is not Metadata:
            parts.append(_record(f"### metadata of a {name}", kind.metadata, summary(kind.metadata)))
    parts.append("## Records that several kinds contain\n")
    parts += [_record(f"### {schema.__name__}", schema, summary(schema)) for schema in shared]
    parts.append("## Closed lists\n\nKept in `rules/vocabulary.yaml`. What is said of a word covers those below it.\n")
    parts += [_list(name, vocabulary()) for name in vocabulary().lists]
    return "\n".join(part for part in parts if part)


@cache
def _shared() -> Mapping[type[Schema], str]:
    """Records that stand in more than one place, with the heading they are listed under."""
    counted: dict[type[Schema], int] = {}
    for kind in KINDS.values():
        for schema in _below(kind.body):
            counted[schema] = counted.get(schema, 0) + 1
    repeated = [schema for schema, count in counted.items() if count > 1]
    return {schema: schema.__name__ for schema in sorted(repeated, key=lambda one: one.__name__)}


def _below(schema: type[Schema]) -> Iterator[type[Schema]]:
    for field in schema._declared_fields.values():
        inner = _record_of(field)
        if inner is not None:
            yield inner
            yield from _below(inner)


def _records(
    schema: type[Schema], path: str, seen: set[type[Schema]], shared: Mapping[type[Schema], str]
) -> Iterator[tuple[str, type[Schema]]]:
    """A record and those below it that stand nowhere else, each with its path."""
    seen.add(schema)
    yield path, schema
    for name, field in schema._declared_fields.items():
        inner = _record_of(field)
        if inner is not None and inner not in shared and inner not in seen:
            yield from _records(inner, _path(path, name, field), seen, shared)


def _path(path: str, name: str, field: Any) -> str:
    many = "[]" if isinstance(field, fields.List) else ".NAME" if isinstance(field, fields.Dict) else ""
    return f"{path}.{name}{many}" if path else f"{name}{many}"


def _record_of(field: Any) -> type[Schema] | None:
    """The record that a field holds, one or many."""
    inner = getattr(field, "value_field", None) or getattr(field, "inner", None) or field
    return type(inner.schema) if isinstance(inner, fields.Nested) else None


def _record(heading: str, schema: type[Schema], said: str = "") -> str:
    """One table of fields."""
    shared = _shared()
    rows = [_row(name, field, shared) for name, field in schema._declared_fields.items()]
    table = "\n".join(["| field | type | unit | meaning | example |", "|---|---|---|---|---|", *rows])
    return "\n\n".join(part for part in (heading, said, table) if part) + "\n"


def _row(name: str, field: Any, shared: Mapping[type[Schema], str]) -> str:
    meaning = field.meaning
    marks = [word for word, holds in (("dated", _dated(field)), ("personal", _personal(field))) if holds]
    if marks:
        meaning += f" *({', '.join(marks)})*"
    shown = f"`{name}`" + (" **required**" if field.required else "")
    example = f"`{field.example}`" if field.example is not None else ""
    record = _record_of(field)
    kind = _type(field)
    if record is not None and record in shared:
        kind += f": [{shared[record]}](#{shared[record].lower()})"
    cells = (shown, kind, field.unit or "", meaning, example)
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _dated(field: Any) -> bool:
    record = _record_of(field)
    return bool(field.dated) or (record is not None and getattr(record, "dated_by", None) is not None)


def _personal(field: Any) -> bool:
    return bool(field.personal or getattr(getattr(field, "inner", None), "personal", False))


def _type(field: Any) -> str:
    if isinstance(field, f.Control):
        return f"control: {_type(field.inner)}"
    if isinstance(field, fields.Nested):
        return "record"
    if isinstance(field, fields.List):
        return "list of records" if isinstance(field.inner, fields.Nested) else f"list: {_type(field.inner)}"
    if isinstance(field, fields.Dict):
        inner = field.value_field
        return (
            "mapping of names to records" if isinstance(inner, fields.Nested) else f"mapping of names: {_type(inner)}"
        )
    for kind in type(field).__mro__:
        if kind in _NOUNS:
            return _NOUNS[kind](field)
    raise InternalFault(f"no words are known for fields of type {type(field).__name__}")


def _article(word: str) -> str:
    return "an" if word[0] in "AEIOU" else "a"


def _docstring_of(schema: type[Schema]) -> str:
    """What the module of a kind says of it: what it is and who writes it."""
    return (sys.modules[schema.__module__].__doc__ or "").strip()


def _list(name: str, words: Vocabulary) -> str:
    """One closed list with its labels."""
    heading = f"### List of {name.replace('_', ' ')}"
    entries = words.words(name)
    if name == "countries":
        return f"{heading}\n\nThe {len(entries)} codes of ISO 3166-1 alpha-2, such as `BR`, `PT` and `NO`.\n"
    rows = []
    for word, entry in entries.items():
        marks = [f"below `{entry['parent']}`"] if "parent" in entry else []
        marks += [mark for mark in ("sensitive", "minor") if entry.get(mark)]
        rows.append(f"| `{word}` | {entry['pt-BR']} | {entry['en']} | {', '.join(marks)} |")
    return "\n".join([heading, "", "| word | pt-BR | en | |", "|---|---|---|---|", *rows]) + "\n"


def main(arguments: Sequence[str]) -> None:
    """Write the page to a file: the one of the checkout, unless another is named."""
    target = Path(arguments[0]) if arguments else rules_path().parent / "docs" / "reference" / "documents.md"
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
