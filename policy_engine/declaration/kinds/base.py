"""What all kinds of document share: strict fields, and the register of kinds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from marshmallow import RAISE, Schema

from policy_engine.declaration import fields as f
from policy_engine.errors import InternalFault

__all__ = ["KINDS", "Kind", "Localised", "Metadata", "Strict", "register"]


class Strict(Schema):
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

    pt_br = f.Text(meaning="The text in Brazilian Portuguese.")
    en = f.Text(meaning="The text in English.")


Localised._declared_fields["pt-BR"] = Localised._declared_fields.pop("pt_br")


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
