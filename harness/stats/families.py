"""Families of comparisons: all pairs, or runs against baselines; lists, matrices and letters."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from string import ascii_lowercase

import numpy as np
import numpy.typing as npt

from harness.core.arrays import Bools, Floats, FrozenArrays, Ints, total
from harness.core.errors import EvaluationError, Problem, refuse
from harness.core.numbers import find_repeated
from harness.core.parallel import pieces
from harness.stats.results import as_floats, as_scores, check_count, check_range

#: Means that differ by less than this part of the largest score are equal but for rounding.
_NOISE = 1e-12


def against(baselines: int | Sequence[int], num_runs: int) -> tuple[Ints, Ints]:
    """Return the pairs [P] of every other run with each of one or several baselines, by column.

    The second run of a pair is the baseline, so that positive differences are better than it. Two
    baselines are compared once, with the one named first as the baseline. Raises `EvaluationError`
    for columns that are unknown or named twice, and without any.

    >>> [runs.tolist() for runs in against(1, 3)]
    [[0, 2], [1, 1]]
    >>> [runs.tolist() for runs in against([2, 0], 3)]
    [[0, 1, 1], [2, 2, 0]]
    """
    refuse(check_count("num_runs", num_runs), EvaluationError)
    named = np.atleast_1d(np.asarray(baselines)).tolist()
    hint = f"columns must be from 0 to {num_runs - 1}, each named once"
    known = range(num_runs)
    twice = set(find_repeated(named))
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
    """Return the differences of means of pairs of runs, from scores [T, R]; exactly 0 for mere
    noise.

    >>> scores = np.array([[0.3, 0.1 + 0.2, 0.0], [0.5, 0.5, 0.25]])
    >>> mean_gaps(scores, np.array([0, 0]), np.array([1, 2])).tolist()
    [0.0, 0.275]
    """
    means = total(scores.T) / len(scores)
    gaps = means[first] - means[second]
    return np.where(np.abs(gaps) <= _NOISE * np.abs(scores).max(), 0.0, gaps)


def square(values: npt.ArrayLike, *, diagonal: float = 1.0, antisymmetric: bool = False) -> Floats:
    """Arrange values of all pairs [R·(R−1)/2] as a matrix [R, R]: p-values, statistics,
    differences.

    With ``antisymmetric`` the reversed pair has the opposite sign, as for differences. Raises
    `EvaluationError` for a number of values that does not match all pairs of some number of runs.

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
    """Return which runs differ [R, R], from the p-values of all pairs [R·(R−1)/2] below ``alpha``.

    Raises `EvaluationError` like `square`, and for an alpha that is not between 0 and 1.

    >>> significant([0.01, 0.2, 0.05]).tolist()
    [[False, True, False], [True, False, False], [False, False, False]]
    """
    refuse(check_range("alpha", alpha, 0, 1), EvaluationError)
    return np.asarray(square(p) < alpha)


#: Differences in memory at a time beside the result, few enough for the cache.
_AT_ONCE = 2**16

#: Two columns of a score matrix, or many: the first and the second run of each pair.
Pairs = tuple[npt.ArrayLike, npt.ArrayLike]


def all_pairs(num_runs: int) -> tuple[Ints, Ints]:
    """Return the columns of the first and of the second run of each of the R·(R−1)/2 pairs, both
    [P].

    Fewer than two runs have no pair.

    >>> [runs.tolist() for runs in all_pairs(3)]
    [[0, 0, 1], [1, 2, 2]]
    """
    first, second = np.triu_indices(num_runs, 1)
    return first, second


