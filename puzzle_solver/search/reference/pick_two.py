"""Pick two numbers, put a result of theirs in their place, and again, until one number is left.

The idea. Whoever solves such a puzzle with cards on a table does it like this: lay two of them aside, and put down
what they make. One number fewer remains, and the puzzle is the same. Going back and picking otherwise tries all.

Where it comes from. It is the backtracking of LeetCode 679, *24 Game*, which asks whether four numbers make 24 in any
order. There doubles are compared with a tolerance. Fractions need none: 4 / (7 / 6 - 1) is 24, and nothing is because
it is near. Here all solutions come, of any number of numbers; and where the order is fixed only neighbours are picked,
which keeps it.

What it costs. While m numbers are left there are m (m - 1) ordered pairs and k operators, so n numbers lead to

    n! (n - 1)! k^(n - 1) candidates:  1, 8, 192, 9216, 737280, 88473600, ... for + - * /

and in fixed order, with m - 1 pairs of neighbours, to (n - 1)! k^(n - 1); fewer where operations are not allowed.
That is more than there are trees: an expression is met as often as there are orders in which its operations can be
carried out. But candidates that begin alike share their beginning, so each costs little more than one operation. It
needs hardly any memory.

What it cannot do: leave numbers out, join digits, put decimal points, use operators of one operand, do without
brackets.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise, permutations
from typing import Final, TypeAlias

from puzzle_solver.expression import Binary, Expression, Number
from puzzle_solver.operators import BEYOND_LIMIT, Missing, Operator, carry_out
from puzzle_solver.rules import Order, Rules
from puzzle_solver.search.engine import LEAVING_OUT, NO_BRACKETS, UNARY, WRITING_DIGITS, Allowance, refuse

CANNOT: Final = (LEAVING_OUT, WRITING_DIGITS, UNARY, NO_BRACKETS)

Made: TypeAlias = tuple[Fraction, Expression]
Table: TypeAlias = tuple[Made, ...]
"""The cards that lie there: numbers, and what was made of others."""


class PickTwo:
    """The games that can be played with a hand, one after the other."""

    def __init__(self, values: Sequence[Fraction], rules: Rules, budget: Allowance) -> None:
        refuse("pick_two", rules, CANNOT)
        self.candidates, self.beyond_limit = 0, False
        self._cards: Table = tuple((value, Number(value)) for value in values)
        self._operators = [operator for operator in rules.operators if isinstance(operator, Operator)]
        self._rules, self._budget = rules, budget

    def trees(self, target: Fraction) -> Iterator[Expression]:
        """Yield every expression that makes ``target``."""
        return (tree for value, tree in self._play(self._cards) if value == target)

    def values(self) -> Iterator[Fraction]:
        """Yield every value that can be made."""
        return (value for value, _ in self._play(self._cards))

    def _play(self, table: Table) -> Iterator[Made]:
        self._budget.check()
        if len(table) == 1:
            self.candidates += 1
            yield table[0]
        for first, second in self._pairs(len(table)):
            for made in self._join(table[first], table[second]):
                low, high = sorted((first, second))
                yield from self._play((*table[:low], made, *table[low + 1 : high], *table[high + 1 :]))

    def _pairs(self, count: int) -> Iterator[tuple[int, int]]:
        places = range(count)
        return permutations(places, 2) if self._rules.order is Order.FREE else pairwise(places)

    def _join(self, left: Made, right: Made) -> Iterator[Made]:
        for operator in self._operators:
            value = self._result(operator, left[0], right[0])
            if value is not None:
                yield value, Binary(operator, left[1], right[1])

    def _result(self, operator: Operator, left: Fraction, right: Fraction) -> Fraction | None:
        result = carry_out(operator, self._rules.limits, left, right)
        if isinstance(result, Missing):
            self.beyond_limit |= result is BEYOND_LIMIT
            return None
        return result if self._rules.domain.admits(result.numerator, result.denominator) else None
