"""When are two solutions one? Levels, each coarser than the one before."""

from typing import TYPE_CHECKING

from puzzle_solver.lazy import load
from puzzle_solver.sameness.levels import LEVELS, Sameness, canonical, find_sameness, same

if TYPE_CHECKING:
    from puzzle_solver.sameness.reasons import Why, why
    from puzzle_solver.sameness.text import canonical_text

__all__ = ["LEVELS", "Sameness", "Why", "canonical", "canonical_text", "find_sameness", "same", "why"]

_LATER = {"Why": "sameness.reasons", "canonical_text": "sameness.text", "why": "sameness.reasons"}


def __getattr__(name: str) -> object:
    """Import what solving a puzzle does not need when it is first asked for."""
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found: object = load(f"{_LATER[name]}:{name}")
    return found
