"""An evaluation to be compared in every way: score tables, options, and a method a question."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, overload

from harness.comparison.baseline import Against, against, checked_tables, every_pair
from harness.comparison.between import Measures, compare_measures
from harness.comparison.board import Board, leaderboard
from harness.comparison.components import RunComponents, components_of
from harness.comparison.pair import PairComparison, compare_pair
from harness.comparison.significance import TESTS
from harness.comparison.standardised import not_standardised, standardised
from harness.comparison.table import ScoreTable
from harness.core.faces import Face, PlottedRuns, as_frame, natural
from harness.core.numbers import counted
from harness.measures import index_of_measure
from harness.settings.compare import Options
from harness.stats import mean_intervals

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl


@dataclass(frozen=True, eq=False, repr=False)
class Comparison(PlottedRuns):
    """The scores of one or several measures, and how their runs are to be compared.

    ``scores`` are tables of the measures' own values; what is compared are `tables`. The first
    measure is the one meant where none is named. ``named`` are the measures that were asked for:
    `against` compares by all of them, as one family. ``attributes`` say of runs by name what they
    are made of, such as the stemmer. With ``as_is`` values are not standardised, whatever the
    options say. Raises `EvaluationError` for no table, two of one measure, and baselines that are
    not there.
    """

    scores: tuple[ScoreTable, ...]
    options: Options
    baselines: tuple[str, ...] = ()
    named: tuple[str, ...] = ()
    attributes: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    as_is: bool = False

    def __post_init__(self) -> None:
        for table in checked_tables(self.scores):
            for name in self.baselines:
                table.column(name)

    def tested_by(self, **options: Any) -> Comparison:
        """The same runs and measures, compared with some options in the place of its own."""
        return replace(self, options=Options(**{**dict(self.options), **options}))

    def standardised(self) -> Comparison:
        """The same, of values standardised by topic, where the options say so."""
        return replace(self, as_is=False)

    @cached_property
    def tables(self) -> tuple[ScoreTable, ...]:
        """The score tables that are compared: of standardised values, where the options say so.

        A measure is then called "AP (normal)"; `table` knows it by its own name, too.
        """
        by = self.options.standardise
        if by == "none":
            return self.scores
        turned = not_standardised if self.as_is else standardised
        return tuple(turned(table, by) for table in self.scores)

    def of_subset(self, name: str, topics: Collection[str]) -> Comparison:
        """The same runs and measures over some of the topics; see `ScoreTable.of_subset`."""
        return replace(self, scores=tuple(table.of_subset(name, topics) for table in self.scores))

    def face(self) -> Face:
        """A small leaderboard of the first measure; with baselines, the differences from them."""
        if self.baselines:
            return self.against().face()
        table = self.tables[0]
        runs, topics = counted(len(table.runs), "run"), counted(len(table.topics), "topic")
        measures = ", ".join(other.measure for other in self.tables[:5])
        best = table.best_first()
        shown = best.scale.shown(best.means)
        confidence, limits = self.options.confidence, best.scale.compared_bounds
        means = mean_intervals(best.compared, confidence=confidence, bounds=limits)
        bounds = best.scale.shown_means(means)
        columns = (shown.tolist(), bounds.low.tolist(), bounds.high.tolist())
        rows = list(zip(best.runs, *columns, strict=True))
        test = TESTS[self.options.test].label
        line = f"Comparison: {runs}, {topics}; {measures}; test: {test}"
        return Face(line, ("run", table.measure, "low", "high"), rows, len(table.runs))

    @overload
    def to_frame(self, library: Literal["pandas"] = "pandas") -> pd.DataFrame: ...
    @overload
    def to_frame(self, library: Literal["polars"]) -> pl.DataFrame: ...
    def to_frame(self, library: str = "pandas") -> pd.DataFrame | pl.DataFrame:
        """All values in long form: run, topic, measure, value; topics in their natural order.

        ``library`` is "pandas" or "polars".
        """
        rows = [
            (run, topic, table.measure, float(table.values[row, column]))
            for table in self.tables
            for column, run in enumerate(table.runs)
            for row, topic in sorted(enumerate(table.topics), key=lambda item: natural(item[1]))
        ]
        names = ("run", "topic", "measure", "value")
        columns = dict(zip(names, zip(*rows, strict=True), strict=True))
        frame: pd.DataFrame | pl.DataFrame = as_frame(columns, library)
        return frame

    def table(self, measure: str | None = None) -> ScoreTable:
        """The score table of a measure, the first one unless named."""
        if measure is None:
            return self.tables[0]
        names = [table.measure for table in self.tables]
        if measure not in names:
            names = [table.measure for table in self.scores]
        return self.tables[index_of_measure(measure, names, self.tables[0].level)]

    @property
    def named_tables(self) -> tuple[ScoreTable, ...]:
        """The score tables of the measures that were asked for, or of the first."""
        return tuple(map(self.table, self.named)) or self.tables[:1]

    def leaderboard(self, measure: str | None = None) -> Board:
        """The leaderboard with intervals, ranks, letters and the p-values of all pairs."""
        return leaderboard(self.table(measure), self.options)

    def pair(self, a: str, b: str, measure: str | None = None) -> PairComparison:
        """Two runs, by every test."""
        return compare_pair(self.table(measure), a, b, self.options)

    def against(
        self, baselines: str | Sequence[str] | None = None, measure: str | None = None
    ) -> Against:
        """Every other run against baselines, as one family.

        By the measure given, else by those that were asked for, else by the first.
        """
        tables = self.named_tables if measure is None else (self.table(measure),)
        return against(tables, self.baselines if baselines is None else baselines, self.options)

    def pairs(self, measure: str | None = None) -> Against:
        """All pairs of runs by one measure, as one family."""
        return every_pair(self.table(measure), self.options)

    def p_values(self, measure: str | None = None, *, corrected: bool = True) -> pd.DataFrame:
        """The p-values of all pairs as a labelled frame [R, R], the best run first."""
        return self.pairs(measure).matrix("corrected" if corrected else "p")

    def differences(self, measure: str | None = None) -> pd.DataFrame:
        """The mean differences, row less column, as a labelled frame; ratios of geometric means."""
        return self.pairs(measure).matrix("difference")

    def components(
        self, *factors: str, measure: str | None = None, order: int | None = None
    ) -> RunComponents:
        """Contribution of the runs' attributes to their values, by analysis of variance."""
        return components_of([self.table(measure)], self.attributes, factors, self.options, order)

    def measures(self) -> Measures:
        """How the measures agree, and how many pairs each tells apart."""
        return compare_measures(self.tables, self.options)
