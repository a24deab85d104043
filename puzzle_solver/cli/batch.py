"""Many puzzles or answers, one a row, each answered by a row."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from functools import lru_cache, partial
from itertools import chain, repeat
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

from puzzle_solver.checker import check_many
from puzzle_solver.cli import console
from puzzle_solver.cli.command import INTERRUPTED, MISUSE
from puzzle_solver.cli.forms import Form, Said, make_form
from puzzle_solver.cli.keys import ANSWER_KEYS, PUZZLE_KEYS, SOLUTIONS, Row
from puzzle_solver.cli.output import STDOUT, open_rows, unshielded
from puzzle_solver.cli.question import Asking, make_puzzle, read_hand, read_number, resolve_rules
from puzzle_solver.cli.rows import Entry, open_source, read_row
from puzzle_solver.cli.show import RESULT_COLUMNS
from puzzle_solver.cli.verdicts import Told, verdict_columns, verdict_object
from puzzle_solver.errors import InvalidPuzzle, PuzzleError
from puzzle_solver.expression import Number
from puzzle_solver.parallel import map_in_order
from puzzle_solver.puzzle import Puzzle
from puzzle_solver.rational import shorten
from puzzle_solver.result import Result
from puzzle_solver.rules import Rules
from puzzle_solver.sameness import Sameness, find_sameness

Search: TypeAlias = Callable[[Puzzle, Sameness, console.Interrupted], Result]
Read: TypeAlias = Callable[[Any], Row]
Answer: TypeAlias = Callable[[Row], tuple[list[Said], bool]]
"""What makes of a row the objects that answer it, and says whether that was the last row wanted."""

Put: TypeAlias = Callable[[str], object]
Settings: TypeAlias = tuple[tuple[str, object], ...]

_TEXTS: Final = ("target", "same")
"""What a row must give as a number or a text; of the rest it is said elsewhere."""


_APART: Final = ("hand", "answer", SOLUTIONS)
"""What of a row are no settings."""


class Output(NamedTuple):
    """The name of the form of the rows, and of the file they go to: None or ``-`` is stdout."""

    form: str
    name: str | None = None


class Answered(NamedTuple):
    """What is written of a row. ``bad``: it could not be read; ``last``: no more are wanted."""

    text: str
    bad: bool = False
    last: bool = False


def solve_batch(path: str, asked: Asking, search: Search, output: Output) -> int:
    """Answer each row of a file as soon as it is read, and return the exit code. Memory does not grow with the file.

    Raises:
        PuzzleError: what was ``asked`` for all rows is misuse, or the file is a table without a hand.
        OSError: the file cannot be read.
    """
    _refuse_one_file(path, output.name)
    answer = partial(_solve, asked, search)
    _solve({"target": "1", **asked}, search, Row({"hand": "1"}, {}))
    with open_source(path, PUZZLE_KEYS) as source:
        form = make_form(output.form, RESULT_COLUMNS, source.passed)
        answered = (_answered(source.read, form, answer, entry) for entry in source.entries)
        return _put_each(form, output, chain.from_iterable(answered))


def check_batch(path: str, asked: Asking, told: Told, workers: int, output: Output) -> int:
    """Judge the answers in each row of a file, as :func:`solve_batch` does, in as many processes as there are workers.

    Raises:
        PuzzleError: what was ``asked`` for all rows is misuse, or the file is a table without a hand.
        OSError: the file cannot be read.
    """
    _refuse_one_file(path, output.name)
    resolve_rules(asked)
    with open_source(path, ANSWER_KEYS) as source:
        form = make_form(output.form, verdict_columns(told), source.passed)
        work = partial(_check_entries, partial(_read_answers, source.read), form, partial(_check, asked, told))
        with closing(map_in_order(work, source.entries, workers=workers)) as answered:
            return _put_each(form, output, answered)


def _refuse_one_file(read: str, written: str | None) -> None:
    if STDOUT in (read, written) or written is None:
        return
    one, other = Path(unshielded(read)), Path(unshielded(written))
    if one.is_file() and other.exists() and one.samefile(other):
        raise InvalidPuzzle(f"--output is the file that --batch reads, {str(one)!r}: give another name")


def _put_each(form: Form, output: Output, answered: Iterable[Answered]) -> int:
    """Write each row as soon as it is known, and what ends them all however that comes."""
    code, progress = 0, console.Progress(apart=output.name not in (None, STDOUT))
    with open_rows(output.name) as rows, _framed(form, rows.put) as put_row:
        for done, row in enumerate(answered, 1):
            code = MISUSE if row.bad else code
            put_row(row.text)
            if row.last:
                return INTERRUPTED
            progress.show(done)
    progress.clear()
    return code


@contextmanager
def _framed(form: Form, put: Put) -> Iterator[Put]:
    """Give what puts a row, between the head and the tail of the form."""
    between = chain([""], repeat(form.between))
    if form.head:
        put(form.head)
    try:
        yield lambda row: put(next(between) + row)
    finally:
        if form.tail:
            put(form.tail)


def _answered(read: Read, form: Form, answer: Answer, entry: Entry) -> list[Answered]:
    """Return what is written of a row. Whatever goes wrong with it is its own error and ends nothing else."""
    given = form.spell({})
    try:
        row = read(entry.raw)
        given = form.spell(row.given)
        objects, last = answer(row)
        return [Answered(form.row(each, given), last=last) for each in objects]
    except Exception as error:  # noqa: BLE001 (one row may be lost, and the next must not)
        return [Answered(form.row({"error": describe(error), "line": entry.number}, given), bad=True)]


def describe(error: Exception) -> str:
    """Return in one line what is wrong with a row."""
    if isinstance(error, PuzzleError):
        return str(error)
    if isinstance(error, MemoryError):
        return "there is not enough memory for this row"
    return f"this row cannot be answered: {type(error).__name__}: {shorten(' '.join(str(error).split()), 200)}"


def _solve(asked: Asking, search: Search, row: Row) -> tuple[list[Said], bool]:
    puzzle, same = read_puzzle(row, asked)
    with console.interruption() as interrupted:
        result = search(puzzle, same, interrupted)
    return [result.to_object()], interrupted()


def _check_entries(read: Read, form: Form, answer: Answer, entries: list[Entry]) -> list[Answered]:
    return [answered for entry in entries for answered in _answered(read, form, answer, entry)]


def _read_answers(read: Read, raw: Any) -> Row:
    """Read a row to check. Where it has no answer, its solutions are asked about, and not passed through."""
    asked, given = read(raw)
    if asked.get("answer") is not None or SOLUTIONS not in given:
        return Row(asked, given)
    rest = {key: value for key, value in given.items() if key != SOLUTIONS}
    return Row({**asked, SOLUTIONS: given[SOLUTIONS]}, rest)


def _check(asked: Asking, told: Told, row: Row) -> tuple[list[Said], bool]:
    own = _own(row)
    puzzle = Puzzle(_hand(row), {**asked, **own}.get("target"), _rules(asked, own))
    verdicts = check_many((answer, puzzle) for answer in _answers(row))
    return [verdict_object(verdict, told) for verdict in verdicts], False


def _answers(row: Row) -> list[str]:
    answer = row.asked.get("answer")
    answers = [answer] if answer is not None else _solutions(row.asked.get(SOLUTIONS))
    if not answers:
        raise InvalidPuzzle("the row has no 'answer': give one, as a text")
    return [_text("answer", each) for each in answers]


def _solutions(value: object) -> list[object]:
    """Return solutions as the program writes them: as objects, as texts, or as one text with semicolons between."""
    match value:
        case None:
            return []
        case str():
            return [each.strip() for each in value.split(";") if each.strip()]
        case list():
            return [each.get("text", each) if isinstance(each, dict) else each for each in value]
    raise InvalidPuzzle(f"{SOLUTIONS!r} has {shorten(json.dumps(value))}: write a list of texts")


def _rules(asked: Asking, own: Asking) -> Rules:
    """Return the rules of a row; what was asked for with the same words before is not worked out again."""
    rules = {key: value for key, value in own.items() if key != "target"}
    try:
        return _known_rules(tuple(asked.items()), tuple(rules.items()))
    except TypeError:  # rules written out as an object
        return resolve_rules({**asked, **rules})


@lru_cache(maxsize=64)
def _known_rules(asked: Settings, own: Settings) -> Rules:
    return resolve_rules(dict((*asked, *own)))


def read_line(line: str, asked: Asking) -> tuple[Puzzle, Sameness]:
    """Read one line that is no part of a table: a hand, a hand and a target, or a JSON object.

    Raises:
        PuzzleError: the line is none of these, or no puzzle.
    """
    return read_puzzle(read_row(PUZZLE_KEYS, line), asked)


def read_puzzle(row: Row, asked: Asking) -> tuple[Puzzle, Sameness]:
    """Return the puzzle of a row. What the row asks overrides what was ``asked`` for all rows.

    Raises:
        PuzzleError: it is no puzzle.
    """
    wanted = {**asked, **_own(row)}
    return make_puzzle(_hand(row), wanted), find_sameness(wanted["same"])


def _own(row: Row) -> dict[str, Any]:
    own = {key: value for key, value in row.asked.items() if value is not None and key not in _APART}
    return own | {key: _text(key, own[key]) for key in _TEXTS if key in own}


def _hand(row: Row) -> Iterable[Number]:
    hand = row.asked.get("hand", [])
    if isinstance(hand, list):
        return [read_number(_text("hand", number)) for number in hand]
    return read_hand(_text("hand", hand))


def _text(key: str, value: object) -> str:
    if not isinstance(value, str):
        raise InvalidPuzzle(f"{key!r} has {shorten(json.dumps(value))}: write a number or a text")
    return str(value)
