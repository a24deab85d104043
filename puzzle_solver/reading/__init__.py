"""Text to expressions and answers, without eval, recursion or guesses."""

from puzzle_solver.reading.expressions import BOUNDS, Bounds, read_expression

__all__ = ["BOUNDS", "Bounds", "read_expression"]
