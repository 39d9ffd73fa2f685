"""Results in a notebook: figures as matplotlib axes, and tables for papers.

`Scores`, `Comparison`, `Report` and `Pool` offer these as ``.plot`` and ``.to_latex``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, TypedDict, Unpack, overload

from harness.comparison import Comparison, Options, ScoreTable
from harness.core.errors import EvaluationError, Problem, suggest
from harness.core.faces import natural
from harness.core.packages import extra
from harness.evaluation.curves import Curves
from harness.evaluation.scores import Scores
from harness.pooling import Pool
from harness.report.figures.canvas import canvas, draw_on, settings
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
from harness.report.figures.styles import FigureStyle, choose_style, matplotlib
from harness.report.paper import paper_table
from harness.report.pools import pool_by_topic
from harness.report.report import Report
from harness.report.results_table import ResultsTable
from harness.report.run_diagnosis import RunDiagnosis

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: Types that can be drawn, and set in LaTeX.
Shown = Scores | Comparison | Report | RunDiagnosis | Pool


@dataclass(frozen=True, slots=True)
class Plots:
    """The figures of an evaluation, each on one matplotlib axes.

    Figures are drawn on ``ax`` with the settings in force, such as those of a theme. Without ``ax``
    they are drawn on new pyplot axes, styled as for papers unless a theme is in force, so a
    notebook shows them and ``axes.figure.savefig`` writes them. The default measure is the first.
    """

    comparison: Comparison
    curves: Sequence[Curves] = ()
    style: FigureStyle | None = None

    def __repr__(self) -> str:
        """Return the names of the figures."""
        named = (name for name, made in vars(Plots).items() if callable(made) and name[0] != "_")
        return f"Plots: {', '.join(named)}"

    def leaderboard(
        self,
        measure: str | None = None,
        *,
        runs: Sequence[str] = (),
        top: int | None = None,
        ax: Axes | None = None,
    ) -> Axes:
        """Draw the means with their intervals, and bars for letters."""
        board = self.comparison.leaderboard(measure)
        return self._axes(leaderboard_figure(board, runs=runs, top=top), ax)

    def runs(
        self, measure: str | None = None, *, top: int | None = None, ax: Axes | None = None
    ) -> Axes:
        """Draw a box plot of each run over the topics."""
        return self._axes(chosen_rows(run_boxes(self.comparison.scores_by(measure)), (), top), ax)

    def topics(self, measure: str | None = None, *, ax: Axes | None = None) -> Axes:
        """Draw a box plot of each topic over the runs."""
        return self._axes(topic_boxes(self.comparison.scores_by(measure)), ax)

    def heat_map(
        self, measure: str | None = None, *, top: int | None = None, ax: Axes | None = None
    ) -> Axes:
        """Draw every run on every topic."""
        return self._axes(chosen_rows(heat_map(self.comparison.scores_by(measure)), (), top), ax)

    def difference(
        self, a: str, b: str, measure: str | None = None, *, ax: Axes | None = None
    ) -> Axes:
        """Draw the difference of two runs topic by topic."""
        return self._axes(difference_figure(self.comparison.scores_by(measure), a, b), ax)

    def precision_recall(
        self, runs: Sequence[str] = (), *, cutoffs: bool = False, ax: Axes | None = None
    ) -> Axes:
        """Draw precision at recall levels, or at document cutoffs; only for diagnosed runs and
        reports.
        """
        chosen = [curve for curve in self.curves if not runs or curve.run in runs]
        if not chosen:
            hint = "scores keep no rankings; diagnose_runs and make_report have curves"
            raise EvaluationError(Problem("there are no curves of these runs", hint=hint))
        return self._axes((cutoff_curves if cutoffs else level_curves)(chosen), ax)

    def _axes(self, figure: Figure, ax: Axes | None) -> Axes:
        return draw_axes(figure, self.style, ax)


@dataclass(frozen=True, slots=True)
class PoolPlots:
    """The figure of a pool."""

    pool: Pool
    style: FigureStyle | None = None

    def topics(self, *, ax: Axes | None = None) -> Axes:
        """Draw the number of documents to judge for each topic."""
        sizes = sorted(self.pool.sizes().items(), key=lambda item: natural(item[0]))
        rows = [Row(topic, bar=float(size)) for topic, size in sizes]
        return draw_axes(Rows("Pool", "documents to judge", "topic", rows=rows), self.style, ax)


def draw_axes(figure: Figure, style: FigureStyle | None, ax: Axes | None = None) -> Axes:
    """Draw a figure on ``ax``, or on new pyplot axes, and return the axes.

    New axes have the style that is asked for; else a theme set by the user, or the default style.
    """
    if ax is not None:
        draw_on(ax, figure)
        return ax
    with extra("figures", "figures need"):
        import matplotlib.pyplot as plt

    # Otherwise leaving the settings would undo what loading a backend sets.
    plt.draw_if_interactive()  # type: ignore[no-untyped-call]
    if style is None and _has_theme():
        _, axes = plt.subplots(layout="constrained")
        draw_on(axes, figure)
        return axes
    style = style or FigureStyle()
    if isinstance(figure, Rows | Grid):  # a notebook has no pages
        style = replace(style, height=1000.0)
    with settings(style):
        drawn = canvas(figure, style, plt.figure)
    return drawn.axes[0]


#: Matplotlib settings that every theme changes.
_OF_THEMES: tuple[Any, ...] = (
    "axes.facecolor",
    "figure.facecolor",
    "font.size",
    "font.family",
    "axes.prop_cycle",
)


def _has_theme() -> bool:
    """Return whether the user has set a look of their own."""
    mpl = matplotlib()
    return any(mpl.rcParams[name] != mpl.rcParamsDefault[name] for name in _OF_THEMES)


@overload
def plots(
    value: Scores | Comparison | Report | RunDiagnosis,
    venue: str | None = None,
    *,
    width: float | None = None,
    font_size: float | None = None,
) -> Plots: ...
@overload
def plots(
    value: Pool,
    venue: str | None = None,
    *,
    width: float | None = None,
    font_size: float | None = None,
) -> PoolPlots: ...
def plots(
    value: Shown,
    venue: str | None = None,
    *,
    width: float | None = None,
    font_size: float | None = None,
) -> Plots | PoolPlots:
    """Return the figures of scores, a comparison, a report or a pool.

    Parameters
    ----------
    value
        The results to draw.
    venue
        The venue whose style figures have: "acm", "ieee", "lncs", "springer", "beamer".
    width, font_size
        In centimetres and in points. Without any of these, and without a venue, a matplotlib theme
        that is set stays in force.

    Returns
    -------
    Plots or PoolPlots
        An object with a method per figure; each takes ``ax`` and returns the axes.

    Raises
    ------
    InputError
        For an unknown venue, or a width or size too small for text.

    Examples
    --------
    >>> import harness
    >>> first, second = {"d": 2.0, "e": 1.0}, {"d": 1.0, "e": 2.0}
    >>> runs = {"x": {"1": first, "2": second}, "y": {"1": second, "2": second}}
    >>> scores = harness.score({"1": {"d": 1}, "2": {"d": 1}}, runs, ["AP"])
    >>> plots(scores, "acm").runs().get_xlabel()
    'AP'
    """
    own = (venue, width, font_size) == (None, None, None)
    style = None if own else choose_style(venue, width=width, font_size=font_size)
    if isinstance(value, Pool):
        return PoolPlots(value, style)
    curves = value.curves if isinstance(value, Report | RunDiagnosis) else ()
    return Plots(_find_comparison(value), curves, style)


class LatexOptions(TypedDict, total=False):
    """Options for a paper's table; `harness.report.paper.paper_table` describes them."""

    measures: str | Sequence[str] | None
    runs: Sequence[str] | None
    top: int | None
    marks: Literal["baselines", "groups", "none"] | None
    columns: Sequence[Literal["rank", "group", "interval", "error"]]
    digits: int
    bold: bool
    caption: str
    title: str


