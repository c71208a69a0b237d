"""The peers by name, in the order they are printed."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module

from bench.peers.peer import Peer, Rules

__all__ = ["HAND_WRITTEN", "OURS", "PEERS", "peer"]

HAND_WRITTEN, OURS = "hand-written", "alvara"

PEERS: Mapping[str, str] = {
    HAND_WRITTEN: "bench.peers.hand_written",
    OURS: "bench.peers.alvara",
    "datalogic-py": "bench.peers.datalogic",
    "zen-engine": "bench.peers.zen_list",
    "cel-expr-python": "bench.peers.cel_expr",
    "gordon-to-regorus": "bench.peers.rego",
}


def peer(name: str, rules: Rules) -> Peer:
    """A peer with the rules compiled.

    Raises:
        MissingPeer: its library is not installed.
    """
    made: Peer = import_module(PEERS[name]).make(rules)
    return made
