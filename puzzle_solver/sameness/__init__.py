"""When are two solutions one? Three levels, each coarser than the one before."""

from typing import TYPE_CHECKING

from puzzle_solver.sameness.levels import Sameness, canonical, find_sameness, same

if TYPE_CHECKING:
    from puzzle_solver.sameness.text import canonical_text

__all__ = ["Sameness", "canonical", "canonical_text", "find_sameness", "same"]


def __getattr__(name: str) -> object:
    """Import what solving a puzzle does not need when it is first asked for."""
    if name != "canonical_text":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from puzzle_solver.sameness.text import canonical_text

    return canonical_text
