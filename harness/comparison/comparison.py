"""The comparisons of an evaluation: score tables, options, and a method per question.

Values may be standardised by topic, so that no topic weighs more than another.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal

from harness.comparison.baseline import BaselineFamily, against, check_tables, every_pair
from harness.comparison.between import Measures, compare_measures
from harness.comparison.board import (
    Board,
    RankedRuns,
    leaderboard,
    means_with_intervals,
    rank_runs,
)
from harness.comparison.components import RunComponents, estimate_components
from harness.comparison.pair import PairComparison, compare_pair
from harness.comparison.significance import significance_test
from harness.comparison.table import ScoreTable
from harness.core import public
from harness.core.faces import Face, HasFrame, HasRunPlots, ShownTable, long_columns, natural
from harness.core.notes import Note, note_lines
from harness.core.numbers import count_noun
from harness.evaluation.scales import UNBOUNDED, Scale
from harness.measures import find_measure_index
from harness.settings.compare import Options
from harness.stats.topics import STANDARDISATIONS, standardise


@dataclass(frozen=True, eq=False, repr=False)
class Comparison(HasRunPlots, HasFrame):
    """The scores of one or several measures, with options for comparing their runs.

    The default measure is the first one. Methods raise `EvaluationError` for unknown measures,
    runs, attributes and options.

    Attributes
    ----------
    scores
        A table of each measure's own values; `tables` are compared.
    options
        Test, correction, level and all other options of `harness.compare`.
    baselines
        The default baselines of `against`.
    named
        The requested measures: `against` compares by all of them, as one family.
    attributes
        The attributes of each run by name, such as its stemmer.
    as_is
        Whether values are never standardised, whatever the options say.

    Raises
    ------
    EvaluationError
        Without tables, for two tables of one measure, and for unknown baselines.

    Examples
    --------
    >>> from harness import compare
    >>> values = {"x": {"1": 0.5, "2": 0.7, "3": 0.6}, "y": {"1": 0.4, "2": 0.3, "3": 0.5}}
    >>> comparison = compare(values, measures="AP")
    >>> round(comparison.pair("x", "y").difference, 4), comparison.leaderboard().runs
    (0.2, ('x', 'y'))
    >>> comparison.of_runs(["y", "x"]).pairs().matrix("corrected").round(4).loc["x", "y"].item()
    0.1835
    >>> comparison.with_options(test="sign").pair("x", "y").p
    0.25
    >>> round(comparison.against("y").to_frame("polars")["difference"][0], 4)
    0.2
    """

    scores: tuple[ScoreTable, ...]
    options: Options
    baselines: tuple[str, ...] = ()
    named: tuple[str, ...] = ()
    attributes: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    as_is: bool = False

    def __post_init__(self) -> None:
        for table in check_tables(self.scores):
            for name in self.baselines:
                table.column(name)

    def with_options(self, **options: Any) -> Comparison:
        """Compare the same runs and measures with other options.

        Parameters
        ----------
        options
            Options of `harness.compare` that replace the present ones.

        Returns
        -------
        Comparison
            The same scores with other options.
        """
        return replace(self, options=Options(**{**dict(self.options), **options}))

    def standardised(self) -> Comparison:
        """Return the comparison with values standardised by topic, if the options say so."""
        return replace(self, as_is=False)

    @cached_property
    def tables(self) -> tuple[ScoreTable, ...]:
        """The compared score tables, of standardised values if the options say so.

        A standardised measure is called "AP (normal)"; `scores_by` also takes its own name.
        """
        by = self.options.standardise
        turned = note_not_standardised if self.as_is else standardise_table
        return self.scores if by == "none" else tuple(turned(t, by) for t in self.scores)

    def of_subset(self, name: str, topics: Collection[str]) -> Comparison:
        """Compare the same runs and measures over some of the topics.

        Parameters
        ----------
        name
            The name of the subset.
        topics
            Its topics.

        Returns
        -------
        Comparison
            The comparison on the subset; see `ScoreTable.of_subset`.
        """
        return replace(self, scores=tuple(table.of_subset(name, topics) for table in self.scores))

    @property
    def notes(self) -> tuple[Note, ...]:
        """The notes on the runs, each once."""
        return tuple(dict.fromkeys(note for table in self.scores for note in table.notes))

    def of_runs(self, runs: Sequence[str]) -> Comparison:
        """Compare some of the runs among each other.

        Parameters
        ----------
        runs
            Their names.

        Returns
        -------
        Comparison
            The comparison of these runs; other baselines are left out.
        """
        kept = tuple(name for name in self.baselines if name in runs)
        return replace(self, scores=tuple(t.only(runs) for t in self.scores), baselines=kept)

    def face(self) -> Face:
        """Return a small leaderboard of the first measure, or the differences from baselines."""
        if self.baselines:
            face = self.against().face()
            return replace(face, notes=[*face.notes, *note_lines(self.notes)])
        table = self.tables[0]
        runs, topics = count_noun(len(table.runs), "run"), count_noun(len(table.topics), "topic")
        measures = ", ".join(other.measure for other in self.tables[:5])
        rows = list(means_with_intervals(table.best_first(), self.options.confidence))
        test = significance_test(self.options.test).label
        parts = [f"{runs}, {topics}", *([measures] if measures else []), f"test: {test}"]
        line = f"Comparison: {'; '.join(parts)}"
        notes = note_lines(self.notes)
        return Face(line, ("run", table.measure, "low", "high"), rows, len(table.runs), notes)

    def _columns(self) -> tuple[Mapping[str, Any], None]:
        """Return all values in long form, with topics in their natural order."""
        rows = [
            (run, topic, table.measure, float(table.values[row, column]))
            for table in self.tables
            for column, run in enumerate(table.runs)
            for row, topic in sorted(enumerate(table.topics), key=lambda item: natural(item[1]))
        ]
        return long_columns(rows), None

    def scores_by(self, measure: str | None = None) -> ScoreTable:
        """Return the score table of a measure, the first one unless named.

        Parameters
        ----------
        measure
            The measure by any of its names; the first one if None.

        Returns
        -------
        ScoreTable
            Values by topic and run.
        """
        if measure is None:
            return self.tables[0]
        names = [table.measure for table in self.tables]
        if measure not in names:
            names = [table.measure for table in self.scores]
        return self.tables[find_measure_index(measure, names, self.tables[0].level)]

    def table(
        self,
        measures: str | Sequence[str] | None = None,
        *,
        baseline: str | Sequence[str] | None = None,
        runs: Sequence[str] | None = None,
        top: int | None = None,
        marks: Literal["baselines", "groups", "none"] | None = None,
        columns: Sequence[Literal["rank", "interval", "error"]] = (),
        digits: int = 4,
    ) -> ShownTable:
        """Return a table of results for a paper: a row per run, a column per measure.

        Parameters
        ----------
        measures
            Some of the measures; the requested ones, or all, if None.
        baseline
            The runs that superscripts refer to; the comparison's if None.
        runs, top
            Some of the runs, or the best of them by the first measure.
        marks
            The meaning of superscripts: the baselines that a run differs from significantly, or
            letters that runs share. Baselines, if there are any, by default.
        columns
            Columns beside means.
        digits
            Decimals of means.

        Returns
        -------
        ShownTable
            A table that prints itself, and is a frame, LaTeX, and a table in a notebook.

        Examples
        --------
        >>> from harness import compare
        >>> values = {"x": {"1": 0.5, "2": 0.7, "3": 0.6}, "y": {"1": 0.4, "2": 0.3, "3": 0.5}}
        >>> found = compare(values, measures="AP").table(baseline="y")
        >>> found.to_frame()["AP"].round(2).to_dict()
        {'x': 0.6, 'y': 0.4}
        """
        made: ShownTable = public("_results_table")(
            self,
            measures=measures,
            baselines=baseline,
            runs=runs,
            top=top,
            marks=marks,
            columns=columns,
            digits=digits,
        )
        return made

    @property
    def named_tables(self) -> tuple[ScoreTable, ...]:
        """The score tables of the requested measures, or of the first."""
        return tuple(map(self.scores_by, self.named)) or self.tables[:1]

    def leaderboard(self, measure: str | None = None) -> Board:
        """Return the leaderboard with intervals, ranks, letters and the p-values of all pairs.

        Parameters
        ----------
        measure
            The measure by any of its names; the first one if None.

        Returns
        -------
        Board
            A row per run, the best first.
        """
        return leaderboard(self.scores_by(measure), self.options)

    def ranked_among(self, runs: Sequence[str], measure: str | None = None) -> RankedRuns:
        """Rank some of the runs, with the confidence sets of their ranks among each other.

        Parameters
        ----------
        runs
            Their names.
        measure
            The measure by any of its names; the first one if None.

        Returns
        -------
        RankedRuns
            The lowest and the highest rank of each run.
        """
        return rank_runs(self.scores_by(measure).only(runs), self.options)

    def pair(self, a: str, b: str, measure: str | None = None) -> PairComparison:
        """Compare two runs by every test.

        Parameters
        ----------
        a, b
            The names of the runs; differences are ``a`` − ``b``.
        measure
            The measure by any of its names; the first one if None.

        Returns
        -------
        PairComparison
            Difference, interval, p of each test, effect, topics.
        """
        return compare_pair(self.scores_by(measure), a, b, self.options)

    def against(
        self, baseline: str | Sequence[str] | None = None, measure: str | None = None
    ) -> BaselineFamily:
        """Compare every other run with baselines, as one family.

        Parameters
        ----------
        baseline
            The run or runs; the comparison's if None.
        measure
            A measure; the requested ones, or else the first, if None.

        Returns
        -------
        BaselineFamily
            A row per comparison, with difference, interval and corrected p.
        """
        tables = self.named_tables if measure is None else (self.scores_by(measure),)
        return against(tables, self.baselines if baseline is None else baseline, self.options)

    def pairs(self, measure: str | None = None) -> BaselineFamily:
        """Compare all pairs of runs by one measure, as one family.

        Parameters
        ----------
        measure
            The measure by any of its names; the first one if None.

        Returns
        -------
        BaselineFamily
            A row per pair.
        """
        return every_pair(self.scores_by(measure), self.options)

    def components(
        self, *factors: str, measure: str | None = None, order: int | None = None
    ) -> RunComponents:
        """Split the variance of values by the runs' attributes, by analysis of variance.

        Parameters
        ----------
        factors
            The attributes; each combination of their values needs equally many runs.
        measure
            The measure by any of its names; the first one if None.
        order
            The highest order of interactions; as many attributes as the runs separate if None.

        Returns
        -------
        RunComponents
            A row per attribute and combination, with its share of the variance.
        """
        return estimate_components(
            [self.scores_by(measure)], self.attributes, factors, self.options, order
        )

    def measures(self) -> Measures:
        """Compare the measures: their agreement, and how many pairs of runs each separates."""
        return compare_measures(self.tables, self.options)


def standardise_table(table: ScoreTable, by: str) -> ScoreTable:
    """Standardise the values of each topic over its runs.

    ``by`` is one of `harness.stats.topics.STANDARDISATIONS`. Compared values are standardised, so
    that more is better.

    >>> import numpy as np
    >>> table = ScoreTable("FNR", ("x", "y"), ("1", "2"), np.array([[0.5, 0.25], [1.0, 0.0]]))
    >>> found = standardise_table(table, "empirical")
    >>> found.measure, found.values.tolist()
    ('FNR (empirical)', [[0.5, 1.0], [0.5, 1.0]])
    """
    text = f"values are standardised by topic: {STANDARDISATIONS[by]}; against the runs themselves"
    return replace(
        table,
        measure=f"{table.measure} ({by})",
        values=standardise(table.compared, by=by),
        scale=Scale(bounds=UNBOUNDED if by == "z" else (0.0, 1.0)),
        errors=None,  # they are of the measure's own values
        notes=(*table.notes, Note("standardised", text, table.measure)),
    )


def note_not_standardised(table: ScoreTable, by: str) -> ScoreTable:
    """Note that values are compared unchanged, though ``by`` is requested."""
    text = f"values are compared as they are, not standardised ({by}) as the task compares them"
    return replace(table, notes=(*table.notes, Note("not-standardised", text, table.measure)))
