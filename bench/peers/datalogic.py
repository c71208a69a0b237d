"""datalogic-py: JsonLogic in Rust.

It has no regular expressions of its own, so that one operator is a Python function, as its users would write it.
"""

from __future__ import annotations

import json
import re
from typing import Any

from bench.peers.peer import Peer, Rules, imported
from bench.tree import (
    AllOf,
    AnyOf,
    Arithmetic,
    Compare,
    Every,
    Field,
    Holds,
    Item,
    Literal,
    Matches,
    Negation,
    Node,
    OneOf,
    Present,
    Some,
    StartsWith,
)

__all__ = ["make"]


def _logic(node: Node) -> Any:
    """A node as JsonLogic."""
    match node:
        case Literal(value=value):
            return value
        case Field(group=group, name=name):
            return {"var": f"{group}.{name}"}
        case Item():
            return {"var": ""}
        case Compare(symbol=symbol, left=left, right=right):
            strict = {"==": "===", "!=": "!=="}.get(symbol, symbol)
            return {strict: [_logic(left), _logic(right)]}
        case Arithmetic(symbol=symbol, left=left, right=right):
            return {symbol: [_logic(left), _logic(right)]}
        case AllOf(parts=parts):
            return {"and": [_logic(part) for part in parts]}
        case AnyOf(parts=parts):
            return {"or": [_logic(part) for part in parts]}
        case Negation(part=part):
            return {"!": [_logic(part)]}
        case OneOf(value=value, choices=choices):
            return {"in": [_logic(value), list(choices)]}
        case Holds(field=field, value=value):
            return {"in": [value, _logic(field)]}
        case StartsWith(value=value, prefix=prefix):
            return {"starts_with": [_logic(value), prefix]}
        case Matches(value=value, pattern=pattern):
            return {"regex": [_logic(value), pattern]}
        case Some(field=field, body=body):
            return {"some": [_logic(field), _logic(body)]}
        case Every(field=field, body=body):
            return {"all": [_logic(field), _logic(body)]}
        case Present(field=field):
            return {"!==": [_logic(field), None]}
    raise TypeError(f"no form for {type(node).__name__}")


def _found(arguments: str) -> str:
    text, pattern = json.loads(arguments)
    return "true" if re.search(pattern, text) else "false"


def make(rules: Rules) -> Peer:
    """One rule that is the list of all answers, evaluated in a session on the dict as it is: its fastest form."""
    datalogic = imported("datalogic_py", "datalogic-py")
    engine = datalogic.Engine(custom_operators={"regex": _found})
    answers = engine.compile([_logic(rule) for rule in rules.values()])
    evaluate = engine.session().evaluate

    def decide(workload: dict[str, Any]) -> Any:
        return evaluate(answers, workload)

    return Peer("datalogic-py", decide)
