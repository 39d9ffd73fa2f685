"""Map work over threads, processes or a cluster: the same results in the same order on each.

Callers use `map_ordered`, `map_prepared` or `collect_arrays` with an `Execution`. Work and its
results must survive pickling (closures do); work does not change its arguments.
"""

from __future__ import annotations

import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextvars import copy_context
from typing import TYPE_CHECKING, TypeVar

from harness.core.execution import Execution, Workers

if TYPE_CHECKING:
    from concurrent.futures import Future

T = TypeVar("T")
R = TypeVar("R")

#: Libraries that start threads; a process that has loaded them cannot be forked safely. numpy's
#: OpenBLAS ends its threads before a fork.
_THREADED_LIBRARIES = frozenset({"polars", "pandas", "scipy"})

#: With fewer items another process costs more than it saves.
_FEWEST_FOR_PROCESSES = 8


def map_ordered(work: Callable[[T], R], items: Iterable[T], workers: Workers = None) -> Iterator[R]:
    """Yield ``work(item)`` of each item, in order, computed a few items per worker ahead.

    The window bounds memory: results do not pile up behind a slow reader. An exception is raised
    at its item's turn. Workers are threads unless the `Execution` says otherwise.

    >>> list(map_ordered(str.upper, "abc", workers=2))
    ['A', 'B', 'C']
    """
    execution = Execution.of(workers)
    if execution.backend == "dask":
        from harness.core.cluster import map_by_cluster

        return map_by_cluster(work, items, execution)
    if execution.backend == "processes" and execution.count > 1:
        from harness.core.processes import map_spawned

        return map_spawned(lambda: work, items, execution.count)
    return _map_threads(work, items, execution.count)


def map_prepared(
    prepare: Callable[[], Callable[[T], R]],
    items: Sequence[T],
    workers: Workers = None,
    *,
    fewest: int = _FEWEST_FOR_PROCESSES,
) -> Iterator[R]:
    """Yield ``prepare()(item)`` of each item, as `map_ordered`.

    Without a backend the workers are processes for ``fewest`` items or more, if this process can be
    forked, because then Python code runs in parallel too; else threads. Forked workers and a
    cluster share one preparation made here, spawned workers each prepare.

    >>> list(map_prepared(lambda: str.upper, "abc", workers=2))
    ['A', 'B', 'C']
    """
    execution = Execution.of(workers)
    count = min(execution.count, len(items))
    wanted = execution.backend == "processes" or (
        execution.backend is None and len(items) >= fewest and may_fork()
    )
    if not wanted or count < 2:
        return map_ordered(prepare(), items, execution)
    from harness.core.processes import map_forked, map_spawned

    if not may_fork():
        return map_spawned(prepare, items, count)
    work = prepare()
    # Libraries that it loads can start threads.
    return map_forked(work, items, count) if may_fork() else _map_threads(work, items, count)


def map_arrays(work: Callable[[T], R], items: Sequence[T], workers: Workers = 1) -> Iterator[R]:
    """Yield ``work(item)`` of each item, in order, a few ahead, for work on arrays.

    numpy's code runs in parallel in threads, which replace processes.
    """
    execution = Execution.of(workers)
    if execution.backend == "dask" and len(items) > 1:
        return map_ordered(work, items, execution)
    return _map_threads(work, items, min(execution.count, max(1, len(items))))


def collect_arrays(work: Callable[[T], R], items: Sequence[T], workers: Workers = 1) -> list[R]:
    """Return all results of `map_arrays`."""
    return list(map_arrays(work, items, workers))


def pieces(total: int, size: int) -> list[slice]:
    """Slice the numbers 0 … total − 1 into pieces of ``size``, the last one shorter.

    >>> pieces(5, 2)
    [slice(0, 2, None), slice(2, 4, None), slice(4, 5, None)]
    """
    return [slice(start, min(start + size, total)) for start in range(0, total, size)]


def may_fork() -> bool:
    """Return whether this process can be forked: it has no threads, nor a library with some."""
    alone = threading.active_count() == 1 and _THREADED_LIBRARIES.isdisjoint(sys.modules)
    return alone and sys.platform == "linux"


def _map_threads(work: Callable[[T], R], items: Iterable[T], count: int) -> Iterator[R]:
    """Map in threads, at most two items per thread ahead, in the caller's context."""
    if count == 1:
        yield from map(work, items)
        return
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(count) as pool:
        waiting: deque[Future[R]] = deque()
        try:
            for item in items:
                waiting.append(pool.submit(copy_context().run, work, item))
                if len(waiting) >= 2 * count:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            for future in waiting:
                future.cancel()
