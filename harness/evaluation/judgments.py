"""Judgments ready to be joined with runs, and the removal of documents judged before.

In a task of several rounds, and wherever participants were given judgments to learn from, a
document judged before can only be repeated, not found. A collection without these documents is the
residual collection (Salton and Buckley, Improving retrieval performance by relevance feedback,
JASIS 41(4), 1990; rounds 2 to 5 of TREC-COVID are evaluated on it).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypeVar, cast

import numpy as np
import numpy.typing as npt

from harness.core.arrays import Bools, Floats, Ints
from harness.core.batch import Grades, Judgments, count_grades
from harness.core.columns import Blocks, TextColumn
from harness.core.engines import Engine
from harness.core.errors import EvaluationError, Problem, some
from harness.core.judged_run import PADDING, UNJUDGED, UNPOOLED
from harness.core.lookup import Lookup
from harness.core.model import Qrels, Run
from harness.core.numbers import count_noun
from harness.core.packages import pl
from harness.hypotheses import KnownIdentifiers
from harness.hypotheses.evidence import JUDGED_DOCUMENTS, JUDGED_TOPICS

M = TypeVar("M")

#: Judgments are processed in blocks of this size.
_BLOCK = 2**18

_PAIR = ["topic", "doc"]


@dataclass(frozen=True, eq=False)
class KnownJudgments:
    """The documents judged before, by topic.

    ``pairs`` has the columns ``topic`` and ``doc``, without duplicates. A document is known if it
    has a grade of 0 or more, relevant or not; with a grade below 0 it was pooled and not judged,
    and can still be found: ``unjudged`` counts these. ``given`` are the judgments themselves.
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
        """The sources of the judgments, in words."""
        sources = [qrels.source for qrels in self.given if qrels.source]
        return some(sources) or "the known judgments"

    @cached_property
    def _lookup(self) -> Lookup:
        return Lookup(Blocks.of(self.pairs["topic"]), TextColumn.of(self.pairs["doc"]))

    def judged(self, topics: pl.Series, docs: pl.Series) -> Bools:
        """Return whether each (topic, document) [N] was judged before."""
        return self._lookup.has(Blocks.of(topics), TextColumn.of(docs))

    def leave(self, run: Run) -> Run:
        """Return the run without documents judged before; `Run.known` counts these.

        The others keep their scores and their order: ranks close up. Raises `EvaluationError` if no
        document is left.

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
            raise EvaluationError(
                Problem(message, run.source or run.name, hint=hint, code="document-judged-before")
            )
        return replace(run, frame=left, known=run.known + known) if known else run

    def leave_judgments(self, qrels: Qrels) -> Qrels:
        """Return the judgments without those of documents judged before, in any layout.

        A topic without remaining judgments is no longer judged. Raises `EvaluationError` if no
        judgment is left.
        """
        left, known = self._left(qrels.frame)
        if known and left.is_empty():
            message = f"all {known} judgments were known before, from {self.name}"
            hint = "known_judgments: are these the judgments of this round?"
            raise EvaluationError(Problem(message, qrels.source, hint=hint))
        return replace(qrels, frame=left) if known else qrels

    def leave_frame(self, frame: pl.DataFrame) -> pl.DataFrame:
        """Return the rows of a frame (columns topic and doc) that were not judged before."""
        return self._left(frame)[0]

    def facts(self, judgments: Qrels | None) -> dict[str, Any]:
        """Return the facts for manifests: the known judgments, and how many of them left
        ``judgments``.

        The manifest has what left a run beside the run.
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


