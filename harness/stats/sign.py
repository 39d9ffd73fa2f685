"""The sign test; wins, ties and losses."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from harness.core.arrays import Ints
from harness.core.errors import EvaluationError, refuse
from harness.stats.checking import (
    ALTERNATIVES,
    as_floats,
    check_choice,
    check_differences,
)
from harness.stats.results import TestResult, as_p
from harness.stats.sampling import tolerance_of


@dataclass(frozen=True, eq=False)
class Wins:
    """How many topics the first system wins, ties and loses; arrays of one shape."""

    wins: Ints
    ties: Ints
    losses: Ints


def wins_ties_losses(differences: npt.ArrayLike) -> Wins:
    """Counts of differences [..., T] above 0, at 0 and below.

    Differences within 1e-10 of the largest one from 0 count as 0, because floats break ties. Raises
    `EvaluationError` for fewer than two topics and values that are not finite.

    >>> counts = wins_ties_losses([0.3 - 0.2, 0.1, 0.1 + 0.2 - 0.3, -0.2, 0.0])
    >>> counts.wins.tolist(), counts.ties.tolist(), counts.losses.tolist()
    (2, 2, 1)
    """
    values = as_floats(differences)
    refuse(check_differences(values), EvaluationError)
    least = tolerance_of(np.abs(values).max(axis=-1, initial=0.0))[..., None]
    wins = np.asarray(np.count_nonzero(values >= least, axis=-1))
    losses = np.asarray(np.count_nonzero(values <= -least, axis=-1))
    return Wins(wins, np.asarray(values.shape[-1] - wins - losses), losses)


def sign_test(differences: npt.ArrayLike, *, alternative: str = "two-sided") -> TestResult:
    """The exact sign test of differences [..., T] by topic: are wins as likely as losses?

    Ties (see `wins_ties_losses`) are left out; without them the wins are binomial with a chance of
    a half. The statistic is their number. All ties have p = 1. Raises `EvaluationError` as
    `wins_ties_losses` does, and for an unknown alternative.

    Of three coins, all three show heads with a chance of 1/8, and tails as well:

    >>> tested = sign_test([0.1, 0.2, 0.3])
    >>> tested.statistic.tolist(), tested.p.tolist()
    (3.0, 0.25)

    van Rijsbergen, Information retrieval, 1979, chapter 7.
    """
    from scipy.stats import binom

    values = as_floats(differences)
    problems = [
        *check_differences(values),
        *check_choice("alternative", alternative, ALTERNATIVES),
    ]
    refuse(problems, EvaluationError)
    counts = wins_ties_losses(values)
    decided = counts.wins + counts.losses
    most = {
        "two-sided": np.maximum(counts.wins, counts.losses),
        "greater": counts.wins,
        "less": counts.losses,
    }[alternative]
    p = binom.sf(most - 1, decided, 0.5) * (2 if alternative == "two-sided" else 1)
    p = np.where(decided == 0, 1.0, p)
    how = "exact binomial; differences other than 0"
    wins = np.asarray(counts.wins, dtype=np.float64)
    return TestResult("sign", wins, as_p(p), alternative, values.shape[-1], how)
