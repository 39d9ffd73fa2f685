"""The views of documents: one grade for each, of further dimensions, and of several groups."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

import numpy as np

from harness.core.arrays import Ints
from harness.core.batch import Grades
from harness.core.errors import EvaluationError, Problem, some, unknown
from harness.core.frames import pl
from harness.core.judged_run import UNPOOLED, JudgedRun, padded_grades
from harness.core.model import Qrels
from harness.core.notes import Note
from harness.core.subtopic_run import (
    CredibilityRun,
    DimensionRun,
    GroupJudgedRun,
    UnderstandabilityRun,
)
from harness.evaluation.judgments import JudgedTopics
from harness.evaluation.ranking import Ordered, judge
from harness.evaluation.rules import Rules
from harness.evaluation.views import View, register
from harness.measures import AnyMeasure, Measure


def _as_they_are(_: Qrels) -> None:
    """`JudgedTopics` has made them ready already."""


def _notes(qrels: Qrels) -> Iterator[Note]:
    yield from (note for note in (qrels.merged,) if note is not None)


#: Measures of rankings, or of what is judged, that a sample does not mislead.
_NOT_OF_RELEVANCE = ("NumRet", "Judged", "Unjudged")


def _refuse(measure: AnyMeasure, qrels: Qrels) -> Problem | None:
    """A sample is never taken for all judgments."""
    note = qrels.sample_note
    families = [family.name for family in measure.requirements()]
    if note is None or set(families) <= set(_NOT_OF_RELEVANCE):
        return None
    from harness.measures.estimates import ESTIMATES

    known = [_asked(name, measure) for family in families for name in ESTIMATES.get(family, ())]
    others = f"there are estimates of {some(list(ESTIMATES))}"
    hint = f"estimated by {' or '.join(known)}" if known else others
    hint += "; harness convert --to trec makes them judgments like any others"
    message = f"{measure.label} is a measure of complete judgments, and {note}"
    return Problem(message, qrels.source, hint=hint)


def _asked(estimate: str, measure: AnyMeasure) -> str:
    """An estimate of `ESTIMATES` with the cutoff or level of the measure that it is of."""
    name, _, letter = estimate.partition("@")
    given = measure.parameters if isinstance(measure, Measure) else {}
    value = given.get({"k": "cutoff", "r": "recall"}.get(letter, ""))
    return name if value is None else f"{name}@{value:g}"


register(
    View(
        "documents",
        JudgedRun,
        columns=(),
        layouts=("trec",),
        prepare=_as_they_are,
        see=lambda _, joined, __, ___: joined,
        notes=_notes,
        refuse=_refuse,
        by_judgments=True,
    )
)


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


def _dimension_grades(name: str, qrels: Qrels) -> Grades:
    """The grade of each document in a dimension, by its row, and that of documents in no row."""
    grades = qrels.documents.frame[name].fill_null(UNPOOLED).to_numpy()
    return np.append(grades, UNPOOLED).astype(np.int32)


def _see_dimension(
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
            prepare=partial(_dimension_grades, _name),
            see=partial(_see_dimension, _batch),
            by_judgments=True,
        )
    )


class _Groups:
    """The judgments of each group, and how many groups judged each topic."""

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
    ordered: Ordered, joined: JudgedRun, prepared: _Groups, rules: Rules
) -> GroupJudgedRun:
    row_of = {topic: row for row, topic in enumerate(joined.topics)}
    retrieved = set(ordered.run.topics)
    parts: list[tuple[Ints, JudgedRun]] = []
    for group in prepared.groups:
        if retrieved.isdisjoint(group.topics):
            continue  # all of its topics are unanswered, which is 0
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
