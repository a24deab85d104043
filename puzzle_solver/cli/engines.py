"""``puzzle engines``: the engines that there are."""

from __future__ import annotations

from typing import Final

from puzzle_solver.cli import console
from puzzle_solver.cli.command import FOUND, examples
from puzzle_solver.cli.options import Print
from puzzle_solver.search.kernel import find_kernel
from puzzle_solver.search.registry import ENGINES, KERNEL, choose_engine

EXAMPLES: Final = examples("puzzle engines", "puzzle engines --format json")


def engines(form: Print = "text") -> int:
    """List the engines, what each is good for, which searches if none is asked for, and why."""
    notes = _notes()
    if form == "text":
        console.put_table((engine.name, engine.meaning + notes.get(engine.name, "")) for engine in ENGINES)
    else:
        default = choose_engine()[0].name
        rows = [(engine.name, engine.meaning + notes.get(engine.name, "")) for engine in ENGINES]
        console.put_json(
            [{"name": name, "meaning": meaning, "default": name == default} for name, meaning in rows], form
        )
    return FOUND


def _notes() -> dict[str, str]:
    """Return what is to be said of the engine that searches by default, and of the kernel."""
    default, why = choose_engine()
    return {KERNEL.name: f" ({find_kernel().why})"} | {default.name: f" (the default: {why})"}
