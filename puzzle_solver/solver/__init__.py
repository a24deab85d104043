"""Solve, count, reach: the library's main functions, over any engine."""

from puzzle_solver.solver.api import (
    Gap,
    Reached,
    Tally,
    count,
    first_gap,
    iter_solutions,
    reach,
    reachable,
    reachable_values,
    solvable,
    solve,
    solve_each,
    tally,
)
from puzzle_solver.solver.many_hands import count_hands, reach_hands, solve_hands

__all__ = [
    "Gap",
    "Reached",
    "Tally",
    "count",
    "count_hands",
    "first_gap",
    "iter_solutions",
    "reach",
    "reach_hands",
    "reachable",
    "reachable_values",
    "solvable",
    "solve",
    "solve_each",
    "solve_hands",
    "tally",
]
