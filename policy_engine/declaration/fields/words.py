"""Texts and names: free, of a closed list, or of another document or the catalog."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from policy_engine.declaration.fields.base import SHOWN, Field
from policy_engine.declaration.tree import Scalar
from policy_engine.declaration.vocabulary import vocabulary
from policy_engine.errors import did_you_mean

__all__ = ["CatalogName", "Choice", "Email", "Expression", "Name", "Raw", "Reference", "Text", "Url", "Word"]


class Text(Field):
    """Any text of at most ``most`` characters."""

    noun = "a text"
    most: ClassVar[int] = 2_000

    def parse(self, text: str) -> str:
        """The text itself."""
        if len(text) > self.most:
            raise ValueError(f"at most {self.most:,} characters")
        return str(text)


class Name(Text):
    """A short name by which other documents refer to this one."""

    noun = "a name"
    letters = frozenset("abcdefghijklmnopqrstuvwxyz0123456789.-_")

    def parse(self, text: str) -> str:
        """The name, if it is one."""
        if not text or len(text) > 100 or not self.letters.issuperset(text) or not text[0].isalnum():
            raise ValueError("a name of lower-case letters, digits, dots, dashes or underscores (at most 100)")
        return str(text)


class Url(Text):
    """A web address."""

    noun = "a web address"

    def parse(self, text: str) -> str:
        """The address, if it is one."""
        if not text.startswith(("https://", "http://")) or any(character.isspace() for character in text):
            raise ValueError("a web address that starts with https://")
        return super().parse(text)


class Email(Text):
    """An e-mail address or other contact."""

    noun = "a contact"


class Expression(Text):
    """An expression of the rule language."""

    noun = "an expression"
    most = 16_384


class Choice(Field):
    """One word of a closed list."""

    noun = "a word"

    def __init__(self, *choices: str, **description: Any) -> None:
        super().__init__(**description)
        self._choices = choices

    @property
    def choices(self) -> Iterable[str]:
        """The words accepted."""
        return self._choices

    def parse(self, text: str) -> str:
        """The word, if it is in the list."""
        if text not in self.choices:
            raise ValueError(f"one of the known words{self.hint(text[:SHOWN])}")
        return str(text)

    def hint(self, text: str) -> str:
        """What may have been meant by a text that is not in the list."""
        return did_you_mean(text, self.choices, limit=20)


class Word(Choice):
    """One word of a closed list kept in ``rules/vocabulary.yaml``."""

    def __init__(self, list_name: str, **description: Any) -> None:
        super().__init__(**description)
        self.list_name = list_name

    @property
    def choices(self) -> Iterable[str]:
        """The words of the list."""
        return vocabulary().words(self.list_name)

    def hint(self, text: str) -> str:
        """What may have been meant, by the word itself or by what people call it."""
        return vocabulary().hint(self.list_name, text)


class Reference(Name):
    """The name of another document."""

    def __init__(self, kind: str, **description: Any) -> None:
        super().__init__(**description)
        self.kind = kind


class CatalogName(Text):
    """A name that the catalog knows: a provider, a site, an accelerator, a fabric."""

    def __init__(self, what: str, **description: Any) -> None:
        super().__init__(**description)
        self.what = what


class Raw(Field):
    """A value whose type a rule pack or parameter settles later: kept as written."""

    cel = "dyn"

    def _deserialize(self, value: Any, attr: str | None, data: Any, **_: Any) -> Any:
        if isinstance(value, Scalar) and value.is_null:
            raise self.refusal(self.noun, value)
        return value
