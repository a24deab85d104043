"""Operators that have to do with whole numbers, and order."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Final

from puzzle_solver.operators.kinds import (
    ALL,
    BEYOND_LIMIT,
    MOST,
    UNDEFINED,
    Candidates,
    Fixity,
    Limits,
    Missing,
    Operator,
    UnaryOperator,
)


def _factorial(value: Fraction, limits: Limits = MOST) -> Fraction | Missing:
    return _descending(value, 1, limits)


def _double_factorial(value: Fraction, limits: Limits = MOST) -> Fraction | Missing:
    return _descending(value, 2, limits)


def _descending(value: Fraction, step: int, limits: Limits) -> Fraction | Missing:
    """Return ``n (n - step) (n - 2 step) ...`` down to 1 or 2."""
    if value.denominator != 1 or value < 0:
        return UNDEFINED
    number = value.numerator
    # From 5 on, n!! exceeds 2 ** (n / 2) and n! exceeds 2 ** n.
    if number // step > limits.bits:
        return BEYOND_LIMIT
    result = math.prod(range(number, 0, -step))
    return Fraction(result) if result.bit_length() <= limits.bits else BEYOND_LIMIT


def _factorial_of(result: Fraction) -> Candidates:
    return _descended(result, 1)


def _double_factorial_of(result: Fraction) -> Candidates:
    return _descended(result, 2)


def _descended(result: Fraction, step: int) -> Candidates:
    # 0! = 1! = 1, and so with !!: the chains below begin at 1, and would miss 0.
    if result == 1:
        return Fraction(0), Fraction(1)
    if result.denominator != 1 or result < 2:
        return ()
    # Each residue of n has its own chain of products; the one that meets the result ends it.
    found = (_chain(result.numerator, start, step) for start in range(1, step + 1))
    return tuple(Fraction(number) for number in found if number)


def _chain(result: int, number: int, step: int) -> int:
    product = number
    while product < result:
        number += step
        product *= number
    return number if product == result else 0


# Python's ``%`` has the sign of the divisor and ``//`` rounds down, so that (a // b) * b + a % b is a.
def _modulo(left: Fraction, right: Fraction) -> Fraction | Missing:
    whole = left.denominator == right.denominator == 1
    return left % right if whole and right else UNDEFINED


def _floor_divide(left: Fraction, right: Fraction) -> Fraction | Missing:
    whole = left.denominator == right.denominator == 1
    return Fraction(left // right) if whole and right else UNDEFINED


def _maximum(left: Fraction, right: Fraction) -> Fraction:
    return max(left, right)


def _minimum(left: Fraction, right: Fraction) -> Fraction:
    return min(left, right)


# max(x, result) is the result for every x up to it; ``apply`` rules out the larger ones.
def _other_maximum(result: Fraction, operand: Fraction) -> Candidates:
    if operand == result:
        return ALL
    return (result,) if operand < result else ()


def _other_minimum(result: Fraction, operand: Fraction) -> Candidates:
    if operand == result:
        return ALL
    return (result,) if operand > result else ()


def _absolute(value: Fraction) -> Fraction:
    return abs(value)


def _of_absolute(result: Fraction) -> Candidates:
    return (result, -result) if result >= 0 else ()


def _floor(value: Fraction) -> Fraction:
    return Fraction(math.floor(value))


def _ceiling(value: Fraction) -> Fraction:
    return Fraction(math.ceil(value))


def _of_rounded(result: Fraction) -> Candidates:
    # Infinitely many numbers are rounded to an integer: only the table knows which of them are there.
    return ALL if result.denominator == 1 else ()


FACTORIAL: Final = UnaryOperator(
    "factorial",
    "!",
    _factorial,
    precedence=4,
    inverse=_factorial_of,
    latex="!",
    fixity=Fixity.AFTER,
    sized=True,
    meaning="factorials of integers from 0",
)
# Written as a call, ``double_factorial(3)``: the signs ``3!!`` could as well mean ``(3!)!``.
DOUBLE_FACTORIAL: Final = UnaryOperator(
    "double_factorial",
    "!!",
    _double_factorial,
    precedence=4,
    inverse=_double_factorial_of,
    latex="{operand}{{!!}}",
    sized=True,
    meaning="n!! = n (n - 2) (n - 4) ... of integers from 0; 0!! = 1",
)
MODULO: Final = Operator(
    "mod",
    "%",
    _modulo,
    latex=r"\bmod",
    meaning="the remainder of integers, with the sign of the divisor",
)
FLOOR_DIVIDE: Final = Operator(
    "floordiv",
    "//",
    _floor_divide,
    meaning="division of integers, rounded down",
    latex=r"\mathbin{/\mkern-6mu/}",
)
MAXIMUM: Final = Operator(
    "max",
    "max",
    _maximum,
    commutative=True,
    inverse_left=_other_maximum,
    inverse_right=_other_maximum,
    fixity=Fixity.CALL,
    meaning="the larger of the two",
    latex=r"\max",
)
MINIMUM: Final = Operator(
    "min",
    "min",
    _minimum,
    commutative=True,
    inverse_left=_other_minimum,
    inverse_right=_other_minimum,
    fixity=Fixity.CALL,
    meaning="the smaller of the two",
    latex=r"\min",
)
ABSOLUTE: Final = UnaryOperator(
    "abs",
    "abs",
    _absolute,
    inverse=_of_absolute,
    latex=r"\left\lvert {operand} \right\rvert",
    meaning="the number without its sign",
)
FLOOR: Final = UnaryOperator(
    "floor",
    "floor",
    _floor,
    inverse=_of_rounded,
    latex=r"\left\lfloor {operand} \right\rfloor",
    meaning="the largest integer that is not larger",
)
CEILING: Final = UnaryOperator(
    "ceil",
    "ceil",
    _ceiling,
    inverse=_of_rounded,
    latex=r"\left\lceil {operand} \right\rceil",
    meaning="the smallest integer that is not smaller",
)
