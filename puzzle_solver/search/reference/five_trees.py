"""Every order of the numbers, every shape of tree, every choice of operators.

The idea. Write the numbers in some order, put brackets round them in some way and operators between them, and see
what comes out. Do so in every way. The brackets of an expression are the shape of its tree: four numbers have five.

Where it comes from. Articles of 2009 and 2024 on the 24 game tell it for four cards, with the five shapes spelled out.
Here they are grown, so that any number of numbers will do: n of them have Catalan(n - 1) shapes, 1, 1, 2, 5, 14, 42.
And values are fractions: in doubles 5 / (13 / 12 - 1) is not 60.

What it costs. Over n numbers with k operators there are

    n! Catalan(n - 1) k^(n - 1) candidates:  1, 8, 192, 7680, 430080, 30965760, ... for + - * /

and without the n! where the order is fixed. Nothing is remembered from one candidate to the next, so it needs hardly
any memory, and does the same work over and over. Equal numbers are told apart, so their expressions come repeatedly.

What it cannot do: join digits, put decimal points, use operators of one operand, do without brackets.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, permutations, product
from typing import Final, TypeAlias

from puzzle_solver.expression import Binary, Expression, Number
from puzzle_solver.operators import BEYOND_LIMIT, Missing, Operator, carry_out
from puzzle_solver.rules import Order, Rules, Use
from puzzle_solver.search.engine import NO_BRACKETS, UNARY, WRITING_DIGITS, Allowance, refuse

CANNOT: Final = (WRITING_DIGITS, UNARY, NO_BRACKETS)

Shape: TypeAlias = "tuple[Shape, Shape] | None"
"""Of a tree: None where a number stands."""

Made: TypeAlias = tuple[Fraction, Expression]


def shapes(leaves: int) -> Iterator[Shape]:
    """Yield every binary tree over so many leaves."""
    if leaves == 1:
        yield None
    for size in range(1, leaves):
        for left in shapes(size):
            for right in shapes(leaves - size):
                yield left, right


class FiveTrees:
    """The candidates of a hand, one after the other."""

    def __init__(self, values: Sequence[Fraction], rules: Rules, budget: Allowance) -> None:
        refuse("five_trees", rules, CANNOT)
        self.candidates, self.beyond_limit = 0, False
        self._numbers = [Number(value) for value in values]
        self._operators = [operator for operator in rules.operators if isinstance(operator, Operator)]
        self._rules, self._budget = rules, budget

    def trees(self, target: Fraction) -> Iterator[Expression]:
        """Yield every expression that makes ``target``."""
        return (tree for value, tree in self._all() if value == target)

    def values(self) -> Iterator[Fraction]:
        """Yield every value that can be made."""
        return (value for value, _ in self._all())

    def _all(self) -> Iterator[Made]:
        for numbers in self._orders():
            for shape in shapes(len(numbers)):
                self._budget.check()  # also where no operator is there to choose
                for operators in product(self._operators, repeat=len(numbers) - 1):
                    self._budget.check()
                    self.candidates += 1
                    made = self._make(shape, iter(numbers), iter(operators))
                    if made is not None:
                        yield made

    def _orders(self) -> Iterator[tuple[Number, ...]]:
        most = len(self._numbers)
        arrange = permutations if self._rules.order is Order.FREE else combinations
        for size in range(1 if self._rules.use is Use.SOME else most, most + 1):
            yield from arrange(self._numbers, size)

    def _make(self, shape: Shape, numbers: Iterator[Number], operators: Iterator[Operator]) -> Made | None:
        """Return what a shape makes of the next numbers and operators, None if an operation is not allowed."""
        if shape is None:
            number = next(numbers)
            return number.value, number
        left = self._make(shape[0], numbers, operators)
        right = left and self._make(shape[1], numbers, operators)
        if left is None or right is None:
            return None
        operator = next(operators)
        value = self._result(operator, left[0], right[0])
        return None if value is None else (value, Binary(operator, left[1], right[1]))

    def _result(self, operator: Operator, left: Fraction, right: Fraction) -> Fraction | None:
        result = carry_out(operator, self._rules.limits, left, right)
        if isinstance(result, Missing):
            self.beyond_limit |= result is BEYOND_LIMIT
            return None
        return result if self._rules.domain.admits(result.numerator, result.denominator) else None
