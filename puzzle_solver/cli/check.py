"""``puzzle check``: is somebody's answer right?"""

from __future__ import annotations

from typing import Annotated, Final, NamedTuple

from typer import Argument, Option

from puzzle_solver import checker
from puzzle_solver.checker import Verdict
from puzzle_solver.cli import console
from puzzle_solver.cli.command import FOUND, NONE, examples
from puzzle_solver.cli.options import Asked, Digits, Hand, hand_of, settings_of
from puzzle_solver.cli.output import choose_form
from puzzle_solver.cli.printing import ROW_ENDINGS, printed_to
from puzzle_solver.cli.question import make_puzzle
from puzzle_solver.cli.verdicts import ENDINGS, FORMS, Told, verdict_columns, verdict_object
from puzzle_solver.errors import InvalidPuzzle, UnknownName
from puzzle_solver.sameness import Sameness

EXAMPLES: Final = examples(
    "puzzle check '8/(3-8/3)' --numbers '3 3 8 8'",
    "puzzle check '(75*3*(100+6)-50)/25 = 952' --numbers '25 50 75 100 3 6' --rules countdown --target 952",
    "puzzle check '-3*-8' --numbers '-3 -8' --format json --steps",
)


class Many(NamedTuple):
    """Many answers."""

    batch: Annotated[
        str | None,
        Option(
            metavar="FILE",
            help="Check an answer a row, - for stdin, and print a row for each. A row has hand, answer and what else a "
            "row of puzzle solve --batch may have, as a JSON object or in a table; without answer each of its "
            "solutions is checked. Rows override the options.",
        ),
    ] = None
    workers: Annotated[int, Option(min=1, max=1000, metavar="N", help="Share a batch between so many processes.")] = 1


def check(
    asked: Asked,
    told: Told,
    many: Many,
    answer: Annotated[
        str | None,
        Argument(
            metavar="ANSWER",
            show_default=False,
            help="An expression, also as '... = 24', in LaTeX, or in steps.",
        ),
    ] = None,
    numbers: Annotated[str | None, Option(metavar="NUMBERS", help="The hand, as in '3 3 8 8'.")] = None,
    digits: Digits = None,
) -> int:
    """Judge an ANSWER to a puzzle: is it right, and if not, what is wrong with it?

    All that is wrong is told, a line each. Whether the puzzle has a solution plays no part.

    The exit code is 0 if the answer is right, 1 if not, 2 if it cannot be read and for misuse, 130 after Ctrl-C; of
    a batch 0, or 2 if any line was bad.
    """
    given = Hand([numbers] if numbers else None, digits)
    if many.batch is not None:
        form = choose_form(told.output, ROW_ENDINGS, given=told.form, default="jsonl")
        _refuse_with_batch({"ANSWER": answer, "--numbers": numbers, "--digits": digits}, form)
        from puzzle_solver.cli.batch import Output, check_batch  # for a batch only

        return check_batch(many.batch, settings_of(asked), told, many.workers, Output(form, told.output))
    if answer is None:
        raise InvalidPuzzle("there is no answer: give one, as in puzzle check '8*3' --numbers '3 8'")
    form = choose_form(told.output, ENDINGS, given=told.form, default="text")
    _refuse_unknown(form)
    puzzle = make_puzzle(hand_of(given, "puzzle check '8*3' --numbers '3 8'"), settings_of(asked))
    with printed_to(told.output):
        verdict = checker.check(answer.removeprefix(" "), puzzle)
        _print(verdict, form, told)
    return FOUND if verdict.correct else NONE


def _refuse_unknown(form: str) -> None:
    if form not in FORMS:
        raise UnknownName(f"no format is called {form!r}: choose from {', '.join(FORMS)}")


def _refuse_with_batch(options: dict[str, object], form: str) -> None:
    _refuse_unknown(form)
    for option, value in options.items():
        if value is not None:
            raise InvalidPuzzle(f"--batch does not go with {option}: leave out one of them")
    if form == "text":
        raise InvalidPuzzle("--batch does not go with --format text: it prints jsonl, json or csv")


def _print(verdict: Verdict, form: str, told: Told) -> None:
    if form == "csv":
        from puzzle_solver.cli.forms import put_cells, put_head  # few need it

        put_head(verdict_columns(told))
        put_cells(verdict_object(verdict, told), verdict_columns(told))
        return
    if form != "text":
        console.put_json(verdict_object(verdict, told), form)
        return
    console.put(str(verdict))
    for step in verdict.steps if told.steps else ():
        console.put(step)
    if told.canonical and verdict.value is not None:
        console.put_table((level.value, verdict.canonical(level)) for level in Sameness)
