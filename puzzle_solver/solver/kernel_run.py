"""What the kernel answers of a puzzle. It leaves what does not fit into its 64 bits."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property, partial
from itertools import compress
from typing import Any, Final

from puzzle_solver.errors import SearchStopped
from puzzle_solver.puzzle import Puzzle
from puzzle_solver.rational import Pair, from_pair, to_pair
from puzzle_solver.result import Solution
from puzzle_solver.sameness import Sameness
from puzzle_solver.search.cost import Tree
from puzzle_solver.search.kernel import Kernel, KernelNearest, KernelSearch, LeftTheKernel, Question, fits, only_finds
from puzzle_solver.search.top_down import is_plain
from puzzle_solver.solver.classes import Distinct
from puzzle_solver.solver.fallback import SoFar, nearest_so_far

LEVELS: Final = {Sameness.TREES: 0, Sameness.ALGEBRA: 1, Sameness.ESSENCE: 2}
"""By which numbers the kernel knows them."""


_PORTION: Final = 10_000
"""So many values are taken at once."""


def _some_values(first: int, kernel: Kernel) -> Sequence[Pair]:
    return kernel.values(first, _PORTION)


class KernelRun:
    """A puzzle opened by the kernel."""

    limits = ()  # what it would have to do without, it leaves
    tried = None

    def __init__(self, puzzle: Puzzle, same: Sameness, opened: KernelSearch, engine: str) -> None:
        self.puzzle, self.same, self.engine, self.budget = puzzle, same, engine, opened.budget
        self._opened, self._target = opened, to_pair(puzzle.target)
        # With powers or signs it passes over values that do not fit.
        self.settles = not only_finds(puzzle.rules)

    @cached_property
    def distinct(self) -> Distinct:
        """What makes solutions of trees."""
        plain = is_plain(self.puzzle.rules)
        return Distinct(self.puzzle, self.same, None if plain else self._opened.search.numbers)

    def witness(self) -> Tree | None:
        """Return the tree of any one solution."""
        tree: Tree | None = self._ask(lambda kernel: kernel.witness(self._target), self._target)
        return tree

    def ranked(self) -> Iterator[Solution]:
        """Yield the distinct solutions lazily, simplest first."""
        self._check_fit(self._target)
        return map(self.distinct.solution, self._opened.stream(self._target, LEVELS[self.same]))

    def listed(self) -> SoFar[Tree]:
        """Return the trees of all distinct solutions; if stopped, of those found, or of any one."""
        tree: Tree | None = None
        trees: Sequence[Tree] = ()
        try:
            tree = self.witness()
            if tree is not None:
                trees = listing = self._opened.listing(self._target, LEVELS[self.same])
                self._opened.ask(listing.run)
        except SearchStopped as stop:
            return SoFar(trees if len(trees) or tree is None else [tree], stop.limit)
        return SoFar(trees)

    def count_trees(self) -> int | None:
        """Return the number of distinct trees, None if some could be alike."""
        if not is_plain(self.puzzle.rules) and self._opened.search.ambiguous:
            return None
        number: int = self._ask(lambda kernel: kernel.count_trees(self._target), self._target)
        return number

    def count(self) -> int:
        """Return the number of distinct solutions."""
        number: int = self._ask(lambda kernel: kernel.count(self._target, LEVELS[self.same]), self._target)
        return number

    def reachable(self, targets: range, known: Collection[int]) -> Iterable[int]:
        """Return those of ``targets`` that can be made."""
        first, many = targets[0], len(targets)
        made: bytes = self._ask(lambda kernel: kernel.reach(first, many), (first, 1), (targets[-1], 1))
        return compress(targets, made)

    def values(self) -> Iterator[Fraction]:
        """Yield every value that can be made, ascending."""
        many: int = self._ask(lambda kernel: kernel.count_values())
        for first in range(0, many, _PORTION):
            yield from map(from_pair, self._ask(partial(_some_values, first)))

    def nearest(self) -> SoFar[Fraction]:
        """Return the values nearest to the target."""
        self._check_fit(self._target)
        return nearest_so_far(KernelNearest(self._opened, self._target))

    def _ask(self, question: Question, *values: Pair) -> Any:
        """Put a question that names ``values`` to the kernel.

        Raises:
            LeftTheKernel: a value does not fit.
            SearchStopped: a limit was reached.
        """
        self._check_fit(*values)
        return self._opened.ask(question)

    def _check_fit(self, *values: Pair) -> None:
        if not all(map(fits, values)):
            raise LeftTheKernel
