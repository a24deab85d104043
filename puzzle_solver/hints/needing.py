"""What the steps of a solution are, and whether every solution has to go as far afield as they do."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from types import MappingProxyType
from typing import Final, NamedTuple

from puzzle_solver.expression import Expression, fold
from puzzle_solver.hints.finding import Finder
from puzzle_solver.hints.pieces import State
from puzzle_solver.hints.stages import Need, Needs
from puzzle_solver.operators import AnyOperator, Missing
from puzzle_solver.rational import to_pair
from puzzle_solver.result import Outcome
from puzzle_solver.rules import Domain

_NEED: Final = MappingProxyType({
    Outcome.SOLVED: Need.AVOIDABLE, Outcome.IMPOSSIBLE: Need.NEEDED,
    Outcome.NOT_FOUND: Need.UNKNOWN, Outcome.STOPPED: Need.UNKNOWN,
})  # fmt: skip


class Step(NamedTuple):
    """One operation of a solution, with what it gives."""

    operator: AnyOperator
    value: Fraction


def to_operations(expression: Expression) -> list[Step]:
    """Return the operations in the order in which they are carried out."""
    steps: list[Step] = []

    def apply(operator: AnyOperator, *operands: Fraction) -> Fraction:
        value = operator.apply(*operands)
        assert not isinstance(value, Missing)  # a solution has a value
        steps.append(Step(operator, value))
        return value

    fold(expression, lambda leaf: leaf.value, apply, apply)
    return steps


def find_needs(expression: Expression, states: Collection[State], finder: Finder) -> Needs:
    """Look whether all that makes the target of ``states`` must, like ``expression``, have results of some kind."""
    domain = finder.puzzle.rules.domain
    least = 0 if domain.least is None else max(domain.least, 0)
    steps = to_operations(expression)

    def need(narrow: Domain) -> Need:
        if all(narrow.admits(*to_pair(step.value)) for step in steps):
            return Need.NOT_NEEDED
        return _NEED[finder.find(states, narrow).outcome]

    return Needs(finder.puzzle.target, need(domain._replace(whole=True)), need(domain._replace(least=least)))
