"""What a search answers: solutions, the outcome, and how sure it is."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from puzzle_solver.expression import Expression
from puzzle_solver.puzzle import Puzzle
from puzzle_solver.sameness import Sameness


class Outcome(Enum):
    """How a search ended."""

    SOLVED = "solved"
    IMPOSSIBLE = "impossible"  # the search was complete: there is no solution
    NOT_FOUND = "not_found"  # complete only within the limit that Result.limit names
    STOPPED = "stopped"  # time, memory or an interrupt, with nothing found yet


@dataclass(frozen=True, slots=True)
class Solution:
    """An expression that obeys the rules and equals ``value``. ``same`` is the level it was listed at."""

    expression: Expression
    value: Fraction
    same: Sameness = Sameness.ESSENCE


@dataclass(frozen=True, slots=True)
class Nearest:
    """A value nearest to the target, with solutions that make it (at least one)."""

    value: Fraction
    solutions: tuple[Solution, ...]


@dataclass(frozen=True, slots=True)
class Result:
    """The answer to a puzzle.

    ``solutions`` are simplest first. ``complete``: nothing was left out, neither by a limit nor by
    the number asked for. ``count`` is the number of solutions at sameness ``same`` where all are
    known, else None. ``nearest`` is None unless asked for and there is no exact solution.
    ``limit`` names the limit that bit, else None. ``engine`` is the engine's name.
    """

    puzzle: Puzzle
    outcome: Outcome
    complete: bool
    same: Sameness
    count: int | None
    solutions: tuple[Solution, ...]
    nearest: tuple[Nearest, ...] | None
    limit: str | None
    engine: str
