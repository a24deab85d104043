"""Solve, count, reach: the library's main functions, over any engine."""

from puzzle_solver.solver.functions import Reached, count, first_gap, iter_solutions, reach, reachable, solvable, solve

__all__ = ["Reached", "count", "first_gap", "iter_solutions", "reach", "reachable", "solvable", "solve"]
