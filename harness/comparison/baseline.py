"""Compare runs with baselines by one or several measures, as one family, and measure risk."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from math import isnan
from typing import TYPE_CHECKING, Any

import numpy as np

from harness.comparison.assurances import Circumstances, sentence
from harness.comparison.family import Columns, ComparisonFamily, test_family
from harness.comparison.significance import significance_test
from harness.comparison.table import ScoreTable
from harness.core.arrays import Floats, FrozenArrays
from harness.core.errors import EvaluationError, Problem
from harness.core.faces import MOST_ROWS, Face, HasFace, HasFrame
from harness.core.numbers import count_noun, find_repeated
from harness.evaluation.scales import Scale
from harness.settings.compare import Options
from harness.stats import families
from harness.stats.anova import anova, standardised_gap
from harness.stats.families import all_pairs, mean_gaps, subtract_pairs
from harness.stats.ranks import wins_ties_losses
from harness.stats.risk import Risk, geo_risk, measure_risk
from harness.stats.student import d_z

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, slots=True)
class BaselineComparison:
    """One run against a baseline by one measure; ``difference`` is run − baseline.

    For geometric means ``difference`` is the ratio run / baseline. ``better`` says whether the
    run's mean is better, None for equal means; ``wins`` counts topics on which its value is.
    ``low`` and ``high`` bound the difference (the interval of the test, for this comparison or,
    with ``simultaneous``, for all at once). ``p`` is two-sided, of the chosen test; ``corrected``
    is for the whole family; ``significant`` says whether that is below alpha. ``d_z`` is the
    difference over the deviation of the differences, ``gap`` over √V_E of all runs. ``identical``
    runs have the same value on every topic.
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

    @property
    def is_constant(self) -> bool:
        """Whether all differences are equal, which leaves t undefined."""
        return self.identical or isnan(self.d_z)


@dataclass(frozen=True, eq=False, repr=False)
class BaselineFamily(HasFace, HasFrame):
    """A family of comparisons; ``family`` has its size, and the method in words.

    ``rows`` are in the order of measures and baselines, the best runs first. ``baselines`` is empty
    if all pairs are compared.
    """

    tables: tuple[ScoreTable, ...]
    baselines: tuple[str, ...]
    rows: tuple[BaselineComparison, ...]
    family: ComparisonFamily
    options: Options

    def face(self) -> Face:
        """Return the first comparisons: difference, interval, corrected p."""
        measures = ", ".join(table.measure for table in self.tables)
        others = ", ".join(self.baselines) if self.baselines else "all pairs"
        line = f"Against {others} by {measures}: {count_noun(len(self.rows), 'comparison')}"
        heads = ("run", "baseline", "measure", "difference", "low", "high", "p", "corrected")
        rows = [tuple(getattr(row, name) for name in heads) for row in self.rows[:MOST_ROWS]]
        return Face(line, heads, rows, len(self.rows), self.family.clauses)

    @property
    def intervals(self) -> str:
        """Describe the intervals of differences."""
        percent, known = self.options.percent, Circumstances.of(self.tables)
        return sentence(
            self.interval_assurance, known, percent=percent, size=f"{self.family.size:,}"
        )

    @property
    def interval_assurance(self) -> str:
        """The name of the assurance of the intervals of differences."""
        if self.options.simultaneous:
            return "differences-at-once"
        return "always-valid" if self.options.test == "always-valid" else "difference-interval"

    def _columns(self) -> tuple[Mapping[str, Any], None]:
        """Return a row per comparison."""
        names = [field.name for field in fields(BaselineComparison)]
        return {name: [getattr(row, name) for row in self.rows] for name in names}, None

    def matrix(self, field: str, measure: str | None = None) -> pd.DataFrame:
        """Return a field of all pairs as a labelled frame, a row and a column per run, the best
        first.

        A difference is the row's run minus the column's; NaN if there is no such comparison.

        >>> values = np.array([[0.5, 0.4, 0.1], [0.7, 0.3, 0.1], [0.6, 0.5, 0.1]])
        >>> pairs = every_pair(ScoreTable("AP", ("x", "y", "z"), ("1", "2", "3"), values))
        >>> pairs.matrix("difference").loc["y"].round(1).tolist()
        [-0.2, 0.0, 0.3]
        >>> pairs.matrix("p").loc["z"].round(4).tolist()
        [0.0131, 0.0351, 1.0]
        """
        import pandas as pd

        table = next(t for t in self.tables if measure in (None, t.measure)).best_first()
        ratio, differs = table.scale.geometric, field == "difference"
        cells = np.full((len(table.runs), len(table.runs)), np.nan)
        np.fill_diagonal(cells, 0.0 if differs and not ratio else 1.0)
        index = {run: i for i, run in enumerate(table.runs)}
        for row in self.rows:
            if row.measure == table.measure:
                i, j, value = index[row.run], index[row.baseline], getattr(row, field)
                cells[i, j] = cells[j, i] = value
                if differs:
                    cells[j, i] = 1 / value if ratio else 0.0 - value
        return pd.DataFrame(cells, index=pd.Index(table.runs, name="run"), columns=table.runs)


