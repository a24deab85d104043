"""The library's main functions."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from puzzle_solver.errors import InvalidPuzzle, SearchStopped
from puzzle_solver.given import each_of, to_integer
from puzzle_solver.puzzle import Given, Puzzle, check_puzzle
from puzzle_solver.rational import Exact, to_fraction
from puzzle_solver.result import Result, Solution
from puzzle_solver.rules import GAME_24, Rules
from puzzle_solver.sameness import Sameness, find_sameness
from puzzle_solver.search.budget import Budget
from puzzle_solver.solver.opening import open_run
from puzzle_solver.solver.run import Run

Interrupted: TypeAlias = Callable[[], bool] | None


def solve(
    puzzle: Puzzle,
    *,
    limit: int | None = 1,
    same: Sameness | str = Sameness.ESSENCE,
    nearest: bool = False,
    time_limit: float | None = None,
    memory_limit: float | None = None,
    interrupted: Interrupted = None,
    engine: str = "auto",
) -> Result:
    """Return at most ``limit`` distinct solutions of ``puzzle``, simplest first, and how sure the answer is.

    ``limit``: None for all. ``same``: when two solutions count as one, ``trees``, ``algebra`` or ``essence``.
    ``nearest``: where the target cannot be made, also look for the nearest values that can. ``time_limit`` is in
    seconds, ``memory_limit`` in MB of the whole process; ``interrupted`` is polled, and stops the search when it
    returns true. A search that a limit stops returns what it has found so far.

    >>> from puzzle_solver import Puzzle, solve
    >>> print(solve(Puzzle([3, 3, 8, 8])))
    8 / (3 - 8 / 3)
    >>> solve(Puzzle([1, 1, 1, 1])).outcome
    <Outcome.IMPOSSIBLE: 'impossible'>

    Raises:
        InvalidPuzzle: a limit is not positive.
        UnknownName: there is no such sameness or engine.
        UnsupportedPuzzle: the engine cannot answer such puzzles.
    """
    limit = _limit(limit)
    run = _run(puzzle, same, Budget(time_limit, memory_limit, interrupted), engine)
    return _solve(run, limit, nearest=nearest)


def _solve(run: Run, limit: int | None, *, nearest: bool) -> Result:
    result = run.all() if limit is None else run.first(limit)
    return run.with_nearest(result, limit) if nearest and not result.solutions else result


def solve_each(
    hand: Iterable[Given],
    targets: Iterable[Exact],
    rules: Rules = GAME_24,
    *,
    limit: int | None = 1,
    same: Sameness | str = Sameness.ESSENCE,
    nearest: bool = False,
    only_count: bool = False,
    time_limit: float | None = None,
    memory_limit: float | None = None,
    interrupted: Interrupted = None,
    engine: str = "auto",
) -> Iterator[Result]:
    """Yield the result for each of ``targets``, as :func:`solve` or, with ``only_count``, :func:`count` returns it.

    All targets share their tables, and the time and memory limits. If a limit stops the search, the result for that
    target says so, has what was found for it, and is the last.

    >>> from puzzle_solver import solve_each
    >>> [str(result) for result in solve_each([2, 3], [5, 6])]
    ['2 + 3', '2 * 3']
    """
    limit = _limit(limit)
    asked = each_of(targets, "list of targets", "a list of numbers or a range, as in range(1, 11)")
    run = _run(Puzzle(hand, 0, rules), same, Budget(time_limit, memory_limit, interrupted), engine)
    runs = (run.towards(to_fraction(target)) for target in asked)
    return _to_a_stop(each.count() if only_count else _solve(each, limit, nearest=nearest) for each in runs)


def _to_a_stop(results: Iterable[Result]) -> Iterator[Result]:
    for result in results:
        yield result
        if result.stopped:
            return


def count(
    puzzle: Puzzle,
    *,
    same: Sameness | str = Sameness.ESSENCE,
    time_limit: float | None = None,
    memory_limit: float | None = None,
    interrupted: Interrupted = None,
    engine: str = "auto",
) -> Result:
    """Return a :class:`Result` with the number of distinct solutions in ``count``, and no solutions.

    ``same`` and the limits are as for :func:`solve`. If a limit stops the search, ``count`` is None.

    >>> from puzzle_solver import Puzzle, count
    >>> count(Puzzle([1, 2, 3, 4])).count
    3
    >>> count(Puzzle([1, 2, 3, 4]), same="trees").count
    242
    """
    return _run(puzzle, same, Budget(time_limit, memory_limit, interrupted), engine).count()


class Tally(NamedTuple):
    """What an engine went through for a puzzle.

    ``candidates``: how many it tried, as its cost formula counts them; ``written``: how many expressions that make the
    target it met, the same ones counted again. Both None for an engine that does not make expressions one by one.
    """

    result: Result
    candidates: int | None
    written: int | None


def tally(
    puzzle: Puzzle,
    *,
    same: Sameness | str = Sameness.ESSENCE,
    time_limit: float | None = None,
    memory_limit: float | None = None,
    interrupted: Interrupted = None,
    engine: str = "auto",
) -> Tally:
    """Return every distinct solution, and how many candidates the engine tried to find them.

    ``same`` and the limits are as for :func:`solve`.

    >>> from puzzle_solver import Puzzle
    >>> from puzzle_solver.solver import tally
    >>> found = tally(Puzzle([2, 3], 6), engine="pick_two")
    >>> found.result.count, found.candidates
    (1, 8)
    """
    run = _run(puzzle, same, Budget(time_limit, memory_limit, interrupted), engine)
    return Tally(run.all(), *(run.tried or (None, None)))


def iter_solutions(
    puzzle: Puzzle,
    *,
    same: Sameness | str = Sameness.ESSENCE,
    time_limit: float | None = None,
    memory_limit: float | None = None,
    interrupted: Interrupted = None,
    engine: str = "auto",
) -> Iterator[Solution]:
    """Yield the distinct solutions one by one, simplest first: take as many as you need.

    ``same`` and the limits are as for :func:`solve`.

    >>> from itertools import islice
    >>> from puzzle_solver import Puzzle, iter_solutions
    >>> [str(solution) for solution in islice(iter_solutions(Puzzle([1, 2, 3, 4])), 2)]
    ['1 * 2 * 3 * 4', '(1 + 2 + 3) * 4']

    Raises:
        SearchStopped: a limit was reached before the last solution.
    """
    return _run(puzzle, same, Budget(time_limit, memory_limit, interrupted), engine).ranked()


def solvable(
    puzzle: Puzzle,
    *,
    time_limit: float | None = None,
    memory_limit: float | None = None,
    interrupted: Interrupted = None,
    engine: str = "auto",
) -> Result:
    """Return whether there is a solution, with any one of them: the fastest question.

    The limits are as for :func:`solve`.

    >>> from puzzle_solver import Puzzle, solvable
    >>> bool(solvable(Puzzle([3, 3, 8, 8]))), bool(solvable(Puzzle([1, 1, 1, 1])))
    (True, False)
    """
    return _run(puzzle, Sameness.TREES, Budget(time_limit, memory_limit, interrupted), engine).any()


class Reached(NamedTuple):
    """One integer target of :func:`reach`: the simplest solution, if any, and the count are in ``result``."""

    target: int
    result: Result


def reach(
    hand: Iterable[Given],
    rules: Rules = GAME_24,
    *,
    first: int = 0,
    last: int = 100,
    same: Sameness | str = Sameness.ESSENCE,
    count: bool = True,
    time_limit: float | None = None,
    memory_limit: float | None = None,
    interrupted: Interrupted = None,
    engine: str = "auto",
) -> Iterator[Reached]:
    """Yield, for every integer from ``first`` to ``last``, its simplest solution and how many solutions it has.

    The number of solutions can take much longer: leave it out with ``count=False``. All targets share their tables,
    and the limits. If a limit stops the search, the result for that target says so, has the best solution that was
    found for it, and is the last.

    >>> from puzzle_solver import reach
    >>> [(target, str(result)) for target, result in reach([2, 3], first=5, last=6)]
    [(5, '2 + 3'), (6, '2 * 3')]

    Raises:
        InvalidPuzzle: ``last`` is below ``first``.
    """
    targets = targets_of(first, last)
    run = _run(Puzzle(hand, targets[0], rules), same, Budget(time_limit, memory_limit, interrupted), engine)
    results = (_solve(run.towards(Fraction(target)), None if count else 1, nearest=False) for target in targets)
    simplest = (replace(result, solutions=result.solutions[:1]) for result in results)
    return itertools.starmap(Reached, zip(targets, _to_a_stop(simplest), strict=False))


def targets_of(first: int, last: int) -> range:
    """Return the integers from ``first`` to ``last``.

    Raises:
        InvalidPuzzle: one of them is no integer, or ``last`` is below ``first``.
    """
    first, last = to_integer(first, "first target"), to_integer(last, "last target")
    if last < first:
        raise InvalidPuzzle(f"the range of targets {first}..{last} is empty: give the smaller one first")
    return range(first, last + 1)


def first_gap(
    hand: Iterable[Given],
    rules: Rules = GAME_24,
    *,
    time_limit: float | None = None,
    memory_limit: float | None = None,
    interrupted: Interrupted = None,
    engine: str = "auto",
) -> Gap | None:
    """Return the smallest positive integer that cannot be made; None if a limit of time or memory was reached first.

    The limits are as for :func:`solve`. ``Gap.limit`` names the bound of the rules that the search kept to, if any.

    >>> from puzzle_solver import first_gap
    >>> first_gap([1, 2, 3, 4])
    Gap(target=29, limit=None)
    """
    run = _run(Puzzle(hand, 1, rules), Sameness.TREES, Budget(time_limit, memory_limit, interrupted), engine)
    try:
        blocks = (range(start, start + _BLOCK) for start in itertools.count(1, _BLOCK))
        target = next(target for block in blocks for target in sorted({*block}.difference(run.reachable(block))))
    except SearchStopped:
        return None
    return Gap(target, " or ".join(run.limits) or None)


class Gap(NamedTuple):
    """An integer that cannot be made; ``limit`` names what the search had to do without, if anything."""

    target: int
    limit: str | None


_BLOCK = 100
"""Targets are asked for in blocks, which share what they need."""


def reachable(
    hand: Iterable[Given],
    rules: Rules = GAME_24,
    *,
    first: int = 0,
    last: int = 100,
    time_limit: float | None = None,
    memory_limit: float | None = None,
    interrupted: Interrupted = None,
    engine: str = "auto",
) -> tuple[int, ...]:
    """Return the integers from ``first`` to ``last`` that can be made.

    The limits are as for :func:`solve`.

    >>> from puzzle_solver import reachable
    >>> reachable([2, 3], last=10)
    (1, 5, 6)

    Raises:
        InvalidPuzzle: ``last`` is below ``first``.
        SearchStopped: a limit was reached.
    """
    targets = targets_of(first, last)
    run = _run(Puzzle(hand, targets[0], rules), Sameness.TREES, Budget(time_limit, memory_limit, interrupted), engine)
    return run.reachable(targets)


def reachable_values(
    hand: Iterable[Given],
    rules: Rules = GAME_24,
    *,
    time_limit: float | None = None,
    memory_limit: float | None = None,
    interrupted: Interrupted = None,
    engine: str = "auto",
) -> tuple[Fraction, ...]:
    """Return every value that can be made, ascending: at most 1170 with four numbers, 793,002 with six.

    Where the rules bound powers or unary operators, these are the values within the bounds. The limits are as for
    :func:`solve`.

    >>> from puzzle_solver import reachable_values
    >>> [str(value) for value in reachable_values([2, 3])]
    ['-1', '2/3', '1', '3/2', '5', '6']

    Raises:
        SearchStopped: a limit was reached.
    """
    run = _run(Puzzle(hand, 0, rules), Sameness.TREES, Budget(time_limit, memory_limit, interrupted), engine)
    return tuple(run.values())


def _limit(limit: int | None) -> int | None:
    """Return the number of solutions that were asked for.

    Raises:
        InvalidPuzzle: it is none.
    """
    return None if limit is None else to_integer(limit, "number of solutions asked for (None for all)", 1)


def _run(puzzle: Puzzle, same: Sameness | str, budget: Budget, engine: str) -> Run:
    check_puzzle(puzzle)
    return open_run(puzzle, find_sameness(same), budget, engine)
