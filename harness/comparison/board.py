"""Leaderboards by means, with intervals, ranks and letters, and leaderboards by mean ranks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from harness.comparison.assurances import explain_unsupported_tail
from harness.comparison.family import ComparisonFamily, test_family
from harness.comparison.table import ScoreTable
from harness.core.arrays import Bools, Floats, FrozenArrays, total
from harness.core.faces import MOST_ROWS, Face, HasFace, HasFrame
from harness.core.numbers import count_noun
from harness.evaluation.scales import Scale
from harness.settings.compare import Options
from harness.stats.families import (
    Letters,
    all_pairs,
    compact_letters,
    mean_gaps,
    significant,
    square,
)
from harness.stats.leaderboard import RankSets, rank_sets
from harness.stats.nemenyi import mean_ranks, nemenyi_critical_difference, nemenyi_test
from harness.stats.results import Interval
from harness.stats.student import mean_and_sd

#: The most runs with letters; more cannot be read.
MOST_LETTERED = 30


@dataclass(frozen=True, eq=False, repr=False)
class RankedRuns:
    """Runs by one measure, best first, with the uncertainty of their ranks.

    ``table`` has the runs in this order; ties are sorted by name. ``ranks`` are the confidence sets
    of ranks, each by itself or all at once (``simultaneous``), whatever the test; they alone decide
    which runs `could_be_best`.
    """

    table: ScoreTable
    ranks: RankSets
    options: Options

    @property
    def runs(self) -> tuple[str, ...]:
        """The names of the runs, the best first."""
        return self.table.runs

    @property
    def could_be_best(self) -> Bools:
        """Whether each run's confidence set of ranks contains 1 [R]."""
        return self.ranks.could_be_best


@dataclass(frozen=True, eq=False, repr=False)
class Board(RankedRuns, HasFace, HasFrame):
    """The leaderboard of one measure, with intervals and the tests of all pairs.

    All arrays are in the order of the runs. ``means`` are t intervals of each mean by itself [R],
    in the measure's own terms and within its bounds; everything else is computed on
    `ScoreTable.compared`, where more is better. ``family`` are the tests of all pairs: ``p`` [R,
    R] of each pair by itself, ``corrected`` [R, R] of all together, from which the ``letters``
    follow (None for more than 30 runs, and for the reason ``letters_missing``).
    """

    means: Interval
    family: ComparisonFamily
    letters: Letters | None
    letters_missing: str = ""

    @property
    def method(self) -> str:
        """The test and the correction of the pairs, in words."""
        return self.family.method

    @cached_property
    def p(self) -> Floats:
        """The p-values of all pairs, each by itself [R, R], 1 on the diagonal."""
        return square(self.family.p)

    @cached_property
    def corrected(self) -> Floats:
        """The p-values of all pairs, corrected together [R, R], 1 on the diagonal."""
        return square(self.family.corrected)

    @property
    def num_pairs(self) -> int:
        """The number of pairs of runs."""
        return self.family.corrected.size

    @property
    def num_significant(self) -> int:
        """The number of pairs that differ significantly."""
        return int(np.count_nonzero(self.family.corrected < self.options.alpha))

    @property
    def needed(self) -> float:
        """The difference of means above which all pairs differ significantly.

        For geometric means it is the ratio of the higher to the lower.
        """
        gaps, differ = self._gaps
        return self.table.scale.apart(float(gaps[~differ].max(initial=0.0)))

    @property
    def is_largest_significant(self) -> bool:
        """Whether the runs with the most distant means differ significantly."""
        gaps, differ = self._gaps
        return bool(differ[gaps == gaps.max(initial=0.0)].all())

    @property
    def is_distance_all(self) -> bool:
        """Whether exactly the pairs with the most distant means differ significantly.

        Otherwise pairs whose means are no more than `needed` apart may differ too.
        """
        gaps, differ = self._gaps
        return bool(gaps[differ].min(initial=np.inf) > gaps[~differ].max(initial=0.0))

    @property
    def _gaps(self) -> tuple[Floats, Bools]:
        """The distance of the means of each pair, and whether they differ significantly."""
        gaps = np.abs(mean_gaps(self.table.compared, *all_pairs(len(self.runs))))
        return gaps, self.family.corrected < self.options.alpha

    def run_letters(self) -> tuple[str, ...]:
        """Return the letters of each run; empty for more than 30 runs."""
        return self.letters.label_runs() if self.letters else ("",) * len(self.runs)

    def face(self) -> Face:
        """Return the first runs with the intervals of their means and ranks, and their letters."""
        numbers = (self.means.estimate, self.means.low, self.means.high)
        ranks = zip(self.ranks.low.tolist(), self.ranks.high.tolist(), strict=True)
        columns = [column.tolist() for column in numbers]
        spans = [f"{low}–{high}" for low, high in ranks]
        rows = list(zip(self.runs, *columns, spans, self.run_letters(), strict=True))
        line = f"Leaderboard by {self.table.measure}: {count_noun(len(self.runs), 'run')}, "
        line += count_noun(len(self.table.topics), "topic")
        pairs = count_noun(self.num_significant, "pair", "differs significantly", of=self.num_pairs)
        notes = [pairs, *self.family.clauses]
        heads = ("run", "mean", "low", "high", "ranks", "letters")
        return Face(line, heads, rows[:MOST_ROWS], len(rows), notes)

    def _columns(self) -> tuple[Mapping[str, Any], str]:
        """Return a row per run, the best first."""
        columns = {
            "run": list(self.runs),
            "mean": self.means.estimate,
            "low": self.means.low,
            "high": self.means.high,
            "rank": self.ranks.rank,
            "rank_low": self.ranks.low,
            "rank_high": self.ranks.high,
            "best": self.could_be_best,
            "letters": list(self.run_letters()),
        }
        return columns, "run"


