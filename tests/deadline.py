"""Nothing in a test waits without a limit: programs, threads and terminals are given so long, and then the test fails.

The limit is no measurement. It is far above what a busy machine needs, and only ends what would never end. How long a
thing takes is not a question for a test: it counts what is done, or lets a :class:`Clock` of its own go on.
"""

from __future__ import annotations

import atexit
import os
import select
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, Final, Self, TypeVar

T = TypeVar("T")

DEADLINE: Final = 120.0
"""Seconds for anything that a test waits for. A test as a whole has those of ``timeout`` in pyproject.toml."""


def until(true: Callable[[], object]) -> None:
    """Wait until something is true."""
    end = time.monotonic() + DEADLINE
    while not true():
        assert time.monotonic() < end, "still not true at the deadline"
        time.sleep(0.02)


# Programs


@contextmanager
def running(command: Sequence[str], **words: Any) -> Iterator[subprocess.Popen[str]]:
    """Run a program during the block. At its end, or the deadline, the program is killed with all that it started.

    So whoever reads what it writes comes to an end, too.
    """
    with subprocess.Popen(command, encoding="utf-8", start_new_session=True, **words) as process:
        watch = threading.Timer(DEADLINE, _kill, [process])
        watch.daemon = True
        watch.start()
        try:
            yield process
        finally:
            watch.cancel()
            _kill(process)


def _kill(process: subprocess.Popen[str]) -> None:
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


def until_at_work(process: subprocess.Popen[str]) -> None:
    """Wait until a program has used some of the processor, from now on: then it does what takes long."""
    if not Path("/proc/self/stat").exists():  # where the system does not tell
        time.sleep(2)
        return
    enough = _spent(process) + 0.3
    until(lambda: _spent(process) >= enough or process.poll() is not None)


def _spent(process: subprocess.Popen[str]) -> float:
    """Return the seconds of the processor that a program and the children it has now have used."""
    return sum(map(_spent_alone, [process.pid, *children(process)]))


def _spent_alone(number: int) -> float:
    try:
        fields = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()
    except OSError:  # it has ended
        return 0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def children(process: subprocess.Popen[str]) -> list[int]:
    """Return the children that a program has now, in the order in which they were started."""
    try:
        return list(map(int, Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()))
    except OSError:
        return []


def read_line(stream: IO[str] | None) -> str:
    """Read a line that a program of :func:`running` writes; an empty text if it writes no more."""
    assert stream is not None
    return stream.readline()


def answer_to(process: subprocess.Popen[str], line: str) -> str:
    """Write a line to a program of :func:`running`, and return the line that it answers with."""
    assert process.stdin is not None
    process.stdin.write(f"{line}\n")
    process.stdin.flush()
    return read_line(process.stdout)


class Server:
    """A program that answers a line with a line, for as long as the tests run."""

    def __init__(self, command: Sequence[str], **words: Any) -> None:
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8", **words
        )
        atexit.register(self._end)

    def answer(self, line: str) -> str:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()
        ready, _, _ = select.select([self._process.stdout], [], [], 2 * DEADLINE)
        assert ready, f"no answer to {line}"
        answer: str = self._process.stdout.readline()
        return answer

    def _end(self) -> None:
        self._process.kill()
        self._process.communicate(timeout=DEADLINE)


class Terminal:
    """A terminal for a program: ``side`` is the end that the program writes to."""

    def __init__(self) -> None:
        self._shown, self.side = os.openpty()
        self.seen = b""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._shown)
        self._close_side()

    def _close_side(self) -> None:
        if self.side >= 0:
            os.close(self.side)
            self.side = -1

    def shows(self, words: bytes) -> bool:
        """Has the program written that by now?"""
        while select.select([self._shown], [], [], 0)[0] and self._read():
            pass
        return words in self.seen

    def until(self, words: bytes) -> None:
        """Wait until the program has written that."""
        while words not in self.seen:
            assert self._read(), f"it ended with {self.seen!r}"

    def whole(self) -> bytes:
        """Return all that was written, when nobody can write any more."""
        self._close_side()
        while self._read():
            pass
        return self.seen

    def _read(self) -> bytes:
        ready, _, _ = select.select([self._shown], [], [], DEADLINE)
        assert ready, f"nothing more in time after {self.seen!r}"
        try:
            read = os.read(self._shown, 10_000)
        except OSError:  # so Linux says that no program has the other end any more
            return b""
        self.seen += read
        return read


# Threads


def in_threads(*asks: Callable[[], T], stack: int = 0) -> list[T]:
    """Return what each gives, all asked at once, in threads of their own; their stacks may be made small."""
    answers = [Future[T]() for _ in asks]
    before = threading.stack_size(stack)
    try:
        for answer, ask in zip(answers, asks, strict=True):
            threading.Thread(target=_answer, args=(answer, ask), daemon=True).start()
    finally:
        threading.stack_size(before)
    return [answer.result(timeout=DEADLINE) for answer in answers]


def _answer(answer: Future[T], ask: Callable[[], T]) -> None:
    try:
        answer.set_result(ask())
    except BaseException as error:  # noqa: BLE001 (it is raised where the answer is waited for)
        answer.set_exception(error)


# Clocks


class Clock:
    """A clock, in place of the module ``time``, that goes on by ``step`` seconds whenever it is looked at."""

    def __init__(self, step: float = 0, now: float = 0) -> None:
        self.step, self.now = step, now
        self.looks = 0

    def monotonic(self) -> float:
        self.looks += 1
        self.now += self.step
        return self.now
