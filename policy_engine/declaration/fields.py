"""The fields documents are made of: each types the text it meets, and says what it means and in which unit.

``cel`` is the type that rules see; ``meaning``, ``unit`` and ``example`` go into editors and reference pages. Scalars
are typed by the field that reads them, never by their looks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar

from marshmallow import Schema, ValidationError, fields

from policy_engine.declaration import scalars
from policy_engine.declaration.nodes import Map, Scalar, Seq
from policy_engine.declaration.vocabulary import vocabulary
from policy_engine.errors import did_you_mean

__all__ = [
    "Bandwidth", "CatalogName", "Choice", "Control", "Date", "Email", "Expression", "Field", "Flag", "Instant", "Integer",
    "ListOf", "MapOf", "Money", "Name", "Nested", "Number", "Raw", "Reference", "RootField", "Share", "Size", "Span",
    "Text", "Url", "Word",
]  # fmt: skip

_MESSAGES = {"required": "is missing", "null": "is empty: give a value or remove the line"}
_SHOWN = 40


class _Described:
    """What every field has: a meaning, a unit, an example, and whether it may hold personal data."""

    meaning: str
    unit: str | None
    example: str | None
    personal: bool
    dated: bool

    def describe(
        self, meaning: str, unit: str | None, example: str | None, personal: bool, dated: bool
    ) -> None:
        """Keep the description."""
        self.meaning, self.unit, self.example = meaning, unit, example
        self.personal, self.dated = personal, dated


class Field(_Described, fields.Field[Any]):
    """A scalar read from text by ``parse``."""

    cel: ClassVar[str] = "string"
    noun: ClassVar[str] = "a value"
    default_error_messages: ClassVar[dict[str, str]] = _MESSAGES

    def __init__(
        self,
        *,
        meaning: str = "",
        required: bool = False,
        unit: str | None = None,
        example: str | None = None,
        personal: bool = False,
        dated: bool = False,
    ) -> None:
        super().__init__(required=required)
        self.describe(meaning, unit, example, personal, dated)

    def parse(self, text: str) -> Any:
        """The typed value of a text.

        Raises:
            ValueError: it is none; the message names what is accepted.
        """
        return text

    def _deserialize(self, value: Any, attr: str | None, data: Any, **_: Any) -> Any:
        if type(value) is not Scalar:
            found = "a list" if isinstance(value, list) else "a mapping"
            raise ValidationError(f"must be {self.noun}; found {found}")
        if value.plain and value in ("", "~", "null"):
            raise ValidationError(_MESSAGES["null"])
        try:
            return self.parse(value)
        except ValueError as error:
            raise ValidationError(f"must be {error}{self._found(value)}") from None

    def _found(self, text: str) -> str:
        """What was met instead, unless it is long or may be personal."""
        return f'; found "{text}"' if len(text) <= _SHOWN and not self.personal else ""


class Text(Field):
    """Any text."""

    noun = "a text"
    most: ClassVar[int] = 2_000

    def parse(self, text: str) -> str:
        if len(text) > self.most:
            raise ValueError(f"at most {self.most} characters")
        return str(text)


class Name(Text):
    """A short name by which other documents refer to this one."""

    noun = "a name"
    letters = frozenset("abcdefghijklmnopqrstuvwxyz0123456789.-_")

    def parse(self, text: str) -> str:
        if not text or len(text) > 100 or not set(text) <= self.letters or not text[0].isalnum():
            raise ValueError("a name of lower-case letters, digits, dots, dashes or underscores (at most 100)")
        return str(text)


class Url(Text):
    """A web address."""

    noun = "a web address"

    def parse(self, text: str) -> str:
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


class Integer(Field):
    """A whole number."""

    cel = "int"
    noun = "an integer"

    def __init__(self, *, least: int | None = None, **description: Any) -> None:
        super().__init__(**description)
        self.least = least

    def parse(self, text: str) -> int:
        value = scalars.parse_integer(text)
        if self.least is not None and value < self.least:
            raise ValueError(f"an integer of at least {self.least}")
        return value


class Number(Field):
    """A number, with or without a fraction."""

    cel = "double"
    noun = "a number"

    def parse(self, text: str) -> float:
        return scalars.parse_number(text)


class Flag(Field):
    """True or false."""

    cel = "bool"
    noun = "true or false"

    def parse(self, text: str) -> bool:
        return scalars.parse_flag(text)


class Date(Field):
    """A day; rules see its first instant in UTC."""

    cel = "timestamp"
    noun = "a day written YYYY-MM-DD"

    def parse(self, text: str) -> Any:
        return scalars.parse_date(text)


class Instant(Field):
    """An instant with its zone."""

    cel = "timestamp"
    noun = "an instant with its zone"

    def parse(self, text: str) -> Any:
        return scalars.parse_instant(text)


class Span(Field):
    """A span of time with its unit."""

    cel = "duration"
    noun = "a span with its unit, as in 12 h"

    def parse(self, text: str) -> Any:
        return scalars.parse_span(text)


class Size(Field):
    """A size with its unit; rules see bytes."""

    cel = "int"
    noun = "a size with its unit, as in 500 GB"

    def parse(self, text: str) -> int:
        return scalars.parse_size(text)


class Bandwidth(Field):
    """A rate with its unit; rules see Gbps."""

    cel = "double"
    noun = "a rate with its unit, as in 400 Gbps"

    def parse(self, text: str) -> float:
        return scalars.parse_bandwidth(text)


class Share(Field):
    """A percentage; rules see a share of 1."""

    cel = "double"
    noun = 'a percentage, as in "99.9%"'

    def parse(self, text: str) -> float:
        return scalars.parse_share(text)


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
        choices = self.choices
        if text not in choices:
            raise ValueError(f"one of the known words{did_you_mean(text, choices, limit=20)}")
        return str(text)


class Word(Choice):
    """One word of a closed list kept in ``rules/vocabulary.yaml``."""

    def __init__(self, list_name: str, **description: Any) -> None:
        super().__init__(**description)
        self.list_name = list_name

    @property
    def choices(self) -> Iterable[str]:
        return vocabulary().words(self.list_name)


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
        return value


class _Structure(_Described):
    """What fields with parts share."""

    def _refuse(self, noun: str, value: Any) -> ValidationError:
        if type(value) is Scalar:
            if value.plain and value in ("", "~", "null"):
                return ValidationError(_MESSAGES["null"])
            shown = f'; found "{value}"' if len(value) <= _SHOWN and not self.personal else ""
            return ValidationError(f"must be {noun}{shown}")
        return ValidationError(f"must be {noun}; found {'a list' if isinstance(value, Seq) else 'a mapping'}")


class Nested(_Structure, fields.Nested):
    """A mapping with fields of its own."""

    default_error_messages: ClassVar[dict[str, str]] = _MESSAGES

    def __init__(
        self, schema: type[Schema] | Callable[[], Schema], *, meaning: str = "", required: bool = False, example: str | None = None,
        personal: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(schema, required=required)
        self.describe(meaning, None, example, personal, False)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **keywords: Any) -> Any:
        if not isinstance(value, Map):
            raise self._refuse("a mapping of fields", value)
        return super()._deserialize(value, attr, data, **keywords)


class ListOf(_Structure, fields.List[Any]):
    """A list of values of one kind."""

    default_error_messages: ClassVar[dict[str, str]] = _MESSAGES

    def __init__(
        self, inner: fields.Field[Any], *, meaning: str = "", required: bool = False, example: str | None = None,
        personal: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(inner, required=required)
        self.describe(meaning, None, example, personal, False)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **keywords: Any) -> Any:
        if not isinstance(value, Seq):
            raise self._refuse("a list, as in [a, b]", value)
        return super()._deserialize(value, attr, data, **keywords)


class MapOf(_Structure, fields.Dict):
    """A mapping whose keys are free."""

    default_error_messages: ClassVar[dict[str, str]] = _MESSAGES

    def __init__(
        self, values: fields.Field[Any], *, meaning: str = "", required: bool = False, example: str | None = None,
        personal: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(values=values, required=required)
        self.describe(meaning, None, example, personal, False)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **keywords: Any) -> Any:
        if not isinstance(value, Map):
            raise self._refuse("a mapping", value)
        return super()._deserialize(value, attr, data, **keywords)


class MoneyRecord(Schema):
    """An amount of money as rules see it."""

    amount = Number(meaning="The amount.")
    decimal = Text(meaning="The amount, exact.")
    currency = Text(meaning="Its currency (ISO 4217).")
    per = Text(meaning="What it is for: h, d, month, y, GB, TB.")
    per_unit = Text(meaning="Each of what: gpu, node, job.")


class Money(Field):
    """An amount with its currency, exact."""

    noun = 'an amount with its currency, as in "R$ 21,50/h"'
    record: ClassVar[type[Schema]] = MoneyRecord

    def parse(self, text: str) -> Mapping[str, Any]:
        return scalars.parse_money(text)


class Control(_Described, fields.Field[Any]):
    """A safeguard: a value, or ``{value, evidence, verified_on, by}``; rules see the plain value."""

    default_error_messages: ClassVar[dict[str, str]] = _MESSAGES

    def __init__(self, inner: Field) -> None:
        super().__init__(required=inner.required)
        self.inner = inner
        self.describe(inner.meaning, inner.unit, inner.example, inner.personal, inner.dated)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **keywords: Any) -> Any:
        if isinstance(value, Map) and "value" in value:
            EVIDENCED.load({key: item for key, item in value.items() if key != "value"})
            return self.inner.deserialize(value["value"], attr, data, **keywords)
        return self.inner.deserialize(value, attr, data, **keywords)


class Evidenced(Schema):
    """What backs a declared safeguard."""

    evidence = Text(meaning="The document or record that shows it.", required=True)
    verified_on = Date(meaning="When somebody verified it.", dated=True)
    by = Text(meaning="Who verified it.", personal=True)


EVIDENCED = Evidenced()

RootField = fields.Field[Any]
