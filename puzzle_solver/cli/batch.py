"""Many puzzles or answers, one a line, each answered by one line of JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial
from typing import Any, Final, NamedTuple, TextIO, TypeAlias

from puzzle_solver.checker import check_many
from puzzle_solver.cli import console
from puzzle_solver.cli.asking import OVERRIDES, Asking, make_puzzle, resolve_rules
from puzzle_solver.cli.command import INTERRUPTED, MISUSE
from puzzle_solver.cli.hand import read_hand, read_number
from puzzle_solver.cli.telling import Told, verdict_object
from puzzle_solver.errors import InvalidPuzzle, PuzzleError
from puzzle_solver.expression import Number
from puzzle_solver.parallel import map_in_order
from puzzle_solver.puzzle import Puzzle
from puzzle_solver.rational import shorten
from puzzle_solver.result import Result
from puzzle_solver.rulebook import once_each
from puzzle_solver.rules import Rules
from puzzle_solver.sameness import Sameness, find_sameness

Search: TypeAlias = Callable[[Puzzle, Sameness, console.Interrupted], Result]

Line: TypeAlias = tuple[int, str]
"""A line of a file with its number, from 1."""

Settings: TypeAlias = tuple[tuple[str, object], ...]

KEYS: Final = ("target", "rules", *OVERRIDES, "same")
"""What an object may ask for besides its hand."""

_TEXTS: Final = ("target", "same")
"""What an object must give as a number or a text; of the rest it is said elsewhere."""

ARROW: Final = "->"

_STDIN: Final = 0


class Answered(NamedTuple):
    """What becomes of a line: a line of JSON. ``bad``: it could not be read; ``last``: no more are wanted."""

    text: str
    bad: bool = False
    last: bool = False


def solve_batch(path: str, asked: Asking, search: Search) -> int:
    """Answer each line of a file as soon as it is read, and return the exit code. Memory does not grow with the file.

    Raises:
        PuzzleError: what was ``asked`` for all lines is misuse.
        OSError: the file cannot be read.
    """
    _solve('{"hand": [1]}', {"target": "1", **asked}, search)
    return _put_each(path, lambda lines: (_answered(line, lambda text: _solve(text, asked, search)) for line in lines))


def check_batch(path: str, asked: Asking, told: Told, workers: int) -> int:
    """Judge the answer in each line of a file, as :func:`solve_batch` does, in as many processes as there are workers.

    Raises:
        PuzzleError: what was ``asked`` for all lines is misuse.
        OSError: the file cannot be read.
    """
    resolve_rules(asked)
    return _put_each(path, lambda lines: map_in_order(partial(_check_lines, asked, told), lines, workers=workers))


def _put_each(path: str, answer: Callable[[Iterator[Line]], Iterator[Answered]]) -> int:
    code, progress = 0, console.Progress()
    for done, (text, bad, last) in enumerate(answer(read_lines(path)), 1):
        code = MISUSE if bad else code
        console.put_now(text)
        if last:
            return INTERRUPTED
        progress.show(done)
    progress.clear()
    return code


def read_lines(path: str) -> Iterator[Line]:
    """Yield the lines of a file, or of stdin, that are not blank, as they are asked for.

    Raises:
        OSError: the file cannot be read.
    """
    with _open(path) as lines:
        for number, line in enumerate(lines, 1):
            if not line.isspace():
                yield number, line


def _answered(line: Line, answer: Callable[[str], tuple[object, bool]]) -> Answered:
    number, text = line
    try:
        said, last = answer(text)
    except PuzzleError as error:
        return Answered(json.dumps({"error": str(error), "line": number}), bad=True)
    return Answered(json.dumps(said), last=last)


def _solve(line: str, asked: Asking, search: Search) -> tuple[dict[str, object], bool]:
    puzzle, same = read_line(line, asked)
    with console.interruption() as interrupted:
        result = search(puzzle, same, interrupted)
    return result.to_object(), interrupted()


def _check_lines(asked: Asking, told: Told, lines: list[Line]) -> list[Answered]:
    return [_answered(line, lambda text: (_check(text, asked, told), False)) for line in lines]


def _check(line: str, asked: Asking, told: Told) -> dict[str, object]:
    given = _load(line)
    answer = given.get("answer")
    if answer is None:
        raise InvalidPuzzle(f"{shorten(line.strip())!r} has no 'answer': give one, as a text")
    own = _own(given)
    puzzle = Puzzle(_hand(given), {**asked, **own}.get("target"), _rules(asked, own))
    (verdict,) = check_many([(_text("answer", answer), puzzle)])
    return verdict_object(verdict, told)


def _rules(asked: Asking, own: Asking) -> Rules:
    """Return the rules of a line; what was asked for with the same words before is not worked out again."""
    rules = {key: value for key, value in own.items() if key != "target"}
    try:
        return _known_rules(tuple(asked.items()), tuple(rules.items()))
    except TypeError:  # rules written out as an object
        return resolve_rules({**asked, **rules})


@lru_cache(maxsize=64)
def _known_rules(asked: Settings, own: Settings) -> Rules:
    return resolve_rules(dict((*asked, *own)))


def read_line(line: str, asked: Asking) -> tuple[Puzzle, Sameness]:
    """Read ``3 3 8 8``, ``25 50 75 100 3 6 -> 952``, or a JSON object with ``hand`` and any of :data:`KEYS`.

    What the line says overrides what was ``asked`` for all lines. Other keys are ignored.

    Raises:
        PuzzleError: the line is none of these, or no puzzle.
    """
    hand, own = _read_object(line) if line.lstrip().startswith("{") else _read_text(line)
    wanted = {**asked, **own}
    return make_puzzle(hand, wanted), find_sameness(wanted["same"])


def _read_text(line: str) -> tuple[Iterable[Number], dict[str, Any]]:
    hand, arrow, target = line.partition(ARROW)
    return read_hand(hand), {"target": target.strip()} if arrow else {}


def _read_object(line: str) -> tuple[Iterable[Number], dict[str, Any]]:
    given = _load(line)
    return _hand(given), _own(given)


def _own(given: dict[str, Any]) -> dict[str, Any]:
    own = {key: given[key] for key in KEYS if given.get(key) is not None}
    return own | {key: _text(key, own[key]) for key in _TEXTS if key in own}


def _hand(given: dict[str, Any]) -> Iterable[Number]:
    hand = given.get("hand", [])
    if isinstance(hand, list):
        return [read_number(_text("hand", number)) for number in hand]
    return read_hand(_text("hand", hand))


def _load(line: str) -> dict[str, Any]:
    # Numbers are taken as they are written, so that none is rounded.
    try:
        given: dict[str, Any] = json.loads(
            line, parse_int=str, parse_float=str, parse_constant=str, object_pairs_hook=once_each
        )
    except (ValueError, RecursionError) as error:
        raise InvalidPuzzle(f"{shorten(line.strip())!r} is no JSON object: {error}") from error
    return given


def _text(key: str, value: object) -> str:
    if not isinstance(value, str):
        raise InvalidPuzzle(f"{key!r} has {shorten(json.dumps(value))}: write a number or a text")
    return value


def _open(path: str) -> TextIO:
    """Open a file, or stdin. A byte that is not UTF-8 spoils its own line only."""
    source: str | int = _STDIN if path == "-" else path.removeprefix(" ")  # the shield of a name like a number
    return open(source, encoding="utf-8-sig", errors="replace", closefd=path != "-")
