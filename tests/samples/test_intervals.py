"""Intervals of estimated means end where what is estimated does, and hold it as often."""

from __future__ import annotations

import math

import numpy as np
import scipy

from harness.evaluation.scales import find_scale
from harness.stats.student import effective_freedom, t_interval
from tests.each import each


@each(
    [
        ("estAP", (0, 1)),
        ("estP@5", (0, 1)),
        ("estNumRel", (0, math.inf)),
        ("estDCG@5", (0, math.inf)),
        ("estnDCG(gains={0: -1.0, 1: 1.0})@5", (-math.inf, 1)),
        ("ppiRBP", (0, 1)),
        ("statAPVar", (-math.inf, math.inf)),
        ("AP", (0, 1)),
    ],
    "measure",
    "ends",
)
def test_an_interval_ends_where_the_true_mean_must(measure, ends):
    values = np.array([0.0, 0.02, 0.01, 0.9])
    interval = find_scale(measure).mean_intervals(find_scale(measure).compared(values))
    freedom = effective_freedom(values) if measure != "AP" else 3
    reach = scipy.stats.t.ppf(0.975, freedom) * values.std(ddof=1) / 2
    wanted = np.clip([values.mean() - reach, values.mean() + reach], *ends)
    np.testing.assert_allclose([interval.low, interval.high], wanted, rtol=1e-9)


def test_a_mean_beyond_what_it_estimates_keeps_its_interval_and_no_other_does():
    values = np.array([[1.4, 1.1, 0.9, 1.2], [0.1, 0.0, 0.9, 0.2]])
    for scale in (find_scale("estAP"), find_scale("estP@5")):
        plain = t_interval(values, bounds=scale.bounds, estimated=True)
        shown = scale.mean_intervals(values)
        assert plain.high[1] > 1
        assert shown.low.tolist() == [plain.low[0], 0.0]
        assert shown.high.tolist() == [plain.high[0], 1.0]


def test_of_samples_of_topics_and_documents_as_many_intervals_hold_the_truth():
    """Bernoulli judgments of Beta precisions, .5 drawn: the cut changes length, not coverage."""
    rng = np.random.default_rng(1)
    scale, cut, held = find_scale("estP@10"), 0, []
    for _ in range(400):
        precision = rng.beta(0.3, 3, 12)
        drawn = (rng.random((12, 10)) < 0.5) & (rng.random((12, 10)) < precision[:, None])
        estimates = drawn.mean(axis=1) / 0.5
        whole, shown = t_interval(estimates, estimated=True), scale.mean_intervals(estimates)
        cut += bool(shown.low > whole.low)
        truth = 0.3 / 3.3
        held.append(
            [
                low <= truth <= high
                for low, high in ((whole.low, whole.high), (shown.low, shown.high))
            ]
        )
    of_whole, of_shown = np.array(held).T
    assert cut > 200
    assert of_whole.tolist() == of_shown.tolist()
