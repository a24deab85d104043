"""Engines by name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from puzzle_solver.errors import UnknownName
from puzzle_solver.rules import Order, Rules
from puzzle_solver.search.budget import Budget
from puzzle_solver.search.engine import Engine
from puzzle_solver.search.target import Search, default_table_size


class SubsetTables(NamedTuple):
    """The subset search with tables up to a size that ``table_size(numbers, order)`` chooses."""

    name: str
    meaning: str
    table_size: Callable[[int, Order], int]

    def open(self, values: Sequence[Fraction], rules: Rules, budget: Budget) -> Search:
        """Return the search."""
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
