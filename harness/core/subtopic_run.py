"""Batches with several grades of a document: of subtopics, two dimensions, judgment groups."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple, Self

import numpy as np
import numpy.typing as npt

from harness.core.arrays import Bools, Floats, Ints
from harness.core.batch import ChosenTopics, Remembering, SmallBatch, remembered
from harness.core.faces import natural
from harness.core.judged_run import JudgedRun


@dataclass(frozen=True, eq=False)
class DimensionRun:
    """One run with two grades a document.

    ``relevance`` is joined with the judgments of relevance; ``grades`` [T, D] are the grades of the
    other dimension at each rank, below 0 if not judged.
    """

    relevance: JudgedRun
    grades: npt.NDArray[np.int32]

    @classmethod
    def of(cls, relevance: Sequence[int], grades: Sequence[int]) -> Self:
        """Return a run of one topic from two grades at each rank, for examples and experiments."""
        return cls(JudgedRun.of(relevance), np.array([grades], dtype=np.int32))

    @property
    def topics(self) -> tuple[str, ...]:
        """The topic identifiers [T]."""
        return self.relevance.topics

    @property
    def name(self) -> str:
        """The name of the run."""
        return self.relevance.name

    @property
    def answered(self) -> Bools | None:
        """Whether the run answered each topic [T]; None where it answered all."""
        return self.relevance.answered

    def batches(self, max_cells: int, /) -> Iterator[Self]:
        """Yield the same run in pieces of at most ``max_cells`` grades (one topic at least), in
        order.
        """
        start = 0
        for piece in self.relevance.batches(max_cells):
            stop = start + len(piece.topics)
            yield type(self)(piece, self.grades[start:stop, : piece.depth])
            start = stop


class UnderstandabilityRun(DimensionRun):
    """The understandability of each document, in addition to relevance."""


class CredibilityRun(DimensionRun):
    """The credibility of each document, in addition to relevance."""


@dataclass(frozen=True, eq=False)
class GroupJudgedRun(SmallBatch):
    """One run joined with the judgments of each group alone.

    ``parts`` are the batches of the groups that judged a topic of the run, each with the rows [N]
    of its topics in this batch. ``num_groups`` [T] counts the groups that judged each topic.
    """

    topics: tuple[str, ...]
    parts: tuple[tuple[Ints, JudgedRun], ...]
    num_groups: Ints

    @classmethod
    def of(cls, *groups: JudgedRun) -> GroupJudgedRun:
        """Return a run from each group's batch of the same topics, for examples and experiments."""
        rows = np.arange(len(groups[0].topics))
        num_groups = np.full(len(rows), len(groups))
        return cls(groups[0].topics, tuple((rows, group) for group in groups), num_groups)

    def mean(self, value_of: Callable[[JudgedRun], Floats]) -> Floats:
        """Return the mean [T] of a measure over the groups that judged a topic.

        An unanswered topic is 0 in each group.
        """
        return np.asarray(np.nansum(self.each(value_of), axis=0) / np.maximum(self.num_groups, 1))

    def each(self, value_of: Callable[[JudgedRun], Floats]) -> Floats:
        """Return a measure by each group's judgments alone [groups, T]; NaN without any."""
        values = np.full((len(self.parts), len(self.topics)), np.nan)
        for row, (topics, part) in zip(values, self.parts, strict=True):
            row[topics] = value_of(part)
        return values


class SubtopicCoverage(NamedTuple):
    """Each subtopic of each document of a ranking [N].

    ``topic`` and ``subtopic`` [N] are their codes, ``rank`` [N] is the document's, from 1 on;
    ``before`` [N] counts the documents ranked above that cover the same subtopic.
    """

    topic: Ints
    subtopic: Ints
    rank: Floats
    before: Ints


