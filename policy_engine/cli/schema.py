"""``alvara schema``: the JSON Schema of a kind of document, for editors."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TextIO

import click

from policy_engine.cli.output import deliver
from policy_engine.declaration import KINDS
from policy_engine.errors import OptionError, did_you_mean

__all__ = ["schema"]


@click.command()
@click.argument("kind")
@click.option("-o", "--output", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", help="Write there.")
def schema(kind: str, output: Path | None) -> int:
    """Print the JSON Schema of documents of KIND (or of all kinds: "all")."""
    from policy_engine.declaration.jsonschema import schema_for, schema_for_all

    if kind == "all":
        document = schema_for_all()
    else:
        named = {name.lower(): name for name in KINDS}
        if kind.lower() not in named:
            raise OptionError(f'unknown kind "{kind}"{did_you_mean(kind, KINDS)}')
        document = schema_for(named[kind.lower()])
    text = json.dumps(document, ensure_ascii=False, indent=2) + "\n"

    def write(out: TextIO) -> None:
        out.write(text)

    deliver(write, output)
    return 0
