"""Which id a spelling means: accepted where it names one thing, refused with the choices where it does not."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cached_property

from policy_engine.declaration.naming import NameProblem
from policy_engine.errors import did_you_mean

__all__ = ["Spellings", "quoted", "squash"]

_WORD = re.compile(r"[^\W_]+", re.UNICODE)
# Words that say who makes a device, or that it is one, and do not tell two of them apart.
_NOISE = frozenset(("nvidia", "geforce", "tesla", "amd", "instinct", "radeon", "intel", "habana", "google", "gpu"))
_SHOWN = 40


def squash(text: str) -> str:
    """A text without case, spaces, dashes, underscores and other marks."""
    return "".join(_WORD.findall(text)).casefold()


def quoted(text: str) -> str:
    """A text as a message may repeat it: only when it is short."""
    return f'"{text}"' if len(text) <= _SHOWN else f"a name of {len(text)} characters"


class Spellings:
    """The spellings of things of one kind.

    A text means a thing when it is one of its spellings, whatever the case and the marks between words; or when all
    its words stand in spellings of that thing and of no other.
    """

    def __init__(self, what: str, spellings: Mapping[str, Iterable[str]], *, by_words: bool = True) -> None:
        self._what = what
        self._spellings = {name: (name, *others) for name, others in spellings.items()}
        self._by_words = by_words

    def canonical(self, text: str) -> str:
        """The id that a text means.

        Raises:
            NameProblem: it means none, or several.
        """
        found = self._exact.get(squash(text)) or (self._with_words(text) if self._by_words else ())
        if len(found) == 1:
            return found[0]
        if found:
            raise NameProblem(f"{quoted(text)} may mean several {self._what}s: {', '.join(found)}; write the one meant")
        hint = did_you_mean(text[:_SHOWN], self._spellings)
        raise NameProblem(f"unknown {self._what} {quoted(text)}{hint}")

    @cached_property
    def _exact(self) -> dict[str, tuple[str, ...]]:
        table: dict[str, tuple[str, ...]] = {}
        for name, spellings in self._spellings.items():
            for key in {squash(spelling) for spelling in spellings}:
                table[key] = (*table.get(key, ()), name)
        return table

    @cached_property
    def _words(self) -> list[tuple[str, list[frozenset[str]]]]:
        return [(name, [_words(one) for one in spellings]) for name, spellings in self._spellings.items()]

    def _with_words(self, text: str) -> tuple[str, ...]:
        """The ids of which some spelling, rid of makers' names, is the text or has all its words."""
        asked = _words(text)
        told = asked - _NOISE
        if not told:
            return ()
        if told != asked:
            plain = self._exact.get("".join(word for word in _WORD.findall(text.casefold()) if word not in _NOISE))
            if plain:
                return plain
        return tuple(name for name, spellings in self._words if any(told <= words for words in spellings))


def _words(text: str) -> frozenset[str]:
    return frozenset(word.casefold() for word in _WORD.findall(text))
