"""Estimates of relevant documents that are still unjudged, from what was judged by chance."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import polars as pl

from harness.core.arrays import Floats

_UNIT = ["topic", "doc"]


@dataclass(frozen=True, slots=True)
class RecallEstimate:
    """The recall of a topic so far: the share of its relevant documents that are found.

    ``judged`` of ``documents`` in the draw are judged, ``relevant`` of them so. ``low`` and
    ``high`` are the ends of the interval of ``recall``. They are None where nothing follows: for
    ``recall`` a stratum without a judgment, for all three nothing relevant.
    """

    topic: str
    documents: int
    judged: int
    relevant: int
    recall: float | None
    low: float | None
    high: float | None


def recall_estimates(
    drawable: pl.DataFrame, grades: pl.DataFrame, relevance_level: int, confidence: float = 0.95
) -> list[RecallEstimate]:
    """The recall of each topic so far, among the documents that were in the draw of a pool.

    ``drawable`` has topic, doc and stratum of the drawn documents and of those left out; ``grades``
    topic, doc and grade. Lists are in an order by chance, so that what is judged of a stratum so
    far is a random sample of it: with N documents of which n are judged and r relevant, N·r/n are
    estimated, and the exact interval is that of the hypergeometric distribution. Intervals of
    several strata hold together (Bonferroni). Nothing follows for documents that no run brought,
    and for adaptive pools nothing beyond what was given out.

    >>> docs = pl.DataFrame({"topic": ["1"] * 4, "doc": list("abcd"), "stratum": [1, 2, 2, 2]})
    >>> grades = pl.DataFrame({"topic": ["1", "1"], "doc": ["a", "b"], "grade": [1, 1]})
    >>> recall_estimates(docs, grades, 1)
    [RecallEstimate(topic='1', documents=4, judged=2, relevant=2, recall=0.5, low=0.5, high=1.0)]
    """
    judged = drawable.join(grades, on=_UNIT, how="left").with_columns(
        relevant=pl.col("grade") >= relevance_level
    )
    strata = judged.group_by("topic", pl.col("stratum").cast(pl.String).fill_null("")).agg(
        documents=pl.len(),
        judged=pl.col("grade").is_not_null().sum(),
        relevant=pl.col("relevant").sum(),
    )
    topics = strata.sort("topic", "stratum").partition_by("topic", maintain_order=True)
    return [_estimate(topic, confidence) for topic in topics]


def _estimate(strata: pl.DataFrame, confidence: float) -> RecallEstimate:
    counts = strata.select("documents", "judged", "relevant").rows()
    documents, judged, relevant = (sum(column) for column in zip(*counts, strict=True))
    each = 1 - (1 - confidence) / len(counts)
    bounds = [relevant_interval(*row, confidence=each) for row in counts]
    least, most = (sum(ends) for ends in zip(*bounds, strict=True))
    recall = low = high = None
    if relevant:
        low, high = relevant / most, relevant / least
        if all(n for _, n, _ in counts):
            recall = relevant / sum(size * r / n for size, n, r in counts)
    return RecallEstimate(strata["topic"][0], documents, judged, relevant, recall, low, high)


def relevant_interval(
    documents: int, judged: int, relevant: int, *, confidence: float = 0.95
) -> tuple[int, int]:
    """An interval for how many of N documents are relevant, when r of n drawn by chance are.

    Every number that a two-sided exact test does not reject: each tail of the hypergeometric
    distribution has more than half of what the confidence leaves.

    >>> relevant_interval(100, 20, 3), relevant_interval(100, 100, 3), relevant_interval(9, 0, 0)
    ((5, 35), (3, 3), (0, 9))
    """
    totals = np.arange(relevant, documents - judged + relevant + 1)
    counts = np.arange(relevant + 1)
    chances = np.exp(
        _log_choices(totals[:, None], counts)
        + _log_choices(documents - totals[:, None], judged - counts)
        - _log_choices(documents, judged)
    )
    tail = (1 - confidence) / 2
    below = chances.sum(axis=1)
    kept = totals[(below > tail) & (1 - (below - chances[:, -1]) > tail)]
    return int(kept[0]), int(kept[-1])


def _log_choices(size: npt.ArrayLike, taken: npt.ArrayLike) -> Floats:
    """The logarithm of the number of ways to take so many; −∞ where there is none."""
    from scipy.special import gammaln

    n, k = np.asarray(size), np.asarray(taken)
    possible = (k >= 0) & (k <= n)
    n, k = np.where(possible, n, 0), np.where(possible, k, 0)
    logarithm = gammaln(n + 1) - gammaln(k + 1) - gammaln(n - k + 1)
    return np.asarray(np.where(possible, logarithm, -np.inf))
