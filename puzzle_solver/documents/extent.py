"""How much there was to search through, where a search was complete and found nothing."""

from __future__ import annotations

from functools import cache
from itertools import chain
from types import MappingProxyType
from typing import Final, NamedTuple

from puzzle_solver.operators import Operator
from puzzle_solver.puzzle import Puzzle
from puzzle_solver.search.budget import Budget
from puzzle_solver.search.top_down import Search

_MOST_WRITTEN: Final = 10
"""Numbers of a hand: it has some 3^10 splits, a tenth of a second."""

_MOST_VALUES: Final = 5
"""Numbers of a hand of which all values are kept: 27,142 at most with + - * /, in some 20 ms."""


_MADE: Final = MappingProxyType(
    {
        0: "Under the rules no value can be made.",
        1: "Under the rules a single value can be made, and it is not the target.",
    }
)
_MADE_MANY: Final = "Under the rules {:,} different values can be made, and the target is none of them."


class Extent(NamedTuple):
    """What there is over a hand.

    ``expressions``: how many can be written, those counted too that have no value or break the rules on the way; None
    with unary operators, which can go on and on, where one can be written in several ways, and for more than ten
    numbers. ``values``: how many different values they make under the rules; None for more than five numbers.
    """

    expressions: int | None = None
    values: int | None = None

    def __str__(self) -> str:
        written, made = _written(self.expressions), _made(self.values)
        return " ".join(("The search was complete.", *filter(None, (written, made))))


def _written(expressions: int | None) -> str:
    if expressions is None:
        return ""
    ways = "is 1 way" if expressions == 1 else f"are {expressions:,} ways"
    return f"There {ways} to write an expression with these numbers and signs."


def _made(values: int | None) -> str:
    if values is None:
        return ""
    return _MADE.get(values, _MADE_MANY).format(values)


def measure(puzzle: Puzzle, budget: Budget) -> Extent:
    """Return how much there is over the hand.

    Raises:
        SearchStopped: a limit was reached.
    """
    search = Search(puzzle.values, puzzle.rules, budget)
    count = len(puzzle.hand)
    # With unary operators there is no end to what can be written; what is written in several ways would be counted in
    # each.
    countable = count <= _MOST_WRITTEN and not search.depth and not search.ambiguous
    return Extent(
        count_expressions(search) if countable else None, count_values(search) if count <= _MOST_VALUES else None
    )


def count_expressions(search: Search) -> int:
    """Return how many expressions there are: of a state as many as it has atoms, and for each split and operator
    as many as the one part has times as many as the other, in either order.
    """
    binary = [operator.precedence for operator in search.rules.operators if isinstance(operator, Operator)]

    # Many splits lead to a state: it is counted once.
    @cache
    def written(state: int) -> int:
        search.budget.check()
        total = len(search.atoms(state))
        splits = search.arrangement.splits(state) if search.arrangement.size(state) > 1 else ()
        for left, right, swaps, precedence in splits:
            operators = len(binary) if precedence is None else binary.count(precedence)
            total += (1 + swaps) * operators * written(left) * written(right)
        return total

    return sum(map(written, search.roots(search.sizes)))


def count_values(search: Search) -> int:
    """Return how many different values there are."""
    # A value may be made of several states, with some of the numbers or all: it counts once.
    tables = map(search.table, search.roots(search.sizes))
    return len(set(filter(search.may_be_target, chain.from_iterable(tables))))
