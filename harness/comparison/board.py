"""Leaderboards with intervals, ranks, and groups of runs that cannot be told apart."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from harness.comparison.family import ComparisonFamily, tested_family
from harness.comparison.table import ScoreTable
from harness.core.arrays import Bools, Floats, Ints, total
from harness.settings.compare import Options
from harness.stats.families import mean_gaps, significant, square
from harness.stats.leaderboard import Ranks, mean_intervals, rank_intervals, tied_with_best
from harness.stats.letters import Letters, compact_letters
from harness.stats.pairs import all_pairs
from harness.stats.results import Interval

if TYPE_CHECKING:
    import pandas as pd

#: Letters of more runs than this cannot be read; ranks of the runs that are alike stand for them.
MOST_LETTERED = 30

#: So many stretches of ranks are written out.
_STRETCHES = 3


@dataclass(frozen=True, eq=False)
class Board:
    """The leaderboard of one measure, the best run first; equal means are sorted by name.

    ``table`` has the runs in this order, and so have all arrays. ``means`` are t intervals of each
    mean by itself [R], in the measure's own terms and within its bounds; all the rest is computed
    on `ScoreTable.compared`, of which more is better. ``ranks`` are their ranks with bootstrap
    intervals, each by itself, or with those that hold all at once (``simultaneous``), the share of
    draws of topics in which a run is the best, and the expected rank. ``family`` are the tests of
    all pairs: ``p`` [R, R] are its corrected p-values. From it come the ``letters`` (runs that
    share one cannot be told apart; none for more than 30 runs) and ``tied`` [R], the runs that
    cannot be told from the best.
    """

    table: ScoreTable
    means: Interval
    ranks: Ranks
    family: ComparisonFamily
    letters: Letters | None
    tied: Bools
    options: Options

    @property
    def runs(self) -> tuple[str, ...]:
        """The names of the runs, the best first."""
        return self.table.runs

    @property
    def method(self) -> str:
        """The test and the correction by which pairs differ, or do not, in words."""
        return self.family.method

    @cached_property
    def p(self) -> Floats:
        """The corrected p-values of all pairs [R, R], 1 on the diagonal."""
        return square(self.family.corrected)

    @property
    def num_pairs(self) -> int:
        """How many pairs of runs there are."""
        return self.family.corrected.size

    @property
    def num_significant(self) -> int:
        """How many pairs differ significantly."""
        return int(np.count_nonzero(self.family.corrected < self.options.alpha))

    @property
    def needed(self) -> float:
        """The difference of means above which all pairs here differ significantly.

        Of geometric means it is the ratio of the higher to the lower one.
        """
        return needed_difference(self.table, self.family, self.options)

    @property
    def is_largest_significant(self) -> bool:
        """Whether the runs whose means are the farthest apart differ significantly."""
        gaps, differ = self._gaps
        return bool(differ[gaps == gaps.max(initial=0.0)].all())

    @property
    def is_distance_all(self) -> bool:
        """Whether the pairs that differ significantly are those whose means are the farther apart.

        Else there are pairs whose means are no more than `needed` apart, and differ all the same.
        """
        gaps, differ = self._gaps
        return bool(gaps[differ].min(initial=np.inf) > gaps[~differ].max(initial=0.0))

    @property
    def _gaps(self) -> tuple[Floats, Bools]:
        """How far apart the means of each pair are, and whether they differ significantly."""
        gaps = np.abs(mean_gaps(self.table.compared, *all_pairs(len(self.runs))))
        return gaps, self.family.corrected < self.options.alpha

    def run_letters(self) -> tuple[str, ...]:
        """The letters of each run; nothing for more than 30 runs."""
        return self.letters.of_runs() if self.letters else ("",) * len(self.runs)

    def alike(self, index: int) -> Ints:
        """The rows of the other runs that cannot be told from one of them."""
        rows = np.flatnonzero(self.p[index] >= self.options.alpha)
        return np.asarray(rows[rows != index])

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
            "letters": list(self.run_letters()),
            "tied_with_best": self.tied,
        }
        return pd.DataFrame(columns, index=pd.Index(self.runs, name="run"))


def leaderboard(table: ScoreTable, options: Options | None = None) -> Board:
    """The leaderboard of a table, with everything that says how far its order can be trusted.

    The result depends neither on the order of the runs nor on that of the topics.

    >>> values = np.array([[0.1, 0.5, 0.6], [0.0, 0.7, 0.6], [0.2, 0.6, 0.7], [0.1, 0.9, 0.8]])
    >>> table = ScoreTable("AP", ("x", "y", "z"), ("1", "2", "3", "4"), values)
    >>> board = leaderboard(table, Options(samples=2000))
    >>> board.runs, board.run_letters(), board.tied.tolist()
    (('y', 'z', 'x'), ('a', 'a', 'b'), [True, True, False])
    """
    options = options or Options()
    ordered = table.best_first()
    values = ordered.compared
    family = tested_family([ordered], [all_pairs(len(ordered.runs))], options)
    ranks = rank_intervals(
        values,
        seed=options.seed,
        confidence=options.confidence,
        samples=options.draws(len(values)),
        workers=options.workers,
    )
    if options.simultaneous:
        ranks = _simultaneous(ranks, family, options)
    few = len(ordered.runs) <= MOST_LETTERED
    scale = ordered.scale
    means = mean_intervals(values, confidence=options.confidence, bounds=scale.compared_bounds)
    alike = significant(family.corrected, alpha=options.alpha)
    return Board(
        table=ordered,
        means=scale.shown_means(means),
        ranks=ranks,
        family=family,
        letters=compact_letters(alike, total(values.T) / len(values)) if few else None,
        tied=tied_with_best(ranks, square(family.corrected)[0], alpha=options.alpha),
        options=options,
    )


def needed_difference(table: ScoreTable, family: ComparisonFamily, options: Options) -> float:
    """The largest difference of means that is not significant: all that are larger are.

    ``family`` are all pairs of the table's runs in their order.
    """
    gaps = np.abs(mean_gaps(table.compared, *all_pairs(len(table.runs))))
    apart = gaps[family.corrected >= options.alpha].max(initial=0.0)
    return table.scale.apart(float(apart))


def _simultaneous(ranks: Ranks, family: ComparisonFamily, options: Options) -> Ranks:
    """Intervals of all ranks at once: a run is below those that are significantly better.

    Mogstad, Romano, Shaikh and Wilhelm, Inference for ranks, Review of Economic Studies 2024.
    """
    apart = square(family.corrected) < 1 - options.confidence
    better = ranks.mean[:, None] > ranks.mean
    low = 1 + (apart & better).sum(axis=0)
    high = len(ranks.mean) - (apart & better).sum(axis=1)
    how = f"all at once, from the corrected p-values of all pairs; {ranks.how} for the others"
    return replace(ranks, low=low, high=high, how=how)


def stretches(numbers: npt.ArrayLike) -> str:
    """Whole numbers in ascending order, as stretches; after three of them, how many there are.

    >>> stretches([1, 2, 3, 5]), stretches([1, 3, 5, 7, 8]), stretches([])
    ('1–3, 5', '1, 3, 5, … (5)', '')
    """
    rows = np.asarray(numbers, dtype=np.int64)
    ends = np.flatnonzero(np.diff(rows, append=rows[-1:]) != 1)
    starts = np.concatenate([[0], ends[:-1] + 1])[: len(ends)]
    first = slice(_STRETCHES)
    runs = zip(rows[starts[first]].tolist(), rows[ends[first]].tolist(), strict=True)
    words = ", ".join(f"{start}–{end}" if end > start else str(start) for start, end in runs)
    return words if len(ends) <= _STRETCHES else f"{words}, … ({len(rows)})"
