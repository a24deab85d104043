"""Work shared between processes, its results in order, in constant memory."""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import islice
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")


def map_in_order(
    work: Callable[[list[T]], list[R]], items: Iterable[T], *, workers: int = 1, portion: int = 200
) -> Iterator[R]:
    """Yield the results of ``work`` on portions of ``items``, in order, each as soon as it and those before are done.

    With one worker the work is done here, an item at a time. With more, in as many processes: ``work``, items and
    results then have to pickle. No more items are taken than the workers need to stay busy.
    """
    if workers == 1:
        for item in items:
            yield from work([item])
        return
    pool = ProcessPoolExecutor(workers, initializer=_leave_interrupts)
    try:
        yield from _results(pool, work, iter(items), 2 * workers, portion)
    finally:
        pool.shutdown(cancel_futures=True)


def _leave_interrupts() -> None:
    """Let the main process alone answer Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _results(
    pool: ProcessPoolExecutor, work: Callable[[list[T]], list[R]], items: Iterator[T], ahead: int, portion: int
) -> Iterator[R]:
    pending: deque[Future[list[R]]] = deque()
    while part := list(islice(items, portion)):
        pending.append(pool.submit(work, part))
        if len(pending) > ahead:
            yield from pending.popleft().result()
    while pending:
        yield from pending.popleft().result()
