"""What is told of a verdict, one or many."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Final, NamedTuple

from typer import Option

from puzzle_solver.checker import Verdict
from puzzle_solver.cli.printing import ROW_ENDINGS
from puzzle_solver.sameness import Sameness

FORMS: Final = ("text", "json", "jsonl", "csv")

_COLUMNS: Final = ("hand", "target", "answer", "correct", "value", "reasons", "messages")

ENDINGS: Final[Mapping[str, str]] = MappingProxyType({".txt": "text", **ROW_ENDINGS})


class Told(NamedTuple):
    """What is told besides the verdict."""

    form: Annotated[str | None, Option("--format", "-f", metavar="NAME", help=f"How to print: {', '.join(FORMS)}.")] = (
        None
    )
    output: Annotated[
        str | None,
        Option(
            "--output",
            "-o",
            metavar="FILE",
            help=f"Write to a file, in the format that its name ends with: {', '.join(ENDINGS)}. - is stdout.",
        ),
    ] = None
    steps: Annotated[bool, Option("--steps", help="Tell the answer step by step, too.")] = False
    canonical: Annotated[
        bool,
        Option(
            "--canonical",
            help="Tell the text that equal answers share, too, at each level of sameness.",
        ),
    ] = False


def verdict_columns(told: Told) -> tuple[str, ...]:
    """Return the columns of verdicts in CSV: the keys of their objects."""
    more = {"steps": told.steps, "canonical": told.canonical}
    return (*_COLUMNS, *(column for column, wanted in more.items() if wanted))


def verdict_object(verdict: Verdict, told: Told) -> dict[str, object]:
    """Return a verdict as an object for JSON, with what else was asked for."""
    said = verdict.to_object()
    if told.steps:
        said["steps"] = list(verdict.steps)
    if told.canonical:
        levels = () if verdict.value is None else Sameness
        said["canonical"] = {level.value: verdict.canonical(level) for level in levels} or None
    return said
