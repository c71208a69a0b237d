"""Run a file of conformance cases of the rule language: ``python -m bench.cel FILE.jsonl [--full] [--list KIND]``.

Each line is one case: an expression with its variables, and the value, type or error it must come to. A case is

* right when the value is the one expected, type included, or when an error was expected and the expression was
  refused at load or failed;
* refused when a value was expected and the expression, or a type it needs, was refused at load;
* wrong otherwise, which also holds where the exact interpreter and the generated function disagree.

The last line is ``N right, N refused, N wrong``. The exit status is 1 when anything was wrong and 2 when the file
cannot be read.
"""

from __future__ import annotations

import json
import struct
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from policy_engine.declaration.values import Duration, Timestamp, UInt
from policy_engine.errors import ExpressionError
from policy_engine.expression import (
    BOOL,
    DOUBLE,
    DURATION,
    DYN,
    INT,
    NULL,
    STRING,
    TIMESTAMP,
    TYPE,
    UINT,
    Checked,
    Clause,
    Environment,
    EvaluationError,
    Failure,
    ListOf,
    MapOf,
    OptionalOf,
    Type,
    compile,
    compile_rows,
    evaluate,
)
from policy_engine.expression.functions.kinds import TypeValue, as_key, from_key

__all__ = ["REFUSED", "RIGHT", "WRONG", "Judgement", "Unsupported", "judge", "read_cases"]

RIGHT, REFUSED, WRONG = "right", "refused", "wrong"

_TYPES: Mapping[str, Type] = {
    "bool": BOOL, "int64": INT, "uint64": UINT, "double": DOUBLE, "string": STRING, "null": NULL, "dyn": DYN,
    "timestamp": TIMESTAMP, "duration": DURATION, "type": TYPE,
}  # fmt: skip


class Unsupported(Exception):
    """A case needs a type that rules do not have."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a case came to, and why it was not right."""

    outcome: str
    reason: str = ""


def read_cases(path: Path) -> list[dict[str, Any]]:
    """The cases of a file, one JSON object a line.

    Raises:
        OSError: the file cannot be read.
        ValueError: a line is not a case; the message names it.
    """
    cases = []
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        if not line.strip():
            continue
        try:
            case = json.loads(line)
        except ValueError as error:
            raise ValueError(f"line {number} is not JSON: {error}") from None
        if not isinstance(case, dict) or "expr" not in case or not isinstance(case.get("expect"), dict):
            raise ValueError(f'line {number} is not a case: it needs "expr" and "expect"')
        cases.append(case)
    return cases


def judge(case: Mapping[str, Any]) -> Judgement:
    """Run one case through the checker and, unless it is only about types, through both back ends."""
    expect = case["expect"]
    try:
        bindings = {name: _value(tagged) for name, tagged in (case.get("bindings") or {}).items()}
        checked = _compiled(case, bindings)
    except (ExpressionError, Unsupported) as error:
        text = error.message if isinstance(error, ExpressionError) else str(error)
        return Judgement(RIGHT if "error" in expect else REFUSED, text)
    if "type" in expect and not _same_type(expect["type"], checked.type):
        return Judgement(WRONG, f"type {checked.type} instead of {expect['type']}")
    if case.get("check_only") or not {"value", "error", "unknown"} & expect.keys():
        return Judgement(RIGHT)
    exact, rows = _exact(checked, bindings), compile_rows([Clause(None, checked)])(bindings)[0]
    if _fingerprint(exact) != _fingerprint(rows):
        return Judgement(WRONG, f"the back ends disagree: {_text(exact)} exactly, {_text(rows)} generated")
    if isinstance(exact, Failure):
        return Judgement(WRONG, f"failed: {exact.message}") if "value" in expect else Judgement(RIGHT)
    if "value" not in expect:
        return Judgement(WRONG, f"came to {_text(exact)} instead of an error")
    try:
        wanted = _value(expect["value"])
    except Unsupported as error:
        return Judgement(WRONG, f"came to {_text(exact)} instead of a value rules do not have: {error}")
    same = _fingerprint(exact) == _fingerprint(wanted)
    return Judgement(RIGHT) if same else Judgement(WRONG, f"came to {_text(exact)} instead of {_text(wanted)}")


def _compiled(case: Mapping[str, Any], bindings: Mapping[str, Any]) -> Checked:
    declared: dict[str, Type] = dict.fromkeys(bindings, DYN)
    for entry in case.get("type_env") or []:
        if "ident" not in entry:
            raise Unsupported(f"functions cannot be declared: {entry.get('function')}")
        declared[entry["ident"]] = _type(entry["type"])
    environment = Environment(declared, container=case.get("container") or "")
    check, macros = not case.get("disable_check"), not case.get("disable_macros")
    return compile(case["expr"], environment, check=check, macros=macros)


