"""What each topic adds to an evaluation: how hard it is, and how well it separates systems."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from harness.core.arrays import Bools, Floats, Ints, divide, total
from harness.core.errors import EvaluationError, refuse
from harness.core.numbers import DECIMALS
from harness.stats.checking import as_floats, check_scores
from harness.stats.correlation import kendall_tau


@dataclass(frozen=True, eq=False)
class TopicStatistics:
    """Difficulty and discrimination of T topics, over R runs; all arrays are [T].

    ``mean`` and ``deviation`` (over R − 1) are those of a topic's scores over the runs: hard topics
    have low means, and a topic with a small deviation has runs do alike. ``item_rest`` is
    Pearson's correlation of a topic's scores with the runs' means over all other topics, ``tau``
    Kendall's τ-b between them. ``share`` is the topic's part in the variance of the runs' means:
    its scores' covariance with them, over T times their variance. It is 1 in all, and below 0
    where a topic brings runs together. ``defined`` is False where a topic, or
    the leaderboard without it, has all runs alike: then both correlations are undefined and given
    as 0. All shares are 0 where the whole leaderboard has all runs alike.
    """

    mean: Floats
    deviation: Floats
    item_rest: Floats
    tau: Floats
    share: Floats
    defined: Bools
    num_runs: int

    def hardest(self) -> Ints:
        """The places of the topics [T], the lowest mean first; equal ones in their order."""
        return np.argsort(np.round(self.mean, DECIMALS), kind="stable")

    def most_discriminating(self) -> Ints:
        """The places of the topics [T], the highest item-rest correlation first.

        Topics without one come last; equal ones stay in their order.
        """
        return np.lexsort((-np.round(self.item_rest, DECIMALS), ~self.defined))


def topic_statistics(scores: npt.ArrayLike) -> TopicStatistics:
    """How hard each topic of scores [T, R] is, and how well it separates the runs.

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
    values = as_floats(scores, "scores")
    refuse(check_scores(values), EvaluationError)
    num_topics, num_runs = values.shape
    sums = total(values.T)
    rest = (sums - values) / (num_topics - 1)
    defined = ~(_constant(values) | _constant(rest))
    centred, rest_centred = _centred(values), _centred(rest)
    squares = total(centred**2)
    products = total(centred * rest_centred)
    item_rest = divide(products, np.sqrt(squares * total(rest_centred**2)))
    tau = np.zeros(num_topics)
    if defined.any():
        tau[defined] = kendall_tau(values[defined], rest[defined], ties="b")
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
    """Which rows have one value for all runs."""
    return np.asarray(np.ptp(np.round(values, DECIMALS), axis=-1) == 0)


def _centred(values: Floats) -> Floats:
    return np.asarray(values - (total(values) / values.shape[-1])[:, None])
