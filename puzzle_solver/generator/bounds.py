"""A least and a most: ``3``, ``2..5``, ``2..`` and ``..5``."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final, NamedTuple

from puzzle_solver.errors import InvalidPuzzle
from puzzle_solver.rational import shorten

_BOUNDS: Final = re.compile(r"(?P<least>\d{0,18})(?P<dots>\.\.)?(?P<most>\d{0,18})", re.ASCII)


class Bounds(NamedTuple):
    """From ``least`` to ``most``, both included; None for no end."""

    least: int = 0
    most: int | None = None

    def __contains__(self, value: object) -> bool:
        """Is an int or a Fraction in between?"""
        assert isinstance(value, (int, Fraction))
        return value >= self.least and (self.most is None or value <= self.most)

    @property
    def empty(self) -> bool:
        """Is nothing in between?"""
        return self.most is not None and self.most < self.least

    def narrowed(self, other: Bounds) -> Bounds:
        """Return what is within both."""
        ends = [most for most in (self.most, other.most) if most is not None]
        return Bounds(max(self.least, other.least), min(ends, default=None))


def read_bounds(text: str) -> Bounds:
    """Read ``3``, ``2..5``, ``2..`` or ``..5``.

    Raises:
        InvalidPuzzle: the text is none of these, or nothing is in between.
    """
    match = _BOUNDS.fullmatch(text.strip())
    if match is None or not (match["least"] or match["most"]):
        raise InvalidPuzzle(f"{shorten(text)!r} is no range from 0 up: write 3, 2..5, 2.. or ..5")
    least, most = (int(match[end]) if match[end] else None for end in ("least", "most"))
    bounds = Bounds(least or 0, most if match["dots"] else least)
    if bounds.empty:
        raise InvalidPuzzle(f"the range {text.strip()} is empty: give the smaller end first")
    return bounds
