"""The rows of a file: hands, JSON objects, a JSON array or a table, told apart by the first line."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import chain
from typing import Any, Final, NamedTuple

from puzzle_solver.cli.array import CUT_OFF, begins_array, split_array
from puzzle_solver.cli.keys import SOLUTIONS, Keys, Row, sort_keys
from puzzle_solver.cli.lines import Line, open_lines, refuse_spoilt
from puzzle_solver.cli.objects import read_object
from puzzle_solver.cli.question import CARDS
from puzzle_solver.cli.table import HAND, Record, find_delimiter, read_header, split_fields, split_records
from puzzle_solver.errors import InvalidPuzzle
from puzzle_solver.rational import shorten

ARROW: Final = "->"

_NUMBER: Final = re.compile(r"[+\-\u2212]?\.?\d.*")
"""What begins like a number is meant as one."""

_SEPARATORS: Final = (",", "\t", " ")


class Entry(NamedTuple):
    """What a row is read from, with the number of the line it begins on."""

    number: int
    raw: Any


class Source(NamedTuple):
    """Where rows come from: ``read`` makes one of the ``raw`` of an entry, in any process.

    ``passed``: the columns of a table that are passed through; None where rows may differ in what they pass.
    """

    entries: Iterator[Entry]
    read: Callable[[Any], Row]
    passed: tuple[str, ...] | None = None


@contextmanager
def open_source(path: str, keys: Keys) -> Iterator[Source]:
    """Give the rows of a file, or of stdin, as they are asked for. Of a row ``keys`` are read, the rest is passed on.

    Raises:
        PuzzleError: the first line is neither a row nor the header of a table with a hand.
        OSError: the file cannot be read.
    """
    with open_lines(path) as lines:
        yield _find_source(lines, keys)


def _find_source(lines: Iterator[Line], keys: Keys) -> Source:
    first = next((line for line in lines if line.text.strip()), Line(1, ""))
    lines = chain([first], lines)
    if begins_array(first.text):
        return Source(_entries(split_array(lines)), partial(_read_element, keys))
    if _is_header(first.text):
        return _open_table(lines, first, keys)
    return Source(_entries(line for line in lines if line.text.strip()), partial(read_row, keys))


def _entries(found: Iterator[Line] | Iterator[Record]) -> Iterator[Entry]:
    return (Entry(*each) for each in found)


def _open_table(lines: Iterator[Line], first: Line, keys: Keys) -> Source:
    records = split_records(lines, find_delimiter(first.text))
    number, header = next(records)
    if isinstance(header, str):
        raise InvalidPuzzle(f"line {number}: {shorten(header.strip())!r} has a quote that never ends: end it")
    table = read_header(header, keys)
    judged = {SOLUTIONS} if "answer" in keys and "answer" not in table.asked else set()  # they are not passed on
    return Source(_entries(records), table.read, tuple(name for name in table.passed if name not in judged))


def _is_header(text: str) -> bool:
    """Is a line that is no JSON one with a field that is neither number nor arrow? Of one field, no word may be."""
    if not text.strip() or ARROW in text or _is_json(text):
        return False
    fields = split_fields(text, find_delimiter(text))
    numbers = [_is_number(word) for field in fields for word in field.split()]
    return not (any(numbers) if len(fields) == 1 else all(numbers))


def _is_json(text: str) -> bool:
    """Does a line begin as an object or an array, or is it another value? The name of a column may be quoted."""
    if text.lstrip().startswith(("{", "[")):
        return True
    try:
        value = json.loads(text, parse_int=str)
    except ValueError:
        return False
    return not isinstance(value, str) or value.strip().casefold() != HAND


def _is_number(word: str) -> bool:
    return _NUMBER.fullmatch(word) is not None or word.upper() in CARDS


def _read_element(keys: Keys, text: str) -> Row:
    if text == CUT_OFF:
        raise InvalidPuzzle("the array is not closed: the file may have been cut off")
    refuse_spoilt(text)
    return sort_keys(read_object(text), keys)


def read_row(keys: Keys, text: str) -> Row:
    """Read ``3 3 8 8``, ``25 50 75 100 3 6 -> 952``, what ``puzzle generate`` makes of them, or a JSON object.

    Raises:
        PuzzleError: the line is none of these.
    """
    refuse_spoilt(text)
    return sort_keys(read_object(text), keys) if text.lstrip().startswith("{") else _read_words(keys, text)


def _read_words(keys: Keys, text: str) -> Row:
    hand, arrow, rest = text.partition(ARROW)
    target, *solutions = rest.split("\t")
    if not arrow:
        _refuse_mixed(hand.strip())
    if "answer" in keys and not any(solutions):
        raise InvalidPuzzle(f"{shorten(text.strip())!r} is no JSON object, and no answer stands after a tab: give one")
    asked = {HAND: hand, "target": target.strip()} if arrow else {HAND: hand}
    return Row(asked, {SOLUTIONS: [each.strip() for each in solutions]} if any(solutions) else {})


def _refuse_mixed(hand: str) -> None:
    mixed = sum(separator in hand for separator in _SEPARATORS) > 1
    if mixed and all(map(_is_number, hand.replace(",", " ").split())):  # a word that is none is the plainer fault
        raise InvalidPuzzle(
            f"{shorten(hand)!r} has commas or tabs and spaces: write spaces between the numbers, "
            f"and a target after {ARROW}, as in 3 3 8 8 {ARROW} 24"
        )
