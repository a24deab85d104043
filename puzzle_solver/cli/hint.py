"""``puzzle hint``: hints for a puzzle, each of which gives away a little more."""

from __future__ import annotations

from types import MappingProxyType
from typing import Annotated, Final, NamedTuple

from typer import Option

from puzzle_solver import hints as library
from puzzle_solver.cli import console
from puzzle_solver.cli.command import FOUND, INTERRUPTED, NONE, STOPPED, examples
from puzzle_solver.cli.options import Asked, Hand, How, Print, hand_of, introduce_engine, limits_of, settings_of
from puzzle_solver.cli.question import make_puzzle, read_range
from puzzle_solver.cli.show import STOPS
from puzzle_solver.errors import InvalidPuzzle
from puzzle_solver.hints import Hints, Stage
from puzzle_solver.result import Outcome
from puzzle_solver.sameness import Sameness

EXAMPLES: Final = examples(
    "puzzle hint 3 3 8 8",
    "puzzle hint 3 3 8 8 --stage 3",
    "puzzle hint 3 8 1 1 --after '3*8'",
    "puzzle hint --rules countdown --target 952 25 50 75 100 3 6 --after '100+6 = 106' --all",
)

_CODES: Final = MappingProxyType(
    {
        Outcome.SOLVED: FOUND,
        Outcome.IMPOSSIBLE: NONE,
        Outcome.NOT_FOUND: NONE,
        Outcome.STOPPED: STOPPED,
    }
)
_HINT: Final = "still searching; Ctrl-C ends it and tells what is known so far"


class Wanted(NamedTuple):
    """What hints are for, and how many."""

    after: Annotated[
        list[str] | None,
        Option(
            "--after",
            metavar="STEP",
            help="A step that has been done, such as '3*8' or '3*8 = 24'; once for each step. Hints are for what is "
            "left.",
        ),
    ] = None
    stage: Annotated[
        int | None,
        Option(
            "--stage",
            min=int(min(Stage)),
            max=int(max(Stage)),
            metavar="N",
            help="The hints of the stages 1 to N: can it be made; is a fraction or a negative number needed; "
            "the last operation; the first step; all steps but one.  [default: 1]",
        ),
    ] = None
    every: Annotated[bool, Option("--all", help="The hints of all stages.")] = False


class Within(NamedTuple):
    """The search, as for every command that searches; in what way solutions are counted as one plays no part."""

    engine: Annotated[str, Option(metavar="NAME", help="Which engine searches.")] = "auto"
    time_limit: Annotated[float | None, Option(metavar="S", help="Stop after S seconds.")] = None
    memory_limit: Annotated[float | None, Option(metavar="MB", help="Stop when the program holds MB megabytes.")] = None
    verbose: Annotated[bool, Option("--verbose", "-v", help="Say on stderr which engine searched, and why.")] = False


def hint(given: Hand, asked: Asked, wanted: Wanted, within: Within, form: Print = "text") -> int:
    """Give hints for the puzzle of NUMBERS, each of which gives away a little more.

    They are printed one a line, and all lead to the simplest solution, which is never told. With --after they are
    for what some steps have left, and tell whether the target can still be made.

    The exit code is 0 if the target can be made, 1 if not, 2 for misuse and for a step that is not allowed, 3 if a
    limit stopped the search before that was known, 130 after Ctrl-C.
    """
    how = How(Sameness.ESSENCE, *within)
    stage = _stage(wanted)
    if read_range(asked.target) is not None:
        raise InvalidPuzzle("hints are for one target: give --target a number in place of a range")
    puzzle = make_puzzle(hand_of(given, "puzzle hint 3 3 8 8"), settings_of(asked))
    introduce_engine(how)
    with console.interruption(_HINT) as interrupted:
        hints = library.hint(
            puzzle, [step.removeprefix(" ") for step in wanted.after or ()], **limits_of(how, interrupted)
        )
        if form == "text":
            _print(hints, stage)
        else:
            console.put_json(hints.to_object(stage), form)
        return INTERRUPTED if interrupted() else _CODES[hints.possible.outcome]


def _stage(wanted: Wanted) -> int:
    if wanted.every and wanted.stage is not None:
        raise InvalidPuzzle("--all does not go with --stage: leave out one of them")
    return max(Stage) if wanted.every else wanted.stage or min(Stage)


def _print(hints: Hints, stage: int) -> None:
    if hints.possible.outcome is Outcome.STOPPED:
        console.say(f"{hints.possible}{STOPS.get(hints.stopped or '', '')}")
        return
    for each in hints.up_to(stage):
        console.put(str(each))
        console.flush()
    if hints.stopped:
        console.say(f"stopped ({hints.stopped}): there may be a simpler solution{STOPS[hints.stopped]}")
