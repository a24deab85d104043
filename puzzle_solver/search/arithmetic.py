"""Value systems: how a search holds exact values, and the loops that its operators run through."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Sequence
from fractions import Fraction
from typing import ClassVar

from puzzle_solver.operators import (
    ADD,
    BEYOND_LIMIT,
    DIVIDE,
    MULTIPLY,
    SUBTRACT,
    AnyOperator,
    Candidates,
    Every,
    Limits,
    Operator,
    UnaryOperator,
    carry_out,
    unfit,
)
from puzzle_solver.rational import from_pair, to_pair
from puzzle_solver.rules import Rules
from puzzle_solver.search.inner_loops import (
    General,
    IntegerProducts,
    IntegerSums,
    Loop,
    PairProducts,
    PairSums,
    Value,
)


class Arithmetic(ABC):
    """A value system for the operators of some rules, all but those in ``without`` in use.

    ``too_large``, ``too_steep``: a result was beyond the limit of bits, or of the exponent, so the search is not
    complete. An operator is known by its place in the rules; ``unary`` has the places of the unary ones.
    """

    fused: ClassVar[tuple[tuple[Operator, Operator, Callable[[int | None, int | None], Loop]], ...]]

    def __init__(self, rules: Rules, without: Collection[AnyOperator] = ()) -> None:
        self.operators, self.domain, self.limits = rules.operators, rules.domain, rules.limits
        self.too_large = self.too_steep = False
        used = {operator: place for place, operator in enumerate(rules.operators) if operator not in without}
        self.unary = [place for operator, place in used.items() if isinstance(operator, UnaryOperator)]
        binary = {operator: place for operator, place in used.items() if isinstance(operator, Operator)}
        self.loops: list[Loop] = []
        for first, second, loop in self.fused:
            pair = binary.pop(first, None), binary.pop(second, None)
            if pair != (None, None):
                self.loops.append(loop(*pair))
        self.loops += [General(self, operator, place) for operator, place in binary.items()]

    @abstractmethod
    def encode(self, value: Fraction) -> Value:
        """Return the exact value in this system, or None if it has no place there."""

    @abstractmethod
    def decode(self, value: Value) -> Fraction:
        """Return the exact value."""

    @abstractmethod
    def pair(self, value: Value) -> tuple[int, int]:
        """Return numerator and denominator."""

    def apply(self, place: int, *operands: Value) -> Value:
        """Return the result by the operator's definition, or None if it has none in this system."""
        result = carry_out(self.operators[place], self.limits, *map(self.decode, operands))
        if isinstance(result, Fraction):
            return self.encode(result)
        if result is BEYOND_LIMIT:
            self._note(self.operators[place], operands)
        return None

    def _note(self, operator: AnyOperator, operands: tuple[Value, ...]) -> None:
        if self.too_large and (self.too_steep or self.limits.exponent is None):
            return
        bits_only = operator.apply(*map(self.decode, operands), Limits(self.limits.bits))
        self.too_large |= bits_only is BEYOND_LIMIT
        self.too_steep |= bits_only is not BEYOND_LIMIT

    def admits(self, value: Value) -> bool:
        """May an operator give this value?"""
        return self.domain.admits(*self.pair(value))

    @property
    def admits_all(self) -> bool:
        """May an operator give any value of this system?"""
        return not self.domain.whole and self.domain.least is None

    def restrict(self, values: Iterable[Value]) -> list[Value]:
        """Return those values that an operator may give."""
        return [value for value in values if self.admits(value)]

    def operands(self, place: int, result: Value) -> list[Value] | None:
        """Return what a unary operator may have made ``result`` of, None if that could be anything."""
        operator = self.operators[place]
        return self.candidates(place, operator.inverse, result) if isinstance(operator, UnaryOperator) else None

    def candidates(self, place: int, inverse: Callable[..., Candidates] | None, *values: Value) -> list[Value] | None:
        """Return what an inverse of an operator offers for these values, each once; None if it could be anything."""
        if inverse is None:
            return None
        try:
            offered = inverse(*map(self.decode, values))
            values_offered = None if isinstance(offered, Every) else dict.fromkeys(map(self.encode, offered))
        except Exception as error:
            known = map(self.decode, values)
            raise unfit(self.operators[place], known, f"has an inverse that fails: {error}") from error
        return None if values_offered is None else [value for value in values_offered if value is not None]


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

    @property
    def admits_all(self) -> bool:
        return self.domain.least is None

    def restrict(self, values: Iterable[Value]) -> list[Value]:
        least = self.domain.least
        return [value for value in values if least is None or value >= least]


def choose_arithmetic(values: Sequence[Fraction], rules: Rules, without: Collection[AnyOperator] = ()) -> Arithmetic:
    """Return the fastest value system that holds every value of the search."""
    whole = rules.domain.whole and not rules.decimals and all(value.denominator == 1 for value in values)
    return (Integers if whole else Rationals)(rules, without)
