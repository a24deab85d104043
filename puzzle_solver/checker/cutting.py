"""Cutting digits into numbers, and how many ways are tried."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from puzzle_solver.errors import UnsupportedPuzzle

MOST_TRIES: Final = 2_000
"""Ways to read the numerals of an answer that are tried: some 10 milliseconds. Honest answers need a few dozen."""


class Tries:
    """Counts the ways to read an answer that have been tried, by what they cost."""

    def __init__(self) -> None:
        self._count = 0

    def add(self, cost: int = 1) -> None:
        """Count one more.

        Raises:
            UnsupportedPuzzle: there have been too many.
        """
        self._count += cost
        if self._count > MOST_TRIES:
            raise UnsupportedPuzzle(
                "there are too many ways in which the numbers of the answer might be those of the hand: "
                "give fewer numbers"
            )


def cut(digits: str, pieces: Iterable[str], tries: Tries) -> Iterator[tuple[str, ...]]:
    """Yield the ways to cut ``digits`` into some of ``pieces``, each used at most as often as it is there.

    Raises:
        UnsupportedPuzzle: there are too many ways.
    """
    there = Counter(pieces)
    pending: list[tuple[int, tuple[str, ...]]] = [(0, ())]
    while pending:
        start, before = pending.pop()
        # Each partial cut is counted, not only whole ones: many beginnings may lead to few ends.
        tries.add()
        if start == len(digits):
            yield before
        # Equal pieces are one here: which of two ones is taken makes no difference to the way.
        fitting = [piece for piece in there if digits.startswith(piece, start) and before.count(piece) < there[piece]]
        pending += [(start + len(piece), (*before, piece)) for piece in fitting]
