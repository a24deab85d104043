"""Where search and sameness meet: the classes of solutions, and solutions made from trees."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from puzzle_solver.expression import Binary, Expression, Number, Unary, evaluate
from puzzle_solver.operators import AnyOperator, Operator, UnaryOperator
from puzzle_solver.puzzle import Puzzle
from puzzle_solver.rational import Pair, to_pair
from puzzle_solver.result import Solution
from puzzle_solver.rules import Use
from puzzle_solver.sameness import Sameness
from puzzle_solver.sameness.algebra import Forms, Joiner, Parts
from puzzle_solver.sameness.essence import Essences, Reduced
from puzzle_solver.sameness.groups import Groups
from puzzle_solver.search.cost import Combinators, Entry, Form, Tokens, Tree, Trees
from puzzle_solver.search.forest import Listed


class Formulas:
    """Builds the forms of the level ``algebra``."""

    ordered = False

    def __init__(self, operators: Sequence[AnyOperator], numbers: Sequence[Number], forms: Forms) -> None:
        self._operators, self._numbers, self._forms = operators, numbers, forms

    def leaf(self, rank: int) -> Form:
        """Return the form of a number, given its rank."""
        return self._forms.leaf(to_pair(self._numbers[rank].value))

    def joiner(self, operator: int, value: Pair) -> Joiner:
        """Return the combinator for a binary operator whose result is ``value``."""
        row = self._operators[operator]
        assert isinstance(row, Operator)
        return self._forms.joiner(row, value)

    def unary(self, operator: int, value: Pair) -> Callable[[Form], Form]:
        """Return the combinator for a unary operator whose result is ``value``."""
        row = self._operators[operator]
        assert isinstance(row, UnaryOperator)
        return lambda operand: self._forms.unary(row, operand, value)


class Distinct:
    """Makes solutions of the classes of a search and drops those that ``same`` counts as one.

    ``numbers`` says what its leaves can be, by rank; None: numbers of the hand and no more.
    The search goes by formula at the level ``essence`` too: the essence is taken from finished formulas.
    """

    def __init__(self, puzzle: Puzzle, same: Sameness, numbers: Sequence[Number] | None = None) -> None:
        self.puzzle, self.same = puzzle, same
        self._given, self._operators = numbers, puzzle.rules.operators
        self._tokens = Tokens(len(self._operators))

    @cached_property
    def numbers(self) -> Sequence[Number]:
        """What leaves can be, by value."""
        return list(map(Number, sorted(set(self.puzzle.values)))) if self._given is None else self._given

    @cached_property
    def combinators(self) -> Combinators:
        """How the classes are built."""
        if self.same is Sameness.TREES:
            return Trees(self._tokens, self.numbers)
        return Formulas(self._operators, self.numbers, self._essences.forms)

    @cached_property
    def _essences(self) -> Essences:
        return Essences(Forms())

    @cached_property
    def _groups(self) -> Groups:
        return Groups(self._essences)

    @cached_property
    def _spellings(self) -> list[list[Number]]:
        return _spellings(self.puzzle.hand, self.numbers)

    @cached_property
    def _grouped(self) -> bool:
        # A regrouped chain gives other values on the way: of 0 and 3 in natural numbers 0 + (0 + 3) is right, 0 + 0 is
        # not. Where every number is in the domain, so is what a + (b - c) or a * (b / c) gives when it is regrouped.
        domain = self.puzzle.rules.domain
        return not all(domain.admits(*to_pair(number.value)) for number in self.numbers)

    def solutions(self, ranked: Iterable[tuple[Entry, Form]]) -> Iterator[Solution]:
        """Yield a solution for each class, given its cheapest tree; ``ranked`` is cheapest first."""
        return map(self.solution, self._kept(ranked))

    def trees(self, ranked: Iterable[tuple[Entry, Form]]) -> list[Tree]:
        """Return the tree of each solution."""
        return list(self._kept(ranked))

    def learn(self, forms: Iterable[Form]) -> None:
        """Work out what will be asked of these classes: their ideas take longer than all else."""
        if self.same is Sameness.ESSENCE:
            for form in forms:
                self._essences.key(form)

    def _kept(self, ranked: Iterable[tuple[Entry, Form]]) -> Iterator[Tree]:
        keep = self._ideas if self.same is Sameness.ESSENCE else self._once
        return (tree for (_, _, tree), _ in keep(ranked))

    def _once(self, ranked: Iterable[tuple[Entry, Form]]) -> Iterator[tuple[Entry, Form]]:
        # Two roots may share a formula: of 2 5 2 in order, 2 * 5 and 5 * 2 use different subsequences.
        seen: set[Form] = set()
        for entry, form in ranked:
            if form not in seen:
                seen.add(form)
                yield entry, form

    def _ideas(self, ranked: Iterable[tuple[Entry, Form]]) -> Iterator[tuple[Entry, Form]]:
        seen: dict[Form, set[Parts]] = defaultdict(set)
        some = self.puzzle.rules.use is Use.SOME
        for entry, form in ranked:
            idea = self._essences.key(form)
            # What needs fewer numbers comes first, so whatever this one contains has been seen.
            if idea.padding not in seen[idea.form] and not (some and self._contains_one(idea, seen)):
                seen[idea.form].add(idea.padding)
                yield entry, form

    def _contains_one(self, idea: Reduced, seen: Mapping[Form, set[Parts]]) -> bool:
        """Does it contain one that was seen, the rest being padding, or worth 0 in a sum or 1 in a product?"""
        if not seen:
            return False
        padding = Counter(idea.padding)
        return any(
            Counter(known) <= padding + Counter(uncovered)
            for core, uncovered in (Reduced(idea.form, ()), *self._groups.left_out(idea.form))
            for known in seen.get(core, ())
        )

    def solution(self, tree: Tree) -> Solution:
        """Return the solution that a tree stands for.

        Raises:
            AssertionError: its value is not the target, by an evaluation that shares no code with the inner loops.
        """
        expression = self._expression(tree)
        if evaluate(expression) != self.puzzle.target:
            raise AssertionError(f"the search found {expression!r}, which is not {self.puzzle.target}")
        return Solution(expression, self.puzzle.target, self.same, self._grouped)

    def _expression(self, tree: Tree) -> Expression:
        spellings = [list(numbers) for numbers in self._spellings]
        parts: list[Expression] = []
        for token in tree:
            rank = self._tokens.rank(token)
            operator = self._operators[rank] if rank < 0 else None
            if operator is None:
                parts.append(spellings[rank].pop() if spellings[rank] else self.numbers[rank])
            elif isinstance(operator, UnaryOperator):
                parts.append(Unary(operator, parts.pop()))
            else:
                right = parts.pop()
                parts.append(Binary(operator, parts.pop(), right))
        return parts.pop()


def cheapest_first(listed: Iterable[Listed]) -> list[tuple[Entry, Form]]:
    """Return each class with its entry."""
    return sorted((entry, form) for classes in listed for form, entry in classes.items())


def _spellings(hand: Iterable[Number], numbers: Iterable[Number]) -> list[list[Number]]:
    """Return, for each of ``numbers``, those of the hand that it is, to be taken from the end.

    Equal numbers of the hand may be spelled differently; what joining makes is none of them.
    """
    spelled: dict[Pair, list[Number]] = {}
    for number in sorted(hand, key=lambda number: number.spelling, reverse=True):
        spelled.setdefault(to_pair(number.value), []).append(number)
    return [[] if number.spelling else spelled[to_pair(number.value)] for number in numbers]
