"""What can be wrong with an answer: codes that programs can count on, and words for people."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

from puzzle_solver.expression import Number
from puzzle_solver.operators import AnyOperator, Missing
from puzzle_solver.rational import shorten, write_rational


class Code(StrEnum):
    """What can be wrong with an answer, in the order in which a verdict names it."""

    WRONG_VALUE = "wrong_value"
    NUMBER_NOT_IN_HAND = "number_not_in_hand"
    NUMBER_REUSED = "number_reused"
    NUMBER_UNUSED = "number_unused"
    JOINED_DIGITS = "joined_digits"
    OPERATOR_NOT_ALLOWED = "operator_not_allowed"
    UNARY_MINUS = "unary_minus"
    UNARY_DEPTH = "unary_depth"
    BRACKETS_NOT_ALLOWED = "brackets_not_allowed"
    ORDER_CHANGED = "order_changed"
    INTERMEDIATE_NOT_ALLOWED = "intermediate_not_allowed"
    DIVISION_BY_ZERO = "division_by_zero"
    UNDEFINED = "undefined"
    TOO_LARGE = "too_large"
    FALSE_CLAIM = "false_claim"
    UNREADABLE = "unreadable"


_WORDS: Final[Mapping[Code, str]] = MappingProxyType(
    {
        Code.WRONG_VALUE: "the value is {found}, not {wanted}",
        Code.NUMBER_NOT_IN_HAND: "not in the hand: {found}; use {wanted}",
        Code.NUMBER_REUSED: "used more often than the hand has it: {found}; use each number of {wanted} once",
        Code.NUMBER_UNUSED: "not used: {found}; every number must be",
        Code.JOINED_DIGITS: "joined from numbers of the hand: {found}; put an operator between them",
        Code.OPERATOR_NOT_ALLOWED: "not allowed: {found}; use {wanted}",
        Code.UNARY_MINUS: "a minus before {found} is not allowed: subtract from something",
        Code.UNARY_DEPTH: "more than {wanted} unary operators stand on one another: {found}",
        Code.BRACKETS_NOT_ALLOWED: "brackets are not allowed: {found}",
        Code.ORDER_CHANGED: "the numbers stand in another order: {found}; keep {wanted}",
        Code.INTERMEDIATE_NOT_ALLOWED: "not allowed on the way: {found}; only {wanted}",
        Code.DIVISION_BY_ZERO: "a division by zero: {found}",
        Code.UNDEFINED: "without an exact value: {found}",
        Code.TOO_LARGE: "too large to be computed: {found}; at most {wanted}",
        Code.FALSE_CLAIM: "not true: {found}; it is {wanted}",
        Code.UNREADABLE: "{found}",
    }
)

LISTED: Final = 10
"""The most things that one reason names."""


class Operation(NamedTuple):
    """An operation that breaks a rule, with what it gives, None if nothing."""

    operator: AnyOperator
    operands: tuple[Fraction | Missing, ...]
    result: Fraction | None = None

    def __str__(self) -> str:
        written = [write(operand) if isinstance(operand, Fraction) else operand.value for operand in self.operands]
        # By its symbol between two operands, by its name before one: ``! of 3`` would be a riddle.
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
        return _WORDS[self.code].format(found=found, wanted=" ".join(map(write, self.wanted)))


def write(thing: Thing) -> str:
    """Write a thing that a reason names, not at length."""
    match thing:
        case Number():
            return shorten(thing.text)
        case Fraction():
            return shorten(write_rational(thing))
        case _:
            return str(thing)
