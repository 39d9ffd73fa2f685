"""The view of elements: their exhaustivity and specificity, and a run's elements by score."""

from __future__ import annotations

from functools import partial

import numpy as np

from harness.core.errors import EvaluationError, Problem, refuse
from harness.core.frames import pl
from harness.core.inex_runs import HIGHEST, ElementRun
from harness.core.judged_run import JudgedRun
from harness.core.model import Qrels
from harness.core.ordering import comparable_scores
from harness.core.run_faults import refuse_rows, repeated_documents
from harness.evaluation.ranking import Ordered, topic_codes
from harness.evaluation.rules import Rules
from harness.evaluation.views.registry import View, register


def _prepare(qrels: Qrels) -> pl.DataFrame:
    """The judged elements, on the scale of 2002 to 2004; `EvaluationError` for that of 2005."""
    frame = qrels.frame.select("topic", "doc", "path", "exhaustivity", "specificity")
    fraction = frame["specificity"] != frame["specificity"].floor()
    refuse(
        (
            Problem(
                f"the specificity {row[-1]:g} of {row[2]!r} in {row[1]!r} is no whole number",
                qrels.source,
                hint="the quantisations of INEX 2002 are of whole numbers from 0 to 3",
            )
            for row in frame.filter(fraction).head(1).iter_rows()
        ),
        EvaluationError,
    )
    return frame.with_columns(pl.col("exhaustivity", "specificity").cast(pl.Int64).fill_null(0))


def _see(ordered: Ordered, joined: JudgedRun, judged: pl.DataFrame, rules: Rules) -> ElementRun:
    """The elements of a run by score, as many of each topic as the rules keep.

    Equal are scores of one value in the dialect's precision. Raises `RunFaultsError` for elements
    that are retrieved twice.
    """
    run = ordered.retrieved
    look = partial(repeated_documents, topics=joined.topics)
    refuse_rows(run.frame, look, run.source or run.name)
    row_of = {topic: row for row, topic in enumerate(joined.topics)}
    scores = pl.Series("score", comparable_scores(run, rules.dialect))
    codes, _ = topic_codes(run.frame["topic"], row_of)
    frame = run.frame.select("topic", "doc", "path").with_columns(pl.Series("code", codes), scores)
    frame = frame.filter(pl.col("code") >= 0)
    frame = frame.sort("code", "score", descending=[False, True], maintain_order=True)
    if rules.depth is not None:
        frame = frame.filter(pl.int_range(pl.len()).over("code") < rules.depth)
    frame = frame.join(judged, on=["topic", "doc", "path"], how="left", maintain_order="left")
    if rules.judged_only:
        frame = frame.drop_nulls("exhaustivity")
    known = judged.filter(pl.col("topic").is_in(joined.topics))
    counts = np.zeros((len(joined.topics), HIGHEST + 1, HIGHEST + 1), dtype=np.int64)
    rows, _ = topic_codes(known["topic"], row_of)
    np.add.at(counts, (rows, known["exhaustivity"].to_numpy(), known["specificity"].to_numpy()), 1)
    return ElementRun(
        topics=joined.topics,
        topic=frame["code"].to_numpy(),
        tie=frame.select(pl.struct("code", "score").rle_id()).to_series().cast(pl.Int64).to_numpy(),
        exhaustivity=frame["exhaustivity"].fill_null(0).to_numpy(),
        specificity=frame["specificity"].fill_null(0).to_numpy(),
        judged=counts,
        collection_size=rules.collection_size,
        name=joined.name,
        answered=joined.answered,
    )


register(
    View(
        "elements",
        ElementRun,
        columns=("path", "exhaustivity", "specificity"),
        layouts=("inex-elements", "inex-assessments"),
        prepare=_prepare,
        see=_see,
        run_columns=("path",),
        own_order=True,
    )
)
