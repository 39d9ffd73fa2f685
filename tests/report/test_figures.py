"""Figures as matplotlib draws them: every mark at its value, every text readable and inside."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.core.errors import InputError
from harness.report.figures import (
    VENUES,
    Grid,
    Line,
    Lines,
    Row,
    Rows,
    choose_style,
)
from harness.report.figures import canvas as drawing
from harness.report.figures.kinds import DESCRIPTIONS
from harness.report.figures.styles import centimetres
from tests.nightly import unless
from tests.report.figure_cases import ALL, drawn, grid, lines, many, rows

if TYPE_CHECKING:
    from matplotlib.transforms import Bbox

pytestmark = pytest.mark.long


# --- fit to print ----------------------------------------------------------------------------


def along(axes, axis: str) -> dict[float, str]:
    """The names or numbers along an axis, by where they stand."""
    ticks = axes.xaxis if axis == "x" else axes.yaxis
    texts = [label.get_text() for label in ticks.get_ticklabels()]
    return dict(zip(ticks.get_ticklocs().tolist(), texts, strict=True))


def seen(canvas, renderer) -> Iterator[tuple[str, float, Bbox]]:
    """The texts that are seen, their sizes and where they are; not numbers beyond the axes."""
    from matplotlib.text import Text

    beyond = {
        label
        for axes in canvas.axes
        for axis in (axes.xaxis, axes.yaxis)
        for tick in axis.get_major_ticks()
        if not min(axis.get_view_interval()) <= tick.get_loc() <= max(axis.get_view_interval())
        for label in (tick.label1, tick.label2)
    }
    for text in canvas.findobj(Text):
        if text.get_text().strip() and text.get_visible() and text not in beyond:
            yield text.get_text(), text.get_fontsize(), text.get_window_extent(renderer)


@pytest.mark.parametrize(
    ("figure", "venue"),
    [
        unless((figure, venue), venue == "acm" or (venue is None and figure in ALL))
        for figure in [*ALL, *many()]
        for venue in ("acm", "lncs", "beamer", None)
    ],
    ids=lambda value: value if isinstance(value, str | None) else type(value).__name__,
)
def test_a_figure_fits_its_column_and_its_texts_neither_overlap_nor_end_outside(figure, venue):
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    style = choose_style(venue)
    for page in drawing.pages(figure, style)[:2]:
        canvas = drawn(page, style)
        wide, high = canvas.get_size_inches() * 2.54
        assert wide == pytest.approx(style.width)
        assert high <= style.height + 1e-6
        renderer = FigureCanvasAgg(canvas).get_renderer()
        boxes = list(seen(canvas, renderer))
        for text, size, box in boxes:
            assert size >= 7
            assert box.x0 >= -1, text
            assert box.y0 >= -1, text
            assert box.x1 <= canvas.bbox.x1 + 1, text
            assert box.y1 <= canvas.bbox.y1 + 1, text
        for (text, _, box), (other, _, its) in itertools.combinations(boxes, 2):
            across = min(box.x1, its.x1) - max(box.x0, its.x0)
            up = min(box.y1, its.y1) - max(box.y0, its.y0)
            assert not (across > 1 and up > 1), (text, other)


def test_a_key_has_as_many_columns_as_fit_beside_each_other():
    figure = replace(rows(), key=DESCRIPTIONS["runs"].key)
    columns = []
    for venue in ("ieee", "lncs"):
        (legend,) = drawn(figure, choose_style(venue)).legends
        columns.append(len({text.get_window_extent().x0 for text in legend.get_texts()}))
    assert columns == [3, 4]


@pytest.mark.parametrize("figure", many(), ids=lambda figure: type(figure).__name__)
def test_what_is_too_high_is_cut_into_pages_that_have_every_row_once_and_one_axis(figure):
    pages = drawing.pages(figure, VENUES["acm"])
    if isinstance(figure, Lines):
        assert pages == [figure]
        return
    assert [row for page in pages for row in page.rows] == list(figure.rows)
    if len(figure.rows) < 40:
        assert pages == [figure]
        return
    assert len(pages) > 1
    assert f"Part 1 of {len(pages)}: runs 1 to {len(pages[0].rows)} of 129." in pages[0].caption
    if isinstance(figure, Rows):
        assert len({page.x_range for page in pages}) == 1


def test_a_width_or_a_size_that_nothing_fits_in_is_refused():
    with pytest.raises(InputError, match="texts of 6 points: allowed are 7 to 24"):
        choose_style("acm", font_size=6)
    with pytest.raises(InputError, match="a figure of 2 cm"):
        choose_style(width=2)
    assert (choose_style("ieee", width=8.5).width, choose_style("ieee").width) == (8.5, 8.85)


def test_widths_are_read_in_the_units_of_publishers():
    for text in ("8.5cm", "85 mm", "8.5", "241.85pt", "3.3465in"):
        assert centimetres(text) == pytest.approx(8.5, abs=0.001)
    with pytest.raises(ValueError, match="wide"):
        centimetres("wide")


# --- every mark at its value -----------------------------------------------------------------


def test_lines_have_their_points_and_differ_by_colour_dashes_and_markers():
    figure = lines(20)
    artists = drawn(figure).axes[0].lines
    for artist, line in zip(artists, figure.lines, strict=True):
        assert list(zip(*artist.get_data(), strict=True)) == line.points
    looks = [(line.get_color(), str(line._dash_pattern), line.get_marker()) for line in artists]
    assert len(set(looks)) == 20
    for look, following in itertools.pairwise(looks):
        assert all(a != b for a, b in zip(look, following, strict=True))


def test_lines_are_named_in_their_order_and_long_ones_have_no_markers():
    long = [(x, 5.0) for x in range(100)]
    canvas = drawn(Lines("t", "x", "y", [Line("low", [(0, 1), (1, 0)]), Line("high", long)]))
    assert [text.get_text() for text in canvas.legends[0].get_texts()] == ["low", "high"]
    assert [line.get_marker() for line in canvas.axes[0].lines] == ["o", ""]


def test_a_fixed_range_is_the_axis_whatever_the_points():
    figure = Lines("t", "x", "y", [Line("a", [(0.4, 0.4), (0.5, 0.5)])], (0, 1), (0, 1))
    axes = drawn(figure).axes[0]
    assert (axes.get_xlim(), axes.get_ylim()) == ((0, 1), (0, 1))


def test_marks_of_a_row_are_at_their_values():
    axes = drawn(rows()).axes[0]
    ends, tick, outliers, point = axes.lines
    (whiskers,) = axes.collections
    segments = [segment.tolist() for segment in whiskers.get_segments()]
    assert segments == [[[0.2, 0], [0.3, 0]], [[0.6, 0], [0.9, 0]]]
    assert ends.get_xydata().tolist() == [[0.2, 0], [0.9, 0]]
    assert tick.get_xydata().tolist() == [[0.45, 0]]
    assert outliers.get_xydata().tolist() == [[0.05, 0], [1.0, 0]]
    assert point.get_xydata().tolist() == [[0.4, 0], [0.1, 1]]
    (box,) = axes.patches
    assert (box.get_x(), box.get_x() + box.get_width()) == pytest.approx((0.3, 0.6))
    assert along(axes, "y") == {0: "a", 1: "b", 2: "c"}
    assert axes.get_ylim()[0] > axes.get_ylim()[1]  # the first row is at the top


def test_bars_go_from_zero_to_their_values():
    values = [0.5, -0.25, 0.0]
    axes = drawn(Rows("t", "x", "y", [Row(f"n{v}", bar=v) for v in values])).axes[0]
    assert [bar.get_width() for bar in axes.patches] == values
    assert {bar.get_x() for bar in axes.patches} == {0}
    low, high = axes.get_xlim()
    assert low < -0.25 < 0.5 < high


@settings(max_examples=15)
@given(st.lists(st.sets(st.integers(0, 9), min_size=1), min_size=1, max_size=6))
def test_two_rows_share_a_bar_if_they_share_a_group(groups):
    named = [Row(f"n{n}", point=n / 10) for n in range(10)]
    listed = [sorted(group) for group in groups]
    lanes = drawing.assign_lanes(listed)
    _, beside = drawn(Rows("t", "x", "y", named, groups=listed)).axes
    thick = [bars for bars in beside.collections if bars.get_linewidths()[0] > 1]
    covered = set()
    for bars in thick:
        for (x, top), (_, bottom) in bars.get_segments():
            covered |= {(x, row) for row in range(10) if top < row < bottom}
    expected = {(lane, row) for lane, group in zip(lanes, listed, strict=True) for row in group}
    assert covered == expected
    for (a, lane), (b, other) in itertools.combinations(zip(listed, lanes, strict=True), 2):
        assert lane != other or max(a) < min(b) or max(b) < min(a)


def test_a_part_has_its_groups_and_none_within_another():
    named = [Row(f"n{n}") for n in range(6)]
    figure = Rows("t", "x", "y", named, groups=[[0, 1, 2], [2, 3], [3, 4, 5], [4, 5]])
    part = figure.part([0, 1, 2, 3])
    assert [row.name for row in part.rows] == ["n0", "n1", "n2", "n3"]
    assert part.groups == [[0, 1, 2], [2, 3]]
    assert figure.part([4, 5]).groups == [[0, 1]]


def test_cells_have_the_colour_of_their_values_and_what_is_empty_has_none():
    import matplotlib as mpl

    canvas = drawn(grid())
    axes, scale = canvas.axes
    assert scale.get_xlim() == (0, 1)
    colours = {}
    (cells,) = axes.collections
    for path, colour in zip(cells.get_paths(), cells.get_facecolors(), strict=True):
        for corner in path.vertices[::5].tolist():
            colours[tuple(corner)] = mpl.colors.to_hex(colour)
    expected = {
        (column, row): mpl.colors.to_hex(shades()(value))
        for row, values in enumerate(grid().values)
        for column, value in enumerate(values)
        if value is not None
    }
    assert colours == expected


def shades():
    """The colours of the scale of a heat map."""
    return drawn(grid()).axes[1].collections[-1].get_cmap()


def luminance(colour) -> float:
    """Relative luminance, as the recommendations for accessible pages define it."""
    import matplotlib as mpl

    channels = np.array(mpl.colors.to_rgb(colour))
    linear = np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)
    return float(np.dot([0.2126, 0.7152, 0.0722], linear))


def test_shades_get_evenly_darker_also_without_colour():
    scale = shades()
    levels = [116 * luminance(scale(share)) ** (1 / 3) - 16 for share in np.linspace(0, 1, 50)]
    steps = [before - after for before, after in itertools.pairwise(levels)]
    assert min(steps) > 1
    assert max(steps) < 2.5
    assert levels[0] > 95 > 20 > levels[-1]


def test_columns_too_narrow_for_names_are_named_now_and_then_and_the_axis_says_so():
    columns = [str(n) for n in range(300)]
    axes = drawn(Grid("t", "topic", "run", ["a"], columns, [[0.5] * 300])).axes[0]
    shown = list(along(axes, "x").values())
    step = int(shown[1])
    assert shown == columns[::step]
    assert re.fullmatch(r"topic \(every \d+(nd|rd|th) is named\)", axes.get_xlabel())


# --- texts -----------------------------------------------------------------------------------


# --- what is refused -------------------------------------------------------------------------
