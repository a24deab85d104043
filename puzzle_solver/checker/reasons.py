"""What can be wrong with an answer: codes that programs can count on, and words for people."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

from puzzle_solver.expression import Number
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


_WORDS: Final[Mapping[Code, str]] = MappingProxyType({
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
})  # fmt: skip

LISTED: Final = 10
"""The most things that one reason names."""


Thing: TypeAlias = str | Fraction | Number


class Reason(NamedTuple):
    """One thing that is wrong: what was ``found`` in the answer, where ``wanted`` would be right."""

    code: Code
    found: tuple[Thing, ...]
    wanted: tuple[Thing, ...] = ()

    def __str__(self) -> str:
        return _WORDS[self.code].format(found=_listing(self.found, ", "), wanted=_listing(self.wanted, " "))


def _listing(things: tuple[Thing, ...], between: str) -> str:
    """Name things, not too many of them."""
    more = len(things) - LISTED
    return between.join(map(write, things[:LISTED])) + (f" and {more} more" if more > 0 else "")


def write(thing: Thing) -> str:
    """Write a thing that a reason names, not at length."""
    match thing:
        case Number():
            return shorten(thing.text)
        case Fraction():
            return shorten(write_rational(thing))
        case str():
            return thing
