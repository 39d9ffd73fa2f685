"""p-values by random draws, in chunks of samples; errors that a sample of judgments leaves."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from harness.core.arrays import Floats, FrozenArrays, Ints
from harness.core.errors import EvaluationError, Problem
from harness.core.execution import Workers
from harness.core.parallel import collect_arrays, pieces
from harness.stats.results import as_p, check_count, check_seed, check_workers

#: What is drawn depends on the seed and on the number of the chunk, never on threads.
SAMPLES_PER_CHUNK = 1000

#: So many pairs at a time: a block of them and of one chunk's samples stays in the cache.
PAIRS_PER_BLOCK = 64

#: Draws × topics in memory at a time.
_AT_ONCE = 2**22

#: Values nearer than this part of their size are equal: ties on paper differ in floats by 10^-16.
TOLERANCE = 1e-10

#: Values nearer than this are equal whatever their size: scores up to 1 have such noise themselves.
_NOISE = 1e-14

#: A product of rows × topics × samples as small as this is computed by one thread: BLAS divides
#: larger ones over threads of its own, which then compete with those that run the chunks.
_PRODUCT = 2**17
_ROWS = 4

#: The values [P, B] that one block of pairs takes under one chunk's samples.
Values = Callable[[slice], Floats]


def check_sampling(samples: Any, seed: Any, workers: Any) -> Iterator[Problem]:
    """Yield the problems of the options of a random test."""
    yield from check_count("samples", samples)
    yield from check_seed(seed)
    yield from check_workers(workers)


def draws_at_once(num_topics: int) -> int:
    """How many draws of so many topics are held in memory at a time.

    >>> draws_at_once(50), draws_at_once(100_000)
    (83886, 41)
    """
    return max(1, _AT_ONCE // num_topics)


def choose_tolerance(size: npt.ArrayLike) -> Floats:
    """How near values are equal, when the largest of them, or of their terms, are of this size.

    >>> choose_tolerance([2.0, 1e-6, 0.0]).tolist()
    [2e-10, 1e-14, 1e-14]
    """
    return np.maximum(TOLERANCE * np.asarray(size, dtype=np.float64), _NOISE)


def sampled_p(
    chunk_values: Callable[[int, int], Values],
    least: Floats,
    *,
    two_sided: bool,
    samples: int,
    workers: Workers,
) -> Floats:
    """(b + 1) / (B + 1) for each of P pairs, b of B random values being at least ``least`` [P].

    ``chunk_values(chunk, size)`` draws the chunk's samples and tells the values of any block of
    pairs under them; two-sided counts their magnitudes. The observed value is one of those that
    could have been drawn, hence the 1: p is never 0, and the test keeps its level.

    Phipson and Smyth, Permutation p-values should never be zero, 2010.
    """
    blocks = pieces(len(least), PAIRS_PER_BLOCK)

    def reached(part: slice) -> Ints:
        values_of = chunk_values(part.start // SAMPLES_PER_CHUNK, part.stop - part.start)
        counts = np.zeros(len(least), dtype=np.int64)
        for block in blocks:
            values = values_of(block)
            values = np.abs(values, out=values) if two_sided else values
            counts[block] = np.count_nonzero(values >= least[block, None], axis=1)
        return counts

    counts = collect_arrays(reached, pieces(samples, SAMPLES_PER_CHUNK), workers)
    return as_p((np.sum(counts, axis=0) + 1) / (samples + 1))


def product(rows: Floats, draws: Floats) -> Floats:
    """Return the matrix product of rows [P, T] and draws [T, B], in small pieces.

    >>> product(np.array([[1.0, 2.0], [0.0, 1.0]]), np.array([[1.0, -1.0], [1.0, 1.0]])).tolist()
    [[3.0, 1.0], [1.0, 1.0]]
    """
    result = np.empty((len(rows), draws.shape[1]))
    full = len(rows) // _ROWS * _ROWS
    stacked = rows[:full].reshape(-1, _ROWS, rows.shape[1])
    filled = result[:full].reshape(-1, _ROWS, draws.shape[1])
    # Of thousands of topics, too, some draws at a time: a lone column is read across the memory.
    for part in pieces(draws.shape[1], max(16, _PRODUCT // (_ROWS * len(draws)))):
        np.matmul(stacked, draws[:, part], out=filled[:, :, part])
        np.matmul(rows[full:], draws[:, part], out=result[full:, part])
    return result


#: The share of a row below which nothing but rounding is left of it.
_ROUNDING = 1e-12


def factors(rows: Floats) -> Floats:
    """Rows [R, K] with the same products of two as rows [R, T]: their places on K ≤ R directions.

    Each direction is what a row has beyond those of the rows before it (modified Gram–Schmidt). A
    row that has nothing beyond them but rounding gives none: LAPACK's QR would go on in the
    direction of the rounding, so that the result would be another one on another machine.

    >>> factors(np.array([[3.0, 4.0, 0.0], [6.0, 8.0, 0.0], [3.0, 4.0, 2.0]])).tolist()
    [[5.0, 0.0], [10.0, 0.0], [5.0, 2.0]]
    """
    left, sizes = rows.copy(), np.linalg.norm(rows, axis=1)
    columns = []
    for row in range(len(rows)):
        size = np.linalg.norm(left[row])
        if size <= _ROUNDING * sizes[row]:
            continue
        direction = left[row] / size
        along = np.zeros(len(rows))
        along[row:] = left[row:] @ direction
        left[row:] -= along[row:, None] * direction
        columns.append(along)
    return np.stack(columns, axis=1) if columns else np.zeros((len(rows), 1))


@dataclass(frozen=True, eq=False)
class SamplingErrors(FrozenArrays):
    """The errors that the chance of a sample leaves in the estimates of R runs by one measure.

    ``deviations`` [R, N] has a column for each document that was left to chance and judged;
    ``topic`` [N] is the row of its topic in ``topics``. Over the documents of a topic, products of
    two rows sum to the covariance of the estimates of two runs: both rest on the same sample, so
    that the error of their difference is that of the difference of rows, and mostly smaller than
    that of either. Topics are sampled independently.

    >>> errors = SamplingErrors(("1", "2"), np.array([0, 0, 1]), np.array([[3.0, 0, 4], [3, 0, 0]]))
    >>> errors.estimate_means(["1", "2"]).tolist()  # √(3² + 4²) / 2, 3 / 2
    [2.5, 1.5]
    >>> errors.estimate_differences(["1", "2"], np.array([0]), np.array([1])).tolist()
    [2.0]
    """

    topics: tuple[str, ...]
    topic: Ints
    deviations: Floats

    @classmethod
    def of(cls, parts: Sequence[SamplingErrors]) -> SamplingErrors:
        """Return the errors of several runs; of a topic that only some have, 0 for the others."""
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
        """Return the same variances and covariances, with no more columns a topic than there are
        runs.

        The factors of a block's rows have the same products as these.
        """
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
        """Return the errors of some of the runs, in that order."""
        return replace(self, deviations=self.deviations[list(runs)])

    def estimate_means(self, topics: Sequence[str]) -> Floats:
        """Return the standard error of each run's mean over some topics [R], these topics being
        given.
        """
        return np.asarray(np.sqrt((self._means(topics) ** 2).sum(axis=1)))

    def estimate_summaries(self, kind: str, topics: Sequence[str]) -> Floats:
        """Return the standard error of each run's mean or sum over some topics [R]; else NaN.

        >>> errors = SamplingErrors(("1", "2"), np.array([0, 1]), np.array([[3.0, 4.0]]))
        >>> [errors.estimate_summaries(kind, ("1", "2")).tolist() for kind in ("sum", "median")]
        [[5.0], [nan]]
        """
        if kind not in ("mean", "sum") or not topics:
            return np.full(len(self.deviations), np.nan)
        return self.estimate_means(topics) * (len(topics) if kind == "sum" else 1)

    def estimate_differences(self, topics: Sequence[str], first: Ints, second: Ints) -> Floats:
        """Return the standard errors of the differences of means of pairs of runs [K]."""
        means = self._means(topics)
        return np.asarray(np.sqrt(((means[first] - means[second]) ** 2).sum(axis=1)))

    def _means(self, topics: Sequence[str]) -> Floats:
        absent = set(topics) - set(self.topics)
        if absent:
            raise EvaluationError(Problem(f"topic {min(absent)!r} has no sample"))
        chosen = [row for row, name in enumerate(self.topics) if name in set(topics)]
        means: Floats = self.deviations[:, np.isin(self.topic, chosen)] / len(topics)
        return means