def _exact(checked: Checked, bindings: Mapping[str, Any]) -> Any:
    try:
        return evaluate(checked, bindings)
    except EvaluationError as error:
        return error.failure


# -- tagged values and types ------------------------------------------------------------------------


def _value(tagged: Mapping[str, Any]) -> Any:
    """A value from its tagged form, as ``{"int": "5"}``."""
    ((tag, text),) = tagged.items()
    match tag:
        case "int":
            return int(text)
        case "uint":
            return UInt(text)
        case "double":
            return float(text)
        case "string" | "bool" | "null":
            return text
        case "list":
            return [_value(item) for item in text]
        case "map":
            return {as_key(_value(key)): _value(item) for key, item in text}
        case "type":
            return TypeValue(text)
        case "timestamp":
            return Timestamp.parse(text)
        case "duration":
            return Duration.parse(text)
    raise Unsupported(f"values of kind {tag}")


def _type(text: str) -> Type:
    """A type from its text, as ``map(string,int64)``."""
    name, _, inner = text.partition("(")
    if not inner:
        if text in _TYPES:
            return _TYPES[text]
        raise Unsupported(f"the type {text}")
    parts = list(_arguments(inner.removesuffix(")")))
    match name, parts:
        case "list", [element]:
            return ListOf(_type(element))
        case "map", [key, value]:
            return MapOf(_type(key), _type(value))
        case "optional_type", [value]:
            return OptionalOf(_type(value))
    raise Unsupported(f"the type {text}")


def _arguments(text: str) -> Iterator[str]:
    """The parts between commas, those in brackets kept whole."""
    depth = start = 0
    for at, character in enumerate(text):
        depth += (character == "(") - (character == ")")
        if character == "," and depth == 0:
            yield text[start:at].strip()
            start = at + 1
    if text:
        yield text[start:].strip()


def _same_type(wanted: str, found: Type) -> bool:
    try:
        return _type(wanted) == found
    except Unsupported:
        return False


def _fingerprint(value: Any) -> Any:
    """A form in which two values are equal exactly when they are the same value of the same type."""
    if isinstance(value, Failure):
        return "failure"
    if type(value) is float:
        return "double", "nan" if value != value else struct.pack(">d", value)
    if type(value) in (list, tuple):
        return "list", tuple(map(_fingerprint, value))
    if type(value) is dict:
        return "map", frozenset((_fingerprint(from_key(key)), _fingerprint(item)) for key, item in value.items())
    return type(value).__name__, value


def _text(value: Any) -> str:
    return (
        f"a failure ({value.message})" if isinstance(value, Failure) else f"{type(value).__name__} {str(value)[:200]}"
    )


# -- the command ------------------------------------------------------------------------------------


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--full", is_flag=True, help="Also print the counts of each file of the suite.")
@click.option("--list", "kind", type=click.Choice([REFUSED, WRONG]), help="Print these cases with the reason.")
def main(file: Path, full: bool, kind: str | None) -> None:
    """Run the cases of FILE and count what is right, refused and wrong."""
    try:
        cases = read_cases(file)
    except (OSError, ValueError) as error:
        print(f"{file} cannot be read: {error}", file=sys.stderr)
        sys.exit(2)
    judged = [(case, judge(case)) for case in cases]
    for case, judgement in judged:
        if judgement.outcome == kind:
            name = f"{case.get('file')}/{case.get('section')}/{case.get('name')}"
            print(f"{kind} {name}: {case['expr']!r}: {judgement.reason}")
    if full:
        _print_files(judged)
    print(_line(judgement for _, judgement in judged))
    sys.exit(1 if any(judgement.outcome == WRONG for _, judgement in judged) else 0)


def _print_files(judged: list[tuple[dict[str, Any], Judgement]]) -> None:
    files: dict[str, list[Judgement]] = defaultdict(list)
    for case, judgement in judged:
        files[str(case.get("file"))].append(judgement)
    for name, judgements in sorted(files.items()):
        print(f"{name:16} {_line(judgements)}")


def _line(judgements: Iterable[Judgement]) -> str:
    counts = Counter(judgement.outcome for judgement in judgements)
    return f"{counts[RIGHT]} right, {counts[REFUSED]} refused, {counts[WRONG]} wrong"


if __name__ == "__main__":
    main()
