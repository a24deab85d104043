"""Reading a single number, and naming words in messages."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from puzzle_solver.characters import width
from puzzle_solver.expression import Number
from puzzle_solver.rational import read_integer, shorten


def quoted(word: str) -> str:
    """Return a word between quotes, to be named in a message.

    >>> quoted("abc")
    "'abc'"
    """
    shown = shorten(word, 20)
    return f"'{shown}'" if shown.isprintable() and all(map(width, shown)) else ascii(shown)


class NumeralRefused(Exception):
    """Why a number is not read."""


@lru_cache(maxsize=4096)
def read_numeral(digits: str, most: int) -> Number:
    """Read a number of at most so many digits.

    Raises:
        NumeralRefused: it has more, or a leading zero.
    """
    # As in ``read_rational``: some languages read 010 as 8.
    if len(digits) > 1 and digits[0] == "0" and digits[1] != ".":
        raise NumeralRefused(f"{quoted(digits)} has a leading zero: write it without")
    if sum(map(str.isdecimal, digits)) > most:
        raise NumeralRefused(f"a number has more than {most} digits: write a shorter one")
    # Recurring digits have one spelling from here on, ``.(3)``, however they were written.
    spelling = digits.replace(r"\overline{", "(").replace("}", ")")
    return Number(_value(spelling), spelling)


def _value(digits: str) -> Fraction:
    """Read a decimal: x.f(p) with m digits in f and n in p is xf / 10**m + p / (10**n - 1) / 10**m."""
    start, _, period = digits.rstrip(")").partition("(")
    whole, _, fixed = start.partition(".")
    recurring = Fraction(read_integer(period), 10 ** len(period) - 1) if period else 0
    return (read_integer(whole + fixed) + recurring) / Fraction(10) ** len(fixed)
