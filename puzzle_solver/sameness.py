"""When are two solutions one? Three levels, each coarser than the one before."""

from __future__ import annotations

from enum import Enum

from puzzle_solver.expression import Expression


class Sameness(Enum):
    """The level at which two solutions count as one."""

    TREES = "trees"
    ALGEBRA = "algebra"
    ESSENCE = "essence"


def same(first: Expression, second: Expression, level: Sameness) -> bool:
    """Are the two expressions one at ``level``?"""
    raise NotImplementedError
