"""Which mechanism of LGPD art. 33 a flow rests on, and who says so.

The order follows the reading the project has settled on (``docs/legal-readings.md``): what the flow itself
or anyone claims as adequacy comes first and stays a claim even when false, so that a rule can refuse it;
then the instrument of the trusted contract with that provider; then, for a destination that is adequate
without any claim, adequacy that nobody documented; else none. A workload naming another mechanism is not
believed: only a contract carries an instrument.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

__all__ = ["ADEQUACY", "NONE", "Reliance", "reliance"]

ADEQUACY = "adequacy"
NONE = "none"


@dataclass(frozen=True, slots=True)
class Reliance:
    """The mechanism relied on, who claims it, whether it is documented, and the instrument's terms."""

    mechanism: str
    claimed_by: str
    documented: bool
    instrument: Mapping[str, Any] | None = None


def reliance(
    flow: Mapping[str, Any],
    claims: Iterable[tuple[str, Mapping[str, Any] | None]],
    instrument: Mapping[str, Any] | None,
    *,
    adequate: bool,
) -> Reliance:
    """Settle the mechanism of one flow that leaves Brazil.

    Args:
        flow: the declared flow (it may name its own ``mechanism`` and ``document``).
        claims: who may claim adequacy, in order, each with the ``transfer`` record it declares.
        instrument: the ``transfer`` record of the contract with the recipient, or None.
        adequate: whether the destination is recognised by the ANPD at ``as_of``.
    """
    own = flow.get("mechanism")
    if own == ADEQUACY:
        said = {key: flow[key] for key in ("mechanism", "document") if key in flow}
        return Reliance(ADEQUACY, "flow", documented=True, instrument=said)
    carried = instrument.get("mechanism") if instrument else None
    if own is not None and own == carried:
        return _from_contract(instrument)
    if own is None:
        for claimant, transfer in claims:
            if transfer and transfer.get("mechanism") == ADEQUACY:
                return Reliance(ADEQUACY, claimant, documented=True, instrument=transfer)
    if carried and carried != NONE:
        return _from_contract(instrument)
    if adequate:
        return Reliance(ADEQUACY, NONE, documented=False)
    return Reliance(NONE, NONE, documented=False)


def _from_contract(instrument: Mapping[str, Any] | None) -> Reliance:
    terms = instrument or {}
    return Reliance(terms["mechanism"], "contract", documented="document" in terms, instrument=terms)
