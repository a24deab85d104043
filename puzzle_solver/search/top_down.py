"""From the target down, with the tables of small states as the oracle.

Building the table of the whole hand is the expensive part and one target does not need it: tables are kept
for states of at most ``table_size`` numbers, and above that

    ways(S, r) = { (op, a, b) : (A, B) split of S, a op b = r } + { (op, a) : op a = r, a in reach(S) }

walks the smaller part of each split, asks for the other operand, and looks it up in a table or, for a
part without one, asks in turn whether it has any way.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TypeAlias

from puzzle_solver.operators import AnyOperator, UnaryOperator
from puzzle_solver.rules import Order, Rules, Use
from puzzle_solver.search.arrangement import Split
from puzzle_solver.search.budget import Budget
from puzzle_solver.search.cost import narrower
from puzzle_solver.search.inner_loops import Hit, Open, Question, Value
from puzzle_solver.search.tables import Tables

Goal: TypeAlias = tuple[int, Value, int]
"""(state, value, depth): to make the value, with at most ``depth`` unary operators on one another at the root."""

Way: TypeAlias = tuple[int, Goal, Goal | None, bool]
"""(operator, left, right, mirrored); for a unary operator right is None."""


class _Everything:
    """Contains all: stands in for the table of a part that has none."""

    def __contains__(self, value: object) -> bool:
        return True


_EVERYTHING = _Everything()

_PARTNERS = 20
"""What one look at a value costs, in pairs of a table's loop: with inverses and powers it can be many times as much."""

_FEW = 12
"""The states of hands of so many numbers, 4095 at most, are kept."""

_MANY = sys.maxsize

# With smaller tables more splits are walked, with larger ones tables are built that a single target hardly asks for;
# these sizes were the fastest when they were measured.
_TABLE_SIZES: dict[Order, tuple[tuple[int, Callable[[int], int]], ...]] = {
    Order.FREE: ((4, lambda count: count - 1), (7, lambda count: count - 2), (_MANY, lambda count: 5)),
    Order.FIXED: ((8, lambda count: count - 3), (_MANY, lambda count: 6)),
}
_STAGED_FROM = {Order.FREE: 6, Order.FIXED: 9}
"""The hands, in numbers, from which narrower searches first save time, as measured."""


def default_table_size(count: int, order: Order) -> int:
    """Return the size up to which tables pay, as measured; any size gives the same results."""
    return max(2, next(size for limit, size in _TABLE_SIZES[order] if count <= limit)(count))


def is_plain(rules: Rules) -> bool:
    """Is every leaf a number of the hand, as it was given?"""
    return not (rules.join or rules.decimals)


def is_even(rules: Rules) -> bool:
    """Has every solution over n numbers n - 1 operators, and does every number cost nothing?"""
    signs = rules.unary_depth and any(isinstance(operator, UnaryOperator) for operator in rules.operators)
    return is_plain(rules) and not signs


