"""Work shared between processes, its results in order, in constant memory."""

from __future__ import annotations

import os
import pickle
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from threading import Thread
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from puzzle_solver.errors import WorkNotShared

if TYPE_CHECKING:  # not every Python can start processes, and few calls need them
    from concurrent.futures import Future, ProcessPoolExecutor
    from multiprocessing.synchronize import Semaphore

T = TypeVar("T")
R = TypeVar("R")

Stop: TypeAlias = Callable[[], bool] | None

_LOST = "a worker process was ended from outside, for want of memory perhaps: try fewer --workers"

_ALONE = "this Python cannot share work between processes: use one worker"

_UNPICKLABLE = (
    "a lambda or an inner function, as of operators of your own, cannot be sent to other processes: "
    "define it with def in a module, or take one worker"
)

_POLLED_EVERY = 1
"""Seconds between two questions whether to stop."""

_WATCHED_EVERY = 0.25
"""Seconds between two looks of a worker at whether its parent is still there."""

ORPHANED = 4
"""The exit code of a process whose parent has ended."""

_stopped: Semaphore | None = None
"""In a process that works for another: above 0 when that one has stopped. An Event has a lock that dies with a worker
that is killed while it looks, and whoever sets the event then waits for ever."""


def stopped() -> bool:
    """Is this a process that works for another, which wants no more?"""
    # Taken and given back: once it is above 0 it stays so, for every worker that looks.
    if _stopped is None or not _stopped.acquire(block=False):
        return False
    _stopped.release()
    return True


def _unpacked(part: list[Any]) -> Any:
    return part


def map_in_order(
    work: Callable[[Any], list[R]],
    items: Iterable[T],
    *,
    workers: int = 1,
    portion: int = 200,
    stop: Stop = None,
    pack: Callable[[list[T]], Any] = _unpacked,
) -> Generator[R, None, None]:
    """Yield the results of ``work`` on portions of ``items``, in order, each as soon as it and those before are done.

    With one worker the work is done here, an item at a time. With more, in as many processes: ``work``, items and
    results then have to pickle. No more items are taken than the workers need to stay busy. ``stop`` is polled, and
    ends it all when it returns true; work that takes long may poll :func:`stopped`. ``work`` is given what ``pack``
    makes of a list of items, which may be smaller to send.

    Raises:
        WorkNotShared: ``work`` does not pickle, one of the processes was ended from outside, or there can be none.
    """
    if workers == 1:
        # An item is taken only when the one before is done: whoever stops early has paid for nothing more.
        for item in items:
            yield from work(pack([item]))
            if stop is not None and stop():
                return
        return
    # Before a process is started, while the cause can still be named.
    _refuse_unpicklable(work)
    with _pool_of(workers, stop) as pool:
        # Two portions for each worker: whoever is done finds the next one waiting, and memory stays bounded.
        yield from _results(pool, work, map(pack, _portions(items, portion)), 2 * workers, stop)


@contextmanager
def _pool_of(workers: int, stop: Stop) -> Iterator[ProcessPoolExecutor]:
    """Give processes to work in, and end them; they end of themselves if this one is killed."""
    try:
        import multiprocessing
        from concurrent.futures.process import BrokenProcessPool, ProcessPoolExecutor

        ended = multiprocessing.Semaphore(0)
        pool = ProcessPoolExecutor(workers, initializer=_begin, initargs=(ended, os.getpid()))
    except (ImportError, NotImplementedError, OSError) as error:  # WebAssembly; a system without semaphores
        raise WorkNotShared(_ALONE) from error
    try:
        yield pool
    except BrokenProcessPool:  # what asks a whole group of processes to end has reached the workers, too
        if stop is None or not stop():
            raise WorkNotShared(_LOST) from None
    finally:
        # Before the shutdown, which waits for work that is only ended by polling ``stopped``.
        ended.release()
        pool.shutdown(cancel_futures=True)


def _portions(items: Iterable[T], size: int) -> Iterator[list[T]]:
    rest = iter(items)
    while part := list(islice(rest, size)):
        yield part


def _refuse_unpicklable(work: object) -> None:
    try:
        pickle.dumps(work)
    except (pickle.PicklingError, AttributeError, TypeError):  # what a release of Python makes of it
        raise WorkNotShared(_UNPICKLABLE) from None


def _begin(ended: Semaphore, parent: int) -> None:
    """Let the main process alone answer Ctrl-C, and what asks it to end; end with it."""
    global _stopped  # noqa: PLW0603 (what a process is told at its start)
    _stopped = ended
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: int) -> None:
    """Wait for the end of the process that this one works for, and end: whatever is done here, nobody wants it.

    Its sentinel is readable once nobody holds the other end. Processes that were forked later do, so it is also
    looked whether this one has been given another parent; one that a fork server started never had the first.
    """
    from multiprocessing import connection, parent_process

    process = parent_process()
    assert process is not None
    own = os.getppid() == parent
    while not connection.wait([process.sentinel], _WATCHED_EVERY) and (not own or os.getppid() == parent):
        pass
    # ``sys.exit`` would end this thread, and leave the one that works.
    os._exit(ORPHANED)


def _results(
    pool: ProcessPoolExecutor, work: Callable[[Any], list[R]], parts: Iterator[Any], ahead: int, stop: Stop
) -> Iterator[R]:
    pending: deque[Future[list[R]]] = deque()
    for part in parts:
        pending.append(pool.submit(work, part))
        if len(pending) > ahead:
            if _stopped_before(pending[0], stop):
                return
            yield from pending.popleft().result()
    while pending and not _stopped_before(pending[0], stop):
        yield from pending.popleft().result()


def _stopped_before(future: Future[list[R]], stop: Stop) -> bool:
    """Wait for a result, and return whether it all was stopped before."""
    from concurrent.futures import wait

    while stop is None or not stop():
        if wait([future], timeout=None if stop is None else _POLLED_EVERY).done:
            return False
    return True
