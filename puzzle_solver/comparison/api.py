"""Engines side by side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import floor
from typing import Final, NamedTuple

from puzzle_solver.comparison.measurement import Ending, Measure, Question, check_portable, measure_apart
from puzzle_solver.comparison.rows import Row
from puzzle_solver.comparison.table import HEADINGS, write_row
from puzzle_solver.given import each_of, to_integer
from puzzle_solver.puzzle import Puzzle, check_puzzle
from puzzle_solver.rational import write_rational
from puzzle_solver.render.objects import rules_object
from puzzle_solver.render.style import spell
from puzzle_solver.sameness import Sameness, find_sameness
from puzzle_solver.search.budget import megabytes_of, seconds_of
from puzzle_solver.search.registry import ENGINES, choose_engine

TIME_LIMIT: Final = 10
"""Seconds that an engine has for a hand, unless told."""


class Difference(NamedTuple):
    """A solution that some engines found and others, which finished too, did not."""

    puzzle: Puzzle
    solution: str
    found: tuple[str, ...]
    missed: tuple[str, ...]

    def __str__(self) -> str:
        hand = " ".join(number.text for number in self.puzzle.hand)
        engines = f"found by {', '.join(self.found)}, missed by {', '.join(self.missed)}"
        return f"{hand}: {self.solution} = {write_rational(self.puzzle.target)} is {engines}"

    def to_object(self) -> dict[str, object]:
        """Return an object for JSON."""
        hand = [spell(number) for number in self.puzzle.hand]
        return {"hand": hand, "solution": self.solution, "found": list(self.found), "missed": list(self.missed)}


@dataclass(frozen=True, slots=True)
class Comparison:
    """What every engine took for a puzzle. All that finish must have found the same distinct solutions."""

    puzzle: Puzzle
    same: Sameness
    rows: tuple[Row, ...]

    @property
    def differences(self) -> tuple[Difference, ...]:
        """The solutions that some engines missed, for hands of any size."""
        sizes = sorted({measure.numbers for row in self.rows for measure in row.measures})
        return tuple(difference for numbers in sizes for difference in self._differences(numbers))

    def _differences(self, numbers: int) -> Iterator[Difference]:
        known = {
            row.engine: dict.fromkeys(measure.solutions)
            for row in self.rows
            for measure in row.measures
            if measure.numbers == numbers and measure.solutions is not None
        }
        # In the order in which the engines found them, which is the same for every run.
        for solution in dict.fromkeys(solution for solutions in known.values() for solution in solutions):
            missed = tuple(engine for engine in known if solution not in known[engine])
            if missed:
                found = tuple(engine for engine in known if engine not in missed)
                yield Difference(of_size(self.puzzle, numbers), solution, found, missed)

    def __str__(self) -> str:
        return "\n".join((HEADINGS, *map(write_row, self.rows), *map(str, self.differences)))

    def to_object(self) -> dict[str, object]:
        """Return an object for JSON, all numbers of puzzles in it exact strings."""
        return {
            "hand": [spell(number) for number in self.puzzle.hand],
            "target": write_rational(self.puzzle.target),
            "rules": rules_object(self.puzzle.rules),
            "same": self.same.value,
            "engines": [row.to_object() for row in self.rows],
            "differences": [difference.to_object() for difference in self.differences],
        }


def compare(
    puzzle: Puzzle,
    engines: Iterable[str] | None = None,
    *,
    same: Sameness | str = Sameness.ESSENCE,
    time_limit: float | None = TIME_LIMIT,
    memory_limit: float | None = None,
    sizes: Iterable[int] | None = None,
) -> Comparison:
    """Return what each of ``engines``, by default all, takes to find every distinct solution, in a process of its own.

    ``time_limit``, in seconds, and ``memory_limit``, in MB, are for one engine and one hand. Besides the puzzle's own
    hand those of other ``sizes`` are measured, by default that of one number more: see :func:`of_size`.

    >>> from puzzle_solver import Puzzle, compare
    >>> comparison = compare(Puzzle([3, 3, 8, 8]), ["target", "five_trees"], sizes=[])
    >>> [(row.engine, row.here.distinct) for row in comparison.rows], comparison.differences
    ([('target', 1), ('five_trees', 1)], ())

    Raises:
        InvalidPuzzle: a limit or a size is not positive, or another process cannot be given the operators.
        UnknownName: there is no such sameness or engine.
    """
    level = find_sameness(same)
    limits = {"time_limit": time_limit, "memory_limit": memory_limit}
    rows = compare_each(puzzle, engines, same=level, sizes=sizes, **limits)
    return Comparison(puzzle, level, tuple(rows))


def compare_each(
    puzzle: Puzzle,
    engines: Iterable[str] | None = None,
    *,
    same: Sameness | str = Sameness.ESSENCE,
    time_limit: float | None = TIME_LIMIT,
    memory_limit: float | None = None,
    sizes: Iterable[int] | None = None,
) -> Iterator[Row]:
    """Yield the rows of :func:`compare`, each as soon as its engine is done.

    >>> from puzzle_solver import Puzzle
    >>> from puzzle_solver.comparison import compare_each
    >>> [row.engine for row in compare_each(Puzzle([4, 6]), ["target"], sizes=[])]
    ['target']

    Raises:
        InvalidPuzzle: a limit or a size is not positive, or another process cannot be given the operators.
        UnknownName: there is no such sameness or engine.
    """
    check_puzzle(puzzle)
    limits = seconds_of(time_limit), megabytes_of(memory_limit)
    check_portable(puzzle)
    level, numbers = find_sameness(same), len(puzzle.hand)
    asked_for = [engine.name for engine in ENGINES] if engines is None else each_of(engines, *_ENGINES)
    # An engine that is named twice is measured once.
    names = dict.fromkeys(choose_engine(name)[0].name for name in asked_for)
    others = (
        [numbers + 1] if sizes is None else [to_integer(size, "size of a hand", 1) for size in each_of(sizes, *_SIZES)]
    )
    hands = [of_size(puzzle, size) for size in sorted({numbers, *others})]
    asked = {name: [Question(name, hand, level, *limits) for hand in hands] for name in names}
    return (Row(name, numbers, tuple(_measures(questions, numbers))) for name, questions in asked.items())


_ENGINES: Final = ("list of engines", "a list of names, as in ['target', 'tables']")
_SIZES: Final = ("list of sizes", "a list of integers, as in [4, 5]")


def of_size(puzzle: Puzzle, numbers: int) -> Puzzle:
    """Return the puzzle over the first so many numbers of its hand, followed by the next integers if it has fewer.

    Raises:
        InvalidPuzzle: a hand has at least one number.
    """
    numbers = to_integer(numbers, "size of a hand", 1)
    largest = floor(max(puzzle.values))
    # Larger than all of the hand, so that no number comes twice that did not before.
    following = range(largest + 1, largest + 1 + numbers - len(puzzle.hand))
    return Puzzle((*puzzle.hand[:numbers], *following), puzzle.target, puzzle.rules)


def _measures(questions: Iterable[Question], numbers: int) -> Iterator[Measure]:
    """Yield the measures of an engine. After what it does not finish, nothing larger is tried but the puzzle itself."""
    finishes = True
    for question in questions:
        if finishes or len(question.puzzle.hand) == numbers:
            seen = measure_apart(question)
            finishes = finishes and seen.ending is Ending.FINISHED
            yield seen
