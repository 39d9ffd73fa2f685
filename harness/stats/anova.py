"""Analysis of variance of topics × runs, and of runs as combinations of components.

Each score is a sum of its run's effect, its topic's effect and a residual. The residual mean square
V_E is the error variance to compare runs by: it excludes the variance between topics, by far the
largest part. If runs are combinations of levels of factors, each factor and each interaction has
its share.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import numpy.typing as npt

from harness.core.arrays import Floats, FrozenArrays, total
from harness.core.errors import EvaluationError, Problem, refuse
from harness.stats.results import as_floats, as_p, as_scores, check_finite
from harness.stats.student import standardise_mean


@dataclass(frozen=True, slots=True)
class Effect:
    """The variance explained by an effect, with the F test that it is 0.

    The degrees of freedom of ``p`` are multiplied by ``epsilon``. Without a residual, ``f`` and
    ``p`` are NaN.
    """

    sum_of_squares: float
    degrees_of_freedom: int
    f: float
    p: float
    epsilon: float = 1.0

    @property
    def mean_square(self) -> float:
        """The sum of squares per degree of freedom."""
        return self.sum_of_squares / self.degrees_of_freedom


@dataclass(frozen=True, eq=False)
class Anova(FrozenArrays):
    """The analysis of variance of n topics × m runs.

    ``systems`` and ``topics`` are the two effects; ``residual`` is the remaining sum of squares,
    with ``degrees_of_freedom`` (m − 1)(n − 1). ``means`` are of the runs [R].
    """

    means: Floats
    systems: Effect
    topics: Effect
    residual: float
    num_topics: int
    num_runs: int

    @property
    def degrees_of_freedom(self) -> int:
        """The degrees of freedom of the residual, (m − 1)(n − 1)."""
        return (self.num_topics - 1) * (self.num_runs - 1)

    @property
    def error_variance(self) -> float:
        """V_E, the residual mean square; 0 if runs and topics explain everything."""
        return self.residual / self.degrees_of_freedom


def anova(scores: npt.ArrayLike) -> Anova:
    """Return the two-way analysis of variance, without replication, of scores [T, R].

    An effect of 0, as of identical runs, has F = 0 and p = 1; other effects without a residual have
    neither (NaN). Raises `EvaluationError` for fewer than two topics or runs and scores that are
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
    values = as_scores(scores)
    num_topics, num_runs = values.shape
    run_means, topic_means = total(values.T) / num_topics, total(values) / num_runs
    grand = total(run_means) / num_runs
    noise = 1e-12 * float(np.abs(values).max())
    of_runs, of_topics = run_means - grand, topic_means - grand
    residual = _squares((values - run_means - of_topics[:, None]).ravel(), noise)
    freedom = (num_topics - 1) * (num_runs - 1)
    systems, topics = num_topics * _squares(of_runs, noise), num_runs * _squares(of_topics, noise)
    return Anova(
        means=run_means,
        systems=compute_effect(systems, num_runs - 1, residual, freedom),
        topics=compute_effect(topics, num_topics - 1, residual, freedom),
        residual=residual,
        num_topics=num_topics,
        num_runs=num_runs,
    )


def standardised_gap(table: Anova, gaps: Floats) -> Floats:
    """Return effect sizes: differences of means [...] over √V_E of the table of all runs.

    The error variance V_E is of all runs together, so that the effect sizes of one table can be
    compared. 0 for equal means, NaN if only V_E is 0.

    >>> float(standardised_gap(anova([[1.0, 1.0], [1.0, 5.0], [4.0, 6.0]]), np.array(-2.0)))
    -1.414213562373095

    Sakai, Laboratory experiments in information retrieval, 2018.
    """
    return standardise_mean(gaps, np.full(gaps.shape, math.sqrt(table.error_variance)))


def _squares(deviations: Floats, noise: float) -> float:
    """Return the sum of squares; 0 for mere noise of floats."""
    return float(total(deviations**2)) if np.abs(deviations).max() > noise else 0.0


def compute_effect(
    squares: float, freedom: int, residual: float, residual_freedom: int, *, epsilon: float = 1.0
) -> Effect:
    """Return an effect from its sum of squares and degrees of freedom, tested against a residual.

    For p both degrees of freedom are multiplied by ``epsilon`` (see `greenhouse_geisser`).

    >>> compute_effect(6.0, 1, 4.0, 2).f
    3.0
    """
    from scipy.special import fdtrc

    mean, error = np.array(squares / freedom), np.array(residual / residual_freedom)
    f = float(standardise_mean(mean, error))
    if math.isnan(f):
        return Effect(squares, freedom, f, f, epsilon)
    p = float(as_p(fdtrc(epsilon * freedom, epsilon * residual_freedom, f)))
    return Effect(squares, freedom, f, p, epsilon)


