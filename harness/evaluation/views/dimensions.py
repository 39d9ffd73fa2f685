"""The views of further dimensions: what else was judged of documents, beside their relevance."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import numpy as np

from harness.core.errors import EvaluationError, unknown
from harness.core.frames import pl
from harness.core.judged_run import UNPOOLED, JudgedRun, padded_grades
from harness.core.judged_topics import Grades
from harness.core.model import Qrels
from harness.core.several_grades import CredibilityRun, DimensionRun, UnderstandabilityRun
from harness.evaluation.ranking import Ordered
from harness.evaluation.rules import Rules
from harness.evaluation.views.registry import View, register

#: The dimensions, and what their measures are given.
DIMENSIONS: Mapping[str, type[DimensionRun]] = {
    "understandability": UnderstandabilityRun,
    "credibility": CredibilityRun,
}


def with_dimensions(qrels: Qrels, others: Mapping[str, Qrels]) -> Qrels:
    """Judgments of relevance with the grades of further dimensions, each in a column of its name.

    Only what was judged for relevance counts. Raises `EvaluationError` for an unknown dimension.

    >>> relevance = pl.DataFrame({"topic": ["1", "1"], "doc": ["a", "b"], "grade": [1, 0]})
    >>> easy = pl.DataFrame({"topic": ["1"], "doc": ["a"], "grade": [3]})
    >>> with_dimensions(Qrels(relevance), {"understandability": Qrels(easy)}).frame.rows()
    [('1', 'a', 1, 3), ('1', 'b', 0, None)]
    """
    if not others:
        return qrels
    frame = qrels.frame
    for name, other in others.items():
        if name not in DIMENSIONS:
            raise EvaluationError(unknown("dimension", name, DIMENSIONS))
        grades = other.documents.frame.select("topic", "doc", pl.col("grade").alias(name))
        frame = frame.drop(name, strict=False)
        frame = frame.join(grades, on=["topic", "doc"], how="left", maintain_order="left")
    return Qrels(frame, qrels.source, qrels.format, qrels.warnings)


def _grades(name: str, qrels: Qrels) -> Grades:
    """The grade of each document in a dimension, by its row, and that of documents in no row."""
    grades = qrels.documents.frame[name].fill_null(UNPOOLED).to_numpy()
    return np.append(grades, UNPOOLED).astype(np.int32)


def _see(
    batch: type[DimensionRun], ordered: Ordered, joined: JudgedRun, grades: Grades, _: Rules
) -> DimensionRun:
    return batch(joined, padded_grades(joined.num_ret, grades[ordered.judgments]))


for _name, _batch in DIMENSIONS.items():
    register(
        View(
            _name,
            _batch,
            columns=(_name,),
            layouts=("csv", "jsonl"),
            prepare=partial(_grades, _name),
            see=partial(_see, _batch),
            by_judgments=True,
        )
    )
