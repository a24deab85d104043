"""Whether every solution has to go as far afield as the steps of one."""

from __future__ import annotations

from collections.abc import Collection
from types import MappingProxyType
from typing import Final

from puzzle_solver.expression import Expression, steps
from puzzle_solver.hints.finding import Finder
from puzzle_solver.hints.pieces import State
from puzzle_solver.hints.stages import Need, Needs
from puzzle_solver.rational import to_pair
from puzzle_solver.result import Outcome
from puzzle_solver.rules import Domain

_NEED: Final = MappingProxyType({
    Outcome.SOLVED: Need.AVOIDABLE, Outcome.IMPOSSIBLE: Need.NEEDED,
    Outcome.NOT_FOUND: Need.UNKNOWN, Outcome.STOPPED: Need.UNKNOWN,
})  # fmt: skip


def find_needs(expression: Expression, states: Collection[State], finder: Finder) -> Needs:
    """Look whether all that makes the target of ``states`` must, like ``expression``, have results of some kind."""
    domain = finder.puzzle.rules.domain
    least = 0 if domain.least is None else max(domain.least, 0)
    results = [to_pair(step.value) for step in steps(expression)]

    def need(narrow: Domain) -> Need:
        if all(narrow.admits(*result) for result in results):
            return Need.NOT_NEEDED
        return _NEED[finder.find(states, narrow).outcome]

    return Needs(finder.puzzle.target, need(domain._replace(whole=True)), need(domain._replace(least=least)))
