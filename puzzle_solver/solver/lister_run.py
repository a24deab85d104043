"""What an engine answers that lists expressions one by one.

Its expressions become the entries of the search, with the same costs and forms; so the same solutions follow, in the
same order.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import islice
from typing import NamedTuple

from puzzle_solver.errors import SearchStopped
from puzzle_solver.expression import Expression, Number, fold
from puzzle_solver.operators import Missing, Operator
from puzzle_solver.puzzle import Puzzle
from puzzle_solver.rational import from_pair, in_order, to_pair
from puzzle_solver.result import Solution
from puzzle_solver.sameness import Sameness
from puzzle_solver.search.arithmetic import Rationals
from puzzle_solver.search.budget import Budget
from puzzle_solver.search.cost import Combinators, Form, Tokens, Tree, Weights
from puzzle_solver.search.engine import Lister
from puzzle_solver.search.forest import Listed
from puzzle_solver.search.garbage_collection import collection_paused
from puzzle_solver.solver.classes import Distinct, cheapest_first
from puzzle_solver.solver.fallback import SoFar


class ListerRun:
    """A puzzle opened by a lister."""

    settles = True

    def __init__(self, puzzle: Puzzle, same: Sameness, lister: Lister, budget: Budget, engine: str) -> None:
        self.puzzle, self.same, self.engine, self.budget = puzzle, same, engine, budget
        self._lister = lister
        self._trees = lister.trees(puzzle.target) if self._may_be_target(puzzle.target) else iter(())
        self._met = 0
        self._classes: Listed = {}

    @property
    def limits(self) -> tuple[str, ...]:
        """What the search has had to do without so far, in words."""
        if not self._lister.beyond_limit:
            return ()
        bits, exponent = self.puzzle.rules.limits
        steep = () if exponent is None else (f"exponents above {exponent}",)
        return f"values of more than {bits} bits", *steep

    @property
    def tried(self) -> tuple[int, int]:
        """The candidates tried and the expressions met so far."""
        return self._lister.candidates, self._met

    @cached_property
    def distinct(self) -> Distinct:
        """What makes solutions of trees."""
        return Distinct(self.puzzle, self.same)

    def witness(self) -> Tree | None:
        """Return the tree of any one solution."""
        if not self._met:
            self._meet()
        return next((tree for _, _, tree in self._classes.values()), None)

    def ranked(self) -> Iterator[Solution]:
        """Yield the distinct solutions lazily, simplest first."""
        self._meet_all()
        yield from self.distinct.solutions(cheapest_first([self._classes]))

    def listed(self) -> SoFar[Tree]:
        """Return the trees of all distinct solutions; if stopped, of those found."""
        stopped = None
        with collection_paused():
            try:
                self._learn_all()
            except SearchStopped as stop:
                stopped = stop.limit
            return SoFar(self.distinct.trees(cheapest_first([self._classes])), stopped)

    def _learn_all(self) -> None:
        learnt = 0
        while self._meet():
            self.distinct.learn(islice(self._classes, learnt, None))
            learnt = len(self._classes)

    def count_trees(self) -> int:
        """Return the number of distinct trees."""
        self._meet_all()
        return len(self._classes)

    def count(self) -> None:
        """Return nothing: the solutions have to be listed."""

    @cached_property
    def _values(self) -> set[Fraction]:
        return set(filter(self._may_be_target, self._lister.values()))

    def reachable(self, targets: range, known: Collection[int]) -> Iterable[int]:
        """Return those of ``targets`` that can be made."""
        return [target for target in targets if target in self._values]

    def values(self) -> Iterator[Fraction]:
        """Yield every value that can be made, ascending."""
        return map(from_pair, in_order(map(to_pair, self._values)))

    def nearest(self) -> SoFar[Fraction]:
        """Return the values nearest to the target."""
        best: list[Fraction] = []
        try:
            for value in filter(self._may_be_target, self._lister.values()):
                best = self._nearer(best, value)
        except SearchStopped as stop:
            return SoFar(best, stop.limit)
        return SoFar(best)

    def _nearer(self, best: list[Fraction], value: Fraction) -> list[Fraction]:
        distance = abs(value - self.puzzle.target)
        least = abs(best[0] - self.puzzle.target) if best else None
        if least is None or distance < least:
            return [value]
        return sorted({*best, value}) if distance == least else best

    def _may_be_target(self, value: Fraction) -> bool:
        return self.puzzle.rules.domain.admits(*to_pair(value))

    def _meet_all(self) -> None:
        while self._meet():
            pass

    def _meet(self) -> bool:
        """Take in the next expression; False if there is none left."""
        expression = next(self._trees, None)
        if expression is None:
            return False
        self._met += 1
        made = self._maker.make(expression)
        entry = made.counts, made.size, made.tree
        self._classes[made.form] = min(self._classes.get(made.form, entry), entry)
        return True

    @cached_property
    def _maker(self) -> Maker:
        return Maker(self.puzzle, self.distinct.numbers, self.distinct.combinators)


class Made(NamedTuple):
    """What an expression becomes: its form, its entry, and its value."""

    form: Form
    counts: int
    size: int
    tree: Tree
    value: Fraction


class Maker:
    """Makes entries of expressions, node by node, as the search does."""

    def __init__(self, puzzle: Puzzle, numbers: Sequence[Number], combinators: Combinators) -> None:
        operators = puzzle.rules.operators
        self._combinators, self._tokens = combinators, Tokens(len(operators))
        self._ranks = {number.value: rank for rank, number in enumerate(numbers)}
        self._places = {operator: place for place, operator in enumerate(operators)}
        self._weights = Weights(Rationals(puzzle.rules), len(puzzle.hand))

    def make(self, expression: Expression) -> Made:
        """Return what ``expression``, which has a value, becomes."""
        return fold(expression, self._number, self._binary)

    def _number(self, number: Number) -> Made:
        rank = self._ranks[number.value]
        return Made(self._combinators.leaf(rank), 0, 0, self._tokens.number(rank), number.value)

    def _binary(self, operator: Operator, left: Made, right: Made) -> Made:
        value, place = operator.apply(left.value, right.value), self._places[operator]
        assert not isinstance(value, Missing)
        counts, size = self._weights.of(place, to_pair(value))
        form = self._combinators.joiner(place, to_pair(value))(left.form, right.form)
        tree = left.tree + right.tree + self._tokens.operator(place)
        return Made(form, left.counts + right.counts + counts, left.size + right.size + size, tree, value)
