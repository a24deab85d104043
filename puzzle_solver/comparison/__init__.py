"""Engines side by side: what each takes for one puzzle, and whether all find the same."""

from puzzle_solver.comparison.api import (
    TIME_LIMIT,
    Comparison,
    Difference,
    compare,
    compare_each,
)
from puzzle_solver.comparison.measurement import Ending, Measure
from puzzle_solver.comparison.rows import Row

__all__ = ["TIME_LIMIT", "Comparison", "Difference", "Ending", "Measure", "Row", "compare", "compare_each"]
