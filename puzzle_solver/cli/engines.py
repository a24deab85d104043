"""``puzzle engines``: the engines that there are."""

from __future__ import annotations

from typing import Final

from puzzle_solver.cli import console
from puzzle_solver.cli.command import FOUND, examples
from puzzle_solver.cli.parameters import Print
from puzzle_solver.search.registry import ENGINES

EXAMPLES: Final = examples("puzzle engines", "puzzle engines --format json")


def engines(form: Print = "text") -> int:
    """List the engines, and what each is good for."""
    if form == "text":
        console.put_table((engine.name, engine.meaning) for engine in ENGINES)
    else:
        console.put_json([{"name": engine.name, "meaning": engine.meaning} for engine in ENGINES], form)
    return FOUND
