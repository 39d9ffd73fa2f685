"""Score standardisation, against scipy's distributions and the definitions."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import scipy
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from harness.core.errors import EvaluationError
from harness.stats.topics import standardise

KINDS = ("z", "normal", "linear", "empirical")

#: Scores as they are printed, so that equal means exactly equal.
MATRICES = st.tuples(st.integers(2, 5), st.integers(2, 9)).flatmap(
    lambda shape: arrays(np.int64, shape, elements=st.integers(0, 10_000)).map(lambda n: n / 10_000)
)


def spread(scores: np.ndarray) -> np.ndarray:
    """Only the topics that do not have one score for all runs; two such are put in front."""
    rows = [row for row in scores if np.ptp(row)]
    return np.array([np.arange(scores.shape[1]) / 10, np.arange(scores.shape[1]) ** 2 / 100, *rows])


@given(MATRICES)
def test_z_scores_are_scipys(scores) -> None:
    scores = spread(scores)
    found = standardise(scores, by="z")
    expected = scipy.stats.zscore(scores, axis=1, ddof=1)
    assert found == pytest.approx(expected, rel=1e-9, abs=1e-9)


@given(MATRICES)
def test_each_kind_is_the_cumulative_distribution_that_urbano_et_al_2019_name(scores) -> None:
    scores = spread(scores)
    mean, sd = scores.mean(axis=1, keepdims=True), scores.std(axis=1, ddof=1, keepdims=True)
    slope, intercept = 0.15, 0.5
    lowest = mean - sd * intercept / slope
    expected = {
        "normal": scipy.stats.norm.cdf(scores, mean, sd),
        "linear": scipy.stats.uniform.cdf(scores, lowest, sd / slope),
        "empirical": np.array([scipy.stats.ecdf(row).cdf.evaluate(row) for row in scores]),
    }
    for by, values in expected.items():
        assert standardise(scores, by=by) == pytest.approx(values, rel=1e-9, abs=1e-12)


@given(MATRICES)
def test_the_empirical_share_counts_runs_that_are_not_better(scores) -> None:
    found = standardise(scores, by="empirical")
    runs = scores.shape[1]
    for row, values in zip(scores, found, strict=True):
        assert values.tolist() == [sum(other <= one for other in row) / runs for one in row]


@given(MATRICES, st.floats(0.1, 3), st.floats(-1, 1))
def test_a_harder_topic_or_one_of_less_spread_makes_no_difference(scores, factor, shift) -> None:
    scores = spread(scores)
    changed = scores.copy()
    changed[0] = factor * changed[0] + shift
    for by in KINDS:
        before, after = (standardise(one, by=by) for one in (scores, changed))
        assert after == pytest.approx(before, abs=1e-9)


@pytest.mark.parametrize("by", KINDS)
def test_better_scores_stay_better_within_a_topic_and_within_bounds(stats: Path, by: str) -> None:
    scores = np.loadtxt(stats / "urbano2019" / "adhoc8_ap.csv", delimiter=",", skiprows=1)
    values = standardise(scores, by=by)
    assert values.shape == scores.shape == (50, 129)
    order = np.argsort(scores, axis=1)
    steps = np.diff(np.take_along_axis(values, order, axis=1), axis=1)
    equal = np.diff(np.take_along_axis(scores, order, axis=1), axis=1) == 0
    assert (steps >= 0).all()
    assert (steps[equal] == 0).all()
    if by != "z":
        assert ((values >= 0) & (values <= 1)).all()
    if by in ("z", "normal"):
        assert (steps[~equal] > 0).all()


def test_linear_scores_are_clipped() -> None:
    # Of 21 runs of which one is at 1 and all others at 0, z is 20 / √21 = 4.36 and −1 / √21.
    found = standardise([[1.0, *[0.0] * 20]] * 2, by="linear")
    assert found[0, 0] == 1.0
    assert found[0, 1:] == pytest.approx(0.5 - 0.15 / 21**0.5, abs=1e-12)


def test_a_topic_on_which_all_are_alike_says_nothing() -> None:
    # In floats, 0.1 + 0.2 is not 0.3.
    scores = [[0.1 + 0.2, 0.3, 0.3], [0.0, 0.5, 1.0]]
    for by, value in (("z", 0.0), ("normal", 0.5), ("linear", 0.5), ("empirical", 1.0)):
        assert standardise(scores, by=by)[0].tolist() == [value] * 3


@pytest.mark.parametrize(
    ("scores", "options", "message"),
    [
        ([[0.1, 0.2]], {}, "scores of the shape 1 × 2"),
        ([[0.1], [0.2]], {}, "scores of the shape 2 × 1"),
        ([[0.1, np.inf], [0.2, 0.3]], {}, "the scores hold 1 value that is not finite"),
        ([[1, 2]] * 2, {"by": "gauss"}, "unknown standardisation 'gauss' (known are z, normal"),
    ],
)
def test_what_cannot_be_standardised_is_refused(scores, options, message) -> None:
    with pytest.raises(EvaluationError) as refused:
        standardise(scores, **options)
    assert message in str(refused.value)
