"""``puzzle compare``: several engines on one puzzle, side by side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from types import MappingProxyType
from typing import Annotated, Final, NamedTuple

from typer import Option

from puzzle_solver.cli import console
from puzzle_solver.cli.command import FOUND, MISUSE, NONE, STOPPED, examples
from puzzle_solver.cli.options import Asked, Hand, Level, Print, hand_of, settings_of
from puzzle_solver.cli.output import try_document, unshielded, write_document
from puzzle_solver.cli.question import make_puzzle, read_range
from puzzle_solver.comparison import TIME_LIMIT, Comparison, Ending, Row, compare_each
from puzzle_solver.comparison.table import HEADINGS, write_row
from puzzle_solver.errors import InvalidPuzzle
from puzzle_solver.render.plot import check_plot
from puzzle_solver.sameness import Sameness
from puzzle_solver.search.registry import ENGINES

EXAMPLES: Final = examples(
    "puzzle compare 2 3 4",
    "puzzle compare --keep-order --target 10 1 2 3 4 --engine target --engine pick_two --same trees",
)

_CODES: Final = MappingProxyType({Ending.FINISHED: FOUND, Ending.STOPPED: STOPPED, Ending.REFUSED: MISUSE})


def _engines() -> list[str]:
    return [engine.name for engine in ENGINES]


class Within(NamedTuple):
    """Which engines, and what each may spend on a hand."""

    same: Level = Sameness.ESSENCE
    engines: Annotated[
        list[str] | None,
        Option(
            "--engine",
            metavar="NAME",
            autocompletion=_engines,
            help="An engine to compare; once for each. By default all are: puzzle engines lists them.",
        ),
    ] = None
    time_limit: Annotated[float, Option(metavar="S", help="Stop an engine after S seconds.")] = TIME_LIMIT
    memory_limit: Annotated[
        float | None,
        Option(
            metavar="MB",
            help="Stop an engine when its process holds MB megabytes.",
        ),
    ] = None


def compare(
    given: Hand,
    asked: Asked,
    within: Within,
    plot: Annotated[
        str | None,
        Option(
            metavar="FILE",
            help="Draw time and candidates against the number of numbers, from 2 up: .svg or .png.",
        ),
    ] = None,
    form: Print = "text",
) -> int:
    """Let several engines find every distinct solution of NUMBERS, each in a process of its own.

    A line tells, of an engine: how many candidates it tried; how many expressions it met that make the target, as
    written; how many distinct solutions those are; the processor time and the most memory that it took. The last two
    columns tell how many times as much it takes with one number more, the integer after the largest. What an engine
    does not count is a -; what one had come to when it was stopped is marked with >.

    The exit code is 0 if all that finished found the same, 1 if not, and then the difference is told, 2 for misuse and
    if all refuse, 3 if none finished, 130 after Ctrl-C.
    """
    if read_range(asked.target) is not None:
        raise InvalidPuzzle("engines are compared on one target: give --target a number in place of a range")
    puzzle = make_puzzle(hand_of(given, "puzzle compare 3 3 8 8"), settings_of(asked))
    ending = None if plot is None else _ending(plot)
    numbers = len(puzzle.hand)
    rows = compare_each(
        puzzle,
        within.engines or None,
        same=within.same,
        time_limit=within.time_limit,
        memory_limit=within.memory_limit,
        sizes=(numbers + 1,) if plot is None else range(2, numbers + 2),
    )
    comparison = Comparison(puzzle, within.same, tuple(_shown(rows) if form == "text" else rows))
    _end(comparison, form)
    if plot is not None and ending is not None:
        from puzzle_solver.comparison.cost_plot import plot_costs

        write_document(plot, plot_costs(comparison, ending))
    return _code(comparison)


def _ending(plot: str) -> str:
    """Return the ending of the file for a plot, if it can be written and drawn."""
    ending = check_plot(unshielded(plot))
    try_document(plot)
    return ending


def _shown(rows: Iterable[Row]) -> Iterator[Row]:
    """Print each row, and pass it on."""
    console.put(HEADINGS)
    for row in rows:
        console.put_now(write_row(row))
        yield row


def _end(comparison: Comparison, form: str) -> None:
    if form != "text":
        console.put_json(comparison.to_object(), form)
        return
    for difference in comparison.differences:
        console.put(str(difference))


def _code(comparison: Comparison) -> int:
    endings = {row.here.ending for row in comparison.rows}
    if comparison.differences:
        return NONE
    return next(_CODES[ending] for ending in Ending if ending in endings)
