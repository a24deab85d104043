"""Checking one answer, or many."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import partial
from typing import Any, Final

from puzzle_solver.checker.judgement import judge
from puzzle_solver.checker.reasons import Code, Reason
from puzzle_solver.checker.sharing import Packed, Row, pack, unpack
from puzzle_solver.checker.verdict import Verdict
from puzzle_solver.errors import InvalidPuzzle, UnreadableExpression, UnsupportedPuzzle
from puzzle_solver.given import each_of, shown, to_integer
from puzzle_solver.operators import Missing
from puzzle_solver.parallel import map_in_order
from puzzle_solver.puzzle import Puzzle, check_puzzle
from puzzle_solver.rational import Pair, from_pair, to_pair
from puzzle_solver.reading import BOUNDS, Bounds, check_bounds, read_answer

PORTION = 1000
"""Rows that a process is sent at a time; sending costs it a millisecond, judging 20."""


def check(answer: str, puzzle: Puzzle, *, bounds: Bounds = BOUNDS) -> Verdict:
    """Return the verdict on somebody's answer to ``puzzle``: an expression, ``8/(3-8/3) = 24``, or steps.

    The verdict is exact, and needs no search: whether the puzzle has a solution plays no part. ``bounds``: how large
    the text may be.

    >>> from puzzle_solver import Puzzle, check
    >>> bool(check("8 / (3 - 8/3) = 24", Puzzle([3, 3, 8, 8])))
    True
    >>> check("3 * 8", Puzzle([3, 3, 8, 8])).codes
    ('number_unused',)

    Raises:
        UnreadableExpression: the text is no answer, or past one of the ``bounds``.
        UnsupportedPuzzle: there are too many ways to read its numerals.
        InvalidPuzzle: ``answer`` is no text.
    """
    check_puzzle(puzzle)
    check_bounds(bounds)
    return Verdict(answer, puzzle, *_check(answer, puzzle, bounds))


def check_many(rows: Iterable[Row], *, workers: int = 1, bounds: Bounds = BOUNDS) -> Iterator[Verdict]:
    """Yield a verdict for each of ``rows``, pairs of an answer and its puzzle, in order and in constant memory.

    An answer that cannot be read is wrong for that reason: it raises nothing. ``workers`` processes share the work.
    Rows are taken as they are needed.

    >>> from puzzle_solver import Puzzle, check_many
    >>> puzzle = Puzzle([4, 6], 24)
    >>> [verdict.correct for verdict in check_many([("4 * 6", puzzle), ("4 + 6", puzzle), ("4 *", puzzle)])]
    [True, False, False]

    Raises:
        InvalidPuzzle: there are fewer workers than one, or a row is no answer with its puzzle.
    """
    workers = to_integer(workers, "number of workers", 1)
    check_bounds(bounds)
    checked = map(_checked, each_of(rows, "list of answers", _ROWS))
    if workers == 1:
        return (Verdict(answer, puzzle, *_check_or_say(answer, puzzle, bounds)) for answer, puzzle in checked)
    return _shared(checked, workers, bounds)


_ROWS: Final = "pairs of an answer and its puzzle, as in [('3*8', Puzzle([3, 8]))]"


def _checked(row: Any) -> Row:
    if not isinstance(row, (tuple, list)) or len(row) != 2:
        raise InvalidPuzzle(f"{shown(row)} is no answer with its puzzle: give {_ROWS}")
    answer, puzzle = row
    check_puzzle(puzzle)
    return answer, puzzle


def _shared(rows: Iterable[Row], workers: int, bounds: Bounds) -> Iterator[Verdict]:
    # The rows stay in this process: only reasons and values are sent back, in the order of the rows.
    taken: deque[Row] = deque()
    judged = map_in_order(
        partial(_check_rows, bounds), _noted(rows, taken), workers=workers, portion=PORTION, pack=pack
    )
    for reasons, pair in judged:
        yield Verdict(*taken.popleft(), reasons, pair and from_pair(pair))


def _noted(rows: Iterable[Row], taken: deque[Row]) -> Iterator[Row]:
    for row in rows:
        taken.append(row)
        yield row


def _check_rows(bounds: Bounds, rows: Packed) -> list[tuple[tuple[Reason, ...], Pair | None]]:
    """Judge rows; what is sent between processes is kept small."""
    judged = [_check_or_say(answer, puzzle, bounds) for answer, puzzle in unpack(rows)]
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
