"""The peers of bench.rules, one module each: how the rules are printed in its language, and how it decides.

A module has ``make(rules)``, which compiles once and returns a ``Peer``.
"""

from __future__ import annotations

from bench.peers.peer import MissingPeer, Peer
from bench.peers.registry import PEERS, peer

__all__ = ["PEERS", "MissingPeer", "Peer", "peer"]
