"""A puzzle: a hand, a target and rules, validated."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from puzzle_solver.errors import InvalidPuzzle
from puzzle_solver.expression import Number
from puzzle_solver.rational import Exact, plain_number, to_fraction
from puzzle_solver.rules import GAME_24, Rules

Given: TypeAlias = Exact | Number


@dataclass(frozen=True, slots=True, init=False)
class Puzzle:
    """Which expressions over ``hand``, under ``rules``, make ``target``?

    Numbers are ints, Fractions, Decimals or texts (``"0.1"``, ``"1/3"``), never floats.

    Raises:
        InvalidNumber: a number or the target is not exact.
        InvalidPuzzle: the hand is empty, or neither the rules nor ``target`` say what to make.
    """

    hand: tuple[Number, ...]
    target: Fraction
    rules: Rules

    def __init__(self, hand: Iterable[Given], target: Exact | None = None, rules: Rules = GAME_24) -> None:
        if not isinstance(rules, Rules):
            raise InvalidPuzzle(f"rules={rules!r} are no Rules: find_rules('countdown') gives some")
        object.__setattr__(self, "hand", tuple(map(_number, hand)))
        object.__setattr__(self, "target", _target(target, rules))
        object.__setattr__(self, "rules", rules)
        if not self.hand:
            raise InvalidPuzzle("the hand has no number: give at least one")

    @property
    def values(self) -> tuple[Fraction, ...]:
        """The hand as exact values, in the order given."""
        return tuple(number.value for number in self.hand)


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
