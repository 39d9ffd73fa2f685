"""The gate's verdicts against hand-made values, and how often they are wrong, by simulation."""

from __future__ import annotations

import numpy as np
import pytest
import scipy

from harness.comparison import Options, ScoreTable
from harness.core.errors import EvaluationError
from harness.evaluation.scales import Scale
from harness.gate.tables import explanation
from harness.gate.verdicts import GateContest, gate
from harness.settings.gate import GateSettings, LossBudget, parse_budgets, parse_worst_losses
from harness.stats.equivalence import bounded_loss_p
from harness.stats.student import paired_t
from tests.each import each
from tests.nightly import now


def contest(first, second, budget, measure="AP", worst=None, **more) -> GateContest:
    values = np.column_stack([first, second]).astype(float)
    topics = tuple(f"{row:03}" for row in range(len(values)))
    table = ScoreTable(measure, ("baseline", "candidate"), topics, values, **more)
    stated = None if worst is None else LossBudget.of(f"{measure}={worst}")
    return GateContest(LossBudget.of(f"{measure}={budget}"), table, "old", "new", stated)


@pytest.fixture
def rng():
    return np.random.default_rng(5)


def test_p_values_of_t_are_scipys(rng):
    first, noise = rng.random(30) * 0.5, rng.normal(0, 0.05, 30)
    second = np.clip(first + noise, 0, 1)
    (absolute,) = gate([contest(first, second, "0.02")]).cases
    tested = scipy.stats.ttest_1samp(second - first, -0.02, alternative="greater")
    assert absolute.p_tested == pytest.approx(tested.pvalue, rel=1e-12)
    assert absolute.p_within >= absolute.p_tested
    assert absolute.p_worse == pytest.approx(1 - tested.pvalue, rel=1e-9)
    (relative,) = gate([contest(first, second, "4%")]).cases
    tested = scipy.stats.ttest_1samp(second - 0.96 * first, 0, alternative="greater")
    assert relative.p_tested == pytest.approx(tested.pvalue, rel=1e-9)
    low = scipy.stats.ttest_1samp(second - first, 0).confidence_interval(0.9).low
    assert relative.at_worst <= low * (1 - 1e-9)


@pytest.mark.parametrize("test", ["randomisation", "wilcoxon", "always-valid"])
def test_the_test_of_a_gate_is_t_whatever_that_of_comparisons_is(rng, test):
    first = rng.random(30)
    contests = [contest(first, first + rng.normal(0, 0.05, 30), "0.02", "mine", worst="0.5")]
    (usual,), (other,) = gate(contests).cases, gate(contests, Options(test=test)).cases
    assert (other.p_tested, other.p_worse) == (usual.p_tested, usual.p_worse)


@pytest.mark.parametrize(
    ("second", "budget", "verdict"),
    [
        ([0.5, 0.4, 0.6, 0.3, 0.7, 0.5], "0.01", "identical"),
        ([0.51, 0.41, 0.6, 0.31, 0.7, 0.5], "0.01", "within"),
        ([0.2, 0.1, 0.3, 0.1, 0.4, 0.2], "0.02", "worse"),
        ([0.9, 0.1, 0.9, 0.0, 0.8, 0.2], "0.02", "unclear"),
    ],
)
def test_verdicts(second, budget, verdict):
    worst = "0.01" if verdict == "within" else None
    given = contest([0.5, 0.4, 0.6, 0.3, 0.7, 0.5], second, budget, worst=worst)
    found = gate([given])
    assert found.cases[0].verdict == verdict
    assert found.passed == (verdict == "within")
    lenient = gate([given], settings=GateSettings(fail_on="worse"))
    assert lenient.passed == (verdict != "worse")


