"""The digest of content: one canonical form, so that equal content has one name everywhere."""

from __future__ import annotations

import hashlib
import json
from typing import Any

__all__ = ["digest_of"]


def digest_of(content: Any) -> str:
    """The SHA-256 of a value's canonical JSON (sorted keys, no spaces, no NaN)."""
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    return "sha256:" + hashlib.sha256(text.encode()).hexdigest()
