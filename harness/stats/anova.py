"""Two-way analysis of variance of topics × runs, one score in each cell.

Each score is a sum of its run's effect, its topic's effect and a residual. What runs and topics do
not explain, the residual mean square V_E, is the error variance to compare runs by: the variance
between topics, by far the largest part, is not in it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from harness.core.arrays import Floats, total
from harness.core.errors import EvaluationError, refuse
from harness.stats.checking import as_floats, check_range, check_scores
from harness.stats.results import Interval, as_p
from harness.stats.student import standardised


@dataclass(frozen=True, slots=True)
class Effect:
    """Share of the variance explained by runs, or by topics, with the F test that it is 0.

    The degrees of freedom of ``p`` are multiplied by ``epsilon``.
    """

    sum_of_squares: float
    degrees_of_freedom: int
    f: float
    p: float
    epsilon: float = 1.0

    @property
    def mean_square(self) -> float:
        """The sum of squares by degree of freedom."""
        return self.sum_of_squares / self.degrees_of_freedom


@dataclass(frozen=True, eq=False)
class Anova:
    """The analysis of variance of n topics × m runs.

    ``systems`` and ``topics`` are the two effects; ``residual`` is the sum of squares that is left,
    with ``degrees_of_freedom`` (m − 1)(n − 1). ``means`` are those of the runs [R].
    """

    means: Floats
    systems: Effect
    topics: Effect
    residual: float
    num_topics: int
    num_runs: int

    @property
    def degrees_of_freedom(self) -> int:
        """Those of the residual, (m − 1)(n − 1)."""
        return (self.num_topics - 1) * (self.num_runs - 1)

    @property
    def error_variance(self) -> float:
        """V_E, the residual mean square; 0 where runs and topics explain all there is."""
        return self.residual / self.degrees_of_freedom

    @property
    def standard_error(self) -> float:
        """That of a run's mean, √(V_E / n)."""
        return math.sqrt(self.error_variance / self.num_topics)

    def margin_of_error(self, confidence: float = 0.95) -> float:
        """Half the width of a confidence interval of a run's mean: t · √(V_E / n).

        t is Student's quantile with the residual's degrees of freedom. The margin is the same for
        all runs, and narrower than that of a run by itself, as topics' effects are not in it.
        """
        from scipy.special import stdtrit

        refuse(check_range("confidence", confidence, 0, 1), EvaluationError)
        t = float(stdtrit(self.degrees_of_freedom, (1 + confidence) / 2))
        return t * self.standard_error

    def intervals(self, confidence: float = 0.95) -> Interval:
        """The runs' means [R] with their margin of error on either side, each by itself."""
        margin = self.margin_of_error(confidence)
        how = f"two-way ANOVA, Student's t with {self.degrees_of_freedom} degrees of freedom"
        low, high = self.means - margin, self.means + margin
        return Interval(self.means, low, high, confidence, self.num_topics, how)


def anova(scores: npt.ArrayLike) -> Anova:
    """Two-way analysis of variance, without replication, of scores [T, R], topics × runs.

    An effect that is nothing has F = 0 and p = 1, as identical runs have; F is infinite where there
    is no residual. Raises `EvaluationError` for fewer than two topics or runs and scores that are
    not finite.

    The means of the runs are 2 and 4, of the topics 1, 3 and 5. The residuals are ±1, ∓1 and 0:
    their squares have the sum 4 and 2 degrees of freedom, against 3 · (1 + 1) = 6 for the runs and
    2 · (4 + 0 + 4) = 16 for the topics:

    >>> table = anova([[1.0, 1.0], [1.0, 5.0], [4.0, 6.0]])
    >>> table.means.tolist(), table.residual, table.error_variance
    ([2.0, 4.0], 4.0, 2.0)
    >>> table.systems.sum_of_squares, table.systems.f, table.topics.sum_of_squares, table.topics.f
    (6.0, 3.0, 16.0, 4.0)

    With two runs F is the square of the paired t, here 2 / √(4 / 3) = √3:

    >>> round(table.systems.p, 4)
    0.2254

    Fisher, Statistical methods for research workers, 1925; Sakai, Laboratory experiments in
    information retrieval, 2018.
    """
    values = as_floats(scores, "scores")
    refuse(check_scores(values), EvaluationError)
    num_topics, num_runs = values.shape
    run_means, topic_means = total(values.T) / num_topics, total(values) / num_runs
    grand = total(run_means) / num_runs
    noise = 1e-12 * float(np.abs(values).max())
    of_runs, of_topics = run_means - grand, topic_means - grand
    residuals = values - run_means - of_topics[:, None]
    residual = _squares(residuals.ravel(), noise)
    freedom = (num_topics - 1) * (num_runs - 1)
    systems, topics = num_topics * _squares(of_runs, noise), num_runs * _squares(of_topics, noise)
    return Anova(
        means=run_means,
        systems=effect_of(systems, num_runs - 1, residual, freedom),
        topics=effect_of(topics, num_topics - 1, residual, freedom),
        residual=residual,
        num_topics=num_topics,
        num_runs=num_runs,
    )


