"""Value systems: how a search holds exact values, and the loops that its operators run through."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from fractions import Fraction
from typing import ClassVar

from puzzle_solver.operators import ADD, DIVIDE, MULTIPLY, SUBTRACT, Missing, Operator
from puzzle_solver.rational import from_pair, to_pair
from puzzle_solver.rules import Domain
from puzzle_solver.search.loops import (
    General,
    Hit,
    IntegerProducts,
    IntegerSums,
    Loop,
    Open,
    PairProducts,
    PairSums,
    Question,
    Value,
)


class Arithmetic:
    """A value system for some operators, all but those in ``without`` in use.

    ``limit_bit``: a result was beyond a size limit, so the search is not complete.
    """

    fused: ClassVar[tuple[tuple[Operator, Operator, Callable[[int | None, int | None], Loop]], ...]]

    def __init__(self, operators: Sequence[Operator], domain: Domain, without: Collection[Operator] = ()) -> None:
        self.operators = tuple(operators)
        self.domain = domain
        self.limit_bit = False
        places = {operator: place for place, operator in enumerate(operators) if operator not in without}
        self.loops: list[Loop] = []
        for first, second, loop in self.fused:
            pair = places.pop(first, None), places.pop(second, None)
            if pair != (None, None):
                self.loops.append(loop(*pair))
        self.loops += [General(self, operator, place) for operator, place in places.items()]

    def encode(self, value: Fraction) -> Value:
        """Return the exact value in this system, or None if it has no place there."""
        raise NotImplementedError

    def decode(self, value: Value) -> Fraction:
        """Return the exact value."""
        raise NotImplementedError

    def pair(self, value: Value) -> tuple[int, int]:
        """Return numerator and denominator."""
        raise NotImplementedError

    def apply(self, operator: int, left: Value, right: Value) -> Value:
        """Return the result by the operator's definition, or None if it has none in this system."""
        result = self.operators[operator].apply(self.decode(left), self.decode(right))
        if isinstance(result, Missing):
            self.limit_bit |= result is Missing.BEYOND_LIMIT
            return None
        return self.encode(result)

    def admits(self, value: Value) -> bool:
        """May an operator give this value?"""
        return self.domain.admits(*self.pair(value))

    def restrict(self, values: set[Value]) -> set[Value]:
        """Return those values that an operator may give."""
        if not self.domain.whole and self.domain.least is None:
            return values
        return {value for value in values if self.admits(value)}

    def backward(self, question: Question) -> tuple[list[Hit], list[Open]]:
        """Answer ``question`` for every operator."""
        hits: list[Hit] = []
        opens: list[Open] = []
        for loop in self.loops:
            loop.backward(question, hits, opens)
        return hits, opens


class Rationals(Arithmetic):
    """Values are pairs."""

    fused = ((ADD, SUBTRACT, PairSums), (MULTIPLY, DIVIDE, PairProducts))

    def encode(self, value: Fraction) -> Value:
        return to_pair(value)

    def decode(self, value: Value) -> Fraction:
        return from_pair(value)

    def pair(self, value: Value) -> tuple[int, int]:
        return value  # type: ignore[no-any-return]


class Integers(Arithmetic):
    """Values are ints: for whole hands in a domain of whole numbers."""

    fused = ((ADD, SUBTRACT, IntegerSums), (MULTIPLY, DIVIDE, IntegerProducts))

    def encode(self, value: Fraction) -> Value:
        return value.numerator if value.denominator == 1 else None

    def decode(self, value: Value) -> Fraction:
        return Fraction(value)

    def pair(self, value: Value) -> tuple[int, int]:
        return value, 1

    def restrict(self, values: set[Value]) -> set[Value]:
        least = self.domain.least
        return values if least is None else {value for value in values if value >= least}


def choose_arithmetic(
    values: Sequence[Fraction], operators: Sequence[Operator], domain: Domain, without: Collection[Operator] = ()
) -> Arithmetic:
    """Return the fastest value system that holds every value of the search."""
    whole = domain.whole and all(value.denominator == 1 for value in values)
    return (Integers if whole else Rationals)(operators, domain, without)
