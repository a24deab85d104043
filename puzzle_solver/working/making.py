"""Working out a puzzle."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final

from puzzle_solver import solver
from puzzle_solver.errors import SearchStopped
from puzzle_solver.given import to_integer
from puzzle_solver.hints.finding import Finder, Limits
from puzzle_solver.hints.needing import find_needs
from puzzle_solver.hints.pieces import deal
from puzzle_solver.puzzle import Puzzle, check_puzzle
from puzzle_solver.result import STOPS, Outcome
from puzzle_solver.sameness import Sameness, find_sameness
from puzzle_solver.search.budget import Budget
from puzzle_solver.working.extent import Extent, measure
from puzzle_solver.working.value import Worked

OTHERS: Final = 3
"""Other solutions that are told unless more are asked for."""

MOST_COUNTED: Final = 1000
"""Solutions up to which they are counted: listed simplest first they take no longer than a second."""


def worked(
    puzzle: Puzzle,
    *,
    others: int = OTHERS,
    same: Sameness | str = Sameness.ESSENCE,
    time_limit: float | None = None,
    memory_limit: float | None = None,
    interrupted: Callable[[], bool] | None = None,
    engine: str = "auto",
) -> Worked:
    """Work out ``puzzle``: its simplest solution with the idea and the steps, and at most ``others`` others.

    Without a solution it tells how sure that is, and the nearest values. The limits are those of
    :func:`puzzle_solver.solve`, for all searches together.

    Raises:
        InvalidPuzzle: a limit is not positive, or ``others`` is negative.
        UnknownName: there is no such sameness or engine.
        UnsupportedPuzzle: the engine cannot answer such puzzles.
    """
    check_puzzle(puzzle)
    others = to_integer(others, "number of other solutions", 0)
    level, limits = find_sameness(same), Limits(time_limit, memory_limit, interrupted, engine)
    most = max(MOST_COUNTED, others + 1)
    with limits.searching() as left:
        result = solver.solve(puzzle, limit=most + 1, same=level, **left)
    shown = tuple(result.solutions[: others + 1])
    told = Worked(puzzle, result.outcome, level, shown, result.count, most, result.limit)
    return replace(told, **_DEPTHS[result.outcome](told, limits))


def _needs(told: Worked, limits: Limits) -> dict[str, Any]:
    expression = told.solutions[0].expression
    return {"needs": find_needs(expression, (deal(told.puzzle.hand),), Finder(told.puzzle, limits))}


def _nearest(told: Worked, limits: Limits) -> dict[str, Any]:
    with limits.searching() as left:
        result = solver.solve(told.puzzle, nearest=True, **left)
    if result.limit in STOPS:
        return {"nearest_limit": result.limit}
    return {"nearest": result.nearest}


def _nearest_and_extent(told: Worked, limits: Limits) -> dict[str, Any]:
    return {**_nearest(told, limits), "extent": _measure(told.puzzle, limits)}


def _nothing(told: Worked, limits: Limits) -> dict[str, Any]:
    return {}


_DEPTHS: Final[Mapping[Outcome, Callable[[Worked, Limits], dict[str, Any]]]] = MappingProxyType({
    Outcome.SOLVED: _needs, Outcome.IMPOSSIBLE: _nearest_and_extent,
    Outcome.NOT_FOUND: _nearest, Outcome.STOPPED: _nothing,
})  # fmt: skip


def _measure(puzzle: Puzzle, limits: Limits) -> Extent:
    with limits.searching() as left:
        try:
            return measure(puzzle, Budget(left["time_limit"], left["memory_limit"], left["interrupted"]))
        except SearchStopped:
            return Extent()
