"""Tables: values between commas, tabs or semicolons under a header, read by the csv module."""

from __future__ import annotations

import csv
import re
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count
from typing import Any, Final, NamedTuple, TypeAlias

from puzzle_solver.cli.keys import Keys, Row, refuse_near_misses
from puzzle_solver.cli.lines import Line, refuse_spoilt
from puzzle_solver.cli.objects import read_object
from puzzle_solver.errors import InvalidPuzzle
from puzzle_solver.rational import shorten

Place: TypeAlias = "Callable[[str], int | None]"

DELIMITERS: Final = (",", "\t", ";")

HAND: Final = "hand"

_KEYS: Final[Keys] = ("target", "rules", "answer")
"""The columns that are read besides the hand. The options of the command line say the rest."""

_MOST_LINES: Final = 1000
"""A quoted field that goes on for more lines than this is one whose end is missing."""

_MOST_CHARACTERS: Final = 2**31 - 1
"""The csv module's own bound, 131072, is less than the solutions of a hand of seven take."""


class Record(NamedTuple):
    """The fields of a row, or the line that begins a broken one, with the number of the line it begins on."""

    number: int
    fields: list[str] | str


csv.field_size_limit(_MOST_CHARACTERS)


def split_fields(text: str, delimiter: str) -> list[str]:
    """Return the fields of a line."""
    return next(csv.reader([text], delimiter=delimiter), [])


def find_delimiter(text: str) -> str:
    """Return which delimiter gives a line the most fields."""
    return max(DELIMITERS, key=lambda each: len(split_fields(text, each)))


def split_records(lines: Iterator[Line], delimiter: str) -> Iterator[Record]:
    """Yield the rows of a table that have anything in them.

    A quote whose end is missing would take all that follows for one field. It spoils its own line only.
    """
    waiting: deque[Line] = deque()
    while True:
        taken: list[Line] = []
        try:
            fields = next(csv.reader(_note(waiting, lines, taken), delimiter=delimiter, strict=True), None)
        except csv.Error:
            yield Record(taken[0].number, taken[0].text)
            waiting.extendleft(reversed(taken[1:]))
            continue
        if fields is None:
            return
        if any(map(str.strip, fields)):
            yield Record(taken[0].number, fields)


def _note(waiting: deque[Line], lines: Iterator[Line], taken: list[Line]) -> Iterator[str]:
    while len(taken) < _MOST_LINES:
        line = waiting.popleft() if waiting else next(lines, None)
        if line is None:
            return
        taken.append(line)
        yield line.text


class Table(NamedTuple):
    """The columns of a table by their names: where the ``hand`` is, what is ``asked`` besides, what is ``passed``."""

    names: list[str]
    hand: list[int]
    asked: Mapping[str, int]
    passed: Mapping[str, int]

    def read(self, fields: list[str] | str) -> Row:
        """Return what a row asks and gives.

        Raises:
            InvalidPuzzle: it does not fit the header, or is none.
        """
        if isinstance(fields, str):
            raise InvalidPuzzle(f"{shorten(fields.strip())!r} has a quote that never ends: end it, or double it")
        refuse_spoilt(*fields)
        if [field.strip() for field in fields] == self.names:
            raise InvalidPuzzle("the header stands here again: leave this line out")
        if len(fields) != len(self.names):
            raise InvalidPuzzle(f"the row has {len(fields)} fields where the header has {len(self.names)}")
        given = {name: fields[place] for name, place in self.passed.items()}
        return Row({HAND: self._hand(fields), **self._asked(fields)}, given)

    def _hand(self, fields: list[str]) -> str | list[str]:
        if self.names[self.hand[0]].casefold() == HAND:
            return fields[self.hand[0]]
        cells = [fields[place].strip() for place in self.hand]
        while cells and not cells[-1]:
            cells.pop()
        if "" in cells:
            raise InvalidPuzzle(f"the column {self.names[self.hand[cells.index('')]]!r} is empty, and one after it not")
        return cells

    def _asked(self, fields: list[str]) -> dict[str, Any]:
        """What an empty cell does not say is as usual; only an empty answer is one."""
        cells = {key: fields[place].strip() for key, place in self.asked.items()}
        return {key: _value(key, cell) for key, cell in cells.items() if cell or key == "answer"}


def _value(key: str, cell: str) -> object:
    return read_object(cell) if key == "rules" and cell.startswith("{") else cell


def read_header(fields: list[str], keys: Keys) -> Table:
    """Return the columns that a header names; of a row ``keys`` are read.

    Raises:
        PuzzleError: there is no hand among them, or two; a name is given twice, or looks like another mistyped.
    """
    names = [field.strip() for field in fields]
    refuse_spoilt(*names)
    words = [name.casefold() for name in names]
    _refuse_twins(words)
    hand = _find_hand(words, names)
    asked = {key: words.index(key) for key in _KEYS if key in keys and key in words}
    passed = {name: place for place, name in enumerate(names) if place not in (*hand, *asked.values())}
    refuse_near_misses(passed, (HAND, *(key for key in _KEYS if key in keys)))
    return Table(names, hand, asked, passed)


def _refuse_twins(words: Sequence[str]) -> None:
    twin = next((word for place, word in enumerate(words) if word in words[:place]), None)
    if twin is not None:
        raise InvalidPuzzle(f"the header has two columns {shorten(twin)!r}: give one of them another name")


_N: Final = re.compile(r"n([0-9]{1,3})")
_LETTER: Final = re.compile(r"[a-z]")
_NUMBER: Final = re.compile(r"[0-9]{1,3}")


def _n(word: str) -> int | None:
    match = _N.fullmatch(word)
    return int(match[1]) if match else None


def _letter(word: str) -> int | None:
    return ord(word) - ord("a") + 1 if _LETTER.fullmatch(word) else None


def _digits(word: str) -> int | None:
    return int(word) if _NUMBER.fullmatch(word) else None


_SERIES: Final[Mapping[str, Place]] = {"n1, n2, ...": _n, "a, b, c, ...": _letter, "1, 2, ...": _digits}
"""How columns may be named that hold a number each, and the place in the hand of such a name."""


def _find_hand(words: list[str], names: list[str]) -> list[int]:
    hands = [[words.index(HAND)]] if HAND in words else []
    hands += [columns for place in _SERIES.values() if (columns := _columns(words, names, place))]
    if not hands:
        raise InvalidPuzzle(
            f"{shorten(', '.join(names))!r} is no hand, and as the header of a table it has no column for one: "
            f"call it {HAND}, or those of its numbers {' or '.join(_SERIES)}"
        )
    if len(hands) > 1:
        one, other = (shorten(", ".join(names[place] for place in columns)) for columns in hands[:2])
        raise InvalidPuzzle(f"the header has two hands, {one!r} and {other!r}: give one of them another name")
    return hands[0]


def _columns(words: list[str], names: list[str], place: Place) -> list[int]:
    """Return the columns of a series in its order; none where it does not begin."""
    found = sorted((at, column) for column, word in enumerate(words) if (at := place(word)) is not None)
    if all(at != 1 for at, _ in found):
        return []
    for due, (at, column) in zip(count(1), found, strict=False):
        if at != due:
            raise InvalidPuzzle(
                f"the columns of the numbers have a gap before {names[column]!r}: "
                "name them without one, or give that column a longer name"
            )
    return [column for _, column in found]
