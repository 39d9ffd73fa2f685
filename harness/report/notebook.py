"""What a notebook shows of results: figures as matplotlib's axes, and tables for papers.

`Scores`, `Comparison`, `Report` and `Pool` have these as ``.plot`` and ``.to_latex``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from harness.comparison import Comparison, Options, ScoreTable
from harness.core.errors import EvaluationError, Problem
from harness.core.faces import natural
from harness.evaluation.curves import Curves
from harness.evaluation.scores import Scores
from harness.pooling import Pool
from harness.report.figures.canvas import canvas, settings
from harness.report.figures.evaluation import (
    chosen_rows,
    cutoff_curves,
    difference_figure,
    heat_map,
    leaderboard_figure,
    level_curves,
    run_boxes,
    topic_boxes,
)
from harness.report.figures.kinds import Figure, Grid, Row, Rows
from harness.report.figures.styles import FigureStyle, style_of
from harness.report.paper import paper_table
from harness.report.pools import pool_by_topic
from harness.report.report import Report
from harness.report.table import latex_table

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: What can be drawn, and set in LaTeX.
Shown = Scores | Comparison | Report | Pool


@dataclass(frozen=True, slots=True)
class Plots:
    """The figures of an evaluation, each drawn on new axes as it is for papers.

    A figure is pyplot's, so that a notebook shows it and ``axes.figure.savefig`` writes it.
    Measures are by default the first.
    """

    comparison: Comparison
    curves: Sequence[Curves] = ()
    style: FigureStyle = FigureStyle()  # noqa: RUF009  (frozen)

    def leaderboard(
        self, measure: str | None = None, *, runs: Sequence[str] = (), top: int | None = None
    ) -> Axes:
        """Means with their intervals, and bars for letters."""
        board = self.comparison.leaderboard(measure)
        return self._axes(leaderboard_figure(board, runs=runs, top=top))

    def runs(self, measure: str | None = None, *, top: int | None = None) -> Axes:
        """A box plot of each run over the topics."""
        return self._axes(chosen_rows(run_boxes(self.comparison.table(measure)), (), top))

    def topics(self, measure: str | None = None) -> Axes:
        """A box plot of each topic over the runs."""
        return self._axes(topic_boxes(self.comparison.table(measure)))

    def heat_map(self, measure: str | None = None, *, top: int | None = None) -> Axes:
        """Every run on every topic."""
        return self._axes(chosen_rows(heat_map(self.comparison.table(measure)), (), top))

    def difference(self, a: str, b: str, measure: str | None = None) -> Axes:
        """Two runs topic by topic."""
        return self._axes(difference_figure(self.comparison.table(measure), a, b))

    def precision_recall(self, runs: Sequence[str] = (), *, cutoffs: bool = False) -> Axes:
        """Precision at recall levels, or after so many documents; only reports have curves."""
        chosen = [curve for curve in self.curves if not runs or curve.run in runs]
        if not chosen:
            hint = "make_report has the curves of its runs"
            raise EvaluationError(Problem("there are no curves of these runs", hint=hint))
        return self._axes((cutoff_curves if cutoffs else level_curves)(chosen))

    def _axes(self, figure: Figure) -> Axes:
        return drawn_axes(figure, self.style)


@dataclass(frozen=True, slots=True)
class PoolPlots:
    """The figure of a pool."""

    pool: Pool
    style: FigureStyle = FigureStyle()  # noqa: RUF009  (frozen)

    def topics(self) -> Axes:
        """How many documents each topic has to judge."""
        sizes = sorted(self.pool.sizes().items(), key=lambda item: natural(item[0]))
        rows = [Row(topic, bar=float(size)) for topic, size in sizes]
        return drawn_axes(Rows("Pool", "documents to judge", "topic", rows=rows), self.style)


def drawn_axes(figure: Figure, style: FigureStyle) -> Axes:
    """The axes of a figure of pyplot's with this drawing."""
    import matplotlib.pyplot as plt

    # Else the end of the settings would undo what loading a backend sets.
    plt.draw_if_interactive()  # type: ignore[no-untyped-call]
    if isinstance(figure, Rows | Grid):  # a notebook has no pages
        style = replace(style, height=1000.0)
    with settings(style):
        drawn = canvas(figure, style, plt.figure)
    axes: Axes = drawn.axes[0]
    return axes


def plots(
    value: Shown,
    venue: str | None = None,
    *,
    width: float | None = None,
    font_size: float | None = None,
) -> Plots | PoolPlots:
    """The figures of scores, a comparison, a report or a pool, by the style of a ``venue``.

    ``width`` is in centimetres, ``font_size`` in points; see `style_of` for both.

    >>> import harness
    >>> first, second = {"d": 2.0, "e": 1.0}, {"d": 1.0, "e": 2.0}
    >>> runs = {"x": {"1": first, "2": second}, "y": {"1": second, "2": second}}
    >>> scores = harness.score({"1": {"d": 1}, "2": {"d": 1}}, runs, ["AP"])
    >>> plots(scores, "acm").runs().get_xlabel()
    'AP'
    """
    style = style_of(venue, width=width, font_size=font_size)
    if isinstance(value, Pool):
        return PoolPlots(value, style)
    curves = value.curves if isinstance(value, Report) else ()
    return Plots(_comparison_of(value), curves, style)


def to_latex(
    value: Shown,
    baseline: str | Sequence[str] | None = None,
    *,
    label: str = "",
    venue: str | None = None,
    **content: Any,
) -> str:
    r"""The table of a paper in LaTeX: means, the best in bold, and what differs from baselines.

    ``content`` goes to `paper_table`; of a pool the table is by topic. With a ``label`` the table
    floats; with a ``venue`` it fits its column.

    Raises `EvaluationError` as `paper_table` does, `InputError` for an unknown ``venue``.

    >>> import harness
    >>> first, second = {"d": 2.0, "e": 1.0}, {"d": 1.0, "e": 2.0}
    >>> runs = {"x": {"1": first, "2": second}, "y": {"1": second, "2": second}}
    >>> text = to_latex(harness.score({"1": {"d": 1}, "2": {"d": 1}}, runs, ["AP"]))
    >>> [line for line in text.splitlines() if line.startswith("x")]
    ['x & \\bfseries 0.7500 \\\\']
    """
    if isinstance(value, Pool):
        table = pool_by_topic(value)
    else:
        groups = value.groups if isinstance(value, Report) else {}
        table = paper_table(_comparison_of(value), baselines=baseline, groups=groups, **content)
    width = None if venue is None else style_of(venue).width
    return latex_table(table, floating=bool(label), label=label, width=width)


def _comparison_of(value: Scores | Comparison | Report) -> Comparison:
    if isinstance(value, Comparison):
        return value
    if isinstance(value, Scores):
        return Comparison(tuple(ScoreTable.of(value, label) for label in value.labels), Options())
    if value.comparison is None:
        raise EvaluationError(Problem(f"nothing can be compared: {value.not_compared}"))
    return value.comparison.standardised()
