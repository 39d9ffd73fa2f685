"""Assess the topics of an evaluation: reliability, power, and variants of one system."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from harness.comparison.table import ScoreTable
from harness.core.arrays import Floats, FrozenArrays, Ints
from harness.core.errors import EvaluationError, Problem, refuse
from harness.core.numbers import DECIMALS
from harness.evaluation.scales import Scale
from harness.settings.compare import Options
from harness.settings.names import DIFFERENCES, SIZES, TARGETS
from harness.stats.families import subtract_pairs
from harness.stats.gtheory import (
    Components,
    Reliability,
    reliability,
    topics_for_reliability,
    variance_components,
)
from harness.stats.learning import (
    CrossValidation,
    Curve,
    agreement_curve,
    cross_validate,
    learning_curve,
)
from harness.stats.power import (
    AnovaF,
    PairedT,
    compute_power,
    detectable_difference,
    expected_width,
    topics_for_width,
    topics_needed,
)
from harness.stats.results import check_range, spread_sizes
from harness.stats.student import mean_and_sd
from harness.stats.swaps import Swaps, swap_rates
from harness.stats.topics import TopicStatistics, topic_statistics


def describe_topics(table: ScoreTable) -> TopicStatistics:
    """Return how hard each topic is, and how well it separates the runs, in the order of the
    topics.

    Computed on `ScoreTable.compared`, so that hard topics have low means in either direction.
    """
    return topic_statistics(table.compared)


@dataclass(frozen=True, eq=False)
class Reliabilities:
    """A G-study of an evaluation, and D-studies of other numbers of topics.

    ``by_topics`` has the coefficients of means over ``sizes`` [K] topics, the evaluation's number
    among them; ``needed`` the topics at which they reach the ``targets``. ``drop`` is the share of
    the worst runs that is left out.
    """

    components: Components
    sizes: tuple[int, ...]
    by_topics: Reliability
    targets: tuple[float, ...]
    needed: Reliability
    drop: float
    confidence: float


def estimate_reliability(
    table: ScoreTable,
    options: Options | None = None,
    *,
    drop: float = 0.0,
    sizes: Sequence[int] | None = None,
    targets: Sequence[float] = TARGETS,
) -> Reliabilities:
    """Estimate the variance components of a table, Eρ² and Φ, and the topics needed.

    ``sizes`` defaults to half, once, twice and four times the topics of the table. Errors are as in
    `harness.stats.gtheory`.
    """
    confidence = (options or Options()).confidence
    chosen = _choose_sizes(len(table.topics)) if sizes is None else tuple(sizes)
    components = variance_components(table.compared, drop=drop)
    return Reliabilities(
        components=components,
        sizes=chosen,
        by_topics=reliability(components, chosen, confidence=confidence),
        targets=tuple(targets),
        needed=topics_for_reliability(components, tuple(targets), confidence=confidence),
        drop=drop,
        confidence=confidence,
    )


def _choose_sizes(num_topics: int) -> tuple[int, ...]:
    """Return half, once, twice and four times a number of topics."""
    return tuple(sorted({max(2, num_topics // 2), num_topics, 2 * num_topics, 4 * num_topics}))


@dataclass(frozen=True, eq=False)
class Power(FrozenArrays):
    """The topics that the paired t test needs, by the variances of an evaluation's differences.

    ``kinds`` [K] are the variances of differences: "mean" over all pairs, which is 2 V_E, and
    "widest", the largest. ``topics`` [D, K] are needed for each of the ``differences`` [D];
    ``chances`` [D, N] are the powers with ``sizes`` [N] topics and the mean variance, and with
    ``for_width`` [D] topics the interval of a difference is on average no wider than it.
    ``detectable`` [K] is the difference that the present topics find with this ``power``, ∞ if no
    two runs can differ so much; ``width`` [K] is their average width of an interval.
    """

    kinds: tuple[str, ...]
    variances: Floats
    differences: tuple[float, ...]
    topics: Ints
    sizes: tuple[int, ...]
    chances: Floats
    for_width: Ints
    detectable: Floats
    width: Floats
    power: float
    options: Options


def estimate_power(
    table: ScoreTable,
    options: Options | None = None,
    *,
    differences: Sequence[float] = DIFFERENCES,
    sizes: Sequence[int] | None = None,
    power: float = 0.8,
) -> Power:
    """Estimate the topics needed for differences of means, and the difference that these topics
    find.

    ``sizes`` defaults to half, once, twice and four times the topics of the table. Raises
    `EvaluationError` if no two runs differ, so that there is no variance, and like
    `harness.stats.power`.

    The differences x − y, x − z and y − z have the variances 0.03, 0.01 and 0.01:

    >>> values = np.array([[0.5, 0.4, 0.1], [0.7, 0.3, 0.1], [0.6, 0.5, 0.1]])
    >>> found = estimate_power(ScoreTable("AP", ("x", "y", "z"), ("1", "2", "3"), values))
    >>> found.variances.round(4).tolist(), found.topics[-1].tolist()
    ([0.0167, 0.03], [16, 26])
    """
    options = options or Options()
    _, sd = mean_and_sd(subtract_pairs(table.compared))
    variances = np.array([float(np.mean(sd**2)), float(np.max(sd**2))])
    if not variances.all():
        message = "the differences of any two runs are the same on every topic"
        raise EvaluationError(Problem(message, hint="there is no variance to go by"))
    test = PairedT(alpha=options.alpha)
    n, sought = len(table.topics), np.array(differences, dtype=np.float64)
    detectable = detectable_difference(test, n, power=power, variance=variances)
    _, largest = table.scale.bounds_of_differences
    chosen = _choose_sizes(n) if sizes is None else tuple(sizes)
    return Power(
        kinds=("mean", "widest"),
        variances=variances,
        differences=tuple(differences),
        topics=topics_needed(test, sought[:, None], power=power, variance=variances),
        sizes=chosen,
        chances=compute_power(test, sought[:, None], chosen, variance=variances[0]),
        for_width=topics_for_width(sought, variance=variances[0], confidence=options.confidence),
        detectable=np.where(detectable > largest, np.inf, detectable),
        width=expected_width(n, variance=variances, confidence=options.confidence),
        power=power,
        options=options,
    )


@dataclass(frozen=True, eq=False)
class Design(FrozenArrays):
    """The number of topics that a new collection needs, by an expected variance, without runs.

    ``variance`` is of one run's values over topics, such as V_E of an earlier evaluation;
    differences are assumed to have twice that. For each of the ``differences`` [D], ``t`` [D]
    topics find it by the paired t test, ``anova`` [D, M] by the F test of ``systems`` [M], if the
    best and the worst are that far apart, and with ``width`` [D] topics the interval of a
    difference is on average no wider. ``chances`` [N, D, 1 + M] are the powers of the t test and of
    ANOVA with ``sizes`` [N] topics.
    """

    variance: float
    differences: tuple[float, ...]
    systems: tuple[int, ...]
    t: Ints
    anova: Ints
    width: Ints
    sizes: tuple[int, ...]
    chances: Floats
    power: float
    options: Options


def design_topic_set(
    variance: float,
    options: Options | None = None,
    *,
    differences: Sequence[float] = DIFFERENCES,
    systems: Sequence[int] = (2, 10, 50),
    sizes: Sequence[int] = SIZES,
    power: float = 0.8,
) -> Design:
    """Design the size of a topic set: Sakai's three kinds, by the exact noncentral distributions.

    Raises `EvaluationError` for values not above 0, fewer than two systems, and if ten million
    topics do not suffice.

    >>> found = design_topic_set(0.02, differences=[0.1], systems=[10])
    >>> found.t.tolist(), found.anova.tolist(), found.width.tolist()
    ([34], [[64]], [64])

    Sakai, Topic set size design, IRJ 2016.
    """
    refuse(check_range("variance", variance, 0), EvaluationError)
    options, sought = options or Options(), np.array(differences, dtype=np.float64)
    kinds = [AnovaF(systems=count, alpha=options.alpha) for count in systems]
    tests: list[tuple[PairedT | AnovaF, float]] = [(PairedT(alpha=options.alpha), 2 * variance)]
    tests += [(kind, variance) for kind in kinds]
    topics = np.array(sizes)[:, None]
    return Design(
        variance=variance,
        differences=tuple(differences),
        systems=tuple(systems),
        t=topics_needed(PairedT(alpha=options.alpha), sought, power=power, variance=2 * variance),
        anova=np.stack(
            [topics_needed(kind, sought, power=power, variance=variance) for kind in kinds], axis=1
        ),
        width=topics_for_width(sought, variance=2 * variance, confidence=options.confidence),
        sizes=tuple(sizes),
        chances=np.stack(
            [compute_power(test, sought, topics, variance=spread) for test, spread in tests], axis=2
        ),
        power=power,
        options=options,
    )


def estimate_swaps(
    table: ScoreTable,
    options: Options | None = None,
    *,
    sizes: Sequence[int] | None = None,
    draws: int = 100,
    width: float = 0.01,
    bins: int = 21,
) -> Swaps:
    """Estimate how often another set of topics swaps two runs.

    ``sizes`` defaults to 5, 10, … and half the topics, about a hundred at most.
    """
    options = options or Options()
    half = len(table.topics) // 2
    return swap_rates(
        table.compared,
        seed=options.seed,
        sizes=spread_sizes(half) if sizes is None else sizes,
        draws=draws,
        width=width,
        bins=bins,
        workers=options.workers,
    )


@dataclass(frozen=True, eq=False)
class Variants:
    """Variants of one system, chosen by cross-validation over topics.

    ``crossed`` has means of `ScoreTable.compared`, where more is better. ``curve`` is the
    learning curve of the best variant, in the measure's own terms; ``agreement`` the agreement of
    the variants' order with their order over all topics, None if all have one mean.
    """

    table: ScoreTable
    crossed: CrossValidation
    curve: Curve
    agreement: Curve | None


def compare_variants(
    table: ScoreTable,
    variants: Sequence[str],
    options: Options | None = None,
    *,
    folds: int = 5,
    repeats: int = 1,
) -> Variants:
    """Cross-validate variants of one system, given by name: the mean on topics not used for
    choosing.

    Raises `EvaluationError` for unknown runs, fewer than two of them, and folds outside 2 to the
    number of topics.
    """
    options = options or Options()
    chosen = table.only(list(variants))
    crossed = cross_validate(chosen.compared, seed=options.seed, folds=folds, repeats=repeats)
    curve = learning_curve(
        chosen.compared[:, crossed.best],
        seed=options.seed,
        confidence=options.confidence,
        workers=options.workers,
    )
    tied = np.ptp(np.round(crossed.means, DECIMALS)) == 0
    agreement = (
        None
        if tied
        else agreement_curve(
            chosen.compared,
            seed=options.seed,
            confidence=options.confidence,
            workers=options.workers,
        )
    )
    return Variants(chosen, crossed, _show_curve(chosen.scale, curve), agreement)


def _show_curve(scale: Scale, curve: Curve) -> Curve:
    """Return a curve of compared values in the measure's own terms, except its deviation."""
    ends = [scale.shown(curve.low), scale.shown(curve.high)]
    low, high = ends[::-1] if scale.lower_is_better else ends
    return replace(curve, mean=scale.shown(curve.mean), low=low, high=high)