def leaderboard(table: ScoreTable, options: Options | None = None) -> Board:
    """Return the leaderboard of a table, with the uncertainty of its order.

    The result does not depend on the order of runs or topics.

    >>> values = np.array([[0.1, 0.5, 0.6], [0.0, 0.7, 0.6], [0.2, 0.6, 0.7], [0.1, 0.9, 0.8]])
    >>> table = ScoreTable("AP", ("x", "y", "z"), ("1", "2", "3", "4"), values)
    >>> board = leaderboard(table)
    >>> board.runs, board.run_letters(), board.could_be_best.tolist()
    (('y', 'z', 'x'), ('a', 'a', 'b'), [True, True, False])
    """
    options = options or Options()
    ranking = rank_runs(table, options)
    ordered, values = ranking.table, ranking.table.compared
    family = test_family([ordered], [all_pairs(len(ordered.runs))], options)
    missing = explain_unsupported_tail(ordered, options.alpha, family.size)
    few = len(ordered.runs) <= MOST_LETTERED and not missing
    alike = significant(family.corrected, alpha=options.alpha)
    return Board(
        table=ordered,
        means=ordered.scale.mean_intervals(values.T, options.confidence),
        ranks=ranking.ranks,
        family=family,
        letters=compact_letters(alike, total(values.T) / len(values)) if few else None,
        options=options,
        letters_missing=missing,
    )


def rank_runs(table: ScoreTable, options: Options) -> RankedRuns:
    """Rank the runs of a table by their means, with the confidence sets of their ranks."""
    ordered = table.best_first()
    ranks = rank_sets(
        ordered.compared,
        seed=options.seed,
        confidence=options.confidence,
        simultaneous=options.simultaneous,
        samples=options.samples,
        workers=options.workers,
    )
    return RankedRuns(ordered, ranks, options)


@dataclass(frozen=True, eq=False)
class MeanRanks(FrozenArrays):
    """The runs of a table by mean rank, the best first; ranks are of compared values.

    Runs that share a letter differ by no more than Nemenyi's test requires: their mean ``ranks``
    [R] are at most ``critical_difference`` apart.
    """

    table: ScoreTable
    ranks: Floats
    letters: Letters
    critical_difference: float
    options: Options


def average_ranks(table: ScoreTable, options: Options | None = None) -> MeanRanks:
    """Return the mean ranks of a table's runs, with Nemenyi's test.

    >>> values = np.array([[0.5, 0.4, 0.1], [0.7, 0.3, 0.1], [0.6, 0.5, 0.1]])
    >>> found = average_ranks(ScoreTable("AP", ("x", "y", "z"), ("1", "2", "3"), values))
    >>> found.ranks.tolist(), found.letters.label_runs(), round(found.critical_difference, 3)
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
        critical_difference=nemenyi_critical_difference(
            len(ordered.topics), len(ordered.runs), options.alpha
        ),
        options=options,
    )


def means_with_intervals(
    table: ScoreTable, confidence: float
) -> Iterator[tuple[str, float, float, float]]:
    """Yield the mean of each run with its interval: name, mean, low, high."""
    bounds = table.scale.mean_intervals(table.compared.T, confidence)
    columns = (table.means.tolist(), bounds.low.tolist(), bounds.high.tolist())
    yield from zip(table.runs, *columns, strict=True)


@dataclass(frozen=True, eq=False)
class ErrorParts(FrozenArrays):
    """Standard errors of means or differences due to the ``sample`` and due to the ``topics``.

    Their squares sum to the squared error over topics; if that is smaller than the sample's part,
    which happens with few topics, the topics' part is 0.
    """

    sample: Floats
    topics: Floats


def estimate_mean_errors(table: ScoreTable) -> ErrorParts | None:
    """Return the errors of each run's mean [R]; None if values are not estimated from a sample."""
    if table.errors is None:
        return None
    return _split_error(table.compared.T, table.errors.estimate_means(table.topics))


def estimate_difference_errors(table: ScoreTable, a: str, b: str) -> ErrorParts | None:
    """Return the errors of the difference of two runs' means; None if values are not estimates.

    Runs share the sample, and most of its error: the common part does not count.
    """
    if table.errors is None:
        return None
    first, second = (np.array([table.column(run)]) for run in (a, b))
    sample = table.errors.estimate_differences(table.topics, first, second)
    parts = _split_error(table.compared_differences(a, b)[None, :], sample)
    return ErrorParts(parts.sample[0], parts.topics[0])


def sample_interval(table: ScoreTable, a: str, b: str, confidence: float) -> Interval | None:
    """Return the interval of two means' difference on these topics over samples of judgments."""
    errors = estimate_difference_errors(table, a, b)
    if errors is None:
        return None
    from scipy.special import ndtri

    difference = np.asarray(table.compared_differences(a, b).mean())
    reach = ndtri((1 + confidence) / 2) * errors.sample
    low, high, how = difference - reach, difference + reach, "normal, from the design of the sample"
    return table.scale.shown_differences(
        Interval(difference, low, high, confidence, len(table.topics), how)
    )


def _split_error(values: Floats, sample: Floats) -> ErrorParts:
    """Split the error of the means of values [K, T] into parts."""
    _, deviation = mean_and_sd(values)
    return ErrorParts(sample, np.sqrt(np.maximum(deviation**2 / values.shape[1] - sample**2, 0.0)))
