"""A puzzle worked out: a value whose statements are computed, and that tells them in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Final

from puzzle_solver import solver
from puzzle_solver.documents.extent import Extent, measure
from puzzle_solver.documents.idea import STYLE, Sentence, explain, join_words, write_value
from puzzle_solver.errors import SearchStopped
from puzzle_solver.given import to_integer
from puzzle_solver.hints import Needs
from puzzle_solver.hints.finder import Finder, Limits, find_needs
from puzzle_solver.hints.position import deal
from puzzle_solver.hints.stages import noun
from puzzle_solver.operators import BASIC, OPERATORS, AnyOperator
from puzzle_solver.puzzle import Puzzle, check_puzzle
from puzzle_solver.render.steps import to_steps
from puzzle_solver.render.style import spell
from puzzle_solver.render.text import to_usage
from puzzle_solver.render.words import describe_rules
from puzzle_solver.result import STOPS, Nearest, Outcome, Solution
from puzzle_solver.sameness import Sameness, find_sameness
from puzzle_solver.search.budget import Budget

_ENDINGS: Final = MappingProxyType(
    {
        Outcome.IMPOSSIBLE: "There is no solution: {hand} cannot make {target}.",
        Outcome.NOT_FOUND: "No solution was found: {hand} cannot make {target} without {limit}.",
        Outcome.STOPPED: "The search was stopped ({limit}): whether {hand} can make {target} is not known.",
    }
)


def _meaning(operator: AnyOperator) -> str:
    return noun(operator) if operator in OPERATORS else operator.meaning or noun(operator)


@dataclass(frozen=True, slots=True)
class Worked:
    """A puzzle with all that there is to say of it.

    ``solutions``: the simplest first, and some others; without any, ``outcome`` says how sure that is, ``limit`` names
    what stopped the search or kept it from being sure, and ``nearest`` are the values that come nearest, each with a
    solution, unless ``nearest_limit`` stopped the search for them. ``count`` is how many distinct solutions there are,
    at the level ``same``; None if more than ``most`` or not known. ``needs``: of the simplest solution. ``extent``: of
    a complete search without a solution.
    """

    puzzle: Puzzle
    outcome: Outcome
    same: Sameness
    solutions: tuple[Solution, ...]
    count: int | None
    most: int
    limit: str | None
    nearest: tuple[Nearest, ...] | None = None
    nearest_limit: str | None = None
    needs: Needs | None = None
    extent: Extent | None = None

    def __str__(self) -> str:
        """Return it a line at a time: what to do, the idea, the solution, and how many there are."""
        solved = () if self.simplest is None else (f"{self.text} = {self.target}",)
        return "\n".join((self.statement, *map(str, self.idea), *solved, *self.remarks))

    @property
    def hand(self) -> tuple[str, ...]:
        """The numbers, as people read them."""
        return tuple(spell(number, STYLE) for number in self.puzzle.hand)

    @property
    def target(self) -> str:
        """The target, as people read it."""
        return write_value(self.puzzle.target)

    @property
    def statement(self) -> str:
        """What there is to do."""
        return f"Make {self.target} from {join_words(self.hand)}"

    @property
    def rules(self) -> str:
        """What is allowed, with the meaning of every sign beyond those of arithmetic."""
        rules = self.puzzle.rules
        others = [f"{to_usage(each, STYLE)} is {_meaning(each)}" for each in rules.operators if each not in BASIC]
        return "; ".join(filter(None, (describe_rules(rules, STYLE), ", ".join(others)))) + "."

    @property
    def simplest(self) -> Solution | None:
        """The solution that is worked out, None if there is none."""
        return next(iter(self.solutions), None)

    @property
    def others(self) -> tuple[Solution, ...]:
        """Other solutions, the simplest first."""
        return self.solutions[1:]

    @property
    def idea(self) -> tuple[Sentence, ...]:
        """How the solution can be found, sentence by sentence."""
        if self.simplest is None or self.needs is None:
            return ()
        return explain(self.simplest.expression, self.puzzle, self.needs)

    @property
    def steps(self) -> tuple[str, ...]:
        """The steps of the solution, as equations."""
        return tuple(to_steps(self.simplest.expression, STYLE)) if self.simplest else ()

    @property
    def text(self) -> str | None:
        """The solution as one line of text."""
        return None if self.simplest is None else self.simplest.text(STYLE)

    @property
    def latex(self) -> str | None:
        """The solution as LaTeX for math mode."""
        return None if self.simplest is None else self.simplest.latex

    @property
    def svg(self) -> str | None:
        """The solution's tree, drawn."""
        return None if self.simplest is None else self.simplest.write("svg", STYLE)

    @property
    def remarks(self) -> tuple[str, ...]:
        """How many solutions there are; without any, how sure that is, and what comes nearest."""
        return tuple(self._counted() if self.solutions else self._failed())

    def _counted(self) -> Iterator[str]:
        if self.count is not None:
            among = f" without {self.limit}" if self.limit else ""
            there = "is 1 distinct solution" if self.count == 1 else f"are {self.count} distinct solutions"
            yield f"There {there}{among}."
        elif self.limit in STOPS:
            yield f"The search was stopped ({self.limit}): there may be more or simpler solutions."
        else:
            yield f"There are more than {self.most} distinct solutions."

    def _failed(self) -> Iterator[str]:
        yield _ENDINGS[self.outcome].format(hand=join_words(self.hand), target=self.target, limit=self.limit)
        if self.extent is not None:
            yield str(self.extent)
        if self.nearest_limit is not None:
            yield f"The search for the nearest values was stopped ({self.nearest_limit})."
        if self.nearest:
            values = join_words([write_value(near.value) for near in self.nearest])
            yield f"The nearest {'value is' if len(self.nearest) == 1 else 'values are'} {values}."


