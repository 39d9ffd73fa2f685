"""Batches of INEX measures: runs of passages and of elements joined with their judgments."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from harness.core.arrays import Floats, Ints, divide
from harness.core.batch import SmallBatch, remembered

#: Characters that an unknown passage retrieves, as in inex_eval.
UNKNOWN_LENGTH = 18


@dataclass(frozen=True, slots=True, eq=False)
class Articles:
    """The articles of a run in context, topic by topic, each once.

    For each of A articles: ``topic`` [A] is its row; ``rank`` [A] its rank in the topic, from 1;
    ``retrieved`` [A] its retrieved characters, ``relevant`` [A] the relevant ones of these;
    ``judged`` [A] all its relevant characters; ``distance`` [A] the characters from its first
    passage to the best entry point.
    """

    topic: Ints
    rank: Ints
    retrieved: Ints
    relevant: Ints
    judged: Ints
    distance: Floats

    def by_rank(self, values: npt.ArrayLike, num_topics: int) -> Floats:
        """Return a list [A] as a table [T, D] of ranks, padded with 0."""
        table = np.zeros((num_topics, int(self.rank.max(initial=0))))
        table[self.topic, self.rank - 1] = values
        return table


@dataclass(frozen=True, eq=False)
class PassageRun(SmallBatch):
    """One run of passages and the judged ones, all topics at once.

    ``topics`` [T]; ``num_chars`` [T] counts the relevant characters of each topic, ``num_articles``
    [T] the articles with any.

    The run's N passages stand topic by topic, in file order: ``topic`` [N] is the row, ``article``
    [N] numbers the pairs of article and topic, ``retrieved`` [N] is the number of characters,
    ``relevant`` [N] of relevant characters, ``judged`` [N] of all relevant characters of the
    article, ``distance`` [N] of characters from the passage's start to the article's best entry
    point, infinite where either is unknown. ``refuse`` raises `InputError` for passages that
    conflict in a task of `settings.names.PASSAGE_TASKS`.
    """

    topics: tuple[str, ...]
    num_chars: Ints
    num_articles: Ints
    topic: Ints
    article: Ints
    retrieved: Ints
    relevant: Ints
    judged: Ints
    distance: Floats
    refuse: Callable[[str], None] = lambda _task: None

    @classmethod
    def of(
        cls,
        passages: Sequence[tuple[str, int, int]],
        judged: Mapping[str, Sequence[tuple[int, int]]],
        entries: Mapping[str, int] | None = None,
    ) -> PassageRun:
        """Return a run of one topic from plain values, for examples and experiments.

        ``passages`` are (article, offset, length) in file order, ``judged`` the relevant passages
        (offset, length) of articles, ``entries`` their best entry points (default: the first
        character of the first relevant passage).

        >>> run = PassageRun.of([("a", 0, 10), ("b", 5, 5)], {"a": [(4, 8)]})
        >>> run.relevant.tolist(), run.num_chars.tolist(), run.distance.tolist()
        ([6, 0], [8], [4.0, inf])
        """
        entries = {doc: parts[0][0] for doc, parts in judged.items()} | dict(entries or {})
        sizes = {doc: sum(length for _, length in parts) for doc, parts in judged.items()}
        codes = {doc: code for code, doc in enumerate(dict.fromkeys(doc for doc, *_ in passages))}
        shared = [
            sum(
                max(0, min(offset + length, start + size) - max(offset, start))
                for start, size in judged.get(doc, ())
            )
            for doc, offset, length in passages
        ]
        return cls(
            topics=("1",),
            num_chars=np.array([sum(sizes.values())]),
            num_articles=np.array([len(judged)]),
            topic=np.zeros(len(passages), dtype=np.int64),
            article=np.array([codes[doc] for doc, *_ in passages], dtype=np.int64),
            retrieved=np.array([length for *_, length in passages], dtype=np.int64),
            relevant=np.array(shared, dtype=np.int64),
            judged=np.array([sizes.get(doc, 0) for doc, *_ in passages], dtype=np.int64),
            distance=np.array(
                [abs(offset - entries.get(doc, np.inf)) for doc, offset, _ in passages], dtype=float
            ),
        )

    def sums(self, values: Ints) -> Floats:
        """Return the sum of each topic's passages of a list [N], added left to right [T]."""
        return np.bincount(self.topic, values, len(self.topics)).astype(np.float64)

    @remembered
    def best_precisions(self) -> Floats:
        """Compute interpolated precision by characters at recall 0, .01, …, 1 [T, 101].

        Precision and recall are taken after each passage. Raises `InputError` for passages that
        overlap.
        """
        self.refuse("focused")
        retrieved, relevant = self._so_far(self.retrieved), self._so_far(self.relevant)
        recall = divide(relevant, self.num_chars[self.topic])
        return self.interpolated(self.topic, recall, divide(relevant, retrieved), 100)

    def interpolated(self, topic: Ints, recall: Floats, precision: Floats, steps: int) -> Floats:
        """Interpolate precision at recall 0, 1/steps, …, 1 [T, steps + 1], as inex_eval does.

        ``topic`` [N] is the row of each point. Its precision counts at the level ⌊steps · recall⌋;
        the value of a level is the best precision at it or any higher level.
        """
        best = np.zeros((len(self.topics), steps + 1))
        # The floor is of binary fractions: recall .29 belongs to level 28.
        levels = np.minimum(np.floor(recall * steps), steps).astype(np.int64)
        np.maximum.at(best, (topic, levels), precision)
        return np.asarray(np.maximum.accumulate(best[:, ::-1], axis=1)[:, ::-1])

    def _so_far(self, values: Ints) -> Ints:
        """Return the running sums of a list [N] within each topic [N]."""
        sums = np.concatenate([[0], np.cumsum(values)])
        starts = np.searchsorted(self.topic, np.arange(len(self.topics)))
        return np.asarray(sums[1:] - sums[starts][self.topic])

    @remembered
    def articles(self, task: str = "relevant-in-context") -> Articles:
        """Return the articles; raises `InputError` for passages that the task does not allow."""
        self.refuse(task)
        first = np.flatnonzero(np.diff(self.article, prepend=-1))
        number = np.cumsum(np.diff(self.article, prepend=-1) != 0) - 1
        topic = self.topic[first]
        starts = np.searchsorted(topic, np.arange(len(self.topics)))

        def add_up(values: Ints) -> Ints:
            return np.bincount(number, values, len(first)).astype(np.int64)

        return Articles(
            topic=topic,
            rank=np.arange(len(first)) - starts[topic] + 1,
            retrieved=add_up(self.retrieved),
            relevant=add_up(self.relevant),
            judged=self.judged[first],
            distance=self.distance[first],
        )


