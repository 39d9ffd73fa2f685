"""Work in pieces of a fixed size, on any number of threads, with the same results."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")


def pieces(total: int, size: int) -> list[slice]:
    """The numbers 0 … total − 1 as slices of ``size``, the last one as long as is left.

    >>> pieces(5, 2)
    [slice(0, 2, None), slice(2, 4, None), slice(4, 5, None)]
    """
    return [slice(start, min(start + size, total)) for start in range(0, total, size)]


def mapped(work: Callable[[T], R], items: Sequence[T], threads: int = 1) -> list[R]:
    """``work`` of each item, in order."""
    if threads == 1 or len(items) < 2:
        return [work(item) for item in items]
    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(work, items))
