"""Whether candidates are worse than a baseline beyond a budget: non-inferiority of means."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from harness.comparison.budgets import FAILS, UNCLEAR, WITHIN, WORSE, LossBudget
from harness.comparison.options import Options
from harness.comparison.pair import TopicDifference
from harness.comparison.significance import TESTS, refuse_few_topics
from harness.comparison.table import ScoreTable
from harness.core.arrays import Floats, total
from harness.core.errors import EvaluationError, Problem, refuse
from harness.evaluation.scales import Scale
from harness.stats.corrections import adjusted
from harness.stats.power import ALPHA_RANGE, PairedT, topics_needed
from harness.stats.results import TestResult
from harness.stats.student import mean_and_sd, t_interval

#: The tests of a mean at one time; a budget is a difference of means.
TESTS_OF_MEANS = ("t", "randomisation", "randomisation-sampled", "bootstrap", "bootstrap-t")

#: The chance with which the topics that are needed show that nothing is lost, where that is so.
POWER = 0.8


@dataclass(frozen=True, eq=False)
class GateContest:
    """A candidate against the baseline by one budget: a table of two runs, the baseline first.

    ``baseline`` and ``candidate`` are what the runs are called; in two evaluations of one system
    both names may be the same.
    """

    budget: LossBudget
    table: ScoreTable
    baseline: str
    candidate: str

    @property
    def differences(self) -> Floats:
        """How much better the candidate is on each topic [T], on the scale of comparison."""
        return np.asarray(self.table.compared[:, 1] - self.table.compared[:, 0])

    @property
    def margins(self) -> Floats:
        """The loss that the budget allows on each topic [T], on the scale of comparison.

        A relative budget is a share of the baseline's value on each topic: the mean of
        candidate − (1 − share) · baseline is then tested as one mean, and that the baseline's mean
        is itself an estimate from these topics is allowed for.
        """
        budget, scale = self.budget, self.table.scale
        num_topics = len(self.table.topics)
        if scale.geometric:
            turned = 1 + budget.amount if scale.lower_is_better else 1 - budget.amount
            return np.full(num_topics, abs(math.log(turned)))
        if budget.relative:
            return np.asarray(budget.amount * self.table.values[:, 0])
        return np.full(num_topics, budget.amount)

    def problems(self) -> Iterator[Problem]:
        """Why the budget cannot be used with these values."""
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


@dataclass(frozen=True, eq=False)
class GateCase:
    """What these topics say of one candidate by one budget.

    ``difference`` is candidate − baseline (of geometric means their ratio); ``at_worst`` the worst
    difference that the topics do not exclude at the level of the gate (one-sided, by t).
    ``p_within`` is the p-value of "the loss is within the budget", ``p_worse`` that of "beyond it",
    corrected by Holm for all cases, and ``least_p`` the least that so many topics can reach at the
    ``level`` of the gate. ``lost`` are the topics
    that lost most, the worst first. ``identical`` candidates have the baseline's values on every
    topic: nothing is lost, and nothing needs a test.
    """

    contest: GateContest
    mean: float
    baseline_mean: float
    difference: float
    at_worst: float
    p_within: float
    p_worse: float
    verdict: str
    least_p: float
    level: float
    lost: tuple[TopicDifference, ...]
    identical: bool

    @property
    def n(self) -> int:
        """The number of topics."""
        return len(self.contest.table.topics)

    @cached_property
    def topics_needed(self) -> int | None:
        """Topics that show with a chance of 0.8 that a loss of nothing is within the budget.

        By the t test and the variance of these differences; None where ten million do not suffice.
        """
        return _topics_needed(self.contest, self.level)


@dataclass(frozen=True, eq=False)
class Gate:
    """The cases of a gate; it is passed where none has a verdict that fails.

    ``level`` is the chance of a wrong verdict that each case was tested at: alpha, or the part of
    it that was left for the ``question``-th of a series.
    """

    cases: tuple[GateCase, ...]
    options: Options
    fail_on: str
    level: float
    question: int | None = None

    @property
    def failed(self) -> tuple[GateCase, ...]:
        """The cases that fail."""
        return tuple(case for case in self.cases if case.verdict in FAILS[self.fail_on])

    @property
    def passed(self) -> bool:
        """Whether no case fails."""
        return not self.failed


def share_of_alpha(alpha: float, question: int) -> float:
    """The part of alpha that the k-th question of a series gets: alpha / (k · (k + 1)).

    The parts of all questions, however many, sum up to alpha: by Boole's inequality, the chance of
    any wrong answer is at most that, whatever the questions have in common, such as the topics.

    >>> [round(share_of_alpha(0.05, k), 5) for k in (1, 2, 3)]
    [0.025, 0.00833, 0.00417]
    """
    return alpha / (question * (question + 1))


def gate(
    contests: Sequence[GateContest],
    options: Options | None = None,
    *,
    fail_on: str = "unclear",
    question: int | None = None,
    most_lost: int = 5,
) -> Gate:
    """Say of each contest whether the candidate's loss is within the budget.

    "within" and "worse" are shown by one-sided tests of the differences plus the allowed loss;
    where neither is, the topics cannot tell. A gate that fails unless all is "within" passes a
    candidate that is worse beyond a budget with a chance of at most alpha, for any number of
    budgets, because each of them has to be met. ``question`` counts the questions of a series, of
    which each gets its share of alpha. Raises `EvaluationError` with all that is wrong: budgets
    that do not fit the values, a test that is not of means or not offered for so few topics.

    >>> values = np.array([[0.5, 0.52], [0.7, 0.69], [0.6, 0.61], [0.4, 0.4]])
    >>> table = ScoreTable("AP", ("old", "new"), ("1", "2", "3", "4"), values)
    >>> found = gate([GateContest(LossBudget("AP", 0.1), table, "old", "new")])
    >>> found.passed, found.cases[0].verdict, found.cases[0].lost[0].topic
    (True, 'within', '2')
    """
    options = options or Options()
    refuse((problem for contest in contests for problem in contest.problems()), EvaluationError)
    _refuse_test(options.test, min(len(contest.table.topics) for contest in contests))
    level = options.alpha if question is None else share_of_alpha(options.alpha, question)
    if level <= ALPHA_RANGE[0]:
        message = f"this is question {question:,}: nothing is left of alpha {options.alpha:g}"
        hint = "take a new baseline, and begin a new file of questions with it"
        raise EvaluationError(Problem(message, hint=hint))
    tested = [_tested(contest, options) for contest in contests]
    worse = adjusted([float(less.p) for _, less in tested], "holm").p.tolist()
    cases = tuple(
        _case(contest, within, beyond, level, options, most_lost)
        for contest, (within, _), beyond in zip(contests, tested, worse, strict=True)
    )
    return Gate(cases, options, fail_on, level, question)


def _refuse_test(test: str, num_topics: int) -> None:
    if test not in TESTS_OF_MEANS:
        message = f"the test {test} is not for budgets, which are of means at one time"
        raise EvaluationError(Problem(message, hint=f"it must be {', '.join(TESTS_OF_MEANS)}"))
    refuse_few_topics(test, num_topics)


def _tested(contest: GateContest, options: Options) -> tuple[TestResult, TestResult]:
    """The tests of a loss within the budget, and of one beyond it."""
    shifted, test = contest.differences + contest.margins, TESTS[options.test]
    return test.compute(shifted, options, "greater"), test.compute(shifted, options, "less")


def _case(
    contest: GateContest,
    tested: TestResult,
    worse: float,
    level: float,
    options: Options,
    most_lost: int,
) -> GateCase:
    table, differences, within = contest.table, contest.differences, float(tested.p)
    identical = bool((differences == 0).all())
    verdict = WITHIN if identical or within < level else WORSE if worse < level else UNCLEAR
    means, scale = table.means.tolist(), table.scale
    interval = t_interval(differences, confidence=1 - 2 * level)
    shown = scale.shown_differences(interval)
    return GateCase(
        contest=contest,
        mean=means[1],
        baseline_mean=means[0],
        difference=float(shown.estimate),
        at_worst=float(shown.high if scale.lower_is_better else shown.low),
        p_within=within,
        p_worse=worse,
        verdict=verdict,
        least_p=_least_p(contest, tested, options),
        level=level,
        lost=tuple(_lost(table, differences, scale))[:most_lost],
        identical=identical,
    )


def _least_p(contest: GateContest, tested: TestResult, options: Options) -> float:
    """The least one-sided p that the test can reach with so many topics."""
    shifted = contest.differences + contest.margins
    floor = float(TESTS[options.test].least_p(tested, shifted, options))
    return floor if tested.samples else floor / 2


def _topics_needed(contest: GateContest, level: float) -> int | None:
    margins = contest.margins
    _, sd = mean_and_sd(contest.differences + margins)
    margin = float(total(margins)) / len(margins)
    if not sd:
        return 2
    test = PairedT(alpha=level, alternative="greater")
    try:
        return int(topics_needed(test, margin, power=POWER, variance=float(sd) ** 2))
    except EvaluationError:  # more than ten million
        return None


def _lost(table: ScoreTable, differences: Floats, scale: Scale) -> Iterator[TopicDifference]:
    shown = scale.shown(differences).tolist()
    for row in np.argsort(np.round(differences, 10), kind="stable").tolist():
        if differences[row] < 0:
            first, second = table.values[row].tolist()
            yield TopicDifference(table.topics[row], second, first, shown[row])
