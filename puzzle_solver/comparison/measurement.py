"""One engine on one puzzle: what it takes to find every distinct solution."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import time
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final, NamedTuple

from puzzle_solver.errors import InvalidPuzzle, UnsupportedPuzzle
from puzzle_solver.puzzle import Puzzle
from puzzle_solver.render.style import spell
from puzzle_solver.sameness import Sameness
from puzzle_solver.search.budget import peak_megabytes
from puzzle_solver.solver import tally

TOO_LATE: Final = 3
"""The exit code of a process that its time limit has not stopped in time."""

_CHILD: Final = (sys.executable, "-m", "puzzle_solver.comparison.child")
_MAIN: Final = b"__main__"
"""The module of the program, which is another one in another process."""


class Ending(Enum):
    """How an engine came to its end."""

    FINISHED = "finished"
    STOPPED = "stopped"  # by a limit
    REFUSED = "refused"  # it cannot answer such puzzles


class Question(NamedTuple):
    """What an engine is asked, within limits of time and memory."""

    engine: str
    puzzle: Puzzle
    same: Sameness
    seconds: float | None = None
    megabytes: float | None = None


@dataclass(frozen=True, slots=True)
class Measure:
    """What an engine took for a puzzle; if it was stopped, until then.

    ``reason``: what stopped it, why it refused, or what size limit of the rules bit. ``candidates``: how many it tried,
    as its cost formula counts them; ``written``: how many expressions that make the target it met, the same ones
    counted again; both None for an engine that does not make expressions one by one. ``seconds``: of the processor.
    ``megabytes``: the most that its process held. ``solutions``: the distinct ones as text, None unless all are known.
    """

    puzzle: Puzzle
    ending: Ending
    reason: str = ""
    candidates: int | None = None
    written: int | None = None
    seconds: float | None = None
    megabytes: float | None = None
    solutions: tuple[str, ...] | None = None

    @property
    def numbers(self) -> int:
        """How many numbers the hand has."""
        return len(self.puzzle.hand)

    @property
    def distinct(self) -> int | None:
        """How many distinct solutions there are."""
        return None if self.solutions is None else len(self.solutions)

    def to_object(self) -> dict[str, object]:
        """Return an object for JSON."""
        return {
            "hand": [spell(number) for number in self.puzzle.hand],
            "ending": self.ending.value,
            "reason": self.reason or None,
            "candidates": self.candidates,
            "written": self.written,
            "distinct": self.distinct,
            "seconds": self.seconds,
            "megabytes": self.megabytes,
        }


def measure(question: Question, watch: AbstractContextManager[object] | None = None) -> Measure:
    """Measure an engine in this process, of whose peak memory it may not be the cause; the search is ``watch``-ed."""
    engine, puzzle, same, seconds, megabytes = question
    try:
        # The first use of an engine imports what it needs.
        tally(Puzzle(puzzle.hand[:1], puzzle.target, puzzle.rules), engine=engine)
        # Of the processor, and of this process alone: what else the machine does is not the engine's.
        start = time.process_time()
        with watch or nullcontext():
            found = tally(puzzle, same=same, engine=engine, time_limit=seconds, memory_limit=megabytes)
    except UnsupportedPuzzle as refusal:
        return Measure(puzzle, Ending.REFUSED, str(refusal))
    result, took = found.result, time.process_time() - start
    ending, reason = (Ending.STOPPED if result.count is None else Ending.FINISHED), result.limit or ""
    seen = Measure(puzzle, ending, reason, found.candidates, found.written, took, peak_megabytes())
    if ending is Ending.STOPPED:
        return seen
    return replace(seen, solutions=tuple(solution.text() for solution in result.solutions))


def measure_apart(question: Question) -> Measure:
    """Measure an engine in a process of its own, which can take what :func:`check_portable` lets pass."""
    with subprocess.Popen(  # noqa: S603 (our own program)
        _CHILD, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=_environment()
    ) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        try:
            with suppress(BrokenPipeError):  # it has ended before it was asked, which its exit code tells
                pickle.dump(question, child.stdin)
                child.stdin.flush()  # and left open: its end tells the child that this process has ended
            answer = child.stdout.read()
            code = child.wait()
        except BaseException:
            child.kill()
            raise
    if code == 0:
        seen: Measure = pickle.loads(answer)  # noqa: S301 (our own bytes)
        return seen
    return Measure(question.puzzle, Ending.STOPPED, "time" if code == TOO_LATE else f"exit code {code}")


def check_portable(puzzle: Puzzle) -> None:
    """Refuse a puzzle that another process cannot be given.

    Raises:
        InvalidPuzzle: it has an operator that is defined in the main program, or within a function.
    """
    try:
        # Pickle sends the names of functions, and ``__main__`` is another module in the other process.
        portable = _MAIN not in pickle.dumps(puzzle)
    except (pickle.PicklingError, AttributeError, TypeError):
        portable = False
    if not portable:
        raise InvalidPuzzle(
            "each engine has a process of its own, which must find the operators: define them in a module"
        )


def _environment() -> dict[str, str]:
    """Let the other process find the modules that this one finds, and no others."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONSAFEPATH": "1"}
