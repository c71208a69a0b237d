"""The files under some paths, and which of those met in a folder are none of ours."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path

from policy_engine.declaration.kinds import KINDS
from policy_engine.declaration.text import shown
from policy_engine.declaration.tree import Map, Scalar
from policy_engine.errors import AlvaraError, LimitExceeded, Place, ReadError

__all__ = ["MOST_FILES", "SUFFIXES", "files_under", "is_ours", "may_be_ours"]

SUFFIXES = (".yaml", ".yml", ".json")
MOST_FILES = 20_000


def files_under(paths: Iterable[Path], errors: list[AlvaraError]) -> Iterator[tuple[Path, bool]]:
    """Every file under the paths, in order, and whether it was named outright; what cannot be looked into is an error.

    Hidden files and folders are passed over.
    """
    count = 0
    for path in paths:
        try:
            folder = stat.S_ISDIR(path.stat().st_mode)
        except (FileNotFoundError, NotADirectoryError, ValueError):
            errors.append(ReadError("there is no such file or folder", Place(shown(path))))
            continue
        except OSError as error:
            errors.append(ReadError(f"cannot be read: {error.strerror or error}", Place(shown(path))))
            continue
        if not folder:
            yield path, True
            continue
        for found in _below(path, errors):
            count += 1
            if count > MOST_FILES:
                message = f"more than {MOST_FILES:,} files were found: name a smaller folder"
                errors.append(LimitExceeded(message, Place(shown(path))))
                return
            yield found, False


def _below(folder: Path, errors: list[AlvaraError]) -> Iterator[Path]:
    def unreadable(error: OSError) -> None:
        errors.append(ReadError(f"cannot be read: {error.strerror}", Place(shown(Path(str(error.filename))))))

    for root, folders, files in os.walk(folder, onerror=unreadable):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            path = os.path.join(root, name)
            # A pipe or device would block or never end; a broken link is a file that is missing.
            if name.endswith(SUFFIXES) and not name.startswith(".") and (os.path.isfile(path) or os.path.islink(path)):
                yield Path(path)


def may_be_ours(data: bytes) -> bool:
    """Whether a file met in a folder shows a sign of being ours, well-formed or not, in UTF-8 or UTF-16."""
    kinds = "|".join(KINDS).encode()
    sign = rb"alvara/|\bkind[\"']?\s*:\s*[\"']?(?:" + kinds + rb")\b"
    return re.search(sign, data.replace(b"\0", b"") if b"\0" in data else data, re.IGNORECASE) is not None


def is_ours(root: object) -> bool:
    """Whether a document met in a folder is meant for us: by its apiVersion, or by a kind and shape only we have."""
    if not isinstance(root, Map):
        return False
    version = root.get("apiVersion")
    if isinstance(version, Scalar) and not version.is_null:
        return version.lower().startswith("alvara/")
    return root.get("kind") in KINDS and "metadata" in root
