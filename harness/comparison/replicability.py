"""Whether a repeated evaluation has the scores and the effects of the original one."""

from __future__ import annotations

from dataclasses import dataclass

from harness.comparison.table import ScoreTable
from harness.core.errors import EvaluationError, Problem
from harness.stats.replicability import RepeatedEffect, p_of_means, repeated_effect, rmse


@dataclass(frozen=True, slots=True)
class RepeatedRun:
    """A run of two evaluations.

    ``rmse`` is that of its values by topic, None where the topics are others. ``p`` is that of a t
    test of its means, paired where the topics are the same. ``effect`` is that over the baseline,
    None without one and for the baseline itself.
    """

    run: str
    original: float
    repeated: float
    rmse: float | None
    p: float
    effect: RepeatedEffect | None


@dataclass(frozen=True, eq=False)
class Replicability:
    """The runs that two evaluations have in common, the best of the original first.

    ``same_topics`` tells a reproduction, which is compared topic by topic, from a replication.
    ``alone`` are the runs that only one of them has.
    """

    original: ScoreTable
    repeated: ScoreTable
    baseline: str | None
    same_topics: bool
    runs: tuple[RepeatedRun, ...]
    alone: tuple[str, ...]


def replicability_of(
    original: ScoreTable, repeated: ScoreTable, baseline: str | None = None
) -> Replicability:
    """Compare the runs of the same names in two evaluations by one measure.

    Of geometric means, logarithms are compared. Raises `EvaluationError` where no run is in both,
    and for a baseline that is not.

    >>> import numpy as np
    >>> first = ScoreTable("AP", ("x", "y"), ("1", "2"), np.array([[0.2, 0.3], [0.2, 0.3]]))
    >>> again = ScoreTable("AP", ("x", "y"), ("1", "2"), np.array([[0.4, 0.5], [0.4, 0.4]]))
    >>> found = replicability_of(first, again, "x").runs[0]
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
    runs = tuple(_repeated(original, repeated, run, baseline, same) for run in names)
    return Replicability(original, repeated, baseline, same, runs, tuple(alone))


def _repeated(
    original: ScoreTable, repeated: ScoreTable, run: str, baseline: str | None, same: bool
) -> RepeatedRun:
    tables = (original, repeated)
    first, second = (table.scale.transformed(table.of_run(run)) for table in tables)
    effect = None
    if baseline is not None and run != baseline:
        before, after = (table.scale.transformed(table.of_run(baseline)) for table in tables)
        effect = repeated_effect(before, first, after, second)
    old, new = (float(table.means[table.column(run)]) for table in tables)
    error = float(rmse(first, second)) if same else None
    return RepeatedRun(run, old, new, error, p_of_means(first, second, paired=same), effect)
