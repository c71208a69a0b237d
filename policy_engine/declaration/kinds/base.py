"""What all kinds of document share: strict fields, and the register of kinds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from marshmallow import RAISE, Schema, fields
from marshmallow.schema import SchemaMeta

from policy_engine.declaration import fields as f
from policy_engine.errors import InternalFault

__all__ = ["KINDS", "Kind", "Localised", "Metadata", "Strict", "register"]


# Field names that Python cannot spell, or that marshmallow has another use for.
_SPELLED = {"from_": "from", "pt_br": "pt-BR", "unknown_": "unknown"}


class _Spelling(SchemaMeta):
    """Gives fields the names that documents use, in the order in which they are declared."""

    @classmethod
    def get_declared_fields(
        mcs,  # noqa: N804 - a metaclass
        klass: SchemaMeta,
        cls_fields: list[tuple[str, fields.Field[Any]]],
        inherited_fields: list[tuple[str, fields.Field[Any]]],
        dict_cls: type[dict[Any, Any]] = dict,
    ) -> dict[str, fields.Field[Any]]:
        spelled = [(_SPELLED.get(name, name), field) for name, field in cls_fields]
        return super().get_declared_fields(klass, spelled, inherited_fields, dict_cls)


class Strict(Schema, metaclass=_Spelling):
    """A record that takes its own fields and no others, at every depth.

    ``dated_by`` names the date field after which the whole record did not yet exist.
    """

    dated_by: ClassVar[str | None] = None

    class Meta:
        """An unknown field is an error, here and in every record below."""

        unknown = RAISE


class Metadata(Strict):
    """How a document is called and who answers for it."""

    name = f.Name(required=True, meaning="The name other documents refer to.", example="score-7b")
    owner = f.Text(meaning="The team or role that answers for the document.", example="risco-ml")
    labels = f.MapOf(f.Text(), meaning="Free labels, such as a cost centre.", example='{cost-centre: "4411"}')


class Localised(Strict):
    """A text in Portuguese, English or both."""

    pt_br = f.Text(meaning="The text in Brazilian Portuguese.", example="Ative a criptografia.")
    en = f.Text(meaning="The text in English.", example="Enable encryption.")


@dataclass(frozen=True)
class Kind:
    """A kind of document: its metadata and its body, under ``spec`` or at the top."""

    name: str
    body: type[Schema]
    metadata: type[Schema]
    under_spec: bool

    @cached_property
    def body_schema(self) -> Schema:
        """The schema of the body, built once."""
        return self.body()

    @cached_property
    def metadata_schema(self) -> Schema:
        """The schema of the metadata, built once."""
        return self.metadata()


KINDS: dict[str, Kind] = {}


def register(
    name: str, metadata: type[Schema] = Metadata, *, under_spec: bool = True
) -> Callable[[type[Schema]], type[Schema]]:
    """Register a body schema as a kind of document; a name can be taken once."""

    def enter(body: type[Schema]) -> type[Schema]:
        if name in KINDS:
            raise InternalFault(f"two schemas are registered for the kind {name}")
        KINDS[name] = Kind(name, body, metadata, under_spec)
        return body

    return enter
