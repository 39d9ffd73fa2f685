"""Worker processes on this machine: forked while that is safe, else spawned."""

from __future__ import annotations

import gc
import multiprocessing
import os
import pickle
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from typing import Any, TypeVar, cast

from harness.core.errors import HarnessError, Problem
from harness.core.execution import BEFORE_WORK, default_workers
from harness.core.faults import make_portable
from harness.core.limits import keep_freed_memory, limited, limits
from harness.core.locations import start, use_folder
from harness.core.packages import extra
from harness.core.trust import set_trust, trust

T = TypeVar("T")
R = TypeVar("R")

#: A worker's answer: a result, or the error in its place.
Outcome = tuple[R | None, BaseException | None]


def run_item(work: Callable[[T], R], item: T) -> Outcome[R]:
    """Run the work on an item; return the result, or the error in a form that can be pickled."""
    try:
        return work(item), None
    except BaseException as error:  # also SystemExit of a module, and a library's panic
        if isinstance(error, KeyboardInterrupt):
            raise
        return None, make_portable(error)


def unpack_outcome(outcome: Outcome[R]) -> R:
    """Return the result of an outcome, or raise its error."""
    result, error = outcome
    if error is not None:
        raise error
    return result  # type: ignore[return-value]  # None may be a result


def limit_library_threads(count: int) -> dict[str, str]:
    """Return the environment variables that limit library threads in each of ``count`` workers.

    >>> sorted(limit_library_threads(10**6).items())
    [('OPENBLAS_NUM_THREADS', '1'), ('POLARS_MAX_THREADS', '1')]
    """
    own = str(max(1, default_workers() // count))
    return dict.fromkeys(("POLARS_MAX_THREADS", "OPENBLAS_NUM_THREADS"), own)


@contextmanager
def ignore_interrupts() -> Iterator[None]:
    """Start threads and processes inside the block that ignore Ctrl-C: their parent handles it."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    resource_tracker.ensure_running()  # which unblocks the signal
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def map_forked(work: Callable[[T], R], items: Sequence[T], count: int) -> Iterator[R]:
    """Map in forked workers: worker k takes every ``count``-th item from k on, one result ahead."""
    context = multiprocessing.get_context("fork")
    workers = []
    try:
        for first in range(count):
            receiver, sender = context.Pipe(duplex=False)
            share = items[first::count]
            process = context.Process(target=_serve, args=(work, share, sender, count), daemon=True)
            process.start()
            sender.close()
            workers.append((process, receiver))
        for i in range(len(items)):
            yield unpack_outcome(_receive(*workers[i % count]))
    finally:
        for process, receiver in workers:
            receiver.close()
            process.terminate()
            process.join()


def _receive(process: Any, receiver: Connection) -> Outcome[Any]:
    try:
        outcome: Outcome[Any] = receiver.recv()
    except EOFError:
        process.join(1)
        raise HarnessError(_describe_end(process.exitcode)) from None
    return outcome


def _describe_end(status: int | None) -> Problem:
    """Describe the end of a worker process; a negative status is the signal's number."""
    message = "a worker process ended before its work was done"
    if status is None or status >= 0:
        return Problem(message)
    # Linux kills (9) processes that use too much memory; libraries out of memory abort (6).
    hint = "often for lack of memory: --workers 1 takes less" if status in (-9, -6) else None
    return Problem(f"{message}, by signal {-status}", hint=hint)


def _serve(work: Callable[[T], R], items: Sequence[T], sender: Connection, count: int) -> None:
    """Serve in a forked process: send results, or the first error, through its pipe."""
    for name, number in limit_library_threads(count).items():
        os.environ.setdefault(name, number)
    keep_freed_memory()
    gc.freeze()  # everything loaded so far stays: the collector can skip it
    try:
        for item in items:
            sender.send((work(item), None))
    except (KeyboardInterrupt, BrokenPipeError):
        return  # the parent process is gone or ending
    except BaseException as error:  # also SystemExit of a module, and a library's panic
        sender.send((None, make_portable(error)))
    finally:
        sender.close()


def map_spawned(
    prepare: Callable[[], Callable[[T], R]], items: Iterable[T], count: int
) -> Iterator[R]:
    """Map in spawned processes: items go to the next free one, at most two per process ahead."""
    context = multiprocessing.get_context("spawn")
    given = (pack_work(prepare), limit_library_threads(count))
    pool = ProcessPoolExecutor(count, context, _begin, given)
    waiting: deque[Future[Outcome[R]]] = deque()
    try:
        for item in items:
            content = pickle_work(item)
            with ignore_interrupts():
                waiting.append(pool.submit(_work_on, content))
            if len(waiting) >= 2 * count:
                yield unpack_outcome(waiting.popleft().result())
        while waiting:
            yield unpack_outcome(waiting.popleft().result())
    except BrokenProcessPool:
        raise HarnessError(_describe_end(-signal.SIGKILL)) from None
    finally:
        pool.shutdown(cancel_futures=True)


def pickle_work(value: object) -> bytes:
    """Pickle a value for another process, functions and closures too."""
    with extra("cluster", "worker processes that are started anew need"):
        import cloudpickle

    try:
        content: bytes = cloudpickle.dumps(value)
    except (AttributeError, TypeError, pickle.PicklingError) as error:
        message = f"this cannot be shared out to other processes: {error}"
        raise HarnessError(Problem(message, hint="--backend threads does it")) from error
    return content


def pack_work(prepare: Callable[[], Callable[[T], R]]) -> bytes:
    """Pickle work for another process, with this one's limits, trust and start of paths."""
    first = [step for make in BEFORE_WORK if (step := make()) is not None]
    return pickle_work((limits(), trust(), start(), first, pickle_work(prepare)))


def worker(content: bytes) -> Callable[[bytes], Outcome[Any]]:
    """Return a function of pickled items, prepared from the work in ``content``.

    >>> worker(pack_work(lambda: len))(pickle_work("four"))
    (4, None)
    """
    known, trusted, folder, first, prepare = pickle.loads(content)
    for step in first:
        step()
    with limited(known), set_trust(trusted), use_folder(folder):
        work = pickle.loads(prepare)()

    def attempt(item: bytes) -> Outcome[Any]:
        with limited(known), set_trust(trusted), use_folder(folder):
            return run_item(lambda part: work(pickle.loads(part)), item)

    return attempt


#: The work of a spawned process: pickled, then prepared.
_STATE: dict[str, Any] = {}


def _begin(content: bytes, environment: dict[str, str]) -> None:
    os.environ.update(environment)
    _STATE["content"] = content


def _work_on(item: bytes) -> Outcome[Any]:
    if "worker" not in _STATE:
        ready, error = run_item(worker, _STATE["content"])
        if error is not None:
            return None, error
        _STATE["worker"] = ready
    return cast("Outcome[Any]", _STATE["worker"](item))
