"""``puzzle solve``: solutions of one puzzle, or of many."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import MappingProxyType
from typing import Annotated, Final, NamedTuple, TypeAlias

from typer import Option

from puzzle_solver import solver
from puzzle_solver.cli import console
from puzzle_solver.cli.asking import make_puzzle
from puzzle_solver.cli.clashes import refuse_clashes
from puzzle_solver.cli.command import FOUND, INTERRUPTED, NONE, STOPPED, examples
from puzzle_solver.cli.display import JSON, Display, show
from puzzle_solver.cli.parameters import Asked, How, hand_of, introduce_engine, limits_of, settings_of
from puzzle_solver.cli.words import explain
from puzzle_solver.puzzle import Puzzle
from puzzle_solver.render.style import find_style
from puzzle_solver.result import Outcome, Result
from puzzle_solver.sameness import Sameness

EXAMPLES: Final = examples(
    "puzzle solve 3 3 8 8",
    "puzzle solve --target 1000 --keep-order 1 3 4 5 6 7 8 9 --all",
    "puzzle solve --rules countdown --target 952 25 50 75 100 3 6 --steps",
)

_CODES: Final = MappingProxyType({
    Outcome.SOLVED: FOUND, Outcome.IMPOSSIBLE: NONE, Outcome.NOT_FOUND: NONE, Outcome.STOPPED: STOPPED,
})  # fmt: skip


class Wanted(NamedTuple):
    """How many solutions are wanted."""

    limit: Annotated[int | None, Option(
        "--limit", "-n", min=1, metavar="N", help="How many solutions; by default 1, the simplest.",
    )] = None  # fmt: skip
    every: Annotated[bool, Option("--all", help="All distinct solutions.")] = False
    only_count: Annotated[bool, Option("--count", help="Only how many distinct solutions there are.")] = False
    nearest: Annotated[bool, Option("--nearest", help="If the target cannot be made, what comes nearest.")] = False


Search: TypeAlias = Callable[[Puzzle, Sameness, console.Interrupted], Result]
BatchFile: TypeAlias = Annotated[str | None, Option(
    metavar="FILE",
    help="Solve a puzzle a line, - for stdin, and print a line of JSON for each. A line is a hand, a hand -> target, "
    "or an object with hand and any of target, rules, ops, order, use, domain, same; these override the options. "
    "Blank lines are skipped; a bad line gets an object with error and line.",
)]  # fmt: skip


def solve(asked: Asked, wanted: Wanted, how: How, display: Display, batch: BatchFile = None) -> int:
    """Find expressions over NUMBERS that make the target.

    They are printed simplest first, one a line.

    The exit code is 0 if there is a solution, 1 if there is none, 2 for misuse, 3 if a limit stopped the search
    with nothing found, 130 after Ctrl-C; of a batch 0, or 2 if any line was bad.
    """
    form = display.form or ("text" if batch is None else "jsonl")
    refuse_clashes(_options(asked, wanted, display, batch), form)
    find_style(display.style or "ascii")
    introduce_engine(how)
    search = _searcher(wanted, how)
    if batch is not None:
        from puzzle_solver.cli.batch import solve_batch  # 2 ms at start-up, for a batch only

        return solve_batch(batch, {**settings_of(asked), "same": how.same.value}, search)
    puzzle = make_puzzle(hand_of(asked), settings_of(asked))
    with console.interruption() as interrupted:
        result = search(puzzle, how.same, interrupted)
    _print(result, form, wanted, display)
    if interrupted():
        return INTERRUPTED
    return STOPPED if wanted.only_count and result.count is None else _CODES[result.outcome]


def _options(asked: Asked, wanted: Wanted, display: Display, batch: str | None) -> dict[str, object]:
    return {
        "NUMBERS": asked.numbers,
        "--digits": asked.digits,
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
        limit = None if wanted.every else min(wanted.limit or 1, sys.maxsize)
        return solver.solve(puzzle, limit=limit, same=same, nearest=wanted.nearest, **limits)

    return search


def _print(result: Result, form: str, wanted: Wanted, display: Display) -> None:
    enough = len(result.solutions) == (wanted.limit or 1) and not wanted.every
    words = explain(result, enough=enough, counting=wanted.only_count)
    if words and form not in JSON:
        console.say(words)
    if not wanted.only_count or form in JSON:
        show(result, form, display)
    elif result.count is not None:
        console.put(str(result.count))
