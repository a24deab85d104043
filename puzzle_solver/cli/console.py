"""What goes to the terminal or the pipe: data to stdout, talk to stderr."""

from __future__ import annotations

import io
import os
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from types import FrameType
from typing import Any, Final, TextIO, TypeAlias

from puzzle_solver.cli.output import Rows, goes_to_file

Interrupted: TypeAlias = Callable[[], bool]
"""Has Ctrl-C been pressed?"""

SIGNS: Final = "×÷−─⎛⎞"
"""What the style ``unicode`` needs of an encoding."""

_HINT_AFTER = 3.0
_PROGRESS_AFTER = 1.0
_PROGRESS_EVERY = 0.1
_REMARK_AFTER = 10.0
_BAR = 30


def prepare() -> None:
    """Let no character stop the output: what an encoding lacks is written as an escape."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def put(text: str) -> None:
    """Print data: what goes to a file, at once and whole, so that a full disk leaves whole lines."""
    if goes_to_file(sys.stdout):
        put_now(text)
    else:
        print(text)


def put_now(text: str) -> None:
    """Print data, and hand it over at once, as a reader at the other end of a pipe expects."""
    Rows(sys.stdout).put(text)


def put_table(rows: Iterable[tuple[str, str]]) -> None:
    """Print a line a row, the second column aligned."""
    table = list(rows)
    width = max(len(name) for name, _ in table)
    for name, text in table:
        put(f"{name:{width}}  {text}")


def put_json(value: Any, form: str) -> None:
    """Print a value as JSON: ``json`` for people, ``jsonl`` a line an object."""
    import json  # at start-up text needs none of it

    if form == "json":
        put(json.dumps(value, indent=2))
        return
    for each in value if isinstance(value, list) else [value]:
        put(json.dumps(each))


def say(text: str) -> None:
    """Print talk."""
    if sys.stderr is not None:  # print would take stdout in its place
        print(text, file=sys.stderr)


def can_print(signs: str = SIGNS) -> bool:
    """Has the encoding of stdout all ``signs``?"""
    try:
        signs.encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def flush() -> None:
    """Hand over what was printed so far, as a reader at the other end of a pipe expects."""
    if sys.stdout is not None:
        sys.stdout.flush()


def hang_up() -> None:
    """Write nothing more to stdout: the reader has gone, or the disk is full.

    Without this the interpreter would complain at its end, of what is still held back.
    """
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@contextmanager
def interruption(hint: str = "", signals: Sequence[int] = (signal.SIGINT,)) -> Iterator[Interrupted]:
    """Make Ctrl-C, or any of these ``signals``, within a ``with`` block, a question that a search can poll.

    The first one is the answer; a second one ends the program as usual. On a terminal ``hint`` is said once the
    question has been asked for a while.
    """
    came: list[int] = []
    due = time.monotonic() + _HINT_AFTER if hint and _is_terminal(sys.stderr) else None

    def interrupted() -> bool:
        nonlocal due
        if due is not None and time.monotonic() > due:
            due = None
            say(hint)
        return bool(came)

    def note(number: int, frame: FrameType | None) -> None:
        came.append(number)
        restore()

    def restore() -> None:
        for each, handler in before.items():
            signal.signal(each, handler)

    before = {each: signal.signal(each, note) for each in signals}
    try:
        yield interrupted
    finally:
        restore()


def _is_terminal(stream: TextIO | None) -> bool:
    return stream is not None and stream.isatty()


class Progress:
    """``n done`` on a terminal, for work over a second; elsewhere nothing. With a ``total`` there is a bar, too.

    ``apart``: whoever prints to stdout meanwhile clears the line first, if that may be the same terminal. While
    nothing is done for long, a ``remark`` is added.
    """

    def __init__(self, total: int | None = None, *, apart: bool = False, remark: str = "") -> None:
        self._visible = _is_terminal(sys.stderr) and (apart or not _is_terminal(sys.stdout))
        self._total, self._remark = total, remark
        self.done = 0
        self._begun = time.monotonic()
        self._next = self._begun + _PROGRESS_AFTER
        self._shown = False

    def show(self, done: int) -> None:
        """Show how much is done, at most ten times a second."""
        self.done = done
        self._again()

    def polled(self, question: Interrupted) -> Interrupted:
        """Show a sign of life whenever a question is polled."""

        def asked() -> bool:
            self._again()
            return question()

        return asked

    def _again(self) -> None:
        now = time.monotonic()
        if self._visible and now >= self._next:
            self._next, self._shown = now + _PROGRESS_EVERY, True
            sys.stderr.write(f"\r{self._words()}")
            sys.stderr.flush()

    def _words(self) -> str:
        if not self._total:
            return f"{self.done} done"
        remark = self._remark if not self.done and self._next > self._begun + _REMARK_AFTER else ""
        return f"[{'#' * (_BAR * self.done // self._total):{_BAR}}] {self.done} of {self._total}{remark}"

    def clear(self) -> None:
        """Take the line off again."""
        if self._shown:
            sys.stderr.write("\r\033[K")
            sys.stderr.flush()
            self._shown = False
