"""Mapping work over threads or processes: the same results in the same order on any number."""

from __future__ import annotations

import gc
import multiprocessing
import os
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from multiprocessing.connection import Connection
from typing import Any, TypeVar

from harness.core.errors import HarnessError, Problem
from harness.core.faults import portable

T = TypeVar("T")
R = TypeVar("R")


def default_threads() -> int:
    """The processors this process may use, at most 8 (more only contend for memory)."""
    return min(
        8, len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    )


def map_ordered(
    work: Callable[[T], R], items: Iterable[T], threads: int | None = None
) -> Iterator[R]:
    """``work`` of each item, in order, computed ahead by at most two items a thread.

    The window bounds memory: results do not pile up behind a slow reader. An exception is raised
    at its item's turn.

    >>> list(map_ordered(str.upper, "abc", threads=2))
    ['A', 'B', 'C']
    """
    count = default_threads() if threads is None else threads
    if count <= 1:
        yield from map(work, items)
        return
    with ThreadPoolExecutor(count) as pool:
        waiting: deque[Future[R]] = deque()
        try:
            for item in items:
                waiting.append(pool.submit(work, item))
                if len(waiting) >= 2 * count:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            for future in waiting:
                future.cancel()


#: Libraries that start threads of their own; a process that has them cannot be forked safely.
_THREADED_LIBRARIES = frozenset({"numpy", "polars", "pandas", "scipy"})

#: Below this many items another process costs more than it saves.
_FEWEST_FOR_PROCESSES = 8


def map_prepared(
    prepare: Callable[[], Callable[[T], R]],
    items: Sequence[T],
    workers: int | None = None,
    *,
    processes: bool = True,
) -> Iterator[R]:
    """``prepare()(item)`` of each item, in order; ``prepare`` runs once in each worker.

    The workers are processes when there are many items and this process has not loaded a library
    yet, because then Python code runs side by side too; else threads, as `map_ordered`. What is
    returned must survive pickling. An exception is raised at its item's turn.

    >>> list(map_prepared(lambda: str.upper, "abc", workers=2))
    ['A', 'B', 'C']
    """
    count = min(default_threads() if workers is None else workers, len(items))
    if processes and count > 1 and len(items) >= _FEWEST_FOR_PROCESSES and _may_fork():
        yield from _map_forked(prepare, items, count)
    else:
        yield from map_ordered(prepare(), items, count)


def _may_fork() -> bool:
    alone = threading.active_count() == 1 and _THREADED_LIBRARIES.isdisjoint(sys.modules)
    return alone and sys.platform == "linux"


def _map_forked(
    prepare: Callable[[], Callable[[T], R]], items: Sequence[T], count: int
) -> Iterator[R]:
    """Worker k takes every count-th item from k on; each waits until its last result is taken."""
    context = multiprocessing.get_context("fork")
    workers = []
    try:
        for first in range(count):
            receiver, sender = context.Pipe(duplex=False)
            share = items[first::count]
            process = context.Process(
                target=_serve, args=(prepare, share, sender, count), daemon=True
            )
            process.start()
            sender.close()
            workers.append((process, receiver))
        for i in range(len(items)):
            yield _received(*workers[i % count])
    finally:
        for process, receiver in workers:
            receiver.close()
            process.terminate()
            process.join()


def _received(process: Any, receiver: Connection) -> Any:
    try:
        outcome, error = receiver.recv()
    except EOFError:
        process.join(1)
        raise HarnessError(_ended(process.exitcode)) from None
    if error is not None:
        raise error
    return outcome


def _ended(status: int | None) -> Problem:
    """What is said of a worker process that is gone; a negative status is the signal's number."""
    message = "a worker process ended before its work was done"
    if status is None or status >= 0:
        return Problem(message)
    # The kernel kills (9) who takes too much memory; libraries that get none abort (6).
    lack = status in (-9, -6)
    hint = "often for lack of memory: --threads 1 takes less" if lack else None
    return Problem(f"{message}, by signal {-status}", hint=hint)


def _serve(
    prepare: Callable[[], Callable[[T], R]], items: Sequence[T], sender: Connection, count: int
) -> None:
    """What a worker process does: results, or the first error, through its pipe."""
    own_threads = max(1, default_threads() // count)
    for name in ("POLARS_MAX_THREADS", "OPENBLAS_NUM_THREADS"):
        os.environ.setdefault(name, str(own_threads))
    try:
        work = prepare()
        gc.freeze()  # what was loaded so far stays: the collector need not look at it again
        for item in items:
            sender.send((work(item), None))
    except (KeyboardInterrupt, BrokenPipeError):
        return  # the process that wanted the results is gone or going
    except BaseException as error:  # also SystemExit of a module, and a library's panic
        sender.send((None, portable(error)))
    finally:
        sender.close()
