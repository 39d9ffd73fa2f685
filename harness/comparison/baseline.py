"""Runs against one or several baselines, by one or several measures, as one family of tests."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

import numpy as np

from harness.comparison.family import Columns, ComparisonFamily, tested_family
from harness.comparison.options import Options
from harness.comparison.table import ScoreTable
from harness.core.arrays import Ints
from harness.core.errors import EvaluationError, Problem
from harness.stats import families
from harness.stats.anova import anova, standardised_gap
from harness.stats.effects import d_z
from harness.stats.families import mean_gaps
from harness.stats.pairs import all_pairs, differences_of
from harness.stats.sign import wins_ties_losses
from harness.stats.student import t_interval

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, slots=True)
class Compared:
    """One run against another, the baseline, by one measure; ``difference`` is run − baseline.

    Of geometric means ``difference`` is the ratio run / baseline. ``better`` says whether the run's
    mean is the better one, None for equal means; its ``wins`` are the topics where its value is.
    ``low`` and ``high`` bound the difference (a t interval, of this comparison by itself). ``p`` is
    that of the chosen test, two-sided; ``corrected`` allows for the whole family; ``significant``
    says whether that is below alpha. ``d_z`` is the difference over the deviation of the
    differences, ``gap`` over √V_E of all runs. ``identical`` runs have the same value on every
    topic.
    """

    measure: str
    baseline: str
    run: str
    n: int
    mean: float
    baseline_mean: float
    difference: float
    better: bool | None
    low: float
    high: float
    p: float
    corrected: float
    significant: bool
    d_z: float
    gap: float
    wins: int
    ties: int
    losses: int
    identical: bool


@dataclass(frozen=True, eq=False)
class Against:
    """A family of comparisons; ``family`` has its size, and what was computed in plain words.

    ``rows`` are in the order of measures and baselines; of each the best run comes first.
    ``baselines`` is empty where all pairs are compared.
    """

    tables: tuple[ScoreTable, ...]
    baselines: tuple[str, ...]
    rows: tuple[Compared, ...]
    family: ComparisonFamily
    options: Options

    def to_frame(self) -> pd.DataFrame:
        """A row a comparison."""
        import pandas as pd

        return pd.DataFrame([asdict(row) for row in self.rows])


def against(
    tables: ScoreTable | Sequence[ScoreTable],
    baselines: str | Sequence[str],
    options: Options | None = None,
) -> Against:
    """Every other run against one or several baselines, by one or several measures.

    All comparisons, baselines × runs × measures, are one family. Two baselines are compared with
    each other once. Raises `EvaluationError` for baselines that are not there or named twice, no
    baseline, no table, and two tables of one measure.

    >>> values = np.array([[0.5, 0.4, 0.1], [0.7, 0.3, 0.1], [0.6, 0.5, 0.1]])
    >>> table = ScoreTable("AP", ("x", "y", "base"), ("1", "2", "3"), values)
    >>> found = against(table, "base")
    >>> [(row.run, round(row.difference, 2), row.p, row.corrected) for row in found.rows]
    [('x', 0.5, 0.25, 0.5), ('y', 0.3, 0.25, 0.5)]
    >>> found.family.size
    2
    """
    chosen = checked_tables(tables)
    named = (baselines,) if isinstance(baselines, str) else tuple(baselines)
    repeated = [name for name in dict.fromkeys(named) if named.count(name) > 1]
    problems = [Problem(f"the baseline {name!r} is named twice") for name in repeated]
    problems += [] if named else [Problem("no baseline named", hint="name one or several runs")]
    if problems:
        raise EvaluationError(problems)
    pairs = [_against(table, named) for table in chosen]
    return _compared(chosen, named, pairs, for_tables(options, chosen))


def every_pair(
    tables: ScoreTable | Sequence[ScoreTable], options: Options | None = None
) -> Against:
    """All pairs of runs by one or several measures, as one family; the better run comes first.

    The second run of each pair stands under ``baseline``. Raises `EvaluationError` as `against`.
    """
    chosen = checked_tables(tables)
    pairs = [_best_first(table, all_pairs(len(table.runs))) for table in chosen]
    return _compared(chosen, (), pairs, for_tables(options, chosen))


def for_tables(options: Options | None, tables: Sequence[ScoreTable]) -> Options:
    """The options, or the defaults, for tables of so many topics."""
    return (options or Options()).for_topics(max(len(table.topics) for table in tables))


def checked_tables(tables: ScoreTable | Sequence[ScoreTable]) -> tuple[ScoreTable, ...]:
    """One or several tables, of different measures; `EvaluationError` otherwise."""
    chosen = (tables,) if isinstance(tables, ScoreTable) else tuple(tables)
    measures = [table.measure for table in chosen]
    same = [name for name in dict.fromkeys(measures) if measures.count(name) > 1]
    problems = [Problem(f"the measure {name!r} is named twice") for name in same]
    problems += [] if chosen else [Problem("there is no measure to compare by")]
    if problems:
        raise EvaluationError(problems)
    return chosen


def _against(table: ScoreTable, baselines: Sequence[str]) -> Columns:
    """The pairs of a table with each baseline in turn, the best run first."""
    columns = [table.column(name) for name in baselines]
    first, second = families.against(columns, len(table.runs))
    place = _places(table)
    turn = np.array([columns.index(column) for column in second], dtype=np.int64)
    order = np.lexsort((place[first], turn))
    return first[order], second[order]


def _best_first(table: ScoreTable, pairs: Columns) -> Columns:
    """Pairs with the better run first, in the order of the leaderboard."""
    order = np.argsort(_places(table))
    return order[pairs[0]], order[pairs[1]]


def _places(table: ScoreTable) -> Ints:
    """The place of each run on the leaderboard, from 0."""
    return np.argsort(table.scale.order(table.means, table.runs))


def _better(gap: float) -> bool | None:
    return gap > 0 if gap else None


def _compared(
    tables: tuple[ScoreTable, ...],
    baselines: tuple[str, ...],
    pairs: Sequence[Columns],
    options: Options,
) -> Against:
    family = tested_family(tables, pairs, options)
    rows: list[Compared] = []
    for table, columns in zip(tables, pairs, strict=True):
        part = slice(len(rows), len(rows) + len(columns[0]))
        rows += _rows(table, columns, family, part, options)
    return Against(tables, baselines, tuple(rows), family, options)


def _rows(
    table: ScoreTable, columns: Columns, family: ComparisonFamily, part: slice, options: Options
) -> Iterator[Compared]:
    """The comparisons of one table, whose p-values are one part of the family's."""
    first, second = columns
    scale, means = table.scale, table.means
    differences = differences_of(table.compared, columns)
    interval = scale.shown_interval(t_interval(differences, confidence=options.confidence))
    gaps = mean_gaps(table.compared, first, second)
    shown = scale.shown(gaps)
    effect = scale.better(d_z(differences))
    gap = scale.better(standardised_gap(anova(table.compared), gaps))
    counts = wins_ties_losses(differences)
    p, corrected = family.p[part], family.corrected[part]
    for at, (run, other) in enumerate(zip(first.tolist(), second.tolist(), strict=True)):
        yield Compared(
            measure=table.measure,
            baseline=table.runs[other],
            run=table.runs[run],
            n=len(table.topics),
            mean=float(means[run]),
            baseline_mean=float(means[other]),
            difference=float(shown[at]),
            better=_better(float(gaps[at])),
            low=float(interval.low[at]),
            high=float(interval.high[at]),
            p=float(p[at]),
            corrected=float(corrected[at]),
            significant=bool(corrected[at] < options.alpha),
            d_z=float(effect[at]),
            gap=float(gap[at]),
            wins=int(counts.wins[at]),
            ties=int(counts.ties[at]),
            losses=int(counts.losses[at]),
            identical=bool((differences[at] == 0).all()),
        )
