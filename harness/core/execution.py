"""Execution: the backend, the number of workers and the scheduler that share out work."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from typing import Protocol, TypeAlias

from harness.core import set_meanwhile
from harness.core.errors import EvaluationError, Problem, refuse, unknown
from harness.core.locations import STDIN, is_here_only

#: The backends, and the workers of each.
BACKENDS = {
    "processes": "processes of this machine",
    "threads": "threads of this process",
    "dask": "workers of a Dask cluster",
}


@dataclass(frozen=True, slots=True)
class Execution:
    """Choice of backend and workers; no value depends on it.

    Without a ``backend`` the fastest one is used: processes where they can be forked, else threads;
    Dask where a ``scheduler`` is given. ``workers`` defaults to one per processor; of a running
    cluster it is the number of workers to wait for. Raises `EvaluationError` with every problem.

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
        """Return an `Execution` from a number of workers, or unchanged."""
        if isinstance(workers, Execution):
            return cls(backend, None, scheduler).over(workers)
        return cls(backend, workers, scheduler)

    @property
    def count(self) -> int:
        """The number of workers, if nothing else limits it."""
        return self.workers or default_workers()

    def share(self, items: int) -> Execution:
        """Return the threads that each of so many items gets when they are shared out.

        >>> Execution(workers=8).share(3)
        Execution(backend='threads', workers=2, scheduler=None)
        """
        return Execution("threads", max(1, self.count // max(1, items)))

    def over(self, other: Execution) -> Execution:
        """Fill unset fields from another execution.

        >>> Execution("threads").over(Execution(workers=3, scheduler="tcp://10.0.0.1:8786"))
        Execution(backend='threads', workers=3, scheduler=None)
        """
        backend = self.backend or other.backend
        theirs = other.scheduler if backend == "dask" else None
        return Execution(backend, self.workers or other.workers, self.scheduler or theirs)

    def reading(self, names: Collection[str]) -> Execution:
        """Return the execution for reading files: threads only, for files that other processes
        cannot read.

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


#: A number of workers, None for one per processor, or an `Execution`.
Workers: TypeAlias = int | Execution | None


def default_workers() -> int:
    """Return the number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


#: Factories of the calls that a worker makes before it unpickles its work (None: no call).
BEFORE_WORK: list[Callable[[], Callable[[], None] | None]] = []


class Closable(Protocol):
    """A resource that must be closed."""

    def close(self) -> None:
        """Close the resource."""


_KEPT: ContextVar[dict[Execution, Closable] | None] = ContextVar("clusters", default=None)


def kept_clusters() -> dict[Execution, Closable] | None:
    """Return the clusters that `clusters_kept` keeps; None outside it."""
    return _KEPT.get()


@contextmanager
def clusters_kept() -> Iterator[None]:
    """Keep clusters started inside the block for all work in it; they end with the outermost block.

    Without it every call starts, or joins, its own cluster.
    """
    if _KEPT.get() is not None:
        yield
        return
    clusters: dict[Execution, Closable] = {}
    try:
        with set_meanwhile(_KEPT, clusters):
            yield
    finally:
        for cluster in clusters.values():
            cluster.close()
