"""What a tree costs: the order in which solutions are listed, simplest first.

An *entry* is (counts, size, tree). ``counts`` packs, most important first, the number of operators,
of results that are not integers, of negative results, of divisions and of subtractions; ``size`` sums
numerators and denominators of the results. Both are additive, so the cheapest tree has cheapest parts.
Ties are settled by the tree, read in postfix order: operators in table order, then numbers by value.
Trees over one state are equally long, so here too the lowest tree has lowest parts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeAlias

from puzzle_solver.operators import Algebra, Family, Operator
from puzzle_solver.rational import Pair
from puzzle_solver.rules import Domain
from puzzle_solver.search.arithmetic import Arithmetic

Tree: TypeAlias = str
"""A tree in postfix order, a character a token: first come the operators by their place, then the numbers by rank.

Of all flat sequences, text was measured to be the smallest, and the fastest to join and to compare.
"""

Entry: TypeAlias = tuple[int, int, Tree]
Form: TypeAlias = Any
"""What the combinators make of it: it is hashed and compared, no more."""

Join: TypeAlias = Callable[[Any, Any], Form]

_COUNTED = (Algebra(Family.SUM, -1), Algebra(Family.PRODUCT, -1))  # subtractions, divisions


def narrower(domain: Domain, operators: Sequence[Operator]) -> list[tuple[Domain, list[Operator]]]:
    """Return ever wider (domain, operators left out), none as wide as the rules.

    They follow the counts: without results below 0 or fractions, without divisions and subtractions; then with
    subtractions; with divisions; with results below 0.
    """
    subtractions, divisions = ([one for one in operators if one.algebra == algebra] for algebra in _COUNTED)
    whole = Domain("whole", "integers", whole=True, least=domain.least)
    least = 0 if domain.least is None else max(domain.least, 0)
    natural = Domain("whole from 0", "integers from 0", whole=True, least=least)
    stages = [(natural, divisions + subtractions), (natural, divisions), (natural, []), (whole, [])]
    wide = domain.whole, domain.least
    kept = [(narrow, left_out) for narrow, left_out in stages if left_out or (narrow.whole, narrow.least) != wide]
    return [stage for place, stage in enumerate(kept) if stage not in kept[:place]]


class Combinators(Protocol):
    """How forms are built: one for each class of the sameness level asked for."""

    ordered: bool
    """Are ``a + b`` and ``b + a`` two?"""

    def leaf(self, rank: int) -> Form:
        """Return the form of a number, given its rank."""
        ...

    def joiner(self, operator: int, value: Pair) -> Join:
        """Return the combinator for an operator whose result is ``value``."""
        ...


class Tokens:
    """The characters that stand for operators and numbers in a :data:`Tree`."""

    def __init__(self, operators: int) -> None:
        self._operators = operators

    def operator(self, place: int) -> Tree:
        """Return the token of an operator."""
        return chr(place)

    def number(self, rank: int) -> Tree:
        """Return the token of a number."""
        return chr(self._operators + rank)

    def rank(self, token: str) -> int:
        """Return the rank of a number's token; negative for an operator, whose place is then ``ord(token)``."""
        return ord(token) - self._operators


class Trees:
    """Every tree is a class of its own."""

    ordered = True

    def __init__(self, tokens: Tokens) -> None:
        self._tokens = tokens

    def leaf(self, rank: int) -> Form:
        """Return the leaf itself."""
        return self._tokens.number(rank)

    def joiner(self, operator: int, value: Pair) -> Join:
        """Return the constructor of trees."""
        last = self._tokens.operator(operator)
        return lambda left, right: left + right + last


def join_trees(left: Tree, right: Tree, last: Tree, either: bool) -> Tree:
    """Return the tree of two parts and an operator; ``either``: the parts stand in the lower order."""
    if either and right + left < left + right:
        return right + left + last
    return left + right + last


class Weights:
    """What one operation over a hand of ``numbers`` numbers costs."""

    def __init__(self, arithmetic: Arithmetic, numbers: int) -> None:
        self._pair = arithmetic.pair
        self._field = numbers.bit_length()  # no count exceeds the number of operators
        self._own = [self._operator(operator) for operator in arithmetic.operators]

    def _operator(self, operator: Operator) -> int:
        counted = [place for place, algebra in enumerate(_COUNTED) if operator.algebra == algebra]
        return (1 << 4 * self._field) + sum(1 << place * self._field for place in counted)

    def of(self, operator: int, value: Any) -> tuple[int, int]:
        """Return the counts and the size that ``operator`` with this result adds."""
        numerator, denominator = self._pair(value)
        fraction, negative = (denominator != 1) << 3 * self._field, (numerator < 0) << 2 * self._field
        return self._own[operator] + fraction + negative, abs(numerator) + denominator
