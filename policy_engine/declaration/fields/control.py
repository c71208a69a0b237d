"""Safeguards, declared or with what backs them."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema, ValidationError, fields

from policy_engine.declaration.fields.base import MESSAGES, Described, Field
from policy_engine.declaration.fields.quantities import Date
from policy_engine.declaration.fields.words import Text
from policy_engine.declaration.tree import Map

__all__ = ["EVIDENCED", "Control", "Evidenced"]


class Evidenced(Schema):
    """What backs a declared safeguard."""

    evidence = Text(meaning="The document or record that shows it.", required=True)
    verified_on = Date(meaning="When somebody verified it.", dated=True)
    by = Text(meaning="Who verified it.", personal=True)


EVIDENCED = Evidenced()


class Control(Described, fields.Field[Any]):
    """A safeguard: a value, or ``{value, evidence, verified_on, by}``; rules see the plain value."""

    default_error_messages = MESSAGES

    def __init__(self, inner: Field) -> None:
        super().__init__(required=inner.required)
        self.inner = inner
        self.describe(inner.meaning, inner.unit, inner.example, inner.personal, inner.dated)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **keywords: Any) -> Any:
        if not isinstance(value, Map):
            return self.inner.deserialize(value, attr, data, **keywords)
        errors: dict[str, Any] = {}
        typed = None
        try:
            EVIDENCED.load({key: item for key, item in value.items() if key != "value"})
        except ValidationError as error:
            errors |= error.messages_dict
        if "value" in value:
            try:
                typed = self.inner.deserialize(value["value"], attr, data, **keywords)
            except ValidationError as error:
                errors["value"] = error.messages
        else:
            # Without a value it is no control: that its evidence is missing too need not be said.
            errors = {name: messages for name, messages in errors.items() if name in value} | {"value": ["is missing"]}
        if errors:
            raise ValidationError(errors)
        return typed