def greenhouse_geisser(deviations: npt.ArrayLike, freedom: int) -> float:
    """Return Greenhouse and Geisser's ε, from 1 / ``freedom`` to 1.

    An F test of levels against their interaction with topics assumes that the differences of any
    two levels have the same variance over topics (sphericity), which runs do not have; its p is
    nearer to the truth with both degrees of freedom multiplied by ε. ``deviations`` [T, K] are that
    interaction: topics × levels without the means of topics and of levels. With the eigenvalues λ
    of their products, ε is (Σ λ)² / (freedom · Σ λ²); 1 if all are 0. Raises `EvaluationError` for
    another shape and values that are not finite.

    Of three levels the first two always differ by as much, and the third from their mean by 0, 2
    and 1 on three topics; one difference alone varies:

    >>> by_topic = np.array([[-1.0], [1.0], [0.0]])
    >>> greenhouse_geisser(by_topic * [-1 / 3, -1 / 3, 2 / 3], 2)
    0.5

    Greenhouse and Geisser, On methods in the analysis of profile data, Psychometrika 1959.
    """
    values = as_scores(deviations, what="deviations")
    # The products of topics have the eigenvalues of the products of levels, and zeros.
    products = values @ values.T if len(values) < values.shape[1] else values.T @ values
    squares = float((products**2).sum())
    return float(np.trace(products)) ** 2 / (squares * freedom) if squares else 1.0


#: A source of variance: one factor, or several that interact.
Term = tuple[str, ...]

TOPIC, SHARD, RUN, OTHER = "topic", "shard", "run", "other"


@dataclass(frozen=True, eq=False)
class FactorialAnova:
    """The analysis of variance of components.

    ``effects`` have the sum of squares of each term, tested against the ``residual``: the rest of
    topics × runs (with shards, of topics × runs × shards). The terms are the topic, each factor,
    their interactions up to the requested order, ``("run", "other")``, which is everything else
    that distinguishes runs, and with shards the shard, and the interactions of topic, run and
    shard. ``own`` tests each term of factors against its own interaction with the topics instead,
    which holds for any variances of these if topics are drawn at random; its p uses Greenhouse and
    Geisser's ε, since the variance of differences is not the same for all levels.
    """

    effects: Mapping[Term, Effect]
    own: Mapping[Term, Effect]
    residual: float
    degrees_of_freedom: int
    num_values: int

    def partial_eta_squared(self, term: Term) -> float:
        """Return the share of a term in the sum of squares of it and the residual: SS / (SS +
        SS_residual).

        0 if both are 0.
        """
        squares = self.effects[term].sum_of_squares
        return squares / (squares + self.residual) if squares else 0.0

    def partial_omega_squared(self, term: Term) -> float:
        """Return the bias-corrected share of a term, df (F − 1) / (df (F − 1) + N), at least 0.

        1 without a residual. By custom .01 is a small effect, .06 a medium and .14 a large one.
        """
        effect = self.effects[term]
        if math.isnan(effect.f):
            return 1.0
        above = effect.degrees_of_freedom * (effect.f - 1)
        return max(0.0, above / (above + self.num_values))


