"""Where the kernel finds what can be made, and Python answers the rest: puzzles with powers or signs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import compress

from puzzle_solver.errors import SearchStopped
from puzzle_solver.puzzle import Puzzle
from puzzle_solver.rational import to_pair
from puzzle_solver.result import Result
from puzzle_solver.sameness import Sameness
from puzzle_solver.search.cost import Tree
from puzzle_solver.search.kernel import KernelSearch, LeftTheKernel, fits
from puzzle_solver.search.registry import IN_PYTHON
from puzzle_solver.search.top_down import Search
from puzzle_solver.solver.search_run import PackedRun


class FindingRun(PackedRun):
    """A puzzle opened by the kernel, which passes over values that do not fit."""

    def __init__(self, puzzle: Puzzle, same: Sameness, opened: KernelSearch, kernel: str) -> None:
        super().__init__(puzzle, same, opened.budget, IN_PYTHON.name)
        self.opened, self._kernel = opened, kernel

    @property
    def search(self) -> Search:
        return self.opened.search

    def towards(self, target: Fraction) -> FindingRun:
        return FindingRun(Puzzle(self.puzzle.hand, target, self.puzzle.rules), self.same, self.opened, self._kernel)

    def _reached(self, targets: Iterable[int]) -> Iterable[int]:
        asked = list(targets)
        made = self._made(asked)
        made.update(super()._reached(target for target in asked if target not in made))
        return [target for target in asked if target in made]

    def any(self) -> Result:
        try:
            tree = self._tree()
        except SearchStopped as stop:
            return replace(self._result([], stop.limit), engine=self._kernel)
        if tree is None:
            return super().any()
        return replace(self._result([self.distinct.solution(tree)], None), engine=self._kernel)

    def _made(self, targets: Sequence[int]) -> set[int]:
        if not all(fits((end, 1)) for end in (targets[0], targets[-1])):
            return set()
        try:
            made: bytes = self.opened.ask(lambda kernel: kernel.reach(targets[0], len(targets)))
        except LeftTheKernel:
            return set()
        return set(compress(targets, made))

    def _tree(self) -> Tree | None:
        target = to_pair(self.puzzle.target)
        try:
            tree: Tree | None = self.opened.ask(lambda kernel: kernel.witness(target)) if fits(target) else None
        except LeftTheKernel:
            return None
        return tree
