"""The hints for a puzzle, worked out one by one as they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from types import MappingProxyType
from typing import Final

from puzzle_solver.errors import InvalidPuzzle
from puzzle_solver.expression import Expression, Step, steps
from puzzle_solver.hints.finder import Finder, Found, Limits, find_needs
from puzzle_solver.hints.position import Position, State, show, walk
from puzzle_solver.hints.stages import AllButOne, Before, First, Hint, Last, Needs, Possible, Stage
from puzzle_solver.puzzle import Puzzle, check_puzzle
from puzzle_solver.rational import write_rational
from puzzle_solver.render.steps import to_steps
from puzzle_solver.result import Outcome
from puzzle_solver.rules import Use


def hint(
    puzzle: Puzzle,
    after: Iterable[str] = (),
    *,
    time_limit: float | None = None,
    memory_limit: float | None = None,
    interrupted: Callable[[], bool] | None = None,
    engine: str = "auto",
) -> Hints:
    """Return hints for ``puzzle``, or for what is left of it after the steps in ``after``, such as ``3*8``.

    Each hint is searched for when it is asked for. The limits are those of :func:`puzzle_solver.solve`, for all
    searches together.

    >>> from puzzle_solver import Puzzle, hint
    >>> hints = hint(Puzzle([3, 3, 8, 8]))
    >>> print(hints.at(1))
    3 3 8 8 can make 24
    >>> print(hints.at(3))
    the last step is a division

    Raises:
        InvalidStep: a step breaks the rules, or uses a number that is not there.
        UnreadableExpression: a step cannot be read.
        InvalidPuzzle: a step has no operation, or a limit is not positive.
        UnknownName: there is no such engine.
        UnsupportedPuzzle: there are too many ways to read the steps; also when a hint is asked for, if it is not
            settled what may be done after them.
    """
    check_puzzle(puzzle)
    finder = Finder(puzzle, Limits(time_limit, memory_limit, interrupted, engine))
    return Hints(walk(puzzle, after), finder)


class Hints:
    """The hints for one puzzle: iterate, or ask for one :meth:`at` a stage. All of them lead to one solution.

    Some stages have no hint: one that would give the whole solution away, and one that would repeat another.
    """

    def __init__(self, positions: tuple[Position, ...], finder: Finder) -> None:
        self._positions, self._finder = positions, finder
        self.puzzle = finder.puzzle
        self.steps = positions[-1].steps

    def __iter__(self) -> Iterator[Hint]:
        return self.up_to(max(Stage))

    def up_to(self, stage: int) -> Iterator[Hint]:
        """Yield the hints of the stages up to ``stage``.

        Raises:
            InvalidPuzzle: there is no such stage.
        """
        last = _stage(stage)
        hints = (self.at(each) for each in Stage if each <= last)
        return (found for found in hints if found is not None)

    def at(self, stage: int) -> Hint | None:
        """Return the hint of a stage, None if it has none.

        Raises:
            InvalidPuzzle: there is no such stage.
        """
        return _MAKERS[_stage(stage)](self)

    @property
    def stopped(self) -> str | None:
        """What has stopped a search so far, so that the hints may not lead to the simplest solution: time, say."""
        return self._finder.stopped

    def to_object(self, stage: int = max(Stage)) -> dict[str, object]:
        """Return the puzzle, and the hints of the stages up to ``stage``, as an object for JSON."""
        from puzzle_solver.render.objects import rules_object
        from puzzle_solver.render.style import spell

        hints = [{"stage": int(each.stage), "text": str(each), **each.to_object()} for each in self.up_to(stage)]
        return {
            "hand": [spell(number) for number in self.puzzle.hand],
            "target": write_rational(self.puzzle.target),
            "rules": rules_object(self.puzzle.rules),
            "after": list(self.steps),
            "left": list(map(list, self.possible.left)),
            "outcome": self.possible.outcome.value,
            "limit": self.possible.limit or self.stopped,
            "hints": hints,
        }

    @cached_property
    def possible(self) -> Possible:
        """Can the target be made?"""
        found, position = self._found, self._positions[-1]
        solved = found.outcome is Outcome.SOLVED
        states = (found.state,) if solved else position.states
        before = self._before() if found.outcome in _NO and position.steps else None
        limit = None if solved else found.limit
        hands = tuple(dict.fromkeys(map(show, states)))
        return Possible(self.puzzle.target, position.steps, hands, found.outcome, limit, self._done, before)

    @cached_property
    def _found(self) -> Found:
        states = self._positions[-1].states
        # No search where a step has made the target already.
        done = next(filter(self._is_done, states), None)
        if done is not None:
            return Found(Outcome.SOLVED, None, done)
        return self._finder.find(states, self.puzzle.rules.domain)

    @property
    def _done(self) -> bool:
        return self._is_done(self._found.state)

    def _is_done(self, state: State) -> bool:
        made = any(piece.number.value == self.puzzle.target and not piece.given for piece in state)
        return made and (len(state) == 1 or self.puzzle.rules.use is Use.SOME)

    def _before(self) -> Before:
        """Look for the last position that still led on."""
        # Backwards: the fewest steps are to be taken back.
        for taken in reversed(range(len(self._positions) - 1)):
            found = self._finder.find(self._positions[taken].states, self.puzzle.rules.domain)
            if found.outcome is Outcome.SOLVED or not taken:
                return Before(taken, show(found.state), found.outcome)
        raise AssertionError("there is a position before the first step")

    @cached_property
    def _states(self) -> tuple[State, ...]:
        """The states that look like the one which the hints are for."""
        shown = show(self._found.state)
        return tuple(state for state in self._positions[-1].states if show(state) == shown)

    @cached_property
    def _solution(self) -> Expression | None:
        """What the hints lead to: the simplest solution, or, if a limit stops the search for it, any."""
        if self._found.outcome is not Outcome.SOLVED or self._done:
            return None
        found = self._finder.find(self._states, self.puzzle.rules.domain, simplest=True)
        # Any solution is better than none: that there is one has been proved by the search before.
        return found.expression or self._found.expression

    @cached_property
    def _operations(self) -> tuple[Step, ...]:
        return () if self._solution is None else tuple(steps(self._solution))

    @property
    def needs(self) -> Needs | None:
        """Must a result be a fraction, or below 0?"""
        if self._solution is None:
            return None
        return find_needs(self._solution, self._states, self._finder)

    @property
    def last(self) -> Last | None:
        """The operator of the last step."""
        # Over two numbers, or one, the operator of an only step would be the solution.
        if not self._operations or (len(self._operations) == 1 and len(self._found.state) <= 2):
            return None
        return Last(self._operations[-1].operator, only=len(self._operations) == 1)

    @property
    def first(self) -> First | None:
        """The first step."""
        if self._solution is None or len(self._operations) < 2:
            return None
        return First(to_steps(self._solution)[0].rpartition(" = ")[0])

    @property
    def all_but_one(self) -> AllButOne | None:
        """All steps but the last."""
        if self._solution is None or len(self._operations) < 3:
            return None
        return AllButOne(tuple(to_steps(self._solution)[:-1]))


_MAKERS: Final[MappingProxyType[Stage, Callable[[Hints], Hint | None]]] = MappingProxyType(
    {
        Stage.POSSIBLE: lambda hints: hints.possible,
        Stage.NEEDS: lambda hints: hints.needs,
        Stage.LAST: lambda hints: hints.last,
        Stage.FIRST: lambda hints: hints.first,
        Stage.ALL_BUT_ONE: lambda hints: hints.all_but_one,
    }
)
_NO: Final = frozenset({Outcome.IMPOSSIBLE, Outcome.NOT_FOUND})


def _stage(number: int) -> Stage:
    if number not in list(Stage):
        raise InvalidPuzzle(f"there is no stage {number}: give one from {min(Stage)} to {max(Stage)}")
    return Stage(number)
