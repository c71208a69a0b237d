"""The closed lists that documents choose words from: purposes, categories, subjects, bases, mechanisms, countries."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from policy_engine._data import rules_path
from policy_engine.errors import did_you_mean, nearest

__all__ = ["Vocabulary", "vocabulary"]

_LANGUAGES = ("pt-BR", "en")


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Words by list; each with its texts, and with a parent or marks where the list has them."""

    lists: Mapping[str, Mapping[str, Mapping[str, Any]]]

    def words(self, name: str) -> Mapping[str, Mapping[str, Any]]:
        """The words of a list."""
        return self.lists[name]

    def is_within(self, word: str, ancestor: str, name: str = "purposes") -> bool:
        """Whether a word is another one or lies below it: what is said of ``ancestor`` covers it then."""
        return ancestor in self._upwards(name, word)

    def is_sensitive(self, category: str) -> bool:
        """Whether a data category is sensitive (LGPD art. 5 II), by itself or by what it belongs to."""
        return self._marked("categories", category, "sensitive")

    def is_minor(self, subject: str) -> bool:
        """Whether data subjects are children or adolescents (LGPD art. 14)."""
        return self._marked("subjects", subject, "minor")

    def _marked(self, name: str, word: str, mark: str) -> bool:
        return any(self.lists[name].get(one, {}).get(mark) for one in self._upwards(name, word))

    def _upwards(self, name: str, word: str) -> Iterator[str]:
        """A word and all that it belongs to, nearest first."""
        current: str | None = word
        while current is not None:
            yield current
            current = self.lists[name].get(current, {}).get("parent")

    def label(self, name: str, word: str, language: str) -> str:
        """A word as people of a language say it."""
        label: str = self.lists[name].get(word, {}).get(language, word)
        return label

    def hint(self, name: str, text: str) -> str:
        """The end of a message about a word that is not in a list: the one that is meant, by itself or by its label."""
        words = self.lists[name]
        labels = {entry[language].casefold(): word for word, entry in words.items() for language in _LANGUAGES}
        meant = labels.get(text.casefold()) or nearest(text, words)
        if meant is None:
            close = nearest(text, labels)
            meant = labels[close] if close is not None else None
        return f'; did you mean "{meant}"?' if meant is not None else did_you_mean(text, words, limit=20)


@cache
def vocabulary() -> Vocabulary:
    """The shipped vocabulary, read once."""
    import yaml

    with (rules_path() / "vocabulary.yaml").open(encoding="utf-8") as file:
        data = yaml.load(file, getattr(yaml, "CBaseLoader", yaml.BaseLoader))  # noqa: S506 - text only, our own file
    lists: dict[str, Any] = {name: entry["words"] for name, entry in data.items() if name != "countries"}
    lists["countries"] = _countries(data["countries"]["words"])
    for words in lists.values():
        for entry in words.values():
            for mark in ("sensitive", "minor"):
                if mark in entry:
                    entry[mark] = entry[mark] == "true"
    return Vocabulary(lists)


def _countries(text: str) -> dict[str, dict[str, str]]:
    """Countries are kept one a line, ``BR Brasil | Brazil``: 249 mappings would slow every start."""
    out = {}
    for line in text.splitlines():
        code, _, names = line.partition(" ")
        portuguese, _, english = names.partition(" | ")
        out[code] = {"pt-BR": portuguese, "en": english}
    return out
