"""p-values by random draws: chunks of samples, counts of those that reach the observed value."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from harness.core.arrays import Floats, Ints
from harness.core.errors import Problem
from harness.core.execution import Workers
from harness.core.parallel import mapped, pieces
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


def tolerance_of(size: npt.ArrayLike) -> Floats:
    """How near values are equal, when the largest of them, or of their terms, are of this size.

    >>> tolerance_of([2.0, 1e-6, 0.0]).tolist()
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

    counts = mapped(reached, pieces(samples, SAMPLES_PER_CHUNK), workers)
    return as_p((np.sum(counts, axis=0) + 1) / (samples + 1))


def product(rows: Floats, draws: Floats) -> Floats:
    """The matrix product of rows [P, T] and draws [T, B], in small pieces.

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
