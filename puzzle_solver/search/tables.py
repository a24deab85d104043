"""Tables of the values that states can make, from the numbers up.

``reach(S)``, the values that a state can make, obeys

    reach(S) = closure(atoms(S) + { a op b : (A, B) split of S, a in reach(A), b in reach(B) })

each value once, operators' results within the domain; an atom is a number, or several joined, and the
closure applies unary operators, at most ``unary_depth`` on one another.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import chain
from typing import TypeAlias

from puzzle_solver.expression import Number
from puzzle_solver.operators import AnyOperator
from puzzle_solver.rules import Rules, Use
from puzzle_solver.search.arithmetic import choose_arithmetic
from puzzle_solver.search.arrangement import arrange
from puzzle_solver.search.budget import Budget
from puzzle_solver.search.inner_loops import Loop, Value

Table: TypeAlias = frozenset[Value] | Mapping[Value, int]
"""The values; with unary operators, for each the least number of them on top of one another."""


_NO_ATOMS: dict[Value, str] = {}


class Tables:
    """The tables of a hand under some rules, each built when it is first asked for."""

    def __init__(
        self, values: Sequence[Fraction], rules: Rules, budget: Budget, without: Collection[AnyOperator] = ()
    ) -> None:
        self.rules, self.budget = rules, budget
        self.arrangement = arrange(values, rules)
        self.arithmetic = choose_arithmetic(values, rules, without)
        self.depth = rules.unary_depth if self.arithmetic.unary else 0
        self.too_deep = False
        """Did a value need more unary operators on one another than the rules allow?"""
        # Plain: the only atoms are the given numbers, so that a state of two or more has none and nobody need look.
        self._plain = not (rules.join or rules.decimals)
        self._atoms: dict[int, dict[Value, str]] = {}
        self._tables: dict[int, Table] = {}

    @property
    def limits(self) -> tuple[str, ...]:
        """What the search has had to do without so far, in words; with none it is complete."""
        if not (self.arithmetic.too_large or self.arithmetic.too_steep or self.too_deep):
            return ()
        bits, exponent = self.rules.limits
        bitten = {
            f"values of more than {bits} bits": self.arithmetic.too_large,
            f"exponents above {exponent}": self.arithmetic.too_steep,
            f"more than {self.depth} unary operator{'' if self.depth == 1 else 's'} on one another": self.too_deep,
        }
        return tuple(words for words, bit in bitten.items() if bit)

    def loops(self, precedence: int | None) -> list[Loop]:
        """Return the loops of the operators of one precedence, or of all."""
        loops = self.arithmetic.loops
        return loops if precedence is None else [loop for loop in loops if loop.precedence == precedence]

    def atoms(self, state: int) -> dict[Value, str]:
        """Return the values that ``state`` has before any operator, and how each is written."""
        found = self._atoms.get(state)
        if found is None and self._plain and self.arrangement.size(state) > 1:
            return _NO_ATOMS
        if found is None:
            found = self._atoms[state] = {}
            for value, text in self.arrangement.atoms(state):
                self.budget.check()
                found.setdefault(self.arithmetic.encode(value), text)
        return found

    @cached_property
    def _leaves(self) -> list[tuple[Fraction, str]]:
        """What each state can be before any operator: for all states, one after the other."""
        if self._plain:
            return [(value, "") for value in set(self.arrangement.values)]
        decode = self.arithmetic.decode
        states = self.arrangement.atomic_states()
        return [(decode(value), text) for state in states for value, text in self.atoms(state).items()]

    @cached_property
    def numbers(self) -> tuple[Number, ...]:
        """Every number that a leaf can be, by value; only what is not of the hand has a spelling."""
        leaves = self._leaves if self._plain else dict.fromkeys(self._leaves)
        return tuple(Number(value, text) for value, text in sorted(leaves))

    @cached_property
    def ambiguous(self) -> bool:
        """May one tree come of different states?

        So it is where a leaf of one value can be made of different numbers, as 112 of 1 and 12 or of 11 and 2, and
        where equal numbers may be neighbours in one state and not in another.
        """
        # With some numbers left out, the 1 2 and the 1 _ 2 of 1 2 2 are two states where neighbours may be joined.
        values = self.arrangement.values
        neighbours = self.rules.join and self.rules.use is Use.SOME and len(set(values)) < len(values)
        return neighbours or len({value for value, _ in self._leaves}) < len(self._leaves)

    @cached_property
    def _ranks(self) -> dict[tuple[Value, str], int]:
        numbers = enumerate(self.numbers)
        return {(self.arithmetic.encode(number.value), number.spelling): rank for rank, number in numbers}

    def rank(self, state: int, value: Value) -> int | None:
        """Return the rank among the ``numbers`` of what ``state`` is if it is ``value`` before any operator."""
        text = self.atoms(state).get(value)
        return None if text is None else self._ranks[value, text]

    def table(self, state: int) -> Table:
        """Return every value that ``state`` can make."""
        found = self._tables.get(state)
        if found is None:
            found = self._tables[state] = self._build(state)
        return found

    def _build(self, state: int) -> Table:
        results = self._results(state)
        if not self.arithmetic.admits_all:
            portions = self.budget.portions(results, 1)
            results = set(chain.from_iterable(map(self.arithmetic.restrict, portions)))
        results.update(self.atoms(state))
        # A set that grew has up to four times the room it needs; its copy has less than half of that.
        return self._closure(results) if self.arithmetic.unary else frozenset(results)

    def _results(self, state: int) -> set[Value]:
        values: set[Value] = set()
        if self.arrangement.size(state) == 1:
            return values
        # Both parts are proper parts of the state: the recursion ends, at most as deep as the hand is long.
        for left, right, swaps, precedence in self.arrangement.splits(state):
            rights = self.table(right)
            loops = self.loops(precedence)
            for lefts in self.budget.portions(self.table(left), len(rights)):
                for loop in loops:
                    loop.forward(lefts, rights, swaps, values)
        return values

    def _closure(self, values: Iterable[Value]) -> dict[Value, int]:
        # Breadth first: a value is met with the fewest unary operators on it, and a value met before is not met again.
        depths = dict.fromkeys(values, 0)
        frontier: Collection[Value] = tuple(depths)
        for depth in range(1, self.depth + 1):
            frontier = set(self._unary_results(frontier, depths))
            depths.update(dict.fromkeys(frontier, depth))
        # A closure that has reached its fixpoint is complete.
        self.too_deep |= next(self._unary_results(frontier, depths), None) is not None
        return depths

    def _unary_results(self, values: Iterable[Value], known: Mapping[Value, int]) -> Iterator[Value]:
        apply, admits = self.arithmetic.apply, self.arithmetic.admits
        for value in values:
            self.budget.check()
            for place in self.arithmetic.unary:
                result = apply(place, value)
                if result is not None and result not in known and admits(result):
                    yield result
