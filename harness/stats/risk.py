"""Risk: how much a run loses where it is worse than others, which a mean does not show."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from harness.core.arrays import Floats, FrozenArrays, Ints, divide, total
from harness.core.errors import EvaluationError, Problem, refuse
from harness.stats.ranks import wins_ties_losses
from harness.stats.results import as_differences, as_scores, check_range
from harness.stats.student import mean_and_sd, standardise_mean


@dataclass(frozen=True, eq=False)
class Risk(FrozenArrays):
    """The risk of runs against a baseline; arrays of one shape [...].

    ``u_risk`` is the mean of the differences with losses weighted by 1 + alpha. ``t_risk`` is
    ``u_risk`` over its standard error, NaN if that is 0. Neither has a mean of 0 for equally good
    runs: for differences d with random signs URisk has the mean −alpha / 2 · mean |d|, so test the
    difference itself. ``wins`` and ``losses`` count topics as `wins_ties_losses` does, ``gain`` and
    ``loss`` are their parts of the mean difference, the latter at most 0.
    """

    alpha: float
    u_risk: Floats
    t_risk: Floats
    wins: Ints
    losses: Ints
    gain: Floats
    loss: Floats


def measure_risk(differences: npt.ArrayLike, *, alpha: float = 1.0) -> Risk:
    """Return the risk of runs from their differences [..., T] to a baseline, where more is
    better.

    With alpha 0, ``u_risk`` is the mean difference. Raises `EvaluationError` for fewer than two
    topics, values that are not finite and a negative alpha.

    A gain of 0.8 and a loss of 0.1 that counts twice:

    >>> risk = measure_risk([0.8, -0.1, 0.0], alpha=1)
    >>> risk.u_risk.round(4).tolist(), risk.gain.round(4).tolist(), risk.loss.round(4).tolist()
    (0.2, 0.2667, -0.0333)

    Collins-Thompson et al., TREC 2013 Web track overview (URisk); Dinçer, Macdonald and Ounis,
    Hypothesis testing for the risk-sensitive evaluation of retrieval systems, SIGIR 2014 (TRisk).
    """
    values = as_differences(differences, check_range("alpha", alpha, 0, low_allowed=True))
    n = values.shape[-1]
    counts = wins_ties_losses(values)
    mean, sd = mean_and_sd(np.where(values < 0, (1 + alpha) * values, values))
    return Risk(
        alpha=alpha,
        u_risk=mean,
        t_risk=np.asarray(standardise_mean(mean, sd) * np.sqrt(n)),
        wins=counts.wins,
        losses=counts.losses,
        gain=np.asarray(total(np.maximum(values, 0)) / n),
        loss=np.asarray(total(np.minimum(values, 0)) / n),
    )


def geo_risk(scores: npt.ArrayLike, *, alpha: float = 1.0) -> Floats:
    """Return GeoRisk of each run [R] among all runs of scores [T, R]; higher is better.

    The expected score of a run on a topic is (sum of the run · sum of the topic) / sum of all, and
    z the observed minus the expected score over the root of the expected one. ZRisk is the sum of
    z, negative ones weighted by 1 + alpha, and GeoRisk = √(mean of the run · Φ(ZRisk / T)). If a
    score of 0 is expected, z is 0. Raises `EvaluationError` for negative scores, like
    `measure_risk`, and for fewer than two runs.

    Runs in proportion have no risk, so that Φ is 1/2:

    >>> geo_risk([[0.2, 0.4], [0.4, 0.8]]).round(4).tolist(), round((0.3 / 2) ** 0.5, 4)
    ([0.3873, 0.5477], 0.3873)

    Dinçer, Macdonald and Ounis, Risk-sensitive evaluation and learning to rank using multiple
    baselines, SIGIR 2016.
    """
    from scipy.special import ndtr

    values = as_scores(scores, check_range("alpha", alpha, 0, low_allowed=True))
    refuse(_check_negative(values), EvaluationError)
    n, of_runs = values.shape[0], values.sum(axis=0)
    expected = divide(np.outer(values.sum(axis=1), of_runs), of_runs.sum())
    z = divide(values - expected, np.sqrt(expected))
    z_risk = np.where(z < 0, (1 + alpha) * z, z).sum(axis=0)
    return np.asarray(np.sqrt(of_runs / n * ndtr(z_risk / n)))


def _check_negative(scores: Floats) -> Iterator[Problem]:
    if scores.min() < 0:
        yield Problem(f"GeoRisk is of scores from 0 on, and there is {scores.min():g}")
