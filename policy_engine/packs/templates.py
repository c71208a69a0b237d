"""Texts of rules with ``${ CEL }`` holes, checked when the pack loads and rendered in a language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from policy_engine import expression
from policy_engine.declaration.values import Timestamp
from policy_engine.errors import ExpressionError, Place

__all__ = ["Template", "Texts", "compile_template", "show"]

MAX_ITEMS = 12


@dataclass(frozen=True, slots=True)
class Template:
    """A text cut into plain pieces and compiled expressions."""

    source: str
    language: str
    pieces: tuple[str | expression.Checked, ...]

    @property
    def reads(self) -> frozenset[str]:
        """The paths that the holes may read."""
        return frozenset(read for piece in self.pieces if not isinstance(piece, str) for read in piece.reads)

    def render(self, bindings: Mapping[str, Any]) -> str:
        """The text with every hole filled; a hole without a value shows an ellipsis, the verdict stands."""
        return "".join(piece if isinstance(piece, str) else self._fill(piece, bindings) for piece in self.pieces)

    def _fill(self, piece: expression.Checked, bindings: Mapping[str, Any]) -> str:
        try:
            return show(expression.evaluate(piece, bindings), self.language)
        except expression.EvaluationError:
            return "…"


class Texts(Mapping[str, str]):
    """Templates by language over one set of bindings, rendered when a language is asked for."""

    __slots__ = ("_bindings", "_rendered", "_templates")

    def __init__(self, templates: Mapping[str, Template], bindings: Mapping[str, Any]) -> None:
        self._templates, self._bindings = templates, bindings
        self._rendered: dict[str, str] = {}

    def __getitem__(self, language: str) -> str:
        if language not in self._rendered:
            self._rendered[language] = self._templates[language].render(self._bindings)
        return self._rendered[language]

    def __iter__(self) -> Iterator[str]:
        return iter(self._templates)

    def __len__(self) -> int:
        return len(self._templates)


def compile_template(source: str, language: str, environment: expression.Environment, place: Place) -> Template:
    """Cut a text at its ``${ … }`` holes and compile each.

    Raises:
        ExpressionError: a hole is not closed, or its expression is not valid.
    """
    pieces: list[str | expression.Checked] = []
    at = 0
    while (start := source.find("${", at)) >= 0:
        if start > at:
            pieces.append(source[at:start])
        end = _closing(source, start + 2)
        if end < 0:
            raise ExpressionError("a '${' is never closed with '}'", source, start, place)
        pieces.append(expression.compile(source[start + 2 : end].strip(), environment, place=place))
        at = end + 1
    if at < len(source):
        pieces.append(source[at:])
    return Template(source, language, tuple(pieces))


def _closing(text: str, at: int) -> int:
    """The index of the brace that closes a hole, braces and quotes of the expression being skipped."""
    depth, quote = 0, ""
    while at < len(text):
        character = text[at]
        if quote:
            if character == "\\":
                at += 1
            elif character == quote:
                quote = ""
        elif character in "\"'":
            quote = character
        elif character == "{":
            depth += 1
        elif character == "}":
            if depth == 0:
                return at
            depth -= 1
        at += 1
    return -1


def show(value: Any, language: str) -> str:
    """A value as a reader of the language writes it: numbers, dates, yes and no, lists."""
    if isinstance(value, bool):
        return (("não", "sim") if language == "pt-BR" else ("no", "yes"))[value]
    if isinstance(value, int):
        return _grouped(f"{value:,}", language)
    if isinstance(value, float):
        text = f"{value:,.6f}".rstrip("0").rstrip(".")
        return _grouped(text, language)
    if isinstance(value, Timestamp):
        day = value.date()
        return f"{day:%d/%m/%Y}" if language == "pt-BR" else day.isoformat()
    if isinstance(value, list | tuple):
        shown = [show(item, language) for item in value[:MAX_ITEMS]]
        return ", ".join(shown) + (", …" if len(value) > MAX_ITEMS else "")
    return str(value)


def _grouped(text: str, language: str) -> str:
    """Digits grouped: 1,234.5 in English, 1.234,5 in Portuguese."""
    return text.translate(str.maketrans(",.", ".,")) if language == "pt-BR" else text
