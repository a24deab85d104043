"""Engines by name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from puzzle_solver.errors import UnknownName, UnsupportedPuzzle
from puzzle_solver.rules import Order, Rules
from puzzle_solver.search.budget import Budget
from puzzle_solver.search.engine import Engine
from puzzle_solver.search.target import Search, default_table_size

MOST_NUMBERS: Final = 100
"""The search recurses a few frames for each number; so many it can take wherever in a program it is called."""


class SubsetTables(NamedTuple):
    """The subset search with tables up to a size that ``table_size(numbers, order)`` chooses."""

    name: str
    meaning: str
    table_size: Callable[[int, Order], int]

    def open(self, values: Sequence[Fraction], rules: Rules, budget: Budget) -> Search:
        """Return the search.

        Raises:
            UnsupportedPuzzle: the hand has more than :data:`MOST_NUMBERS` numbers.
        """
        if len(values) > MOST_NUMBERS:
            raise UnsupportedPuzzle(
                f"the hand has {len(values)} numbers: the engine {self.name!r} takes at most {MOST_NUMBERS}"
            )
        return Search(values, rules, budget, self.table_size(len(values), rules.order))


def _every_size(count: int, order: Order) -> int:
    return count


ENGINES: Final[tuple[Engine, ...]] = (
    SubsetTables("target", "value tables of small subsets, and from the target down above them", default_table_size),
    SubsetTables("tables", "value tables of every subset, from the numbers up", _every_size),
)


def choose_engine(name: str = "auto") -> tuple[Engine, str]:
    """Return the engine called ``name`` and why it was chosen.

    Raises:
        UnknownName: there is none.
    """
    if name == "auto":
        return ENGINES[0], "the fastest engine for any one target"
    for engine in ENGINES:
        if engine.name == name:
            return engine, "asked for by name"
    raise UnknownName(f"no engine is called {name!r}: choose from auto, {', '.join(engine.name for engine in ENGINES)}")
