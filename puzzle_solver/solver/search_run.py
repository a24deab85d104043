"""What a search with a packed forest of solutions answers."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import chain

from puzzle_solver.expression import Number
from puzzle_solver.puzzle import Puzzle
from puzzle_solver.rational import from_pair, in_order
from puzzle_solver.result import Solution
from puzzle_solver.sameness import Sameness
from puzzle_solver.search.cost import Tree
from puzzle_solver.search.forest import Forest, Listed, count_trees, list_all, witness
from puzzle_solver.search.inner_loops import Value
from puzzle_solver.search.kbest import Ranking
from puzzle_solver.search.top_down import Search, is_even
from puzzle_solver.solver.results import NearestValues, Run


class PackedRun(Run):
    """A puzzle with a search, whichever way it was opened."""

    @property
    @abstractmethod
    def search(self) -> Search:
        """The search in Python."""

    @cached_property
    def forest(self) -> Forest:
        """Its solutions."""
        return self._grown(self.search)

    def _grown(self, search: Search) -> Forest:
        return Forest(search, search.arithmetic.encode(self.puzzle.target))

    @property
    def limits(self) -> tuple[str, ...]:
        return self.search.limits

    @property
    def numbers(self) -> Sequence[Number] | None:
        return self.search.numbers

    def ranked(self) -> Iterator[Solution]:
        """Yield the distinct solutions lazily, simplest first."""
        rankings = [Ranking(forest, self.distinct.combinators) for forest in self._stages()]
        if not is_even(self.puzzle.rules):
            return self.distinct.solutions(rankings[0].classes(*self.search.sizes))
        # Over n numbers there are n - 1 operators, which count first; then come the stages.
        classes = (ranking.classes(size) for size in self.search.sizes for ranking in rankings)
        return self.distinct.solutions(chain.from_iterable(classes))

    def _stages(self) -> list[Forest]:
        return [*map(self._grown, self.search.stages()[:-1]), self.forest]

    def _reached(self, targets: Iterable[int]) -> Iterable[int]:
        encoded = {self.search.arithmetic.encode(Fraction(target)): target for target in targets}
        reached = self.search.reachable(encoded)
        return [target for value, target in encoded.items() if value in reached]

    def values(self) -> Iterator[Fraction]:
        made: set[Value] = set()
        for state in self.search.roots(self.search.sizes):
            made.update(filter(self.search.may_be_target, self.search.table(state)))
        for pair in in_order(map(self.search.arithmetic.pair, made)):
            self.budget.check()
            yield from_pair(pair)

    def _witness(self) -> Tree | None:
        root = next(self.forest.roots(), None)
        return None if root is None else witness(root)

    def _list(self, listed: list[Listed]) -> None:
        list_all(self.forest, self.distinct.combinators, self.distinct.learn, listed)

    def _count_trees(self) -> int | None:
        return None if self.search.ambiguous else count_trees(self.forest)

    def _nearest(self) -> NearestValues:
        from puzzle_solver.search.nearest import Nearest  # a millisecond at start-up, for few puzzles

        return Nearest(self.search, self.puzzle.target)


class SearchRun(PackedRun):
    """A puzzle with an opened search."""

    def __init__(self, puzzle: Puzzle, same: Sameness, search: Search, engine: str) -> None:
        super().__init__(puzzle, same, search.budget, engine)
        self._search = search

    @property
    def search(self) -> Search:
        return self._search

    def towards(self, target: Fraction) -> SearchRun:
        return SearchRun(Puzzle(self.puzzle.hand, target, self.puzzle.rules), self.same, self.search, self.engine)
