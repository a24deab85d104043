"""The engines of a puzzle, side by side: what one leaves, the next is asked.

A value that does not fit into the 64 bits of the kernel is met here and nowhere else: an engine answers a question, or
raises :class:`~puzzle_solver.search.kernel.LeftTheKernel`. The last engine of every line answers whatever it is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import islice
from typing import Generic, NamedTuple, Protocol, TypeVar

from puzzle_solver.errors import SearchStopped
from puzzle_solver.puzzle import Puzzle
from puzzle_solver.result import Solution
from puzzle_solver.sameness import Sameness
from puzzle_solver.search.budget import Budget
from puzzle_solver.search.cost import Tree
from puzzle_solver.search.kernel import LeftTheKernel
from puzzle_solver.solver.classes import Distinct

T = TypeVar("T")


class SoFar(NamedTuple, Generic[T]):
    """What was found, and the limit that stopped the search before its end, if any."""

    found: Sequence[T]
    stopped: str | None = None


class NearestValues(Protocol):
    """A search for the reachable values nearest to a target."""

    @property
    def values(self) -> list[Fraction]:
        """The best values so far."""
        ...

    def run(self) -> None:
        """Look at all that can be made; raises SearchStopped when a limit bites."""
        ...


def nearest_so_far(search: NearestValues) -> SoFar[Fraction]:
    """Return what a search for the nearest values finds."""
    try:
        search.run()
    except SearchStopped as stop:
        return SoFar(search.values, stop.limit)
    return SoFar(search.values)


class Run(Protocol):
    """A puzzle opened by one engine: the questions that the engine answers.

    A question raises LeftTheKernel where the engine cannot answer it, and SearchStopped when a limit is reached, unless
    its answer is a :class:`SoFar`.
    """

    puzzle: Puzzle
    same: Sameness
    budget: Budget
    engine: str

    settles: bool
    """Is it a proof that there is nothing, where this engine finds nothing?"""

    @property
    def limits(self) -> tuple[str, ...]:
        """What the search has had to do without so far, in words; with none it is complete."""
        ...

    @property
    def tried(self) -> tuple[int, int] | None:
        """The candidates tried and the expressions met so far, where the engine makes them one by one."""
        ...

    @property
    def distinct(self) -> Distinct:
        """What makes solutions of trees. It lists every number that a leaf can be, in which a limit may bite."""
        ...

    def witness(self) -> Tree | None:
        """Return the tree of any one solution."""
        ...

    def ranked(self) -> Iterator[Solution]:
        """Yield the distinct solutions lazily, simplest first."""
        ...

    def listed(self) -> SoFar[Tree]:
        """Return the trees of all distinct solutions, simplest first; if stopped, of those found, or of any one."""
        ...

    def count_trees(self) -> int | None:
        """Return the number of distinct trees, None if they have to be listed."""
        ...

    def count(self) -> int | None:
        """Return the number of distinct solutions, None if they have to be listed."""
        ...

    def reachable(self, targets: range, known: Collection[int]) -> Iterable[int]:
        """Return those of ``targets``, which are not many, that can be made, ascending; it may leave out ``known``
        ones.
        """
        ...

    def values(self) -> Iterator[Fraction]:
        """Yield every value that can be made, ascending."""
        ...

    def nearest(self) -> SoFar[Fraction]:
        """Return the values that can be made and are nearest to the target; if stopped, the best of those met."""
        ...


class Line(NamedTuple):
    """An engine's run, and how the next in line is opened; the last has no next."""

    run: Run
    open_next: Callable[[], Line] | None = None

    @property
    def next(self) -> Line:
        """The line without its first."""
        assert self.open_next is not None, "the last engine answers everything"
        return self.open_next()

    def settling(self) -> Line:
        """Return the line from the first engine on whose answers are final."""
        return self if self.run.settles else self.next.settling()

    def since(self, engine: str) -> Line:
        """Return the line from ``engine`` on, which is in it."""
        return self if self.run.engine == engine else self.next.since(engine)


class Answer(NamedTuple, Generic[T]):
    """An answer, or the limit that stopped the search for it; ``line`` begins with the engine that came so far."""

    value: T | None
    stopped: str | None
    line: Line


def ask(line: Line, question: Callable[[Run], T], *, hints: bool = False) -> Answer[T]:
    """Put a question to the engines in line until one answers.

    ``hints``: also to those that do not settle. What they find is an answer; where theirs is false, the next is asked.
    """
    while True:
        run = line.run
        try:
            if run.settles or hints:
                run.budget.check()
                answer = question(run)
                if run.settles or answer:
                    return Answer(answer, None, line)
        except LeftTheKernel:
            pass
        except SearchStopped as stop:
            return Answer(None, stop.limit, line)
        line = line.next


def stream(line: Line, question: Callable[[Run], Iterator[T]]) -> Iterator[T]:
    """Yield what an engine does; where it leaves half-way, the next goes on after as many.

    All engines yield the same, in the same order. Raises SearchStopped when a limit is reached.
    """
    given, line = 0, line.settling()
    while True:
        try:
            for item in islice(question(line.run), given, None):
                given += 1
                yield item
        except LeftTheKernel:
            line = line.next
        else:
            return
