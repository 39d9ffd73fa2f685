"""How far estimates from a sample of judgments could be off, and what runs share of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from harness.core.arrays import Floats, Ints
from harness.core.errors import EvaluationError, Problem


@dataclass(frozen=True, eq=False)
class SamplingErrors:
    """The errors that the chance of a sample leaves in the estimates of R runs by one measure.

    ``deviations`` [R, N] has a column for each document that was left to chance and judged;
    ``topic`` [N] is the row of its topic in ``topics``. Over the documents of a topic, products of
    two rows sum to the covariance of the estimates of two runs: both rest on the same sample, so
    that the error of their difference is that of the difference of rows, and mostly smaller than
    that of either. Topics are sampled independently.

    >>> errors = SamplingErrors(("1", "2"), np.array([0, 0, 1]), np.array([[3.0, 0, 4], [3, 0, 0]]))
    >>> errors.of_means(["1", "2"]).tolist()  # √(3² + 4²) / 2, 3 / 2
    [2.5, 1.5]
    >>> errors.of_differences(["1", "2"], np.array([0]), np.array([1])).tolist()
    [2.0]
    """

    topics: tuple[str, ...]
    topic: Ints
    deviations: Floats

    @classmethod
    def of(cls, parts: Sequence[SamplingErrors]) -> SamplingErrors:
        """The errors of several runs; of a topic that only some have, 0 for the others."""
        sizes: dict[str, int] = {}
        for part in parts:
            counts = np.bincount(part.topic, minlength=len(part.topics)).tolist()
            sizes |= dict(zip(part.topics, counts, strict=True))
        topics = tuple(sorted(sizes, key=str.encode))
        topic = np.repeat(np.arange(len(topics)), [sizes[name] for name in topics])
        rows = np.zeros((len(parts), len(topic)))
        for row, part in zip(rows, parts, strict=True):
            row[np.isin(topic, [topics.index(name) for name in part.topics])] = part.deviations[0]
        return cls(topics, topic, rows).compact()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SamplingErrors):
            return NotImplemented
        arrays = ((self.topic, other.topic), (self.deviations, other.deviations))
        return self.topics == other.topics and all(np.array_equal(*pair) for pair in arrays)

    def __hash__(self) -> int:
        return hash(self.topics)

    def compact(self) -> SamplingErrors:
        """The same variances and covariances, with no more columns a topic than there are runs.

        The factors of a block's rows have the same products as these.
        """
        from harness.stats.sampling import factors

        blocks = [block for _, block in self.by_topic()]
        blocks = [rows if rows.shape[1] <= len(rows) else factors(rows) for rows in blocks]
        if not blocks:
            return self
        topic = np.repeat(np.arange(len(blocks)), [block.shape[1] for block in blocks])
        return replace(self, topic=topic, deviations=np.concatenate(blocks, axis=1))

    def by_topic(self) -> Iterator[tuple[str, Floats]]:
        """Each topic with its columns."""
        for row, name in enumerate(self.topics):
            yield name, self.deviations[:, self.topic == row]

    def only(self, runs: Sequence[int]) -> SamplingErrors:
        """Those of some of the runs, in that order."""
        return replace(self, deviations=self.deviations[list(runs)])

    def of_means(self, topics: Sequence[str]) -> Floats:
        """The standard error of each run's mean over some topics [R], these topics being given."""
        return np.asarray(np.sqrt((self._means(topics) ** 2).sum(axis=1)))

    def of_summaries(self, kind: str, topics: Sequence[str]) -> Floats:
        """The standard error of each run's mean or sum over some topics [R]; else NaN.

        >>> errors = SamplingErrors(("1", "2"), np.array([0, 1]), np.array([[3.0, 4.0]]))
        >>> [errors.of_summaries(kind, ("1", "2")).tolist() for kind in ("sum", "median")]
        [[5.0], [nan]]
        """
        if kind not in ("mean", "sum") or not topics:
            return np.full(len(self.deviations), np.nan)
        return self.of_means(topics) * (len(topics) if kind == "sum" else 1)

    def of_differences(self, topics: Sequence[str], first: Ints, second: Ints) -> Floats:
        """The standard errors of the differences of means of pairs of runs [K]."""
        means = self._means(topics)
        return np.asarray(np.sqrt(((means[first] - means[second]) ** 2).sum(axis=1)))

    def _means(self, topics: Sequence[str]) -> Floats:
        absent = set(topics) - set(self.topics)
        if absent:
            raise EvaluationError(Problem(f"topic {min(absent)!r} has no sample"))
        chosen = [row for row, name in enumerate(self.topics) if name in set(topics)]
        means: Floats = self.deviations[:, np.isin(self.topic, chosen)] / len(topics)
        return means
