"""Confidence sets of ranks by enumeration, simulation and as published; intervals by scipy."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
import scipy
from hypothesis import given
from hypothesis import strategies as st

from harness.core.errors import EvaluationError
from harness.stats.leaderboard import _draw_means, rank_sets, rank_values
from harness.stats.student import t_interval
from tests.each import each

GOLDEN = Path(__file__).resolve().parent.parent / "golden/stats"

SCORES = np.array([[3, 3, 1, 0], [0, 2, 4, 1], [5, 3, 2, 4]])


def hypotheses_of(scores, drawn, pairs):
    """Every one-sided hypothesis "a is no better than b": its t, and its t under each draw."""
    n = len(scores)
    found = {}
    for a, b in pairs:
        differences = scores[:, a] - scores[:, b]
        error = differences.std(ddof=1) / np.sqrt(n)
        t, under = differences.mean() / error, (drawn[a] - drawn[b]) / error
        found[a, b], found[b, a] = (t, under), (-t, -under)
    return found


def limit_of(maxima, confidence):
    """The least value that as many of B draws do not exceed as a quantile of B + 1 asks for."""
    return sorted(maxima)[min(len(maxima), int(np.ceil(confidence * (len(maxima) + 1)))) - 1]


def rejected_by_closure(hypotheses, confidence):
    """The hypotheses of which every set of hypotheses that has it is rejected by its largest t."""
    kept = set()
    for size in range(1, len(hypotheses) + 1):
        for some in combinations(hypotheses, size):
            maxima = np.max([hypotheses[name][1] for name in some], axis=0)
            if max(hypotheses[name][0] for name in some) <= limit_of(maxima, confidence):
                kept |= set(some)
    return set(hypotheses) - kept


@each([False, True], "simultaneous")
@each(range(12), "seed")
def test_sets_are_those_of_the_closure_of_all_hypotheses(seed, simultaneous) -> None:
    random = np.random.default_rng(seed)
    runs = 3 if simultaneous else 4
    scores = random.normal(size=(9, runs)) * 0.3 + np.linspace(0, 0.15 * (seed % 6), runs)
    found = rank_sets(scores, seed=3, confidence=0.9, samples=199, simultaneous=simultaneous)
    drawn = _draw_means(np.ascontiguousarray(scores.T), 3, 199, 1).astype(float)
    means = scores.mean(axis=0)
    every = list(combinations(range(runs), 2))
    together = (
        rejected_by_closure(hypotheses_of(scores, drawn, every), 0.9) if simultaneous else None
    )
    for run in range(runs):
        pairs = [pair for pair in every if run in pair]
        own = hypotheses_of(scores, drawn, pairs)
        shown = rejected_by_closure(own, 0.9) if together is None else together
        better = [other for other in range(runs) if (other, run) in shown]
        worse = [other for other in range(runs) if (run, other) in shown]
        assert np.flatnonzero(found.better[run]).tolist() == better
        assert np.flatnonzero(found.worse[run]).tolist() == worse
        assert found.low[run] == 1 + len(better) <= found.rank[run]
        assert found.high[run] == runs - len(worse) >= found.rank[run]
        assert found.could_be_best[run] == (not better)
        assert all(means[other] > means[run] for other in better)


@pytest.fixture(scope="module")
def pisa():
    """Names of 37 countries, and scores [T, 37] with their means and independent errors."""
    lines = (GOLDEN / "pisa.csv").read_text(encoding="utf-8").splitlines()[1:]
    names, means, errors = zip(*(line.split(",") for line in lines), strict=True)
    n, random = 1000, np.random.default_rng(0)
    basis = np.linalg.qr(np.column_stack([np.ones(n), random.normal(size=(n, len(names)))]))[0]
    scores = np.array(means, float) + basis[:, 1:] * np.array(errors, float) * (n * (n - 1)) ** 0.5
    assert scores.std(axis=0, ddof=1) / n**0.5 == pytest.approx(np.array(errors, float))
    return names, scores


def test_ranks_of_countries_are_the_published_ones(pisa) -> None:
    names, scores = pisa
    ranks = """24 18 10 7 35 37 17 8 3 11 20 15 34 30 21 16 32 25 1 2 19 29 27 36 4 22 14 5 23 26 9
        28 12 6 33 13 31"""
    kingdom = names.index("United Kingdom")
    found = rank_sets(scores, seed=1, only=[kingdom])
    assert found.rank.tolist() == list(map(int, ranks.split()))
    assert found.low[kingdom] in (7, 8)  # the limit is drawn: it is 8 in one place, 7 in another
    assert found.high[kingdom] == 23


def test_ranks_of_countries_at_once_are_as_published(pisa) -> None:
    names, scores = pisa

    def sets(confidence):
        found = rank_sets(scores, seed=1, confidence=confidence, simultaneous=True)
        ends = zip(found.low.tolist(), found.high.tolist(), strict=True)
        return {
            name: set(range(low, high + 1)) for name, (low, high) in zip(names, ends, strict=True)
        }

    usual, narrow, last = sets(0.95), sets(0.75), ("Chile", "Mexico", "Colombia")
    others = set().union(*(ranks for name, ranks in usual.items() if name not in last))
    assert all(not usual[name] & others for name in last)
    assert 7 in usual["Germany"] & usual["Korea"]
    assert not narrow["Germany"] & narrow["Korea"]


def test_two_runs_are_apart_as_by_the_paired_t_test() -> None:
    random = np.random.default_rng(4)
    for shift in np.linspace(0.02, 0.4, 30):
        scores = random.normal(size=(12, 2)) * 0.3 + [0, shift]
        p = scipy.stats.ttest_rel(*scores.T).pvalue
        if abs(p - 0.05) > 0.01:
            found = rank_sets(scores, seed=1)
            assert found.could_be_best.all() == (p > 0.05)


def test_draws_have_the_distribution_of_t_and_the_correlations_of_differences() -> None:
    scores = np.random.default_rng(5).random((8, 3))
    drawn = _draw_means(np.ascontiguousarray(scores.T), 2, 40_000, 1)
    differences = scores[:, [1, 2]] - scores[:, [0]]
    errors = differences.std(axis=0, ddof=1) / np.sqrt(8)
    t = (drawn[1:] - drawn[0]) / errors[:, None]
    assert scipy.stats.kstest(t[0], scipy.stats.t(7).cdf).pvalue > 0.001
    known = np.corrcoef(differences.T)[0, 1]
    assert np.corrcoef(t)[0, 1] == pytest.approx(known, abs=0.03)


@pytest.mark.parametrize("topics", [8, 40])
def test_draws_follow_the_scores_not_their_rounding(topics) -> None:
    """Equal runs, and one that lies between two: nothing but rounding is left of them."""
    scores = np.random.default_rng(5).random((topics, 6))
    scores[:, 1], scores[:, 4] = scores[:, 0], (scores[:, 2] + scores[:, 3]) / 2
    rows = np.ascontiguousarray(scores.T)
    first = _draw_means(rows, 2, 1000, 1)
    for shift in (np.spacing(1.0), -np.spacing(1.0)):
        assert _draw_means(rows * (1 + shift), 2, 1000, 1) == pytest.approx(first, abs=1e-5)
    assert (first[1] == first[0]).all()


@pytest.mark.long
@pytest.mark.parametrize(("means", "topics"), [((0, 0, 0, 0, 0), 8), ((0, 0.2, 0.2, 0.4, 1), 25)])
def test_sets_cover_true_ranks_as_often_as_they_say(means, topics) -> None:
    random, samples = np.random.default_rng(6), 500
    mixing = random.normal(size=(5, 5)) * 0.4 + np.eye(5)
    truth = np.array(means, dtype=float)
    first = 1 + (truth[:, None] < truth).sum(axis=1)
    last = (truth[:, None] <= truth).sum(axis=1)
    missed, lost = np.zeros(5), 0
    for sample in range(samples):
        scores = random.normal(size=(topics, 5)) @ mixing + truth
        found = rank_sets(scores, seed=sample, samples=400)
        missed += (found.low > first) | (found.high < last)
        lost += not found.could_be_best[truth.argmax()]
    error = 3 * np.sqrt(0.05 * 0.95 / samples)
    assert missed.max() / samples <= 0.05 + error
    assert lost / samples <= 0.05 + error
    assert missed.sum() > 0  # or else the sets would say nothing


@pytest.mark.long
def test_all_sets_at_once_are_no_narrower_and_cover_together() -> None:
    random, samples = np.random.default_rng(7), 300
    together, alone = 0, 0
    for sample in range(samples):
        scores = random.normal(size=(10, 6))
        own = rank_sets(scores, seed=sample, samples=300)
        every = rank_sets(scores, seed=sample, samples=300, simultaneous=True)
        together += bool(every.better.any() or every.worse.any())
        alone += bool(own.better.any() or own.worse.any())
    assert together / samples <= 0.05 + 3 * np.sqrt(0.05 * 0.95 / samples) < alone / samples


@given(st.integers(2, 12), st.integers(2, 8), st.integers(0, 1000))
def test_sets_hold_the_observed_rank_whatever_the_scores(topics, runs, seed) -> None:
    scores = np.random.default_rng(seed).integers(0, 4, (topics, runs)) / 3
    found = rank_sets(scores, seed=seed, samples=50)
    assert ((found.low >= 1) & (found.low <= found.rank) & (found.high <= runs)).all()
    assert (found.rank <= found.high).all()
    assert found.could_be_best[found.rank == 1].all()


def test_differences_that_are_all_equal_are_no_certainty() -> None:
    constant = np.tile([0.1, 0.2, 0.2], (4, 1))
    found = rank_sets(constant, seed=1)
    assert found.could_be_best.all()  # their signs have p = 2/2^4, more than 0.05
    many = rank_sets(np.tile([0.1, 0.2, 0.2], (30, 1)), seed=1)
    assert (many.low.tolist(), many.high.tolist()) == ([3, 1, 1], [3, 2, 2])


def test_trec_8_has_a_best_run_and_few_that_could_be(scores_of) -> None:
    scores = scores_of("urbano2019/adhoc8_ap.csv")
    found = rank_sets(scores, seed=1)
    best = np.flatnonzero(found.could_be_best)
    leader = int(np.argmax(scores.mean(axis=0)))
    p = scipy.stats.ttest_rel(scores, scores[:, [leader]]).pvalue
    others = [run for run in best if run != leader]
    assert leader in best
    assert 1 <= len(others) <= 4
    assert p[others].min() > 0.05 / 128  # none that Bonferroni over all would tell from the leader
    assert found.rank.tolist() == rank_values(scores.mean(axis=0)).tolist()


def test_t_intervals_are_those_of_scipy() -> None:
    scores = np.random.default_rng(2).random((12, 3))
    interval = t_interval(scores.T, confidence=0.9)
    for run in range(3):
        known = scipy.stats.ttest_1samp(scores[:, run], 0).confidence_interval(0.9)
        assert (interval.low[run], interval.high[run]) == pytest.approx((known.low, known.high))


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
        rank_sets(scores, seed=1)
    assert message in str(refused.value)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"confidence": 0}, "confidence: 0 is not allowed"),
    ],
)
def test_impossible_intervals_are_refused(options, message) -> None:
    with pytest.raises(EvaluationError) as refused:
        t_interval(SCORES, **options)
    assert message in str(refused.value)
