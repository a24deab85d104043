"""Puzzles to a specification, drawn from a seed."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Generator, Mapping
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from typing import Final

from puzzle_solver import parallel
from puzzle_solver.errors import InvalidPuzzle, SearchStopped, UnmetSpecification
from puzzle_solver.generator.candidates import Judge, Judged, candidates
from puzzle_solver.generator.specification import Specification
from puzzle_solver.generator.splits import Splits
from puzzle_solver.given import to_integer
from puzzle_solver.puzzle import Puzzle
from puzzle_solver.result import Result
from puzzle_solver.search.budget import Budget

TRIES: Final = 10_000
"""After so many candidates in a row that would not do, no more are tried."""

PORTION: Final = 20
"""Candidates that a process judges at a time."""

FULL: Final = "split"
"""What a puzzle fails whose part of the data set is full."""

_TOLD: Final = ("hand", "target", "rules", "outcome", "same", "count", "solutions", "limit")
"""What of a result is the same with every engine."""


@dataclass(frozen=True, slots=True)
class Generated:
    """A puzzle with its solutions: the ``index``-th of ``seed``, from 0. ``split``: the part of the data set it is in.

    ``result`` has the number of distinct solutions, and of these the simplest, so many as were asked for.
    """

    result: Result
    index: int
    seed: int
    split: str | None = None

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle itself."""
        return self.result.puzzle

    def to_object(self) -> dict[str, object]:
        """Return an object for JSON, every number of the puzzle an exact text. It is the same with every engine."""
        told = self.result.to_object()
        return {key: told[key] for key in _TOLD} | {"seed": self.seed, "index": self.index, "split": self.split}


def generate(
    specification: Specification,
    seed: int = 0,
    *,
    count: int | None = None,
    solutions: int | None = 1,
    counted: bool = True,
    splits: Mapping[str, int] | None = None,
    tries: int = TRIES,
    workers: int = 1,
    time_limit: float | None = None,
    interrupted: Callable[[], bool] | None = None,
) -> Generator[Generated, None, None]:
    """Yield puzzles to a specification as they are found, none twice: from the same seed the same ones everywhere.

    ``count``: how many, None for all that there are. With ``splits``, the sizes of the parts of a data set, leave it
    out: the sizes say how many. ``solutions``: how many of its simplest solutions each puzzle has with it, None for
    all. ``counted``: also count all distinct solutions, which can take long. ``tries``: stop after so many rejected
    candidates in a row. ``workers``: how many processes judge the candidates. ``time_limit`` is in seconds;
    ``interrupted`` is polled, and stops the search when it returns true.

    >>> from puzzle_solver import GAME_24, Specification, generate
    >>> puzzles = list(generate(Specification(GAME_24, guarantees=["unique"]), seed=1, count=2))
    >>> [each.result.count for each in puzzles]
    [1, 1]

    Raises:
        InvalidPuzzle: a number is out of range.
        UnmetSpecification: fewer were found than asked for: there are no more, or it was given up.
        SearchStopped: the time is over, or ``interrupted`` returned true.
    """
    if splits is not None and count is not None:
        raise InvalidPuzzle("the parts of a data set say how many puzzles there are: leave out the count")
    if not isinstance(specification, Specification):
        raise InvalidPuzzle(f"{specification!r} is no Specification: give Specification(COUNTDOWN), say")
    count = None if count is None else to_integer(count, "number of puzzles", 0)
    solutions = None if solutions is None else to_integer(solutions, "number of solutions", 0)
    tries, workers = to_integer(tries, "number of tries", 1), to_integer(workers, "number of workers", 1)
    seed = to_integer(seed, "seed")
    parts = None if splits is None else Splits(splits, seed)
    budget = Budget(time_limit, None, interrupted)
    stop = None if time_limit is None and interrupted is None else partial(_over, budget)
    workers = min(workers, os.cpu_count() or 1)  # more would only be in each other's way
    # In another process the budget, with its clock and the caller's function, is out of reach: there the end of the
    # work is asked for.
    judge = Judge(specification, solutions, counted, stop if workers == 1 else parallel.stopped)
    drawn = candidates(specification, seed)
    judged: Generator[Judged, None, None] = parallel.map_in_order(
        judge, drawn, workers=workers, portion=PORTION, stop=stop
    )
    log = _Log(count if splits is None else sum(splits.values()), tries)
    return _found(_until(judged, budget), seed, parts, log)


def _over(budget: Budget) -> bool:
    try:
        budget.check()
    except SearchStopped:
        return True
    return False


def _until(judged: Generator[Judged, None, None], budget: Budget) -> Generator[Judged, None, None]:
    """Yield what is judged, and raise what has stopped it."""
    with closing(judged):
        try:
            yield from judged
        except SearchStopped:  # raised within a search, which takes the end of the time for an interrupt
            budget.check()
            raise
    budget.check()


class _Log:
    """What became of the candidates. ``wanted``: how many puzzles, None for any number."""

    def __init__(self, wanted: int | None, tries: int) -> None:
        self.wanted, self.tries = wanted, tries
        self.found = self.tried = self._since = 0
        self._failed: Counter[str] = Counter()

    def fail(self, guarantee: str) -> None:
        """Note a candidate that will not do.

        Raises:
            UnmetSpecification: it was one too many.
        """
        self.tried, self._since = self.tried + 1, self._since + 1
        self._failed[guarantee] += 1
        if self._since == self.tries:
            raise self.unmet(exhausted=False)

    def succeed(self) -> None:
        """Note a puzzle that was found."""
        self.found, self.tried, self._since = self.found + 1, self.tried + 1, 0

    def unmet(self, *, exhausted: bool) -> UnmetSpecification:
        """Return the error that there are not as many as wanted."""
        failed = dict(self._failed.most_common())
        return UnmetSpecification(self.found, self.wanted, self.tried, failed, exhausted=exhausted)


def _found(
    judged: Generator[Judged, None, None], seed: int, parts: Splits | None, log: _Log
) -> Generator[Generated, None, None]:
    # Closed at once, not when it is collected: worker processes end with it.
    with closing(judged):
        while log.found != log.wanted:
            verdict = next(judged, None)
            if verdict is None:
                break
            result, failed = verdict
            part = None if parts is None or result is None else parts.part(result.puzzle)
            if result is None or (parts is not None and part is None):
                log.fail(failed or FULL)
                continue
            yield Generated(result, log.found, seed, part)
            log.succeed()
    if log.wanted not in (None, log.found):
        raise log.unmet(exhausted=True)
