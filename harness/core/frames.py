"""polars, loaded when it is first used, and rows of its frames that come again.

What reads and evaluates lines does without it: ``from harness.core.frames import pl`` stands where
``import polars as pl`` would.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    import polars as pl
else:

    class _Polars:
        """Stands for the library until something of it is asked for."""

        def __getattr__(self, name: str) -> Any:
            value = getattr(import_module("polars"), name)
            setattr(self, name, value)
            return value

    pl = _Polars()

__all__ = ["pl", "repeated_rows"]

#: So many rows are hashed at a time.
_ROWS = 2**18


def _may_repeat(frame: pl.DataFrame) -> bool:
    """Whether two rows of a frame may be equal: their hashes are."""
    hashes = np.empty(frame.height, dtype=np.uint64)
    for start in range(0, frame.height, _ROWS):
        hashes[start : start + _ROWS] = frame[start : start + _ROWS].hash_rows().to_numpy()
    hashes.sort()
    return bool((hashes[1:] == hashes[:-1]).any())


def repeated_rows(frame: pl.DataFrame, key: Sequence[str]) -> list[tuple[int, int]]:
    """(first row, later row) for every row whose key was there before; empty when all differ.

    >>> repeated_rows(pl.DataFrame({"topic": ["1", "1"], "doc": ["a", "a"]}), ["topic", "doc"])
    [(0, 1)]
    """
    keys = frame.select(key)
    if not _may_repeat(keys):
        return []
    rows = keys.with_row_index("row")
    first = rows.select("row", pl.col("row").min().over(key).alias("first"))
    return first.filter(pl.col("row") != pl.col("first")).select("first", "row").rows()
