"""What an engine opens, and what answers for it."""

from __future__ import annotations

from puzzle_solver.puzzle import Puzzle
from puzzle_solver.sameness import Sameness
from puzzle_solver.search.budget import Budget
from puzzle_solver.search.kernel import KernelSearch, only_finds
from puzzle_solver.search.registry import open_engine
from puzzle_solver.search.top_down import Search
from puzzle_solver.solver.kernel_run import KernelRun
from puzzle_solver.solver.results import Run
from puzzle_solver.solver.search_run import SearchRun


def open_run(puzzle: Puzzle, same: Sameness, budget: Budget, engine: str) -> Run:
    """Open a puzzle by the engine called so.

    Raises:
        UnknownName: there is no such engine.
        UnsupportedPuzzle: it cannot answer such puzzles.
    """
    chosen, opened = open_engine(engine, puzzle, budget)
    if isinstance(opened, KernelSearch):
        if not only_finds(puzzle.rules):
            return KernelRun(puzzle, same, opened, chosen.name)
        from puzzle_solver.solver.finding import FindingRun  # for few puzzles

        return FindingRun(puzzle, same, opened, chosen.name)
    if isinstance(opened, Search):
        return SearchRun(puzzle, same, opened, chosen.name)
    from puzzle_solver.solver.lister_run import ListedRun  # for engines that are asked for by name only

    return ListedRun(puzzle, same, opened, budget, chosen.name)
