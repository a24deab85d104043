"""Solve, count, reach: the library's main functions, over any engine."""

from puzzle_solver.solver.functions import (
    Gap,
    Reached,
    Tally,
    count,
    first_gap,
    iter_solutions,
    reach,
    reachable,
    solvable,
    solve,
    solve_each,
    tally,
)

__all__ = [
    "Gap",
    "Reached",
    "Tally",
    "count",
    "first_gap",
    "iter_solutions",
    "reach",
    "reachable",
    "solvable",
    "solve",
    "solve_each",
    "tally",
]
