"""Residual collections: what was judged before leaves rankings and judgments.

In a task of several rounds, and wherever participants were given judgments to learn from, a
document that was judged before can only be repeated, not found. What is left of a collection
without these documents is its residual collection (Salton and Buckley, Improving retrieval
performance by relevance feedback, JASIS 41(4), 1990; TREC-COVID's rounds 2 to 5 are evaluated so).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from harness.core.arrays import Bools
from harness.core.columns import Blocks, TextColumn
from harness.core.errors import EvaluationError, Problem, some
from harness.core.frames import pl
from harness.core.lookup import Lookup
from harness.core.model import Qrels, Run

_PAIR = ["topic", "doc"]


@dataclass(frozen=True, eq=False)
class KnownJudgments:
    """The documents that were judged before, topic by topic.

    ``pairs`` has the columns ``topic`` and ``doc``, none twice. A document is known where it has a
    grade of 0 or more, relevant or not; a grade below 0 says that it was pooled and not judged, so
    that it can still be found: ``unjudged`` counts these. ``given`` are the judgments themselves.
    """

    pairs: pl.DataFrame
    unjudged: int = 0
    given: tuple[Qrels, ...] = ()

    @classmethod
    def of(cls, judgments: Iterable[Qrels]) -> KnownJudgments:
        """Unite judgments.

        >>> frame = pl.DataFrame({"topic": ["1"] * 3, "doc": ["a", "b", "c"], "grade": [1, 0, -1]})
        >>> known = KnownJudgments.of([Qrels(frame)])
        >>> len(known), known.unjudged
        (2, 1)
        """
        given = tuple(judgments)
        frames = [qrels.frame.select(*_PAIR, pl.col("grade").cast(pl.Int64)) for qrels in given]
        grades = pl.concat(frames).group_by(_PAIR).agg(pl.col("grade").max())
        judged = grades.filter(pl.col("grade") >= 0).select(_PAIR).sort(_PAIR)
        return cls(judged, grades.height - judged.height, given)

    def __len__(self) -> int:
        return self.pairs.height

    @property
    def name(self) -> str:
        """The judgments, in words."""
        sources = [qrels.source for qrels in self.given if qrels.source]
        return some(sources) or "the known judgments"

    @cached_property
    def _lookup(self) -> Lookup:
        return Lookup(Blocks.of(self.pairs["topic"]), TextColumn.of(self.pairs["doc"]))

    def judged(self, topics: pl.Series, docs: pl.Series) -> Bools:
        """Tell of each (topic, document) [N] whether it was judged before."""
        return self._lookup.has(Blocks.of(topics), TextColumn.of(docs))

    def leave(self, run: Run) -> Run:
        """The run without the documents that were judged before; `Run.known` counts them.

        All others keep their scores and their order: ranks close up. Raises `EvaluationError` when
        none is left.

        >>> pairs = pl.DataFrame({"topic": ["1"], "doc": ["a"]})
        >>> ranked = {"topic": ["1", "1"], "doc": ["a", "b"], "score": [2.0, 1.0]}
        >>> run = KnownJudgments(pairs).leave(Run("bm25", pl.DataFrame(ranked)))
        >>> run.frame.rows(), run.known
        ([('1', 'b', 1.0)], 1)
        """
        left, known = self._left(run.frame)
        if known and left.is_empty():
            message = f"all {known} documents were judged before, by {self.name}"
            hint = "known_judgments: nothing of the run is left to be evaluated"
            raise EvaluationError(Problem(message, run.source or run.name, hint=hint))
        return replace(run, frame=left, known=run.known + known) if known else run

    def leave_judgments(self, qrels: Qrels) -> Qrels:
        """The judgments of what was not judged before, however they are laid out.

        A topic of which nothing is left is not judged any more. Raises `EvaluationError` when no
        judgment is left.
        """
        left, known = self._left(qrels.frame)
        if known and left.is_empty():
            message = f"all {known} judgments were known before, from {self.name}"
            hint = "known_judgments: are these the judgments of this round?"
            raise EvaluationError(Problem(message, qrels.source, hint=hint))
        return replace(qrels, frame=left) if known else qrels

    def leave_frame(self, frame: pl.DataFrame) -> pl.DataFrame:
        """The rows of a frame with the columns topic and doc that were not judged before."""
        return self._left(frame)[0]

    def facts(self, judgments: Qrels | None) -> dict[str, Any]:
        """Return the facts for manifests: how much was known, what of it left the ``judgments``.

        What left a run stands with the run.
        """
        facts: dict[str, Any] = {
            "policy": "residual",
            "known": len(self),
            "not_judged": self.unjudged,
        }
        if judgments is not None:
            left, known = self._left(judgments.frame)
            gone = set(judgments.topics) - set(left["topic"].unique())
            facts |= {"left_judgments": known, "topics_left": sorted(gone, key=str.encode)}
        return facts

    def _left(self, frame: pl.DataFrame) -> tuple[pl.DataFrame, int]:
        judged = self.judged(frame["topic"], frame["doc"])
        known = int(judged.sum())
        return (frame.filter(pl.Series(~judged)) if known else frame), known