def against(
    tables: ScoreTable | Sequence[ScoreTable],
    baselines: str | Sequence[str],
    options: Options | None = None,
) -> BaselineFamily:
    """Compare every run with one or several baselines, by one or several measures.

    All comparisons, baselines × runs × measures, are one family. Two baselines are compared with
    each other once. Raises `EvaluationError` for baselines that are unknown or named twice, no
    baseline, no table, and two tables of one measure.

    >>> values = np.array([[0.5, 0.4, 0.1], [0.7, 0.3, 0.1], [0.6, 0.5, 0.1]])
    >>> table = ScoreTable("AP", ("x", "y", "base"), ("1", "2", "3"), values)
    >>> found = against(table, "base")
    >>> [(row.run, round(row.difference, 2), round(row.corrected, 4)) for row in found.rows]
    [('x', 0.5, 0.0261), ('y', 0.3, 0.0351)]
    >>> found.family.size
    2
    """
    chosen = check_tables(tables)
    named = (baselines,) if isinstance(baselines, str) else tuple(baselines)
    problems = [Problem(f"the baseline {name!r} is named twice") for name in find_repeated(named)]
    problems += [] if named else [Problem("no baseline named", hint="name one or several runs")]
    if problems:
        raise EvaluationError(problems)
    pairs = [_pair_with_baselines(table, named) for table in chosen]
    return _compare_with_baselines(chosen, named, pairs, options or Options())


def every_pair(
    tables: ScoreTable | Sequence[ScoreTable], options: Options | None = None
) -> BaselineFamily:
    """Compare all pairs of runs by one or several measures, as one family; the better run first.

    The second run of each pair is its ``baseline``. Raises `EvaluationError` like `against`.
    """
    chosen = tuple(table.best_first() for table in check_tables(tables))
    pairs = [all_pairs(len(table.runs)) for table in chosen]
    return _compare_with_baselines(chosen, (), pairs, options or Options())


def adjust_confidence(options: Options, size: int) -> float:
    """Return the confidence of each interval of a family (Bonferroni if they hold at once)."""
    return 1 - (1 - options.confidence) / size if options.simultaneous else options.confidence


def check_tables(tables: ScoreTable | Sequence[ScoreTable]) -> tuple[ScoreTable, ...]:
    """Return one or several tables, of different measures; `EvaluationError` otherwise."""
    chosen = (tables,) if isinstance(tables, ScoreTable) else tuple(tables)
    measures = [table.measure for table in chosen]
    problems = [Problem(f"the measure {name!r} is named twice") for name in find_repeated(measures)]
    problems += [] if chosen else [Problem("there is no measure to compare by")]
    if problems:
        raise EvaluationError(problems)
    return chosen


def _pair_with_baselines(table: ScoreTable, baselines: Sequence[str]) -> Columns:
    """Return the pairs of a table with each baseline in turn, the best run first."""
    columns = [table.column(name) for name in baselines]
    first, second = families.against(columns, len(table.runs))
    position = np.argsort(table.scale.order(table.means, table.runs))
    turn = np.array([columns.index(column) for column in second], dtype=np.int64)
    order = np.lexsort((position[first], turn))
    return first[order], second[order]


