"""Workers of a Dask cluster: started on this machine, or of a scheduler that is already running.

Work is pickled once and sent to all workers; each unpacks it once. Items follow one by one, and
only results come back. Tasks of a lost worker go to others; if no worker holds the work any more,
it is sent again. Imported only for the backend dask.
"""

from __future__ import annotations

import asyncio
import logging
import platform
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import CancelledError
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import cache
from importlib import metadata
from itertools import islice, takewhile
from threading import Lock
from time import monotonic, sleep
from typing import Any, TypeVar
from uuid import uuid4

from harness._version import __version__
from harness.core.errors import HarnessError, Problem
from harness.core.execution import Execution, kept_clusters
from harness.core.packages import extra, install_command
from harness.core.processes import (
    Outcome,
    ignore_interrupts,
    limit_library_threads,
    pack_work,
    pickle_work,
    unpack_outcome,
    worker,
)

with extra("cluster", "the backend dask needs"):
    import dask
    from distributed import Client, Future, LocalCluster, wait
    from distributed.scheduler import KilledWorker

T = TypeVar("T")
R = TypeVar("R")

#: Tasks queued for each thread of a worker.
_AHEAD = 4
#: Items of more bytes go to a worker directly, not through the scheduler.
_LARGE = 2**17
#: Seconds that a cluster on this machine has to replace lost workers.
_RESTART = 60
#: How long a named scheduler may take to answer; Dask's own default.
_PATIENCE, _DASK_PATIENCE = "5s", "30s"
#: Seconds to wait before sending again.
_PAUSE = 0.2
#: How often all workers may be lost without a result in between.
_LOSSES = 2
#: Packages whose versions numbers depend on, or unpickling.
_PACKAGES = ("numpy", "polars", "scipy", "cloudpickle")
_SAME = "install the same versions everywhere"


@dataclass(frozen=True, slots=True)
class _Parcel:
    """Pickled work, and the package versions of its sender."""

    key: str
    versions: dict[str, str]
    work: bytes


class Cluster:
    """Workers of a cluster, which is started here if no scheduler is named."""

    def __init__(self, execution: Execution) -> None:
        self._address = execution.scheduler
        with ignore_interrupts():
            self._own = None if execution.scheduler else _start_cluster(execution.count)
        try:
            self.client = _client(self._own or execution.scheduler)
        except (OSError, ValueError, TypeError) as error:  # no address; no keys for TLS
            message = f"no scheduler of Dask answers: {error}"
            hint = "an address looks like tcp://10.0.0.1:8786; "
            hint += "DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT=60s waits longer"
            raise HarnessError(Problem(message, self._address, hint=hint)) from None
        self._fewest = execution.workers or 1 if execution.scheduler else 1

    def close(self) -> None:
        """Disconnect; a cluster that was started here ends."""
        self.client.close()
        if self._own is not None:
            self._own.close()

    def map(self, work: Callable[[T], R], items: Iterable[T]) -> Iterator[R]:
        """Yield ``work(item)`` of each item, in order; a few items per worker are in flight."""
        with closing(self._outcomes(work, items)) as outcomes:
            for outcome in outcomes:
                yield unpack_outcome(outcome)

    def _outcomes(
        self, work: Callable[[T], R], items: Iterable[T]
    ) -> Generator[Outcome[R], None, None]:
        try:
            yield from self._hand_back(work, items)
        except OSError as error:  # from Dask: errors of the work itself are handed back
            raise HarnessError(Problem(f"the scheduler is lost: {error}", self._address)) from None

    def _hand_back(self, work: Callable[[T], R], items: Iterable[T]) -> Iterator[Outcome[R]]:
        content = _Parcel(uuid4().hex, _versions(), pack_work(lambda: work))
        shared = self._send(content, self._fewest)
        left = map(pickle_work, items)
        waiting: deque[tuple[bytes, Future[Any]]] = deque()
        losses = 0
        try:
            while True:
                room = _AHEAD * max(1, sum(self.client.nthreads().values())) - len(waiting)
                more = list(islice(left, max(0, room)))
                waiting.extend(zip(more, self._submit(more, shared), strict=True))
                if not waiting:
                    return
                try:
                    outcomes = self._gather(waiting)
                except CancelledError as error:
                    losses += 1
                    if losses > _LOSSES:
                        raise self._failed(error) from None
                    shared = self._send(content)
                    again = [item for item, _ in waiting]
                    waiting = deque(zip(again, self._submit(again, shared), strict=True))
                    continue
                losses = 0
                for outcome in outcomes:
                    waiting.popleft()
                    yield outcome
        finally:
            with suppress(OSError):  # the scheduler is gone already
                self.client.cancel([future for _, future in waiting])

    def _send(self, content: object, fewest: int = 1) -> Future[Any]:
        """Send shared content once workers exist; a queue may start them late."""
        try:
            self.client.wait_for_workers(fewest, timeout=_RESTART if self._own else None)
        except TimeoutError as error:
            raise self._failed(error) from None
        return self._scatter(content)

    def _scatter(self, content: object) -> Future[Any]:
        """Scatter content to one worker, which may have ended unnoticed.

        The others fetch it from each other: a scheduler asked to broadcast never returns if one of
        them has just ended.
        """
        until = monotonic() + _RESTART
        while True:
            try:
                return self.client.scatter(content, hash=False, timeout=_RESTART)
            except OSError as error:
                if monotonic() > until:
                    raise self._failed(error) from None
                sleep(_PAUSE)

    def _submit(self, items: list[bytes], shared: Future[Any]) -> list[Future[Any]]:
        sent = [item if len(item) < _LARGE else self._scatter(item) for item in items]
        name = f"harness-{uuid4().hex}"
        futures = self.client.map(_perform, sent, content=shared, key=name, pure=False)
        return list(futures) if items else []

    def _gather(self, waiting: deque[tuple[Any, Future[Any]]]) -> list[Outcome[Any]]:
        """Return the results of the first tasks: all that are ready, at least one."""
        with self.client.as_current():
            wait([waiting[0][1]])
        done = takewhile(lambda future: future.status == "finished", (f for _, f in waiting))
        ready = list(done) or [waiting[0][1]]
        try:
            outcomes: list[Outcome[Any]] = self.client.gather(ready)
        except CancelledError:
            raise
        except Exception as error:
            raise self._failed(error) from None
        return outcomes

    def _failed(self, error: Exception) -> HarnessError:
        """Return the error of a task that no worker could finish."""
        if isinstance(error, KilledWorker | CancelledError | OSError):
            hint = "often for lack of memory: give workers more, or start fewer on a machine"
            message = "workers ended before their work was done, again and again"
            return HarnessError(Problem(message, self._address, hint=hint))
        hint = f"workers need version {__version__} as here: {install_command('cluster')}"
        message = f"the workers cannot do this: {type(error).__name__}: {error}"
        return HarnessError(Problem(message, self._address, hint=hint))