#: The highest exhaustivity and specificity.
HIGHEST = 3
#: Relevance of an element by exhaustivity (rows) and specificity (columns), from 0 to 3.
QUANTISATIONS: Mapping[str, Sequence[Sequence[float]]] = {
    "strict": ((0, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 1)),
    "generalised": ((0, 0, 0, 0), (0, 0.25, 0.25, 0.5), (0, 0.5, 0.5, 0.75), (0, 0.75, 0.75, 1)),
}


@dataclass(frozen=True, slots=True, eq=False)
class Ties:
    """Groups of elements that a run retrieves at one score, best first, topic by topic.

    For each of G groups of equal scores: ``topic`` [G] is its row, ``above`` [G] the relevance
    above it in its topic, ``within`` [G] the relevance in it, and ``nonrel_above`` [G] and
    ``nonrel_within`` [G] the elements that are not relevant.
    """

    topic: Ints
    above: Floats
    within: Floats
    nonrel_above: Floats
    nonrel_within: Floats


@dataclass(frozen=True, eq=False)
class ElementRun(SmallBatch):
    """One run of elements and the judged ones, all topics at once.

    The run's N elements stand topic by topic, by score: ``topic`` [N] is the row, ``tie`` [N]
    numbers the groups of equal scores from 0 on, ``exhaustivity`` [N] and ``specificity`` [N] go
    from 0 (also: not judged) to 3. ``judged`` [T, 4, 4] counts the judged elements by both.
    ``collection_size`` is the number of elements in the collection, 0 if unknown.
    """

    topics: tuple[str, ...]
    topic: Ints
    tie: Ints
    exhaustivity: Ints
    specificity: Ints
    judged: Ints
    collection_size: int = 0

    @classmethod
    def of(
        cls,
        *ties: Sequence[tuple[int, int]],
        missed: Sequence[tuple[int, int]] = (),
        collection_size: int = 0,
    ) -> ElementRun:
        """Return a run of one topic from plain values, for examples and experiments.

        Each of ``ties`` lists the (exhaustivity, specificity) of the elements of one score, best
        first; ``missed`` are those of the judged elements that were not retrieved.

        >>> ElementRun.of([(3, 3)], [(2, 3), (0, 0)], missed=[(3, 3)]).relevance("strict")
        array([1., 0., 0.])
        """
        flat = [pair for tie in ties for pair in tie]
        judged = np.zeros((1, HIGHEST + 1, HIGHEST + 1), dtype=np.int64)
        for exhaustivity, specificity in (*flat, *missed):
            judged[0, exhaustivity, specificity] += 1
        pairs = np.array(flat, dtype=np.int64).reshape(-1, 2)
        tie = np.repeat(np.arange(len(ties)), [len(tie) for tie in ties])
        topic = np.zeros(len(flat), dtype=np.int64)
        return cls(("1",), topic, tie, pairs[:, 0], pairs[:, 1], judged, collection_size)

    def relevance(self, quantisation: str) -> Floats:
        """Return the relevance of each element [N] by a table of `QUANTISATIONS`."""
        return _table(quantisation)[self.exhaustivity, self.specificity]

    @remembered
    def total(self, quantisation: str) -> Floats:
        """Return the relevance of all judged elements [T]."""
        return np.asarray((self.judged * _table(quantisation)).sum(axis=(1, 2)), dtype=np.float64)

    @remembered
    def ties(self, quantisation: str) -> Ties:
        """Return the elements retrieved at each score."""
        relevance = self.relevance(quantisation)
        first = np.flatnonzero(np.diff(self.tie, prepend=-1))
        topic = self.topic[first]
        starts = np.searchsorted(topic, np.arange(len(self.topics)))

        def parts(values: Floats) -> tuple[Floats, Floats]:
            within = np.bincount(self.tie, values, len(first)).astype(np.float64)
            before = np.concatenate([[0.0], np.cumsum(within)])
            return before[:-1] - before[starts][topic], within

        return Ties(topic, *parts(relevance), *parts(1 - relevance))


def _table(quantisation: str) -> npt.NDArray[np.float64]:
    return np.array(QUANTISATIONS[quantisation], dtype=np.float64)