class Search(Tables):
    """What a hand can make under some rules. One search serves any number of targets."""

    def __init__(
        self,
        values: Sequence[Fraction],
        rules: Rules,
        budget: Budget | None = None,
        table_size: int | None = None,
        without: Collection[AnyOperator] = (),
    ) -> None:
        super().__init__(values, rules, budget or Budget(), without)
        self.table_size = default_table_size(len(values), rules.order) if table_size is None else table_size
        self._states: dict[int, tuple[int, ...]] = {}
        self._can: dict[Goal, bool] = {}
        self._stages: list[Search] | None = None

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
                self._states[size] = tuple(self._different_states(size))
            yield from self._states[size] if few else self._different_states(size)

    def _different_states(self, size: int) -> Iterator[int]:
        seen: set[int] = set()
        for state in self.arrangement.states(size):
            self.budget.check()
            if state not in seen:
                seen.add(state)
                yield state

    def stages(self) -> list[Search]:
        """Return searches that find the simplest solutions first, the last of them this one.

        Every solution of a stage is simpler than any of the same number of operators that only a later one finds.
        """
        if self._stages is None:
            self._stages = self._narrower() if is_even(self.rules) else []
        return [*self._stages, self]

    def _narrower(self) -> list[Search]:
        if len(self.arrangement.values) < _STAGED_FROM[self.rules.order]:
            return []
        narrowed = [(domain, tuple(without)) for domain, without in narrower(self.rules.domain, self.rules.operators)]
        return [
            Search(self.arrangement.values, replace(self.rules, domain=domain), self.budget, self.table_size, without)
            for domain, without in narrowed
        ]

    def goal(self, state: int, value: Value) -> Goal:
        """Return the goal to make ``value`` in any way that the rules allow."""
        return state, value, self.depth

    def _has_table(self, state: int) -> bool:
        return state in self._tables or self.arrangement.size(state) <= self.table_size

    def can(self, goal: Goal) -> bool:
        """Can the goal be reached?"""
        state, value, depth = goal
        if self._has_table(state):
            table = self.table(state)
            return value in table if isinstance(table, frozenset) else table.get(value, depth + 1) <= depth
        # A goal asks only for goals of smaller states, or of fewer unary operators: no goal depends on itself.
        found = self._can.get(goal)
        if found is None:
            found = self._can[goal] = value in self.atoms(state) or next(self.ways(goal), None) is not None
        return found

    def may_be_target(self, value: Value) -> bool:
        """May a solution have this value? The domain binds it, also where it is a number of the hand."""
        return value is not None and self.arithmetic.admits(value)

    def reachable(self, values: Iterable[Value]) -> set[Value]:
        """Return those of ``values`` that the puzzle can make."""
        wanted = set(filter(self.may_be_target, values))
        missing = set(wanted)
        for state in self.roots(self.sizes):
            for portion in self.budget.portions(tuple(missing), _PARTNERS):
                missing.difference_update([value for value in portion if self.can(self.goal(state, value))])
        return wanted - missing

    def ways(self, goal: Goal, *, balanced: bool = False) -> Iterator[Way]:
        """Yield every way to reach a goal by one last operation on operands that can be made.

        ``balanced``: where the splits are few enough to be sorted, the most even come first.
        """
        state, value, _ = goal
        if not self.arithmetic.admits(value):
            return
        size = self.arrangement.size
        splits = self.arrangement.splits(state) if size(state) > 1 else ()
        if balanced and size(state) <= _FEW:
            splits = sorted(splits, key=lambda split: max(size(split.left), size(split.right)))
        for split in splits:
            yield from self._across(split, value)
        for place in self.arithmetic.unary:
            yield from self._under(place, goal)

    def _across(self, split: Split, value: Value) -> Iterator[Way]:
        left, right, swaps, precedence = split
        walks_left = self._walks_left(left, right)
        walked, other = (left, right) if walks_left else (right, left)
        # Without a table for the other part every operand is let through here, and asked for below.
        known = self._has_table(other)
        partners = self.table(other) if known else _EVERYTHING
        for portion in self.budget.portions(self.table(walked), _PARTNERS):
            question = Question(value, portion, partners, walks_left or swaps, swaps or not walks_left)
            for operator, v, w, is_left, mirrored in self._answers(question, other, precedence):
                here, there = (walked, v, self.depth), (other, w, self.depth)
                if known or self.can(there):
                    yield (operator, here, there, mirrored) if is_left else (operator, there, here, mirrored)

    def _walks_left(self, left: int, right: int) -> bool:
        # The walked part costs a step a value, the other one a look-up: the smaller one is walked.
        if self._has_table(left) and self._has_table(right):
            return len(self.table(left)) <= len(self.table(right))
        return self.arrangement.size(left) <= self.arrangement.size(right)

    def _answers(self, question: Question, other: int, precedence: int | None) -> list[Hit]:
        hits: list[Hit] = []
        opens: list[Open] = []
        for loop in self.loops(precedence):
            loop.backward(question, hits, opens)
        for place, v, is_left in opens:
            hits += [(place, v, w, is_left, False) for w in self._partners(place, v, is_left, other, question.result)]
        return hits

    def _partners(self, place: int, v: Value, is_left: bool, other: int, result: Value) -> Iterator[Value]:
        apply = self.arithmetic.apply
        for portion in self.budget.portions(self.table(other), _PARTNERS):
            for w in portion:
                if (apply(place, v, w) if is_left else apply(place, w, v)) == result:
                    yield w

    def _under(self, place: int, goal: Goal) -> Iterator[Way]:
        """Yield the ways to reach a goal by a unary operator that changes the value."""
        state, value, depth = goal
        operands = self.arithmetic.operands(place, value)
        if not depth:
            # Whether an operand could be made is left open, unless a table with its closure has settled it.
            self.too_deep |= operands != [] and not self._has_table(state)
            return
        for portion in self.budget.portions(self.table(state) if operands is None else operands, _PARTNERS):
            # An operator that changes nothing, as in sqrt(1), would make endless chains: the goal below is another one.
            for operand in portion:
                below = state, operand, depth - 1
                if operand != value and self.arithmetic.apply(place, operand) == value and self.can(below):
                    yield place, below, None, False