def test_identical_values_are_no_proof_unless_a_loss_on_other_topics_would_be_small():
    values = np.full(25, 0.8)
    (case,) = gate([contest(values, values, "0.01")]).cases
    assert (case.verdict, case.lost, case.is_identical) == ("identical", (), True)
    assert case.p_within > 0.05
    assert case.share_bound == pytest.approx(1 - 0.05 ** (1 / 25))
    text = explanation(case)
    assert "identical on all 25 topics: a loss on up to 11 % of topics cannot be excluded" in text
    # 1 - .05^(1/25) = .113 of topics times .08 is less than the budget
    (case,) = gate([contest(values, values, "0.01", worst="0.08")]).cases
    assert (case.verdict, case.is_identical) == ("within", True)
    (case,) = gate([contest(values, values, "0.01", worst="0.1")]).cases
    assert case.verdict == "identical"
    assert case.topics_needed == 29  # .9^28 > .05 >= .9^29


def test_values_without_a_bound_need_a_stated_worst_loss():
    first = np.arange(1.0, 41)
    (case,) = gate([contest(first, first + 0.1, "0.5", "mine")]).cases
    assert (case.verdict, case.topics_needed) == ("unclear", None)
    assert "no limit to what one topic may lose" in explanation(case)
    assert gate([contest(first, first + 0.1, "0.5", "mine", worst="2")]).passed


def test_a_mirrored_measure_has_the_same_verdicts(rng):
    first = rng.random(20)
    second = np.clip(first + rng.normal(0, 0.1, 20), 0, 1)
    (up,) = gate([contest(first, second, "0.03")]).cases
    scale = Scale(lower_is_better=True, bounds=(0, 1))
    mirrored = contest(1 - first, 1 - second, "0.03", scale=scale)
    (down,) = gate([mirrored]).cases
    assert down.p_tested == pytest.approx(up.p_tested, rel=1e-9)
    assert down.p_within == pytest.approx(up.p_within, rel=1e-9)
    assert down.at_worst == pytest.approx(-up.at_worst, rel=1e-9)
    assert [lost.topic for lost in down.lost] == [lost.topic for lost in up.lost]


def test_less_is_better_by_a_share_allows_more_of_it():
    first = np.array([0.2, 0.3, 0.4, 0.25, 0.35, 0.3])
    inside = contest(first, first * 1.05, "10%", "FNR", worst="0.03")
    beyond = contest(first, first * 1.25, "10%", "FNR")
    found = gate([inside, beyond])
    assert [case.verdict for case in found.cases] == ["within", "worse"]


def test_geometric_means_are_compared_by_their_ratio():
    first = np.array([0.2, 0.3, 0.4, 0.25, 0.35, 0.3])
    noise = np.array([1.01, 0.99, 1.02, 0.98, 1.0, 1.0])
    (case,) = gate([contest(first, first * 0.97 * noise, "10%", "GMAP", worst="10%")]).cases
    assert case.verdict == "within"
    assert case.difference == pytest.approx(0.97 * np.prod(noise) ** (1 / 6), rel=1e-9)
    with pytest.raises(EvaluationError, match="compared by their ratio"):
        gate([contest(first, first, "0.01", "GMAP")])


def test_the_topics_that_lost_most_come_first():
    (case,) = gate([contest([0.5, 0.5, 0.5, 0.5], [0.4, 0.6, 0.1, 0.5], "0.1")]).cases
    assert [(lost.topic, lost.b, lost.a) for lost in case.lost] == [
        ("002", 0.5, 0.1),
        ("000", 0.5, 0.4),
    ]


def test_few_topics_are_said_and_how_many_are_needed(rng):
    first = 1 + rng.random(20)
    second = first + np.tile([0.2, -0.2], 10)
    (case,) = gate([contest(first, second, "2%", "mine", worst="0.5")]).cases
    assert case.verdict == "unclear"
    assert case.topics_needed is not None
    assert case.topics_needed > 100
    equal = gate([contest([0.5] * 4, [0.6] * 4, "0.02")]).cases[0]
    assert equal.least_p == 1 / 16  # never below .05
    assert case.least_p == 0


