"""Writing results: to the terminal, or to a file that appears whole or not at all."""

from __future__ import annotations

import io
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TextIO

from policy_engine.errors import OptionError

__all__ = ["deliver"]


def deliver(write: Callable[[TextIO], None], target: Path | None) -> None:
    """Run a writer against standard output, or against a file replaced in one step.

    An interruption or a failure leaves the old file as it was and no temporary file behind.

    Raises:
        OptionError: the file cannot be written.
    """
    if target is None:
        if isinstance(sys.stdout, io.TextIOWrapper) and (sys.stdout.encoding or "").lower() not in ("utf-8", "utf8"):
            sys.stdout.reconfigure(encoding="utf-8", errors="replace")
        write(sys.stdout)
        sys.stdout.flush()
        return
    try:
        descriptor, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    except OSError as error:
        raise OptionError(f"cannot write {target}: {error.strerror}") from error
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as out:
            write(out)
            out.flush()
            os.fsync(out.fileno())
        Path(name).chmod(0o644)
        Path(name).replace(target)
    except BaseException as error:
        Path(name).unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise OptionError(f"cannot write {target}: {error.strerror}") from error
        raise
