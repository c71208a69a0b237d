"""A decision in the forms people and tools read: one module a format behind one function."""

from __future__ import annotations

from policy_engine.formats.registry import FORMATS, Report, Writer, writer

__all__ = ["FORMATS", "Report", "Writer", "writer"]
