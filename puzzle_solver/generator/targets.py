"""What there is to make: a number, any of a range, or one more number of the deck; and how a range is written."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Final, NamedTuple, TypeAlias

from puzzle_solver.errors import InvalidNumber, InvalidPuzzle
from puzzle_solver.generator.decks import Value, simple
from puzzle_solver.rational import Exact, plain_number, read_rational, shorten, to_fraction
from puzzle_solver.rules import Rules

Targets: TypeAlias = Sequence[Value] | None
"""Those that there are, each as likely; None: one more number of the deck."""

DECK: Final = "deck"
"""How it is written that the target is one more number of the deck."""

# ``len`` of a range has to fit into 63 bits: from -10**18 to 10**18 it does.
_MOST_DIGITS: Final = 18


def read_targets(target: Exact | range | None, rules: Rules) -> Targets:
    """Read a number, a range, ``1..100``, or ``deck``; None: what the rules say, else their game.

    Raises:
        InvalidNumber: it is none of these.
        InvalidPuzzle: the range is empty, or nothing says what to make.
    """
    if target is None:
        target = rules.target if rules.target is not None else rules.deal.targets or None
    match target:
        case None:
            raise InvalidPuzzle(f"the rules {rules.name!r} have no target of their own: give one, as in --target 24")
        # A range of Python, whose end is not in it; the text ``1..100`` has its end in it.
        case range():
            targets = _checked(target)
        case str() if target.strip() == DECK:
            return None
        case str() if ".." in (text := plain_number(target)):
            targets = _range(text)
        case _:
            return (simple(to_fraction(target)),)
    if not targets:
        raise InvalidPuzzle(f"the range of targets {_written(targets)} is empty: give the smaller one first")
    return targets


def _checked(targets: range) -> range:
    if max(map(abs, (targets.start, targets.stop))) > 10**_MOST_DIGITS:
        raise InvalidPuzzle(f"the range of targets has an end of more than {_MOST_DIGITS} digits: give a smaller one")
    return targets


def _range(text: str) -> range:
    ends = text.split("..")
    try:
        first, last = map(_integer, ends)
    except ValueError:
        raise InvalidNumber(
            f"{shorten(text.strip())!r} is no range of integers: write its ends, as in 0..100"
        ) from None
    return range(first, last + 1)


def _integer(text: str) -> int:
    value: Fraction = read_rational(text)
    if value.denominator != 1 or abs(value) >= 10**_MOST_DIGITS:
        raise ValueError
    return value.numerator


def _written(targets: range) -> str:
    return f"{targets.start}..{targets.stop - 1}"


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
