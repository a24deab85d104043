"""``puzzle examples``: documents of worked puzzles, and worksheets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from types import MappingProxyType
from typing import Annotated, Final, NamedTuple

from typer import Option

from puzzle_solver.cli import command, console
from puzzle_solver.cli.batch import describe, read_puzzle
from puzzle_solver.cli.command import FOUND, INTERRUPTED, MISUSE, NONE, STOPPED
from puzzle_solver.cli.keys import PUZZLE_KEYS
from puzzle_solver.cli.options import Asked, Hand, How, hand_of, introduce_engine, limits_of, refuse_pairs, settings_of
from puzzle_solver.cli.output import STDOUT, choose_form, try_document, write_document
from puzzle_solver.cli.question import Asking, make_puzzle, read_range, resolve_rules
from puzzle_solver.cli.rows import open_source
from puzzle_solver.cli.show import STOPS
from puzzle_solver.documents import DOCUMENTS, OTHERS, Document, Worked, find_document, worked
from puzzle_solver.errors import InvalidPuzzle, SearchStopped
from puzzle_solver.generator import Specification, generate
from puzzle_solver.puzzle import Puzzle
from puzzle_solver.result import Outcome
from puzzle_solver.sameness import Sameness

EXAMPLES: Final = command.examples(
    "puzzle examples 3 3 8 8",
    "puzzle examples 1 5 5 5 --format html",
    "puzzle examples --rules countdown --count 10 --seed 1 --worksheet --title 'For Monday' --format latex",
)

_CODES: Final = MappingProxyType(
    {
        Outcome.SOLVED: FOUND,
        Outcome.IMPOSSIBLE: NONE,
        Outcome.NOT_FOUND: NONE,
        Outcome.STOPPED: STOPPED,
    }
)
PAIRS: Final = (
    *(("--batch", other) for other in ("NUMBERS", "--digits", "--count", "--seed")),
    *(("--count", other) for other in ("NUMBERS", "--digits")),
)
_HINT: Final = "still searching; Ctrl-C ends it, and nothing is written"
_MARKDOWN: Final = next(iter(DOCUMENTS))
ENDINGS: Final = MappingProxyType({form.suffix: form.name for form in DOCUMENTS.values()})


def _forms() -> list[str]:
    return list(DOCUMENTS)


class Several(NamedTuple):
    """Several puzzles in place of one."""

    batch: Annotated[
        str | None,
        Option(
            metavar="FILE",
            help="A puzzle a row, - for stdin: files as puzzle solve --batch takes them, and as puzzle "
            "generate prints them.",
        ),
    ] = None
    many: Annotated[
        int | None,
        Option(
            "--count",
            "-c",
            min=1,
            metavar="N",
            help="So many puzzles, as puzzle generate makes them under these rules.",
        ),
    ] = None
    seed: Annotated[
        int | None,
        Option(
            metavar="N",
            help="With --count: from the same integer come the same puzzles.  [default: 0]",
        ),
    ] = None


class Written(NamedTuple):
    """The document."""

    form: Annotated[
        str | None,
        Option(
            "--format",
            "-f",
            metavar="NAME",
            autocompletion=_forms,
            help=f"What to write: {', '.join(DOCUMENTS)}; by default as the name of the file says, else {_MARKDOWN}.",
        ),
    ] = None
    output: Annotated[
        str,
        Option(
            "--output",
            "-o",
            metavar="FILE",
            help="Write to a file.  [default: -, which is stdout]",
            show_default=False,
        ),
    ] = STDOUT
    worksheet: Annotated[
        bool,
        Option(
            "--worksheet",
            help="Puzzles on one page, with room to write, and answers on the next.",
        ),
    ] = False
    title: Annotated[str, Option(metavar="TEXT", help="The title of the document.")] = ""
    others: Annotated[
        int | None,
        Option(
            min=0,
            max=1000,
            metavar="N",
            help=f"How many other solutions to show.  [default: {OTHERS}, on worksheets 0]",
        ),
    ] = None


class Task(NamedTuple):
    """A puzzle, and when two of its solutions count as one."""

    puzzle: Puzzle
    same: Sameness


def examples(given: Hand, asked: Asked, several: Several, how: How, written: Written) -> int:
    """Write a document that works out the puzzle of NUMBERS, or puzzles of a list or a game, or a worksheet.

    It tells the idea in words, the steps, the solution as text and LaTeX, its tree and other solutions; of a puzzle
    without a solution how complete the search was, and the nearest values. It is written when all is worked out.

    The exit code for one puzzle is 0 if it has a solution, 1 if it has none, 3 if a limit stopped the search with
    nothing found; for several 0, or 2 if any line was bad; 2 for misuse, 130 after Ctrl-C.
    """
    form = find_document(choose_form(written.output, ENDINGS, given=written.form, default=_MARKDOWN))
    refuse_pairs(_options(given, several), PAIRS)
    if several.seed is not None and several.many is None:
        raise InvalidPuzzle("--seed is for puzzles that are made: give --count, too")
    bad: list[int] = []
    with console.interruption(_HINT) as interrupted:
        tasks = _tasks(given, asked, several, how, bad, interrupted)
        try_document(written.output)
        introduce_engine(how)
        told = _work_out(tasks, how, written, interrupted)
    if interrupted():
        return INTERRUPTED
    document = Document(told, written.title, written.worksheet, written.others)
    write_document(written.output, document.write(form.name).encode())
    if several.batch is None and several.many is None:
        return _CODES[told[0].outcome]
    return MISUSE if bad else FOUND


def _options(given: Hand, several: Several) -> dict[str, object]:
    return {
        "NUMBERS": given.numbers,
        "--digits": given.digits,
        "--batch": several.batch is not None,
        "--count": several.many,
        "--seed": several.seed is not None,
    }


def _tasks(
    given: Hand, asked: Asked, several: Several, how: How, bad: list[int], interrupted: console.Interrupted
) -> Iterable[Task]:
    """Return what is to be worked out; numbers of lines that cannot be read are added to ``bad`` as they are met."""
    settings = settings_of(asked)
    if several.many is not None:
        specification = Specification(resolve_rules(settings), target=asked.target, same=how.same)
        found = generate(
            specification, several.seed or 0, count=several.many, solutions=0, counted=False, interrupted=interrupted
        )
        return (Task(each.puzzle, how.same) for each in found)
    if read_range(asked.target) is not None:
        raise InvalidPuzzle("an example is for one target: give --target a number in place of a range")
    if several.batch is not None:
        resolve_rules(settings)
        return _listed(several.batch, {**settings, "same": how.same.value}, bad)
    return [Task(make_puzzle(hand_of(given, "puzzle examples 3 3 8 8"), settings), how.same)]


def _listed(path: str, asked: Asking, bad: list[int]) -> Iterator[Task]:
    with open_source(path, PUZZLE_KEYS) as source:
        for number, raw in source.entries:
            try:
                task = Task(*read_puzzle(source.read(raw), asked))
            except Exception as error:  # noqa: BLE001 (one row may be lost, and the next must not)
                bad.append(number)
                console.say(f"error: line {number}: {describe(error)}")
            else:
                yield task


def _work_out(
    tasks: Iterable[Task], how: How, written: Written, interrupted: console.Interrupted
) -> tuple[Worked, ...]:
    told: list[Worked] = []
    others = written.others if written.others is not None else 0 if written.worksheet else OTHERS
    progress = console.Progress(apart=True)
    try:
        for puzzle, same in tasks:
            told.append(worked(puzzle, others=others, same=same, **limits_of(how, interrupted)))
            progress.show(len(told))
            if interrupted():
                break
    except SearchStopped:
        assert interrupted()  # nothing else stops the making of puzzles
    progress.clear()
    for each in told:
        _warn(each)
    return tuple(told)


def _warn(told: Worked) -> None:
    remedy = STOPS.get(told.limit or "")
    if remedy is not None:
        console.say(f"{told.remarks[0].rstrip('.')}{remedy}")
