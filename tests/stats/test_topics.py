"""What topics add to an evaluation, against numpy's and scipy's correlations, topic by topic."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import scipy
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from harness.core.errors import EvaluationError
from harness.stats.topics import TopicStatistics, topic_statistics

MATRICES = st.tuples(st.integers(2, 6), st.integers(2, 8)).flatmap(
    lambda shape: arrays(np.int64, shape, elements=st.integers(0, 8)).map(lambda n: n / 8)
)


def check(scores: np.ndarray, found: TopicStatistics) -> None:
    """Every number, topic by topic; the scores are eighths or of four decimals."""
    board = scores.mean(axis=0)
    for topic, row in enumerate(scores):
        rest = np.delete(scores, topic, axis=0).mean(axis=0).round(12)
        assert found.mean[topic] == pytest.approx(np.mean(row), abs=1e-12)
        assert found.deviation[topic] == pytest.approx(np.std(row, ddof=1), abs=1e-12)
        defined = np.ptp(row) > 0 and np.ptp(rest) > 0
        assert found.defined[topic] == defined
        if defined:
            expected = np.corrcoef(row, rest)[0, 1]
            assert found.item_rest[topic] == pytest.approx(expected, abs=1e-9)
            assert found.tau[topic] == pytest.approx(
                scipy.stats.kendalltau(row, rest).statistic, abs=1e-12
            )
        else:
            assert (found.item_rest[topic], found.tau[topic]) == (0.0, 0.0)
        if np.ptp(board.round(12)):
            share = np.cov(row, board)[0, 1] / np.var(board, ddof=1) / len(scores)
            assert found.share[topic] == pytest.approx(share, abs=1e-9)
        else:
            assert found.share[topic] == 0


@given(MATRICES)
def test_each_topic_is_described_by_its_scores_and_the_rest(scores) -> None:
    check(scores, topic_statistics(scores))


def test_the_topics_of_trec_8_are_described_by_their_scores_and_the_rest(stats: Path) -> None:
    scores = np.loadtxt(stats / "urbano2019" / "adhoc8_ap.csv", delimiter=",", skiprows=1)
    found = topic_statistics(scores)
    check(scores, found)
    assert found.share.sum() == pytest.approx(1, abs=1e-12)
    assert found.num_runs == 129
    assert found.defined.all()


def test_a_topic_that_all_runs_tie_is_undefined_and_comes_last() -> None:
    # Runs differ on no topic but the second and the third, which are opposed.
    scores = [[0.1 + 0.2, 0.3, 0.3], [0.1, 0.2, 0.4], [0.4, 0.2, 0.1]]
    found = topic_statistics(scores)
    assert found.defined.tolist() == [False, True, True]
    assert found.deviation[0] == 0
    assert found.item_rest[0] == found.tau[0] == 0
    assert (found.item_rest[1:] < 0).all()
    assert found.tau[1:].tolist() == [-1.0, -1.0]
    assert found.most_discriminating().tolist() == [1, 2, 0]
    assert found.hardest().tolist() == [1, 2, 0]


def test_shares_add_up_to_1_and_may_be_below_0() -> None:
    found = topic_statistics([[0.0, 0.5, 1.0], [0.0, 0.4, 0.8], [0.1, 0.0, 0.0]])
    assert found.share.sum() == pytest.approx(1, abs=1e-12)
    assert found.share[2] < 0


def test_runs_that_are_alike_everywhere_have_no_shares() -> None:
    found = topic_statistics([[0.3, 0.3], [0.1, 0.1]])
    assert found.share.tolist() == [0.0, 0.0]
    assert not found.defined.any()
    assert found.hardest().tolist() == [1, 0]
    # All means are 0.2, but for the last bits of some.
    level = topic_statistics([[0.1, 0.2, 0.3], [0.2, 0.3, 0.1], [0.3, 0.1, 0.2]])
    assert level.share.tolist() == [0.0, 0.0, 0.0]


def test_topics_are_ordered_by_difficulty_and_by_discrimination() -> None:
    random = np.random.default_rng(4)
    quality = np.arange(20) / 20
    noise = random.random((5, 20)) * np.array([0.1, 4, 1, 2, 0.5])[:, None]
    level = np.array([5, 4, 1, 2, 3])[:, None]
    found = topic_statistics(quality + noise - noise.mean(axis=1, keepdims=True) + level)
    assert found.hardest().tolist() == [2, 3, 4, 1, 0]
    assert found.most_discriminating().tolist() == np.argsort(-found.item_rest).tolist()
    assert found.item_rest[0] > found.item_rest[2] > found.item_rest[1]


@pytest.mark.parametrize(
    ("scores", "message"),
    [
        ([[0.1, 0.2]], "scores of the shape 1 × 2 (a matrix of topics × runs is needed"),
        ([0.1, 0.2], "scores of the shape 2"),
        ([[0.1, np.nan], [0.1, 0.2]], "the scores hold 1 value that is not finite"),
        ([[0.1], [0.1, 0.2]], "the scores are not one array of numbers"),
    ],
)
def test_what_is_no_matrix_of_scores_is_refused(scores, message) -> None:
    with pytest.raises(EvaluationError) as refused:
        topic_statistics(scores)
    assert message in str(refused.value)
