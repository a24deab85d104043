"""What can be wrong with an answer: codes that programs can count on, and words for people."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from fractions import Fraction
from typing import Final, NamedTuple, Self, TypeAlias

from puzzle_solver.expression import Item, Number
from puzzle_solver.operators import AnyOperator, Missing
from puzzle_solver.puzzle import Puzzle
from puzzle_solver.rational import shorten, write_rational

Check: TypeAlias = "Callable[[list[Item], Fraction | Missing, Puzzle], tuple[Thing, ...]]"
"""Takes an expression in postfix order, its value and the puzzle; returns what is wrong, then what would be right, or
nothing.
"""


def wrong_value(items: list[Item], value: Fraction | Missing, puzzle: Puzzle) -> tuple[Thing, ...]:
    """Return the value and the target if they differ; what has no value is blamed for that."""
    return () if isinstance(value, Missing) or value == puzzle.target else (value, puzzle.target)


class Code(StrEnum):
    """What can be wrong with an answer, in the order in which a verdict names it.

    A row has the code, its words with places for what was found and what is wanted, and a :data:`Check` of the whole
    answer, unless it is found while the answer is read or carried out.
    """

    WRONG_VALUE = "wrong_value", "the value is {found}, not {wanted}", wrong_value
    NUMBER_NOT_IN_HAND = "number_not_in_hand", "not in the hand: {found}; use {wanted}"
    NUMBER_REUSED = "number_reused", "used more often than the hand has it: {found}; use each number of {wanted} once"
    NUMBER_UNUSED = "number_unused", "not used: {found}; every number must be"
    JOINED_DIGITS = "joined_digits", "joined from numbers of the hand: {found}; put an operator between them"
    OPERATOR_NOT_ALLOWED = "operator_not_allowed", "not allowed: {found}; use {wanted}"
    UNARY_MINUS = "unary_minus", "a minus before {found} is not allowed: subtract from something"
    UNARY_DEPTH = "unary_depth", "more than {wanted} unary operators stand on one another: {found}"
    BRACKETS_NOT_ALLOWED = "brackets_not_allowed", "brackets are not allowed: {found}"
    ORDER_CHANGED = "order_changed", "the numbers stand in another order: {found}; keep {wanted}"
    INTERMEDIATE_NOT_ALLOWED = "intermediate_not_allowed", "not allowed on the way: {found}; only {wanted}"
    DIVISION_BY_ZERO = "division_by_zero", "a division by zero: {found}"
    UNDEFINED = "undefined", "without an exact value: {found}"
    TOO_LARGE = "too_large", "too large to be computed: {found}; at most {wanted}"
    FALSE_CLAIM = "false_claim", "not true: {found}; it is {wanted}"
    UNREADABLE = "unreadable", "{found}"

    words: str
    check: Check | None

    def __new__(cls, code: str, words: str, check: Check | None = None) -> Self:
        member = str.__new__(cls, code)
        member._value_, member.words, member.check = code, words, check
        return member


LISTED: Final = 10
"""The most things that one reason names."""


class Operation(NamedTuple):
    """An operation that breaks a rule, with what it gives, None if nothing."""

    operator: AnyOperator
    operands: tuple[Fraction | Missing, ...]
    result: Fraction | None = None

    def __str__(self) -> str:
        written = [write(operand) if isinstance(operand, Fraction) else operand.value for operand in self.operands]
        of = f" {self.operator.symbol} ".join(written) if len(written) > 1 else f"{self.operator.name} of {written[0]}"
        return of if self.result is None else f"{of} = {write(self.result)}"


Thing: TypeAlias = str | Fraction | Number | Operation


class Reason(NamedTuple):
    """One thing that is wrong: what was ``found`` in the answer, where ``wanted`` would be right.

    At most :data:`LISTED` things are named; ``more`` counts the others.
    """

    code: Code
    found: tuple[Thing, ...]
    wanted: tuple[Thing, ...] = ()
    more: int = 0

    def __str__(self) -> str:
        found = ", ".join(map(write, self.found)) + (f" and {self.more} more" if self.more else "")
        return self.code.words.format(found=found, wanted=" ".join(map(write, self.wanted)))


def write(thing: Thing) -> str:
    """Write a thing that a reason names, not at length."""
    match thing:
        case Number():
            return shorten(thing.text)
        case Fraction():
            return shorten(write_rational(thing))
        case _:
            return str(thing)
