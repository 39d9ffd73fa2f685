"""A leaderboard that says what it is worth: intervals, ranks, groups of runs that do not differ."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from harness.comparison.options import Options
from harness.comparison.table import ScoreTable
from harness.core.arrays import Bools, Floats
from harness.stats.anova import Anova, anova
from harness.stats.families import significant, square
from harness.stats.leaderboard import (
    Ranks,
    mean_intervals,
    rank_intervals,
    tied_with_best,
)
from harness.stats.letters import Letters, compact_letters
from harness.stats.results import Interval
from harness.stats.tukey import RandomisedTukey, randomised_tukey_hsd

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False)
class Board:
    """The leaderboard of one measure, the best run first; equal means are sorted by name.

    ``table`` has the runs in this order, and so have all arrays. ``means`` are t intervals of each
    mean by itself [R], in the measure's own terms; all the rest is computed on
    `ScoreTable.compared`, of which more is better. ``ranks`` are their ranks with bootstrap
    intervals, the chance to be best and the expected rank. ``tukey`` tests all pairs at once: ``p``
    [R, R] are its p-values. From it come the ``letters`` (runs that share one do not differ
    significantly) and ``tied`` [R], the runs that do not differ from the best. ``anova`` has V_E,
    and the F test that all runs have one mean.
    """

    table: ScoreTable
    means: Interval
    ranks: Ranks
    tukey: RandomisedTukey
    letters: Letters
    tied: Bools
    anova: Anova
    options: Options

    @property
    def runs(self) -> tuple[str, ...]:
        """The names of the runs, the best first."""
        return self.table.runs

    @property
    def p(self) -> Floats:
        """The p-values of all pairs [R, R], 1 on the diagonal."""
        return square(self.tukey.p)

    @property
    def num_significant(self) -> int:
        """How many pairs differ significantly."""
        return int(np.count_nonzero(self.tukey.p < self.options.alpha))

    @property
    def needed(self) -> float:
        """The difference of means above which a pair differs significantly.

        Of geometric means it is the ratio of the higher to the lower one.
        """
        return self.table.scale.apart(self.tukey.critical_difference(self.options.alpha))

    def to_frame(self) -> pd.DataFrame:
        """A row a run, the best first."""
        import pandas as pd

        columns = {
            "mean": self.means.estimate,
            "low": self.means.low,
            "high": self.means.high,
            "rank": self.ranks.rank,
            "rank_low": self.ranks.low,
            "rank_high": self.ranks.high,
            "best": self.ranks.best,
            "expected_rank": self.ranks.expected,
            "letters": list(self.letters.of_runs()),
            "tied_with_best": self.tied,
        }
        return pd.DataFrame(columns, index=pd.Index(self.runs, name="run"))


def leaderboard(table: ScoreTable, options: Options | None = None) -> Board:
    """The leaderboard of a table, with everything that says how far its order can be trusted.

    The result depends neither on the order of the runs nor on that of the topics.

    >>> values = np.array([[0.1, 0.5, 0.6], [0.0, 0.7, 0.6], [0.2, 0.6, 0.7], [0.1, 0.9, 0.8]])
    >>> table = ScoreTable("AP", ("x", "y", "z"), ("1", "2", "3", "4"), values)
    >>> board = leaderboard(table, Options(alpha=0.1, samples=2000))
    >>> board.runs, board.letters.of_runs(), board.tied.tolist()
    (('y', 'z', 'x'), ('a', 'a', 'b'), [True, True, False])
    """
    options = (options or Options()).for_topics(len(table.topics))
    ordered = table.best_first()
    values = ordered.compared
    ranks = rank_intervals(
        values,
        seed=options.seed,
        confidence=options.confidence,
        samples=options.draws,
        threads=options.threads,
    )
    tukey = randomised_tukey_hsd(
        values, seed=options.seed, samples=options.draws, threads=options.threads
    )
    of_all = anova(values)
    return Board(
        table=ordered,
        means=ordered.scale.shown_interval(mean_intervals(values, confidence=options.confidence)),
        ranks=ranks,
        tukey=tukey,
        letters=compact_letters(significant(tukey.p, alpha=options.alpha), of_all.means),
        tied=tied_with_best(ranks, square(tukey.p)[0], alpha=options.alpha),
        anova=of_all,
        options=options,
    )
