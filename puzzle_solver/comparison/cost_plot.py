"""A comparison drawn: what each engine takes against how many numbers there are."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final, TypeAlias

from puzzle_solver.comparison.api import Comparison
from puzzle_solver.comparison.measurement import Ending, Measure
from puzzle_solver.comparison.rows import Row
from puzzle_solver.rational import shorten, write_rational
from puzzle_solver.render.plot import Point, check_plot, draw

Amount: TypeAlias = Callable[[Measure], float | None]

AMOUNTS: Final[Mapping[str, Amount]] = MappingProxyType(
    {
        "seconds": lambda measure: measure.seconds,
        "candidates": lambda measure: measure.candidates,
    }
)


def draw_costs(comparison: Comparison, path: str) -> None:
    """Draw :func:`plot_costs` in a file.

    Raises:
        InvalidPuzzle: the name of the file ends neither in .svg nor in .png.
        MissingLibrary: matplotlib is not installed.
        OSError: the file cannot be written.
    """
    # Before anything is drawn: a wrong name should cost no time.
    ending = check_plot(path)
    Path(path).write_bytes(plot_costs(comparison, ending))


def plot_costs(comparison: Comparison, ending: str) -> bytes:
    """Draw the time and the candidates of every engine over all hands that were measured.

    ``ending`` says how: ``.svg`` or ``.png``.
    """
    puzzle = comparison.puzzle
    hand, target = shorten(" ".join(number.text for number in puzzle.hand)), write_rational(puzzle.target)
    panels = {
        name: {row.engine: points for row in comparison.rows if (points := list(_points(row, amount)))}
        for name, amount in AMOUNTS.items()
    }
    return draw(
        ending, f"Every distinct solution of {hand} → {target}, from its first two numbers up", "numbers", panels
    )


def _points(row: Row, amount: Amount) -> Iterator[Point]:
    for measure in row.measures:
        value = amount(measure)
        if value:  # 0 has no place on a logarithmic scale
            yield Point(measure.numbers, value, measure.ending is Ending.STOPPED)
