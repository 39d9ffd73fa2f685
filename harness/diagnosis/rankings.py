"""Retrieved documents that a report shows: the first ones, and the ranks of relevant ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import compress
from typing import Any

import numpy as np

from harness.core.arrays import Bools, Floats, FrozenArrays, Ints, divide
from harness.core.coverage import Coverage
from harness.core.errors import EvaluationError, unknown
from harness.core.judged_run import UNJUDGED, JudgedRun
from harness.core.model import Qrels
from harness.diagnosis.losses import Losses, measure_losses
from harness.evaluation.curves import RocCurve, roc_curve
from harness.evaluation.judgments import JudgedTopics
from harness.evaluation.ranking import OrderedRun, topic_codes
from harness.evaluation.rules import Rules
from harness.measures import AnyMeasure

#: Cutoffs at which unjudged documents are counted.
CUTOFFS = (10, 20, 50, 100)

#: How many documents of each topic are kept.
DEPTH = 10

#: Beyond every rank.
NOWHERE = int(np.iinfo(np.int64).max)


@dataclass(frozen=True, slots=True, eq=False)
class RelevantDocuments(FrozenArrays):
    """The relevant documents of all topics [P], in the order of the qrels.

    ``codes`` [P] are the indices of their topics; ``grades`` [P] are at least the relevance level;
    ``rows`` [P] are their rows in the qrels.
    """

    codes: Ints
    docs: tuple[str, ...]
    grades: Ints
    rows: Ints

    @classmethod
    def of(cls, qrels: Qrels, judged: JudgedTopics, relevance_level: int = 1) -> RelevantDocuments:
        """Select the relevant documents of the qrels that ``judged`` was made from."""
        grades = qrels.rows.numbers("grade")
        rows = np.flatnonzero(grades >= relevance_level)
        codes = topic_codes(qrels.rows.topics(), judged.code)[rows]
        return cls(codes, tuple(qrels.rows.texts("doc")[rows].texts()), grades[rows], rows)

    def __len__(self) -> int:
        return len(self.docs)


@dataclass(frozen=True, slots=True, eq=False)
class RunRanking(FrozenArrays):
    """Documents retrieved by one run, as far as a report shows them.

    ``docs`` and ``grades`` [N] are the first documents of each topic, topic by topic, best first;
    ``starts`` [T + 1] is where each topic begins. ``ranks`` [P] are the ranks of the relevant
    documents, 0 if not retrieved. Within each cutoff, ``shown`` [T, C] counts documents,
    ``unjudged`` [T, C] documents without a grade of 0 or more, and ``negative`` [T, C] the unjudged
    ones with a grade below 0 (the others are not in the judgments). ``num_judged``,
    ``num_negative`` and ``num_ret`` [T] count documents with a grade of 0 or more, with one below
    0, and all.
    """

    run: str
    docs: tuple[str, ...]
    grades: Ints
    starts: Ints
    ranks: Ints
    unjudged: Ints
    negative: Ints
    shown: Ints
    num_judged: Ints
    num_negative: Ints
    num_ret: Ints
    losses: Losses | None = None
    roc: RocCurve | None = None

    def first(self, code: int) -> list[tuple[str, int]]:
        """Return the first documents of the topic at an index, with their grades or sentinels."""
        start, stop = int(self.starts[code]), int(self.starts[code + 1])
        return list(zip(self.docs[start:stop], self.grades[start:stop].tolist(), strict=True))


@dataclass(frozen=True, slots=True)
class RetentionOptions:
    """Parts of a ranking to keep: first documents, losses by a measure, ROC curve."""

    depth: int = DEPTH
    measure: AnyMeasure | None = None
    roc: bool = False


@dataclass(frozen=True, eq=False)
class Rankings:
    """Documents retrieved by the runs of an evaluation; ``topics`` [T] are the judged ones.

    ``relevance_level`` is the least relevant grade, ``depth`` the number of documents kept of each
    topic. With ``junk``, a grade below 0 means judged as junk; without, pooled but not judged.
    """

    topics: tuple[str, ...]
    relevant: RelevantDocuments
    runs: tuple[RunRanking, ...]
    depth: int
    relevance_level: int = 1
    junk: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the runs."""
        return tuple(run.run for run in self.runs)

    def select_run(self, run: str) -> RunRanking:
        """Return the ranking of one run; `EvaluationError` with the nearest name if unknown."""
        if run not in self._by_name:
            raise EvaluationError(unknown("run", run, self.names))
        return self._by_name[run]

    @cached_property
    def _by_name(self) -> dict[str, RunRanking]:
        return {ranking.run: ranking for ranking in reversed(self.runs)}

    def code(self, topic: str) -> int:
        """Return the index of a topic; `EvaluationError` with the nearest name if it is unknown."""
        if topic not in self.topics:
            raise EvaluationError(unknown("topic", topic, self.topics))
        return self.topics.index(topic)

    @cached_property
    def ranks(self) -> Ints:
        """The rank of each relevant document in each run [R, P], 0 if not retrieved."""
        return np.stack([run.ranks for run in self.runs])

    def high(self, within: int) -> Ints:
        """Count the runs with each relevant document [P] among their first ``within``."""
        if within not in self._high:
            counts = np.zeros(len(self.relevant), dtype=np.int64)
            for run in self.runs:
                counts += is_high(run.ranks, within)
            self._high[within] = counts
        return self._high[within]

    @cached_property
    def _high(self) -> dict[int, Ints]:
        return {}

    def shown(self, within: int) -> list[Counter[str]]:
        """Count the runs with each document of a topic among their first ``within``, as far as
        kept.
        """
        if within not in self._shown:
            counts = [Counter[str]() for _ in self.topics]
            for run in self.runs:
                for code, counted in enumerate(counts):
                    counted.update(doc for doc, _ in run.first(code)[:within])
            self._shown[within] = counts
        return self._shown[within]

    @cached_property
    def _shown(self) -> dict[int, list[Counter[str]]]:
        return {}

    @cached_property
    def two_best(self) -> Ints:
        """The two best ranks of each relevant document in two different runs [2, P].

        `NOWHERE` for documents not retrieved, and for the second rank if there is one run.
        """
        best = np.full((2, len(self.relevant)), NOWHERE)
        for run in self.runs:
            ranks = np.where(run.ranks > 0, run.ranks, NOWHERE)
            best[1] = np.minimum(best[1], np.maximum(best[0], ranks))
            best[0] = np.minimum(best[0], ranks)
        return best

    @cached_property
    def bytewise(self) -> Ints:
        """The index of each relevant document [P] in the bytewise order of topics and documents."""
        codes, docs = self.relevant.codes.tolist(), self.relevant.docs
        order = sorted(range(len(docs)), key=lambda i: (codes[i], docs[i].encode()))
        positions = np.empty(len(docs), dtype=np.int64)
        positions[order] = np.arange(len(docs))
        return positions

    def cut(self, depth: int) -> Rankings:
        """Return the rankings with at most ``depth`` first documents of each topic."""
        if depth >= self.depth:
            return self
        return replace(self, runs=tuple(_cut(run, depth) for run in self.runs), depth=depth)

    def select_topics(self, topics: Collection[str]) -> Rankings:
        """Return the rankings on some of the topics."""
        chosen = np.isin(self.topics, list(topics))
        there = self.relevant
        kept = chosen[there.codes]
        codes = (np.cumsum(chosen) - 1)[there.codes[kept]]
        docs = tuple(compress(there.docs, kept.tolist()))
        return replace(
            self,
            topics=tuple(compress(self.topics, chosen.tolist())),
            relevant=RelevantDocuments(codes, docs, there.grades[kept], there.rows[kept]),
            runs=tuple(_select_topics(run, topics, chosen, kept) for run in self.runs),
        )

    def coverage(self, run: str, cover: Coverage) -> Coverage:
        """Add the numbers of documents to the coverage of a run's averages."""
        own, counts = self.select_run(run), np.isin(self.topics, cover.averaged)
        retrieved, negative = (int(n[counts].sum()) for n in (own.num_ret, own.num_negative))
        pooled, junk = (0, negative) if self.junk else (negative, 0)
        relevant = counts[self.relevant.codes]
        return cover._replace(
            retrieved=retrieved,
            unjudged=retrieved - int(own.num_judged[counts].sum()) - junk,
            pooled=pooled,
            junk=junk,
            relevant=int(relevant.sum()),
            relevant_retrieved=int((own.ranks[relevant] > 0).sum()),
        )

    def unjudged(self, over: Bools | None = None) -> Floats:
        """Return the share of unjudged documents within each cutoff [R, C], over the topics
        ``over`` [T].

        Junk counts as judged. Without ``over``, the share is over all topics.
        """
        outside, negative = self.not_in_pool(over), self.negative(over)
        return outside if self.junk else outside + negative

    def not_in_pool(self, over: Bools | None = None) -> Floats:
        """Return the share of documents that are not in the judgments, like `unjudged`."""
        return self._share(lambda run: run.unjudged - run.negative, over)

    def negative(self, over: Bools | None = None) -> Floats:
        """Return the share of documents with a grade below 0, like `unjudged`."""
        return self._share(lambda run: run.negative, over)

    def _share(self, count: Callable[[RunRanking], Ints], over: Bools | None) -> Floats:
        chosen = slice(None) if over is None else over
        sums = [
            (count(run)[chosen].sum(axis=0), run.shown[chosen].sum(axis=0)) for run in self.runs
        ]
        return np.stack([divide(some, shown) for some, shown in sums])


