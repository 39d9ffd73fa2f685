"""Mapping work over threads: the same results in the same order on any number of them."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

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