def standardised_gap(table: Anova, gaps: Floats) -> Floats:
    """Effect sizes: differences of means [...] over √V_E of the table of all runs.

    The error variance V_E is that of all runs together, so that the effect sizes of one table can
    be compared. 0 for equal means, NaN where only V_E is 0.

    >>> float(standardised_gap(anova([[1.0, 1.0], [1.0, 5.0], [4.0, 6.0]]), np.array(-2.0)))
    -1.414213562373095

    Sakai, Laboratory experiments in information retrieval, 2018.
    """
    effects = standardised(gaps, np.full(gaps.shape, math.sqrt(table.error_variance)))
    return np.where(np.isinf(effects), np.nan, effects)


def _squares(deviations: Floats, noise: float) -> float:
    """The sum of squares; 0 where all there is is the noise of floats."""
    return float(total(deviations**2)) if np.abs(deviations).max() > noise else 0.0


def effect_of(
    squares: float, freedom: int, residual: float, residual_freedom: int, *, epsilon: float = 1.0
) -> Effect:
    """An effect by its sum of squares and degrees of freedom, tested against those of a residual.

    For p both degrees of freedom are multiplied by ``epsilon`` (see `greenhouse_geisser`).

    >>> effect_of(6.0, 1, 4.0, 2).f
    3.0
    """
    from scipy.special import fdtrc

    mean, error = np.array(squares / freedom), np.array(residual / residual_freedom)
    f = float(standardised(mean, error))
    p = float(as_p(fdtrc(epsilon * freedom, epsilon * residual_freedom, f)))
    return Effect(squares, freedom, f, p, epsilon)


def greenhouse_geisser(deviations: npt.ArrayLike, freedom: int) -> float:
    """Greenhouse and Geisser's ε: from 1 / ``freedom`` to 1.

    An F test of levels against their interaction with topics supposes that the differences of any
    two levels have the same variance over topics (sphericity), which those of runs do not have; its
    p holds more nearly with both degrees of freedom multiplied by ε. ``deviations`` [T, K] are that
    interaction: what means of topics and of levels do not explain of topics × levels. With the
    eigenvalues λ of their products ε is (Σ λ)² / (freedom · Σ λ²); 1 where all are 0. Raises
    `EvaluationError` for another shape and values that are not finite.

    Of three levels the first two always differ by as much, and the third from their mean by 0, 2
    and 1 on three topics; one difference alone varies:

    >>> by_topic = np.array([[-1.0], [1.0], [0.0]])
    >>> greenhouse_geisser(by_topic * [-1 / 3, -1 / 3, 2 / 3], 2)
    0.5

    Greenhouse and Geisser, On methods in the analysis of profile data, Psychometrika 1959.
    """
    values = as_floats(deviations, "deviations")
    refuse(check_scores(values), EvaluationError)
    # The products of topics have the eigenvalues of those of levels, but for zeros.
    products = values @ values.T if len(values) < values.shape[1] else values.T @ values
    squares = float((products**2).sum())
    return float(np.trace(products)) ** 2 / (squares * freedom) if squares else 1.0
