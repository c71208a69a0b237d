"""Fields with parts: records, lists, and mappings whose keys are free."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from marshmallow import Schema, ValidationError, fields

from policy_engine.declaration.fields.base import MESSAGES, Described
from policy_engine.declaration.tree import Map, Seq

__all__ = ["ListOf", "MapOf", "Nested"]

# A list that is wrong throughout stops here: each error costs a search for the nearest name.
_MOST_FAULTY = 100


class Nested(Described, fields.Nested):
    """A mapping with fields of its own."""

    default_error_messages = MESSAGES

    def __init__(
        self,
        schema: type[Schema] | Callable[[], Schema],
        *,
        meaning: str = "",
        required: bool = False,
        example: str | None = None,
        personal: bool = False,
    ) -> None:
        super().__init__(schema, required=required)
        self.describe(meaning, None, example, personal)

    def _deserialize(self, value: Any, attr: str | None, data: Any, partial: Any = None, **keywords: Any) -> Any:
        if not isinstance(value, Map):
            raise self.refusal("a mapping of fields", value)
        return super()._deserialize(value, attr, data, partial=partial, **keywords)


class ListOf(Described, fields.List[Any]):
    """A list of values of one kind."""

    default_error_messages = MESSAGES

    def __init__(
        self,
        inner: fields.Field[Any],
        *,
        meaning: str = "",
        required: bool = False,
        example: str | None = None,
        personal: bool = False,
    ) -> None:
        super().__init__(inner, required=required)
        self.describe(meaning, None, example, personal)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **keywords: Any) -> Any:
        if not isinstance(value, Seq):
            raise self.refusal("a list, as in [a, b]", value)
        out: list[Any] = []
        errors: dict[int, Any] = {}
        for index, item in enumerate(value):
            try:
                out.append(self.inner.deserialize(item, **keywords))
            except ValidationError as error:
                # What is right in a faulty record keeps its index, so that later errors point to the right one.
                out.append(error.valid_data if isinstance(error.valid_data, dict) else {})
                errors[index] = error.messages
                if len(errors) >= _MOST_FAULTY:
                    break
        if errors:
            raise ValidationError(errors, valid_data=out if isinstance(self.inner, Nested) else None)
        return out


class MapOf(Described, fields.Dict):
    """A mapping whose keys are free."""

    default_error_messages = MESSAGES
    value_field: fields.Field[Any]

    def __init__(
        self,
        values: fields.Field[Any],
        *,
        meaning: str = "",
        required: bool = False,
        example: str | None = None,
        personal: bool = False,
    ) -> None:
        super().__init__(values=values, required=required)
        self.describe(meaning, None, example, personal)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **keywords: Any) -> Any:
        if not isinstance(value, Map):
            raise self.refusal("a mapping", value)
        out: dict[str, Any] = {}
        errors: dict[str, Any] = {}
        for key, item in value.items():
            try:
                out[key] = self.value_field.deserialize(item, **keywords)
            except ValidationError as error:
                errors[key] = error.messages
                if len(errors) >= _MOST_FAULTY:
                    break
        if errors:
            raise ValidationError(errors, valid_data=out)
        return out