def subtract_pairs(scores: npt.ArrayLike, pairs: Pairs | None = None) -> Floats:
    """Return the differences [P, T] of pairs of runs, first minus second, of a score matrix [T, R].

    ``pairs`` are the columns of the first and of the second runs, by default all pairs. Raises
    `EvaluationError` for anything but a matrix and for unknown columns.

    >>> subtract_pairs([[0.5, 0.25, 1.0], [0.5, 0.0, 0.0]]).tolist()
    [[0.25, 0.5], [-0.5, 0.5], [-0.75, 0.0]]
    >>> subtract_pairs([[0.5, 0.25, 1.0], [0.5, 0.0, 0.0]], (2, 0)).tolist()
    [0.5, -0.5]
    """
    matrix = as_scores(scores)
    first, second = check_pairs(pairs, matrix.shape[1])
    by_run = np.ascontiguousarray(matrix.T)
    differences = by_run[first]
    if differences.ndim == 1:
        return differences - by_run[second]
    for rows in pieces(len(differences), max(1, _AT_ONCE // len(matrix))):
        differences[rows] -= by_run[second[rows]]
    return differences


def check_pairs(pairs: Pairs | None, num_runs: int) -> tuple[Ints, Ints]:
    """Return the columns of pairs, by default all; `EvaluationError` for unknown columns."""
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


@dataclass(frozen=True, eq=False)
class Letters(FrozenArrays):
    """The letters of R runs: two share a letter if and only if their difference is not significant.

    ``members`` [R, G] marks the runs of each of the G groups, ``names`` are the groups' names: a …
    z, then a2 … z2, a3 …, so that letters can be written without spaces, as "yza2". ``order`` [R]
    are the columns of the runs from the best to the worst, in which letters are assigned.
    ``intervals`` is True if each group is an unbroken stretch of that order, as with a test of one
    threshold; groups can then be drawn as bars beside the leaderboard.
    """

    members: Bools
    names: tuple[str, ...]
    order: Ints
    intervals: bool

    def label_runs(self) -> tuple[str, ...]:
        """Return the letters of each run, in the order of the matrix's columns."""
        return tuple(
            "".join(name for name, inside in zip(self.names, row, strict=True) if inside)
            for row in self.members.tolist()
        )


def compact_letters(significant: npt.ArrayLike, means: npt.ArrayLike | None = None) -> Letters:
    """Assign letters to runs, from the matrix [R, R] of significant pairs.

    Letters begin with the best run, by its ``means`` [R], ties in the order of their columns;
    without means, columns are in order. Groups are maximal: no run can be added to one. Each pair
    that is not significant, from the best on, makes a group unless a group has both, and groups
    whose pairs are all in others are left out. If one threshold on differences of means decides,
    the groups are the longest stretches of the leaderboard in which no runs differ. If each pair
    has its own, there may be many, but never more than pairs and runs. Piepho's insert-and-absorb
    finds the same groups for one threshold; otherwise it finds all maximal groups, such as the
    2^(R/2) of runs that each differ from one other.

    Raises `EvaluationError` for a matrix that is not square and symmetric, for runs that differ
    from themselves, and for means that do not fit.

    The first of three runs differs from the last:

    >>> letters = compact_letters([[0, 0, 1], [0, 0, 0], [1, 0, 0]])
    >>> letters.label_runs(), letters.intervals
    (('a', 'ab', 'b'), True)

    The best is the last run here, and the middle one differs from both:

    >>> compact_letters([[0, 1, 0], [1, 0, 1], [0, 1, 0]], means=[0.1, 0.2, 0.3]).label_runs()
    ('a', 'b', 'a')

    Piepho, An algorithm for a letter-based representation of all-pairwise comparisons, 2004;
    Gramm et al., Algorithms for compact letter displays: comparison and evaluation, 2007.
    """
    matrix = np.asarray(significant, dtype=bool)
    refuse(_check_matrix(matrix), EvaluationError)
    order = _order(means, len(matrix))
    groups = _select_needed(_grow_groups(~matrix[np.ix_(order, order)]))
    starts = np.diff(groups.astype(np.int8), axis=0, prepend=0) == 1
    members = np.empty_like(groups)
    members[order] = groups
    return Letters(
        members=members,
        names=tuple(_name(group) for group in range(groups.shape[1])),
        order=order,
        intervals=bool((starts.sum(axis=0) == 1).all()),
    )


def _grow_groups(alike: Bools) -> Bools:
    """Return maximal groups [R, G] of pairwise alike runs, with each alike pair in one of them.

    The pairs of a run are taken from the farthest on. If alike runs are neighbours, a group that
    begins with a run and its farthest pair is the longest stretch from there.
    """
    left = alike.copy()
    groups = []
    for first in range(len(alike)):
        while left[first].any():
            last = len(alike) - 1 - int(left[first, ::-1].argmax())
            group = _grow_from(first, last, alike, left)
            left[np.ix_(group, group)] = False
            groups.append(group)
    return np.array(groups).T


def _grow_from(first: int, last: int, alike: Bools, left: Bools) -> Bools:
    """Return a maximal group [R] with two given runs.

    It grows by the run that differs from none of its runs and adds the most pairs still needed; of
    ties, by the best.
    """
    group = np.zeros(len(alike), dtype=bool)
    candidates = np.ones(len(alike), dtype=bool)
    adds = np.zeros(len(alike), dtype=np.int64)
    added = first
    for _ in alike:
        group[added] = True
        candidates &= alike[added]
        candidates[added] = False
        adds += left[added]
        if not candidates.any():
            break
        added = last if candidates[last] else int(np.where(candidates, adds, -1).argmax())
    return group


def _select_needed(groups: Bools) -> Bools:
    """Drop groups [R, G] whose pairs are all in kept others, last first; sort by first runs."""
    pairs = [np.ix_(members, members) for members in map(np.flatnonzero, groups.T)]
    times = np.zeros((len(groups), len(groups)), dtype=np.int64)
    for pair in pairs:
        times[pair] += 1
    kept = []
    for group in reversed(range(len(pairs))):
        if (times[pairs[group]] > 1).all():
            times[pairs[group]] -= 1
        else:
            kept.append(group)
    kept.sort(key=lambda group: tuple(np.flatnonzero(groups[:, group])))
    return groups[:, kept]


def _name(index: int) -> str:
    """Return the name of a group.

    >>> [_name(index) for index in (0, 25, 26, 51, 52)]
    ['a', 'z', 'a2', 'z2', 'a3']
    """
    cycle, letter = divmod(index, len(ascii_lowercase))
    return ascii_lowercase[letter] + (str(cycle + 1) if cycle else "")


def _order(means: npt.ArrayLike | None, num_runs: int) -> Ints:
    """Return the columns of the runs, the best mean first."""
    if means is None:
        return np.arange(num_runs)
    values = as_floats(means, "means")
    if values.shape != (num_runs,) or not np.isfinite(values).all():
        message = f"means of the shape {values.shape} for {num_runs} runs"
        raise EvaluationError(Problem(message, hint="one finite mean for each run is needed"))
    return np.argsort(-np.round(values, 10), kind="stable")


def _check_matrix(matrix: Bools) -> Iterator[Problem]:
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1] or not matrix.size:
        hint = "runs × runs are needed"
        yield Problem(f"significant pairs of the shape {matrix.shape}", hint=hint)
    elif (matrix != matrix.T).any():
        first, second = np.argwhere(matrix != matrix.T)[0]
        yield Problem(f"run {first} differs from run {second}, but not the other way round")
    elif matrix.diagonal().any():
        yield Problem(f"run {int(matrix.diagonal().argmax())} differs from itself")
