"""What was judged or pooled before."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import polars as pl

from harness.core.errors import EvaluationError, Problem, refuse
from harness.core.model import Qrels
from harness.pooling.pool import SCHEMA, Pool

#: The columns that tell judgments of one document apart.
_APART = ("subtopic", "group", "subgroup")


@dataclass(frozen=True, eq=False)
class Before:
    """What a pool starts from: judgments, and an earlier pool that this one adds to."""

    judged: Qrels | None = None
    pooled: Pool | None = None

    def without(self, leave: Callable[[pl.DataFrame], pl.DataFrame]) -> Before:
        """The same without the documents that ``leave`` drops from a frame of topics and documents.

        Judgments of which none is left are none.
        """
        judged, pooled = self.judged, self.pooled
        if judged is not None:
            judged = replace(judged, frame=leave(judged.frame))
        if pooled is not None:
            pooled = replace(pooled, frame=leave(pooled.frame))
        return Before(judged, pooled)

    @classmethod
    def of(cls, before: Before | Qrels | Pool | None) -> Before:
        """Judgments alone, a pool alone, both, or neither."""
        if isinstance(before, Qrels):
            return cls(judged=before)
        return before if isinstance(before, Before) else cls(pooled=before)


def earlier_documents(before: Before | Qrels | Pool | None) -> pl.DataFrame:
    """What was judged or pooled before, with the columns of a pool and ``grade``.

    What the pool holds has the pool's provenance and batch; what is judged besides has batch 0.
    The grade is null where it is not known. Documents of qrels that are not judged yet (a grade
    below 0) are not among the judged; `known_grades` says which grade counts, and raises
    `EvaluationError` for judgments in conflict.
    """
    known = Before.of(before)
    grades = pl.DataFrame(
        schema={name: SCHEMA.get(name, pl.Int64()) for name in ("topic", "doc", "grade")}
    )
    if known.judged is not None:
        grades = known_grades(known.judged)
    pooled = pl.DataFrame(schema=SCHEMA) if known.pooled is None else known.pooled.frame
    key = ["topic", "doc"]
    besides = grades.join(pooled.select(key), on=key, how="anti", maintain_order="left")
    pooled = pooled.join(grades, on=key, how="left", maintain_order="left")
    return pl.concat([pooled, besides], how="diagonal").with_columns(
        pl.col("runs", "groups").fill_null([]),
        pl.col("stratum").fill_null(0),
        pl.col("probability").fill_null(1.0),
        pl.col("batch").fill_null(0),
    )


def known_grades(judged: Qrels) -> pl.DataFrame:
    """``topic``, ``doc`` and ``grade`` of what is judged (a grade of at least 0), one a document.

    Judgments of several subtopics, or of several assessors in columns of their own (``group``,
    ``subgroup``), are no conflict: the highest grade counts, as a document is worth pooling for
    whatever it is relevant to. A document that is judged twice without such a column is: raises
    `EvaluationError` with the first of them, as the reader of a file does.

    >>> columns = {"topic": ["1", "1"], "subtopic": ["1", "2"], "doc": ["a", "a"], "grade": [0, 2]}
    >>> known_grades(Qrels(pl.DataFrame(columns))).rows()
    [('1', 'a', 2)]
    """
    frame = judged.frame.filter(pl.col("grade") >= 0)
    key = [name for name in ("topic", "doc", *_APART) if name in frame.columns]
    twice = (
        frame.group_by(key, maintain_order=True).agg("grade").filter(pl.col("grade").list.len() > 1)
    )
    refuse(
        (
            Problem(
                f"document {row['doc']!r} is judged {len(row['grade'])} times in topic "
                f"{row['topic']!r}: {', '.join(map(str, row['grade']))}",
                judged.source,
                hint="decide which judgment counts",
            )
            for row in twice.iter_rows(named=True)
        ),
        EvaluationError,
    )
    return frame.group_by("topic", "doc").agg(pl.col("grade").max()).sort("topic", "doc")
