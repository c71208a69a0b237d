"""Options that several commands share, and how they are read."""

from __future__ import annotations

import os
from datetime import date, datetime

from policy_engine.errors import OptionError
from policy_engine.packs import LANGUAGES

__all__ = ["LANGUAGES", "ZONE", "as_of_date", "language_of"]

ZONE = "America/Sao_Paulo"


def as_of_date(text: str | None) -> date:
    """The day to judge by: the one given, else today in São Paulo.

    Raises:
        OptionError: the text is not a day written YYYY-MM-DD.
    """
    if text is None:
        from zoneinfo import ZoneInfo

        return datetime.now(ZoneInfo(ZONE)).date()
    try:
        day = date.fromisoformat(text)
    except ValueError:
        day = None
    if day is None or day.isoformat() != text:
        raise OptionError(f'--as-of "{text}" is not a day; write it YYYY-MM-DD, as in 2026-11-30')
    return day


def language_of(option: str | None) -> str:
    """The language asked for, by option or by ALVARA_LANG; Portuguese otherwise."""
    chosen = option or os.environ.get("ALVARA_LANG") or LANGUAGES[0]
    if chosen not in LANGUAGES:
        raise OptionError(f'ALVARA_LANG is "{chosen}"; it may be {" or ".join(LANGUAGES)}')
    return chosen
