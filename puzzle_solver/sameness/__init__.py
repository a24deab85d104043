"""When are two solutions one? Three levels, each coarser than the one before."""

from importlib import import_module
from typing import TYPE_CHECKING

from puzzle_solver.sameness.levels import Sameness, canonical, find_sameness, same

if TYPE_CHECKING:
    from puzzle_solver.sameness.reasons import Why, why
    from puzzle_solver.sameness.text import canonical_text

__all__ = ["Sameness", "Why", "canonical", "canonical_text", "find_sameness", "same", "why"]

_LATER = {"Why": "reasons", "canonical_text": "text", "why": "reasons"}


def __getattr__(name: str) -> object:
    """Import what solving a puzzle does not need when it is first asked for."""
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_LATER[name]}"), name)
