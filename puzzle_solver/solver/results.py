"""The results that can be asked of a puzzle, made of what its engines answer."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import chain, islice
from math import comb, perm
from typing import Final, TypeAlias, TypeVar

from puzzle_solver.errors import SearchStopped
from puzzle_solver.operators import Operator
from puzzle_solver.puzzle import Puzzle
from puzzle_solver.result import Lazy, Nearest, Outcome, Result, Solution
from puzzle_solver.rules import Order, Rules, Use
from puzzle_solver.sameness import Sameness
from puzzle_solver.search.budget import Budget
from puzzle_solver.search.cost import Tree
from puzzle_solver.search.kernel import KernelSearch
from puzzle_solver.search.registry import IN_PYTHON, Opened, open_engine
from puzzle_solver.search.top_down import Search, is_even
from puzzle_solver.solver.fallback import Answer, Line, Run, SoFar, ask, stream
from puzzle_solver.solver.kernel_run import KernelRun

T = TypeVar("T")

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


_Opening: TypeAlias = Callable[[Puzzle, Sameness], Line]
"""How the engines for a puzzle over the same hand, under the same rules, are opened: they share their tables."""


def open_puzzle(puzzle: Puzzle, same: Sameness, budget: Budget, engine: str) -> Results:
    """Open a puzzle by the engine called so.

    Raises:
        UnknownName: there is no such engine.
        UnsupportedPuzzle: it cannot answer such puzzles.
    """
    chosen, opened = open_engine(engine, puzzle, budget)
    return Results(puzzle, same, _opening(chosen.name, opened, budget))


def _opening(name: str, opened: Opened, budget: Budget) -> _Opening:
    if isinstance(opened, KernelSearch):
        return partial(_kernel_line, opened, name)
    if isinstance(opened, Search):
        return partial(_search_line, opened, name)
    from puzzle_solver.solver.lister_run import ListerRun  # for engines that are asked for by name only

    return lambda puzzle, same: Line(ListerRun(puzzle, same, opened, budget, name))


def _kernel_line(opened: KernelSearch, name: str, puzzle: Puzzle, same: Sameness) -> Line:
    run = KernelRun(puzzle, same, opened, name)
    return Line(run, lambda: _search_line(opened.search, IN_PYTHON.name, puzzle, same))


def _search_line(search: Search, name: str, puzzle: Puzzle, same: Sameness) -> Line:
    from puzzle_solver.solver.search_run import SearchRun  # for what the kernel, where there is one, leaves

    return Line(SearchRun(puzzle, same, search, name))


class Results:
    """The results for one puzzle. Each names the engine that answered."""

    def __init__(self, puzzle: Puzzle, same: Sameness, opening: _Opening) -> None:
        self.puzzle, self.same = puzzle, same
        self._opening, self._line = opening, opening(puzzle, same)

    @property
    def tried(self) -> tuple[int, int] | None:
        """The candidates tried and the expressions met so far, where the engine makes them one by one."""
        return self._line.run.tried

    def towards(self, target: Fraction) -> Results:
        """Return the results for another target, whose engines share their tables with these."""
        return Results(Puzzle(self.puzzle.hand, target, self.puzzle.rules), self.same, self._opening)

    def ranked(self) -> Iterator[Solution]:
        """Yield the distinct solutions, simplest first; raises SearchStopped when a limit bites."""
        return stream(self._line, lambda run: run.ranked())

    def values(self) -> Iterator[Fraction]:
        """Yield every value that can be made, ascending; raises SearchStopped when a limit bites."""
        return stream(self._line, lambda run: run.values())

    def first(self, limit: int) -> Result:
        """Return the ``limit`` simplest solutions."""
        witness = ask(self._line, lambda run: run.witness())
        if witness.value is None:
            return _result(witness, (), exhausted=True)
        ranked: list[Solution] = []
        most = min(limit, sys.maxsize)
        answer = ask(witness.line, lambda run: ranked.extend(islice(run.ranked(), len(ranked), most)))
        found = tuple(ranked) or _solutions(answer, [witness.value] * bool(answer.stopped))
        return _result(answer, found, exhausted=len(ranked) < limit)

    def all(self) -> Result:
        """Return every distinct solution, simplest first."""
        return _all(self._line)

    def count(self) -> Result:
        """Return the number of distinct solutions: of trees without listing them, unless some could be alike."""
        line = self._line
        if self.same is Sameness.TREES:
            trees = ask(line, lambda run: run.count_trees())
            if trees.stopped or trees.value is not None:
                return _counted(trees)
            line = trees.line
        number = ask(line, lambda run: run.count())
        if number.stopped:
            # There may be time left for what takes less of it.
            return _counted(number, solved=ask(number.line, lambda run: run.witness()).value is not None)
        return replace(_all(number.line), solutions=()) if number.value is None else _counted(number)

    def any(self) -> Result:
        """Return any one solution."""
        answer = ask(self._line, lambda run: run.witness(), hints=True)
        found = () if answer.value is None else _solutions(answer, [answer.value])
        return _result(answer, found, exhausted=not found)

    def reachable(self, targets: range) -> tuple[int, ...]:
        """Return those of ``targets`` that can be made, ascending as they are; raises SearchStopped when a limit bites.

        Where there are more targets than trees it goes through what the trees make.
        """
        most = most_trees(len(self.puzzle.hand), self.puzzle.rules)
        if most is not None and targets.stop - targets.start > max(most, _FEW_TARGETS):
            whole = (value.numerator for value in self.values() if value.denominator == 1)
            return tuple(value for value in whole if value in targets)
        starts = range(targets.start, targets.stop, _PORTION)
        portions = (range(start, min(start + _PORTION, targets.stop)) for start in starts)
        return tuple(chain.from_iterable(self.reached(portion)[0] for portion in portions))

    def reached(self, targets: range) -> tuple[Sequence[int], tuple[str, ...]]:
        """Return those of ``targets``, which are not many, that can be made, and what the search for them has had to do
        without; raises SearchStopped when a limit bites.
        """
        made: list[int] = []
        answer = ask(self._line, partial(_reach, targets, made), hints=True)
        if answer.stopped:
            raise SearchStopped(answer.stopped)
        return made, answer.line.run.limits

    def with_nearest(self, result: Result, limit: int | None) -> Result:
        """Add to a result without solutions the nearest values, each with its simplest solutions."""
        if result.outcome is Outcome.STOPPED:
            return result
        answer = ask(self._line.since(result.engine), lambda run: run.nearest())
        values, stopped = answer.value or ((), answer.stopped)
        made = [(value, self._making(value, limit)) for value in values]
        found = tuple(Nearest(value, making.solutions) for value, making in made if making.solutions)
        stopped = stopped or next((making.limit for _, making in made if not making.solutions), None)
        if stopped is None:
            return replace(result, nearest=found)
        return replace(result, nearest=found or None, complete=False, limit=result.limit or stopped)

    def _making(self, value: Fraction, limit: int | None) -> Result:
        results = self.towards(value)
        return results.all() if limit is None else results.first(limit)


def _reach(portion: range, made: list[int], run: Run) -> bool:
    """Add to ``made`` what an engine finds that can be made of ``portion``; return whether all can."""
    found = run.reachable(portion, made)
    made[:] = sorted({*made, *found}) if made else found
    return len(made) == len(portion)


def _all(line: Line) -> Result:
    answer = ask(line, lambda run: run.listed())
    listed = answer.value or SoFar((), answer.stopped)
    # The solutions are made when they are looked at.
    solutions = Lazy(listed.found, answer.line.run.distinct.solution) if listed.found else ()
    return _result(Answer(None, listed.stopped, answer.line), solutions, exhausted=True)


def _solutions(answer: Answer[T], trees: Iterable[Tree]) -> tuple[Solution, ...]:
    # No limit bites here: where there is a tree, the numbers were listed.
    return tuple(map(answer.line.run.distinct.solution, trees))


def _counted(answer: Answer[int | None], *, solved: bool = False) -> Result:
    result = _result(answer, (), exhausted=True, solved=solved or bool(answer.value))
    return result if answer.stopped else replace(result, count=answer.value)


def _result(
    answer: Answer[T], solutions: Sequence[Solution], *, exhausted: bool = False, solved: bool = False
) -> Result:
    """Return the result by the engine that came to ``answer``; ``exhausted``: these are all, if nothing stopped it."""
    run, stopped = answer.line.run, answer.stopped
    limits, exhausted = run.limits, exhausted and not stopped
    complete = exhausted and not limits
    if solutions or solved:
        outcome = Outcome.SOLVED
    elif stopped:
        outcome = Outcome.STOPPED
    else:
        outcome = Outcome.IMPOSSIBLE if complete else Outcome.NOT_FOUND
    count = len(solutions) if exhausted else None
    bitten = stopped or " or ".join(limits) or None
    return Result(run.puzzle, outcome, complete, run.same, count, solutions, None, bitten, run.engine)