@pytest.mark.slow
@pytest.mark.long
def test_as_many_topics_as_are_said_to_be_needed_suffice_four_times_in_five():
    rng = np.random.default_rng(9)
    pilot = rng.normal(0, 0.1, 4000)
    pilot = (pilot - pilot.mean()) / pilot.std(ddof=1) * 0.1
    (case,) = gate([contest(np.full(4000, 0.5), 0.5 + pilot, "0.03")]).cases
    needed = case.topics_needed
    assert needed > 71  # those of the t test alone
    shown = sum(
        gate([contest(np.full(needed, 0.5), 0.5 + rng.normal(0, 0.1, needed), "0.03")]).passed
        for _ in range(400)
    )
    assert 0.74 < shown / 400 < 0.86


def test_equal_differences_tell_nothing_of_a_variance():
    (case,) = gate([contest([0.5, 0.6, 0.7], [0.49, 0.59, 0.69], "0.02")]).cases
    assert (case.verdict, case.topics_needed) == ("unclear", None)


def test_few_touched_topics_are_said_with_the_share_that_may_lose():
    second = np.full(50, 0.5)
    second[0] = 0.6
    (case,) = gate([contest(np.full(50, 0.5), second, "0.02")]).cases
    assert (case.verdict, case.touches_too_few, case.num_lost) == ("unclear", True, 0)
    assert case.share_bound == pytest.approx(1 - 0.05 ** (1 / 50))


def test_a_worst_loss_must_fit():
    with pytest.raises(EvaluationError, match=r"exceeded by topic 001: 0\.6 → 0\.1"):
        gate([contest([0.5, 0.6], [0.5, 0.1], "0.02", worst="0.3")])
    with pytest.raises(EvaluationError, match="is not a difference"):
        gate([contest([0.5, 0.6], [0.5, 0.1], "0.02", worst="30%")])
    with pytest.raises(EvaluationError, match="a worst loss and no budget"):
        parse_worst_losses(["RR=0.5"], [LossBudget("AP", 0.1)])


# Error rates: candidates that in truth lose exactly their budget


def losing(rng, num_topics, share=0.05):
    """A baseline, and a candidate that loses its budget, by values like AP's."""
    first = rng.beta(1.2, 2.5, num_topics)
    loss = 1 - share + rng.choice([-0.4, -0.1, 0.0, 0.1, 0.4], num_topics)
    return first, np.clip(first * loss, 0, None)


@pytest.mark.long
@pytest.mark.parametrize("num_topics", now([10], [10, 30]))
def test_a_candidate_at_the_budget_passes_no_more_often_than_alpha(num_topics):
    rng = np.random.default_rng(11)
    options = Options(samples=1000)
    tries = 600
    passed = sum(
        gate([contest(*losing(rng, num_topics), "5%", worst="0.6")], options).passed
        for _ in range(tries)
    )
    assert passed / tries < 0.05 + 3 * (0.05 * 0.95 / tries) ** 0.5
    first = losing(rng, num_topics)[0]
    assert gate([contest(first, first + 0.3, "5%", worst="0.6")], options).passed  # not idle


#: Differences of candidates whose mean loss is the budget, and the most that a topic loses.
LOSSES = {
    **{
        f"{share:.0%} of topics lose {loss}": (
            lambda rng, shape, share=share, loss=loss: -loss * (rng.random(shape) < share),
            share * loss,
            loss,
        )
        for share, loss in ((0.02, 0.5), (0.05, 0.5), (0.1, 0.5), (0.05, 0.2))
    },
    "2% of topics lose .5, all vary by .005": (
        lambda rng, shape: (
            -0.5 * (rng.random(shape) < 0.02) + rng.normal(0, 0.005, shape).clip(-0.02, 0.02)
        ),
        0.01,
        0.52,
    ),
    "5% of topics lose .4, 5% gain .2": (
        lambda rng, shape: np.select(
            [(draw := rng.random(shape)) < 0.05, draw > 0.95], [-0.4, 0.2], 0.0
        ),
        0.01,
        0.4,
    ),
    "all topics vary by .1": (
        lambda rng, shape: rng.normal(-0.02, 0.1, shape).clip(-0.5, 0.46),
        0.02,
        0.5,
    ),
}


