"""The lines of a file or of stdin: bytes in, text out."""

from __future__ import annotations

import codecs
from collections.abc import Iterator
from contextlib import contextmanager
from io import BufferedReader, TextIOWrapper
from typing import Final, NamedTuple

from puzzle_solver.errors import InvalidPuzzle

_STDIN: Final = 0

_SPOILT: Final = "\udcff"
"""What bytes that are no text are read as. No text holds it: it is half of a pair of UTF-16."""

_MARK: Final = "\ufeff"

_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),  # before UTF-16, whose mark is the beginning of this one
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)

codecs.register_error("puzzle_solver.spoilt", lambda error: (_SPOILT, getattr(error, "end", 0)))


class Line(NamedTuple):
    """A line of a file with its number, from 1."""

    number: int
    text: str


@contextmanager
def open_lines(path: str) -> Iterator[Iterator[Line]]:
    """Give the lines of a file, or of stdin, as they are asked for.

    A byte order mark says how they are encoded, else they are UTF-8. Bytes that are no text spoil their own line only.

    Raises:
        InvalidPuzzle: the file looks like UTF-16 and has no mark.
        OSError: the file cannot be read.
    """
    source: str | int = _STDIN if path == "-" else path.removeprefix(" ")  # the shield of a name like a number
    with (
        open(source, "rb", closefd=path != "-") as data,
        TextIOWrapper(data, _encoding(data), "puzzle_solver.spoilt", newline="") as lines,
    ):
        # Files that were joined have a mark in their middle, too.
        yield (Line(number, text.removeprefix(_MARK)) for number, text in enumerate(lines, 1))


def _encoding(data: BufferedReader) -> str:
    head = data.peek(4)
    if head[:2].count(0) == 1:
        raise InvalidPuzzle("the file looks like UTF-16 without a byte order mark: save it as UTF-8")
    return next((encoding for mark, encoding in _MARKS if head.startswith(mark)), "utf-8")


def refuse_spoilt(*texts: str) -> None:
    """Refuse what was read from bytes that are no text.

    Raises:
        InvalidPuzzle: one of ``texts`` was.
    """
    if any(_SPOILT in text for text in texts):
        raise InvalidPuzzle("the line has bytes that are no text in UTF-8: save the file as UTF-8")
