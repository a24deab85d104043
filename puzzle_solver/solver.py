"""Solve, count, reach: the library's main functions, over any engine."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from puzzle_solver.puzzle import Given, Puzzle
from puzzle_solver.result import Result, Solution
from puzzle_solver.rules import GAME_24, Rules
from puzzle_solver.sameness import Sameness


def solve(
    puzzle: Puzzle,
    *,
    limit: int | None = 1,
    same: Sameness | str = Sameness.ESSENCE,
    nearest: bool = False,
    time_limit: float | None = None,
    memory_limit: float | None = None,
    interrupted: Callable[[], bool] | None = None,
    engine: str = "auto",
) -> Result:
    """Solve ``puzzle``: at most ``limit`` distinct solutions (None: all), simplest first.

    ``time_limit`` in seconds, ``memory_limit`` in MB (of the whole process); ``interrupted`` is polled
    and stops the search when it returns true, with what was found so far.
    """
    raise NotImplementedError


def count(
    puzzle: Puzzle, *, same: Sameness | str = Sameness.ESSENCE,
    time_limit: float | None = None, memory_limit: float | None = None,
    interrupted: Callable[[], bool] | None = None, engine: str = "auto",
) -> Result:
    """Count the distinct solutions: a Result with ``count`` and no solutions."""
    raise NotImplementedError


def iter_solutions(
    puzzle: Puzzle, *, same: Sameness | str = Sameness.ESSENCE,
    time_limit: float | None = None, memory_limit: float | None = None,
    interrupted: Callable[[], bool] | None = None, engine: str = "auto",
) -> Iterator[Solution]:
    """Yield the distinct solutions lazily, simplest first. Raises SearchStopped when a limit bites."""
    raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Reached:
    """One integer target of :func:`reach`: its result, the simplest solution (if any) and the count in it."""

    target: int
    result: Result


def reach(
    hand: Iterable[Given], rules: Rules = GAME_24, *, first: int = 0, last: int = 100,
    same: Sameness | str = Sameness.ESSENCE,
    time_limit: float | None = None, memory_limit: float | None = None,
    interrupted: Callable[[], bool] | None = None, engine: str = "auto",
) -> Iterator[Reached]:
    """Yield, for every integer target ``first..last``, its simplest solution and the count."""
    raise NotImplementedError


def first_gap(
    hand: Iterable[Given], rules: Rules = GAME_24, *,
    time_limit: float | None = None, memory_limit: float | None = None,
    interrupted: Callable[[], bool] | None = None, engine: str = "auto",
) -> int | None:
    """Return the smallest positive integer that cannot be made; None when a limit bit first."""
    raise NotImplementedError
