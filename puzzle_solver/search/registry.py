"""Engines by name."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class EngineRow:
    """An engine: its name and, in words, what it is good for."""

    name: str
    meaning: str


ENGINES: tuple[EngineRow, ...] = (
    EngineRow("target", "value tables for small subsets, and from the target down above them"),
    EngineRow("tables", "value tables for every subset, bottom-up"),
)