def is_high(ranks: Ints, within: int) -> Bools:
    """Return whether ranks, 0 for documents not retrieved, are within a cutoff."""
    return np.asarray((ranks > 0) & (ranks <= within))


def _cut(ranking: RunRanking, depth: int) -> RunRanking:
    lengths = np.diff(ranking.starts)
    kept = np.arange(len(ranking.docs)) - np.repeat(ranking.starts[:-1], lengths) < depth
    return _with_documents(ranking, kept, np.minimum(lengths, depth))


def _with_documents(ranking: RunRanking, kept: Bools, lengths: Ints) -> RunRanking:
    """Return the ranking with some of its first documents; ``lengths`` counts them by topic."""
    return replace(
        ranking,
        docs=tuple(compress(ranking.docs, kept.tolist())),
        grades=ranking.grades[kept],
        starts=np.append(0, np.cumsum(lengths)),
    )


def _select_topics(
    ranking: RunRanking, topics: Collection[str], chosen: Bools, relevant: Bools
) -> RunRanking:
    """Restrict a ranking to the ``chosen`` topics [T] and their ``relevant`` documents [P]."""
    lengths = np.diff(ranking.starts)
    per_topic = ("unjudged", "negative", "shown", "num_judged", "num_negative", "num_ret")
    counts: dict[str, Any] = {name: getattr(ranking, name)[chosen] for name in per_topic}
    if (losses := ranking.losses) is not None:
        losses = losses.select_topics(topics)
    kept = _with_documents(ranking, np.repeat(chosen, lengths), lengths[chosen])
    return replace(kept, ranks=ranking.ranks[relevant], losses=losses, **counts)