@each([15, 25, 50, 100, 200], "num_topics")
@each(LOSSES, "name")
def test_a_loss_of_the_budget_is_within_no_more_often_than_alpha(name, num_topics):
    """Also where t alone errs up to .7: losses that few topics have."""
    draw, budget, worst = LOSSES[name]
    tries = 800
    differences = draw(np.random.default_rng(7), (tries, num_topics))
    tested = paired_t(differences + budget, alternative="greater").p < 0.05
    bounded = bounded_loss_p(-differences - budget, worst - budget, samples=1000) < 0.05
    touched = differences.any(axis=1)
    assert (tested & bounded & touched).mean() < 0.05 + 3 * (0.05 * 0.95 / tries) ** 0.5


@pytest.mark.parametrize("num_topics", [15, 25, 50])
def test_by_default_a_rare_loss_that_no_topic_shows_does_not_pass(num_topics):
    """No worst loss is stated: a topic may lose all that the baseline has."""
    rng, tries, passed = np.random.default_rng(13), 60, 0
    values = np.full(num_topics, 0.8)
    for _ in range(tries):
        second = values - 0.5 * (rng.random(num_topics) < 0.02)
        noise = rng.normal(0, 0.004, num_topics).clip(-0.01, 0.01)
        passed += gate([contest(values, second, "0.01")], Options(samples=500)).passed
        passed += gate([contest(values, second + noise, "0.01")], Options(samples=500)).passed
    assert passed == 0


def test_a_loss_of_nothing_is_shown_by_enough_topics():
    differences = np.random.default_rng(8).normal(0, 0.1, (400, 100))
    worst = np.maximum(-differences.min(axis=1), 0.03) - 0.03
    tested = paired_t(differences + 0.03, alternative="greater").p < 0.05
    bounded = bounded_loss_p(-differences - 0.03, worst, samples=1000) < 0.05
    assert (tested & bounded).mean() > 0.75


@pytest.mark.slow
def test_several_budgets_let_no_more_bad_candidates_pass_than_one():
    rng = np.random.default_rng(12)
    tries = 400
    passed = 0
    for _ in range(tries):
        bad = contest(*losing(rng, 30), "5%")
        good = contest(bad.table.values[:, 0], bad.table.values[:, 0], "1%", "RR")
        passed += gate([good, bad], Options(samples=1000)).passed
    assert passed / tries < 0.05 + 3 * (0.05 * 0.95 / tries) ** 0.5


# Wrong input


@each(["AP", "AP=", "=2%", "AP=x", "AP=0", "AP=0%", "AP=100%", "AP=-1", "AP=nan", ""])
def test_what_is_no_budget_is_told_how_to_write_one(text):
    with pytest.raises(EvaluationError, match=r"is not a budget .*nDCG@10=2%"):
        LossBudget.of(text)


def test_a_parameter_of_a_measure_is_no_amount():
    assert LossBudget.of("AP(rel=2)=1.5%") == LossBudget("AP(rel=2)", 0.015, relative=True)


def test_all_that_is_wrong_with_budgets_is_said_at_once():
    with pytest.raises(EvaluationError) as error:
        parse_budgets(["AP=x", "RR", "P@5=1%", "P@5=2%"])
    assert len(error.value.problems) == 3
    with pytest.raises(EvaluationError, match="no budget given"):
        parse_budgets([])


@pytest.mark.parametrize(
    ("first", "budget", "message"),
    [
        ([0.0, 0.0, 0.0], "2%", "is 0 on every topic"),
        ([0.5, 0.6, 0.4], "2", "a share is written AP=2%"),
    ],
)
def test_what_does_not_fit_is_refused(first, budget, message):
    with pytest.raises(EvaluationError, match=message):
        gate([contest(first, first, budget)])


def test_a_share_of_negative_values_is_refused():
    with pytest.raises(EvaluationError, match="has negative values"):
        gate([contest([-0.1, 0.2], [0.1, 0.2], "2%", "mine")])
