"""What a search in Python answers, by its packed forest of solutions."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from fractions import Fraction
from functools import cached_property
from itertools import chain

from puzzle_solver.errors import SearchStopped
from puzzle_solver.puzzle import Puzzle
from puzzle_solver.rational import from_pair, in_order
from puzzle_solver.result import Solution
from puzzle_solver.sameness import Sameness
from puzzle_solver.search.cost import Tree
from puzzle_solver.search.forest import Forest, Listed, count_trees, list_all, witness
from puzzle_solver.search.garbage_collection import collection_paused
from puzzle_solver.search.inner_loops import Value
from puzzle_solver.search.kbest import Ranking
from puzzle_solver.search.top_down import Search, is_even
from puzzle_solver.solver.classes import Distinct, cheapest_first
from puzzle_solver.solver.fallback import SoFar, nearest_so_far


class SearchRun:
    """A puzzle opened by a search."""

    settles = True
    tried = None

    def __init__(self, puzzle: Puzzle, same: Sameness, search: Search, engine: str) -> None:
        self.puzzle, self.same, self.engine, self.budget = puzzle, same, engine, search.budget
        self._search = search

    @property
    def limits(self) -> tuple[str, ...]:
        """What the search has had to do without so far, in words."""
        return self._search.limits

    @cached_property
    def distinct(self) -> Distinct:
        """What makes solutions of trees."""
        return Distinct(self.puzzle, self.same, self._search.numbers)

    @cached_property
    def _forest(self) -> Forest:
        return self._grown(self._search)

    def _grown(self, search: Search) -> Forest:
        return Forest(search, search.arithmetic.encode(self.puzzle.target))

    def witness(self) -> Tree | None:
        """Return the tree of any one solution."""
        root = next(self._forest.roots(), None)
        return None if root is None else witness(root)

    def ranked(self) -> Iterator[Solution]:
        """Yield the distinct solutions lazily, simplest first."""
        rankings = [Ranking(forest, self.distinct.combinators) for forest in self._stages()]
        if not is_even(self.puzzle.rules):
            return self.distinct.solutions(rankings[0].classes(*self._search.sizes))
        # Over n numbers there are n - 1 operators, which count first; then come the stages.
        classes = (ranking.classes(size) for size in self._search.sizes for ranking in rankings)
        return self.distinct.solutions(chain.from_iterable(classes))

    def _stages(self) -> list[Forest]:
        return [*map(self._grown, self._search.stages()[:-1]), self._forest]

    def listed(self) -> SoFar[Tree]:
        """Return the trees of all distinct solutions; if stopped, of those found, or of any one."""
        with collection_paused():
            return self._listed()

    def _listed(self) -> SoFar[Tree]:
        classes: list[Listed] = []
        tree: Tree | None = None
        stopped = None
        try:
            tree = self.witness()
            list_all(self._forest, self.distinct.combinators, self.distinct.learn, classes)
        except SearchStopped as stop:
            stopped = stop.limit
        if not any(classes):
            return SoFar([] if tree is None else [tree], stopped)
        # All that was found is given, so no limit is looked at any more: which of it is one has been learnt.
        return SoFar(self.distinct.trees(cheapest_first(classes)), stopped)

    def count_trees(self) -> int | None:
        """Return the number of distinct trees, None if some could be alike."""
        return None if self._search.ambiguous else count_trees(self._forest)

    def count(self) -> None:
        """Return nothing: the solutions have to be listed."""

    def reachable(self, targets: range, known: Collection[int]) -> Iterable[int]:
        """Return those of ``targets`` that can be made, without ``known`` ones."""
        asked = [target for target in targets if target not in known] if known else targets
        encoded = {self._search.arithmetic.encode(Fraction(target)): target for target in asked}
        reached = self._search.reachable(encoded)
        return [target for value, target in encoded.items() if value in reached]

    def values(self) -> Iterator[Fraction]:
        """Yield every value that can be made, ascending."""
        made: set[Value] = set()
        for state in self._search.roots(self._search.sizes):
            made.update(filter(self._search.may_be_target, self._search.table(state)))
        for pair in in_order(map(self._search.arithmetic.pair, made)):
            self.budget.check()
            yield from_pair(pair)

    def nearest(self) -> SoFar[Fraction]:
        """Return the values nearest to the target."""
        from puzzle_solver.search.nearest import Nearest  # a millisecond at start-up, for few puzzles

        return nearest_so_far(Nearest(self._search, self.puzzle.target))