def factorial_anova(
    values: npt.ArrayLike, factors: Sequence[str], *, order: int | None = None, shards: bool = False
) -> FactorialAnova:
    """Return the analysis of variance of values [T, L1, …, LK, N]: topics, levels of K factors,
    runs.

    N runs, of which 1 is enough, have the same levels. With ``shards`` the values are [T, S, L1, …,
    LK, N], of the same runs on S parts of the collection, so that the interaction of topics and
    runs is separated from the residual. Interactions of more than ``order`` factors count as other
    differences of runs. Raises `EvaluationError` for values that are not finite, or of another
    shape, and fewer than two topics, shards or levels.

    Two topics, two stemmers × two models; the second stemmer adds 0.2, and nothing else counts but
    0.1 of one cell:

    >>> scores = [[[0.1, 0.1], [0.3, 0.3]], [[0.5, 0.5], [0.7, 0.8]]]
    >>> known = factorial_anova(np.array(scores)[..., None], ["stemmer", "model"])
    >>> for term, effect in known.effects.items():
    ...     print(" × ".join(term), round(effect.sum_of_squares, 5), effect.degrees_of_freedom)
    topic 0.36125 1
    stemmer 0.10125 1
    model 0.00125 1
    stemmer × model 0.00125 1
    >>> round(known.residual, 5), known.degrees_of_freedom
    (0.00375, 3)
    >>> round(known.partial_eta_squared(("stemmer",)), 4)  # .10125 / .105
    0.9643
    >>> round(known.own["stemmer",].f, 4)  # .10125 / .00125
    81.0

    Fisher, The design of experiments, 1935; Ferro and Silvello, A general linear mixed models
    approach to study system component effects, SIGIR 2016; with shards: Ferro, Kim and Sanderson,
    Using collection shards to study retrieval performance effect sizes, TOIS 2019; ω²: Olejnik and
    Algina, Generalized eta and omega squared statistics, Psychological Methods 2003.
    """
    scores = as_floats(values, "values")
    axes = (TOPIC, *([SHARD] if shards else []), *factors, RUN)
    _check_shape(scores, axes)
    parts, interactions = _parts(scores, axes)
    most = len(factors) if order is None else order
    terms = [
        term
        for size in range(1, min(most, len(factors)) + 1)
        for term in combinations(factors, size)
    ]
    given: dict[Term, list[Term]] = {(TOPIC,): [(TOPIC,)]}
    given |= {(SHARD,): [(SHARD,)]} if shards else {}
    given |= {term: [term] for term in terms}
    between = [part for part in parts if part and not {TOPIC, SHARD} & {*part}]
    given[RUN, OTHER] = [part for part in between if part not in given]
    if shards:
        given[TOPIC, RUN] = [(TOPIC, *part) for part in between]
        given[TOPIC, SHARD] = [(TOPIC, SHARD)]
        given[SHARD, RUN] = [(SHARD, *part) for part in between]
    explained = {term: pooled for term, of in given.items() if (pooled := _pooled(parts, of))[1]}
    used = {part for of in given.values() for part in of}
    residual = _pooled(parts, [part for part in parts if part and part not in used])
    return FactorialAnova(
        effects={term: compute_effect(*pooled, *residual) for term, pooled in explained.items()},
        own={term: _own(term, parts, interactions) for term in terms},
        residual=residual[0],
        degrees_of_freedom=residual[1],
        num_values=scores.size,
    )


#: The sum of squares and the degrees of freedom of a part.
_Part = tuple[float, int]


def _own(term: Term, parts: Mapping[Term, _Part], interactions: Mapping[Term, Floats]) -> Effect:
    """Test a term against its interaction with the topics, by Greenhouse and Geisser."""
    epsilon = greenhouse_geisser(interactions[term], parts[term][1])
    return compute_effect(*parts[term], *parts[TOPIC, *term], epsilon=epsilon)


def _parts(scores: Floats, axes: Sequence[str]) -> tuple[dict[Term, _Part], dict[Term, Floats]]:
    """Split the values into parts, one per set of axes, each orthogonal to all others.

    Also return the interactions of topics with each other set of axes [T, K], for ε.
    """
    noise = (1e-12 * float(np.abs(scores).max())) ** 2 * scores.size
    numbers = range(scores.ndim)
    effects: dict[tuple[int, ...], Floats] = {}
    parts: dict[Term, _Part] = {}
    interactions: dict[Term, Floats] = {}
    for size in range(scores.ndim + 1):
        for kept in combinations(numbers, size):
            left = tuple(axis for axis in numbers if axis not in kept)
            lower = (other for n in range(size) for other in combinations(kept, n))
            effect = scores.mean(axis=left, keepdims=True) - sum(effects[other] for other in lower)
            effects[kept] = effect
            squares = float((effect**2).sum()) * (scores.size // effect.size)
            freedom = int(np.prod([scores.shape[axis] - 1 for axis in kept], dtype=np.int64))
            parts[tuple(axes[axis] for axis in kept)] = (
                squares if squares > noise else 0.0,
                freedom,
            )
            if kept[:1] == (0,):
                topics = effect if squares > noise else np.zeros_like(effect)
                interactions[tuple(axes[axis] for axis in kept[1:])] = topics.reshape(
                    len(scores), -1
                )
    return parts, interactions


def _pooled(parts: Mapping[Term, _Part], terms: Iterable[Term]) -> _Part:
    chosen = [parts[term] for term in terms]
    return math.fsum(squares for squares, _ in chosen), sum(freedom for _, freedom in chosen)


def _check_shape(scores: Floats, axes: Sequence[str]) -> None:
    shape = " × ".join(map(str, scores.shape)) or "one number"
    if scores.ndim != len(axes) or min(scores.shape[:-1], default=0) < 2 or not scores.size:
        hint = f"{' × '.join(axes)} is needed, at least two of each but of the runs"
        raise EvaluationError(Problem(f"values of the shape {shape}", hint=hint))
    refuse(check_finite(scores, "values"), EvaluationError)
