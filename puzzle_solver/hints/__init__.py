"""Hints, each of which gives away a little more, for a puzzle or for what some steps have left of it."""

from puzzle_solver.hints.position import InvalidStep
from puzzle_solver.hints.staged import Hints, hint
from puzzle_solver.hints.stages import AllButOne, Before, First, Hint, Last, Need, Needs, Possible, Stage

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
