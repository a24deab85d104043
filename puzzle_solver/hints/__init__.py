"""Hints, each of which gives away a little more, for a puzzle or for what some steps have left of it."""

from puzzle_solver.hints.giving import Hints, hint
from puzzle_solver.hints.stages import AllButOne, Before, First, Hint, Last, Need, Needs, Possible, Stage
from puzzle_solver.hints.steps import InvalidStep

__all__ = [
    "AllButOne",
    "Before",
    "First",
    "Hint",
    "Hints",
    "InvalidStep",
    "Last",
    "Need",
    "Needs",
    "Possible",
    "Stage",
    "hint",
]
