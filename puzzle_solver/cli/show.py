"""How solutions are shown, and what is said of a result in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Annotated, Final, NamedTuple, TypeAlias

from typer import Option

from puzzle_solver.cli import console
from puzzle_solver.cli.printing import ROW_ENDINGS
from puzzle_solver.rational import write_rational
from puzzle_solver.render import FORMATS
from puzzle_solver.render.style import STYLES
from puzzle_solver.result import Outcome, Result, Solution

Write: TypeAlias = Callable[[Solution], str]

JSON: Final = ("json", "jsonl")
DATA: Final = (*JSON, "csv")
"""The formats for programs. They tell how a search ended, too."""

ENDINGS: Final[Mapping[str, str]] = MappingProxyType(
    {".txt": "text", **ROW_ENDINGS, ".md": "markdown", ".tex": "latex", ".svg": "svg"}
)
"""The formats of solutions, by the endings of the names of files."""

RESULT_COLUMNS: Final = (
    "hand",
    "target",
    "rules",
    "outcome",
    "complete",
    "same",
    "count",
    "solutions",
    "steps",
    "nearest",
    "limit",
    "engine",
)
"""The columns of results in CSV."""

FORMS: Final = ("text", *DATA, *(name for name in FORMATS if name != "text"))


def _forms() -> list[str]:
    return list(FORMS)


def _styles() -> list[str]:
    return list(STYLES)


class Display(NamedTuple):
    """How solutions are shown."""

    form: Annotated[
        str | None,
        Option(
            "--format",
            "-f",
            metavar="NAME",
            autocompletion=_forms,
            help=f"How to print: {', '.join(FORMS)}.",
        ),
    ] = None
    steps: Annotated[bool, Option("--steps", help="Show each solution step by step.")] = False
    idea: Annotated[bool, Option("--idea", help="Show the formula behind each solution.")] = False
    style: Annotated[
        str | None,
        Option(
            metavar="NAME",
            autocompletion=_styles,
            help="How to write operators: ascii (*, the default) or unicode (×).",
        ),
    ] = None
    output: Annotated[
        str | None,
        Option(
            "--output",
            "-o",
            metavar="FILE",
            help=f"Write to a file, in the format that its name ends with: {', '.join(ENDINGS)}. - is stdout.",
        ),
    ] = None


def show(result: Result, form: str, display: Display, *, valued: bool = False) -> None:
    """Print the solutions of a result, or else the nearest: as text, one a line; ``valued``: each with its value."""
    if form in DATA:
        _put_object(result, form, headed=not valued)
        return
    style = display.style if display.style and console.can_print() else "ascii"
    target = None if valued else result.puzzle.target
    write = _line_writer(display, style, target) if form == "text" else _writer(form, style)
    nearest = (solution for near in result.nearest or () for solution in near.solutions)
    for index, solution in enumerate(result.solutions or nearest):
        if index and FORMATS[form].block:
            console.put("")
        console.put(write(solution))


def _put_object(result: Result, form: str, *, headed: bool) -> None:
    if form in JSON:
        console.put_json(result.to_object(), form)
        return
    from puzzle_solver.cli.forms import put_cells, put_head  # few need it

    if headed:
        put_head(RESULT_COLUMNS)
    put_cells(result.to_object(), RESULT_COLUMNS)


def _writer(form: str, style: str) -> Write:
    return lambda solution: solution.write(form, style)


def _line_writer(display: Display, style: str, target: Fraction | None) -> Write:
    """Return what writes a solution as one line: its text or its steps and, after a tab, its idea.

    Its value is written where it is not the target.
    """

    def write(solution: Solution) -> str:
        text = solution.text(style)
        if solution.value != target:
            text += f" = {write_rational(solution.value)}"
        if display.steps:
            text = _steps(solution, style) or text
        return f"{text}\t{_idea(solution)}" if display.idea else text

    return write


def _steps(solution: Solution, style: str) -> str:
    from puzzle_solver.render.steps import to_steps  # a millisecond at start-up

    return ", ".join(to_steps(solution.expression, style))


def _idea(solution: Solution) -> str:
    from puzzle_solver.render.idea import to_idea  # it needs sympy, half a second at start-up

    return str(to_idea(solution.expression))


STOPS: Final = MappingProxyType({"time": "; raise --time-limit", "memory": "; raise --memory-limit", "interrupt": ""})
"""What stops a search before its end, and what can be done about it."""


def describe_stop(result: Result) -> str:
    """``stopped (time)``."""
    return f"stopped ({result.limit})"


def remedy(result: Result) -> str:
    """What can be done about the limit that bit, if anything can."""
    return STOPS.get(result.limit or "", "")


def explain(result: Result, *, enough: bool, brief: bool = False, counting: bool = False) -> str:
    """Why there is no solution, or what may be missing; empty where all is well.

    ``enough``: there are as many solutions as were asked for. ``brief``: the rules are not told. ``counting``: only
    the number of solutions was asked for.
    """
    if result.outcome is not Outcome.SOLVED:
        from puzzle_solver.render.words import describe_rules  # where all is well nothing of it is said

        rules = "" if brief else f" ({describe_rules(result.puzzle.rules)})"
        words = f"{result.words}{rules}{remedy(result)}"
        near = " and ".join(write_rational(nearest.value) for nearest in result.nearest or ())
        return f"{words}; nearest: {near}" if near else words
    if result.limit in STOPS and counting:
        return f"{describe_stop(result)}: there are solutions, but how many is not known{remedy(result)}"
    if result.limit in STOPS:
        return f"{describe_stop(result)}: there may be more or simpler solutions{remedy(result)}"
    return f"there may be more solutions with {result.limit}" if result.limit and not enough else ""
