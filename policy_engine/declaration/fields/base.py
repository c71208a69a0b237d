"""What every field has: a description, and one way to say what was found instead."""

from __future__ import annotations

from typing import Any, ClassVar

from marshmallow import ValidationError, fields

from policy_engine.declaration.tree import Scalar

__all__ = ["MESSAGES", "SHOWN", "Described", "Field"]

MESSAGES: dict[str, str | list[Any] | dict[Any, Any]] = {
    "required": "is missing",
    "null": "is empty: give a value or remove the line",
}
SHOWN = 40


class Described:
    """A meaning, a unit, an example, and whether a value may be personal or comes into being on its date."""

    meaning: str
    unit: str | None
    example: str | None
    personal: bool
    dated: bool

    def describe(
        self,
        meaning: str,
        unit: str | None = None,
        example: str | None = None,
        personal: bool = False,
        dated: bool = False,
    ) -> None:
        """Keep the description."""
        self.meaning, self.unit, self.example = meaning, unit, example
        self.personal, self.dated = personal, dated

    def refusal(self, wanted: str, value: Any) -> ValidationError:
        """The error for a value that is not what is wanted: it shows the value only when short and never personal."""
        if not isinstance(value, Scalar):
            found = "; found a list" if isinstance(value, list) else "; found a mapping"
        elif value.is_null:
            return ValidationError(str(MESSAGES["null"]))
        else:
            found = f'; found "{value}"' if len(value) <= SHOWN and not self.personal else ""
        return ValidationError(f"must be {wanted}{found}")


class Field(Described, fields.Field[Any]):
    """A scalar read from text by ``parse``."""

    cel: ClassVar[str] = "string"
    noun: ClassVar[str] = "a value"
    default_error_messages = MESSAGES

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
        return str(text)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **_: Any) -> Any:
        if type(value) is not Scalar or value.is_null:
            raise self.refusal(self.noun, value)
        try:
            return self.parse(value)
        except ValueError as error:
            raise self.refusal(str(error), value) from None
