"""``python -m policy_engine`` is the command ``alvara``."""

from __future__ import annotations

from policy_engine.cli import main

if __name__ == "__main__":
    main()
