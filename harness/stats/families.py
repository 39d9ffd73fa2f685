"""Families of comparisons: all pairs, or systems against baselines; as lists and as matrices."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from harness.core.arrays import Bools, Floats, Ints, total
from harness.core.errors import EvaluationError, Problem, refuse
from harness.core.numbers import repeated
from harness.stats.checking import as_floats, check_count, check_range
from harness.stats.pairs import all_pairs

#: Means differ by more than so much of the largest score, or are equal but for the noise of floats.
_NOISE = 1e-12


def against(baselines: int | Sequence[int], num_runs: int) -> tuple[Ints, Ints]:
    """The pairs [P] of every other run with each of one or several baselines, by their columns.

    The second run of a pair is the baseline, so that positive differences are better than it. Two
    baselines are compared once, the one named first being the baseline. Raises `EvaluationError`
    for columns that are not there or named twice, and without any.

    >>> [runs.tolist() for runs in against(1, 3)]
    [[0, 2], [1, 1]]
    >>> [runs.tolist() for runs in against([2, 0], 3)]
    [[0, 1, 1], [2, 2, 0]]
    """
    refuse(check_count("num_runs", num_runs), EvaluationError)
    named = np.atleast_1d(np.asarray(baselines)).tolist()
    hint = f"columns must be from 0 to {num_runs - 1}, each named once"
    known = range(num_runs)
    twice = set(repeated(named))
    wrong = dict.fromkeys(run for run in named if run not in known or run in twice)
    problems = [Problem(f"baseline {run!r} is not allowed", hint=hint) for run in wrong]
    problems += [] if named else [Problem("no baseline named", hint=hint)]
    refuse(problems, EvaluationError)
    pairs = [
        (run, baseline)
        for i, baseline in enumerate(named)
        for run in known
        if run not in named[: i + 1]
    ]
    first, second = np.array(pairs, dtype=np.int64).reshape(-1, 2).T
    return first, second


def mean_gaps(scores: Floats, first: Ints, second: Ints) -> Floats:
    """Differences of the means of pairs of runs of scores [T, R], exactly 0 where only noise is.

    >>> scores = np.array([[0.3, 0.1 + 0.2, 0.0], [0.5, 0.5, 0.25]])
    >>> mean_gaps(scores, np.array([0, 0]), np.array([1, 2])).tolist()
    [0.0, 0.275]
    """
    means = total(scores.T) / len(scores)
    gaps = means[first] - means[second]
    return np.where(np.abs(gaps) <= _NOISE * np.abs(scores).max(), 0.0, gaps)


def square(values: npt.ArrayLike, *, diagonal: float = 1.0, antisymmetric: bool = False) -> Floats:
    """Values of all pairs [R·(R−1)/2] as a matrix [R, R]: p-values, statistics, differences.

    ``antisymmetric`` gives the pair the other way round the opposite sign, as differences have it.
    Raises `EvaluationError` for a number of values that all pairs of no number of runs have.

    >>> square([0.01, 0.2, 0.5]).tolist()
    [[1.0, 0.01, 0.2], [0.01, 1.0, 0.5], [0.2, 0.5, 1.0]]
    >>> square([0.1, 0.25, 0.15], diagonal=0.0, antisymmetric=True)[1].tolist()
    [-0.1, 0.0, 0.15]
    """
    listed = as_floats(values, "values")
    num_runs = (1 + math.isqrt(1 + 8 * listed.size)) // 2
    if listed.ndim != 1 or num_runs < 2 or num_runs * (num_runs - 1) != 2 * listed.size:
        message = f"values of the shape {listed.shape} are not those of all pairs"
        raise EvaluationError(Problem(message, hint="R runs have R·(R−1)/2 pairs"))
    first, second = all_pairs(num_runs)
    matrix = np.full((num_runs, num_runs), float(diagonal))
    matrix[first, second] = listed
    matrix[second, first] = -listed if antisymmetric else listed
    return matrix


def significant(p: npt.ArrayLike, *, alpha: float = 0.05) -> Bools:
    """Which runs differ [R, R], by the p-values of all pairs [R·(R−1)/2]: those below ``alpha``.

    Raises `EvaluationError` as `square` does, and for an alpha that is not between 0 and 1.

    >>> significant([0.01, 0.2, 0.05]).tolist()
    [[False, True, False], [True, False, False], [False, False, False]]
    """
    refuse(check_range("alpha", alpha, 0, 1), EvaluationError)
    return np.asarray(square(p) < alpha)
