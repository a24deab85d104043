"""The protocol that every engine satisfies."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Protocol

from puzzle_solver.rules import Rules
from puzzle_solver.search.budget import Budget
from puzzle_solver.search.target import Search


class Engine(Protocol):
    """A way to search."""

    @property
    def name(self) -> str:
        """By which it is asked for."""
        ...

    @property
    def meaning(self) -> str:
        """What it does, in words."""
        ...

    def open(self, values: Sequence[Fraction], rules: Rules, budget: Budget) -> Search:
        """Return a search over a hand, which answers any number of targets.

        Raises:
            UnsupportedPuzzle: the engine cannot answer such puzzles completely.
        """
        ...
