"""Finding a way on from a position.

What is left is a puzzle of its own, but for what a result may not be, and the numbers of a hand may: a result is never
joined and gets no decimal point; an operator on it may be one too many of those that stand on one another; without
brackets, it may need some. So the searched puzzle is one in which no result can be joined, and where the rest matters
its solutions are judged, as expressions over the hand, until one obeys the rules. The searched puzzle has every
solution that the position has, so what it cannot make cannot be made.

The same search, in a narrower domain, says whether every solution needs a fraction or a negative number.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import islice
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from puzzle_solver import solver
from puzzle_solver.checker import Code
from puzzle_solver.errors import UnsupportedPuzzle
from puzzle_solver.expression import Expression, steps, to_items
from puzzle_solver.hints.position import State, arranged, carried_out, ways
from puzzle_solver.hints.stages import Need, Needs
from puzzle_solver.operators import UnaryOperator
from puzzle_solver.puzzle import Puzzle
from puzzle_solver.rational import to_pair
from puzzle_solver.result import STOPS, Outcome, Result
from puzzle_solver.rules import Domain, Use
from puzzle_solver.sameness import Sameness
from puzzle_solver.search.budget import megabytes_of, seconds_of
from puzzle_solver.search.registry import choose_engine

MOST_JOINED: Final = 1000
"""Ways to join numbers of the hand that are searched one by one, where a result must not be joined."""

_JUDGED: Final = (20, 1000)
"""Solutions of what is left that are judged, the simplest first: some, and if none of them will do, more."""

# Of several states the least certain answer is the answer for all: "impossible" only if it is of each.
_CERTAINTY: Final = MappingProxyType({Outcome.IMPOSSIBLE: 0, Outcome.NOT_FOUND: 1, Outcome.STOPPED: 2})


class Found(NamedTuple):
    """How a search ended; if it found a way on, the ``expression`` over the numbers of ``state`` is one."""

    outcome: Outcome
    limit: str | None
    state: State
    expression: Expression | None = None


class Limits:
    """What all searches together may spend. The time between them does not count.

    Raises:
        InvalidPuzzle: a limit is not positive.
        UnknownName: there is no such engine.
    """

    def __init__(
        self,
        time_limit: float | None = None,
        memory_limit: float | None = None,
        interrupted: Callable[[], bool] | None = None,
        engine: str = "auto",
    ) -> None:
        # Wrong limits are refused here, before the first hint is asked for, and not by the search for it.
        megabytes_of(memory_limit)
        choose_engine(engine)
        self._left = seconds_of(time_limit)
        self._others = {"memory_limit": memory_limit, "interrupted": interrupted, "engine": engine}

    @contextmanager
    def searching(self) -> Iterator[dict[str, Any]]:
        """Give what a search may still spend, as the functions of the solver take it."""
        # Monotonic: the clock of the wall may be set while a search runs.
        start = time.monotonic()
        try:
            yield {**self._others, "time_limit": self._left}
        finally:
            if self._left is not None:
                # Not 0, which is no time limit: the next search then stops at its first look.
                self._left = max(self._left - (time.monotonic() - start), sys.float_info.min)


class Finder:
    """Looks for ways on in one puzzle, within limits."""

    def __init__(self, puzzle: Puzzle, limits: Limits) -> None:
        self.puzzle, self.limits = puzzle, limits
        self.stopped: str | None = None
        """What has stopped a search so far."""

    def find(self, states: Iterable[State], domain: Domain, *, simplest: bool = False) -> Found:
        """Find a way on from any of ``states``, with results in ``domain``: any, or the simplest of the first state.

        Raises:
            UnsupportedPuzzle: there are too many ways to join numbers, or to go on against the rules.
        """
        worst: Found | None = None
        for state in states:
            for joined in self._joined(state):
                found = self._find(joined, domain, simplest=simplest)._replace(state=state)
                self.stopped = found.limit if found.limit in STOPS else self.stopped
                if found.outcome in (Outcome.SOLVED, Outcome.STOPPED):
                    return found
                # Other states are still tried: one that cannot be done says nothing of the next.
                if worst is None or _CERTAINTY[found.outcome] > _CERTAINTY[worst.outcome]:
                    worst = found
        assert worst is not None  # there is a state, and it can be left as it is
        return worst

    def _joined(self, state: State) -> Iterator[State]:
        if not self._may_join_results(state):
            yield state
            return
        states = arranged(state, self.puzzle.rules)
        yield from islice(states, MOST_JOINED)
        if next(states, None) is not None:
            raise UnsupportedPuzzle(
                f"there are more than {MOST_JOINED} ways to join the numbers that are left: give more steps, or fewer"
            )

    def _may_join_results(self, state: State) -> bool:
        rules = self.puzzle.rules
        results = [piece for piece in state if not piece.given and piece.has_digits]
        return bool(results) and (rules.join or rules.decimals)

    def _find(self, state: State, domain: Domain, *, simplest: bool) -> Found:
        rules = replace(self.puzzle.rules, domain=domain)
        if self._may_join_results(state):
            # The joined numbers of this state stand in it as pieces, so no solution is lost.
            rules = replace(rules, join=False, decimals=False, recurring=False)
        puzzle = Puzzle([piece.number for piece in state], self.puzzle.target, rules)
        if self._may_break_rules(state):
            return self._find_fitting(state, puzzle)
        with self.limits.searching() as limits:
            result = solver.solve(puzzle, **limits) if simplest else solver.solvable(puzzle, **limits)
        return _found(result, state)

    def _may_break_rules(self, state: State) -> bool:
        results = [piece for piece in state if not piece.given]
        return any(isinstance(piece.items[-1], UnaryOperator) or not self.puzzle.rules.brackets for piece in results)

    def _find_fitting(self, state: State, puzzle: Puzzle) -> Found:
        """Find the simplest solution that is one of the whole puzzle."""
        # First a few: more are listed only where none of these fits.
        for most in _JUDGED:
            with self.limits.searching() as limits:
                # Every tree on its own: of two that are one at a coarser level the rules may allow only one after these
                # steps.
                result = solver.solve(puzzle, limit=most, same=Sameness.TREES, **limits)
            broken: set[Code] = set()
            for solution in result.solutions:
                reasons = self._wrong(solution.expression, state)
                if not reasons:
                    return Found(Outcome.SOLVED, result.limit, state, solution.expression)
                broken |= reasons
            if result.stopped:
                return Found(Outcome.STOPPED, result.limit, state)
            if result.count is not None:
                return Found(*self._exhausted(result, too_deep=Code.UNARY_DEPTH in broken), state)
        raise UnsupportedPuzzle(
            f"what is left has more than {_JUDGED[-1]} solutions, but none of the simplest goes with these steps: "
            "give more steps, or fewer"
        )

    def _exhausted(self, result: Result, *, too_deep: bool) -> tuple[Outcome, str | None]:
        """Return how a search ended whose solutions are all known, and are none of the whole puzzle."""
        depth = self.puzzle.rules.unary_depth
        deep = f"more than {depth} unary operator{'' if depth == 1 else 's'} on one another"
        limits = [] if result.limit is None else [result.limit]
        if too_deep and deep not in (result.limit or ""):
            limits.append(deep)
        return Outcome.NOT_FOUND if limits else Outcome.IMPOSSIBLE, " or ".join(limits) or None

    def _wrong(self, expression: Expression, state: State) -> set[Code]:
        """Return what is wrong with what is left and the steps together; nothing if it is a solution in any way."""
        codes: set[Code] = set()
        for way in ways(to_items(expression), state, self.puzzle.rules):
            if len(way.places) == len(state) or self.puzzle.rules.use is Use.SOME:
                value, reasons = carried_out(way, self.puzzle)
                if value == self.puzzle.target and not reasons:
                    return set()
                codes |= {reason.code for reason in reasons} or {Code.WRONG_VALUE}
        return codes or {Code.NUMBER_UNUSED}


def _found(result: Result, state: State) -> Found:
    expression = result.solutions[0].expression if result.solutions else None
    return Found(result.outcome, result.limit, state, expression)


_NEED: Final = MappingProxyType(
    {
        Outcome.SOLVED: Need.AVOIDABLE,
        Outcome.IMPOSSIBLE: Need.NEEDED,
        Outcome.NOT_FOUND: Need.UNKNOWN,
        Outcome.STOPPED: Need.UNKNOWN,
    }
)


def find_needs(expression: Expression, states: Collection[State], finder: Finder) -> Needs:
    """Look whether all that makes the target of ``states`` must, like ``expression``, have results of some kind."""
    domain = finder.puzzle.rules.domain
    # Narrowed, never widened: what the rules forbid anyway is not asked about.
    least = 0 if domain.least is None else max(domain.least, 0)
    results = [to_pair(step.value) for step in steps(expression)]

    def need(narrow: Domain) -> Need:
        # The solution at hand is the proof: nothing has to be searched.
        if all(narrow.admits(*result) for result in results):
            return Need.NOT_NEEDED
        return _NEED[finder.find(states, narrow).outcome]

    return Needs(finder.puzzle.target, need(domain._replace(whole=True)), need(domain._replace(least=least)))
