"""The classic algorithms for tests: by name, opened, and hands to try them on."""

from __future__ import annotations

from typing import Any, TypeVar

import pytest

from puzzle_solver.errors import UnsupportedPuzzle
from puzzle_solver.puzzle import Puzzle
from puzzle_solver.search.budget import Budget
from puzzle_solver.search.engine import Engine
from puzzle_solver.search.registry import CLASSIC

T = TypeVar("T")

ENGINES = {engine.name: engine for engine in CLASSIC}

each_classic = pytest.mark.parametrize("engine", CLASSIC, ids=lambda engine: engine.name)
each_name = pytest.mark.parametrize("engine", ENGINES)

POOLS = ["1 2 3 4 5 6 7 8 9", "0 1 2", "0 0 1 3", "-3 -2 -1 1 2 3", "1/2 1/3 2 3 4", "-1/2 0 1 4 4", "2 2 3 3", "5"]
DOMAINS = ["rational", "rational", "non-negative", "integer", "whole", "natural"]


def opened(engine: Engine[T], puzzle: Puzzle, **limits: Any) -> T:
    return engine.open(puzzle.values, puzzle.rules, Budget(**limits))


def supports(engine: Engine[Any], puzzle: Puzzle) -> bool:
    try:
        opened(engine, puzzle)
    except UnsupportedPuzzle:
        return False
    return True
