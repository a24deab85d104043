"""A comparison as text, a line an engine. Columns are as wide as they are, so that a line can be shown at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from puzzle_solver.comparison.measurement import Ending, Measure
from puzzle_solver.comparison.rows import Growth, Row

UNKNOWN: Final = "-"


class Column(NamedTuple):
    """A column: its heading, its width, and what stands in it."""

    heading: str
    width: int
    cell: Callable[[Row], str]


def write_row(row: Row) -> str:
    """Return the line of an engine; of one that refuses, with its reason."""
    if row.here.ending is Ending.REFUSED:
        return f"{row.engine:{COLUMNS[0].width}} refuses: {row.here.reason}"
    return _line(column.cell(row) for column in COLUMNS)


def _line(cells: Iterable[str]) -> str:
    first, *others = (column.width for column in COLUMNS)
    name, *figures = cells
    return f"{name:{first}}" + "".join(f"{text:>{width}}" for text, width in zip(figures, others, strict=True))


def _taken(figure: Callable[[Measure], float | None], form: str) -> Callable[[Row], str]:
    """Return a cell that shows a figure; of an engine that was stopped it is what it had come to."""

    def cell(row: Row) -> str:
        amount = figure(row.here)
        if amount is None:
            return UNKNOWN
        # An engine that was stopped would have needed more: the figure is a lower bound.
        return f"{'>' * (row.here.ending is Ending.STOPPED)}{form.format(amount)}"

    return cell


def _grown(figure: Callable[[Growth], float | None]) -> Callable[[Row], str]:
    """Return a cell that shows how many times as much one number more takes."""

    def cell(row: Row) -> str:
        ratio, more = figure(row.growth), row.more
        if more is not None and more.ending is not Ending.FINISHED:
            return str(more.ending.value)
        return UNKNOWN if ratio is None else f"x {ratio:,.1f}"

    return cell


def _distinct(row: Row) -> str:
    return str(row.here.ending.value) if row.here.distinct is None else f"{row.here.distinct:,}"


COLUMNS: Final = (
    Column("engine", 15, lambda row: row.engine),
    Column("candidates", 14, _taken(lambda seen: seen.candidates, "{:,}")),
    Column("written", 11, _taken(lambda seen: seen.written, "{:,}")),
    Column("distinct", 10, _distinct),
    Column("time", 12, _taken(lambda seen: seen.seconds, "{:,.3f} s")),
    Column("memory", 11, _taken(lambda seen: seen.megabytes, "{:,.0f} MB")),
    Column("candidates +1", 15, _grown(lambda growth: growth.candidates)),
    Column("time +1", 10, _grown(lambda growth: growth.seconds)),
)
"""The last two tell how many times as much one number more takes."""

HEADINGS: Final = _line(column.heading for column in COLUMNS)
