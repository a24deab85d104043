"""From the target down, with value tables of small states as the oracle.

``reach(S)``, the values that a state can make, obeys

    reach(S) = {number}                                              if S is one number
    reach(S) = { a op b : (A, B) split of S, a in reach(A), b in reach(B) }   otherwise,

each value once, operators' results within the domain. Building ``reach`` of the whole hand is the
expensive part and one target does not need it: tables are kept for states of at most ``table_size``
numbers, and above that

    alternatives(S, r) = { (op, a, b) : (A, B) split of S, a op b = r }

walks the smaller part of each split, asks for the other operand, and looks it up in a table or, for a
part without one, asks in turn whether it has any alternative.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TypeAlias

from puzzle_solver.operators import Operator
from puzzle_solver.rules import Order, Rules, Use
from puzzle_solver.search.arithmetic import choose_arithmetic
from puzzle_solver.search.arrangement import Split, arrange
from puzzle_solver.search.budget import Budget
from puzzle_solver.search.cost import narrower
from puzzle_solver.search.loops import Hit, Question, Value

Way: TypeAlias = tuple[int, int, Value, int, Value, bool]
"""(operator, left state, left value, right state, right value, mirrored)."""


class _Everything:
    """Contains all: stands in for the table of a part that has none."""

    def __contains__(self, value: object) -> bool:
        return True


_EVERYTHING = _Everything()


_FEW = 12
"""The states of hands of so many numbers, 4095 at most, are kept."""

_MANY = sys.maxsize
_TABLE_SIZES: dict[Order, tuple[tuple[int, Callable[[int], int]], ...]] = {
    Order.FREE: ((4, lambda count: count - 1), (7, lambda count: count - 2), (_MANY, lambda count: 5)),
    Order.FIXED: ((8, lambda count: count - 3), (_MANY, lambda count: 6)),
}
_STAGED_FROM = {Order.FREE: 6, Order.FIXED: 9}
"""The hands, in numbers, from which narrower searches first save time, as measured."""


def default_table_size(count: int, order: Order) -> int:
    """Return the size up to which tables pay, as measured; any size gives the same results."""
    return max(2, next(size for limit, size in _TABLE_SIZES[order] if count <= limit)(count))


class Search:
    """What a hand can make under some rules. One search serves any number of targets."""

    def __init__(
        self,
        values: Sequence[Fraction],
        rules: Rules,
        budget: Budget | None = None,
        table_size: int | None = None,
        without: Collection[Operator] = (),
    ) -> None:
        self.rules = rules
        self.budget = budget or Budget()
        self.arrangement = arrange(values, rules.order)
        self.arithmetic = choose_arithmetic(values, rules.operators, rules.domain, without)
        self.table_size = default_table_size(len(values), rules.order) if table_size is None else table_size
        self._states: dict[int, tuple[int, ...]] = {}
        self._tables: dict[int, frozenset[Value]] = {}
        self._can: dict[tuple[int, Value], bool] = {}

    @property
    def sizes(self) -> Sequence[int]:
        """How many numbers a solution may use, ascending."""
        count = len(self.arrangement.values)
        return (count,) if self.rules.use is Use.ALL else range(1, count + 1)

    def roots(self, sizes: Iterable[int]) -> Iterator[int]:
        """Yield the states of these sizes."""
        few = len(self.arrangement.values) <= _FEW
        for size in sizes:
            if few and size not in self._states:
                self._states[size] = tuple(self.arrangement.states(size))
            yield from self._states[size] if few else self.arrangement.states(size)

    def stages(self) -> list[Search]:
        """Return searches that find the simplest solutions first, the last of them this one.

        Every solution of a stage is simpler than any of the same number of operators that only a later one finds.
        """
        count = len(self.arrangement.values)
        if count < _STAGED_FROM[self.rules.order]:
            return [self]
        narrowed = [(domain, tuple(without)) for domain, without in narrower(self.rules.domain, self.rules.operators)]
        return [
            Search(self.arrangement.values, replace(self.rules, domain=domain), self.budget, self.table_size, without)
            for domain, without in narrowed
        ] + [self]

    @property
    def complete(self) -> bool:
        """Has no size limit hidden a value so far?"""
        return not self.arithmetic.limit_bit

    def number(self, state: int) -> Fraction | None:
        """Return the one number of ``state``, or None if it has several."""
        return None if state & (state - 1) else self.arrangement.values[state.bit_length() - 1]

    def table(self, state: int) -> frozenset[Value]:
        """Return every value that ``state`` can make."""
        found = self._tables.get(state)
        if found is None:
            # A set that grew has up to four times the room it needs; its copy has less than half of that.
            found = self._tables[state] = frozenset(self._build(state))
        return found

    def _build(self, state: int) -> set[Value]:
        number = self.number(state)
        if number is not None:
            return {self.arithmetic.encode(number)}
        values: set[Value] = set()
        for left, right, swaps in self.arrangement.splits(state):
            rights = self.table(right)
            for lefts in self.budget.portions(self.table(left), len(rights)):
                for loop in self.arithmetic.loops:
                    loop.forward(lefts, rights, swaps, values)
        return self.arithmetic.restrict(values)

    def _has_table(self, state: int) -> bool:
        return state.bit_count() <= self.table_size or state in self._tables

    def can(self, state: int, value: Value) -> bool:
        """Can ``state`` make ``value``?"""
        if self._has_table(state):
            return value in self.table(state)
        key = state, value
        found = self._can.get(key)
        if found is None:
            found = self._can[key] = next(self.ways(state, value), None) is not None
        return found

    def reachable(self, values: Iterable[Value]) -> set[Value]:
        """Return those of ``values`` that the puzzle can make."""
        wanted = set(values)
        missing = set(wanted)
        for state in self.roots(self.sizes):
            if self._has_table(state):
                missing -= self.table(state)
            else:
                missing -= {value for value in missing if self.can(state, value)}
        return wanted - missing

    def ways(self, state: int, value: Value) -> Iterator[Way]:
        """Yield every way to make ``value`` by one last operation on two parts that can make its operands."""
        if not state & (state - 1) or not self.arithmetic.admits(value):
            return
        for split in self.arrangement.splits(state):
            self.budget.check()
            yield from self._across(split, value)

    def _across(self, split: Split, value: Value) -> Iterator[Way]:
        left, right, swaps = split
        walks_left = self._walks_left(left, right)
        walked, other = (left, right) if walks_left else (right, left)
        known = self._has_table(other)
        partners = self.table(other) if known else _EVERYTHING
        question = Question(value, self.table(walked), partners, walks_left or swaps, swaps or not walks_left)
        for operator, v, w, is_left, mirrored in self._answers(question, other):
            if known or self.can(other, w):
                here, there = (walked, v), (other, w)
                yield (operator, *here, *there, mirrored) if is_left else (operator, *there, *here, mirrored)

    def _walks_left(self, left: int, right: int) -> bool:
        if self._has_table(left) and self._has_table(right):
            return len(self.table(left)) <= len(self.table(right))
        return left.bit_count() <= right.bit_count()

    def _answers(self, question: Question, other: int) -> list[Hit]:
        hits, opens = self.arithmetic.backward(question)
        apply = self.arithmetic.apply
        for operator, v, is_left in opens:
            for w in self.table(other):
                if apply(operator, v, w) == question.result if is_left else apply(operator, w, v) == question.result:
                    hits.append((operator, v, w, is_left, False))
        return hits
