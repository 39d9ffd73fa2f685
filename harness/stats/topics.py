"""Topics among the runs: difficulty, discrimination, and scores standardised by topic so that no
topic weighs more than another.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from harness.core.arrays import Bools, Floats, FrozenArrays, Ints, divide, total
from harness.core.numbers import DECIMALS
from harness.stats.correlation import kendall_tau
from harness.stats.results import as_scores, check_choice


@dataclass(frozen=True, eq=False)
class TopicStatistics(FrozenArrays):
    """Difficulty and discrimination of T topics, over R runs; all arrays are [T].

    ``mean`` and ``deviation`` (over R − 1) are of a topic's scores over the runs: hard topics have
    low means, and on a topic with a small deviation runs do alike. ``item_rest`` is Pearson's
    correlation of a topic's scores with the runs' means over all other topics, ``tau`` Kendall's
    τ-b between them. ``share`` is the topic's part in the variance of the runs' means: its scores'
    covariance with them, over T times their variance. Shares sum to 1; a share is below 0 if the
    topic brings runs together. ``defined`` is False if a topic, or the leaderboard without it, ties
    all runs: then both correlations are undefined and set to 0. All shares are 0 if the whole
    leaderboard ties all runs.
    """

    mean: Floats
    deviation: Floats
    item_rest: Floats
    tau: Floats
    share: Floats
    defined: Bools
    num_runs: int

    def hardest(self) -> Ints:
        """Return the indices of the topics [T], the lowest mean first; ties in their order."""
        return np.argsort(np.round(self.mean, DECIMALS), kind="stable")

    def most_discriminating(self) -> Ints:
        """Return the indices of the topics [T], the highest item-rest correlation first.

        Topics without one come last; ties stay in their order.
        """
        return np.lexsort((-np.round(self.item_rest, DECIMALS), ~self.defined))


def topic_statistics(scores: npt.ArrayLike) -> TopicStatistics:
    """Return how hard each topic of scores [T, R] is, and how well it separates the runs.

    A topic discriminates if runs that do well on it do well on the others. The correlations leave
    the topic itself out of the leaderboard, or it would agree with itself. Scores and means that
    agree to ten decimals are tied. Raises `EvaluationError` for fewer than two topics or runs and
    scores that are not finite.

    The second topic orders the runs as the first does, with twice its spread, and the third ties
    them; of the leaderboard's variance the first topic has a third:

    >>> topics = topic_statistics([[0.1, 0.2, 0.3], [0.2, 0.4, 0.6], [0.5, 0.5, 0.5]])
    >>> topics.mean.round(4).tolist(), topics.deviation.round(4).tolist()
    ([0.2, 0.4, 0.5], [0.1, 0.2, 0.0])
    >>> topics.item_rest.round(4).tolist(), topics.tau.tolist(), topics.defined.tolist()
    ([1.0, 1.0, 0.0], [1.0, 1.0, 0.0], [True, True, False])
    >>> topics.share.round(4).tolist(), topics.hardest().tolist()
    ([0.3333, 0.6667, 0.0], [0, 1, 2])

    Item-rest correlation is that of test theory: Nunnally, Psychometric theory, 1967. Mizzaro and
    Robertson, HITS hits TREC: exploring IR evaluation results with network analysis, SIGIR 2007,
    ask which topics separate systems.
    """
    values = as_scores(scores)
    num_topics, num_runs = values.shape
    sums = total(values.T)
    rest = (sums - values) / (num_topics - 1)
    defined = ~(_constant(values) | _constant(rest))
    centred, rest_centred = _centred(values), _centred(rest)
    squares = total(centred**2)
    item_rest = divide(total(centred * rest_centred), np.sqrt(squares * total(rest_centred**2)))
    tau = np.zeros(num_topics)
    if defined.any():
        tau[defined] = kendall_tau(values[defined], rest[defined])
    board = _centred(sums[None, :])
    spread = 0.0 if _constant(sums[None, :] / num_topics)[0] else total(board**2)
    return TopicStatistics(
        mean=total(values) / num_runs,
        deviation=np.where(_constant(values), 0.0, np.sqrt(squares / (num_runs - 1))),
        item_rest=np.where(defined, np.clip(item_rest, -1.0, 1.0), 0.0),
        tau=tau,
        share=divide(total(centred * board), spread),
        defined=defined,
        num_runs=num_runs,
    )


def _constant(values: Floats) -> Bools:
    """Return whether each row has one value for all runs."""
    return np.asarray(np.ptp(np.round(values, DECIMALS), axis=-1) == 0)


def _centred(values: Floats) -> Floats:
    return np.asarray(values - (total(values) / values.shape[-1])[:, None])


def standardise(scores: npt.ArrayLike, *, by: str = "normal") -> Floats:
    """Standardise scores [T, R], topics × runs, by topic.

    All kinds but the last start from z = (score − mean) / deviation of the topic, with the
    deviation over R − 1:

    * "z": z itself, without bounds;
    * "normal": the normal distribution's Φ(z), in (0, 1);
    * "linear": 0.15 z + 0.5, clipped to [0, 1];
    * "empirical": the share of the runs with at most this score, in [0, 1], which assumes no
      distribution; the best run has 1.

    On a topic with one score for all runs, z is 0. Raises `EvaluationError` for fewer than two
    topics or runs, scores that are not finite, and an unknown kind.

    The mean is 1/2 and the deviation 1/4, hence z = −1, 0, 1 in the first topic:

    >>> scores = [[0.25, 0.5, 0.75], [0.5, 0.5, 0.5]]
    >>> for by in ("z", "normal", "linear", "empirical"):
    ...     print(by, standardise(scores, by=by).round(4).tolist())
    z [[-1.0, 0.0, 1.0], [0.0, 0.0, 0.0]]
    normal [[0.1587, 0.5, 0.8413], [0.5, 0.5, 0.5]]
    linear [[0.35, 0.5, 0.65], [0.5, 0.5, 0.5]]
    empirical [[0.3333, 0.6667, 1.0], [1.0, 1.0, 1.0]]

    Webber, Moffat and Zobel, Score standardization for inter-collection comparison of retrieval
    systems, SIGIR 2008 ("normal"); Sakai, A simple and effective approach to score standardisation,
    ICTIR 2016 ("linear"); Urbano, Lima and Hanjalic, A new perspective on score standardization,
    SIGIR 2019 ("empirical"; they call the three N-std, U-std and E-std).
    """
    values = as_scores(scores, check_choice("standardisation", by, tuple(STANDARDISATIONS)))
    if by == "empirical":
        return _empirical(values)
    centred = _centred(values)
    deviation = np.sqrt(total(centred**2) / (values.shape[1] - 1))
    z = divide(centred, np.where(_constant(values), 0.0, deviation)[:, None])
    if by == "linear":
        return np.clip(0.15 * z + 0.5, 0.0, 1.0)
    return z if by == "z" else _normal(z)


#: Every kind of standardisation, in words.
STANDARDISATIONS = {
    "z": "z-scores",
    "normal": "z-scores through the normal distribution",
    "linear": "0.15 z + 0.5, clipped",
    "empirical": "empirical distribution",
}


def _normal(z: Floats) -> Floats:
    from scipy.special import ndtr

    return np.asarray(ndtr(z), dtype=np.float64)


def _empirical(values: Floats) -> Floats:
    """Return the share of each topic's scores that are at most each value [T, R]."""
    rounded = np.round(values, DECIMALS)
    at_most = [np.searchsorted(np.sort(row), row, side="right") for row in rounded]
    return np.asarray(np.array(at_most) / values.shape[1])
