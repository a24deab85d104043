"""The program run in this process, or as one of its own, in a scratch directory, each time within a deadline."""

from __future__ import annotations

import faulthandler
import os
import resource
import signal
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from types import FrameType, MappingProxyType
from typing import IO, Final, NamedTuple, NoReturn, TextIO

import scratch
from command_lines import RANDOM, Line

from puzzle_solver.cli.app import main
from puzzle_solver.search.kernel import VARIABLE, find_kernel

SECONDS: Final = 10
"""What a run may take of the processor, so that a busy machine plays no part; of the clock six times as much."""
_MEMORY: Final = 3 << 30
_PROGRAM: Final = (sys.executable, "-m", "puzzle_solver")


class Ran(NamedTuple):
    """What a run came to; ``raised``: the traceback of what it let through."""

    code: int | None
    out: str
    err: str
    raised: str = ""


class OverdueError(BaseException):
    """The deadline of a run in this process has passed. No handler of the program is meant to catch it."""


class Place(NamedTuple):
    """Where runs take place: a scratch directory, and what it looks like untouched."""

    directory: Path
    untouched: scratch.Snapshot

    def prepare(self, line: Line) -> None:
        """Write what is this run's own."""
        (self.directory / RANDOM).write_bytes(line.file)

    def restore(self) -> bool:
        """Return whether files were made or changed, and make all as it was."""
        (self.directory / RANDOM).unlink(missing_ok=True)
        return scratch.restore(self.directory, self.untouched)


@contextmanager
def place() -> Iterator[Place]:
    """Make a scratch directory, go there, and have no run outlive it or eat the memory of the machine."""
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as home, tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        scratch.make(directory)
        keeper = subprocess.Popen([sys.executable, scratch.__file__, name, "keep-going"])
        os.environ.update(HOME=home, PYTHONDONTWRITEBYTECODE="1", COLUMNS="80", NO_COLOR="1", PYTHONIOENCODING="utf-8")
        sys.dont_write_bytecode = True
        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))
        os.chdir(directory)
        try:
            yield Place(directory, scratch.snapshot(directory))
        finally:
            os.chdir(before)
            keeper.kill()
            keeper.wait(timeout=SECONDS)


def run_here(line: Line, kernel: str = "") -> Ran:
    """Run the program in this process, on files in place of its streams."""
    os.environ[VARIABLE] = kernel
    find_kernel.cache_clear()
    with ExitStack() as files:
        given, out, err = (files.enter_context(tempfile.TemporaryFile()) for _ in range(3))
        given.write(line.stdin)
        given.seek(0)
        with _streams(given, out, err):
            code, raised = _ended(line.words)
        return Ran(code, _text(out), _text(err), raised)


def _ended(words: Sequence[str]) -> tuple[int | None, str]:
    code, raised = None, ""
    try:
        with _deadline():
            code = main(list(words))
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
    except OverdueError as error:
        raised = f"overdue ({error}): its time is over\n{_trace(error)}"
    except BaseException as error:  # noqa: BLE001 (what the program lets through is what is looked for)
        raised = _trace(error)
    return code, raised


def _trace(error: BaseException) -> str:
    return "".join(traceback.format_exception(error))


def _text(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read().decode("utf-8", "backslashreplace")


@contextmanager
def _streams(given: IO[bytes], out: IO[bytes], err: IO[bytes]) -> Iterator[None]:
    stdin, streams = os.dup(0), (sys.stdout, sys.stderr)
    os.dup2(given.fileno(), 0)
    sys.stdout, sys.stderr = _writer(out), _writer(err)
    try:
        yield
    finally:
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError):
                stream.close()
        sys.stdout, sys.stderr = streams
        os.dup2(stdin, 0)
        os.close(stdin)


def _writer(file: IO[bytes]) -> TextIO:
    return os.fdopen(os.dup(file.fileno()), "w", encoding="utf-8", newline="\n")


_CLOCKS: Final = ((signal.SIGPROF, signal.ITIMER_PROF, SECONDS), (signal.SIGALRM, signal.ITIMER_REAL, 6 * SECONDS))


@contextmanager
def _deadline() -> Iterator[None]:
    """Raise in this process when its time is over; where it does not listen, end it with a traceback on stderr."""

    def end(number: int, frame: FrameType | None) -> NoReturn:
        raise OverdueError(signal.Signals(number).name)

    faulthandler.dump_traceback_later(9 * SECONDS, exit=True, file=2)
    before = {number: signal.signal(number, end) for number, _, _ in _CLOCKS}
    try:
        for _, clock, seconds in _CLOCKS:
            signal.setitimer(clock, seconds)
        yield
    finally:
        faulthandler.cancel_dump_traceback_later()
        for number, clock, _ in _CLOCKS:
            signal.setitimer(clock, 0)
            signal.signal(number, before[number])


STREAMS: Final[Mapping[str, str]] = MappingProxyType({
    "": "", "stdout is closed": ">&-", "stdout is full": ">/dev/full", "stderr is closed": "2>&-",
    "stderr is full": "2>/dev/full",
    "stdin is closed": "<&-", "the reader has gone": "", "stdout and stderr are closed": ">&- 2>&-",
})  # fmt: skip
"""What may be wrong with the streams of a process, as a shell makes it so."""


class Setting(NamedTuple):
    """What a process is started in: one of :data:`STREAMS`, and changes of the environment."""

    streams: str
    environment: Mapping[str, str]


def run_apart(line: Line, setting: Setting) -> Ran:
    """Run the program as a process of its own."""
    command = ["/bin/sh", "-c", f'exec "$@" {STREAMS[setting.streams]}', "sh", *_PROGRAM, *line.words]
    reader, writer = os.pipe()
    os.close(reader)
    gone = setting.streams == "the reader has gone"
    try:
        done = subprocess.run(
            command, input=line.stdin, stdout=writer if gone else subprocess.PIPE, stderr=subprocess.PIPE,
            env={**os.environ, **setting.environment}, timeout=9 * SECONDS, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired as late:
        return Ran(None, "", (late.stderr or b"").decode("utf-8", "replace"), f"overdue: {late.timeout} s are over")
    finally:
        os.close(writer)
    out, err = ((text or b"").decode("utf-8", "backslashreplace") for text in (done.stdout, done.stderr))
    return Ran(done.returncode, out, err)
