"""Text to expressions and answers, without eval, recursion or guesses."""

from puzzle_solver.reading.answers import ALWAYS_READ, Equation, read_answer
from puzzle_solver.reading.expressions import BOUNDS, Bounds, check_bounds, read_expression

__all__ = ["ALWAYS_READ", "BOUNDS", "Bounds", "Equation", "check_bounds", "read_answer", "read_expression"]
