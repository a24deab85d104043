"""What a tree costs: the order in which solutions are listed, simplest first.

An *entry* is (counts, size, tree). ``counts`` packs, most important first, the number of operators, of
results that are not integers and of decimal points put into numbers, of negative results, of divisions and
of subtractions; ``size`` sums numerators and denominators of the results. Both are additive, so the cheapest
tree has cheapest parts.
Ties are settled by the tree, read in postfix order: operators in table order, then numbers by value.
Trees over one state are equally long, so here too the lowest tree has lowest parts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, Protocol, TypeAlias

from puzzle_solver.expression import Number
from puzzle_solver.operators import Algebra, AnyOperator, Family, Operator
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


def _is(operator: AnyOperator, algebra: Algebra) -> bool:
    # The sign of a number is no subtraction.
    return isinstance(operator, Operator) and operator.algebra == algebra


def narrower(domain: Domain, operators: Sequence[AnyOperator]) -> list[tuple[Domain, list[AnyOperator]]]:
    """Return ever wider (domain, operators left out), none as wide as the rules.

    They follow the counts: without results below 0 or fractions, without divisions and subtractions; then with
    subtractions; with divisions; with results below 0.
    """
    subtractions, divisions = ([one for one in operators if _is(one, algebra)] for algebra in _COUNTED)
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
        """Return the combinator for a binary operator whose result is ``value``."""
        ...

    def unary(self, operator: int, value: Pair) -> Callable[[Any], Form]:
        """Return the combinator for a unary operator whose result is ``value``."""
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
    """Every tree is a class of its own, its leaves being told apart by their values."""

    ordered = True

    def __init__(self, tokens: Tokens, numbers: Sequence[Number]) -> None:
        self._tokens = tokens
        ranks: dict[Fraction, int] = {}
        self._same = [ranks.setdefault(number.value, rank) for rank, number in enumerate(numbers)]

    def leaf(self, rank: int) -> Form:
        """Return the leaf itself."""
        return self._tokens.number(self._same[rank])

    def joiner(self, operator: int, value: Pair) -> Join:
        """Return the constructor of trees."""
        last = self._tokens.operator(operator)
        return lambda left, right: left + right + last

    def unary(self, operator: int, value: Pair) -> Callable[[Any], Form]:
        """Return the constructor of trees."""
        last = self._tokens.operator(operator)
        return lambda operand: operand + last


def join_trees(left: Tree, right: Tree, last: Tree, either: bool) -> Tree:
    """Return the tree of two parts and an operator; ``either``: the parts stand in the lower order."""
    if either and right + left < left + right:
        return right + left + last
    return left + right + last


class Weights:
    """What operations and numbers cost in trees of at most ``most`` of them."""

    def __init__(self, arithmetic: Arithmetic, most: int) -> None:
        self._pair = arithmetic.pair
        self._field = most.bit_length()  # no count exceeds it
        self._own = [self._operator(operator) for operator in arithmetic.operators]

    def _operator(self, operator: AnyOperator) -> int:
        counted = [place for place, algebra in enumerate(_COUNTED) if _is(operator, algebra)]
        return (1 << 4 * self._field) + sum(1 << place * self._field for place in counted)

    def number(self, number: Number) -> tuple[int, int]:
        """Return the counts and the size of a number: a decimal point put into it counts as a fraction."""
        return ("." in number.spelling) << 3 * self._field, 0

    def of(self, operator: int, value: Any) -> tuple[int, int]:
        """Return the counts and the size that ``operator`` with this result adds."""
        numerator, denominator = self._pair(value)
        fraction, negative = (denominator != 1) << 3 * self._field, (numerator < 0) << 2 * self._field
        return self._own[operator] + fraction + negative, abs(numerator) + denominator
