"""Results in words."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from puzzle_solver.rational import write_rational
from puzzle_solver.result import Outcome, Result

STOPS: Final = MappingProxyType({"time": "; raise --time-limit", "memory": "; raise --memory-limit", "interrupt": ""})
"""What stops a search before its end, and what can be done about it."""


def describe_stop(result: Result) -> str:
    """``stopped (time)``."""
    return f"stopped ({result.limit})"


def remedy(result: Result) -> str:
    """What can be done about the limit that bit, if anything can."""
    return STOPS.get(result.limit or "", "")


def explain(result: Result, *, enough: bool, brief: bool = False, counting: bool = False) -> str:
    """Why there is no solution, or what may be missing; empty where all is well.

    ``enough``: there are as many solutions as were asked for. ``brief``: the rules are not told. ``counting``: only
    the number of solutions was asked for.
    """
    if result.outcome is not Outcome.SOLVED:
        from puzzle_solver.render.words import describe_rules  # where all is well nothing of it is said

        rules = "" if brief else f" ({describe_rules(result.puzzle.rules)})"
        words = f"{result.words}{rules}{remedy(result)}"
        near = " and ".join(write_rational(nearest.value) for nearest in result.nearest or ())
        return f"{words}; nearest: {near}" if near else words
    if result.limit in STOPS and counting:
        return f"{describe_stop(result)}: there are solutions, but how many is not known{remedy(result)}"
    if result.limit in STOPS:
        return f"{describe_stop(result)}: there may be more or simpler solutions{remedy(result)}"
    return f"there may be more solutions with {result.limit}" if result.limit and not enough else ""
