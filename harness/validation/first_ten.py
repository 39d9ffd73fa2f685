"""The check of what evaluation makes of the ranks: ties that change the first documents.

Evaluation goes by the scores, and by identifiers where these are equal. Whoever submits thinks of
the ranks.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import polars as pl

from harness.core.model import Run
from harness.core.ordering import ranked
from harness.core.run_faults import has_parts
from harness.validation.findings import FindingSet, Fold
from harness.validation.grouped_run import GroupedRun
from harness.validation.requirements import Measured, Requirements

#: The code of first documents that differ.
DIFFER = "first-ten-differ"
_DEPTH = 10


def check_first_ten(sheet: GroupedRun, _requirements: Requirements) -> Iterator[FindingSet]:
    """The first ten by rank are the first ten by score."""
    if not (sheet.has("rank") and sheet.has("score")) or has_parts(sheet.frame.columns):
        return
    frame = sheet.frame
    scores, ranks = frame["score"].to_numpy(), frame["rank"]
    if ranks.null_count() or np.isnan(scores).any() or _agree(sheet):
        return
    by_rank = frame.sort("rank", maintain_order=True).group_by("topic", maintain_order=True)
    intended = by_rank.agg(
        pl.col("doc").head(_DEPTH).alias("intended"), pl.col("score").n_unique().alias("scores")
    )
    evaluated = (
        ranked(frame.select("topic", "doc", "score"), keep_topics=True, depth=_DEPTH)
        .group_by("topic", maintain_order=True)
        .agg("doc")
    )
    both = pl.DataFrame({"topic": sheet.topics}).join(
        evaluated.join(intended, on="topic"), on="topic", how="left", maintain_order="left"
    )
    own, meant = both["doc"].list.sort(), both["intended"].list.sort()
    differ = np.flatnonzero(((own != meant) & (both["scores"] > 1)).to_numpy())
    if len(differ):
        yield sheet.findings_of_topics(
            DIFFER,
            differ,
            "rank",
            lambda position: (
                f"the first ten of topic {sheet.value(position, 'topic')!r} by rank are not those "
                "by score"
            ),
            "the first ten by rank are not those by score, equal scores by identifier",
        )


def _agree(sheet: GroupedRun) -> bool:
    """Whether lines are in the order of ranks, and scores descend: nothing can differ."""
    scores, ranks = sheet.frame["score"].to_numpy(), sheet.frame["rank"].to_numpy()
    apart = (scores[1:] < scores[:-1]) & (ranks[1:] > ranks[:-1])
    return bool(apart[sheet.same].all())


def effect(sheet: GroupedRun, measured: Measured) -> str:
    """The value of a run in the order of its ranks, and in that of its scores, in words."""
    frame = sheet.frame
    by_rank = frame.with_columns((-pl.col("rank")).cast(pl.Float64).alias("score"))
    ranks, scores = (
        measured.of(Run("run", each.select("topic", "doc", "score"))) for each in (by_rank, frame)
    )
    if ranks is None or scores is None:
        return ""
    return f"; {measured.measure()} {ranks:.4f} by rank, {scores:.4f} by score"


def with_effect(folds: tuple[Fold, ...], words: str) -> tuple[Fold, ...]:
    """The folds; that of first documents that differ says what its order is worth."""
    return tuple(
        replace(fold, message=fold.message + words) if fold.code == DIFFER else fold
        for fold in folds
    )