OTHERS: Final = 3
"""Other solutions that are told unless more are asked for."""

MOST_COUNTED: Final = 1000
"""Solutions up to which they are counted: listed simplest first they take no longer than a second."""


def worked(
    puzzle: Puzzle,
    *,
    others: int = OTHERS,
    same: Sameness | str = Sameness.ESSENCE,
    time_limit: float | None = None,
    memory_limit: float | None = None,
    interrupted: Callable[[], bool] | None = None,
    engine: str = "auto",
) -> Worked:
    """Return ``puzzle`` worked out: its simplest solution with the idea and the steps, and at most ``others`` others.

    Without a solution it says how sure that is, and what the nearest values are. ``same`` and the limits are those of
    :func:`puzzle_solver.solve`; the limits are for all searches together.

    >>> from puzzle_solver import Puzzle, worked
    >>> example = worked(Puzzle([3, 3, 8, 8]))
    >>> example.statement, example.text
    ('Make 24 from 3, 3, 8 and 8', '8 ÷ (3 − 8 ÷ 3)')
    >>> example.steps
    ('8 ÷ 3 = 8/3', '3 − 8/3 = 1/3', '8 ÷ (1/3) = 24')

    Raises:
        InvalidPuzzle: a limit is not positive, or ``others`` is negative.
        UnknownName: there is no such sameness or engine.
        UnsupportedPuzzle: the engine cannot answer such puzzles.
    """
    check_puzzle(puzzle)
    others = to_integer(others, "number of other solutions", 0)
    level, limits = find_sameness(same), Limits(time_limit, memory_limit, interrupted, engine)
    most = max(MOST_COUNTED, others + 1)
    with limits.searching() as left:
        # One more than is counted: it tells "more than" from "exactly".
        result = solver.solve(puzzle, limit=most + 1, same=level, **left)
    shown = tuple(result.solutions[: others + 1])
    told = Worked(puzzle, result.outcome, level, shown, result.count, most, result.limit)
    return replace(told, **_DEPTHS[result.outcome](told, limits))


def _needs(told: Worked, limits: Limits) -> dict[str, Any]:
    expression = told.solutions[0].expression
    return {"needs": find_needs(expression, (deal(told.puzzle.hand),), Finder(told.puzzle, limits))}


def _nearest(told: Worked, limits: Limits) -> dict[str, Any]:
    with limits.searching() as left:
        result = solver.solve(told.puzzle, nearest=True, **left)
    # Nearest values of a search that was stopped might not be the nearest: none is shown.
    if result.limit in STOPS:
        return {"nearest_limit": result.limit}
    return {"nearest": result.nearest}


def _nearest_and_extent(told: Worked, limits: Limits) -> dict[str, Any]:
    return {**_nearest(told, limits), "extent": _measure(told.puzzle, limits)}


def _nothing(told: Worked, limits: Limits) -> dict[str, Any]:
    return {}


_DEPTHS: Final[Mapping[Outcome, Callable[[Worked, Limits], dict[str, Any]]]] = MappingProxyType(
    {
        Outcome.SOLVED: _needs,
        Outcome.IMPOSSIBLE: _nearest_and_extent,
        Outcome.NOT_FOUND: _nearest,
        Outcome.STOPPED: _nothing,
    }
)


def _measure(puzzle: Puzzle, limits: Limits) -> Extent:
    with limits.searching() as left:
        try:
            return measure(puzzle, Budget(left["time_limit"], left["memory_limit"], left["interrupted"]))
        except SearchStopped:
            return Extent()
