"""The library's main functions."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple, Unpack

from puzzle_solver.errors import InvalidPuzzle, SearchStopped
from puzzle_solver.given import each_of, to_integer
from puzzle_solver.puzzle import Given, Puzzle, check_puzzle
from puzzle_solver.rational import Exact, to_fraction
from puzzle_solver.result import Result, Solution
from puzzle_solver.rules import GAME_24, Rules
from puzzle_solver.sameness import Sameness, find_sameness
from puzzle_solver.search.registry import AUTO
from puzzle_solver.solver.limits import SearchOptions, budget_of
from puzzle_solver.solver.results import Results, open_puzzle


def solve(
    puzzle: Puzzle,
    *,
    limit: int | None = 1,
    same: Sameness | str = Sameness.ESSENCE,
    nearest: bool = False,
    **options: Unpack[SearchOptions],
) -> Result:
    """Solve ``puzzle``: at most ``limit`` distinct solutions (None: all), simplest first.

    ``same`` says when two solutions are one. ``nearest`` asks for the nearest values that can be made where
    the target cannot. ``time_limit`` is in seconds, ``memory_limit`` in MB of the whole process;
    ``interrupted`` is polled, and stops the search when it returns true. A search that a limit stops
    answers with what was found so far. ``engine`` names the engine that searches, by default the fastest that can.

    Raises:
        InvalidPuzzle: a limit is not positive.
        UnknownOption: there is no such keyword.
        UnknownName: there is no such sameness or engine.
        UnsupportedPuzzle: the engine cannot answer such puzzles.
    """
    limit = _limit(limit)
    run = _run(puzzle, same, options)
    return _solve(run, limit, nearest=nearest)


def _solve(run: Results, limit: int | None, *, nearest: bool) -> Result:
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
    **options: Unpack[SearchOptions],
) -> Iterator[Result]:
    """Yield the result for each of ``targets``, as :func:`solve` or, with ``only_count``, :func:`count` gives it.

    All targets share their tables, and the time and memory limits. Where a limit stops the search the result says so,
    with what was found for that target, and is the last. Limits and engine as for :func:`solve`.
    """
    limit = _limit(limit)
    asked = each_of(targets, "list of targets", "a list of numbers or a range, as in range(1, 11)")
    run = _run(Puzzle(hand, 0, rules), same, options)
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
    **options: Unpack[SearchOptions],
) -> Result:
    """Count the distinct solutions: a :class:`Result` with ``count`` and no solutions.

    Limits and engine as for :func:`solve`.
    """
    return _run(puzzle, same, options).count()


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
    **options: Unpack[SearchOptions],
) -> Tally:
    """Find every distinct solution, and tell what that took. Limits and engine as for :func:`solve`."""
    run = _run(puzzle, same, options)
    return Tally(run.all(), *(run.tried or (None, None)))


def iter_solutions(
    puzzle: Puzzle,
    *,
    same: Sameness | str = Sameness.ESSENCE,
    **options: Unpack[SearchOptions],
) -> Iterator[Solution]:
    """Yield the distinct solutions lazily, simplest first. Limits and engine as for :func:`solve`.

    Raises:
        SearchStopped: a limit was reached before the last solution.
    """
    return _run(puzzle, same, options).ranked()


def solvable(
    puzzle: Puzzle,
    **options: Unpack[SearchOptions],
) -> Result:
    """Decide whether there is a solution, and give any one: the fastest question.

    Limits and engine as for :func:`solve`.
    """
    return _run(puzzle, Sameness.TREES, options).any()


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
    **options: Unpack[SearchOptions],
) -> Iterator[Reached]:
    """Yield, for every integer from ``first`` to ``last``, its simplest solution and, unless ``count`` is false, the
    number of solutions, which can take much longer.

    All targets share their tables, and the limits. Where a limit stops the search the result says so, with the best
    solution that was found for that target, and is the last. Limits and engine as for :func:`solve`.

    Raises:
        InvalidPuzzle: ``last`` is below ``first``.
    """
    targets = targets_of(first, last)
    run = _run(Puzzle(hand, targets[0], rules), same, options)
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
    **options: Unpack[SearchOptions],
) -> Gap | None:
    """Return the smallest positive integer that cannot be made; None if a limit of time or memory was reached first.

    Limits and engine as for :func:`solve`.
    """
    run = _run(Puzzle(hand, 1, rules), Sameness.TREES, options)
    try:
        for start in itertools.count(1, _BLOCK):
            block = range(start, start + _BLOCK)
            made, limits = run.reached(block)
            if len(made) < _BLOCK:
                return Gap(min({*block}.difference(made)), " or ".join(limits) or None)
    except SearchStopped:
        pass
    return None


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
    **options: Unpack[SearchOptions],
) -> tuple[int, ...]:
    """Return the integers from ``first`` to ``last`` that can be made. Limits and engine as for :func:`solve`.

    Raises:
        InvalidPuzzle: ``last`` is below ``first``.
        SearchStopped: a limit was reached.
    """
    targets = targets_of(first, last)
    run = _run(Puzzle(hand, targets[0], rules), Sameness.TREES, options)
    return run.reachable(targets)


def reachable_values(
    hand: Iterable[Given],
    rules: Rules = GAME_24,
    **options: Unpack[SearchOptions],
) -> tuple[Fraction, ...]:
    """Return every value that can be made, ascending: 1170 of four numbers at most, of six 793,002.

    Where the rules limit powers or unary operators, it is every value within these limits. Limits of the search, and
    engine, as for :func:`solve`.

    Raises:
        SearchStopped: a limit was reached.
    """
    run = _run(Puzzle(hand, 0, rules), Sameness.TREES, options)
    return tuple(run.values())


def _limit(limit: int | None) -> int | None:
    """Return the number of solutions that were asked for.

    Raises:
        InvalidPuzzle: it is none.
    """
    return None if limit is None else to_integer(limit, "number of solutions asked for (None for all)", 1)


def _run(puzzle: Puzzle, same: Sameness | str, options: SearchOptions) -> Results:
    budget = budget_of(options)
    check_puzzle(puzzle)
    return open_puzzle(puzzle, find_sameness(same), budget, options.get("engine", AUTO))
