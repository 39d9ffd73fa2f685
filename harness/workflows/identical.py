"""Runs with the same ranking under several names: sent twice, or by two groups."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

from harness.core.errors import HarnessError
from harness.core.model import Run
from harness.formats.run_columns import in_evaluation_order

T = TypeVar("T", bound=Hashable)


def ranking_digest(run: Run) -> str:
    """SHA-256 of a run's topics and documents in the order of evaluation, topics by identifier.

    >>> import polars as pl
    >>> frame = pl.DataFrame({"topic": ["1", "1"], "doc": ["a", "b"], "score": [2.0, 1.0]})
    >>> other = frame.with_columns(pl.col("score") * 7)
    >>> ranking_digest(Run("x", frame)) == ranking_digest(Run("y", other))
    True
    """
    digest = hashlib.sha256()
    ordered = in_evaluation_order(run).sort("topic", maintain_order=True)
    for rows in ordered.select("topic", "doc").iter_slices(2**16):
        digest.update(rows.write_csv(separator="\t", include_header=False).encode())
    return digest.hexdigest()


def identical_runs(
    alike: Iterable[tuple[T, Hashable]], digest: Callable[[T], str | None]
) -> list[list[T]]:
    """The runs with one ranking, together; only those that may be are looked at.

    ``alike`` has each run and something that equal rankings have in common; ``digest`` is that of
    its ranking, None where it cannot be had.

    >>> identical_runs([("a", 1), ("b", 2), ("c", 1), ("d", 1)], {"a": "x", "c": "y", "d": "x"}.get)
    [['a', 'd']]
    """
    candidates: dict[Hashable, list[T]] = {}
    for run, shared in alike:
        candidates.setdefault(shared, []).append(run)
    same: dict[str, list[T]] = {}
    for runs in candidates.values():
        for run in runs if len(runs) > 1 else ():
            if (known := digest(run)) is not None:
                same.setdefault(known, []).append(run)
    return [runs for runs in same.values() if len(runs) > 1]


def digest_or_none(read: Callable[[], Run]) -> str | None:
    """The digest of a run; None for one that cannot be read again."""
    try:
        return ranking_digest(read())
    except HarnessError:
        return None
