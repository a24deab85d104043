"""Where the kernel finds what can be made, and Python answers the rest: puzzles with powers or signs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

from puzzle_solver.errors import SearchStopped
from puzzle_solver.puzzle import Puzzle
from puzzle_solver.rational import to_pair
from puzzle_solver.result import Result
from puzzle_solver.sameness import Sameness
from puzzle_solver.search.cost import Tree
from puzzle_solver.search.kernel import Kernel, KernelSearch, LeftTheKernel, fits
from puzzle_solver.search.registry import IN_PYTHON
from puzzle_solver.solver.packed import PackedRun


class FindingRun(PackedRun):
    """A puzzle opened by the kernel, which passes over values that do not fit."""

    def __init__(self, puzzle: Puzzle, same: Sameness, opened: KernelSearch, kernel: str) -> None:
        super().__init__(puzzle, same, opened.search, IN_PYTHON.name)
        self.opened, self._kernel = opened, kernel

    def towards(self, target: Fraction) -> FindingRun:
        return FindingRun(Puzzle(self.puzzle.hand, target, self.puzzle.rules), self.same, self.opened, self._kernel)

    def reachable(self, targets: Iterable[int]) -> set[int]:
        wanted = list(targets)
        made = self._made(wanted)
        missing = [target for target in wanted if target not in made]
        return made | super().reachable(missing) if missing else made

    def any(self) -> Result:
        try:
            tree = self._tree()
        except SearchStopped as stop:
            return replace(self._result([], stop.limit), engine=self._kernel)
        if tree is None:
            return super().any()
        return replace(self._result([self.distinct.solution(tree)], None), engine=self._kernel)

    def _made(self, targets: list[int]) -> set[int]:
        pairs = [(target, 1) for target in targets if fits((target, 1))]

        def question(kernel: Kernel) -> set[int]:
            return {target for (target, _), can in zip(pairs, kernel.can_each(pairs), strict=True) if can}

        try:
            made: set[int] = self.opened.ask(question)
        except LeftTheKernel:
            return set()
        return made

    def _tree(self) -> Tree | None:
        target = to_pair(self.puzzle.target)
        try:
            tree: Tree | None = self.opened.ask(lambda kernel: kernel.witness(target)) if fits(target) else None
        except LeftTheKernel:
            return None
        return tree
