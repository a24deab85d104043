"""Rules and results in words."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from puzzle_solver.rational import write_rational
from puzzle_solver.result import Outcome, Result
from puzzle_solver.rules import Order, Rules, Use

_ORDERS: Final = MappingProxyType({Order.FREE: "in any order", Order.FIXED: "in the order given"})
_USES: Final = MappingProxyType({Use.ALL: "every number used", Use.SOME: "each number used at most once"})
_STOPS: Final = MappingProxyType({"time": "; raise --time-limit", "memory": "; raise --memory-limit", "interrupt": ""})
"""What stops a search before its end, and what can be done about it."""


def describe_rules(rules: Rules) -> str:
    """``+ - * /, in any order, every number used, any exact fraction on the way``."""
    signs = " ".join(operator.symbol for operator in rules.operators)
    return f"{signs}, {_ORDERS[rules.order]}, {_USES[rules.use]}, {rules.domain.meaning} on the way"


def describe_target(rules: Rules) -> str:
    """What the rules say of the target."""
    return "a target must be given" if rules.target is None else f"target {write_rational(rules.target)}"


def describe_stop(result: Result) -> str:
    """``stopped (time)``."""
    return f"stopped ({result.limit})"


def remedy(result: Result) -> str:
    """What can be done about the limit that bit, if anything can."""
    return _STOPS.get(result.limit or "", "")


def explain(result: Result, *, enough: bool, counting: bool = False) -> str:
    """Why there is no solution, or what may be missing; empty where all is well.

    ``enough``: there are as many solutions as were asked for. ``counting``: only their number was.
    """
    if result.outcome is not Outcome.SOLVED:
        words = f"{result.words} ({describe_rules(result.puzzle.rules)}){remedy(result)}"
        near = " and ".join(write_rational(nearest.value) for nearest in result.nearest or ())
        return f"{words}; nearest: {near}" if near else words
    if result.limit in _STOPS and counting:
        return f"{describe_stop(result)}: there are solutions, but how many is not known{remedy(result)}"
    if result.limit in _STOPS:
        return f"{describe_stop(result)}: there may be more or simpler solutions{remedy(result)}"
    return f"there may be more solutions with {result.limit}" if result.limit and not enough else ""
