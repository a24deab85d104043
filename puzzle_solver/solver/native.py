"""What the kernel answers. What leaves its 64 bits is answered in Python, and the result says so."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from typing import Any, Final, TypeVar

from puzzle_solver.errors import SearchStopped
from puzzle_solver.puzzle import Puzzle
from puzzle_solver.rational import Pair, to_pair
from puzzle_solver.result import Lazy, Result, Solution
from puzzle_solver.sameness import Sameness
from puzzle_solver.search.cost import Tree
from puzzle_solver.search.kernel import KernelSearch, LeftTheKernel, Question, fits
from puzzle_solver.search.registry import IN_PYTHON
from puzzle_solver.solver.packed import PackedRun

T = TypeVar("T")

LEVELS: Final = {Sameness.TREES: 0, Sameness.ALGEBRA: 1, Sameness.ESSENCE: 2}
"""By which numbers the kernel knows them."""


class KernelRun(PackedRun):
    """A puzzle opened by the kernel."""

    def __init__(self, puzzle: Puzzle, same: Sameness, opened: KernelSearch, engine: str) -> None:
        super().__init__(puzzle, same, opened.search, engine)
        self.opened = opened
        self._target = to_pair(puzzle.target)
        self._kernel_name = engine
        self._left = False

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

    def reachable(self, targets: Iterable[int]) -> set[int]:
        wanted = list(targets)
        pairs = [(target, 1) for target in wanted]

        def answered() -> set[int]:
            made = self._put(lambda kernel: kernel.can_each(pairs), *pairs)
            return {target for target, can in zip(wanted, made, strict=True) if can}

        return self._or_in_python(answered, lambda: super(KernelRun, self).reachable(wanted))

    def count(self) -> Result:
        return self._or_in_python(self._count, super().count)

    def _witness(self) -> Tree | None:
        def answered() -> Tree | None:
            found: Tree | None = self._put(lambda kernel: kernel.witness(self._target), self._target)
            return found

        return self._or_in_python(answered, super()._witness)

    def _all(self) -> Result:
        return self._or_in_python(self._list_all, super()._all)

    def _count_trees(self) -> int | None:
        if self.search.ambiguous:
            return None

        def answered() -> int | None:
            number: int = self._put(lambda kernel: kernel.count_trees(self._target), self._target)
            return number

        return self._or_in_python(answered, super()._count_trees)

    def _count(self) -> Result:
        if self.same is Sameness.TREES and not self.search.ambiguous:
            return super().count()
        try:
            number = self._put(lambda kernel: kernel.count(self._target, LEVELS[self.same]), self._target)
        except SearchStopped as stop:
            return replace(self._result(self._any_in_time(), stop.limit), solutions=())
        return replace(self._result([], None, exhausted=True, solved=number > 0), count=number)

    def _list_all(self) -> Result:
        any_one: Tree | None = None
        try:
            any_one = self._witness()
            self._stay(self._target)
            trees = () if any_one is None else self.opened.listed(self._target, LEVELS[self.same])
        except SearchStopped as stop:
            return self._result([] if any_one is None else [self.distinct.solution(any_one)], stop.limit)
        return self._result(Lazy(trees, self.distinct.solution), None, exhausted=True)

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
