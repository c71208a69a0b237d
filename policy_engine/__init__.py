"""Alvará's policy engine: from what a job declares to a verdict with its evidence."""

__version__ = "0.1.0"
