"""How work is shared out, over threads, processes or a cluster: the same results in the same order.

Whoever shares work out calls `map_ordered`, `map_prepared` or `mapped` and says by an `Execution`
who does it. Work and what it returns must survive pickling (closures do); it changes nothing that
it was given.
"""

from __future__ import annotations

import os
import sys
import threading
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar, copy_context
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol, TypeAlias, TypeVar

from harness.core.errors import EvaluationError, Problem, refuse, unknown
from harness.core.locations import STDIN, is_here_only

if TYPE_CHECKING:
    from concurrent.futures import Future

T = TypeVar("T")
R = TypeVar("R")

#: What can share work out, and what its workers are.
BACKENDS = {
    "processes": "processes of this machine",
    "threads": "threads of this process",
    "dask": "workers of a Dask cluster",
}


@dataclass(frozen=True, slots=True)
class Execution:
    """Choice of backend and workers; no number depends on it.

    Without a ``backend`` whatever is fastest here is used: processes where they can be forked, else
    threads; Dask where a ``scheduler`` is given. ``workers`` is how many, one a processor without
    it; of a running cluster that of its workers which are waited for. Raises `EvaluationError` with
    all that is wrong.

    >>> Execution(scheduler="tcp://10.0.0.1:8786").backend
    'dask'
    >>> Execution("dusk", workers=0)
    Traceback (most recent call last):
    harness.core.errors.EvaluationError: unknown backend 'dusk' (did you mean dask?)
    workers: 0 is not allowed (it must be a whole number of at least 1)
    """

    backend: str | None = None
    workers: int | None = None
    scheduler: str | None = None

    def __post_init__(self) -> None:
        if self.backend is None and self.scheduler is not None:
            object.__setattr__(self, "backend", "dask")
        refuse(self._problems(), EvaluationError)

    def _problems(self) -> Iterator[Problem]:
        if self.backend is not None and self.backend not in BACKENDS:
            yield unknown("backend", self.backend, BACKENDS)
        elif self.scheduler is not None and self.backend != "dask":
            hint = f"the backend is {self.backend}"
            yield Problem("only the backend dask has one", key="scheduler", hint=hint)
        if self.workers is not None and (type(self.workers) is not int or self.workers < 1):
            hint = "it must be a whole number of at least 1"
            yield Problem(f"{self.workers!r} is not allowed", key="workers", hint=hint)

    @classmethod
    def of(
        cls, workers: Workers, backend: str | None = None, scheduler: str | None = None
    ) -> Execution:
        """The execution on so many workers, or as it is given."""
        if isinstance(workers, Execution):
            return cls(backend, None, scheduler).over(workers)
        return cls(backend, workers, scheduler)

    @property
    def count(self) -> int:
        """How many workers, if nothing else limits them."""
        return self.workers or default_workers()

    def share(self, items: int) -> Execution:
        """The threads of a worker for each of so many items, while it shares them out.

        >>> Execution(workers=8).share(3)
        Execution(backend='threads', workers=2, scheduler=None)
        """
        return Execution("threads", max(1, self.count // max(1, items)))

    def over(self, other: Execution) -> Execution:
        """Return these settings, filled from another where nothing is set.

        >>> Execution("threads").over(Execution(workers=3, scheduler="tcp://10.0.0.1:8786"))
        Execution(backend='threads', workers=3, scheduler=None)
        """
        backend = self.backend or other.backend
        theirs = other.scheduler if backend == "dask" else None
        return Execution(backend, self.workers or other.workers, self.scheduler or theirs)

    def reading(self, names: Collection[str]) -> Execution:
        """The same for work on files; what other processes cannot read is read by threads only.

        >>> Execution().reading(["a.run", "-"]).backend
        'threads'
        """
        own = [name for name in names if is_here_only(name)]
        if not own:
            return self
        if self.backend in ("processes", "dask"):
            what = "standard input" if own[0] == STDIN else "a pipe or an open file"
            hint = f"not by {BACKENDS[self.backend]}"
            raise EvaluationError(Problem(f"only threads can read {what}", hint=hint))
        return replace(self, backend="threads")


#: Who works: so many, None for one a processor, or an `Execution`.
Workers: TypeAlias = int | Execution | None


def default_workers() -> int:
    """The processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


#: What makes what a worker must do before it unpacks its work, or None where there is nothing.
BEFORE_WORK: list[Callable[[], Callable[[], None] | None]] = []


class Closing(Protocol):
    """Resource that is closed when it is not needed any more."""

    def close(self) -> None:
        """End it."""


_KEPT: ContextVar[dict[Execution, Closing] | None] = ContextVar("clusters", default=None)


def kept_clusters() -> dict[Execution, Closing] | None:
    """The clusters that `clusters_kept` keeps; None outside it."""
    return _KEPT.get()


@contextmanager
def clusters_kept() -> Iterator[None]:
    """Clusters that are started meanwhile serve whatever is done, and end with the outermost.

    Without it every call starts, or joins, a cluster of its own.
    """
    if _KEPT.get() is not None:
        yield
        return
    clusters: dict[Execution, Closing] = {}
    token = _KEPT.set(clusters)
    try:
        yield
    finally:
        _KEPT.reset(token)
        for cluster in clusters.values():
            cluster.close()


# --- sharing out ------------------------------------------------------------------------------

#: Libraries that start threads of their own; a process that has them cannot be forked safely.
_THREADED_LIBRARIES = frozenset({"numpy", "polars", "pandas", "scipy"})

#: Below this many items another process costs more than it saves.
_FEWEST_FOR_PROCESSES = 8


def map_ordered(work: Callable[[T], R], items: Iterable[T], workers: Workers = None) -> Iterator[R]:
    """``work`` of each item, in order, computed ahead by a few items a worker.

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
    """``prepare()(item)`` of each item, as `map_ordered`; each process prepares for itself.

    Without a backend the workers are processes for the ``fewest`` items or more, if this process
    has not loaded a library yet, because then Python code runs side by side too, and nothing is
    paid for before; else threads. A cluster gets what was prepared here.

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

    return (map_forked if may_fork() else map_spawned)(prepare, items, count)


def map_arrays(work: Callable[[T], R], items: Sequence[T], workers: Workers = 1) -> Iterator[R]:
    """``work`` of each item, in order, a few ahead, where arrays are computed.

    numpy's code runs side by side in threads, so that these take the place of processes.
    """
    execution = Execution.of(workers)
    if execution.backend == "dask" and len(items) > 1:
        return map_ordered(work, items, execution)
    return _map_threads(work, items, min(execution.count, max(1, len(items))))


def mapped(work: Callable[[T], R], items: Sequence[T], workers: Workers = 1) -> list[R]:
    """Return all results of `map_arrays`."""
    return list(map_arrays(work, items, workers))


def pieces(total: int, size: int) -> list[slice]:
    """The numbers 0 … total − 1 as slices of ``size``, the last one as long as is left.

    >>> pieces(5, 2)
    [slice(0, 2, None), slice(2, 4, None), slice(4, 5, None)]
    """
    return [slice(start, min(start + size, total)) for start in range(0, total, size)]


def may_fork() -> bool:
    """Whether this process can be forked: no threads, no library that has some."""
    alone = threading.active_count() == 1 and _THREADED_LIBRARIES.isdisjoint(sys.modules)
    return alone and sys.platform == "linux"


def _map_threads(work: Callable[[T], R], items: Iterable[T], count: int) -> Iterator[R]:
    """At most two items a thread are waiting; the context of the caller is that of each."""
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
