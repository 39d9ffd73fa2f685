"""Agreement of assessors on the same units: chance-corrected coefficients, and overlap.

Ratings are a matrix of units × assessors with NaN where an assessor did not judge a unit. A unit is
pairable if at least two assessors judged it. A coefficient that is undefined for the ratings has a
reason in place of a value.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from harness.core.arrays import Floats, FrozenArrays
from harness.core.errors import EvaluationError, Problem, refuse
from harness.stats.results import check_choice

#: How much two different grades agree.
WEIGHTS = ("identity", "linear", "quadratic")

#: The scale on which Krippendorff's α measures the distance of two grades.
LEVELS = ("nominal", "ordinal", "interval")


@dataclass(frozen=True, slots=True)
class AgreementCoefficient:
    """A coefficient of agreement, or the reason why it is undefined.

    ``observed`` is the (weighted) share of agreeing pairs, ``expected`` the share by chance alone
    as this coefficient defines it; both are None where meaningless. ``units`` counts the pairable
    units and ``pairs`` the pairs of judgments in them.
    """

    coefficient: str
    value: float | None
    observed: float | None
    expected: float | None
    units: int
    pairs: int
    reason: str | None = None


@dataclass(frozen=True, eq=False)
class GradeCounts(FrozenArrays):
    """``counts`` [U, K] of the assessors who gave each unit each grade, of ``grades`` [K]."""

    counts: Floats
    grades: Floats

    @property
    def pairable(self) -> Floats:
        """The counts of units that at least two assessors judged."""
        return np.asarray(self.counts[self.counts.sum(axis=1) >= 2])

    @property
    def pairs(self) -> int:
        """The number of pairs of judgments of one unit."""
        ratings = self.pairable.sum(axis=1)
        return int((ratings * (ratings - 1) / 2).sum())


def percent_agreement(
    ratings: npt.ArrayLike, grades: Sequence[float] | None = None
) -> AgreementCoefficient:
    """Return the share of pairs of judgments of one unit that have the same grade.

    Each pairable unit counts once, however many assessors judged it.

    >>> percent_agreement([[1, 1], [0, 1], [0, 0], [1, np.nan]]).value
    0.6666666666666666
    """
    counted = count_ratings(ratings, grades)
    if not counted.pairable.size:
        return _undefined("percent agreement", counted, _NO_PAIRS)
    observed = _observe_agreement(counted.pairable, np.eye(counted.grades.size))
    return _defined("percent agreement", counted, observed, observed, None)


def cohen_kappa(
    ratings: npt.ArrayLike, weights: str = "identity", grades: Sequence[float] | None = None
) -> AgreementCoefficient:
    """Return Cohen's κ of two assessors: agreement beyond their own distributions of grades.

    Only units that both judged count. ``weights`` are ``identity`` (plain κ), ``linear`` or
    ``quadratic``, over the rank of a grade among ``grades`` (by default the grades that occur).
    Undefined if nothing was judged by both, or if both gave one and the same grade only.

    >>> cohen_kappa([[1, 1], [1, 1], [0, 0], [1, 0]]).value
    0.5
    >>> cohen_kappa([[1, 1], [1, 1]]).reason
    'both gave the same single grade to everything, so that chance alone would agree always'

    Cohen, A coefficient of agreement for nominal scales, 1960; Weighted kappa, 1968.
    """
    both = _of_two("Cohen's κ", ratings, "Fleiss' κ and Krippendorff's α take several")
    counted = count_ratings(both, grades)
    name = "Cohen's κ" if weights == "identity" else f"Cohen's κ ({weights} weights)"
    if not len(both):
        return _undefined(name, counted, _NO_PAIRS)
    codes = np.searchsorted(counted.grades, both)
    size = counted.grades.size
    table = np.zeros((size, size))
    np.add.at(table, (codes[:, 0], codes[:, 1]), 1.0)
    table /= len(both)
    same = _weights(weights, size)
    observed = float((same * table).sum())
    expected = float((same * np.outer(table.sum(axis=1), table.sum(axis=0))).sum())
    if expected == 1.0:  # exactly: a grade may be rare among very many
        return _undefined(name, counted, _ONE_GRADE)
    return _defined(name, counted, (observed - expected) / (1 - expected), observed, expected)


def fleiss_kappa(
    ratings: npt.ArrayLike, weights: str = "identity", grades: Sequence[float] | None = None
) -> AgreementCoefficient:
    """Return Fleiss' κ of any number of assessors, with at least two judgments per unit.

    With two assessors it is Scott's π. Units may be judged by different numbers of assessors
    (Gwet's form): each unit counts once, and units with one judgment count in the distribution.

    >>> round(fleiss_kappa([[1, 1, 0], [0, 0, 0], [1, 1, 1], [0, 1, 1]]).value, 4)
    0.3143

    Fleiss, Measuring nominal scale agreement among many raters, 1971; Scott, Reliability of
    content analysis, 1955; Gwet, Handbook of Inter-Rater Reliability, 4th edition, chapter 2.
    """
    return _corrected("Fleiss' κ", count_ratings(ratings, grades), weights, _expect_by_shares)


def scott_pi(ratings: npt.ArrayLike, grades: Sequence[float] | None = None) -> AgreementCoefficient:
    """Return Scott's π of two assessors: Fleiss' κ of the units that both judged.

    >>> round(scott_pi([[1, 1], [1, 1], [0, 0], [1, 0]]).value, 4)
    0.4667
    """
    counted = count_ratings(_of_two("Scott's π", ratings, "Fleiss' κ takes several"), grades)
    return _corrected("Scott's π", counted, "identity", _expect_by_shares)


def gwet_ac(
    ratings: npt.ArrayLike, weights: str = "identity", grades: Sequence[float] | None = None
) -> AgreementCoefficient:
    """Return Gwet's AC1 (``identity``) or AC2 (weighted), which a rare grade does not distort.

    >>> ratings = [[0, 0]] * 9 + [[1, 0]]
    >>> round(gwet_ac(ratings).value, 4), round(scott_pi(ratings).value, 4)
    (0.8895, -0.0526)

    Gwet, Computing inter-rater reliability and its variance in the presence of high agreement,
    2008; Handbook of Inter-Rater Reliability, 4th edition, chapter 5.
    """
    counted = count_ratings(ratings, grades)
    name = "Gwet's AC1" if weights == "identity" else f"Gwet's AC2 ({weights} weights)"
    return _corrected(name, counted, weights, _expect_by_gwet)


def krippendorff_alpha(
    ratings: npt.ArrayLike, level: str = "nominal", grades: Sequence[float] | None = None
) -> AgreementCoefficient:
    """Return Krippendorff's α: 1 − observed / expected disagreement.

    ``level`` is the distance of two grades: ``nominal`` (1 if they differ), ``ordinal`` (the number
    of judgments between them) or ``interval`` (their squared difference). Any number of assessors,
    any judgments missing; units with a single judgment do not count.

    >>> round(krippendorff_alpha([[1, 1], [0, 0], [1, 0], [0, 0]]).value, 4)
    0.5333

    Krippendorff, Computing Krippendorff's alpha-reliability, 2011; Content Analysis, chapter 12.
    """
    refuse(check_choice("level", level, LEVELS), EvaluationError)
    name = f"Krippendorff's α ({level})"
    counted = count_ratings(ratings, grades)
    pairable = counted.pairable
    if not pairable.size:
        return _undefined(name, counted, _NO_PAIRS)
    ratings_of_unit = pairable.sum(axis=1, keepdims=True)
    coincidences = (pairable.T / (ratings_of_unit.T - 1)) @ pairable
    coincidences -= np.diag((pairable / (ratings_of_unit - 1)).sum(axis=0))
    totals = pairable.sum(axis=0)
    distances = _distances(level, counted.grades, totals)
    expected = float((np.outer(totals, totals) * distances).sum() / (totals.sum() - 1))
    if expected == 0:
        return _undefined(name, counted, "all pairable judgments are the same grade")
    observed = float((coincidences * distances).sum())
    return _defined(name, counted, 1.0 - observed / expected, None, None)


@dataclass(frozen=True, slots=True)
class SetOverlap:
    """The sets of relevant documents of two assessors for one topic.

    ``overlap`` is the size of their intersection over that of their union; ``precision`` the share
    of the first assessor's relevant documents that the second finds relevant, ``recall`` the share
    of the second's that the first does. None if the denominator is 0.
    """

    both: int
    first: int
    second: int

    @property
    def overlap(self) -> float | None:
        """|A ∩ B| / |A ∪ B| (Voorhees, Variations in relevance judgments, 1998)."""
        return _share(self.both, self.first + self.second - self.both)

    @property
    def precision(self) -> float | None:
        """|A ∩ B| / |A|."""
        return _share(self.both, self.first)

    @property
    def recall(self) -> float | None:
        """|A ∩ B| / |B|."""
        return _share(self.both, self.second)


def set_overlap(ratings: npt.ArrayLike, relevance_level: float = 1) -> SetOverlap:
    """Return the overlap of two assessors' relevant documents, among documents that both judged.

    >>> shared = set_overlap([[1, 1], [2, 0], [0, 1], [0, 0], [1, np.nan]])
    >>> shared.both, shared.overlap, shared.precision, shared.recall
    (1, 0.3333333333333333, 0.5, 0.5)
    """
    matrix = as_ratings(ratings)
    both = matrix[~np.isnan(matrix).any(axis=1)] >= relevance_level
    return SetOverlap(int(both.all(axis=1).sum()), *(int(n) for n in both.sum(axis=0)))


_Chance = Callable[[Floats, Floats], float]

_NO_PAIRS = "no document was judged by two assessors"
_ONE_GRADE = (
    "both gave the same single grade to everything, so that chance alone would agree always"
)


def as_ratings(ratings: npt.ArrayLike) -> Floats:
    """Return the ratings as a matrix of units × assessors; `EvaluationError` if they are not."""
    try:
        matrix = np.asarray(ratings, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise EvaluationError(
            Problem(f"the ratings are not a matrix of numbers: {error}")
        ) from None
    if matrix.ndim != 2:
        hint = "units × assessors are needed, NaN where there is no judgment"
        raise EvaluationError(Problem(f"ratings with {matrix.ndim} axes", hint=hint))
    return matrix


def _of_two(name: str, ratings: npt.ArrayLike, hint: str) -> Floats:
    """Return the units that both assessors judged; `EvaluationError` unless there are two."""
    matrix = as_ratings(ratings)
    if matrix.shape[1] != 2:
        message = f"{name} is of two assessors, not of {matrix.shape[1]}"
        raise EvaluationError(Problem(message, hint=hint))
    return matrix[~np.isnan(matrix).any(axis=1)]


def count_ratings(ratings: npt.ArrayLike, grades: Sequence[float] | None) -> GradeCounts:
    """Count how often each unit got each grade; `EvaluationError` for a grade outside the scale."""
    matrix = as_ratings(ratings)
    given = np.unique(matrix[~np.isnan(matrix)])
    scale = given if grades is None else np.unique(np.asarray(grades, dtype=np.float64))
    foreign = np.setdiff1d(given, scale)
    if foreign.size:
        hint = f"the grades are {', '.join(f'{grade:g}' for grade in scale)}"
        raise EvaluationError(Problem(f"the grade {foreign[0]:g} is not of the scale", hint=hint))
    return GradeCounts(indicate_grades(matrix, scale).sum(axis=1), scale)


def indicate_grades(matrix: Floats, grades: Floats) -> Floats:
    """Return ``[U, A, K]``: 1 where assessor a gave unit u grade k."""
    return np.asarray(matrix[:, :, None] == grades[None, None, :], dtype=np.float64)


def _weights(weights: str, size: int) -> Floats:
    """Return the agreement of each pair of grades ``[K, K]``."""
    refuse(check_choice("weights", weights, WEIGHTS), EvaluationError)
    if weights == "identity" or size < 2:
        return np.eye(size)
    apart = np.abs(np.subtract.outer(np.arange(size), np.arange(size))) / (size - 1)
    return np.asarray(1.0 - (apart if weights == "linear" else apart**2))


def _distances(level: str, grades: Floats, totals: Floats) -> Floats:
    if level == "nominal":
        return np.asarray(1.0 - np.eye(grades.size))
    if level == "interval":
        return np.asarray(np.subtract.outer(grades, grades) ** 2)
    # Half of the judgments at either end, and all of those between.
    middle = np.cumsum(totals) - totals / 2
    return np.asarray(np.subtract.outer(middle, middle) ** 2)


def _observe_agreement(pairable: Floats, same: Floats) -> float:
    """Return the mean over pairable units of the (weighted) share of agreeing pairs."""
    ratings = pairable.sum(axis=1)
    agreeing = (pairable * (pairable @ same - 1)).sum(axis=1) / (ratings * (ratings - 1))
    return float(agreeing.mean())


def _expect_by_shares(shares: Floats, same: Floats) -> float:
    return float(shares @ same @ shares)


def _expect_by_gwet(shares: Floats, same: Floats) -> float:
    size = shares.size
    return float(same.sum() / (size * (size - 1)) * (shares * (1 - shares)).sum())


def _corrected(
    name: str, counted: GradeCounts, weights: str, chance: _Chance
) -> AgreementCoefficient:
    same = _weights(weights, counted.grades.size)
    if not counted.pairable.size:
        return _undefined(name, counted, _NO_PAIRS)
    if counted.grades.size < 2:
        return _undefined(name, counted, "all judgments are the same grade")
    observed = _observe_agreement(counted.pairable, same)
    judged = counted.counts[counted.counts.sum(axis=1) > 0]
    expected = chance((judged / judged.sum(axis=1, keepdims=True)).mean(axis=0), same)
    if expected == 1.0:
        return _undefined(name, counted, "all judgments are the same grade")
    return _defined(name, counted, (observed - expected) / (1 - expected), observed, expected)


def _defined(
    name: str, counted: GradeCounts, value: float, observed: float | None, expected: float | None
) -> AgreementCoefficient:
    units = len(counted.pairable)
    return AgreementCoefficient(name, float(value), observed, expected, units, counted.pairs)


def _undefined(name: str, counted: GradeCounts, reason: str) -> AgreementCoefficient:
    return AgreementCoefficient(
        name, None, None, None, len(counted.pairable), counted.pairs, reason
    )


def _share(part: int, total: int) -> float | None:
    return part / total if total else None
