"""One search for one target, and the results that can be asked of it."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from heapq import heapify, heappop
from itertools import chain, islice

from puzzle_solver.errors import SearchStopped
from puzzle_solver.puzzle import Puzzle
from puzzle_solver.result import Nearest, Outcome, Result, Solution
from puzzle_solver.sameness import Sameness
from puzzle_solver.search.budget import GRACE, Budget
from puzzle_solver.search.collection import collection_paused
from puzzle_solver.search.cost import Entry, Form
from puzzle_solver.search.forest import Forest
from puzzle_solver.search.listing import Listed, count_trees, list_all, witness
from puzzle_solver.search.ranking import Ranking
from puzzle_solver.search.target import Search
from puzzle_solver.solver.distinct import Distinct


def _cheapest_first(listed: list[Listed]) -> Iterator[tuple[Entry, Form]]:
    """Yield each class with its entry. A heap, for a stopped search may not have the time for all of them."""
    heap = [(entry, form) for classes in listed for form, entry in classes.items()]
    heapify(heap)
    while heap:
        yield heappop(heap)


class Run:
    """A puzzle with an opened search."""

    def __init__(self, puzzle: Puzzle, same: Sameness, search: Search, engine: str) -> None:
        self.puzzle, self.same, self.search, self.engine = puzzle, same, search, engine
        self.forest = Forest(search, search.arithmetic.encode(puzzle.target))

    @cached_property
    def distinct(self) -> Distinct:
        """What makes solutions of trees. It lists every number that a leaf can be, in which a limit may bite."""
        return Distinct(self.puzzle, self.forest, self.same)

    def towards(self, target: Fraction) -> Run:
        """Return a run for another target that shares this one's tables."""
        return Run(Puzzle(self.puzzle.hand, target, self.puzzle.rules), self.same, self.search, self.engine)

    def ranked(self) -> Iterator[Solution]:
        """Yield the distinct solutions lazily, simplest first."""
        rankings = [Ranking(forest, self.distinct.combinators) for forest in self._stages()]
        if not self.search.even:
            return self.distinct.solutions(rankings[0].classes(*self.search.sizes))
        # Over n numbers there are n - 1 operators, which count first; then come the stages.
        classes = (ranking.classes(size) for size in self.search.sizes for ranking in rankings)
        return self.distinct.solutions(chain.from_iterable(classes))

    def _stages(self) -> list[Forest]:
        searches = self.search.stages()
        narrow = [Forest(search, search.arithmetic.encode(self.puzzle.target)) for search in searches[:-1]]
        return [*narrow, self.forest]

    def first(self, limit: int) -> Result:
        """Return the ``limit`` simplest solutions."""
        any_one: list[Solution] = []
        ranked: list[Solution] = []
        try:
            any_one += self._any()
            if any_one:
                ranked.extend(islice(self.ranked(), min(limit, sys.maxsize)))
        except SearchStopped as stop:
            return self._result(ranked or any_one, stop.limit)
        return self._result(ranked, None, exhausted=len(ranked) < limit)

    def all(self) -> Result:
        """Return every distinct solution, simplest first."""
        with collection_paused():
            return self._all()

    def _all(self) -> Result:
        listed: list[Listed] = []
        fallback: list[Solution] = []
        stopped = None
        try:
            fallback += self._any()
            list_all(self.forest, self.distinct.combinators, listed)
        except SearchStopped as stop:
            stopped = stop.limit
        solutions: list[Solution] = []
        budget = Budget(GRACE) if stopped else self.search.budget
        try:
            for solution in self.distinct.solutions(_cheapest_first(listed)):
                solutions.append(solution)
                budget.check()
        except SearchStopped as stop:
            stopped = stopped or stop.limit
        return self._result(solutions or fallback, stopped, exhausted=stopped is None)

    def reachable(self, targets: Iterable[int]) -> set[int]:
        """Return those of ``targets`` that can be made; raises SearchStopped when a limit bites."""
        arithmetic = self.search.arithmetic
        reached = self.search.reachable(arithmetic.encode(Fraction(target)) for target in targets)
        return {int(arithmetic.decode(value)) for value in reached}

    def count(self) -> Result:
        """Return the number of distinct solutions: of trees without listing them, unless some could be alike."""
        try:
            lists = self.same is not Sameness.TREES or self.search.ambiguous
            number = 0 if lists else count_trees(self.forest)
        except SearchStopped as stop:
            return self._result([], stop.limit)
        if lists:
            return replace(self.all(), solutions=())
        return replace(self._result([], None, exhausted=True, solved=number > 0), count=number)

    def any(self) -> Result:
        """Return any one solution."""
        try:
            found = self._any()
        except SearchStopped as stop:
            return self._result([], stop.limit)
        return self._result(found, None, exhausted=not found)

    def _any(self) -> list[Solution]:
        return [self.distinct.solution(witness(root)) for root in islice(self.forest.roots(), 1)]

    def with_nearest(self, result: Result, limit: int | None) -> Result:
        """Add to a result without solutions the nearest values, each with its simplest solutions."""
        if result.outcome is Outcome.STOPPED:
            return result
        from puzzle_solver.search.nearest import Nearest as NearestSearch  # a millisecond at start-up, for few puzzles

        nearest = NearestSearch(self.search, self.puzzle.target)
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
        return replace(result, nearest=found or None, complete=False, limit=stopped)

    def _making(self, value: Fraction, limit: int | None) -> Result:
        run = self.towards(value)
        return run.all() if limit is None else run.first(limit)

    def _result(
        self, solutions: list[Solution], stopped: str | None, *, exhausted: bool = False, solved: bool = False
    ) -> Result:
        complete = exhausted and not self.search.limits
        bitten = stopped or " or ".join(self.search.limits) or None
        if solutions or solved:
            outcome = Outcome.SOLVED
        elif stopped:
            outcome = Outcome.STOPPED
        else:
            outcome = Outcome.IMPOSSIBLE if complete else Outcome.NOT_FOUND
        count = len(solutions) if exhausted else None
        return Result(self.puzzle, outcome, complete, self.same, count, tuple(solutions), None, bitten, self.engine)
