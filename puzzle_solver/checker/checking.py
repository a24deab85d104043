"""Checking one answer, or many."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import partial
from typing import TypeAlias

from puzzle_solver.checker.judging import judge
from puzzle_solver.checker.reasons import Code, Reason
from puzzle_solver.checker.verdict import Verdict
from puzzle_solver.errors import InvalidPuzzle, UnreadableExpression, UnsupportedPuzzle
from puzzle_solver.operators import Missing
from puzzle_solver.parallel import map_in_order
from puzzle_solver.puzzle import Puzzle
from puzzle_solver.rational import Pair, from_pair, to_pair, whole_number
from puzzle_solver.reading import BOUNDS, Bounds, read_answer

Row: TypeAlias = tuple[str, Puzzle]
"""An answer with its puzzle."""


def check(answer: str, puzzle: Puzzle, *, bounds: Bounds = BOUNDS) -> Verdict:
    """Judge somebody's answer to ``puzzle``: an expression, ``8/(3-8/3) = 24``, or steps.

    Exact, and without search: whether the puzzle has a solution plays no part.

    Raises:
        UnreadableExpression: the text is no answer, or past one of the ``bounds``.
        UnsupportedPuzzle: there are too many ways to read its numerals.
        InvalidPuzzle: ``answer`` is no text.
    """
    return Verdict(answer, puzzle, *_check(answer, puzzle, bounds))


def check_many(rows: Iterable[Row], *, workers: int = 1, bounds: Bounds = BOUNDS) -> Iterator[Verdict]:
    """Yield a verdict for each of ``rows``, in order, in constant memory. What cannot be read is wrong for that reason.

    ``workers`` processes share the work. Rows are taken as they are needed.

    Raises:
        InvalidPuzzle: there are fewer workers than one.
    """
    if whole_number("number of workers", workers, 1) == 1:
        return (Verdict(answer, puzzle, *_check_or_say(answer, puzzle, bounds)) for answer, puzzle in rows)
    return _shared(rows, workers, bounds)


def _shared(rows: Iterable[Row], workers: int, bounds: Bounds) -> Iterator[Verdict]:
    taken: deque[Row] = deque()
    for reasons, pair in map_in_order(partial(_check_rows, bounds), _noted(rows, taken), workers=workers):
        yield Verdict(*taken.popleft(), reasons, pair and from_pair(pair))


def _noted(rows: Iterable[Row], taken: deque[Row]) -> Iterator[Row]:
    for row in rows:
        taken.append(row)
        yield row


def _check_rows(bounds: Bounds, rows: list[Row]) -> list[tuple[tuple[Reason, ...], Pair | None]]:
    """Judge rows; what is sent between processes is kept small."""
    judged = [_check_or_say(answer, puzzle, bounds) for answer, puzzle in rows]
    return [(reasons, None if value is None else to_pair(value)) for reasons, value in judged]


def _check_or_say(answer: str, puzzle: Puzzle, bounds: Bounds) -> tuple[tuple[Reason, ...], Fraction | None]:
    try:
        return _check(answer, puzzle, bounds)
    except (UnreadableExpression, UnsupportedPuzzle) as error:
        return (Reason(Code.UNREADABLE, (str(error),)),), None


def _check(answer: str, puzzle: Puzzle, bounds: Bounds) -> tuple[tuple[Reason, ...], Fraction | None]:
    if not isinstance(answer, str):
        raise InvalidPuzzle(f"the answer {answer!r} is no text: write it as in check('8*3', Puzzle([3, 8]))")
    _, value, reasons = judge(read_answer(answer, puzzle.rules.operators, bounds), puzzle)
    return reasons, None if isinstance(value, Missing) else value