def to_latex(
    value: Shown,
    baseline: str | Sequence[str] | None = None,
    *,
    label: str = "",
    venue: str | None = None,
    **content: Unpack[LatexOptions],
) -> str:
    r"""Return a table for a paper in LaTeX: means, the best in bold, and marks for significant
    differences from baselines.

    Parameters
    ----------
    value
        Scores, a comparison, a report, or a pool; the table of a pool is by topic.
    baseline
        The runs that others are compared with; by default those of the comparison.
    label
        With a label the table floats and has a caption.
    venue
        The venue whose column the table fits: "acm", "ieee", "lncs", "springer", "beamer".
    content
        `LatexOptions`: measures, runs, top, marks, columns, digits, bold, caption.

    Returns
    -------
    str
        LaTeX that needs the packages booktabs and longtable.

    Raises
    ------
    EvaluationError
        In the cases that `harness.report.paper.paper_table` lists.
    InputError
        For an unknown venue.

    Examples
    --------
    >>> import harness
    >>> first, second = {"d": 2.0, "e": 1.0}, {"d": 1.0, "e": 2.0}
    >>> runs = {"x": {"1": first, "2": second}, "y": {"1": second, "2": second}}
    >>> text = to_latex(harness.score({"1": {"d": 1}, "2": {"d": 1}}, runs, ["AP"]))
    >>> [line for line in text.splitlines() if line.startswith("x")]
    ['x & \\bfseries 0.7500 \\\\']
    """
    if unknown_names := sorted(content.keys() - LatexOptions.__optional_keys__):
        hint = suggest(unknown_names[0], sorted(LatexOptions.__optional_keys__))
        raise TypeError(f"to_latex() takes no argument {unknown_names[0]!r} ({hint})")
    if isinstance(value, Pool):
        table = pool_by_topic(value)
    else:
        others: dict[str, Any] = dict(content)
        if "caption" in others:
            others["title"] = others.pop("caption")
        groups = value.groups if isinstance(value, Report) else {}
        table = paper_table(_find_comparison(value), baselines=baseline, groups=groups, **others)
    return ResultsTable(table).to_latex(label=label, venue=venue)


def _find_comparison(value: Scores | Comparison | Report | RunDiagnosis) -> Comparison:
    if isinstance(value, RunDiagnosis):
        value = value.scores
    if isinstance(value, Comparison):
        return value
    if isinstance(value, Scores):
        return Comparison(tuple(ScoreTable.of(value, label) for label in value.labels), Options())
    if value.comparison is None:
        raise EvaluationError(Problem(f"nothing can be compared: {value.not_compared}"))
    return value.comparison.standardised()
