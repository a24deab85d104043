"""What a search may take, as every function that searches is told it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypedDict

from puzzle_solver.errors import UnknownOption
from puzzle_solver.search.budget import Budget


class SearchLimits(TypedDict, total=False):
    """What a search may take: seconds, megabytes of the whole process, and a wish to stop, which is polled."""

    time_limit: float | None
    memory_limit: float | None
    interrupted: Callable[[], bool] | None


class SearchOptions(SearchLimits, total=False):
    """The limits of a search, and the name of the engine that searches: ``auto``, the fastest, if there is none."""

    engine: str


def budget_of(limits: SearchLimits, known: Iterable[str] = SearchOptions.__annotations__) -> Budget:
    """Return what the limits leave to spend: the time runs from now on.

    Raises:
        InvalidPuzzle: a limit is not positive.
        UnknownOption: ``limits`` has a name that is not ``known``.
    """
    if limits:
        check_options(limits, known)
    return Budget(limits.get("time_limit"), limits.get("memory_limit"), limits.get("interrupted"))


def check_options(options: Iterable[str], known: Iterable[str] = SearchOptions.__annotations__) -> None:
    """Refuse options that are not ``known``.

    Raises:
        UnknownOption: there is one.
    """
    for name in options:
        if name not in known:
            raise UnknownOption(f"there is no option {name!r}: choose from {', '.join(known)}")
