"""A puzzle opened by an engine, and the results that can be asked of it."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from itertools import islice
from math import comb, perm
from typing import Final, Protocol

from puzzle_solver.errors import SearchStopped
from puzzle_solver.expression import Number
from puzzle_solver.operators import Operator
from puzzle_solver.puzzle import Puzzle
from puzzle_solver.result import Lazy, Nearest, Outcome, Result, Solution
from puzzle_solver.rules import Order, Rules, Use
from puzzle_solver.sameness import Sameness
from puzzle_solver.search.budget import Budget
from puzzle_solver.search.cost import Entry, Form, Tree
from puzzle_solver.search.forest import Listed
from puzzle_solver.search.garbage_collection import collection_paused
from puzzle_solver.search.top_down import is_even
from puzzle_solver.solver.classes import Distinct


class NearestValues(Protocol):
    """A search for the reachable values nearest to a target."""

    @property
    def values(self) -> list[Fraction]:
        """The best values so far."""
        ...

    def run(self) -> None:
        """Look at all that can be made; raises SearchStopped when a limit bites."""
        ...


_FEW_TARGETS: Final = 10_000
"""So many targets can be looked at one by one, however little the hand makes."""

_PORTION: Final = 65_536
"""Between so many targets there is a look at the limits, whatever the search does with them."""


def most_trees(count: int, rules: Rules) -> int | None:
    """Return how many trees over ``count`` numbers there are at most, None where that is not so easily told.

    For each choice of numbers these are their orders, times the shapes of trees, times the choices of operators.
    """
    if not is_even(rules):
        return None
    binary = sum(isinstance(operator, Operator) for operator in rules.operators)
    arrange: Callable[[int, int], int] = perm if rules.order is Order.FREE else comb
    sizes = (count,) if rules.use is Use.ALL else range(1, count + 1)
    trees: list[int] = [arrange(count, n) * (comb(2 * n - 2, n - 1) // n) * binary ** (n - 1) for n in sizes]
    return sum(trees)


def cheapest_first(listed: Iterable[Listed]) -> list[tuple[Entry, Form]]:
    """Return each class with its entry."""
    return sorted((entry, form) for classes in listed for form, entry in classes.items())


class Run(ABC):
    """A puzzle opened by an engine.

    What its solutions are depends on what the engine returned, and is left to subclasses; what follows from
    them is the same for all.
    """

    def __init__(self, puzzle: Puzzle, same: Sameness, budget: Budget, engine: str) -> None:
        self.puzzle, self.same, self.budget, self.engine = puzzle, same, budget, engine

    @property
    @abstractmethod
    def limits(self) -> tuple[str, ...]:
        """What the search has had to do without so far, in words; with none it is complete."""

    @property
    def tried(self) -> tuple[int, int] | None:
        """The candidates tried and the expressions met so far, where the engine makes them one by one."""
        return None

    @property
    def numbers(self) -> Sequence[Number] | None:
        """Every number that a leaf can be, by value; None if it is of the hand."""
        return None

    @abstractmethod
    def towards(self, target: Fraction) -> Run:
        """Return a run for another target that shares this one's tables."""

    @abstractmethod
    def ranked(self) -> Iterator[Solution]:
        """Yield the distinct solutions, simplest first."""

    @abstractmethod
    def _reached(self, targets: range) -> Iterable[int]:
        """Return those of ``targets``, which are not many, that can be made, in their order."""

    @abstractmethod
    def values(self) -> Iterator[Fraction]:
        """Yield every value that can be made, ascending; raises SearchStopped when a limit bites."""

    @abstractmethod
    def _witness(self) -> Tree | None:
        """Return the tree of any one solution."""

    @abstractmethod
    def _list(self, listed: list[Listed]) -> None:
        """Append every class, and let ``distinct`` learn each; if a limit stops the search, ``listed`` holds what there
        was so far.
        """

    @abstractmethod
    def _count_trees(self) -> int | None:
        """Return the number of distinct trees, None if they have to be listed."""

    @abstractmethod
    def _nearest(self) -> NearestValues:
        """Return a search for the nearest values."""

    @cached_property
    def distinct(self) -> Distinct:
        """What makes solutions of trees. It lists every number that a leaf can be, in which a limit may bite."""
        return Distinct(self.puzzle, self.same, self.numbers)

    def reachable(self, targets: range) -> tuple[int, ...]:
        """Return those of ``targets`` that can be made, ascending as they are; raises SearchStopped when a limit bites.

        Where there are more targets than trees it goes through what the trees make.
        """
        most = most_trees(len(self.puzzle.hand), self.puzzle.rules)
        if most is not None and targets.stop - targets.start > max(most, _FEW_TARGETS):
            whole = (value.numerator for value in self.values() if value.denominator == 1)
            return tuple(value for value in whole if value in targets)
        made: list[int] = []
        for first in range(targets.start, targets.stop, _PORTION):
            self.budget.check()
            made += self._reached(range(first, min(first + _PORTION, targets.stop)))
        return tuple(made)

    def first(self, limit: int) -> Result:
        """Return the ``limit`` simplest solutions."""
        tree: Tree | None = None
        ranked: list[Solution] = []
        try:
            self.budget.check()
            tree = self._witness()
            if tree is not None:
                ranked.extend(islice(self.ranked(), min(limit, sys.maxsize)))
        except SearchStopped as stop:
            return self._result(ranked or self._written(tree), stop.limit)
        return self._result(ranked, None, exhausted=len(ranked) < limit)

    def all(self) -> Result:
        """Return every distinct solution, simplest first."""
        with collection_paused():
            return self._all()

    def _all(self) -> Result:
        listed: list[Listed] = []
        tree: Tree | None = None
        stopped = None
        try:
            self.budget.check()
            tree = self._witness()
            self._list(listed)
        except SearchStopped as stop:
            stopped = stop.limit
        if not any(listed):
            return self._result(self._written(tree), stopped, exhausted=stopped is None)
        # All that was found is given, so no limit is looked at any more: which of it is one has been learnt, and the
        # solutions are made when they are looked at.
        trees = self.distinct.trees(cheapest_first(listed))
        return self._result(Lazy(trees, self.distinct.solution), stopped, exhausted=stopped is None)

    def count(self) -> Result:
        """Return the number of distinct solutions: of trees without listing them, unless some could be alike."""
        try:
            self.budget.check()
            number = self._count_trees() if self.same is Sameness.TREES else None
        except SearchStopped as stop:
            return self._result([], stop.limit)
        if number is None:
            return replace(self.all(), solutions=())
        return self._counted(number)

    def any(self) -> Result:
        """Return any one solution."""
        try:
            self.budget.check()
            found = self._any()
        except SearchStopped as stop:
            return self._result([], stop.limit)
        return self._result(found, None, exhausted=not found)

    def _any(self) -> list[Solution]:
        return self._written(self._witness())

    def _written(self, tree: Tree | None) -> list[Solution]:
        # No limit bites here: where there is a tree, the numbers were listed.
        return [] if tree is None else [self.distinct.solution(tree)]

    def with_nearest(self, result: Result, limit: int | None) -> Result:
        """Add to a result without solutions the nearest values, each with its simplest solutions."""
        if result.outcome is Outcome.STOPPED:
            return result
        nearest = self._nearest()
        stopped = None
        try:
            nearest.run()
        except SearchStopped as stop:
            stopped = stop.limit
        made = [(value, self._making(value, limit)) for value in nearest.values]
        found = tuple(Nearest(value, making.solutions) for value, making in made if making.solutions)
        stopped = stopped or next((making.limit for _, making in made if not making.solutions), None)
        if stopped is None:
            return replace(result, nearest=found)
        return replace(result, nearest=found or None, complete=False, limit=result.limit or stopped)

    def _making(self, value: Fraction, limit: int | None) -> Result:
        run = self.towards(value)
        return run.all() if limit is None else run.first(limit)

    def _counted(self, number: int) -> Result:
        return replace(self._result([], None, exhausted=True, solved=number > 0), count=number)

    def _result(
        self, solutions: Sequence[Solution], stopped: str | None, *, exhausted: bool = False, solved: bool = False
    ) -> Result:
        limits = self.limits
        complete = exhausted and not limits
        bitten = stopped or " or ".join(limits) or None
        if solutions or solved:
            outcome = Outcome.SOLVED
        elif stopped:
            outcome = Outcome.STOPPED
        else:
            outcome = Outcome.IMPOSSIBLE if complete else Outcome.NOT_FOUND
        count = len(solutions) if exhausted else None
        listed = tuple(solutions) if isinstance(solutions, list) else solutions
        return Result(self.puzzle, outcome, complete, self.same, count, listed, None, bitten, self.engine)