class JudgedTopics:
    """Judgments made ready to be joined with any number of runs.

    ``topics`` are the judged topics in bytewise order, which is the order of every batch. A
    document with several judgments in a topic, if the layout allows it (subtopics, several
    assessors), has the highest grade (`Qrels.documents`); any other duplicate raises
    `EvaluationError`. ``qrels`` are the judgments as given; ``costs`` the reading costs of
    documents, if known; ``negative`` the meaning of a negative grade (`NEGATIVE_GRADES`), None to
    infer it: only junk has a grade below −1.
    """

    def __init__(
        self,
        qrels: Qrels,
        costs: Mapping[str, float] | None = None,
        negative: str | None = None,
    ) -> None:
        self._costs = dict(costs or {})
        self.qrels: Qrels = qrels
        qrels = qrels.documents
        self._made: dict[object, Any] = {}
        self.source: str = qrels.source or "the qrels"
        self._lookup = qrels.lookup
        if self._lookup.repeated:
            _refuse_judged_twice(qrels)
        self.topics: tuple[str, ...] = self._lookup.topics
        self.code: dict[str, int] = self._lookup.code
        given = qrels.rows.numbers("grade")
        self._grades = _store_grades(given)
        counted = count_grades(self._lookup.codes(), self._grades[:-1], self.topics)
        junk = given.min(initial=0) < UNPOOLED if negative is None else negative == "junk"
        self.judgments: Judgments = replace(counted, junk=bool(junk))

    def find_codes(self, topics: list[str]) -> Ints:
        """Return the codes of topics [B], −1 if not judged."""
        return self._lookup.find_codes(topics)

    @property
    def engine(self) -> Engine:
        """The engine that looks documents up and orders them."""
        return self._lookup.engine

    def compute_once(self, make: Callable[[Qrels], M]) -> M:
        """Return the result of a function of the judgments, computed once for all runs."""
        if make not in self._made:
            self._made[make] = make(self.qrels)
        return cast("M", self._made[make])

    @property
    def has_costs(self) -> bool:
        """Whether the costs of some documents are known."""
        return bool(self._costs)

    def costs(self, docs: TextColumn) -> Floats:
        """Return the cost of reading each document [N], NaN if unknown."""
        return np.array([self._costs.get(doc, np.nan) for doc in docs.texts()], dtype=np.float64)

    @cached_property
    def known(self) -> tuple[KnownIdentifiers, KnownIdentifiers]:
        """The judged topics and documents, for guessing at unknown identifiers."""
        judged = self._lookup.docs
        documents = KnownIdentifiers(
            JUDGED_DOCUMENTS,
            self._judged_among,
            lambda: list(dict.fromkeys(judged.texts())),
            lambda most: judged[:most].texts(),
            self._list_judged,
            judged=True,
        )
        return KnownIdentifiers.of(JUDGED_TOPICS, self.topics), documents

    def _judged_among(self, docs: Sequence[str]) -> list[bool]:
        """Return whether each document is judged in any topic."""
        asked = {doc: row for row, doc in enumerate(dict.fromkeys(docs))}
        table = self.engine.table(TextColumn.made(asked), np.array([0, len(asked)]))
        judged = self._lookup.docs
        matches, _ = table.find(judged, np.zeros(1, np.int64), np.array([len(judged)]))
        there = np.zeros(len(asked), dtype=bool)
        there[matches[matches >= 0]] = True
        return [bool(there[asked[doc]]) for doc in docs]

    def _list_judged(self, topic: str) -> list[str]:
        """Return the judged documents of a topic; empty without any."""
        if (topic, "documents") not in self._made:  # the next run asks again
            rows = self._lookup.rows(self.code.get(topic, -1))
            self._made[topic, "documents"] = self._lookup.docs[rows].texts()
        return cast("list[str]", self._made[topic, "documents"])

    @cached_property
    def has_several_forms(self) -> bool:
        """Whether Unicode can write the identifier of a judged document in several ways."""
        judged = self._lookup.docs
        if judged.content.isascii():
            return False
        from harness.hypotheses.identifiers import find_several_forms

        return bool(find_several_forms(judged.texts()))

    def find(self, codes: Ints, sizes: Ints, docs: TextColumn) -> tuple[Ints, Any]:
        """Look up each document of a run [N]: its row in the qrels, −1 if absent, and its key.

        The documents are in blocks of these sizes [B], one topic code each.
        """
        return self._lookup.find(codes, sizes, docs)

    def grades(self, rows: Ints) -> Grades:
        """Return the grade in each row of the qrels [N]; `UNPOOLED` for row −1."""
        return self._grades[rows]


def _store_grades(grades: npt.NDArray[Any]) -> npt.NDArray[np.signedinteger[Any]]:
    """Return the grades of all judgments, then the grade of unjudged documents."""
    highest = int(grades.max(initial=0))
    smallest = np.min_scalar_type(min(-highest - 1, PADDING))  # holds the opposite, too
    stored = np.full(len(grades) + 1, UNPOOLED, dtype=smallest)
    for start in range(0, len(grades), _BLOCK):
        values = grades[start : start + _BLOCK]
        stored[start : start + len(values)] = np.where(values < 0, UNJUDGED, values)
    return stored


def _refuse_judged_twice(qrels: Qrels) -> None:
    pairs = qrels.frame.select("topic", "doc")
    twice = pairs.filter(pairs.is_duplicated()).unique(maintain_order=True)
    if twice.height:
        topic, doc = twice.row(0)
        message = count_noun(twice.height, "document", "is judged more than once")
        message += f", as {doc!r} in {topic!r}"
        hint = f"the layout {qrels.format} cannot be evaluated document by document"
        raise EvaluationError(Problem(message, qrels.source, hint=hint))
