"""The process of one engine: a question in, a measure out."""

from __future__ import annotations

import os
import pickle
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread, Timer
from typing import Final

from puzzle_solver.comparison.measurement import TOO_LATE, Question, measure
from puzzle_solver.parallel import ORPHANED

GRACE: Final = 5
"""Seconds after its time limit in which an engine must have stopped of itself."""


def main() -> None:
    """Answer the question on stdin."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the main process's to answer
    question: Question = pickle.load(sys.stdin.buffer)  # noqa: S301 (our own bytes)
    Thread(target=_end_with_stdin, daemon=True).start()
    pickle.dump(measure(question, ended_at(question.seconds)), sys.stdout.buffer)


def _end_with_stdin() -> None:
    """Wait until nobody can ask any more, because the main process has ended, and end."""
    # Not by sys.stdin: it would be locked while the interpreter ends.
    while os.read(0, 1):
        pass
    os._exit(ORPHANED)


@contextmanager
def ended_at(seconds: float | None) -> Iterator[None]:
    """End the process if the time limit has not stopped what is done within."""
    if seconds is None:
        yield
        return
    timer = Timer(seconds + GRACE, os._exit, [TOO_LATE])
    # It may not keep the process alive that has finished before.
    timer.daemon = True
    timer.start()
    yield
    timer.cancel()


if __name__ == "__main__":
    main()
