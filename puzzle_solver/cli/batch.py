"""Many puzzles, one a line, each answered by one line of JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any, Final, TextIO, TypeAlias

from puzzle_solver.cli import console
from puzzle_solver.cli.asking import OVERRIDES, Asking, make_puzzle
from puzzle_solver.cli.command import INTERRUPTED, MISUSE
from puzzle_solver.cli.hand import read_hand, read_number
from puzzle_solver.errors import InvalidPuzzle, PuzzleError
from puzzle_solver.expression import Number
from puzzle_solver.puzzle import Puzzle
from puzzle_solver.rational import shorten
from puzzle_solver.result import Result
from puzzle_solver.rulebook import once_each
from puzzle_solver.sameness import Sameness, find_sameness

Search: TypeAlias = Callable[[Puzzle, Sameness, console.Interrupted], Result]

KEYS: Final = ("target", "rules", *OVERRIDES, "same")
"""What an object may ask for besides its hand."""

_TEXTS: Final = ("target", "same")
"""What an object must give as a number or a text; of the rest it is said elsewhere."""

ARROW: Final = "->"

_STDIN: Final = 0


def solve_batch(path: str, asked: Asking, search: Search) -> int:
    """Answer each line of a file as soon as it is read, and return the exit code. Memory does not grow with the file.

    Raises:
        PuzzleError: what was ``asked`` for all lines is misuse.
        OSError: the file cannot be read.
    """
    _answer('{"hand": [1]}', {"target": "1", **asked}, search)
    code, progress = 0, console.Progress()
    with _open(path) as lines:
        for number, line in enumerate(lines, 1):
            if line.isspace():
                continue
            try:
                answer, interrupted = _answer(line, asked, search)
            except PuzzleError as error:
                answer, interrupted, code = {"error": str(error), "line": number}, False, MISUSE
            console.put_json(answer, "jsonl")
            console.flush()
            if interrupted:
                return INTERRUPTED
            progress.show(number)
    progress.clear()
    return code


def _answer(line: str, asked: Asking, search: Search) -> tuple[dict[str, object], bool]:
    puzzle, same = read_line(line, asked)
    with console.interruption() as interrupted:
        result = search(puzzle, same, interrupted)
    return result.to_object(), interrupted()


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
    own = {key: given[key] for key in KEYS if given.get(key) is not None}
    own |= {key: _text(key, own[key]) for key in _TEXTS if key in own}
    hand = given.get("hand", [])
    if isinstance(hand, list):
        return [read_number(_text("hand", number)) for number in hand], own
    return read_hand(_text("hand", hand)), own


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
