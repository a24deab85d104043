"""``puzzle generate``: puzzles to a specification."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager
from types import MappingProxyType
from typing import Annotated, Final, NamedTuple

from typer import Option

from puzzle_solver import generator
from puzzle_solver.cli import console
from puzzle_solver.cli.command import FOUND, INTERRUPTED, NONE, STOPPED, examples
from puzzle_solver.cli.options import Asked, Level, settings_of
from puzzle_solver.cli.output import STDOUT, choose_form, open_rows
from puzzle_solver.cli.question import resolve_rules
from puzzle_solver.cli.show import STOPS
from puzzle_solver.errors import InvalidPuzzle, SearchStopped, UnmetSpecification
from puzzle_solver.generator import DECKS, FORMS, GUARANTEES, RESTRICTIONS, TRIES, Generated, Sheet, Specification
from puzzle_solver.generator.guarantees import written
from puzzle_solver.generator.rows import Form
from puzzle_solver.sameness import Sameness

EXAMPLES: Final = examples(
    "puzzle generate",
    "puzzle generate --rules countdown --large 2 --count 3 --seed 7 --format markdown",
    "puzzle generate --deck 1..20 --guarantee unique --guarantee needs=fraction --count 3",
    "puzzle generate --split train=8,test=2 --format jsonl --all",
)

COUNT: Final = 10

ENDINGS: Final = MappingProxyType({form.suffix: form.name for form in FORMS.values()})

SPLIT: Final = "{split}"
"""What the name of a part stands in for."""

_CODES: Final = MappingProxyType({"time": STOPPED, "interrupt": INTERRUPTED})

_GUARANTEES: Final = "; ".join(f"{written(kind)}: {kind.meaning}" for kind in GUARANTEES.values())
_NEEDED: Final = ", ".join(RESTRICTIONS)


def _decks() -> list[str]:
    return list(DECKS)


def _forms() -> list[str]:
    return list(FORMS)


class Dealt(NamedTuple):
    """What is drawn."""

    numbers: Annotated[
        int | None,
        Option(
            "--numbers",
            metavar="N",
            help="How many numbers a hand has; by default as many as the game deals.",
        ),
    ] = None
    deck: Annotated[
        str | None,
        Option(
            metavar="DECK",
            autocompletion=_decks,
            help=f"What numbers are drawn from: {', '.join(DECKS)}; or numbers, as in 1..20 or 1..10,25,50, each as "
            "often as it comes. By default that of the game. --target deck: one more number of it.",
        ),
    ] = None
    large: Annotated[
        int | None,
        Option(
            metavar="N",
            help="How many numbers are large, with the deck countdown; by default any number.",
        ),
    ] = None
    choose: Annotated[
        bool,
        Option(
            "--choose",
            help="Of a range of targets take one that the hand can make; each hand comes once.",
        ),
    ] = False


class Wanted(NamedTuple):
    """What the puzzles are, and how many."""

    guarantees: Annotated[
        list[str] | None,
        Option(
            "--guarantee",
            "-g",
            metavar="WHAT",
            help=f"What every puzzle keeps; once for each. {_GUARANTEES}. WHAT is {_NEEDED} or an operator, A..B a "
            "range such as 2..5, 2.. or 3.  [default: solvable]",
        ),
    ] = None
    same: Level = Sameness.ESSENCE
    many: Annotated[
        int | None,
        Option(
            "--count",
            "-c",
            min=0,
            metavar="N",
            help=f"How many puzzles.  [default: {COUNT}]",
        ),
    ] = None
    split: Annotated[
        str | None,
        Option(
            metavar="NAME=N,...",
            help="The parts of a data set and how many puzzles each has, train=9000,test=1000. Puzzles over the same "
            "numbers with the same target are in one part only.",
        ),
    ] = None
    seed: Annotated[int, Option(metavar="N", help="Any integer: from the same one come the same puzzles.")] = 0


class Within(NamedTuple):
    """What it may take."""

    tries: Annotated[
        int,
        Option(
            min=1,
            metavar="N",
            help="Give up after so many candidates in a row that will not do.",
        ),
    ] = TRIES
    time_limit: Annotated[float | None, Option(metavar="S", help="Stop after S seconds.")] = None
    workers: Annotated[int, Option(min=1, max=1000, metavar="N", help="Share the work between so many processes.")] = 1


class Told(NamedTuple):
    """How the puzzles are told."""

    limit: Annotated[
        int | None,
        Option(
            "--limit",
            "-n",
            min=0,
            metavar="N",
            help="How many solutions of each, the simplest first; 0 for none.  [default: 1]",
        ),
    ] = None
    every: Annotated[bool, Option("--all", help="All distinct solutions of each.")] = False
    counted: Annotated[
        bool,
        Option(
            "--counted/--uncounted",
            help="Count the distinct solutions of each? With many numbers it can take long.",
        ),
    ] = True
    form: Annotated[
        str | None,
        Option(
            "--format",
            "-f",
            metavar="NAME",
            autocompletion=_forms,
            help=f"How to print: {', '.join(FORMS)}; by default as the name of the file says, else text.",
        ),
    ] = None
    output: Annotated[
        str | None,
        Option(
            "--output",
            "-o",
            metavar="FILE",
            help=f"Write to a file; where its name has {SPLIT} in it, to a file for each part. - is stdout.",
        ),
    ] = None


def generate(asked: Asked, dealt: Dealt, wanted: Wanted, within: Within, told: Told) -> int:
    """Make puzzles to a specification, none twice, each with its solutions.

    The hands are dealt as the game of the rules deals them, unless told otherwise. From the same seed come the same
    puzzles, on every machine and with any number of workers. They are printed as they are found.

    The exit code is 0 if all were found, 1 if fewer, 2 for misuse, 3 if the time limit stopped it, 130 after Ctrl-C.
    """
    told = told._replace(output=None) if told.output == STDOUT else told
    default = "text" if wanted.split is None else "jsonl"
    form = generator.find_form(choose_form(told.output, ENDINGS, given=told.form, default=default))
    splits = None if wanted.split is None else generator.read_splits(wanted.split)
    _refuse_clashes(wanted, told, form)
    specification = Specification(
        resolve_rules(settings_of(asked)),
        numbers=dealt.numbers,
        deck=dealt.deck,
        target=asked.target,
        large=dealt.large,
        choose=dealt.choose,
        guarantees=wanted.guarantees or (),
        same=wanted.same,
    )
    count = COUNT if wanted.many is None and splits is None else wanted.many
    progress = console.Progress(sum(splits.values()) if splits else count, apart=True, remark=_remark(told))
    with console.interruption(signals=(signal.SIGINT, signal.SIGTERM)) as interrupted:
        found = generator.generate(
            specification,
            wanted.seed,
            count=count,
            solutions=_limit(told),
            counted=told.counted,
            splits=splits,
            tries=within.tries,
            workers=within.workers,
            time_limit=within.time_limit,
            interrupted=progress.polled(interrupted),
        )
        with closing(found), _sheets(form, told.output, splits or ()) as sheet_of:
            return _write(found, sheet_of, progress)


def _remark(told: Told) -> str:
    """What may be quicker, where the first puzzle takes long."""
    return "; --uncounted --limit 0 may be quicker" if told.counted or _limit(told) != 0 else ""


def _limit(told: Told) -> int | None:
    return None if told.every else 1 if told.limit is None else told.limit


def _refuse_clashes(wanted: Wanted, told: Told, form: Form) -> None:
    parted, apart = wanted.split is not None, _is_apart(told.output)
    if told.every and told.limit is not None:
        raise InvalidPuzzle("--all does not go with --limit: leave out one of them")
    if parted and wanted.many is not None:
        raise InvalidPuzzle("--split says how many puzzles there are: leave out --count")
    if parted and not (apart or form.parted):
        raise InvalidPuzzle(
            f"{form.name} does not tell the part of a puzzle: take another --format, or --output {SPLIT}{form.suffix}"
        )
    if apart and not parted:
        raise InvalidPuzzle(f"{SPLIT} in the name of a file stands for a part of a data set: give --split, too")


def _is_apart(output: str | None) -> bool:
    """Has each part of the data set a file of its own?"""
    return output is not None and SPLIT in output


def _write(found: Iterator[Generated], sheet_of: Callable[[Generated], Sheet], progress: console.Progress) -> int:
    """Write each puzzle as soon as it is found, and return the exit code."""
    try:
        for each in found:
            progress.clear()
            sheet_of(each).add(each)
            progress.show(each.index + 1)
    except UnmetSpecification as unmet:
        progress.clear()
        console.say(str(unmet))
        return NONE
    except SearchStopped as stop:
        progress.clear()
        console.say(f"stopped ({stop.limit}): found {progress.done}{STOPS[stop.limit]}")
        return _CODES[stop.limit]
    progress.clear()
    return FOUND


@contextmanager
def _sheets(form: Form, output: str | None, parts: Iterable[str]) -> Iterator[Callable[[Generated], Sheet]]:
    """Open what is written on, and give what tells the sheet of a puzzle."""
    apart = _is_apart(output)
    with ExitStack() as files:

        def sheet(part: str | None) -> Sheet:
            name = output if output is None or part is None else output.replace(SPLIT, part)
            return Sheet(form, files.enter_context(open_rows(name)).put)

        sheets = {part: sheet(part) for part in (parts if apart else (None,))}
        for each in sheets.values():
            files.callback(each.close)
        yield lambda generated: sheets[generated.split if apart else None]
