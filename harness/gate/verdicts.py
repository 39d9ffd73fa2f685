"""Test whether candidates are worse than a baseline beyond a budget: non-inferiority of means."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from harness.comparison.pair import TopicDifference
from harness.comparison.table import ScoreTable
from harness.core.arrays import Floats, total
from harness.core.errors import EvaluationError, Problem, refuse
from harness.evaluation.scales import Scale
from harness.settings.compare import Options
from harness.settings.gate import (
    FAILS,
    IDENTICAL,
    UNCLEAR,
    WITHIN,
    WORSE,
    GateSettings,
    LossBudget,
)
from harness.stats.corrections import adjust_p_values
from harness.stats.equivalence import bounded_loss_limit, bounded_loss_p, share_bound
from harness.stats.power import PairedT, topics_needed
from harness.stats.results import TestResult
from harness.stats.student import mean_and_sd, paired_t, t_interval

#: Power at which `GateCase.topics_needed` is computed, for a candidate that loses nothing.
POWER = 0.8

#: How many of the topics that lost most are kept.
_MOST_LOST = 5

#: The largest number of topics that is ever said to be needed.
_MOST_NEEDED = 10**7


@dataclass(frozen=True, eq=False)
class GateContest:
    """A candidate against the baseline under one budget: a table of two runs, the baseline first.

    ``baseline`` and ``candidate`` are the names of the runs; in two evaluations of one system they
    may be equal. ``stated`` is the largest loss of a topic, if the organiser states one.
    """

    budget: LossBudget
    table: ScoreTable
    baseline: str
    candidate: str
    stated: LossBudget | None = None

    @property
    def differences(self) -> Floats:
        """Candidate minus baseline on each topic [T], on the scale of comparison; above 0 is
        better.
        """
        return np.asarray(self.table.compared[:, 1] - self.table.compared[:, 0])

    @property
    def margins(self) -> Floats:
        """The loss that the budget allows on each topic [T], on the scale of comparison.

        A relative budget is a share of the baseline's value on each topic. The mean of candidate −
        (1 − share) · baseline is then tested as one mean, which allows for the baseline's mean
        being an estimate from the same topics.
        """
        budget, scale = self.budget, self.table.scale
        num_topics = len(self.table.topics)
        if scale.geometric:
            return np.full(num_topics, _to_log_loss(budget, scale))
        if budget.relative:
            return np.asarray(budget.amount * self.table.values[:, 0])
        return np.full(num_topics, budget.amount)

    @property
    def worst_loss(self) -> float:
        """The largest possible loss of a topic, on the scale of comparison.

        As stated, or else the baseline's value on its best topic; infinite if values have no bound.
        """
        scale = self.table.scale
        if self.stated is None:
            return float(self.table.compared[:, 0].max() - scale.compared_bounds[0])
        return _to_log_loss(self.stated, scale) if scale.geometric else self.stated.amount

    def problems(self) -> Iterator[Problem]:
        """Yield the reasons why the budget does not fit these values."""
        scale, first = self.table.scale, self.table.values[:, 0]
        if scale.geometric and not self.budget.relative:
            hint = "geometric means are compared by their ratio: write a share, such as 2%"
            yield Problem(f"the budget {self.budget} is a difference", hint=hint)
        elif self.budget.relative and not scale.geometric and (first.min() < 0 or not first.any()):
            what = "has negative values" if first.min() < 0 else "is 0 on every topic"
            message = (
                f"the budget {self.budget} is a share, and the baseline {self.baseline} {what}"
            )
            yield Problem(message, hint=f"write a difference, such as {self.budget.measure}=0.01")
        elif not self.budget.relative and self.budget.amount >= scale.bounds[1] - scale.bounds[0]:
            hint = f"a share is written {self.budget}%"
            message = f"the budget {self.budget} allows whatever {self.table.measure} can lose"
            yield Problem(message, hint=hint)
        if self.stated is not None:
            yield from self._wrong_worst_loss(self.stated)

    def _wrong_worst_loss(self, stated: LossBudget) -> Iterator[Problem]:
        scale, worst = self.table.scale, int(self.differences.argmin())
        if stated.relative != scale.geometric:
            form = "a share, such as 50%" if scale.geometric else "a difference, such as 0.5"
            yield Problem(f"the worst loss {stated} is not {form}")
        elif -self.differences[worst] > self.worst_loss:
            before, after = self.table.values[worst].tolist()
            message = f"the worst loss {stated} is exceeded by topic {self.table.topics[worst]}"
            yield Problem(f"{message}: {before:.4g} → {after:.4g}")


def _to_log_loss(loss: LossBudget, scale: Scale) -> float:
    """Return the loss of a share as a difference of logarithms."""
    return abs(math.log(1 + loss.amount if scale.lower_is_better else 1 - loss.amount))


@dataclass(frozen=True, eq=False)
class GateCase:
    """The verdict on one candidate under one budget, and its evidence.

    ``difference`` is candidate − baseline (for geometric means, their ratio); ``at_worst`` is the
    worst difference that the topics do not exclude at the level ``alpha``. ``p_within`` is the
    p-value of "the loss is within the budget": the larger of the t test's (``p_tested``) and
    `bounded_loss_p`, which allows for losses on topics outside the sample. ``p_worse`` is the
    p-value of "the loss is beyond the budget", corrected by Holm over all cases. ``least_p`` is the
    smallest p that so many topics can reach: 0 unless all differences are equal. ``lost`` holds the
    topics that lost most, worst first; ``num_lost`` counts all that lost. The verdict "identical"
    means that both runs have the same value on every topic, and that so few topics do not exclude a
    loss beyond the budget elsewhere.
    """

    contest: GateContest
    mean: float
    baseline_mean: float
    difference: float
    at_worst: float
    p_within: float
    p_tested: float
    p_worse: float
    verdict: str
    least_p: float
    alpha: float
    lost: tuple[TopicDifference, ...]
    num_lost: int

    @property
    def n(self) -> int:
        """The number of topics."""
        return len(self.contest.table.topics)

    @property
    def share_bound(self) -> float:
        """The largest share of topics that may lose, given how many of these did (one-sided)."""
        return share_bound(self.num_lost, self.n, confidence=1 - self.alpha)

    @property
    def is_identical(self) -> bool:
        """Whether both runs have equal values on all topics."""
        return not self.contest.differences.any()

    @property
    def touches_too_few(self) -> bool:
        """Whether the t test alone would have shown that the loss is within the budget."""
        return self.verdict == UNCLEAR and self.p_tested < self.alpha

    @cached_property
    def topics_needed(self) -> int | None:
        """The number of topics that gives a power of 0.8 if the candidate loses nothing.

        It follows from the t test with the variance of these differences and one more topic with
        the worst loss, and is at least the number that excludes that loss if no topic loses. None
        if ten million do not suffice, and if all differences are equal but not 0, which gives no
        variance.
        """
        margin = float(total(self.contest.margins)) / self.n
        unseen = self.contest.worst_loss - margin
        if math.isinf(unseen):
            return None
        _, sd = mean_and_sd(self.contest.differences + self.contest.margins)
        if not sd and self.contest.differences.any():
            return None
        test, variance = PairedT(alpha=self.alpha, alternative="greater"), float(sd) ** 2

        def suffice(n: int) -> bool:
            """Return whether n topics suffice, one of them with the worst loss."""
            if not sd:  # n topics without a loss exclude a share that would use up the budget
                return unseen <= 0 or (1 - margin / self.contest.worst_loss) ** n <= self.alpha
            left = margin - max(0.0, unseen) / (n + 1)
            try:
                return (
                    left > 0 and int(topics_needed(test, left, power=POWER, variance=variance)) <= n
                )
            except EvaluationError:  # more than ten million
                return False

        enough = 2
        while not suffice(enough):
            if enough > _MOST_NEEDED:
                return None
            enough *= 2
        return bisect_left(range(enough), True, lo=enough // 2, key=suffice)


@dataclass(frozen=True, eq=False)
class Gate:
    """The cases of a gate, which is passed if none of them fails."""

    cases: tuple[GateCase, ...]
    options: Options
    settings: GateSettings

    @property
    def failed(self) -> tuple[GateCase, ...]:
        """The cases that fail."""
        return tuple(case for case in self.cases if case.verdict in FAILS[self.settings.fail_on])

    @property
    def passed(self) -> bool:
        """Whether no case fails."""
        return not self.failed


def gate(
    contests: Sequence[GateContest],
    options: Options | None = None,
    settings: GateSettings | None = None,
) -> Gate:
    """Decide for each contest whether the candidate's loss is within the budget.

    "within" takes two one-sided tests of the differences plus the allowed loss: Student's t,
    whatever test the options name, and `bounded_loss_p`, which assumes that no topic loses more
    than `GateContest.worst_loss`. Under that assumption, a candidate that loses its whole budget or
    more is called "within" with a probability of at most alpha (exact for losses of one size, by
    simulation for others), for any number of budgets, because each must be met. "worse" is shown by
    t; if neither is shown, the verdict is inconclusive. Raises `EvaluationError` with every budget
    and worst loss that does not fit the values.

    >>> values = np.array([[0.5, 0.52], [0.7, 0.69], [0.6, 0.61], [0.4, 0.4]])
    >>> table = ScoreTable("AP", ("old", "new"), ("1", "2", "3", "4"), values)
    >>> stated = LossBudget("AP", 0.1)  # no topic loses more than this
    >>> found = gate([GateContest(LossBudget("AP", 0.1), table, "old", "new", stated)])
    >>> found.passed, found.cases[0].verdict, found.cases[0].lost[0].topic
    (True, 'within', '2')
    """
    options = options or Options()
    refuse((problem for contest in contests for problem in contest.problems()), EvaluationError)
    tested = [_test_loss(contest) for contest in contests]
    worse = adjust_p_values([float(less.p) for _, less in tested], "holm").p.tolist()
    cases = tuple(
        _build_case(contest, within, beyond, options)
        for contest, (within, _), beyond in zip(contests, tested, worse, strict=True)
    )
    return Gate(cases, options, settings or GateSettings())


def _test_loss(contest: GateContest) -> tuple[TestResult, TestResult]:
    """Test for a loss within the budget, and for a loss beyond it."""
    shifted = contest.differences + contest.margins
    return paired_t(shifted, alternative="greater"), paired_t(shifted, alternative="less")


def _build_case(
    contest: GateContest, tested: TestResult, worse: float, options: Options
) -> GateCase:
    table, differences, alpha = contest.table, contest.differences, options.alpha
    draws = {"samples": options.draws(len(table.topics)), "seed": options.seed}
    limit = np.inf
    if math.isfinite(contest.worst_loss):
        most = max(contest.worst_loss, -differences.min())
        limit = float(bounded_loss_limit(-differences, most, confidence=1 - alpha, **draws))
    missed = missed_loss_p(differences, contest.margins, contest.worst_loss, **draws)
    within = max(float(tested.p), float(missed))
    interval = t_interval(differences, confidence=1 - 2 * alpha)
    low = np.minimum(interval.low, -limit)
    means, scale = table.means.tolist(), table.scale
    shown = scale.shown_differences(replace(interval, low=low))
    return GateCase(
        contest=contest,
        mean=means[1],
        baseline_mean=means[0],
        difference=float(shown.estimate),
        at_worst=float(shown.high if scale.lower_is_better else shown.low),
        p_within=within,
        p_tested=float(tested.p),
        p_worse=worse,
        verdict=_choose_verdict(differences, within, worse, alpha),
        least_p=0.5 ** len(table.topics) if math.isnan(tested.statistic) else 0.0,
        alpha=alpha,
        lost=tuple(_list_losses(table, differences, scale))[:_MOST_LOST],
        num_lost=int((differences < 0).sum()),
    )


def missed_loss_p(
    differences: Floats, margins: Floats, worst: npt.ArrayLike, *, samples: int, seed: int
) -> Floats:
    """Return the p-value [...] of "within the margins [..., T]" if no topic loses more than
    ``worst``.

    It is `bounded_loss_p` of the differences [..., T] beyond the margins; 1 without a bound.
    """
    losses = -(differences + margins)
    above = np.maximum(np.asarray(worst) - margins.mean(axis=-1), losses.max(axis=-1))
    if not np.isfinite(above).all():
        return np.ones(losses.shape[:-1])
    return bounded_loss_p(losses, above, samples=samples, seed=seed)


def _choose_verdict(differences: Floats, within: float, worse: float, alpha: float) -> str:
    if within < alpha:
        return WITHIN
    if not differences.any():
        return IDENTICAL
    return WORSE if worse < alpha else UNCLEAR


def _list_losses(table: ScoreTable, differences: Floats, scale: Scale) -> Iterator[TopicDifference]:
    shown = scale.shown(differences).tolist()
    for row in np.argsort(np.round(differences, 10), kind="stable").tolist():
        if differences[row] < 0:
            first, second = table.values[row].tolist()
            yield TopicDifference(table.topics[row], second, first, shown[row])
