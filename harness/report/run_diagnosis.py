"""Where runs in Python lose: worst topics, missed documents, first documents, with texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice
from operator import attrgetter
from typing import Any

from harness.core.errors import EvaluationError, Problem
from harness.core.faces import MOST_ROWS, Face, HasFace, HasFrame, HasRunPlots, shorten_text
from harness.core.texts import DocumentText, Topic
from harness.diagnosis import (
    LossTable,
    Rankings,
    advantage,
    furthest_below_median,
    lowest,
    missed_documents,
    side_by_side,
    topic_losses,
)
from harness.evaluation.curves import Curves
from harness.evaluation.scores import Scores

#: The most characters of a text that are shown.
_SHOWN = 80
#: Columns of a topic: its relevant documents, those found, and the rank of the first.
_RETRIEVED = attrgetter("relevant", "num_rel_ret", "first")


@dataclass(frozen=True, eq=False, repr=False)
class DiagnosisRows(HasFace, HasFrame):
    """Rows of a diagnosis: printing shows the first rows, a frame has all."""

    line: str
    columns: tuple[str, ...]
    rows: Sequence[tuple[Any, ...]]

    def __len__(self) -> int:
        return len(self.rows)

    def face(self) -> Face:
        """Return the first rows."""
        return Face(self.line, self.columns, self.rows[:MOST_ROWS], len(self.rows))

    def _columns(self) -> tuple[Mapping[str, Any], None]:
        return {name: [row[i] for row in self.rows] for i, name in enumerate(self.columns)}, None


@dataclass(frozen=True, eq=False, repr=False)
class RunDiagnosis(HasRunPlots):
    """Losses of runs by one measure, and the documents that explain them (`diagnose_runs`).

    ``scores`` are the runs' values by that measure, ``rankings`` what they retrieved, ``curves``
    precision and recall; ``topics`` and ``documents`` have texts, if given.
    """

    scores: Scores
    rankings: Rankings
    curves: tuple[Curves, ...] = ()
    topics: Mapping[str, Topic] = field(default_factory=dict)
    documents: Mapping[str, DocumentText] = field(default_factory=dict)

    def face(self) -> Face:
        """Return the leaderboard of the measure."""
        face = self.scores.face()
        line = face.line.replace("Scores", "Diagnosis", 1)
        return replace(face, line=f"{line}; worst(run), missed(run) and first(run) have documents")

    @cached_property
    def _losses(self) -> LossTable:
        return LossTable.of(self.rankings)

    def worst(self, run: str, against: str | None = None, *, n: int = 5) -> DiagnosisRows:
        """Return the topics on which a run does worst, with their texts.

        Against another run these are the topics on which it loses most. Otherwise these are the
        topics furthest below the median of the runs, and then those with the lowest values.

        >>> import harness
        >>> runs = {"x": {"1": ["b", "a"], "2": ["c"]}, "y": {"1": ["a"], "2": ["c"]}}
        >>> found = harness.diagnose_runs(
        ...     {"1": {"a"}, "2": {"c"}}, runs, "RR", topics={"1": "pearls", "2": "reefs"}
        ... )
        >>> found.worst("x", against="y", n=1).to_frame("polars").rows()
        [('1', 'pearls', 0.5, 1.0, -0.5, 1, 1, 2)]
        """
        own = topic_losses(self.rankings, self._losses, run)
        line = f"{run} by {self._losses.measure}"
        names = ("relevant", "found", "first")
        if against is not None:
            pairs = side_by_side(own, topic_losses(self.rankings, self._losses, against))
            rows: list[tuple[Any, ...]] = [
                (
                    *self._topic(loss),
                    loss.value,
                    other.value,
                    advantage(loss, other),
                    *_RETRIEVED(loss),
                )
                for loss, other in pairs[:n]
            ]
            columns = ("topic", "text", run, against, "difference", *names)
            return DiagnosisRows(f"{line} against {against}", columns, rows)
        below = furthest_below_median(own)
        behind = {loss.topic for loss in below}
        every = [*below, *(loss for loss in lowest(own) if loss.topic not in behind)]
        rows = [
            (*self._topic(loss), loss.value, loss.median, *_RETRIEVED(loss)) for loss in every[:n]
        ]
        return DiagnosisRows(line, ("topic", "text", run, "median", *names), rows)

    def missed(self, run: str, *, n: int = 10) -> DiagnosisRows:
        """Return relevant documents that a run misses and others rank high, with their texts."""
        rows = [
            (*self._topic(each), each.doc, self._text(each.doc), each.grade, each.rank, each.others)
            for each in islice(missed_documents(self.rankings, run), n)
        ]
        columns = ("topic", "text", "doc", "document", "grade", "rank", "runs that have it")
        return DiagnosisRows(f"relevant documents that {run} misses", columns, rows)

    def first(self, run: str, topic: str, *, n: int = 10) -> DiagnosisRows:
        """Return a run's first documents for a topic, with grades (None: unjudged) and texts."""
        if n > self.rankings.depth:
            hint = f"diagnose_runs(…, keep={n}) keeps more"
            message = f"{self.rankings.depth} documents of each topic were kept"
            raise EvaluationError(Problem(message, hint=hint))
        ranking = self.rankings.select_run(run).first(self.rankings.code(topic))[:n]
        rows = [
            (rank, doc, grade if grade >= 0 else None, self._text(doc))
            for rank, (doc, grade) in enumerate(ranking, start=1)
        ]
        line = f"{run}, topic {topic} {self._title(topic)}".rstrip()
        return DiagnosisRows(line, ("rank", "doc", "grade", "document"), rows)

    def _topic(self, row: Any) -> tuple[str, str]:
        return row.topic, self._title(row.topic)

    def _title(self, name: str) -> str:
        topic = self.topics.get(name)
        return "" if topic is None else shorten_text(topic.title or topic.description or "", _SHOWN)

    def _text(self, doc: str) -> str:
        known = self.documents.get(doc)
        return "" if known is None else shorten_text(known.title or known.text, _SHOWN)
