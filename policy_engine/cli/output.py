"""Writing results: to the terminal, or to a file that appears whole or not at all."""

from __future__ import annotations

import os
import stat
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TextIO

from policy_engine.errors import OptionError

__all__ = ["deliver"]

_NEW_FILE = 0o666


def deliver(write: Callable[[TextIO], None], target: Path | None) -> None:
    """Run a writer against standard output, or against a file replaced in one step.

    An interruption or a failure leaves the old file as it was and no temporary file behind. A link is followed;
    a device or a pipe is written to, never replaced.

    Raises:
        OptionError: the result cannot be written.
    """
    if target is None:
        if sys.stdout is None:
            raise OptionError("cannot write the result: standard output is closed")
        write(sys.stdout)
        sys.stdout.flush()
        return
    try:
        real = target.resolve()
        mode = _mode_of(real)
        if mode is not None and not stat.S_ISREG(mode):
            with real.open("w", encoding="utf-8", errors="backslashreplace") as out:
                write(out)
            return
        _replace(write, real, mode)
    except OSError as error:
        raise OptionError(f"cannot write {target}: {error.strerror}") from error


def _replace(write: Callable[[TextIO], None], target: Path, mode: int | None) -> None:
    """Write beside the target, then put the new file in its place with the old one's permissions."""
    if mode is not None and not os.access(target, os.W_OK):
        raise PermissionError(0, "the file may not be written to")
    descriptor, name = tempfile.mkstemp(prefix=".alvara-", dir=target.parent)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8", errors="backslashreplace") as out:
            write(out)
            out.flush()
            os.fsync(out.fileno())
        Path(name).chmod(_NEW_FILE & ~_umask() if mode is None else stat.S_IMODE(mode))
        Path(name).replace(target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _mode_of(path: Path) -> int | None:
    try:
        return path.stat().st_mode
    except FileNotFoundError:
        return None


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
