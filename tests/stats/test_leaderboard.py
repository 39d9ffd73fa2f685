"""Rank intervals against enumeration, slow counts and simulation; intervals of means by scipy."""

from __future__ import annotations

from itertools import product as every
from math import sqrt

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st

from harness.core.errors import EvaluationError
from harness.stats.leaderboard import (
    Ranks,
    _bounds,
    _counted,
    _drawn,
    mean_intervals,
    rank_intervals,
    ranks_of,
    tied_with_best,
)

#: Whole numbers, so that ties are ties; the first two runs are often tied.
SCORES = np.array([[3, 3, 1, 0], [0, 2, 4, 1], [5, 3, 2, 4]])


def first_and_last(means, run: int) -> tuple[int, int]:
    """The ranks that the run's group of ties takes up, from 1."""
    better = sum(mean > means[run] for mean in means)
    return better + 1, sum(mean >= means[run] for mean in means)


def test_chances_and_ranks_are_those_of_all_draws_of_three_topics_but_for_chance() -> None:
    draws = [SCORES[list(topics)].sum(axis=0).tolist() for topics in every(range(3), repeat=3)]
    samples = 60_000
    found = rank_intervals(SCORES / 10, seed=1, samples=samples, confidence=0.8)
    for run in range(4):
        groups = [first_and_last(draw, run) for draw in draws]
        best = sum(1 / last for first, last in groups if first == 1) / 27
        expected = sum(first + last for first, last in groups) / 54
        assert found.best[run] == pytest.approx(best, abs=4 * 0.5 / sqrt(samples))
        assert found.expected[run] == pytest.approx(expected, abs=4 * 1.5 / sqrt(samples))
        # No share of the 27 draws is near .1, so that the bounds are certain.
        low = max(k for k in range(1, 5) if sum(first < k for first, _ in groups) <= 2.7)
        high = min(k for k in range(1, 5) if sum(last > k for _, last in groups) <= 2.7)
        assert (found.low[run], found.high[run]) == (low, high)
    assert found.rank.tolist() == [1, 1, 3, 4]
    assert found.mean.tolist() == pytest.approx([8 / 30, 8 / 30, 7 / 30, 5 / 30])


@given(
    st.integers(2, 5).flatmap(
        lambda runs: st.lists(
            st.lists(st.integers(0, 3), min_size=runs, max_size=runs), min_size=1, max_size=6
        )
    )
)
def test_ranks_and_shares_are_counted_as_by_hand(draws) -> None:
    # A third makes floats of them that need not tie exactly.
    begins, ends, best = _counted(np.array(draws) / 3 + np.random.default_rng(0).uniform(0, 1e-13))
    runs = range(len(draws[0]))
    groups = [[first_and_last(draw, run) for draw in draws] for run in runs]
    places = [rank + 1 for rank in runs]
    firsts = [[first for first, _ in group] for group in groups]
    lasts = [[last for _, last in group] for group in groups]
    assert begins.tolist() == [[ranks.count(place) for place in places] for ranks in firsts]
    assert ends.tolist() == [[ranks.count(place) for place in places] for ranks in lasts]
    shares = [sum(1 / last for first, last in group if first == 1) for group in groups]
    assert best.tolist() == pytest.approx(shares)


@given(
    st.integers(1, 60).flatmap(
        lambda draws: st.lists(
            st.lists(st.integers(1, 6), min_size=draws, max_size=draws), min_size=1, max_size=3
        )
    ),
    st.sampled_from([0.5, 0.8, 0.9, 0.95]),
)
def test_bounds_leave_out_as_many_draws_as_they_may_on_either_side(ranks, confidence) -> None:
    counts = np.array([[row.count(rank) for rank in range(1, 7)] for row in ranks])
    low, high = _bounds(counts, counts, confidence)
    allowed = round((1 - confidence) / 2 * len(ranks[0]), 9)
    for row, lower, upper in zip(ranks, low, high, strict=True):
        assert sum(rank < lower for rank in row) <= allowed < sum(rank <= lower for rank in row)
        assert sum(rank > upper for rank in row) <= allowed < sum(rank >= upper for rank in row)


def test_one_chunk_of_draws_ranked_by_scipy_gives_the_same() -> None:
    scores = np.round(np.random.default_rng(3).random((7, 9)), 1)
    scores[:, 4] = scores[:, 2]
    found = rank_intervals(scores, seed=11, samples=700, confidence=0.9)
    means = np.round(next(_drawn(11, 0, 7, 700)).T @ scores / 7, 10)
    first, middle, last = (
        scipy.stats.rankdata(-means, method=method, axis=1) for method in ("min", "average", "max")
    )
    assert found.expected.tolist() == pytest.approx(middle.mean(axis=0).tolist())
    shares = np.where(first == 1, 1 / (first == 1).sum(axis=1, keepdims=True), 0)
    assert found.best.tolist() == pytest.approx(shares.mean(axis=0).tolist())
    assert found.low.tolist() == np.sort(first, axis=0)[35].tolist()
    assert found.high.tolist() == np.sort(last, axis=0)[-36].tolist()
    assert found.low[4] == found.low[2]
    assert found.best[4] == found.best[2]


def test_draws_have_as_many_topics_as_there_are_each_as_likely_as_the_others() -> None:
    counts = next(_drawn(5, 0, 8, 4000))
    assert (counts.sum(axis=0) == 8).all()
    # Each count is binomial, with the variance 7/8.
    assert counts.mean(axis=1).tolist() == pytest.approx([1.0] * 8, abs=4 * sqrt(7 / 8 / 4000))
    assert counts.var(axis=1).tolist() == pytest.approx([7 / 8] * 8, abs=0.1)


