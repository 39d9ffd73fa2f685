"""p-values by random draws, in chunks of samples; errors due to a sample of judgments."""

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

#: Draws depend on the seed and the number of the chunk, never on threads.
SAMPLES_PER_CHUNK = 1000

#: Pairs processed at a time: a block of them with one chunk's samples fits into the cache.
PAIRS_PER_BLOCK = 64

#: Draws × topics in memory at a time.
_AT_ONCE = 2**22

#: Values closer than this part of their size are tied: floats break ties by 10^-16.
TOLERANCE = 1e-10

#: Values closer than this are tied whatever their size: scores up to 1 have such noise.
_NOISE = 1e-14

#: A product of rows × topics × samples as small as this is computed by one thread: BLAS divides
#: larger ones over threads of its own, which compete with the threads of the chunks.
_PRODUCT = 2**17
_ROWS = 4

#: The values [P, B] of one block of pairs under one chunk's samples.
Values = Callable[[slice], Floats]


def check_sampling(samples: Any, seed: Any, workers: Any) -> Iterator[Problem]:
    """Yield the problems of the options of a random test."""
    yield from check_count("samples", samples)
    yield from check_seed(seed)
    yield from check_workers(workers)


def draws_at_once(num_topics: int) -> int:
    """Return how many draws of so many topics are held in memory at a time.

    >>> draws_at_once(50), draws_at_once(100_000)
    (83886, 41)
    """
    return max(1, _AT_ONCE // num_topics)


def choose_tolerance(size: npt.ArrayLike) -> Floats:
    """Return the distance below which values are tied, given the size of the largest, or of their
    terms.

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
    """Return (b + 1) / (B + 1) for each of P pairs, b of B random values being at least ``least``
    [P].

    ``chunk_values(chunk, size)`` draws the chunk's samples and returns a function from blocks of
    pairs to their values; two-sided counts magnitudes. The observed value could have been drawn
    too, hence the 1: p is never 0, and the test keeps its level.

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
    # With thousands of topics, too, take some draws at a time: a lone column strides over memory.
    for part in pieces(draws.shape[1], max(16, _PRODUCT // (_ROWS * len(draws)))):
        np.matmul(stacked, draws[:, part], out=filled[:, :, part])
        np.matmul(rows[full:], draws[:, part], out=result[full:, part])
    return result


#: The share of a row below which only rounding is left of it.
_ROUNDING = 1e-12


def factors(rows: Floats) -> Floats:
    """Return rows [R, K] with the same pairwise products as rows [R, T]: coordinates, with K ≤ R.

    Each direction is the part of a row beyond the rows before it (modified Gram–Schmidt). A row
    without such a part but for rounding gives none: LAPACK's QR would continue in the direction of
    the rounding, so that the result would differ between machines.

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
    """The errors due to the random sample of judgments in the estimates of R runs by one measure.

    ``deviations`` [R, N] has a column for each randomly drawn and judged document; ``topic`` [N] is
    the row of its topic in ``topics``. Over the documents of a topic, products of two rows sum to
    the covariance of the estimates of two runs: both depend on the same sample, so that the error
    of their difference comes from the difference of rows, and is mostly smaller than that of
    either. Topics are sampled independently.

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
        """Join the errors of several runs; 0 on topics that a run does not have."""
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
        """Reduce the columns of a topic to at most the number of runs, with the same covariances.

        The factors of a block's rows have the same products.
        """
        blocks = [block for _, block in self.by_topic()]
        blocks = [rows if rows.shape[1] <= len(rows) else factors(rows) for rows in blocks]
        if not blocks:
            return self
        topic = np.repeat(np.arange(len(blocks)), [block.shape[1] for block in blocks])
        return replace(self, topic=topic, deviations=np.concatenate(blocks, axis=1))

    def by_topic(self) -> Iterator[tuple[str, Floats]]:
        """Yield each topic with its columns."""
        for row, name in enumerate(self.topics):
            yield name, self.deviations[:, self.topic == row]

    def only(self, runs: Sequence[int]) -> SamplingErrors:
        """Return the errors of some of the runs, in that order."""
        return replace(self, deviations=self.deviations[list(runs)])

    def estimate_means(self, topics: Sequence[str]) -> Floats:
        """Return the standard error of each run's mean over some given topics [R]."""
        return np.asarray(np.sqrt((self._means(topics) ** 2).sum(axis=1)))

    def estimate_summaries(self, kind: str, topics: Sequence[str]) -> Floats:
        """Return the standard error of each run's mean or sum over some topics [R]; otherwise NaN.

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
        return np.asarray(self.deviations[:, np.isin(self.topic, chosen)] / len(topics))
