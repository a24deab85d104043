"""Text to expressions and answers, without eval, recursion or guesses."""

from puzzle_solver.reading.answers import ALWAYS_READ, Equation, read_answer
from puzzle_solver.reading.expressions import read_expression
from puzzle_solver.reading.shunting_yard import Quotients
from puzzle_solver.reading.text import BOUNDS, Bounds, check_bounds

__all__ = [
    "ALWAYS_READ",
    "BOUNDS",
    "Bounds",
    "Equation",
    "Quotients",
    "check_bounds",
    "read_answer",
    "read_expression",
]
