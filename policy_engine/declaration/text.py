"""From bytes to text: what is no UTF-8 text of a bearable size is refused here, before anything reads it as YAML."""

from __future__ import annotations

import os
import re
from pathlib import Path

from policy_engine.declaration.tree import LIMITS, Limits
from policy_engine.errors import LimitExceeded, Place, ReadError

__all__ = ["decoded", "file_bytes", "shown"]

# What YAML bars from a text, and the line breaks that only YAML takes for one: they would hide a line from an editor.
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ufffe\uffff]")


def file_bytes(path: Path, limits: Limits = LIMITS) -> bytes:
    """The bytes of a file, never more than the limit of them.

    Raises:
        LimitExceeded: there are more.
        ReadError: it cannot be read.
    """
    here = Place(shown(path))
    try:
        with path.open("rb") as file:
            size = os.fstat(file.fileno()).st_size
            data = b"" if size > limits.bytes else file.read(limits.bytes + 1)
    except (OSError, ValueError) as error:
        raise ReadError(f"cannot be read: {getattr(error, 'strerror', None) or error}", here) from None
    if size > limits.bytes:
        raise LimitExceeded(f"the file has {size:,} bytes; at most {limits.bytes:,} are read", here)
    if len(data) > limits.bytes:
        raise LimitExceeded(f"the file has more than {limits.bytes:,} bytes, the most that are read", here)
    return data


def decoded(data: bytes | str, file: str, limits: Limits = LIMITS) -> str:
    """The text: UTF-8, with or without a byte order mark, without control characters.

    Raises:
        LimitExceeded: it is too long.
        ReadError: it is no such text, or empty.
    """
    if isinstance(data, str):
        data = data.encode("utf-8", "surrogatepass")
    if len(data) > limits.bytes:
        raise LimitExceeded(f"the text has {len(data):,} bytes; at most {limits.bytes:,} are read", Place(file))
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        raise ReadError("the file is UTF-16; save it as UTF-8", Place(file, 1, 1))
    try:
        text = data.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8").removeprefix("\ufeff")
        here = Place(file, before.count("\n") + 1, len(before) - before.rfind("\n"))
        raise ReadError(f"byte {error.start + 1} is not UTF-8; save the file as UTF-8 text", here) from None
    control = _CONTROL.search(text)
    if control:
        at = control.start()
        here = Place(file, text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at))
        advice = ": it is not a text file" if control[0] < " " else "; remove it"
        raise ReadError(f"the file holds the control character U+{ord(control[0]):04X}{advice}", here)
    if not text.strip():
        raise ReadError("the file is empty", Place(file, 1, 1))
    return text


def shown(path: Path) -> str:
    """A path as it can be printed: bytes that are no text, and control characters, are written as escapes."""
    text = str(path)
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in text)
