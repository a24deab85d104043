"""Parts of a data set: equivalent puzzles are in one part only."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from puzzle_solver.errors import InvalidPuzzle
from puzzle_solver.generator.decks import below, chance
from puzzle_solver.given import check_type, to_integer
from puzzle_solver.puzzle import Puzzle
from puzzle_solver.rational import shorten

_SHARE: Final = re.compile(r"(?P<name>[A-Za-z0-9_.-]+)=(?P<size>[0-9]{1,12})")


def read_splits(text: str) -> dict[str, int]:
    """Return the parts of a data set by name, with how many puzzles each has: ``train=9000,test=1000``.

    >>> from puzzle_solver.generator import read_splits
    >>> read_splits("train=9000,test=1000")
    {'train': 9000, 'test': 1000}

    Raises:
        InvalidPuzzle: it is not written so, a name comes twice, or a part is empty.
    """
    check_type(text, str, "list of parts", "a text, as in 'train=9000,test=1000'")
    sizes: dict[str, int] = {}
    for part in text.split(","):
        match = _SHARE.fullmatch(part.strip())
        if match is None or match["name"].strip(".") == "":
            raise InvalidPuzzle(f"{shorten(part.strip())!r} is no part of a data set: write train=9000,test=1000")
        if match["name"] in sizes:
            raise InvalidPuzzle(f"the part {match['name']!r} is given twice: leave out one of them")
        sizes[match["name"]] = int(match["size"])
    check_splits(sizes)
    return sizes


def check_splits(sizes: object) -> None:
    """Refuse parts that have no size.

    Raises:
        InvalidPuzzle: there is no part, or one has not at least one puzzle.
    """
    if not isinstance(sizes, Mapping) or not sizes:
        raise InvalidPuzzle("there is no part to split into: give some, as in train=9000,test=1000")
    for name, size in sizes.items():
        to_integer(size, f"number of puzzles in the part {name!r}", 1)


class Splits:
    """Deals puzzles to the parts, each as likely as it has places left, until all are full.

    Puzzles over the same numbers with the same target are equivalent, in whatever order the numbers are.
    """

    def __init__(self, sizes: Mapping[str, int], seed: int) -> None:
        check_splits(sizes)
        self._left, self._random = {name: int(size) for name, size in sizes.items()}, chance(seed)
        self._parts: dict[object, str] = {}

    def part(self, puzzle: Puzzle) -> str | None:
        """Return the part that a puzzle goes to; None if the part of those that are equivalent to it is full."""
        key = tuple(sorted(puzzle.values)), puzzle.target
        # Decided once for all equivalent puzzles, before it is looked whether there is room: else a full part would
        # send the second of two into another, and a test set would hold puzzles of the training set.
        if key not in self._parts:
            self._parts[key] = self._any()
        name = self._parts[key]
        if not self._left[name]:
            return None
        self._left[name] -= 1
        return name

    def _any(self) -> str:
        place = below(self._random, sum(self._left.values()))
        for name, left in self._left.items():
            if place < left:
                return name
            place -= left
        raise AssertionError("a place is below the sum of all")
