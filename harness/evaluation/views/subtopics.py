"""The view of subtopics: which aspects of a topic each document is relevant to."""

from __future__ import annotations

import numpy as np

from harness.core.arrays import Ints
from harness.core.faces import natural
from harness.core.frames import pl
from harness.core.judged_run import JudgedRun
from harness.core.model import Qrels
from harness.core.subtopic_run import SubtopicRun, Subtopics
from harness.evaluation.ranking import Ordered
from harness.evaluation.rules import Rules
from harness.evaluation.views import View, register


class _Prepared:
    """Judgments of subtopics; ``numbers`` [rows] are those of the documents, by their row in
    `Qrels.documents` (−1: relevant to no subtopic).
    """

    def __init__(self, qrels: Qrels) -> None:
        topics = qrels.topics
        code = pl.DataFrame({"topic": topics}, {"topic": pl.String}).with_row_index("code")
        rows = qrels.frame.filter(pl.col("grade") > 0).join(code, on="topic")
        rows = rows.sort("code", "doc", "subtopic")
        docs = rows.select("code", "topic", "doc").unique().sort("code", "doc")
        docs = docs.with_row_index("number")
        # Gains are added in this order: 2 before 10, as ndeval has it.
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


def _see(ordered: Ordered, joined: JudgedRun, prepared: _Prepared, _: Rules) -> SubtopicRun:
    """The ranks of the documents that are relevant to a subtopic, in the order of the rules."""
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
        prepare=_Prepared,
        see=_see,
        by_judgments=True,
    )
)
