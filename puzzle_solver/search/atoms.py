"""What numbers of the hand can be before any operator: themselves, joined, or with a decimal point."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TypeAlias

from puzzle_solver.rules import Rules

Atom: TypeAlias = tuple[Fraction, str]
"""A value and how it is written; the empty text for a number of the hand as it was given."""


def written(values: Sequence[Fraction], rules: Rules) -> Iterator[Atom]:
    """Yield what can be written with these numbers, all of them, one after the other.

    One number alone is itself. The plainest way to write a value comes first: without a point before with one, without
    recurring digits before with them.
    """
    if len(values) == 1:
        yield values[0], ""
    if _has_digits(values) and (len(values) == 1 or rules.join):
        yield from _spelled([str(value.numerator) for value in values], rules)


def may_come_first(value: Fraction, values: Sequence[Fraction], rules: Rules) -> bool:
    """Return whether something can be written with all these numbers, ``value`` the first.

    Several numbers have so many orders that none is tried in vain.
    """
    return len(values) == 1 or (rules.join and _has_digits(values) and (value != 0 or rules.decimals))


def _has_digits(values: Sequence[Fraction]) -> bool:
    return all(value.denominator == 1 and value >= 0 for value in values)


def _spelled(digits: list[str], rules: Rules) -> Iterator[Atom]:
    if len(digits) > 1 and digits[0] != "0":
        yield Fraction(int("".join(digits))), "".join(digits)
    for point in range(len(digits)) if rules.decimals else ():
        whole, part = "".join(digits[:point]), digits[point:]
        if len(whole) > 1 and whole[0] == "0":
            continue
        yield _value(whole, "".join(part), ""), f"{whole}.{''.join(part)}"
        for start in range(len(part)) if rules.recurring else ():
            fixed, period = "".join(part[:start]), "".join(part[start:])
            yield _value(whole, fixed, period), f"{whole}.{fixed}({period})"


def _value(whole: str, fixed: str, period: str) -> Fraction:
    # 0.fixed(period) = (fixed period - fixed) / ((10**p - 1) 10**f), for a period of p digits after f fixed ones
    value = Fraction(int(whole or "0")) + Fraction(int(fixed or "0"), 10 ** len(fixed))
    return value + Fraction(int(period), (10 ** len(period) - 1) * 10 ** len(fixed)) if period else value
