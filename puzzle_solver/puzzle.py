"""A puzzle: a hand, a target and rules, validated."""

from __future__ import annotations

from collections.abc import Iterable, Sized
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import Final, TypeAlias, TypeVar

from puzzle_solver.errors import InvalidPuzzle
from puzzle_solver.expression import Number
from puzzle_solver.given import each_of, shown
from puzzle_solver.rational import Exact, plain_number, to_fraction
from puzzle_solver.rules import GAME_24, Rules, check_rules

T = TypeVar("T")

Given: TypeAlias = Exact | Number

MOST_NUMBERS: Final = 1000
"""So many a hand has at most. Answers over a thousand numbers can be judged; what can be searched is far less."""


@dataclass(frozen=True, slots=True, init=False)
class Puzzle:
    """Which expressions over ``hand``, under ``rules``, make ``target``?

    Numbers are ints, Fractions, Decimals or texts (``"0.1"``, ``"1/3"``), never floats; integers and fractions of other
    libraries will do. A hand is a list of numbers, or an array, never a text.

    A hand has at most :data:`MOST_NUMBERS` numbers; an engine may take fewer.

    Raises:
        InvalidNumber: a number or the target is not exact.
        InvalidPuzzle: the hand is empty, too large or no list, or neither the rules nor ``target`` say what to make.
    """

    hand: tuple[Number, ...]
    target: Fraction
    rules: Rules

    def __init__(self, hand: Iterable[Given], target: Exact | None = None, rules: Rules = GAME_24) -> None:
        # First, since the target may be theirs.
        check_rules(rules)
        object.__setattr__(self, "hand", tuple(map(_number, read_hand(hand))))
        object.__setattr__(self, "target", _target(target, rules))
        object.__setattr__(self, "rules", rules)
        if not self.hand:
            raise InvalidPuzzle("the hand has no number: give at least one")

    @property
    def values(self) -> tuple[Fraction, ...]:
        """The hand as exact values, in the order given."""
        return tuple(number.value for number in self.hand)


def read_hand(hand: Iterable[Given]) -> tuple[Given, ...]:
    """Return what a hand consists of. A set is none: it holds no number twice.

    Raises:
        InvalidPuzzle: it is no list of numbers, or too long.
    """
    each = each_of(hand, "hand", "a list of numbers, as in [3, 3, 8, 8]", but=(AbstractSet,))
    return at_most(MOST_NUMBERS, hand if isinstance(hand, Sized) else each)


def at_most(most: int, hand: Iterable[T]) -> tuple[T, ...]:
    """Return the numbers of a hand.

    Raises:
        InvalidPuzzle: there are more than ``most``.
    """
    # One more than allowed tells that there are too many, even of what never ends.
    taken = tuple(islice(hand, most + 1))
    if len(taken) > most:
        count = f"{len(hand)} numbers" if isinstance(hand, Sized) else f"more than {most} numbers"
        raise InvalidPuzzle(f"the hand has {count}: give at most {most}")
    return taken


def check_puzzle(puzzle: object) -> None:
    """Refuse what is no :class:`Puzzle`.

    Raises:
        InvalidPuzzle: it is none.
    """
    if not isinstance(puzzle, Puzzle):
        raise InvalidPuzzle(f"{shown(puzzle)} is no Puzzle: give Puzzle([3, 3, 8, 8]), say")


def _number(given: Given) -> Number:
    if isinstance(given, Number):
        return given
    return Number(to_fraction(given), plain_number(given) if isinstance(given, str) else "")


def _target(target: Exact | None, rules: Rules) -> Fraction:
    if target is not None:
        return to_fraction(target)
    if rules.target is None:
        raise InvalidPuzzle(f"the rules {rules.name!r} have no target of their own: give one, as in --target 100")
    return rules.target
