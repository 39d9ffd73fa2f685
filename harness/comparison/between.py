"""Compare two evaluations, or all measures of one: leaderboards, scores and effects."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from harness.comparison.baseline import check_tables
from harness.comparison.family import ComparisonFamily, test_family
from harness.comparison.table import ScoreTable
from harness.core.arrays import Bools, Floats, FrozenArrays, Ints
from harness.core.errors import EvaluationError, Problem, refuse, some
from harness.core.faces import HasFrame
from harness.core.numbers import DECIMALS
from harness.settings.compare import Options
from harness.stats.correlation import kendall_tau, tau_ap
from harness.stats.families import all_pairs, mean_gaps
from harness.stats.rbo import Overlap, rank_biased_overlap, tied_groups
from harness.stats.replicability import RepeatedEffect, compare_means, repeated_effect, rmse
from harness.stats.swaps import asl_curve, discriminative_power

#: The probability that a reader of a leaderboard continues to the next rank, for RBO.
PERSISTENCE = 0.9


@dataclass(frozen=True, eq=False)
class Agreement(HasFrame, FrozenArrays):
    """The agreement of two leaderboards of the same runs.

    ``runs`` [R] are in the order of the first one, best first; means and ranks [R] are of each,
    ties sharing the best rank. ``tau`` is Kendall's τ-b; ``tau_ap`` τ_AP of Yilmaz et al. of the
    second against the first, ties in mean order; ``overlap`` is RBO.
    """

    first: ScoreTable
    second: ScoreTable
    runs: tuple[str, ...]
    mean_first: Floats
    mean_second: Floats
    rank_first: Ints
    rank_second: Ints
    tau: float
    tau_ap: float
    overlap: Overlap

    def _columns(self) -> tuple[Mapping[str, Any], str]:
        """Return a row per run: its mean and rank in both."""
        columns: dict[str, Any] = {
            "run": list(self.runs),
            "mean_first": self.mean_first,
            "rank_first": self.rank_first,
            "mean_second": self.mean_second,
            "rank_second": self.rank_second,
        }
        return columns, "run"


def compare_leaderboards(
    first: ScoreTable, second: ScoreTable, *, persistence: float = PERSISTENCE
) -> Agreement:
    """Compare two leaderboards of the same runs: other judgments, topics or measures.

    Raises `EvaluationError` for runs in only one of them, and if all runs of one are tied, so that
    it has no order.

    >>> a = ScoreTable("AP", ("x", "y"), ("1", "2"), np.array([[0.5, 0.4], [0.3, 0.2]]))
    >>> b = ScoreTable("P@1", ("y", "x"), ("1", "2"), np.array([[1.0, 0.0], [1.0, 1.0]]))
    >>> compare_leaderboards(a, b).tau
    -1.0
    """
    refuse(_check_runs(first.runs, second.runs), EvaluationError)
    runs = first.best_first().runs
    tables = [table.only(runs) for table in (first, second)]
    x, y = (table.scale.better(table.means) for table in tables)
    boards = {"first": x, "second": y}
    refuse(
        (
            Problem(f"all runs of the {which} leaderboard have one mean", hint="it has no order")
            for which, means in boards.items()
            if np.ptp(np.round(means, DECIMALS)) == 0
        ),
        EvaluationError,
    )
    overlap = rank_biased_overlap(
        [set(group) for group in tied_groups(runs, x, decimals=DECIMALS)],
        [set(group) for group in tied_groups(runs, y, decimals=DECIMALS)],
        p=persistence,
    )
    return Agreement(
        first=first,
        second=second,
        runs=runs,
        mean_first=tables[0].means,
        mean_second=tables[1].means,
        rank_first=tables[0].ranks,
        rank_second=tables[1].ranks,
        tau=float(kendall_tau(x, y)),
        tau_ap=float(tau_ap(x, y)),
        overlap=overlap,
    )


@dataclass(frozen=True, eq=False)
class Measures(HasFrame, FrozenArrays):
    """The agreement of an evaluation's measures, and how many pairs of runs each separates.

    ``tau`` [M, M] is Kendall's τ-b between the leaderboards; NaN for a measure that ties all runs.
    ``families`` [M] are the tests of all pairs by each measure; ``power`` [M] is the share of pairs
    that differ significantly, ``significant`` [M] their number among ``pairs``; ``needed`` [M] is
    the difference of means (the ratio of geometric means) above which all do, infinite if no pair
    has one.
    """

    tables: tuple[ScoreTable, ...]
    tau: Floats
    power: Floats
    needed: Floats
    significant: Ints
    pairs: int
    families: tuple[ComparisonFamily, ...]
    options: Options

    def asl_curves(self) -> Floats:
        """Return the achieved significance levels [M, P], highest first: the p of each pair by
        itself.
        """
        return asl_curve(np.stack([family.p for family in self.families]))

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the measures."""
        return tuple(table.measure for table in self.tables)

    def _columns(self) -> tuple[Mapping[str, Any], str]:
        """Return a row per measure: discriminative power, needed difference, τ with each other."""
        columns: dict[str, Any] = {
            "measure": list(self.names),
            "discriminative_power": self.power,
            "needed": self.needed,
        }
        columns |= {f"tau {name}": self.tau[:, column] for column, name in enumerate(self.names)}
        return columns, "measure"


