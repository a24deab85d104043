"""What a search answers: solutions, the outcome, and how sure it is. All show themselves, as text and in notebooks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar, overload

from puzzle_solver.expression import Expression
from puzzle_solver.given import check_type
from puzzle_solver.puzzle import Puzzle
from puzzle_solver.rational import write_rational
from puzzle_solver.render import find_format
from puzzle_solver.render.brackets import MINIMAL, TREE
from puzzle_solver.sameness import Sameness

if TYPE_CHECKING:
    from puzzle_solver.render.notebook import View

S = TypeVar("S")
T = TypeVar("T")

SHOWN: Final = 100
"""The most solutions that a notebook shows of one result."""

# At the level ``trees`` 1 + (2 + 3) and (1 + 2) + 3 are two solutions, and must not be written alike.
_BRACKETS: Final = MappingProxyType({Sameness.TREES: TREE})


class Outcome(Enum):
    """How a search ended."""

    SOLVED = "solved"
    IMPOSSIBLE = "impossible"  # the search was complete: there is no solution
    NOT_FOUND = "not_found"  # complete only within the limit that Result.limit names
    STOPPED = "stopped"  # time, memory or an interrupt, with nothing found yet


STOPS: Final = frozenset({"time", "memory", "interrupt"})
"""The limits that stop a search before its end."""

_WORDS: Final[Mapping[Outcome, str]] = MappingProxyType(
    {
        Outcome.SOLVED: "solved: {hand} can make {target}",
        Outcome.IMPOSSIBLE: "impossible: {hand} cannot make {target}",
        Outcome.NOT_FOUND: "not found: {hand} cannot make {target} without {limit}",
        Outcome.STOPPED: "stopped ({limit}): whether {hand} can make {target} is not known",
    }
)


@dataclass(frozen=True, slots=True)
class Solution:
    """An expression that obeys the rules and equals ``value``. ``same`` is the level it was listed at.

    ``grouped``: its chains may not be regrouped, lest they break the rules on the way.
    """

    expression: Expression
    value: Fraction
    same: Sameness = Sameness.ESSENCE
    grouped: bool = False

    def __str__(self) -> str:
        return self.text()

    def text(self, style: str = "ascii") -> str:
        """Return one line of text: ``8 / (3 - 8 / 3)``."""
        return self.write("text", style)

    def write(self, name: str, style: str = "ascii") -> str:
        """Return the solution in the format called ``name``, one of ``puzzle_solver.render.FORMATS``.

        At sameness ``trees`` every bracket that the tree needs is kept, so that no two solutions look the same.

        Raises:
            UnknownName: there is no such format or style.
        """
        check_type(style, str, "style", "ascii or unicode")
        return find_format(name).write(self.expression, style, self.brackets)

    @property
    def brackets(self) -> str:
        """Which brackets are written, as :func:`puzzle_solver.render.text.to_text` knows them."""
        return TREE if self.grouped else _BRACKETS.get(self.same, MINIMAL)

    @property
    def latex(self) -> str:
        """LaTeX for math mode."""
        return self.write("latex")

    @property
    def rpn(self) -> list[str]:
        """Reverse Polish notation."""
        # Here and below, imported when asked for: who prints text needs none of the other formats.
        from puzzle_solver.render.rpn import to_rpn

        return to_rpn(self.expression)

    @property
    def steps(self) -> list[str]:
        """One equation an operation, in the order in which they are carried out."""
        from puzzle_solver.render.steps import to_steps

        return to_steps(self.expression)

    def to_object(self) -> dict[str, object]:
        """Return an object for JSON, its value computed anew."""
        from puzzle_solver.render.objects import solution_object

        return dict(solution_object(self.expression, self.brackets))

    def _repr_latex_(self) -> str:
        return rf"$\displaystyle {self.latex} = {_latex_value(self.value)}$"

    def _repr_svg_(self) -> str:
        return self.write("svg", "unicode")


class Lazy(Sequence[T]):
    """Items that are made when they are first looked at, by ``make`` of what each is made of.

    Equal to a tuple of the same ones.
    """

    __slots__ = ("_made", "_make", "_sources")

    def __init__(self, sources: Sequence[S], make: Callable[[S], T]) -> None:
        self._sources, self._make = sources, make
        self._made: dict[int, T] = {}

    def __len__(self) -> int:
        return len(self._sources)

    @overload
    def __getitem__(self, at: int) -> T: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[T, ...]: ...
    def __getitem__(self, at: int | slice) -> T | tuple[T, ...]:
        if isinstance(at, slice):
            return tuple(map(self._get, range(len(self))[at]))
        return self._get(range(len(self))[at])

    def _get(self, place: int) -> T:
        if place not in self._made:
            self._made[place] = self._make(self._sources[place])
        return self._made[place]

    def __iter__(self) -> Iterator[T]:
        return map(self._get, range(len(self)))

    def __eq__(self, other: object) -> bool:
        # The lengths first: to compare them no item is made.
        return isinstance(other, tuple | Lazy) and len(self) == len(other) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))

    def __reduce__(self) -> tuple[object, ...]:
        # What makes the items may be a function or hold memory of the kernel, which do not pickle: the items are sent.
        return tuple, (tuple(self),)


class Nearest(NamedTuple):
    """A value nearest to the target, with solutions that make it (at least one)."""

    value: Fraction
    solutions: Sequence[Solution]

    def __str__(self) -> str:
        return "\n".join(f"{solution} = {write_rational(self.value)}" for solution in self.solutions)

    def to_object(self) -> dict[str, object]:
        """Return an object for JSON."""
        solutions = [solution.to_object() for solution in self.solutions]
        return {"value": write_rational(self.value), "solutions": solutions}


@dataclass(frozen=True, slots=True)
class Result:
    """The answer to a puzzle.

    ``solutions`` are simplest first: a tuple, or what is as good as one. ``complete``: nothing was left out, neither
    by a limit nor by the number asked for. ``count`` is the number of solutions at sameness ``same`` where all are
    known within the rules' size limits (see ``limit``), else None.
    ``nearest`` is None unless asked for and there is no exact solution.
    ``limit`` names the limit that bit, else None. ``engine`` is the engine's name.
    """

    puzzle: Puzzle
    outcome: Outcome
    complete: bool
    same: Sameness
    count: int | None
    solutions: Sequence[Solution]
    nearest: tuple[Nearest, ...] | None
    limit: str | None
    engine: str

    def __bool__(self) -> bool:
        """Is there a solution?"""
        return self.outcome is Outcome.SOLVED

    def __str__(self) -> str:
        """Return the solutions, one a line; without any, the outcome in words, and what is nearest."""
        lines: Sequence[object] = self.solutions or (self.words, *(self.nearest or ()))
        return "\n".join(map(str, lines))

    @property
    def stopped(self) -> bool:
        """Did time, memory or an interrupt end the search? What was found until then is there."""
        return self.limit in STOPS

    @property
    def words(self) -> str:
        """The outcome in words: ``impossible: 1 1 1 1 cannot make 24``."""
        hand, target = " ".join(number.text for number in self.puzzle.hand), write_rational(self.puzzle.target)
        words = _WORDS[self.outcome].format(hand=hand, target=target, limit=self.limit)
        return f"{words}; distinct solutions: {self.count}" if self.count else words

    def to_object(self) -> dict[str, object]:
        """Return an object for JSON, every number in it an exact string."""
        from puzzle_solver.render.objects import rules_object
        from puzzle_solver.render.style import spell

        return {
            "hand": [spell(number) for number in self.puzzle.hand],
            "target": write_rational(self.puzzle.target),
            "rules": rules_object(self.puzzle.rules),
            "outcome": self.outcome.value,
            "complete": self.complete,
            "same": self.same.value,
            "count": self.count,
            "solutions": [solution.to_object() for solution in self.solutions],
            "nearest": None if self.nearest is None else [nearest.to_object() for nearest in self.nearest],
            "limit": self.limit,
            "engine": self.engine,
        }

    def _repr_html_(self) -> str:
        from puzzle_solver.render.notebook import to_html

        return to_html(self._view("text", write_rational), self._repr_svg_())

    def _repr_latex_(self) -> str:
        from puzzle_solver.render.notebook import to_aligned

        return to_aligned(self._view("latex", _latex_value))

    def _repr_svg_(self) -> str | None:
        """Draw the tree where it is the only one: it says nothing of others."""
        only = self.complete and self.count == len(self.solutions) == 1
        return self.solutions[0].write("svg", "unicode") if only else None

    def _view(self, name: str, value: Callable[[Fraction], str]) -> View:
        """Return what notebooks show, its equations in the format called ``name``."""
        from puzzle_solver.render.notebook import View

        listed = self.solutions or [solution for near in self.nearest or () for solution in near.solutions]
        shown = listed[:SHOWN]
        equations = [(solution.write(name, "unicode"), value(solution.value)) for solution in shown]
        # Where they were only counted, more solutions are known than are listed.
        more = max(len(listed), (self.count or 0) if self.solutions else 0) - len(shown)
        before = [self.words, "the nearest:"] if self.nearest else [self.words]
        return View(before, equations, [f"and {more} more"] * bool(more) + [self._doubt] * bool(self._doubt))

    @property
    def _doubt(self) -> str:
        """What may be missing from what was found, in words; nothing if nothing is."""
        if self.outcome is not Outcome.SOLVED:
            nearer = self.stopped and self.outcome is not Outcome.STOPPED
            return f"stopped ({self.limit}): there may be nearer values" if nearer else ""
        if self.stopped:
            return f"stopped ({self.limit}): there may be more or simpler solutions"
        if self.limit:
            return f"there may be more solutions with {self.limit}"
        return "" if self.complete or self.count is not None else "there may be more solutions: limit=None finds all"


def _latex_value(value: Fraction) -> str:
    from puzzle_solver.render.latex import write_value

    return write_value(write_rational(value))
