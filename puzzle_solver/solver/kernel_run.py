"""What the kernel answers. What leaves its 64 bits is answered in Python, and the result says so."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import compress, islice
from typing import Any, Final, TypeVar

from puzzle_solver.errors import SearchStopped
from puzzle_solver.expression import Number
from puzzle_solver.puzzle import Puzzle
from puzzle_solver.rational import Pair, from_pair, to_pair
from puzzle_solver.result import Lazy, Result, Solution
from puzzle_solver.sameness import Sameness
from puzzle_solver.search.cost import Tree
from puzzle_solver.search.kernel import Kernel, KernelNearest, KernelSearch, LeftTheKernel, Question, fits
from puzzle_solver.search.registry import IN_PYTHON
from puzzle_solver.search.top_down import Search, is_plain
from puzzle_solver.solver.results import NearestValues
from puzzle_solver.solver.search_run import PackedRun

T = TypeVar("T")

LEVELS: Final = {Sameness.TREES: 0, Sameness.ALGEBRA: 1, Sameness.ESSENCE: 2}
"""By which numbers the kernel knows them."""


_PORTION: Final = 10_000
"""So many values are taken at once."""


def _some_values(first: int, kernel: Kernel) -> Sequence[Pair]:
    return kernel.values(first, _PORTION)


class EitherNearest:
    """The kernel's search for the nearest values; where it is left, ``otherwise()`` is."""

    def __init__(
        self, native: NearestValues, leave: Callable[[], None], otherwise: Callable[[], NearestValues]
    ) -> None:
        self._search, self._leave, self._otherwise = native, leave, otherwise

    @property
    def values(self) -> list[Fraction]:
        return self._search.values

    def run(self) -> None:
        """Look at all that can be made; raises SearchStopped when a limit bites."""
        try:
            self._search.run()
        except LeftTheKernel:
            self._leave()
            self._search = self._otherwise()
            self._search.run()


class KernelRun(PackedRun):
    """A puzzle opened by the kernel."""

    def __init__(self, puzzle: Puzzle, same: Sameness, opened: KernelSearch, engine: str) -> None:
        super().__init__(puzzle, same, opened.budget, engine)
        self.opened = opened
        self._target = to_pair(puzzle.target)
        self._kernel_name = engine
        self._left = False

    @property
    def search(self) -> Search:
        return self.opened.search

    @property
    def limits(self) -> tuple[str, ...]:
        return super().limits if self._left else ()

    @property
    def numbers(self) -> Sequence[Number] | None:
        return None if is_plain(self.puzzle.rules) else super().numbers

    def towards(self, target: Fraction) -> KernelRun:
        return KernelRun(Puzzle(self.puzzle.hand, target, self.puzzle.rules), self.same, self.opened, self._kernel_name)

    def ranked(self) -> Iterator[Solution]:
        """Yield the distinct solutions lazily, simplest first."""
        given = 0
        try:
            self._stay(self._target)
            for tree in self.opened.stream(self._target, LEVELS[self.same]):
                yield self.distinct.solution(tree)
                given += 1
        except LeftTheKernel:
            self._leave()
            yield from islice(super().ranked(), given, None)

    def _reached(self, targets: Iterable[int]) -> Iterable[int]:
        asked = list(targets)

        def answered() -> Iterable[int]:
            made: bytes = self._put(lambda kernel: kernel.reach(asked[0], len(asked)), (asked[0], 1), (asked[-1], 1))
            return compress(asked, made)

        return self._or_in_python(answered, lambda: super(KernelRun, self)._reached(asked))

    def values(self) -> Iterator[Fraction]:
        def answered() -> Iterator[Fraction]:
            return self._in_portions(self._put(lambda kernel: kernel.count_values()))

        return self._or_in_python(answered, super().values)

    def _in_portions(self, many: int) -> Iterator[Fraction]:
        for first in range(0, many, _PORTION):
            yield from map(from_pair, self.opened.ask(partial(_some_values, first)))

    def count(self) -> Result:
        return self._or_in_python(self._count, super().count)

    def _witness(self) -> Tree | None:
        def answered() -> Tree | None:
            found: Tree | None = self._put(lambda kernel: kernel.witness(self._target), self._target)
            return found

        return self._or_in_python(answered, super()._witness)

    def all(self) -> Result:
        return self._or_in_python(self._list_all, super().all)

    def _count_trees(self) -> int | None:
        if self._ambiguous:
            return None

        def answered() -> int | None:
            number: int = self._put(lambda kernel: kernel.count_trees(self._target), self._target)
            return number

        return self._or_in_python(answered, super()._count_trees)

    def _count(self) -> Result:
        if self.same is Sameness.TREES and not self._ambiguous:
            return super().count()
        try:
            number = self._put(lambda kernel: kernel.count(self._target, LEVELS[self.same]), self._target)
        except SearchStopped as stop:
            return replace(self._result(self._any_in_time(), stop.limit), solutions=())
        return self._counted(number)

    @property
    def _ambiguous(self) -> bool:
        return not is_plain(self.puzzle.rules) and self.search.ambiguous

    def _list_all(self) -> Result:
        any_one: Tree | None = None
        trees: Sequence[Tree] = ()
        try:
            any_one = self._witness()
            self._stay(self._target)
            if any_one is not None:
                trees = listing = self.opened.listing(self._target, LEVELS[self.same])
                self.opened.ask(listing.run)
        except SearchStopped as stop:
            return self._result(Lazy(trees, self.distinct.solution) or self._written(any_one), stop.limit)
        return self._result(Lazy(trees, self.distinct.solution), None, exhausted=True)

    def _nearest(self) -> NearestValues:
        if self._left or not fits(self._target):
            return super()._nearest()
        return EitherNearest(KernelNearest(self.opened, self._target), self._leave, super()._nearest)

    def _any_in_time(self) -> list[Solution]:
        try:
            return self._any()
        except SearchStopped:
            return []

    def _put(self, question: Question, *values: Pair) -> Any:
        """Put a question that names ``values`` to the kernel, unless it was left before."""
        self._stay(*values)
        return self.opened.ask(question)

    def _stay(self, *values: Pair) -> None:
        if self._left or not all(map(fits, values)):
            raise LeftTheKernel

    def _leave(self) -> None:
        self._left, self.engine = True, IN_PYTHON.name

    def _or_in_python(self, answered: Callable[[], T], otherwise: Callable[[], T]) -> T:
        """Return what the kernel answers or, where it is left, what the search in Python does."""
        try:
            return answered()
        except LeftTheKernel:
            self._leave()
        return otherwise()
