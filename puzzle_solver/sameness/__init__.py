"""When are two solutions one? Three levels, each coarser than the one before."""

from puzzle_solver.sameness.levels import Sameness, canonical, find_sameness, same

__all__ = ["Sameness", "canonical", "find_sameness", "same"]
