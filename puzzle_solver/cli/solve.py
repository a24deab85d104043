"""``puzzle solve``: solutions of one puzzle, or of many."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import MappingProxyType
from typing import Annotated, Final, NamedTuple, TypeAlias

from typer import Option

from puzzle_solver import solver
from puzzle_solver.cli import console
from puzzle_solver.cli.command import FOUND, INTERRUPTED, NONE, STOPPED, examples
from puzzle_solver.cli.options import (
    RANGE,
    Asked,
    Hand,
    How,
    hand_of,
    introduce_engine,
    limits_of,
    refuse_clashes,
    settings_of,
)
from puzzle_solver.cli.output import choose_form
from puzzle_solver.cli.printing import ROW_ENDINGS, printed_to
from puzzle_solver.cli.question import OVERRIDES, make_puzzle, read_range, resolve_rules
from puzzle_solver.cli.show import DATA, ENDINGS, RESULT_COLUMNS, Display, describe_stop, explain, show
from puzzle_solver.expression import Number
from puzzle_solver.puzzle import Puzzle
from puzzle_solver.render.style import find_style
from puzzle_solver.result import Outcome, Result
from puzzle_solver.sameness import Sameness

EXAMPLES: Final = examples(
    "puzzle solve 3 3 8 8",
    "puzzle solve --target 1000 --keep-order 1 3 4 5 6 7 8 9 --all",
    "puzzle solve --rules countdown --target 952 25 50 75 100 3 6 --steps",
    "puzzle solve --ops '+-*/^√!' --join --decimals --target 0..20 4 4 4 4",
)

_CODES: Final = MappingProxyType(
    {
        Outcome.SOLVED: FOUND,
        Outcome.IMPOSSIBLE: NONE,
        Outcome.NOT_FOUND: NONE,
        Outcome.STOPPED: STOPPED,
    }
)


_HINT: Final = "still searching; Ctrl-C ends it and shows what was found so far"


class Wanted(NamedTuple):
    """How many solutions are wanted."""

    limit: Annotated[
        int | None,
        Option(
            "--limit",
            "-n",
            min=1,
            metavar="N",
            help="How many solutions; by default 1, the simplest.",
        ),
    ] = None
    every: Annotated[bool, Option("--all", help="All distinct solutions.")] = False
    only_count: Annotated[bool, Option("--count", help="Only how many distinct solutions there are.")] = False
    nearest: Annotated[bool, Option("--nearest", help="If the target cannot be made, what comes nearest.")] = False


Search: TypeAlias = Callable[[Puzzle, Sameness, console.Interrupted], Result]
BatchFile: TypeAlias = Annotated[
    str | None,
    Option(
        metavar="FILE",
        help="Solve a puzzle a row, - for stdin, and print a row for each. A row is a hand, a hand -> target, "
        f"a JSON object with hand and any of target, rules, {', '.join(OVERRIDES)}, same; or a row of a table, CSV or "
        "TSV, whose header names hand, or n1, n2, ..., and target or rules. Rows override the options. Other keys and "
        "columns are passed through. A bad row gets an error and its line.",
    ),
]


def solve(given: Hand, asked: Asked, wanted: Wanted, how: How, display: Display, batch: BatchFile = None) -> int:
    """Find expressions over NUMBERS that make the target.

    They are printed simplest first, one a line. Of a range of targets each has its own.

    The exit code is 0 if there is a solution, 1 if there is none, 2 for misuse, 3 if a limit stopped the search
    with nothing found, 130 after Ctrl-C; of a batch 0, or 2 if any line was bad.
    """
    endings, default = (ENDINGS, "text") if batch is None else (ROW_ENDINGS, "jsonl")
    form = choose_form(display.output, endings, given=display.form, default=default)
    display = display._replace(form=form)
    targets = read_range(asked.target)
    refuse_clashes({**_options(given, asked, wanted, display, batch), RANGE: targets is not None}, form)
    find_style(display.style or "ascii")
    if batch is not None:
        return _solve_batch(batch, asked, wanted, how, display)
    introduce_engine(how)
    hand = hand_of(given)
    with printed_to(display.output):
        if targets is not None:
            return _solve_range(hand, asked, targets, wanted, how, display)
        return _solve_one(make_puzzle(hand, settings_of(asked)), wanted, how, display)


def _solve_batch(batch: str, asked: Asked, wanted: Wanted, how: How, display: Display) -> int:
    from puzzle_solver.cli.batch import Output, solve_batch  # for a batch only

    introduce_engine(how)
    asking = {**settings_of(asked), "same": how.same.value}
    return solve_batch(batch, asking, _searcher(wanted, how), Output(display.form or "jsonl", display.output))


def _solve_one(puzzle: Puzzle, wanted: Wanted, how: How, display: Display) -> int:
    with console.interruption(_HINT) as interrupted:
        result = _searcher(wanted, how)(puzzle, how.same, interrupted)
    _print(result, display.form or "text", wanted, display)
    return INTERRUPTED if interrupted() else _code(result, wanted)


def _code(result: Result, wanted: Wanted) -> int:
    return STOPPED if wanted.only_count and result.count is None else _CODES[result.outcome]


def _solve_range(
    hand: tuple[Number, ...], asked: Asked, targets: range, wanted: Wanted, how: How, display: Display
) -> int:
    form, codes, objects = display.form or "text", set(), []
    rules = resolve_rules(settings_of(asked))
    if form == "csv":
        from puzzle_solver.cli.forms import put_head  # few need it

        put_head(RESULT_COLUMNS)
    with console.interruption() as interrupted:
        for result in solver.solve_each(
            hand,
            targets,
            rules,
            limit=_limit(wanted),
            same=how.same,
            nearest=wanted.nearest,
            only_count=wanted.only_count,
            **limits_of(how, interrupted),
        ):
            codes.add(_code(result, wanted))
            if form == "json":
                objects.append(result.to_object())
            else:
                _print(result, form, wanted, display, several=True)
                console.flush()
            if result.stopped:
                console.say(f"{describe_stop(result)}: targets after {result.puzzle.target} were not searched for")
                break
    if form == "json":
        console.put_json(objects, form)
    return INTERRUPTED if interrupted() else next(code for code in (FOUND, STOPPED, NONE) if code in codes)


def _options(given: Hand, asked: Asked, wanted: Wanted, display: Display, batch: str | None) -> dict[str, object]:
    return {
        "NUMBERS": given.numbers,
        "--digits": given.digits,
        "--limit": wanted.limit,
        "--limit above 1": (wanted.limit or 1) > 1,
        "--all": wanted.every,
        "--count": wanted.only_count,
        "--nearest": wanted.nearest,
        "--steps": display.steps,
        "--idea": display.idea,
        "--style": display.style,
        "--batch": batch is not None,
    }


def _searcher(wanted: Wanted, how: How) -> Search:
    def search(puzzle: Puzzle, same: Sameness, interrupted: console.Interrupted) -> Result:
        limits = limits_of(how, interrupted)
        if wanted.only_count:
            return solver.count(puzzle, same=same, **limits)
        return solver.solve(puzzle, limit=_limit(wanted), same=same, nearest=wanted.nearest, **limits)

    return search


def _limit(wanted: Wanted) -> int | None:
    return None if wanted.every else min(wanted.limit or 1, sys.maxsize)


def _print(result: Result, form: str, wanted: Wanted, display: Display, *, several: bool = False) -> None:
    """Print one result; ``several``: it is one of many over the same hand and rules."""
    enough = len(result.solutions) == (wanted.limit or 1) and not wanted.every
    words = explain(result, enough=enough, brief=several, counting=wanted.only_count)
    if words and form not in DATA:
        console.say(words)
    if not wanted.only_count or form in DATA:
        show(result, form, display, valued=several)
    elif result.count is not None:
        console.put(f"{result.puzzle.target}\t{result.count}" if several else str(result.count))
