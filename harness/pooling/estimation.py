"""What a judged sample says about the documents that were not drawn."""

from __future__ import annotations

import math

import polars as pl

from harness.core.errors import EvaluationError, Problem, refuse
from harness.core.model import Qrels
from harness.pooling.pool import Pool


def horvitz_thompson(pool: Pool, judgments: Qrels, *, relevance_level: int = 1) -> dict[str, float]:
    """The estimated number of relevant documents of each topic of a pool, from its judgments.

    Each relevant document of the newest batch counts as 1 / (its inclusion probability) documents:
    itself, and those like it that were not drawn. The mean over all samples that could have been
    drawn is the true number among the documents that had a chance. Where nothing was drawn, it is
    the number that was found. Documents of earlier batches, which had no part in this draw, count
    once, where the pool keeps them. Relevant is a grade of at least ``relevance_level``. Raises
    `EvaluationError` for documents of the pool that are not judged (a grade below 0, or none).

    Horvitz, Thompson, A generalization of sampling without replacement from a finite universe,
    JASA 1952.

    >>> from harness.pooling.pool import SCHEMA
    >>> columns = {"topic": ["1"] * 3, "doc": ["a", "b", "c"], "probability": [1.0, 0.5, 0.25]}
    >>> rows = pl.DataFrame(columns | {"batch": [1, 1, 1]})
    >>> nothing = pl.DataFrame(schema=SCHEMA)
    >>> grades = rows.select("topic", "doc", grade=pl.Series([1, 0, 2]))
    >>> horvitz_thompson(Pool(rows, nothing), Qrels(grades))  # 1 / 1 + 1 / 0.25
    {'1': 5.0}
    """
    grades = judgments.frame.group_by("topic", "doc").agg(pl.col("grade").max())
    judged = pool.frame.join(grades, on=["topic", "doc"], how="left", maintain_order="left")
    unjudged = judged.filter(pl.col("grade").fill_null(-1) < 0)
    refuse(
        (
            Problem(f"document {doc!r} of topic {topic!r} is not judged", judgments.source)
            for topic, doc in unjudged.select("topic", "doc").rows()
        ),
        EvaluationError,
    )
    newest = pl.col("batch") == pool.plan.get("batch", 1)
    weight = pl.when(newest).then(1 / pl.col("probability")).otherwise(1.0)
    relevant = judged.filter(pl.col("grade") >= relevance_level)
    counts: dict[str, list[float]] = {
        topic: [] for topic in sorted({*pool.topics, *pool.left_out["topic"].to_list()})
    }
    for topic, number in relevant.select("topic", weight).rows():
        counts[topic].append(number)
    return {topic: math.fsum(weights) for topic, weights in counts.items()}