def compare_measures(tables: Sequence[ScoreTable], options: Options | None = None) -> Measures:
    """Compare the measures of one evaluation; raises `EvaluationError` for different runs.

    >>> a = ScoreTable("AP", ("x", "y", "z"), ("1", "2"), np.array([[3, 2, 1], [3, 2, 1.0]]))
    >>> b = ScoreTable("RR", ("x", "y", "z"), ("1", "2"), np.array([[3, 1, 2], [3, 1, 2.0]]))
    >>> compare_measures([a, b], Options(samples=500)).tau.round(4).tolist()
    [[1.0, 0.3333], [0.3333, 1.0]]
    """
    chosen = check_tables(tables)
    options = options or Options()
    for table in chosen[1:]:
        refuse(_check_runs(chosen[0].runs, table.runs), EvaluationError)
    same = [table.only(chosen[0].runs) for table in chosen]
    pairs = all_pairs(len(same[0].runs))
    families = [test_family([table], [pairs], options) for table in same]
    corrected = np.stack([family.corrected for family in families])
    return Measures(
        tables=tuple(same),
        tau=taus(np.stack([table.scale.better(table.means) for table in same])),
        power=discriminative_power(corrected, alpha=options.alpha),
        needed=np.array(
            [
                _find_needed_difference(table, family.corrected < options.alpha)
                for table, family in zip(same, families, strict=True)
            ]
        ),
        significant=np.count_nonzero(corrected < options.alpha, axis=1),
        pairs=corrected.shape[1],
        families=tuple(families),
        options=options,
    )


def _find_needed_difference(table: ScoreTable, differ: Bools) -> float:
    """Return the difference of means above which all pairs ``differ``; infinite if no pair has it.

    ``differ`` [P] is of all pairs of the table's runs in their order.
    """
    gaps = np.abs(mean_gaps(table.compared, *all_pairs(len(table.runs))))
    needed = gaps[~differ].max(initial=0.0)
    return table.scale.apart(float(needed)) if (gaps > needed).any() else np.inf


def taus(means: Floats) -> Floats:
    """Return Kendall's τ-b between the leaderboards of M measures [M, R]; NaN without an order.

    More must be better for all means.
    """
    ordered = np.ptp(np.round(means, DECIMALS), axis=1) > 0
    coefficients = np.full((len(means), len(means)), np.nan)
    for row in np.flatnonzero(ordered):
        coefficients[row, ordered] = kendall_tau(means[row], means[ordered])
    return coefficients


def _check_runs(first: Sequence[str], second: Sequence[str]) -> Iterator[Problem]:
    for which, ours, theirs in (("first", first, second), ("second", second, first)):
        alone = [run for run in ours if run not in theirs]
        if alone:
            hint = "two leaderboards must have the same runs"
            yield Problem(f"only the {which} leaderboard has the runs {some(alone)}", hint=hint)


@dataclass(frozen=True, slots=True)
class RepeatedRun:
    """A run in two evaluations.

    ``rmse`` is over its values by topic, None if the topics differ. ``p`` is of a t test of its
    means, paired if the topics are the same. ``effect`` is over the baseline, None without one and
    for the baseline itself.
    """

    run: str
    original: float
    repeated: float
    rmse: float | None
    p: float
    effect: RepeatedEffect | None


@dataclass(frozen=True, eq=False)
class Replicability:
    """The common runs of two evaluations, the best of the original first.

    ``same_topics`` distinguishes a reproduction, which is compared topic by topic, from a
    replication. ``alone`` lists the runs in only one of them.
    """

    original: ScoreTable
    repeated: ScoreTable
    baseline: str | None
    same_topics: bool
    runs: tuple[RepeatedRun, ...]
    alone: tuple[str, ...]


def measure_replicability(
    original: ScoreTable, repeated: ScoreTable, baseline: str | None = None
) -> Replicability:
    """Compare the runs of the same names in two evaluations by one measure.

    Geometric means are compared by logarithms. Raises `EvaluationError` if no run is in both, and
    for a baseline that is not.

    >>> import numpy as np
    >>> first = ScoreTable("AP", ("x", "y"), ("1", "2"), np.array([[0.2, 0.3], [0.2, 0.3]]))
    >>> again = ScoreTable("AP", ("x", "y"), ("1", "2"), np.array([[0.4, 0.5], [0.4, 0.4]]))
    >>> found = measure_replicability(first, again, "x").runs[0]
    >>> found.run, round(found.effect.effect_ratio, 4), round(found.rmse, 4)
    ('y', 0.5, 0.1581)
    """
    names = [run for run in original.best_first().runs if run in repeated.runs]
    if not names:
        raise EvaluationError(Problem("no run has the same name in both evaluations"))
    if baseline is not None:
        original.column(baseline)
        repeated.column(baseline)
    same = original.topics == repeated.topics
    alone = sorted(set(original.runs) ^ set(repeated.runs))
    runs = tuple(_compare_repeated(original, repeated, run, baseline, same) for run in names)
    return Replicability(original, repeated, baseline, same, runs, tuple(alone))


def _compare_repeated(
    original: ScoreTable, repeated: ScoreTable, run: str, baseline: str | None, same: bool
) -> RepeatedRun:
    tables = (original, repeated)
    first, second = (table.scale.transformed(table.select_run(run)) for table in tables)
    effect = None
    if baseline is not None and run != baseline:
        before, after = (table.scale.transformed(table.select_run(baseline)) for table in tables)
        effect = repeated_effect(before, first, after, second)
    old, new = (float(table.means[table.column(run)]) for table in tables)
    error = float(rmse(first, second)) if same else None
    return RepeatedRun(run, old, new, error, compare_means(first, second, paired=same), effect)
