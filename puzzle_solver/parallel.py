"""Work shared between processes, its results in order, in constant memory."""

from __future__ import annotations

import multiprocessing
import pickle
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing.synchronize import Semaphore
from typing import TypeAlias, TypeVar

from puzzle_solver.errors import WorkNotShared

T = TypeVar("T")
R = TypeVar("R")

Stop: TypeAlias = Callable[[], bool] | None

_LOST = "a worker process was ended from outside, for want of memory perhaps: try fewer --workers"

_UNPICKLABLE = (
    "a lambda or an inner function, as of operators of your own, cannot be sent to other processes: "
    "define it with def in a module, or take one worker"
)

_POLLED_EVERY = 1
"""Seconds between two questions whether to stop."""

_stopped: Semaphore | None = None
"""In a process that works for another: above 0 when that one has stopped. An Event has a lock that dies with a worker
that is killed while it looks, and whoever sets the event then waits for ever."""


def stopped() -> bool:
    """Is this a process that works for another, which wants no more?"""
    if _stopped is None or not _stopped.acquire(block=False):
        return False
    _stopped.release()
    return True


def map_in_order(
    work: Callable[[list[T]], list[R]],
    items: Iterable[T],
    *,
    workers: int = 1,
    portion: int = 200,
    stop: Stop = None,
) -> Generator[R, None, None]:
    """Yield the results of ``work`` on portions of ``items``, in order, each as soon as it and those before are done.

    With one worker the work is done here, an item at a time. With more, in as many processes: ``work``, items and
    results then have to pickle. No more items are taken than the workers need to stay busy. ``stop`` is polled, and
    ends it all when it returns true; work that takes long may poll :func:`stopped`.

    Raises:
        WorkNotShared: ``work`` does not pickle, or one of the processes was ended from outside.
    """
    if workers == 1:
        for item in items:
            yield from work([item])
            if stop is not None and stop():
                return
        return
    _refuse_unpicklable(work)
    ended = multiprocessing.Semaphore(0)
    pool = ProcessPoolExecutor(workers, initializer=_begin, initargs=(ended,))
    try:
        yield from _results(pool, work, iter(items), 2 * workers, portion, stop)
    except BrokenProcessPool:  # what asks a whole group of processes to end has reached the workers, too
        if stop is None or not stop():
            raise WorkNotShared(_LOST) from None
    finally:
        ended.release()
        pool.shutdown(cancel_futures=True)


def _refuse_unpicklable(work: object) -> None:
    try:
        pickle.dumps(work)
    except (pickle.PicklingError, AttributeError, TypeError):  # what a release of Python makes of it
        raise WorkNotShared(_UNPICKLABLE) from None


def _begin(ended: Semaphore) -> None:
    """Let the main process alone answer Ctrl-C, and what asks it to end."""
    global _stopped  # noqa: PLW0603 (what a process is told at its start)
    _stopped = ended
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _results(
    pool: ProcessPoolExecutor,
    work: Callable[[list[T]], list[R]],
    items: Iterator[T],
    ahead: int,
    portion: int,
    stop: Stop,
) -> Iterator[R]:
    pending: deque[Future[list[R]]] = deque()
    while part := list(islice(items, portion)):
        pending.append(pool.submit(work, part))
        if len(pending) > ahead:
            if _stopped_before(pending[0], stop):
                return
            yield from pending.popleft().result()
    while pending and not _stopped_before(pending[0], stop):
        yield from pending.popleft().result()


def _stopped_before(future: Future[list[R]], stop: Stop) -> bool:
    """Wait for a result, and return whether it all was stopped before."""
    while stop is None or not stop():
        if wait([future], timeout=None if stop is None else _POLLED_EVERY).done:
            return False
    return True
