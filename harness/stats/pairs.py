"""The pairs of runs of a score matrix, and their differences by topic."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from harness.core.arrays import Floats, Ints
from harness.core.errors import EvaluationError, Problem, refuse
from harness.core.execution import pieces
from harness.stats.checking import as_floats, check_scores

#: Differences in memory at a time beside those that are asked for: they stay in the cache.
_AT_ONCE = 2**16

#: Two columns of a score matrix, or many: the first and the second run of each pair.
Pairs = tuple[npt.ArrayLike, npt.ArrayLike]


def all_pairs(num_runs: int) -> tuple[Ints, Ints]:
    """The first and the second run of each of the R·(R−1)/2 pairs, by their columns, [P] both.

    Of fewer than two runs there is no pair.

    >>> [runs.tolist() for runs in all_pairs(3)]
    [[0, 0, 1], [1, 2, 2]]
    """
    first, second = np.triu_indices(num_runs, 1)
    return first, second


def differences_of(scores: npt.ArrayLike, pairs: Pairs | None = None) -> Floats:
    """The differences [P, T] of pairs of runs, first less second, of a score matrix [T, R].

    ``pairs`` are the columns of the first and of the second runs, all pairs unless given. Raises
    `EvaluationError` for a matrix that is none and for columns that are not there.

    >>> differences_of([[0.5, 0.25, 1.0], [0.5, 0.0, 0.0]]).tolist()
    [[0.25, 0.5], [-0.5, 0.5], [-0.75, 0.0]]
    >>> differences_of([[0.5, 0.25, 1.0], [0.5, 0.0, 0.0]], (2, 0)).tolist()
    [0.5, -0.5]
    """
    matrix = as_floats(scores, "scores")
    refuse(check_scores(matrix), EvaluationError)
    first, second = checked_pairs(pairs, matrix.shape[1])
    by_run = np.ascontiguousarray(matrix.T)
    differences = by_run[first]
    if differences.ndim == 1:
        return differences - by_run[second]
    for rows in pieces(len(differences), max(1, _AT_ONCE // len(matrix))):
        differences[rows] -= by_run[second[rows]]
    return differences


def checked_pairs(pairs: Pairs | None, num_runs: int) -> tuple[Ints, Ints]:
    """The columns of pairs, all unless given; `EvaluationError` for columns that are not there."""
    if pairs is None:
        return all_pairs(num_runs)
    first, second = (np.asarray(columns) for columns in pairs)
    problems = [] if first.shape == second.shape else ["as many first as second runs are needed"]
    for columns in (first, second):
        if columns.dtype.kind not in "iu":
            problems.append(f"columns must be whole numbers, not {columns.dtype}")
        elif columns.size and not 0 <= columns.min() <= columns.max() < num_runs:
            problems.append(f"columns must be from 0 to {num_runs - 1}")
    refuse((Problem(f"pairs: {text}") for text in dict.fromkeys(problems)), EvaluationError)
    return first, second
