"""The views of several grades per document: subtopics, further dimensions, several groups."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import numpy as np

from harness.core.arrays import Ints
from harness.core.batch import Grades
from harness.core.errors import refuse_unknown
from harness.core.faces import natural
from harness.core.judged_run import UNPOOLED, JudgedRun, pad_grades
from harness.core.model import Qrels
from harness.core.packages import pl
from harness.core.subtopic_run import (
    CredibilityRun,
    DimensionRun,
    GroupJudgedRun,
    SubtopicRun,
    Subtopics,
    UnderstandabilityRun,
)
from harness.evaluation.judgments import JudgedTopics
from harness.evaluation.ranking import OrderedRun, judge
from harness.evaluation.rules import Rules
from harness.evaluation.views import View, register


class _SubtopicJudgments:
    """Judgments of subtopics.

    ``numbers`` [rows] are the numbers of the documents, by their row in `Qrels.documents` (−1:
    relevant to no subtopic).
    """

    def __init__(self, qrels: Qrels) -> None:
        topics = qrels.topics
        code = pl.DataFrame({"topic": topics}, {"topic": pl.String}).with_row_index("code")
        rows = qrels.frame.filter(pl.col("grade") > 0).join(code, on="topic")
        rows = rows.sort("code", "doc", "subtopic")
        docs = rows.select("code", "topic", "doc").unique().sort("code", "doc")
        docs = docs.with_row_index("number")
        # Gains are added in natural order, 2 before 10, as in ndeval.
        names = pl.DataFrame({"subtopic": sorted(rows["subtopic"].unique(), key=natural)})
        subtopics = (
            rows.select("code", "subtopic")
            .unique()
            .join(names.cast(pl.String).with_row_index("place"), on="subtopic")
            .sort("code", "place")
            .drop("place")
        )
        rows = rows.join(docs, on=["code", "doc"], maintain_order="left")
        rows = rows.join(
            subtopics.with_row_index("aspect"), on=["code", "subtopic"], maintain_order="left"
        )
        self.judgments = Subtopics(
            topics,
            doc=_integers(rows["number"]),
            subtopic=_integers(rows["aspect"]),
            grade=_integers(rows["grade"]),
            doc_topic=_integers(docs["code"]),
            subtopic_topic=_integers(subtopics["code"]),
        )
        numbered = qrels.documents.frame.select("topic", "doc").join(
            docs, on=["topic", "doc"], how="left", maintain_order="left"
        )
        self.numbers = _integers(numbered["number"].cast(pl.Int64).fill_null(-1))
        self.code = {topic: code for code, topic in enumerate(topics)}


def _integers(column: pl.Series) -> Ints:
    return column.to_numpy().astype(np.int64)


def _build_subtopic_run(
    ordered: OrderedRun, joined: JudgedRun, prepared: _SubtopicJudgments, _: Rules
) -> SubtopicRun:
    """Build the batch of a run from the ranks of documents relevant to a subtopic."""
    known = prepared.judgments
    relevant = np.flatnonzero(ordered.grades > 0)
    rank = np.full(len(known.doc_topic), np.inf)
    rank[prepared.numbers[ordered.judgments[relevant]]] = ordered.ranks()[relevant]
    chosen = np.array([prepared.code[topic] for topic in joined.topics], dtype=np.int64)
    return SubtopicRun(chosen, known, rank, name=joined.name, answered=joined.answered)


register(
    View(
        "subtopics",
        SubtopicRun,
        columns=("subtopic",),
        layouts=("diversity", "ntcir-intents"),
        prepare=_SubtopicJudgments,
        see=_build_subtopic_run,
        by_judgments=True,
    )
)


# --- dimensions and groups ---------------------------------------------------------------------

#: The dimensions, with the class of their batches.
DIMENSIONS: Mapping[str, type[DimensionRun]] = {
    "understandability": UnderstandabilityRun,
    "credibility": CredibilityRun,
}


def with_dimensions(qrels: Qrels, others: Mapping[str, Qrels]) -> Qrels:
    """Add the grades of further dimensions to judgments of relevance, each in a column of its name.

    Only documents judged for relevance count. Raises `EvaluationError` for an unknown dimension.

    >>> relevance = pl.DataFrame({"topic": ["1", "1"], "doc": ["a", "b"], "grade": [1, 0]})
    >>> easy = pl.DataFrame({"topic": ["1"], "doc": ["a"], "grade": [3]})
    >>> with_dimensions(Qrels(relevance), {"understandability": Qrels(easy)}).frame.rows()
    [('1', 'a', 1, 3), ('1', 'b', 0, None)]
    """
    if not others:
        return qrels
    frame = qrels.frame
    refuse_unknown("dimension", others, DIMENSIONS)
    for name, other in others.items():
        grades = other.documents.frame.select("topic", "doc", pl.col("grade").alias(name))
        frame = frame.drop(name, strict=False)
        frame = frame.join(grades, on=["topic", "doc"], how="left", maintain_order="left")
    return Qrels(frame, qrels.source, qrels.format, qrels.warnings)


def _dimension_grades(name: str, qrels: Qrels) -> Grades:
    """Return a dimension's grades by row of documents, then the grade of absent documents."""
    grades = qrels.documents.frame[name].fill_null(UNPOOLED).to_numpy()
    return np.append(grades, UNPOOLED).astype(np.int32)


def _see_dimension(
    batch: type[DimensionRun], ordered: OrderedRun, joined: JudgedRun, grades: Grades, _: Rules
) -> DimensionRun:
    return batch(joined, pad_grades(joined.num_ret, grades[ordered.judgments]))


for _name, _batch in DIMENSIONS.items():
    register(
        View(
            _name,
            _batch,
            columns=(_name,),
            layouts=("csv", "jsonl"),
            prepare=partial(_dimension_grades, _name),
            see=partial(_see_dimension, _batch),
            by_judgments=True,
        )
    )


class _Groups:
    """The judgments of each group, and the number of groups that judged each topic."""

    def __init__(self, qrels: Qrels) -> None:
        parts = (
            qrels.frame.select("topic", "doc", "grade", "group").sort("group").partition_by("group")
        )
        self.groups = tuple(JudgedTopics(Qrels(part, source=qrels.source)) for part in parts)
        self.counts: dict[str, int] = {}
        for group in self.groups:
            for topic in group.topics:
                self.counts[topic] = self.counts.get(topic, 0) + 1


def _see_groups(
    ordered: OrderedRun, joined: JudgedRun, prepared: _Groups, rules: Rules
) -> GroupJudgedRun:
    row_of = {topic: row for row, topic in enumerate(joined.topics)}
    retrieved = set(ordered.run.topics)
    parts: list[tuple[Ints, JudgedRun]] = []
    for group in prepared.groups:
        if retrieved.isdisjoint(group.topics):
            continue  # its topics are all unanswered, which counts 0
        part = judge(
            ordered.run,
            group,
            dialect=rules.dialect,
            missing="drop",
            depth=rules.depth,
            judged_only=rules.judged_only,
            collection_size=rules.collection_size,
        )
        parts.append((np.array([row_of[topic] for topic in part.topics]), part))
    num_groups = np.array([prepared.counts[topic] for topic in joined.topics], dtype=np.int64)
    return GroupJudgedRun(
        joined.topics, tuple(parts), num_groups, name=joined.name, answered=joined.answered
    )


register(
    View(
        "judgment groups",
        GroupJudgedRun,
        columns=("group",),
        layouts=("qrels_jg",),
        prepare=_Groups,
        see=_see_groups,
    )
)
