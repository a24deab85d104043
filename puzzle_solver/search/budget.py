"""Limits on a search: time, memory, and a caller's wish to stop."""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable, Collection, Iterator
from itertools import islice
from numbers import Real
from pathlib import Path
from typing import Final, TypeVar

from puzzle_solver.errors import InvalidPuzzle, SearchStopped
from puzzle_solver.given import shown

T = TypeVar("T")

MOST_MEGABYTES: Final = 10_000_000
"""No machine has so much memory: whoever asks for more means bytes."""

_AGES: Final = 1e9
"""Seconds, some thirty years: as good as no limit, and less than what clocks and timers take."""

_STATM = Path("/proc/self/statm")
_STATUS = Path("/proc/self/status")
_MEGABYTE = 1_000_000
_MEMORY_EVERY = 0.02
"""Seconds between two looks at the process's memory, each of which costs some 10 microseconds."""


class Budget:
    """What a search may spend. ``check`` raises :class:`SearchStopped` when a limit bites.

    ``seconds`` counts from construction; ``megabytes`` bounds the memory of the whole process;
    ``interrupted`` is polled.
    """

    __slots__ = ("_deadline", "_interrupted", "_look_at", "_megabytes", "_unlimited")

    def __init__(
        self,
        seconds: float | None = None,
        megabytes: float | None = None,
        interrupted: Callable[[], bool] | None = None,
    ) -> None:
        if interrupted is not None and not callable(interrupted):
            raise InvalidPuzzle(
                f"interrupted={shown(interrupted)} is no function: give one that returns whether to stop"
            )
        seconds, megabytes = seconds_of(seconds), megabytes_of(megabytes)
        self._deadline = None if seconds is None else time.monotonic() + seconds
        self._megabytes = megabytes
        self._interrupted = interrupted
        self._unlimited = seconds is None and megabytes is None and interrupted is None
        self._look_at = 0.0

    @property
    def bytes_left(self) -> int | None:
        """How many bytes the process may still take, None for any number."""
        if self._megabytes is None:
            return None
        return max(0, int((self._megabytes - megabytes_used()) * _MEGABYTE))

    def check(self) -> None:
        """Raise :class:`SearchStopped` if a limit has been reached."""
        if self._unlimited:
            return
        if self._interrupted is not None and self._interrupted():
            raise SearchStopped("interrupt")
        now = time.monotonic()
        if self._deadline is not None and now > self._deadline:
            raise SearchStopped("time")
        if self._megabytes is not None and now > self._look_at:
            self._look_at = now + _MEMORY_EVERY
            if megabytes_used() > self._megabytes:
                raise SearchStopped("memory")

    def portions(self, values: Collection[T], partners: int) -> Iterator[Collection[T]]:
        """Cut ``values`` so that a portion with all its partners makes some 50,000 pairs, and check before each."""
        size = max(1, 50_000 // (partners or 1))
        if len(values) <= size:
            self.check()
            yield values
            return
        rest = iter(values)
        while portion := tuple(islice(rest, size)):
            self.check()
            yield portion


def seconds_of(limit: float | None) -> float | None:
    """Return a time limit in seconds; None where there is none, or none that anyone would live to see.

    Raises:
        InvalidPuzzle: it is not positive.
    """
    return _positive("time", limit, _AGES)


def megabytes_of(limit: float | None) -> float | None:
    """Return a memory limit in megabytes, None where there is none.

    Raises:
        InvalidPuzzle: it is not positive, or so large that bytes must be meant.
    """
    megabytes = _positive("memory", limit, math.inf)
    if megabytes is not None and megabytes > MOST_MEGABYTES:
        raise InvalidPuzzle(
            f"the memory limit is {shown(limit)} megabytes: were bytes meant? "
            f"give megabytes, at most {MOST_MEGABYTES:,}"
        )
    return megabytes


def _positive(name: str, limit: float | None, none_from: float) -> float | None:
    if limit is None:
        return None
    number = isinstance(limit, Real) and not isinstance(limit, bool)
    if not (number and limit > 0):  # a nan is not
        raise InvalidPuzzle(f"the {name} limit is {shown(limit)}: give a positive number")
    if limit >= none_from:
        return None
    return float(limit) if limit <= sys.float_info.max else sys.float_info.max


def megabytes_used() -> float:
    """Return the memory that the process holds now (where the system tells only the peak: the peak)."""
    import resource  # not on every system, so asked for only with a memory limit

    try:
        return int(_STATM.read_text().split()[1]) * resource.getpagesize() / _MEGABYTE
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / _MEGABYTE


def peak_megabytes() -> float | None:
    """Return the most memory that the process has held so far, None where the system does not tell."""
    try:
        # Not the peak of getrusage: a process inherits that of the one that started it.
        peak = next(line for line in _STATUS.read_text().splitlines() if line.startswith("VmHWM:"))
    except (OSError, StopIteration):
        return None
    return int(peak.split()[1]) * 1024 / _MEGABYTE