def map_by_cluster(work: Callable[[T], R], items: Iterable[T], execution: Execution) -> Iterator[R]:
    """Yield ``work(item)`` of each item, in order, on a kept cluster or on a new one."""
    kept = kept_clusters()
    if kept is not None:
        cluster = kept.get(execution) or kept.setdefault(execution, Cluster(execution))
        assert isinstance(cluster, Cluster)
        yield from cluster.map(work, items)
        return
    own = Cluster(execution)
    try:
        yield from own.map(work, items)
    finally:
        own.close()


def _client(scheduler: LocalCluster | str | None) -> Client:
    """Connect to a scheduler, which must answer within seconds (or Dask's own setting).

    Dask itself retries for half a minute where a connection is refused.
    """
    if isinstance(scheduler, str):  # its failures are reported in our words
        for name in ("distributed", "distributed.client", "distributed.utils"):
            logging.getLogger(name).setLevel(logging.CRITICAL)
    setting = "distributed.comm.timeouts.connect"
    chosen = dask.config.get(setting) != _DASK_PATIENCE or isinstance(scheduler, LocalCluster)
    with dask.config.set({} if chosen else {setting: _PATIENCE}):
        return _Client(scheduler, set_as_default=False)


def _start_cluster(count: int) -> LocalCluster:
    """Start a cluster on this machine, using TLS with its own keys."""
    return LocalCluster(
        n_workers=count,
        threads_per_worker=1,
        dashboard_address="127.0.0.1:0",  # nobody else sees it, and no port is taken
        security=True,
        silence_logs=logging.CRITICAL,
        env=limit_library_threads(count),
    )


@cache
def _versions() -> dict[str, str]:
    python = ".".join(platform.python_version_tuple()[:2])
    packages = {name: metadata.version(name) for name in _PACKAGES}
    return {"python": python, "harness": __version__, **packages}


class _Client(Client):
    """A client that gives up on a wrong server: Dask takes any first bytes for a length."""

    async def _ensure_connected(self, timeout: float | None = None) -> None:
        try:  # Dask waits for ever for the first message of a server
            await asyncio.wait_for(super()._ensure_connected(timeout), timeout and 2 * timeout)
        except TimeoutError:
            raise OSError("the server accepts connections and does not answer") from None
        except (OSError, ImportError):
            raise
        except Exception:
            raise OSError("another kind of server answers") from None


#: The last work that this process, a worker, has unpickled.
_UNPACKED: dict[str, Callable[[bytes], Outcome[Any]]] = {}
_LOCK = Lock()


def _perform(item: bytes, content: _Parcel) -> Outcome[Any]:
    """Run the work on one item, in a worker."""
    own, theirs = _versions(), content.versions
    differing = [
        Problem(f"a worker has {name} {own[name]}, and here is {theirs[name]}", hint=_SAME)
        for name in theirs
        if own[name] != theirs[name]
    ]
    if differing:
        return None, HarnessError(differing)
    with _LOCK:
        if content.key not in _UNPACKED:
            _UNPACKED.clear()
            _UNPACKED[content.key] = worker(content.work)
        attempt = _UNPACKED[content.key]
    return attempt(item)
