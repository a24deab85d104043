"""A puzzle: a hand, a target and rules, validated."""

from __future__ import annotations

from collections.abc import Iterable, Sized
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import Final, TypeAlias, TypeVar

from puzzle_solver.errors import InvalidPuzzle
from puzzle_solver.expression import Number
from puzzle_solver.rational import Exact, to_fraction
from puzzle_solver.rules import GAME_24, Rules

T = TypeVar("T")

Given: TypeAlias = Exact | Number

MOST_NUMBERS: Final = 1000
"""So many a hand has at most. Answers over a thousand numbers can be judged; what can be searched is far less."""


@dataclass(frozen=True, slots=True, init=False)
class Puzzle:
    """Which expressions over ``hand``, under ``rules``, make ``target``?

    Numbers are ints, Fractions, Decimals or texts (``"0.1"``, ``"1/3"``), never floats.

    A hand has at most :data:`MOST_NUMBERS` numbers; an engine may take fewer.

    Raises:
        InvalidNumber: a number or the target is not exact.
        InvalidPuzzle: the hand is empty or too large, or neither the rules nor ``target`` say what to make.
    """

    hand: tuple[Number, ...]
    target: Fraction
    rules: Rules

    def __init__(self, hand: Iterable[Given], target: Exact | None = None, rules: Rules = GAME_24) -> None:
        if not isinstance(rules, Rules):
            raise InvalidPuzzle(f"rules={rules!r} are no Rules: find_rules('countdown') gives some")
        object.__setattr__(self, "hand", tuple(map(_number, at_most(MOST_NUMBERS, hand))))
        object.__setattr__(self, "target", _target(target, rules))
        object.__setattr__(self, "rules", rules)
        if not self.hand:
            raise InvalidPuzzle("the hand has no number: give at least one")

    @property
    def values(self) -> tuple[Fraction, ...]:
        """The hand as exact values, in the order given."""
        return tuple(number.value for number in self.hand)


def at_most(most: int, hand: Iterable[T]) -> tuple[T, ...]:
    """Return the numbers of a hand.

    Raises:
        InvalidPuzzle: there are more than ``most``.
    """
    taken = tuple(islice(hand, most + 1))
    if len(taken) > most:
        count = f"{len(hand)} numbers" if isinstance(hand, Sized) else f"more than {most} numbers"
        raise InvalidPuzzle(f"the hand has {count}: give at most {most}")
    return taken


def _number(given: Given) -> Number:
    if isinstance(given, Number):
        return given
    return Number(to_fraction(given), given.strip() if isinstance(given, str) else "")


def _target(target: Exact | None, rules: Rules) -> Fraction:
    if target is not None:
        return to_fraction(target)
    if rules.target is None:
        raise InvalidPuzzle(f"the rules {rules.name!r} have no target of their own: give one, as in --target 100")
    return rules.target
