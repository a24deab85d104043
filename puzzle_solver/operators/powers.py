"""Powers and roots, where they are exact rationals."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Final

from puzzle_solver.operators.kinds import (
    ALL,
    BEYOND_LIMIT,
    MOST,
    UNDEFINED,
    Algebra,
    Candidates,
    Family,
    Fixity,
    Limits,
    Missing,
    Operator,
    UnaryOperator,
)


def _power(base: Fraction, exponent: Fraction, limits: Limits = MOST) -> Fraction | Missing:
    """Return ``base ** exponent`` where that is one exact rational.

    ``0^0`` and ``0`` to a negative power are undefined, as is any root of a negative number
    (its principal value is not real) and any root that is not rational.
    """
    if base == 0:
        return Fraction(0) if exponent > 0 else UNDEFINED
    if base < 0 and exponent.denominator != 1:
        return UNDEFINED
    # If b^(p/q) is rational, p/q in lowest terms, so is b^(1/q): with u p + v q = 1 it is (b^(p/q))^u * b^v. So a root
    # that is not rational settles it.
    root = _root(base, exponent.denominator)
    if root is None:
        return UNDEFINED
    # Only the parity counts: no exponent is too large here.
    if abs(root) == 1:
        return root ** (exponent.numerator % 2)
    size = abs(exponent.numerator)
    # Every factor adds at least bits - 1 bits, so what is refused here is too large, and what passes is soon computed.
    if (limits.exponent is not None and size > limits.exponent) or (_bits(root) - 1) * size > limits.bits:
        return BEYOND_LIMIT
    result = root**exponent.numerator
    return result if _bits(result) <= limits.bits else BEYOND_LIMIT


def _bits(value: Fraction) -> int:
    return max(abs(value.numerator), value.denominator).bit_length()


def _root(value: Fraction, degree: int) -> Fraction | None:
    # The only degree that comes with a negative value: the callers have refused every other root of one.
    if degree == 1:
        return value
    over, under = _integer_root(value.numerator, degree), _integer_root(value.denominator, degree)
    return None if over is None or under is None else Fraction(over, under)


@lru_cache(maxsize=4096)
def _integer_root(value: int, degree: int) -> int | None:
    """Return the exact root of a positive integer, or None."""
    if value == 1:
        return 1
    # value < 2 ** degree, so its root lies between 1 and 2.
    if degree >= value.bit_length():
        return None
    # low ** degree <= value < (high + 1) ** degree holds before, between and after the steps; no float is near.
    low, high = 1, 1 << -(-value.bit_length() // degree)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if middle**degree <= value else (low, middle - 1)
    return low if low**degree == value else None


def _base(result: Fraction, exponent: Fraction) -> Candidates:
    if exponent == 0:
        return ALL if result == 1 else ()
    if result == 0:
        return (Fraction(0),)
    size = _power(abs(result), 1 / exponent)
    # Too large to be computed, which does not mean that no such base is there.
    if size is BEYOND_LIMIT:
        return ALL
    # Of an even exponent both are bases; of an odd one ``apply`` rules out the second.
    return (size, -size) if isinstance(size, Fraction) else ()


def _exponent(result: Fraction, base: Fraction) -> Candidates:
    # Powers of these have the size of the base, whatever the exponent: the result tells nothing of it.
    if base in (-1, 0, 1):
        return ALL if abs(result) == abs(base) else ()
    if result == 0:
        return ()
    # With result = r^m and base = s^n, neither r nor s a power, base^x = result only if r is s, or 1/s, and x = m/n, or
    # -m/n: the exponents of every prime in r and in s are then in the same proportion.
    power, root = _primitive(abs(result)), _primitive(abs(base))
    if power[1] == 0:
        return (Fraction(0),)
    if power[0] == root[0]:
        return (Fraction(power[1], root[1]),)
    return (Fraction(-power[1], root[1]),) if power[0] == 1 / root[0] else ()


@lru_cache(maxsize=4096)
def _primitive(value: Fraction) -> tuple[Fraction, int]:
    """Return ``(root, n)`` with ``value == root ** n`` and ``root`` no power itself; n is 0 for 1."""
    if value == 1:
        return value, 0
    # From the highest degree down, the first rational root is no power itself. A degree is below the number of bits,
    # since numerator or denominator of the root is at least 2.
    for degree in range(max(value.numerator, value.denominator).bit_length(), 1, -1):
        root = _root(value, degree)
        if root is not None:
            return root, degree
    return value, 1


def _nth_root(value: Fraction, degree: Fraction, limits: Limits = MOST) -> Fraction | Missing:
    return _power(value, 1 / degree, limits) if degree else UNDEFINED


def _radicand(result: Fraction, degree: Fraction) -> Candidates:
    return _base(result, 1 / degree) if degree else ()


def _degree(result: Fraction, value: Fraction) -> Candidates:
    candidates = _exponent(result, value)
    return ALL if candidates is ALL else tuple(1 / exponent for exponent in candidates if exponent)


def _square_root(value: Fraction) -> Fraction | Missing:
    root = _root(value, 2) if value > 0 else None
    return value if not value else UNDEFINED if root is None else root


def _square(result: Fraction) -> Candidates:
    return (result * result,) if result >= 0 else ()


POWER: Final = Operator(
    "power",
    "^",
    _power,
    precedence=3,
    right_grouping=True,
    algebra=Algebra(Family.POWER),
    inverse_left=_base,
    inverse_right=_exponent,
    meaning="powers with an exact rational value; 0^0, 0^-1 and roots of negative numbers are undefined",
    latex="{left}^{{{right}}}",
    sized=True,
)
ROOT: Final = Operator(
    "root",
    "root",
    _nth_root,
    inverse_left=_radicand,
    inverse_right=_degree,
    meaning="root(8, 3) = 2: roots with an exact rational value, of numbers that are not negative",
    latex=r"\sqrt[{{{right}}}]{{{left}}}",
    fixity=Fixity.CALL,
    sized=True,
)
SQUARE_ROOT: Final = UnaryOperator(
    "sqrt",
    "sqrt",
    _square_root,
    precedence=4,
    inverse=_square,
    unicode="√",
    meaning="square roots with an exact rational value",
    latex=r"\sqrt{{{operand}}}",
)
