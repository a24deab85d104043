"""Reading a hand as people type it: numbers and cards, between spaces or commas, or digits run together; a range."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache
from typing import Final

from puzzle_solver.characters import SKIPPED, split_numbers
from puzzle_solver.errors import InvalidNumber, InvalidPuzzle
from puzzle_solver.expression import Number
from puzzle_solver.puzzle import MOST_NUMBERS, at_most
from puzzle_solver.rational import plain_number, read_rational, shorten

CARDS: Final = {"A": 1, "T": 10, "J": 11, "Q": 12, "K": 13}

_DOTS: Final = ".."
_END: Final = re.compile(r"[+-]?[0-9]{1,18}")


def read_hand(text: str) -> tuple[Number, ...]:
    """Read ``3 3 8 8``, ``-1/2, .5`` or ``a k 10 2``.

    Raises:
        InvalidNumber: a word is neither an exact number nor a card.
        InvalidPuzzle: there are more words than a hand has numbers.
    """
    return tuple(map(read_number, at_most(MOST_NUMBERS, split_numbers(text))))


@lru_cache(maxsize=1024)
def read_number(word: str) -> Number:
    """Read one number of a hand. A card counts as its number; any other number keeps its spelling, made plain."""
    word = plain_number(word)
    card = CARDS.get(word.upper())
    if card is not None:
        return Number(Fraction(card))
    return Number(read_rational(word), word)


def read_digits(text: str) -> tuple[Number, ...]:
    """Read ``0158`` as the hand 0 1 5 8.

    Raises:
        InvalidNumber: the text is no row of digits.
    """
    digits = "".join(plain_number(text.translate(dict.fromkeys(map(ord, SKIPPED)))).split())
    if not (digits.isascii() and digits.isdigit()):
        raise InvalidNumber(f"{shorten(text)!r} is no row of digits: write only 0 to 9 after --digits, as in 0158")
    return read_hand(" ".join(digits))


def read_range(text: str | None) -> range | None:
    """Read ``0..100`` or ``-5..5`` as a range of targets; None if the text is a single target, or none.

    Raises:
        InvalidNumber: an end of the range is no integer of at most 18 digits.
        InvalidPuzzle: the range is empty.
    """
    if text is None or _DOTS not in (text := plain_number(text)):
        return None
    ends = [end.strip() for end in text.split(_DOTS)]
    if len(ends) != 2 or not all(map(_END.fullmatch, ends)):
        raise InvalidNumber(f"{shorten(text.strip())!r} is no range of integers: write its ends, as in 0..100")
    first, last = map(int, ends)
    if last < first:
        raise InvalidPuzzle(f"the range of targets {first}..{last} is empty: give the smaller one first")
    return range(first, last + 1)
