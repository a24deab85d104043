"""What numbers are drawn from: piles of numbers, with a name or written out; and how they are drawn.

Chance is the same everywhere: of ``random`` only ``getrandbits`` is used, which a seed fixes for all versions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, MutableSequence, Sequence
from fractions import Fraction
from itertools import chain, combinations_with_replacement, product
from random import Random
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeAlias

from puzzle_solver.characters import split_numbers
from puzzle_solver.errors import InvalidNumber, InvalidPuzzle, UnknownName
from puzzle_solver.given import check_type
from puzzle_solver.rational import plain_number, read_rational, shorten

Value: TypeAlias = int | Fraction
"""A number of a hand; an integer is an int, which is faster to draw, to sort and to compare."""

Hand: TypeAlias = tuple[Value, ...]

MOST_VALUES: Final = 10_000
"""The most numbers in a deck."""


class Pile(NamedTuple):
    """Numbers of which some are drawn. ``again``: a number that was drawn may be drawn again."""

    values: Hand
    again: bool = False

    def draw(self, many: int, random: Random) -> list[Value]:
        """Draw ``many`` numbers, each as likely as any other that is left."""
        if self.again:
            return [self.values[below(random, len(self.values))] for _ in range(many)]
        # The beginning of a shuffle by Fisher and Yates (Durstenfeld's form): every selection is as likely.
        left = list(self.values)
        for place in range(many):
            other = place + below(random, len(left) - place)
            left[place], left[other] = left[other], left[place]
        return left[:many]

    def hands(self, many: int, *, ordered: bool) -> Iterator[Hand]:
        """Yield every hand of ``many`` numbers once: every sequence where they are ``ordered``, else every multiset."""
        values = sorted(set(self.values))
        if self.again:
            yield from product(values, repeat=many) if ordered else combinations_with_replacement(values, many)
        elif ordered:
            yield from _sequences(Counter(self.values), many)
        else:
            yield from _multisets(sorted(Counter(self.values).items()), many)


def _sequences(copies: Mapping[Value, int], many: int) -> Iterator[Hand]:
    if not many:
        yield ()
        return
    # Recursion as deep as a hand has numbers.
    for value in sorted(copies):
        if copies[value]:
            for tail in _sequences({**copies, value: copies[value] - 1}, many - 1):
                yield (value, *tail)


def _multisets(copies: Sequence[tuple[Value, int]], many: int) -> Iterator[Hand]:
    if not many:
        yield ()
        return
    for place, (value, most) in enumerate(copies):
        others = copies[place + 1 :]
        # Most copies first: multisets then come in lexicographic order.
        for number in range(min(most, many), 0, -1):
            for tail in _multisets(others, many - number):
                yield (value,) * number + tail


class Deck(NamedTuple):
    """Piles to draw from.

    Of one pile all numbers are drawn; with ``one_each`` one number of each pile; else of two piles, the large numbers
    and the small ones, so many large ones as are asked for, or any number of them, each as likely.
    """

    name: str
    meaning: str
    piles: tuple[Pile, ...]
    one_each: bool = False
    source: str = ""

    def shares(self, many: int, large: int | None = None) -> list[tuple[int, ...]]:
        """Return how many numbers may be drawn of each pile, ``many`` in all. Without any the deck cannot deal so."""
        if self.one_each:
            shares = [(1,) * len(self.piles)]
        elif len(self.piles) == 1:
            shares = [(many,)]
        elif len(self.piles) != 2:
            shares = []
        else:
            numbers = range(many + 1) if large is None else (large,)
            shares = [(number, many - number) for number in numbers]
        return [share for share in shares if sum(share) == many and all(map(_holds, self.piles, share))]

    def draw(self, many: int, random: Random, large: int | None = None) -> Hand:
        """Draw a hand, in the order of the piles."""
        shares = self.shares(many, large)
        share = shares[below(random, len(shares))]
        drawn = (pile.draw(number, random) for pile, number in zip(self.piles, share, strict=True))
        return tuple(chain.from_iterable(drawn))

    def hands(self, many: int, large: int | None = None, *, ordered: bool) -> Iterator[Hand]:
        """Yield every hand that may be drawn; where piles have numbers in common, some come more than once."""
        for share in self.shares(many, large):
            yield from _hands(self.piles, share, ordered=ordered)


def _hands(piles: Sequence[Pile], share: Sequence[int], *, ordered: bool) -> Iterator[Hand]:
    """Yield all that the piles deal, one after the other: a pile may have more hands than there is room for."""
    if not piles:
        yield ()
        return
    for hand in piles[0].hands(share[0], ordered=ordered):
        for others in _hands(piles[1:], share[1:], ordered=ordered):
            yield hand + others


def _holds(pile: Pile, number: int) -> bool:
    return 0 <= number <= len(pile.values) or (number > 0 and pile.again and bool(pile.values))


def _copies(*runs: tuple[int, Iterable[int]]) -> Hand:
    return tuple(value for copies, values in runs for value in values for _ in range(copies))


_LARGE: Final = (25, 50, 75, 100)
_SMALL: Final = _copies((2, range(1, 11)))

_ROWS: Final = (
    Deck("cards", "1 to 13, four of each", (Pile(_copies((4, range(1, 14)))),), source="a pack of 52 cards"),
    Deck("digits", "0 to 9, each as often as it comes", (Pile(tuple(range(10)), again=True),)),
    Deck(
        "countdown",
        "large ones, 25 50 75 100, and small ones, 1 to 10 twice; --large says how many are large",
        (Pile(_LARGE), Pile(_SMALL)),
        source="Countdown (Channel 4): the contestant says how many are large",
    ),
    Deck(
        "plates",
        "25 50 75 100, and 1 to 10 twice, from one pile",
        (Pile(_LARGE + _SMALL),),
        source="Le compte est bon: the 24 plates of Countdown, unsorted",
    ),
    Deck(
        "krypto",
        "1 to 6 three times, 7 to 10 four times, 11 to 17 twice, 18 to 25 once",
        (Pile(_copies((3, range(1, 7)), (4, range(7, 11)), (2, range(11, 18)), (1, range(18, 26)))),),
        source="Wikipedia, Krypto (game): a deck of 56 cards",
    ),
    Deck(
        "dice",
        "five dice, of 4, 6, 8, 12 and 20 faces",
        tuple(Pile(tuple(range(1, faces + 1)), again=True) for faces in (4, 6, 8, 12, 20)),
        one_each=True,
        source="Mathador, as 6foisplus.com/mathador describes the box",
    ),
    Deck(
        "1-to-9",
        "1 2 3 4 5 6 7 8 9, in this order",
        tuple(Pile((digit,)) for digit in range(1, 10)),
        one_each=True,
        source="Taneja, Crazy sequential representation (arXiv 1302.1479)",
    ),
)

DECKS: Final[Mapping[str, Deck]] = MappingProxyType({row.name: row for row in _ROWS})


def find_deck(text: str) -> Deck:
    """Return the deck called so, or that of the numbers written out: ``1..20``, ``1,2,5``, ``1..10,25,50``.

    A number that is written out may be drawn any number of times.

    >>> from puzzle_solver.generator import find_deck
    >>> find_deck("1..3,10").piles[0].values
    (1, 2, 3, 10)

    Raises:
        UnknownName: there is no such deck, and these are no numbers.
        InvalidPuzzle: the numbers are none, or too many.
    """
    check_type(text, str, "deck", "its name, or numbers, as in '1..20'")
    if text in DECKS:
        return DECKS[text]
    values = tuple(value for part in split_numbers(text) for value in _values(part, text))
    if not values or len(values) > MOST_VALUES:
        raise InvalidPuzzle(f"the deck {shorten(text)!r} has {len(values) or 'no'} numbers: give 1 to {MOST_VALUES}")
    return Deck(text, "each as often as it comes", (Pile(values, again=True),))


def _values(part: str, text: str) -> Iterable[Value]:
    first, dots, last = plain_number(part).partition("..")
    try:
        ends = [read_rational(end) for end in ((first, last) if dots else (first,))]
    except InvalidNumber:
        raise UnknownName(
            f"no deck is called {shorten(text)!r}: choose from {', '.join(DECKS)}, or write numbers, as in 1..20"
        ) from None
    if not dots:
        return (simple(ends[0]),)
    if any(end.denominator != 1 for end in ends) or ends[1] < ends[0]:
        raise InvalidPuzzle(f"the range {shorten(part)} of the deck is empty: write integers, the smaller one first")
    # Before the range is written out: 1..10**12 is a short text.
    if ends[1] - ends[0] >= MOST_VALUES:
        raise InvalidPuzzle(f"the deck {shorten(text)!r} has more than {MOST_VALUES} numbers: give fewer")
    return range(ends[0].numerator, ends[1].numerator + 1)


def simple(value: Fraction) -> Value:
    """Return an integer as an int."""
    return value.numerator if value.denominator == 1 else value


def chance(seed: int) -> Random:
    """Return the source of chance that belongs to a seed, any integer."""
    # Random takes the absolute value of its seed, so a negative one gets a number of its own.
    return Random(2 * seed if seed >= 0 else -2 * seed - 1)  # noqa: S311 (puzzles are no secrets)


def below(random: Random, most: int) -> int:
    """Return an integer from 0 that is below ``most``, each as likely.

    >>> {below(chance(seed), 3) for seed in range(100)}
    {0, 1, 2}
    """
    # Draws that are too large are thrown away: a remainder would make small numbers likelier. More than half of all
    # draws are kept, since 2 ** bits is below 2 * most.
    bits = (most - 1).bit_length()
    drawn = random.getrandbits(bits) if bits else 0
    while drawn >= most:
        drawn = random.getrandbits(bits)
    return drawn


def shuffle(random: Random, items: MutableSequence[Any]) -> None:
    """Bring ``items`` into any order, each as likely."""
    # Fisher and Yates, from the end. ``random.shuffle`` is not promised to draw the same in every version of Python.
    for place in range(len(items) - 1, 0, -1):
        other = below(random, place + 1)
        items[place], items[other] = items[other], items[place]
