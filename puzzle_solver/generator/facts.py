"""What is known of a candidate, each thing found out when it is first asked for."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from itertools import islice
from typing import TypeAlias

from puzzle_solver import solver
from puzzle_solver.errors import SearchStopped
from puzzle_solver.expression import Number, steps
from puzzle_solver.puzzle import Puzzle
from puzzle_solver.result import Outcome, Result, Solution
from puzzle_solver.rules import Rules, Use
from puzzle_solver.sameness import Sameness
from puzzle_solver.search.registry import IN_PYTHON, choose_engine

Stop: TypeAlias = Callable[[], bool] | None
"""Polled; the search is stopped when it returns true."""


class Facts:
    """A puzzle, and what its searches find within the limits of its rules.

    ``to_count``: the solutions of any puzzle that has some will be counted.

    Raises:
        SearchStopped: asked for anything, when ``stop`` returns true.
    """

    def __init__(self, puzzle: Puzzle, same: Sameness, stop: Stop = None, *, to_count: bool = False) -> None:
        self.puzzle, self._same, self._stop, self._to_count = puzzle, same, stop, to_count

    @property
    def _by_listing(self) -> bool:
        """Does counting list all solutions, so that they can as well be kept?"""
        return self._same is not Sameness.TREES and choose_engine(puzzle=self.puzzle)[0] is IN_PYTHON

    @cached_property
    def counted(self) -> Result:
        """The number of distinct solutions, and the solutions themselves where counting lists them."""
        if self._by_listing:
            return _ended(solver.solve(self.puzzle, limit=None, same=self._same, interrupted=self._stop))
        return _ended(solver.count(self.puzzle, same=self._same, interrupted=self._stop))

    @cached_property
    def witness(self) -> Result:
        """Any one solution."""
        return _ended(solver.solvable(self.puzzle, interrupted=self._stop))

    @property
    def count(self) -> int:
        """How many distinct solutions there are."""
        assert self.counted.count is not None  # only a search that was stopped does not know
        return self.counted.count

    @property
    def solvable(self) -> bool:
        """Is there a solution?"""
        # A cached property keeps its value in ``__dict__``: so it is asked whether the solutions have been counted
        # already, without counting them.
        return bool(self.counted if self._to_count or "counted" in self.__dict__ else self.witness)

    @property
    def impossible(self) -> bool:
        """Is it proved that there is none?"""
        return self.witness.outcome is Outcome.IMPOSSIBLE

    @cached_property
    def simplest(self) -> Solution:
        """The simplest solution of a puzzle that has one."""
        return self._ranked(1)[0]

    @cached_property
    def results(self) -> list[Fraction]:
        """What the operations of the simplest solution give, in the order in which they are carried out."""
        return [step.value for step in steps(self.simplest.expression)]

    def within(self, rules: Rules) -> bool:
        """Can the target be made under other rules?"""
        return self._can(self.puzzle.hand, rules)

    @property
    def by_part(self) -> bool:
        """Can the target be made without one of the numbers, or more of them?"""
        hand, rules = self.puzzle.hand, replace(self.puzzle.rules, use=Use.SOME)
        # One number fewer, and each at most once: that covers every smaller part. Equal parts are asked once.
        parts = dict.fromkeys(hand[:place] + hand[place + 1 :] for place in range(len(hand)))
        return any(self._can(part, rules) for part in parts if part)

    def solved(self, limit: int | None, *, counted: bool) -> Result:
        """Return the ``limit`` simplest solutions (None: all) and, if ``counted``, how many there are."""
        if limit is None:
            return _ended(solver.solve(self.puzzle, limit=None, same=self._same, interrupted=self._stop))
        result = self.counted if counted else replace(self.witness, same=self._same)
        return replace(result, solutions=self._ranked(limit) if result else ())

    def _ranked(self, limit: int) -> tuple[Solution, ...]:
        if "counted" in self.__dict__ and self._by_listing:
            return tuple(self.counted.solutions[:limit])
        ranked = solver.iter_solutions(self.puzzle, same=self._same, interrupted=self._stop)
        # ``islice`` takes no larger number.
        return tuple(islice(ranked, min(limit, sys.maxsize)))

    def _can(self, hand: Sequence[Number], rules: Rules) -> bool:
        return bool(_ended(solver.solvable(Puzzle(hand, self.puzzle.target, rules), interrupted=self._stop)))


def _ended(result: Result) -> Result:
    # A search that was stopped has not settled anything: no fact may come of it.
    if result.limit == "interrupt":
        raise SearchStopped(result.limit)
    return result
