"""Runs by their mean ranks over topics: Friedman's test of all, Nemenyi's of all pairs."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from harness.comparison.table import ScoreTable
from harness.core.arrays import Floats
from harness.evaluation.scales import Scale
from harness.settings.compare import Options
from harness.stats.families import significant
from harness.stats.friedman import friedman_test, iman_davenport_test, mean_ranks, nemenyi_test
from harness.stats.letters import Letters, compact_letters
from harness.stats.results import TestResult


@dataclass(frozen=True, eq=False)
class MeanRanks:
    """The runs of a table, the best mean rank first; ranks are those of compared values.

    Runs that share one of the ``letters`` differ by no more than Nemenyi's test needs: their mean
    ``ranks`` [R] are at most ``critical_difference`` apart.
    """

    table: ScoreTable
    ranks: Floats
    letters: Letters
    critical_difference: float
    friedman: TestResult
    iman_davenport: TestResult
    options: Options


def mean_ranks_of(table: ScoreTable, options: Options | None = None) -> MeanRanks:
    """The mean ranks of a table's runs, with Friedman's and Nemenyi's tests.

    >>> values = np.array([[0.5, 0.4, 0.1], [0.7, 0.3, 0.1], [0.6, 0.5, 0.1]])
    >>> found = mean_ranks_of(ScoreTable("AP", ("x", "y", "z"), ("1", "2", "3"), values))
    >>> found.ranks.tolist(), found.letters.of_runs(), round(found.critical_difference, 3)
    ([1.0, 2.0, 3.0], ('a', 'ab', 'b'), 1.914)
    """
    options = options or Options()
    ranks = mean_ranks(table.compared)
    order = Scale(lower_is_better=True).order(ranks, table.runs)
    ordered = table.only([table.runs[column] for column in order])
    tested = nemenyi_test(ordered.compared)
    return MeanRanks(
        table=ordered,
        ranks=np.asarray(ranks[order]),
        letters=compact_letters(significant(tested.p, alpha=options.alpha), -ranks[order]),
        critical_difference=tested.critical_difference(options.alpha),
        friedman=friedman_test(ordered.compared),
        iman_davenport=iman_davenport_test(ordered.compared),
        options=options,
    )
