"""Learning curves against all sets of topics, one draw at a time, and scipy's τ."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
import scipy
from hypothesis import given
from hypothesis import strategies as st

from harness.core.errors import EvaluationError
from harness.stats.learning import _membership, _positions, agreement_curve, learning_curve
from tests.each import each

SCORES = np.round(np.random.default_rng(5).random((12, 6)), 2)


@given(st.lists(st.integers(0, 9), min_size=2, max_size=7), st.integers(0, 100))
def test_mean_and_deviation_are_those_of_all_sets_of_topics(values, seed: int) -> None:
    n = len(values)
    found = learning_curve(np.array(values) / 7, seed=seed, sizes=range(1, n + 1), draws=20)
    for size, mean, deviation in zip(found.sizes, found.mean, found.deviation, strict=True):
        means = [sum(chosen) / 7 / size for chosen in combinations(values, int(size))]
        assert mean == pytest.approx(np.mean(means))
        assert deviation == pytest.approx(np.std(means), abs=1e-12)


def test_bounds_are_quantiles_of_the_means_of_draws_one_by_one() -> None:
    found = learning_curve(SCORES.T, seed=3, sizes=[2, 7], draws=50, confidence=0.8)
    positions = _positions(3, 50, 12)
    for place, size in enumerate((2, 7)):
        means = [SCORES[draw < size].mean(axis=0) for draw in positions]
        for run in range(6):
            low, high = np.quantile([mean[run] for mean in means], [0.1, 0.9])
            assert found.low[run, place] == pytest.approx(low)
            assert found.high[run, place] == pytest.approx(high)


def test_bounds_approach_those_of_all_sets_of_topics() -> None:
    values = SCORES[:9, 0]
    means = sorted(np.mean(chosen) for chosen in combinations(values, 4))
    found = learning_curve(values, seed=1, sizes=[4], draws=20_000, confidence=0.9)
    # 20,000 draws leave the level of a bound uncertain by 4 · √(.05 · .95 / 20,000) = .006.
    for bound, level in ((found.low[0], 0.05), (found.high[0], 0.95)):
        assert np.searchsorted(means, bound - 1e-9) / 126 <= level + 0.014
        assert np.searchsorted(means, bound + 1e-9) / 126 >= level - 0.014


def test_each_set_holds_the_smaller_ones_and_any_topic_is_as_likely() -> None:
    positions = _positions(1, 4000, 8)
    assert (np.sort(positions, axis=1) == np.arange(8)).all()
    for size in (1, 3, 8):
        weights = _membership(positions, size)
        assert weights.sum(axis=0).tolist() == pytest.approx([1.0] * 4000)
        assert ((weights > 0).sum(axis=0) == size).all()
        share = size / 8
        error = 4 * (share * (1 - share) / 4000) ** 0.5
        assert (weights > 0).mean(axis=1).tolist() == pytest.approx([share] * 8, abs=error + 1e-9)
    assert (_membership(positions, 3) > 0).sum() == 3 * 4000
    assert not ((_membership(positions, 3) > 0) & ~(_membership(positions, 4) > 0)).any()


def test_differences_of_runs_are_curves_of_their_own_over_the_same_draws() -> None:
    scores = learning_curve(SCORES.T, seed=1, draws=100)
    difference = learning_curve(SCORES[:, 0] - SCORES[:, 1], seed=1, draws=100)
    assert scores.sizes.tolist() == [5, 10, 12]
    assert scores.mean.shape == scores.low.shape == (6, 3)
    assert difference.mean.tolist() == pytest.approx((scores.mean[0] - scores.mean[1]).tolist())
    constant = learning_curve([0.3] * 7, seed=1, draws=10)
    assert constant.sizes.tolist() == [5, 7]
    assert constant.deviation.tolist() == [0.0, 0.0]
    assert constant.low.tolist() == pytest.approx([0.3, 0.3])
    pairs = learning_curve(np.zeros((2, 3, 5)), seed=1, sizes=[1, 2, 3, 4], draws=10)
    assert pairs.high.shape == (2, 3, 4)


def test_all_topics_leave_nothing_to_chance() -> None:
    found = learning_curve(SCORES.T, seed=1, draws=100)
    assert found.deviation[:, -1].tolist() == [0.0] * 6
    assert found.low[:, -1].tolist() == pytest.approx(SCORES.mean(axis=0).tolist())
    agreement = agreement_curve(SCORES, seed=1, draws=100)
    assert [agreement.mean[-1], agreement.low[-1], agreement.deviation[-1]] == [1.0, 1.0, 0.0]


def test_agreement_is_scipys_tau_of_each_draw() -> None:
    scores = SCORES.copy()
    scores[:, 5] = scores[:, 4]
    found = agreement_curve(scores, seed=3, sizes=[1, 4], draws=60, confidence=0.9)
    board = np.round(scores.mean(axis=0), 10)
    for place, size in enumerate((1, 4)):
        means = [np.round(scores[draw < size].mean(axis=0), 10) for draw in _positions(3, 60, 12)]
        taus = [scipy.stats.kendalltau(mean, board).statistic for mean in means]
        assert found.mean[place] == pytest.approx(np.mean(taus))
        assert found.deviation[place] == pytest.approx(np.std(taus))
        low, high = np.quantile(taus, [0.05, 0.95])
        assert (found.low[place], found.high[place]) == pytest.approx((low, high))


def test_draws_that_tie_all_runs_are_counted_and_agree_with_nothing() -> None:
    scores = np.array([[0.0, 0.0], [0.0, 0.0], [0.0, 0.0], [1.0, 0.5]])
    found = agreement_curve(scores, seed=1, sizes=[1, 4], draws=2000)
    assert found.mean[0] == pytest.approx(0.25, abs=4 * (0.25 * 0.75 / 2000) ** 0.5)
    assert found.mean[1] == 1.0
    tied = round(2000 * (1 - found.mean[0]))
    assert f"; {tied:,} draws that tie all runs have τ = 0" in found.how
    assert "tie all runs" not in agreement_curve(SCORES, seed=1, draws=20).how


def test_more_topics_agree_better_on_trec_3(scores_of) -> None:
    found = agreement_curve(scores_of("adhoc3_ap.csv"), seed=1, draws=100)
    assert found.sizes.tolist() == list(range(5, 51, 5))
    assert (np.diff(found.mean) > 0).all()
    assert (np.diff(found.deviation) < 0).all()
    assert 0.6 < found.mean[0] < 0.9
    assert found.mean[-1] == 1.0


@pytest.mark.parametrize(
    ("function", "values"), [(learning_curve, SCORES.T), (agreement_curve, SCORES)]
)
def test_a_size_draws_the_same_topics_whatever_the_others_are(function, values) -> None:
    every, alone = (function(values, seed=1, draws=70, sizes=s) for s in ([5, 10], [10]))
    assert alone.low.tolist() == every.low[..., 1:2].tolist()


@each(
    [
        ({"sizes": []}, "no sizes of topic sets given"),
        ({"sizes": [3, 13]}, "size: 13 is not allowed (there are 12 topics)"),
        ({"sizes": [0, 1.5]}, "size: 1.5 is not allowed (it must be a whole number"),
    ],
    "options",
    "message",
)
@each([(learning_curve, SCORES.T), (agreement_curve, SCORES)], "function", "values")
def test_what_cannot_be_drawn_is_refused(function, values, options, message) -> None:
    with pytest.raises(EvaluationError) as refused:
        function(values, **{"seed": 1} | options)
    assert message in str(refused.value)


def test_values_without_a_curve_are_refused() -> None:
    with pytest.raises(EvaluationError, match="of 1 topic"):
        learning_curve([0.5], seed=1)
    with pytest.raises(EvaluationError, match="not finite"):
        learning_curve([0.5, np.nan], seed=1)
    with pytest.raises(EvaluationError, match="scores of the shape 12"):
        agreement_curve(SCORES[:, 0], seed=1)
    with pytest.raises(EvaluationError, match="all runs have one mean"):
        agreement_curve([[0.1, 0.5], [0.5, 0.1]], seed=1)
