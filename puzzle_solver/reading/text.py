"""A text to be read: made plain, and refused where something in it does not show, but matters."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from typing import Final, NamedTuple, NoReturn, cast

from puzzle_solver.characters import find_hidden, to_plain, why_hidden
from puzzle_solver.errors import UnreadableExpression
from puzzle_solver.given import check_type, to_integer
from puzzle_solver.rational import DIGIT_LIMIT


class Bounds(NamedTuple):
    """How large a text may be: in characters, brackets within brackets, digits of one number, steps of an answer."""

    characters: int = 5_000
    depth: int = 1_000
    digits: int = DIGIT_LIMIT
    steps: int = 100


BOUNDS: Final = Bounds()


def check_bounds(bounds: object) -> None:
    """Refuse what is not :class:`Bounds` of integers from 0; return nothing.

    >>> from puzzle_solver.reading import Bounds, check_bounds
    >>> check_bounds(Bounds(characters=50_000))
    >>> check_bounds(Bounds(depth=-1))
    Traceback (most recent call last):
    puzzle_solver.errors.InvalidPuzzle: the bound depth of a text is -1: give an integer from 0

    Raises:
        InvalidPuzzle: they are none, or one is no integer from 0.
    """
    check_type(bounds, Bounds, "bounds of a text", "Bounds(characters=50_000), say")
    # The default is good by construction, and comes with every answer of a batch.
    if bounds is not BOUNDS:
        for name, bound in zip(Bounds._fields, cast("Bounds", bounds), strict=True):
            to_integer(bound, f"bound {name} of a text", 0)


_SPACING: Final = re.compile(r"\\(?:[,; ]|(?:q?quad|displaystyle)(?![A-Za-z]))")
"""What LaTeX sets space by, and what sets no more than the size of a formula."""

_BRACE: Final = re.compile(r"\\[{}]|[{}]")
_HEXADECIMAL: Final = re.compile(r"(?<![0-9.])0([xX])[0-9]")
"""What a program would read as one number: ``0x18`` is 24."""


class PlainText:
    """A text of bounded length.

    ``plain`` is the text with full-width characters made plain, and what says nothing made spaces, each in its place.

    Raises:
        UnreadableExpression: the text is too long, or something in it does not show, but matters.
    """

    def __init__(self, text: str, bounds: Bounds) -> None:
        # First of all: of a text that is too long nothing else is looked at.
        if len(text) > bounds.characters:
            reason = f"the text has {len(text)} characters: write at most {bounds.characters}"
            raise UnreadableExpression(reason, text, bounds.characters)
        self.text, self.bounds = text, bounds
        hidden = find_hidden(text)
        if hidden is not None:
            self.refuse(why_hidden(text[hidden]), hidden)
        self.plain = to_plain(text)
        if "\\" in self.plain:
            # As many spaces as there were characters: a position in ``plain`` is one in ``text``.
            self.plain = _SPACING.sub(lambda match: " " * len(match[0]), self.plain)

    @cached_property
    def braces(self) -> Mapping[int, int]:
        """Where each brace that opens stands, with the one that closes it."""
        opened: list[int] = []
        pairs: dict[int, int] = {}
        for match in _BRACE.finditer(self.plain):
            if match[0] == "{":
                opened.append(match.start())
            elif match[0] == "}" and opened:
                pairs[opened.pop()] = match.start()
        return pairs

    def hexadecimal(self) -> int | None:
        """Return where the letter of a hexadecimal number stands."""
        match = _HEXADECIMAL.search(self.plain) if "x" in self.plain or "X" in self.plain else None
        return match.start(1) if match else None

    def refuse(self, reason: str, position: int) -> NoReturn:
        """Raise the error for a fault at ``position``."""
        raise UnreadableExpression(reason, self.text, position)