def _compare_with_baselines(
    tables: tuple[ScoreTable, ...],
    baselines: tuple[str, ...],
    pairs: Sequence[Columns],
    options: Options,
) -> BaselineFamily:
    family = test_family(tables, pairs, options)
    rows: list[BaselineComparison] = []
    for table, columns in zip(tables, pairs, strict=True):
        part = slice(len(rows), len(rows) + len(columns[0]))
        rows += _compare_rows(table, columns, family, part, options)
    return BaselineFamily(tables, baselines, tuple(rows), family, options)


def _compare_rows(
    table: ScoreTable, columns: Columns, family: ComparisonFamily, part: slice, options: Options
) -> Iterator[BaselineComparison]:
    """Yield the comparisons of one table, whose p-values are one part of the family's."""
    first, second = columns
    scale, means = table.scale, table.means
    differences = subtract_pairs(table.compared, columns)
    confidence = adjust_confidence(options, family.size)
    interval = scale.shown_differences(
        significance_test(options.test).interval(
            differences, confidence=confidence, bounds=scale.bounds_of_differences
        )
    )
    gaps = mean_gaps(table.compared, first, second)
    shown = scale.shown(gaps)
    effect = scale.better(d_z(differences))
    gap = scale.better(standardised_gap(anova(table.compared), gaps))
    counts = wins_ties_losses(differences)
    p, corrected = family.p[part], family.corrected[part]
    for index, (run, other) in enumerate(zip(first.tolist(), second.tolist(), strict=True)):
        yield BaselineComparison(
            measure=table.measure,
            baseline=table.runs[other],
            run=table.runs[run],
            n=len(table.topics),
            mean=float(means[run]),
            baseline_mean=float(means[other]),
            difference=float(shown[index]),
            better=bool(gaps[index] > 0) if gaps[index] else None,
            low=float(interval.low[index]),
            high=float(interval.high[index]),
            p=float(p[index]),
            corrected=float(corrected[index]),
            significant=bool(corrected[index] < options.alpha),
            d_z=float(effect[index]),
            gap=float(gap[index]),
            wins=int(counts.wins[index]),
            ties=int(counts.ties[index]),
            losses=int(counts.losses[index]),
            identical=bool((differences[index] == 0).all()),
        )


@dataclass(frozen=True, eq=False)
class RunRisks(FrozenArrays):
    """The risk of every run of a table against a baseline, the least risky run first.

    ``risk`` is computed on `ScoreTable.compared`, so that losses are losses in either direction.
    ``geo`` [R] is GeoRisk among all runs of the table; None if undefined: for measures of which
    less is better, logarithms and negative values.
    """

    table: ScoreTable
    baseline: str
    risk: Risk
    geo: Floats | None


def measure_risks(table: ScoreTable, baseline: str, *, alpha: float = 1.0) -> RunRisks:
    """Return the risk of all runs of a table; `EvaluationError` for an unknown baseline or alpha.

    >>> values = np.array([[0.5, 0.6, 0.8], [0.5, 0.6, 0.3]])
    >>> table = ScoreTable("AP", ("base", "safe", "bold"), ("1", "2"), values)
    >>> found = measure_risks(table, "base", alpha=1)
    >>> found.table.runs, found.risk.u_risk.round(4).tolist()
    (('safe', 'base', 'bold'), [0.1, 0.0, -0.05])
    """
    given = measure_risk(_differences(table, baseline), alpha=alpha).u_risk
    ordered = table.only([table.runs[i] for i in Scale().order(given, table.runs)])
    scale, values = table.scale, ordered.values
    defined = not scale.lower_is_better and not scale.geometric and values.min() >= 0
    return RunRisks(
        ordered,
        baseline,
        measure_risk(_differences(ordered, baseline), alpha=alpha),
        geo_risk(values, alpha=alpha) if defined else None,
    )


def _differences(table: ScoreTable, baseline: str) -> Floats:
    """Return how much better each run is than the baseline on each topic [R, T]."""
    column = table.compared[:, table.column(baseline)]
    return np.ascontiguousarray((table.compared - column[:, None]).T)