def summarise_ranking(
    ordered: OrderedRun,
    joined: JudgedRun,
    relevant: RelevantDocuments,
    retention: RetentionOptions,
    rules: Rules,
) -> RunRanking:
    """Summarise one run for a report; ``joined`` is the batch made from ``ordered``."""
    ranks_ = ordered.ranks()
    first = ranks_ <= retention.depth
    starts = np.append(0, np.cumsum(np.minimum(ordered.num_ret, retention.depth)))
    of_measure = retention.measure
    return RunRanking(
        run=joined.name,
        docs=tuple(ordered.docs(first).texts()),
        grades=ordered.grades[first].astype(np.int64),
        starts=starts,
        ranks=_find_ranks(ordered, ranks_, relevant),
        unjudged=_count_within(ordered, ranks_, ordered.grades < 0),
        negative=_count_within(ordered, ranks_, ordered.grades == UNJUDGED),
        shown=np.minimum(ordered.num_ret[:, None], CUTOFFS),
        num_judged=_count_by_topic(ordered, ordered.grades >= 0),
        num_negative=_count_by_topic(ordered, ordered.grades == UNJUDGED),
        num_ret=ordered.num_ret,
        losses=None if of_measure is None else measure_losses(joined, of_measure, rules),
        roc=roc_curve(joined, rel=rules.relevance_level) if retention.roc else None,
    )


def _find_ranks(ordered: OrderedRun, all_ranks: Ints, relevant: RelevantDocuments) -> Ints:
    """Return the rank of each relevant document [P], by its row in the qrels."""
    ranks = np.zeros(len(relevant), dtype=np.int64)
    there = np.flatnonzero(ordered.grades >= relevant.grades.min(initial=NOWHERE))
    ranks[np.searchsorted(relevant.rows, ordered.judgments[there])] = all_ranks[there]
    return ranks


def _count_within(ordered: OrderedRun, ranks: Ints, counted: Bools) -> Ints:
    """Count the marked documents of each topic within each cutoff [T, C]."""
    near = np.flatnonzero(counted & (ranks <= CUTOFFS[-1]))
    codes, ranks = ordered.codes[near], ranks[near]
    return np.stack(
        [np.bincount(codes[ranks <= cutoff], minlength=ordered.num_topics) for cutoff in CUTOFFS],
        axis=1,
    )


def _count_by_topic(ordered: OrderedRun, counted: Bools) -> Ints:
    """Count the marked documents of each topic [T]."""
    return np.bincount(ordered.codes[counted], minlength=ordered.num_topics)
