"""True grades and the errors of each assessor, estimated together by Dawid and Skene's model."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from harness.core.arrays import Floats, FrozenArrays
from harness.core.errors import EvaluationError, Problem, refuse
from harness.stats.agreement import GradeCounts, as_ratings, count_ratings, indicate_grades


@dataclass(frozen=True, eq=False)
class DawidSkene(FrozenArrays):
    """Estimates of the true grades and of each assessor, by Dawid and Skene's model.

    ``grades`` [K]; ``probabilities`` [U, K] of each true grade of each unit; ``prevalence`` [K];
    ``confusion`` [A, K, K]: how often assessor a gives grade j to a unit of true grade i (rows sum
    to 1). ``iterations`` of expectation–maximisation were made; ``converged`` says whether they
    ended before the limit.
    """

    grades: Floats
    probabilities: Floats
    prevalence: Floats
    confusion: Floats
    iterations: int
    converged: bool

    @property
    def labels(self) -> Floats:
        """The most probable grade of each unit [U]; the lowest of equally probable ones."""
        return np.asarray(self.grades[np.argmax(self.probabilities.round(12), axis=1)])


def dawid_skene(
    ratings: npt.ArrayLike,
    grades: Sequence[float] | None = None,
    *,
    smoothing: float = 0.01,
    most_iterations: int = 10_000,
) -> DawidSkene:
    """Estimate true grades and each assessor's confusions together from all judgments.

    Expectation–maximisation starts from the shares of each unit's judgments and ends when no
    probability changes by more than 1e-8. ``smoothing`` keeps an unseen confusion from having
    probability 0. Units without judgments get the prevalence.

    Raises `EvaluationError` for ratings without a judgment.

    >>> fitted = dawid_skene([[0, 0, 1], [1, 1, 0], [0, 0, 1], [1, 1, 0], [1, 1, 1]])
    >>> fitted.labels.tolist(), fitted.confusion[2].round(1).tolist()
    ([0.0, 1.0, 0.0, 1.0, 1.0], [[0.0, 1.0], [0.7, 0.3]])

    Dawid and Skene, Maximum likelihood estimation of observer error-rates using the EM algorithm,
    1979, equations 2.3–2.5.
    """
    matrix = as_ratings(ratings)
    counted = count_ratings(matrix, grades)
    refuse(_no_judgment(counted), EvaluationError)
    given = indicate_grades(matrix, counted.grades)
    judged = counted.counts.sum(axis=1, keepdims=True)
    shares = counted.counts.sum(axis=0) / judged.sum()
    probabilities = np.where(judged > 0, counted.counts / np.maximum(judged, 1), shares)
    converged, iterations = False, 0
    while not converged and iterations < most_iterations:
        prevalence, confusion = _maximise(probabilities, given, smoothing)
        likelihood = np.einsum("uaj,aij->ui", given, np.log(confusion))
        logs = likelihood + np.log(np.maximum(prevalence, np.finfo(float).tiny))
        logs -= logs.max(axis=1, keepdims=True)
        moved = np.exp(logs)
        moved /= moved.sum(axis=1, keepdims=True)
        converged = bool(np.abs(moved - probabilities).max() < 1e-8)
        probabilities, iterations = moved, iterations + 1
    prevalence, confusion = _maximise(probabilities, given, smoothing)
    return DawidSkene(counted.grades, probabilities, prevalence, confusion, iterations, converged)


def _maximise(probabilities: Floats, given: Floats, smoothing: float) -> tuple[Floats, Floats]:
    """Return the most likely prevalence [K] and confusions [A, K, K] given the probabilities."""
    confusion = np.einsum("ui,uaj->aij", probabilities, given) + smoothing
    confusion /= confusion.sum(axis=2, keepdims=True)
    return probabilities.mean(axis=0), confusion


def _no_judgment(counted: GradeCounts) -> Iterator[Problem]:
    if not counted.counts.any():
        yield Problem("there is no judgment")
