"""What all tests share: where the project is, and how hypothesis searches."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import settings

# No deadline: the machine that runs the tests may be busy, and how long a case takes is for bench/ to say.
settings.register_profile("alvara", deadline=None)
settings.load_profile("alvara")


@pytest.fixture(scope="session")
def root() -> Path:
    """The folder of the project."""
    return Path(__file__).resolve().parent.parent
