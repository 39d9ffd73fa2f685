"""Compare two runs on the same topics by every test, estimate and effect size."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isnan
from typing import Any

import numpy as np

from harness.comparison.significance import refuse_few_topics, significance_test
from harness.comparison.table import ScoreTable
from harness.core.arrays import Floats
from harness.core.errors import EvaluationError
from harness.core.faces import Face, HasFace, HasFrame
from harness.core.numbers import count_noun
from harness.settings.compare import Options
from harness.stats.anova import anova, standardised_gap
from harness.stats.bootstrap import bootstrap_interval
from harness.stats.equivalence import Equivalence, equivalence
from harness.stats.power import PairedT, topics_needed
from harness.stats.ranks import wins_ties_losses
from harness.stats.results import ALTERNATIVES, Interval, TestResult
from harness.stats.sequential import always_valid_interval
from harness.stats.student import d_z, g_z, mean_and_sd, t_interval

#: With fewer topics BCa intervals are too narrow (docs/calibration.md).
MIN_TOPICS_BCA = 15

#: The tests of every pair; the chosen one comes first, whichever it is.
_ALWAYS = ("t", "randomisation", "wilcoxon", "sign", "bootstrap-t")


@dataclass(frozen=True, slots=True)
class TestOutcomes:
    """One test of a pair: two-sided, and one-sided in both directions.

    ``greater`` tests whether the first run is better, ``less`` whether it is worse. ``floor`` is
    the least two-sided p that the test can reach with these topics. Statistics are of differences
    that are above 0 if the first run is better, whatever the measure.
    """

    name: str
    two_sided: TestResult
    greater: TestResult
    less: TestResult
    floor: float


@dataclass(frozen=True, slots=True)
class Effects:
    """The size of a pair's difference.

    ``d_z`` is the mean difference over the deviation of the differences, ``g_z`` the same corrected
    for bias (None with two topics), ``gap`` the difference over √V_E of all runs of the table. If
    all differences are equal, there is no deviation, and ``d_z`` and ``g_z`` are NaN.
    """

    d_z: float
    g_z: float | None
    gap: float


@dataclass(frozen=True, slots=True)
class Counts:
    """The numbers of topics that the first run wins, ties and loses."""

    wins: int
    ties: int
    losses: int


@dataclass(frozen=True, slots=True)
class TopicDifference:
    """The values of a pair on one topic, and their difference a − b, or ratio."""

    topic: str
    a: float
    b: float
    difference: float


@dataclass(frozen=True, eq=False, repr=False)
class PairComparison(HasFace, HasFrame):
    """Run ``a`` against run ``b`` by one measure over ``n`` topics; differences are a − b.

    For geometric means they are ratios a / b; effect sizes are then of logarithms.

    ``tests`` has the chosen test first, then the others by name; ``not_offered`` gives the reasons
    for tests that need more topics. ``t_interval`` and ``bootstrap`` (BCa, None below 15 topics)
    are intervals of the mean difference; ``always_valid`` comes with the test of that name.
    ``counts`` takes any difference for a win. ``by_topic`` is sorted, the best topic for ``a``
    first. ``identical`` runs have the same value on every topic, and every p is 1. ``equivalence``
    tests by t whether the difference is within the option of that name, and whether ``a`` is not
    worse by as much (``p_above``); None if the option is 0.
    """

    table: ScoreTable
    a: str
    b: str
    mean_a: float
    mean_b: float
    t_interval: Interval
    bootstrap: Interval | None
    always_valid: Interval | None
    tests: Mapping[str, TestOutcomes]
    not_offered: tuple[str, ...]
    effects: Effects
    counts: Counts
    by_topic: tuple[TopicDifference, ...]
    identical: bool
    equivalence: Equivalence | None
    options: Options

    @property
    def n(self) -> int:
        """The number of topics."""
        return len(self.by_topic)

    @property
    def difference(self) -> float:
        """The mean difference."""
        return float(self.t_interval.estimate)

    @property
    def is_constant(self) -> bool:
        """Whether all differences are equal, which leaves t undefined."""
        return self.identical or isnan(self.effects.d_z)

    @property
    def topics_needed(self) -> int | None:
        """Topics at which the t test shows such a difference with a power of 0.8.

        None without a difference or a deviation, and if ten million do not suffice.
        """
        differences = self.table.compared_differences(self.a, self.b)
        mean, sd = (float(number) for number in mean_and_sd(differences))
        if not sd or not mean:
            return None
        try:
            return int(topics_needed(PairedT(alpha=self.options.alpha), abs(mean), variance=sd**2))
        except EvaluationError:
            return None

    @property
    def p(self) -> float:
        """The two-sided p-value of the chosen test."""
        return float(self.tests[self.options.test].two_sided.p)

    def face(self) -> Face:
        """Return the means, the difference with its interval, and a row per test."""
        means = f"{self.a} {self.mean_a:.4f}, {self.b} {self.mean_b:.4f}"
        line = f"{self.a} against {self.b} by {self.table.measure}: "
        line += f"{count_noun(self.n, 'topic')}; {means}"
        rows = [
            (name, *(float(r.p) for r in (tested.two_sided, tested.greater, tested.less)))
            for name, tested in self.tests.items()
        ]
        low, high = float(self.t_interval.low), float(self.t_interval.high)
        kind = "ratio" if self.table.scale.geometric else "difference"
        counts = f"{self.counts.wins} won, {self.counts.ties} tied, {self.counts.losses} lost"
        notes = [f"{kind} {self.difference:+.4f} ({low:.4f} to {high:.4f}); {counts}"]
        return Face(line, ("test", "p", "p greater", "p less"), rows, len(rows), notes)

    def _columns(self) -> tuple[Mapping[str, Any], str]:
        """Return a row per test: statistic, p two-sided and of either side, question, method."""
        rows: list[dict[str, Any]] = [
            {
                "test": name,
                "statistic": float(outcome.two_sided.statistic),
                "p": float(outcome.two_sided.p),
                "p_greater": float(outcome.greater.p),
                "p_less": float(outcome.less.p),
                "least_p": outcome.floor,
                "question": significance_test(name).question,
                "how": outcome.two_sided.how,
            }
            for name, outcome in self.tests.items()
        ]
        return {name: [row[name] for row in rows] for name in rows[0]}, "test"


def compare_pair(
    table: ScoreTable, a: str, b: str, options: Options | None = None
) -> PairComparison:
    """Compare two runs of a table, named ``a`` and ``b``.

    V_E of the effect size ``gap`` is over all runs of the table; everything else depends on the two
    runs alone. Raises `EvaluationError` for unknown runs, or the same one twice.

    >>> table = ScoreTable("AP", ("x", "y"), ("1", "2", "3"), np.array([[2, 1], [4, 2], [6.0, 3]]))
    >>> found = compare_pair(table, "x", "y", Options(test="randomisation", samples=999))
    >>> found.difference, found.p, found.counts.wins, found.effects.d_z
    (2.0, 0.25, 3, 2.0)
    """
    options = options or Options()
    scale = table.scale
    differences = table.compared_differences(a, b)
    refuse_few_topics(options.test, len(differences))
    names = list(dict.fromkeys((options.test, *_ALWAYS)))
    offered = [name for name in names if significance_test(name).min_topics <= len(differences)]
    return PairComparison(
        table=table,
        a=a,
        b=b,
        mean_a=float(table.means[table.column(a)]),
        mean_b=float(table.means[table.column(b)]),
        t_interval=scale.shown_differences(
            t_interval(
                differences, confidence=options.confidence, bounds=scale.bounds_of_differences
            )
        ),
        bootstrap=_bootstrap(table, differences, options),
        always_valid=scale.shown_differences(
            always_valid_interval(differences, confidence=options.confidence)
        )
        if options.test == "always-valid"
        else None,
        tests={name: _run_test(name, differences, options) for name in offered},
        not_offered=tuple(_explain_not_offered(names, len(differences))),
        effects=_measure_effects(table, a, b),
        counts=_count_outcomes(differences),
        by_topic=_list_topics(table, a, b),
        identical=bool((differences == 0).all()),
        equivalence=equivalence(differences, options.equivalence) if options.equivalence else None,
        options=options,
    )


def _bootstrap(table: ScoreTable, differences: Floats, options: Options) -> Interval | None:
    if len(differences) < MIN_TOPICS_BCA:
        return None
    return table.scale.shown_differences(
        bootstrap_interval(
            differences,
            seed=options.seed,
            confidence=options.confidence,
            samples=options.draws(len(differences)),
        )
    )


def _explain_not_offered(names: Sequence[str], num_topics: int) -> Iterator[str]:
    for name in names:
        test = significance_test(name)
        if num_topics < test.min_topics:
            yield f"{test.label}, below {test.min_topics} topics: {test.unreliable}"
    if num_topics < MIN_TOPICS_BCA:
        yield f"bootstrap interval (BCa), below {MIN_TOPICS_BCA} topics: it is too narrow"


def _run_test(name: str, differences: Floats, options: Options) -> TestOutcomes:
    tested = [
        significance_test(name).compute(differences, options, alternative)
        for alternative in ALTERNATIVES
    ]
    two_sided, greater, less = tested
    floor = float(significance_test(name).least_p(two_sided, differences, options))
    return TestOutcomes(name, two_sided, greater, less, floor)


def _measure_effects(table: ScoreTable, a: str, b: str) -> Effects:
    of_all = anova(table.scale.transformed(table.values))
    columns = (table.column(a), table.column(b))
    first, second = (table.scale.transformed(table.values[:, column]) for column in columns)
    differences = first - second
    gap = of_all.means[columns[0]] - of_all.means[columns[1]]
    return Effects(
        d_z=float(d_z(differences)),
        g_z=float(g_z(differences)) if len(differences) > 2 else None,
        gap=float(standardised_gap(of_all, np.asarray(gap))),
    )


def _count_outcomes(differences: Floats) -> Counts:
    counts = wins_ties_losses(differences)
    return Counts(int(counts.wins), int(counts.ties), int(counts.losses))


def _list_topics(table: ScoreTable, a: str, b: str) -> tuple[TopicDifference, ...]:
    first, second = table.select_run(a).tolist(), table.select_run(b).tolist()
    differences = table.compared_differences(a, b)
    shown = table.scale.shown(differences).tolist()
    order = np.argsort(-np.round(differences, 10), kind="stable").tolist()
    return tuple(
        TopicDifference(table.topics[index], first[index], second[index], shown[index])
        for index in order
    )