@given(st.integers(2, 12), st.integers(2, 12), st.integers(0, 1000))
def test_chances_sum_to_one_and_ranks_to_what_ranks_sum_to(topics, runs, seed) -> None:
    scores = np.random.default_rng(seed).integers(0, 4, (topics, runs)) / 3
    found = rank_intervals(scores, seed=seed, samples=50)
    assert found.best.sum() == pytest.approx(1)
    assert found.expected.sum() == pytest.approx(runs * (runs + 1) / 2)
    assert ((found.low >= 1) & (found.low <= found.high) & (found.high <= runs)).all()
    assert found.rank.tolist() == [
        first_and_last(np.round(found.mean, 10), run)[0] for run in range(runs)
    ]


def test_a_run_that_wins_every_topic_is_first_for_certain() -> None:
    scores = np.random.default_rng(1).random((10, 4)) / 2
    scores[:, 2] += 0.6
    found = rank_intervals(scores, seed=1, samples=500)
    assert (found.rank[2], found.low[2], found.high[2], found.best[2]) == (1, 1, 1, 1.0)
    assert tied_with_best(found).tolist() == [False, False, True, False]


def test_trec_8_has_a_best_run_that_others_tie_with(scores_of) -> None:
    found = rank_intervals(scores_of("urbano2019/adhoc8_ap.csv"), seed=1, samples=2000)
    assert found.best.sum() == pytest.approx(1)
    assert found.rank.min() == 1
    assert ((found.low <= found.rank) & (found.rank <= found.high)).mean() > 0.99
    tied = tied_with_best(found)
    assert tied[found.rank == 1].all()
    assert found.best[~tied].max() <= 0.025
    assert ranks_of(found.mean).tolist() == found.rank.tolist()


def test_t_intervals_are_those_of_scipy() -> None:
    scores = np.random.default_rng(2).random((12, 3))
    interval = mean_intervals(scores, confidence=0.9)
    for run in range(3):
        known = scipy.stats.ttest_1samp(scores[:, run], 0).confidence_interval(0.9)
        assert (interval.low[run], interval.high[run]) == pytest.approx((known.low, known.high))


@pytest.mark.parametrize(("kind", "method"), [("percentile", "percentile"), ("bca", "BCa")])
def test_bootstrap_intervals_are_those_of_scipy_but_for_chance(kind: str, method: str) -> None:
    scores = np.random.default_rng(2).exponential(0.2, (15, 2))
    interval = mean_intervals(scores, kind=kind, seed=1, samples=9999)
    assert (interval.seed, interval.samples, interval.n) == (1, 9999, 15)
    for run in range(2):
        known = scipy.stats.bootstrap(
            (scores[:, run],),
            np.mean,
            method=method,
            n_resamples=9999,
            rng=np.random.default_rng(7),
        )
        # The bounds themselves have an error of about 4 % of the standard error.
        bounds = known.confidence_interval
        error = 0.2 * known.standard_error
        assert interval.low[run] == pytest.approx(bounds.low, abs=error)
        assert interval.high[run] == pytest.approx(bounds.high, abs=error)


def board() -> Ranks:
    ranks = np.array([1, 2, 3])
    return Ranks(
        mean=np.array([0.5, 0.4, 0.3]),
        rank=ranks,
        low=np.array([1, 1, 2]),
        high=np.array([2, 3, 3]),
        best=np.array([0.8, 0.2, 0.0]),
        expected=ranks.astype(float),
        confidence=0.95,
        n=10,
        how="by hand",
        seed=1,
        samples=10,
    )


def test_tied_with_best_by_ranks_or_by_a_test_but_not_by_both() -> None:
    assert tied_with_best(board()).tolist() == [True, True, False]
    assert tied_with_best(board(), [0.0, 0.01, 0.05]).tolist() == [True, False, True]
    assert tied_with_best(board(), [1.0, 0.01, 0.05], alpha=0.1).tolist() == [True, False, False]


@pytest.mark.parametrize(
    ("scores", "message"),
    [
        ([[0.1, 0.2]], "scores of the shape 1 × 2"),
        ([[0.1], [0.2]], "scores of the shape 2 × 1"),
        (SCORES * np.nan, "the scores hold 12 values that are not finite"),
    ],
)
def test_what_cannot_be_ranked_is_refused(scores, message) -> None:
    with pytest.raises(EvaluationError) as refused:
        rank_intervals(scores, seed=1)
    assert message in str(refused.value)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"kind": "BCA"}, "unknown kind 'BCA' (did you mean bca?)"),
        ({"kind": "bca"}, "no seed given for the interval 'bca'"),
        ({"confidence": 0}, "confidence: 0 is not allowed"),
    ],
)
def test_impossible_intervals_are_refused(options, message) -> None:
    with pytest.raises(EvaluationError) as refused:
        mean_intervals(SCORES, **options)
    assert message in str(refused.value)


@pytest.mark.parametrize(
    ("p", "alpha", "message"),
    [
        ([0.1, 0.2], 0.05, "p-values of the shape (2,) for 3 runs"),
        ([0.1, 0.2, np.nan], 0.05, "1 of 3 p-values are not between 0 and 1"),
        ([0.1, 0.2, 0.3], 5, "alpha: 5 is not allowed"),
    ],
)
def test_p_values_that_are_not_those_of_the_runs_are_refused(p, alpha, message) -> None:
    with pytest.raises(EvaluationError) as refused:
        tied_with_best(board(), p, alpha=alpha)
    assert message in str(refused.value)
