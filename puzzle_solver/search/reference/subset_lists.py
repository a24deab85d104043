"""For every subset of the hand, from the small to the large, the list of all its expressions.

The idea. An expression over some numbers is an expression over a part of them, an operator, and an expression over
the rest. So make the lists of small subsets first and join each list with that of the rest. A subset is a bitmask:
bit i stands for number i. Counting the masks up, 1, 2, 3, ..., meets every part before the whole, and
``part = (part - 1) & mask`` walks through the parts.

Where it comes from. The book *The Beauty of Programming* solves the 24 game so. Here every expression is kept,
however many have the same value: the lists are complete, and as long as that takes.

What it costs. Over m numbers with k operators there are E(m) = (2 m - 2)! / (m - 1)! k^(m - 1) expressions, so over n
numbers it makes

    sum of C(n, m) E(m) for m = 1 .. n:  1, 10, 219, 8500, 470485, 33665406, ... for + - * /

all of which are its candidates; fewer where some operations are not allowed. No part of an expression is computed
twice, so it does one operation for each expression, and all lists but the last are in memory. Equal numbers are told
apart, so their expressions come repeatedly.

What it cannot do: keep the order, join digits, put decimal points, use operators of one operand, do without brackets;
nor hands of which it might keep more than 5,000,000 expressions, such as seven numbers with + - * /.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import comb, perm
from typing import Final, TypeAlias

from puzzle_solver.errors import UnsupportedPuzzle
from puzzle_solver.expression import Binary, Expression, Number
from puzzle_solver.operators import BEYOND_LIMIT, Missing, Operator, carry_out
from puzzle_solver.rules import Rules, Use
from puzzle_solver.search.engine import KEEPING_ORDER, NO_BRACKETS, UNARY, WRITING_DIGITS, Allowance, refuse

CANNOT: Final = (KEEPING_ORDER, WRITING_DIGITS, UNARY, NO_BRACKETS)

MOST_KEPT: Final = 5_000_000
"""So many expressions take about 1 GB."""

Made: TypeAlias = tuple[Fraction, Expression]


class SubsetLists:
    """The lists of a hand."""

    def __init__(self, values: Sequence[Fraction], rules: Rules, budget: Allowance) -> None:
        refuse("subset_lists", rules, CANNOT)
        self.candidates, self.beyond_limit = 0, False
        self._values = values
        self._operators = [operator for operator in rules.operators if isinstance(operator, Operator)]
        self._rules, self._budget = rules, budget
        self._refuse_many(len(values), len(self._operators))

    def _refuse_many(self, n: int, k: int) -> None:
        kept = sum(comb(n, m) * perm(2 * m - 2, m - 1) * k ** (m - 1) for m in range(1, n))
        if kept > MOST_KEPT:
            raise UnsupportedPuzzle(
                f"the engine 'subset_lists' might keep {kept:,} expressions of {n} numbers, and takes at most "
                f"{MOST_KEPT:,}: give fewer numbers or operators, or take another engine"
            )

    def trees(self, target: Fraction) -> Iterator[Expression]:
        """Yield every expression that makes ``target``."""
        return (tree for value, tree in self._all() if value == target)

    def values(self) -> Iterator[Fraction]:
        """Yield every value that can be made."""
        return (value for value, _ in self._all())

    def _all(self) -> Iterator[Made]:
        lists: dict[int, list[Made]] = {}
        full = (1 << len(self._values)) - 1
        for mask in range(1, full):
            lists[mask] = list(self._expressions(mask, lists))
            if self._rules.use is Use.SOME:
                yield from lists[mask]
        yield from self._expressions(full, lists)

    def _expressions(self, mask: int, lists: dict[int, list[Made]]) -> Iterator[Made]:
        if mask.bit_count() == 1:
            self.candidates += 1
            number = Number(self._values[mask.bit_length() - 1])
            yield number.value, number
        part = (mask - 1) & mask
        while part:
            self._budget.check()  # also where the parts make nothing
            for (a, left), (b, right), operator in product(lists[part], lists[mask ^ part], self._operators):
                self._budget.check()
                value = self._result(operator, a, b)
                if value is not None:
                    self.candidates += 1
                    yield value, Binary(operator, left, right)
            part = (part - 1) & mask

    def _result(self, operator: Operator, left: Fraction, right: Fraction) -> Fraction | None:
        result = carry_out(operator, self._rules.limits, left, right)
        if isinstance(result, Missing):
            self.beyond_limit |= result is BEYOND_LIMIT
            return None
        return result if self._rules.domain.admits(result.numerator, result.denominator) else None
