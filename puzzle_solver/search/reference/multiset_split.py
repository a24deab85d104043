"""Split the numbers in two in every way, make trees of both parts, and join them.

The idea. A tree is two trees and an operator. So for every part of the hand and what it leaves, solve both, and join
everything the one can make with everything the other can. Equal numbers are one number several times: a part is
a multiset, and each distinct one is taken once, so that no tree comes twice.

Where it comes from. A forum post of 2004, which made trees in this way and printed them with few brackets; it gave up
on six numbers after an hour. The shape is the same here, and six numbers take seconds. What makes the difference:

* A part turns up in many splits. What it can make is found once and kept.
* What is kept of a part are its values, each with the ways to make it by one last operation. Expressions of equal
  value stand or fall together: of four numbers there are 7680 and 1170 values. Each pair of values is joined once.
* Expressions are written out only for the values that the target needs.

What it costs. With V(m) the number of values that m numbers can make, n distinct numbers and k operators take

    k * sum of C(n, m) C(m, i) V(i) V(m - i) for m = 2 .. n and i = 1 .. m - 1

candidates, each of them an operator between two values: 0, 8, 168, 3664, 96160, 3040376, ... for + - * / if no two
formulas happen to be equal, when V is 1, 6, 68, 1170, 27142, 793002 (OEIS A140606); and then as much as is written out.
All ways of all parts but the whole hand are in memory.

What it cannot do: keep the order, join digits, put decimal points, use operators of one operand, do without brackets.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import Final, TypeAlias

from puzzle_solver.expression import Binary, Expression, Number
from puzzle_solver.operators import BEYOND_LIMIT, Missing, Operator, carry_out
from puzzle_solver.rules import Rules, Use
from puzzle_solver.search.engine import KEEPING_ORDER, NO_BRACKETS, UNARY, WRITING_DIGITS, Allowance, refuse

CANNOT: Final = (KEEPING_ORDER, WRITING_DIGITS, UNARY, NO_BRACKETS)

Multiset: TypeAlias = tuple[int, ...]
"""How many there are of each distinct number of the hand."""

Way: TypeAlias = Number | tuple[Operator, Multiset, Fraction, Multiset, Fraction]
"""A number, or the last operation: the operator, and for either side the numbers and what is made of them."""


class MultisetSplit:
    """The parts of a hand, and what they make."""

    def __init__(self, values: Sequence[Fraction], rules: Rules, budget: Allowance) -> None:
        refuse("multiset_split", rules, CANNOT)
        self.candidates, self.beyond_limit = 0, False
        counts = Counter(values)
        self._values, self._hand = tuple(counts), tuple(counts.values())
        self._operators = [operator for operator in rules.operators if isinstance(operator, Operator)]
        self._rules, self._budget = rules, budget
        self._ways_of: dict[Multiset, dict[Fraction, list[Way]]] = {}
        self._trees_of: dict[tuple[Multiset, Fraction], list[Expression]] = {}

    def trees(self, target: Fraction) -> Iterator[Expression]:
        """Yield every expression that makes ``target``."""
        for part in self._smaller_hands():
            yield from self._trees(part, target)
        for value, way in self._join(self._hand):
            if value == target:
                yield from self._write(way)

    def values(self) -> Iterator[Fraction]:
        """Yield every value that can be made."""
        for part in self._smaller_hands():
            yield from self._ways(part)
        for value, _ in self._join(self._hand):
            yield value

    def _smaller_hands(self) -> Iterator[Multiset]:
        if self._rules.use is Use.SOME:
            yield from (part for part, _ in self._splits(self._hand))

    def _splits(self, whole: Multiset) -> Iterator[tuple[Multiset, Multiset]]:
        """Yield every part and what it leaves, neither of them empty."""
        for part in product(*(range(count + 1) for count in whole)):
            if any(part) and part != whole:
                yield part, tuple(count - taken for count, taken in zip(whole, part, strict=True))

    def _join(self, whole: Multiset) -> Iterator[tuple[Fraction, Way]]:
        """Yield every way to make anything of ``whole``, with its value."""
        if sum(whole) == 1:
            number = Number(self._values[whole.index(1)])
            yield number.value, number
        for left, right in self._splits(whole):
            self._budget.check()  # also where the parts make nothing
            for a, b, operator in product(self._ways(left), self._ways(right), self._operators):
                self._budget.check()
                self.candidates += 1
                value = self._result(operator, a, b)
                if value is not None:
                    yield value, (operator, left, a, right, b)

    def _ways(self, part: Multiset) -> dict[Fraction, list[Way]]:
        found = self._ways_of.get(part)
        if found is None:
            found = {}
            for value, way in self._join(part):
                found.setdefault(value, []).append(way)
            self._ways_of[part] = found
        return found

    def _trees(self, part: Multiset, value: Fraction) -> list[Expression]:
        found = self._trees_of.get((part, value))
        if found is None:
            ways = self._ways(part).get(value, ())
            found = self._trees_of[part, value] = [tree for way in ways for tree in self._write(way)]
        return found

    def _write(self, way: Way) -> Iterator[Expression]:
        if isinstance(way, Number):
            yield way
            return
        operator, left, a, right, b = way
        for one, other in product(self._trees(left, a), self._trees(right, b)):
            self._budget.check()
            yield Binary(operator, one, other)

    def _result(self, operator: Operator, left: Fraction, right: Fraction) -> Fraction | None:
        result = carry_out(operator, self._rules.limits, left, right)
        if isinstance(result, Missing):
            self.beyond_limit |= result is BEYOND_LIMIT
            return None
        return result if self._rules.domain.admits(result.numerator, result.denominator) else None
