"""Tukey's honestly significant differences: all pairs of runs at once, blocked by topic.

Runs are compared by the range, largest less smallest, of as many means as there are runs: none of
the pairs differs by more unless the range does. One threshold serves all pairs, so that runs which
cannot be told apart are neighbours on the leaderboard.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from harness.core.arrays import Floats
from harness.core.errors import EvaluationError, refuse
from harness.stats.anova import anova
from harness.stats.checking import as_floats, check_range
from harness.stats.families import mean_gaps
from harness.stats.pairs import Pairs, checked_pairs
from harness.stats.results import Interval, TestResult, as_p
from harness.stats.student import standardised
from harness.stats.studentized_range import studentized_range_quantile, studentized_range_sf


@dataclass(frozen=True, eq=False, kw_only=True)
class Tukey(TestResult):
    """The outcome of `tukey_hsd`: ``statistic`` is q, of the shape of the pairs, as is ``p``.

    ``gaps`` are the differences of the means, first less second run; ``standard_error`` is that of
    a mean, √(V_E / n), with its degrees of freedom; ``num_runs`` is the size of the table, which
    the p-values of any of its pairs allow for.
    """

    gaps: Floats
    standard_error: float
    degrees_of_freedom: int
    num_runs: int

    def critical_difference(self, alpha: float = 0.05) -> float:
        """The difference of means above which p is below ``alpha``, the same for all pairs."""
        refuse(check_range("alpha", alpha, 0, 1), EvaluationError)
        q = studentized_range_quantile(alpha, self.num_runs, self.degrees_of_freedom)
        return q * self.standard_error

    def intervals(self, confidence: float = 0.95) -> Interval:
        """Simultaneous intervals of the differences: all hold at once with this confidence."""
        refuse(check_range("confidence", confidence, 0, 1), EvaluationError)
        margin = self.critical_difference(1 - confidence)
        how = f"simultaneous for all pairs of {self.num_runs} runs; {self.how}"
        low, high = np.asarray(self.gaps - margin), np.asarray(self.gaps + margin)
        return Interval(self.gaps, low, high, confidence, self.n, how)


def tukey_hsd(scores: npt.ArrayLike, pairs: Pairs | None = None) -> Tukey:
    """Tukey's test of all pairs of the runs of scores [T, R], blocked by topic.

    q = |difference of the means| / √(V_E / n) with V_E of the two-way `anova`, and p the chance
    that the studentized range of R means with (R − 1)(n − 1) degrees of freedom is at least q.
    ``pairs`` are the columns of the first and of the second runs, all pairs unless given; the
    p-values are those among all pairs whichever are shown. Tukey's test of *independent* groups,
    which libraries have, puts the variance between topics into the error, and finds far less.

    Runs of the same mean have q = 0 and p = 1; where V_E is 0, q is infinite for all others. Raises
    `EvaluationError` for fewer than two topics or runs, scores that are not finite, and columns
    that are not there.

    Of two runs it is the paired t test with q = √2 · t, here t = √3 with 2 degrees of freedom,
    p = 1 − t / √(t² + 2) = 1 − √(3/5):

    >>> tested = tukey_hsd([[1.0, 1.0], [1.0, 5.0], [4.0, 6.0]])
    >>> tested.statistic.round(4).tolist(), tested.p.round(4).tolist(), round(1 - 0.6**0.5, 4)
    ([2.4495], [0.2254], 0.2254)

    Tukey, The problem of multiple comparisons, 1953; Tague-Sutcliffe and Blustein, A statistical
    analysis of the TREC-3 data, 1995.
    """
    table = anova(scores)
    values = as_floats(scores, "scores")
    gaps = mean_gaps(values, *checked_pairs(pairs, table.num_runs))
    error = np.full(gaps.shape, math.sqrt(table.error_variance / table.num_topics))
    q = np.abs(standardised(gaps, error))
    freedom = table.degrees_of_freedom
    p = as_p(studentized_range_sf(q, table.num_runs, freedom))
    how = f"studentized range of {table.num_runs} means, {freedom} degrees of freedom"
    return Tukey(
        "Tukey HSD, blocked by topic",
        q,
        p,
        "two-sided",
        table.num_topics,
        how,
        gaps=gaps,
        standard_error=table.standard_error,
        degrees_of_freedom=freedom,
        num_runs=table.num_runs,
    )