@dataclass(frozen=True, eq=False)
class Subtopics(Remembering):
    """Documents relevant to the subtopics of T topics, independent of any run.

    Every judgment [E] marks a document as relevant to a subtopic with a ``grade`` above 0: ``doc``
    [E] numbers the documents of all topics, within a topic in bytewise order; ``subtopic`` [E]
    numbers the subtopics of all topics; ``doc_topic`` [D] and ``subtopic_topic`` [S] are their
    topics.
    """

    topics: tuple[str, ...]
    doc: Ints
    subtopic: Ints
    grade: Ints
    doc_topic: Ints
    subtopic_topic: Ints

    @remembered
    def num_rel(self, rel: int = 1) -> Ints:
        """Count the documents relevant to each subtopic [S]."""
        return np.bincount(self.subtopic[self.grade >= rel], minlength=len(self.subtopic_topic))

    @remembered
    def num_subtopics(self, rel: int = 1) -> Ints:
        """Count each topic's subtopics with a relevant document [all topics]."""
        return np.bincount(self.subtopic_topic[self.num_rel(rel) > 0], minlength=len(self.topics))

    def coverage(self, rank: Floats, rel: int = 1) -> SubtopicCoverage:
        """Return the subtopics covered, by each document's rank [D] (``inf``: not retrieved)."""
        ranks = rank[self.doc]
        kept = np.flatnonzero((self.grade >= rel) & np.isfinite(ranks))
        kept = kept[np.lexsort((ranks[kept], self.subtopic[kept]))]
        subtopic = self.subtopic[kept]
        first = np.searchsorted(subtopic, subtopic)
        return SubtopicCoverage(
            self.subtopic_topic[subtopic], subtopic, ranks[kept], np.arange(len(kept)) - first
        )

    @remembered
    def ideal(self, rel: int = 1, alpha: float = 0.5) -> SubtopicCoverage:
        """Return the coverage of the greedy ranking: the document with the highest gain at each
        rank.

        A subtopic covered n times before adds (1 − α)^n to the gain of a document; among equal
        gains the last identifier comes first.
        """
        rank = np.full(len(self.doc_topic), np.inf)
        useful = self.grade >= rel
        doc, subtopic = self.doc[useful], self.subtopic[useful]
        bounds = np.searchsorted(self.doc_topic[doc], np.arange(len(self.topics) + 1))
        for start, stop in pairwise(bounds):
            docs, rows = np.unique(doc[start:stop], return_inverse=True)
            subtopics, columns = np.unique(subtopic[start:stop], return_inverse=True)
            relevant = np.zeros((len(subtopics), len(docs)), dtype=bool)
            relevant[columns, rows] = True
            rank[docs[::-1][_greedy(relevant[:, ::-1], alpha)]] = np.arange(1, len(docs) + 1)
        return self.coverage(rank, rel)


def _greedy(relevant: Bools, alpha: float) -> Ints:
    """Return the greedy order of documents, by their relevance to subtopics [S, K].

    Gains are added in the order of the subtopics: the last bits break ties.
    """
    left, worth = relevant.copy(), np.ones(len(relevant))
    waiting, order = np.ones(relevant.shape[1], dtype=bool), []
    for _ in range(relevant.shape[1]):
        gains = np.zeros(relevant.shape[1])
        for row, value in zip(left, worth, strict=True):
            gains += np.where(row, value, 0.0)
        best = int(np.argmax(np.where(waiting, gains, -1.0)))
        worth[relevant[:, best]] *= 1.0 - alpha
        waiting[best] = False
        order.append(best)
    return np.array(order, dtype=np.int64)


@dataclass(frozen=True, eq=False)
class SubtopicRun(ChosenTopics):
    """One run's ranks of the documents relevant to a subtopic.

    ``rank`` [D] is each document's rank, ``inf`` if not retrieved; ``chosen`` [T] are the batch's
    topics among the topics of the judgments.
    """

    judgments: Subtopics
    rank: Floats

    @classmethod
    def of(cls, ranking: Sequence[str], subtopics: Mapping[str, Sequence[str]]) -> SubtopicRun:
        """Return a run of one topic from each relevant document's subtopics, for examples.

        >>> SubtopicRun.of(["x", "a"], {"a": ["1", "2"], "b": ["1"]}).coverage().rank.tolist()
        [2.0, 2.0]
        """
        every = {name for of in subtopics.values() for name in of}
        docs, names = sorted(subtopics), sorted(every, key=natural)
        pairs = [(docs.index(doc), names.index(name)) for doc in docs for name in subtopics[doc]]
        doc, subtopic = np.array(pairs, dtype=np.int64).reshape(-1, 2).T
        none = np.zeros(max(len(docs), len(names)), dtype=np.int64)
        known = Subtopics(
            ("1",), doc, subtopic, np.ones_like(doc), none[: len(docs)], none[: len(names)]
        )
        rank_of = {name: float(number) for number, name in enumerate(ranking, start=1)}
        rank = np.array([rank_of.get(name, np.inf) for name in docs])
        return cls(np.zeros(1, dtype=np.int64), known, rank)

    @property
    def judged_topics(self) -> tuple[str, ...]:
        """All topics of the judgments."""
        return self.judgments.topics

    @remembered
    def coverage(self, rel: int = 1) -> SubtopicCoverage:
        """Return the subtopics that the run covers, with ranks."""
        return self.judgments.coverage(self.rank, rel)

    def num_subtopics(self, rel: int = 1) -> Floats:
        """Count each topic's subtopics with a relevant document [T]."""
        return self.judgments.num_subtopics(rel)[self.chosen].astype(np.float64)
