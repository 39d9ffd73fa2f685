"""Figures as SVG: every mark where its value belongs, every text harmless."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.core.errors import EvaluationError
from harness.report.figures import Figure, Grid, Line, Lines, Row, Rows, svg
from harness.report.figures.rows import packed
from harness.report.figures.scales import COLOURS, SHADES, shade, ticks
from harness.report.figures.texts import shortened, visible, width
from tests.report.drawn import (
    SVG,
    horizontal,
    named_groups,
    outlines,
    parsed,
    texts,
    title_of,
    vertical,
)
from tests.report.hostile import TEXTS

HOSTILE = (*TEXTS, "", "\ufffe\uffff", "\ud800", "]]>", "</svg><svg onload='x'>")


def lines(count: int = 3) -> Lines:
    drawn = [Line(f"l{at}", [(0, at), (50, at + 0.5), (100, at + 1)]) for at in range(count)]
    return Lines("t", "x", "y", drawn)


def rows() -> Rows:
    marked = [
        Row("a", point=0.4, whisker=(0.2, 0.9), box=(0.3, 0.6), tick=0.45, outliers=(0.05, 1.0)),
        Row("b", point=0.1),
        Row("c"),
    ]
    return Rows("t", "x", "run", marked, key={"point": "mean", "group": "same"}, groups=[[0, 1]])


def grid() -> Grid:
    values = [[0.0, 0.25, None], [1.0, 1.0, 0.5]]
    return Grid("t", "topic", "run", ["a", "b"], ["1", "2", "3"], values, "AP")


ALL = (lines(), rows(), grid())

# --- axes ------------------------------------------------------------------------------------


@given(st.floats(-1e6, 1e6), st.floats(0, 1e6), st.integers(3, 12))
def test_ticks_are_even_and_cover_the_range(low, span, most):
    high = low + span
    found = ticks(low, high, most)
    steps = [b - a for a, b in pairwise(found)]
    slack = 1e-6 * max(abs(low), abs(high), span, 1e-3)
    assert found[0] <= low + slack
    assert found[-1] >= high - slack
    assert 2 <= len(found) <= most + 2
    assert max(steps) - min(steps) <= slack


# --- lines -----------------------------------------------------------------------------------


#: Values with three decimals.
steps = st.integers(-1000, 1000).map(lambda number: number / 1000)


@given(st.lists(st.tuples(steps, steps.map(lambda y: 700 * y)), min_size=2, max_size=6))
def test_points_of_lines_are_read_back_from_the_axes(points):
    root = parsed(svg(Lines("t", "x", "y", [Line("a", points)])))
    path = next(path for path in named_groups(root)["a"].iter(f"{SVG}path"))
    across, up = horizontal(root), vertical(root)
    (drawn,) = outlines(path)
    spans = [across(100) - across(0), up(0) - up(100)]  # of 100 pixels
    assert min(spans) > 0
    for (x, y), (at_x, at_y) in zip(points, drawn, strict=True):
        assert across(at_x) == pytest.approx(x, abs=spans[0] * 0.0025)
        assert up(at_y) == pytest.approx(y, abs=spans[1] * 0.0025)


def test_a_fixed_range_is_the_axis_whatever_the_points():
    figure = Lines("t", "x", "y", [Line("a", [(0.4, 0.4), (0.5, 0.5)])], (0, 1), (0, 1))
    numbers = [text.text for text in texts(parsed(svg(figure)))]
    assert numbers.count("0") == numbers.count("1") == 2


def test_neighbouring_lines_differ_by_colour_dashes_and_markers():
    root = parsed(svg(lines(20)))
    looks, shapes = [], []
    for group in named_groups(root).values():
        _, line, *_, last = group
        looks.append((line.get("stroke"), line.get("stroke-dasharray")))
        shapes.append(shape_of(last))
    assert len(COLOURS) < len(looks) == len(set(looks)) == 20
    for (colour, dash), (next_colour, next_dash) in pairwise(looks):
        assert colour != next_colour
        assert dash != next_dash
    assert all(one != other for one, other in pairwise(shapes))


def shape_of(marker) -> tuple:
    """The corners of the last marker, seen from the first of them."""
    if marker.tag == f"{SVG}circle":
        return ()
    (x0, y0), *rest = outlines(marker)[-1]
    return tuple((round(x - x0), round(y - y0)) for x, y in rest)


def test_lines_are_named_the_highest_first_and_long_ones_have_no_markers():
    many = [(x, 5.0) for x in range(100)]
    root = parsed(svg(Lines("t", "x", "y", [Line("low", [(0, 1), (1, 0)]), Line("high", many)])))
    names = [text.text for text in texts(root)][-2:]
    assert names == ["high", "low"]
    groups = named_groups(root)
    assert [len(groups[name]) for name in ("high", "low")] == [2, 4]  # title, line, two markers


# --- rows ------------------------------------------------------------------------------------


def test_marks_of_a_row_are_read_back_from_the_axis():
    root = parsed(svg(rows()))
    value = horizontal(root)
    group = next(group for name, group in named_groups(root).items() if name.startswith("a:"))
    box, whisker, tick = (outlines(path) for path in group.iter(f"{SVG}path"))
    assert sorted({round(value(x), 2) for x, _ in box[0]}) == [0.3, 0.6]
    assert [round(value(x), 2) for line in whisker[:2] for x, _ in line] == [0.2, 0.3, 0.6, 0.9]
    assert {round(value(x), 2) for x, _ in tick[0]} == {0.45}
    dots = [round(value(float(dot.get("cx"))), 2) for dot in group.iter(f"{SVG}circle")]
    assert dots == [0.05, 1.0, 0.4]


@given(st.lists(steps, min_size=1, max_size=8))
def test_bars_go_from_zero_to_their_values(values):
    bars = [Row(f"n{at}", bar=value) for at, value in enumerate(values)]
    root = parsed(svg(Rows("t", "x", "y", bars)))
    across = horizontal(root)
    pixel = across(1) - across(0)
    for at, bar in enumerate(values):
        group = next(g for name, g in named_groups(root).items() if name.startswith(f"n{at}:"))
        path = group.find(f"{SVG}path")
        places = sorted({across(x) for x, _ in outlines(path)[0]})
        assert (places[0], places[-1]) == pytest.approx(sorted((0, bar)), abs=0.3 * pixel)
        assert bar == 0 or path.get("fill") == COLOURS[0 if bar > 0 else 1]


def test_what_one_points_at_says_the_values():
    assert list(named_groups(parsed(svg(rows())))) == [
        "a: mean 0.4000; 0.0500, 1.0000; 0.4500; 0.2000 to 0.9000; 0.3000 to 0.6000",
        "b: mean 0.1000",
        "c",
    ]


def bars_beside(root) -> list[tuple[float, float, float]]:
    """Place, top and bottom of each bar of a group; the sample in the key is left of the field."""
    thick = [path for path in root.iter(f"{SVG}path") if path.get("stroke-width") == "3"]
    found = [outlines(path)[0] for path in thick]
    return [(x, top, bottom) for (x, top), (_, bottom) in found if x > 400]


@given(st.lists(st.sets(st.integers(0, 9), min_size=1), max_size=6))
def test_two_rows_share_a_bar_if_they_share_a_group(groups):
    named = [Row(f"n{at}", point=at / 10) for at in range(10)]
    root = parsed(svg(Rows("t", "x", "y", named, groups=[sorted(group) for group in groups])))
    middles = [float(dot.get("cy")) for dot in root.iter(f"{SVG}circle")]
    columns = packed([sorted(group) for group in groups])
    drawn = bars_beside(root)
    left = min((x for x, _, _ in drawn), default=0)
    for column in set(columns):
        for at in range(10):
            beside = any(
                x == pytest.approx(left + 6 * column, abs=0.2) and top < middles[at] < bottom
                for x, top, bottom in drawn
            )
            others = [g for g, c in zip(groups, columns, strict=True) if c == column]
            assert beside == any(at in other for other in others)
    for one, column in zip(groups, columns, strict=True):
        for other, its in zip(groups, columns, strict=True):
            if one is not other and column == its:
                assert max(one) < min(other) or max(other) < min(one)


def test_a_group_with_a_gap_is_joined_by_a_thin_line():
    named = [Row(f"n{at}", point=at / 10) for at in range(4)]
    root = parsed(svg(Rows("t", "x", "y", named, groups=[[0, 1, 3]])))
    bars = bars_beside(root)
    assert len(bars) == 2
    thin = [outlines(path)[0] for path in root.iter(f"{SVG}path") if path.get("opacity") == "0.5"]
    assert [(line[0][0], line[-1][0]) for line in thin] == [(bars[0][0], bars[0][0])]
    assert thin[0][0][1] < bars[0][2] < bars[1][1] < thin[0][1][1]


def test_many_rows_make_a_figure_taller_and_its_names_do_not_overlap():
    named = [Row(f"run number {at}", point=at / 129) for at in range(129)]
    root = parsed(svg(Rows("t", "x", "run", named)))
    heights = [float(text.get("y")) for text in texts(root) if "number" in (text.text or "")]
    assert len(heights) == 129
    assert min(b - a for a, b in pairwise(heights)) >= 11
    assert float(root.get("height")) > heights[-1] > 129 * 11


def test_the_axis_ends_near_the_marks():
    root = parsed(svg(Rows("t", "x", "y", [Row("a", whisker=(-0.001, 0.6))])))
    numbers = [text.text for text in texts(root) if re.fullmatch(r"-?[\d.]+", text.text or "")]
    assert numbers == ["0", "0.2", "0.4", "0.6"]  # not -0.2


# --- grids -----------------------------------------------------------------------------------


def cells(root) -> dict[tuple[int, int], str]:
    """The colour of each cell by its row and column; cells are strokes as thick as a row."""
    strokes = [path for path in root.iter(f"{SVG}path") if path.get("stroke-width") == "14"]
    spans = [(path.get("stroke"), *outline) for path in strokes for outline in outlines(path)]
    frame = outlines(list(root.iter(f"{SVG}path"))[-1])[0]
    left, top, right = frame[0][0], frame[0][1], frame[1][0]
    columns = sum(text.get("transform") is not None for text in texts(root))
    wide = (right - left) / columns
    found = {}
    for colour, (x0, y), (x1, _) in spans:
        for column in range(round((x0 - left) / wide), round((x1 - left) / wide)):
            found[round((y - top - 7) / 14), column] = colour
    return found


def test_cells_have_the_shades_of_their_values_and_none_is_empty():
    assert cells(parsed(svg(grid()))) == {
        (0, 0): shade(0.0),
        (0, 1): shade(0.25),
        (1, 0): shade(1.0),
        (1, 1): shade(1.0),
        (1, 2): shade(0.5),
    }


@given(st.data(), st.integers(1, 6), st.integers(1, 6))
def test_a_greater_value_is_never_lighter(data, height, breadth):
    row = st.lists(st.floats(-2, 5), min_size=breadth, max_size=breadth)
    values = data.draw(st.lists(row, min_size=height, max_size=height))
    names = [f"n{at}" for at in range(6)]
    figure = Grid("t", "x", "y", names[:height], names[:breadth], values, "v", (0, 3))
    found = cells(parsed(svg(figure)))
    assert len(found) == height * breadth
    ordered = sorted((values[r][c], luminance(colour)) for (r, c), colour in found.items())
    assert all(lighter >= darker for (_, lighter), (_, darker) in pairwise(ordered))


def luminance(colour: str) -> float:
    """Relative luminance, as the recommendations for accessible pages define it."""
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return sum(w * c for w, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def test_shades_get_evenly_darker_also_without_colour():
    levels = [116 * luminance(shade(at / (SHADES - 1))) ** (1 / 3) - 16 for at in range(SHADES)]
    steps = [before - after for before, after in pairwise(levels)]
    assert len({shade(at / (SHADES - 1)) for at in range(SHADES)}) == SHADES
    assert min(steps) > 1
    assert max(steps) < 2.5
    assert levels[0] > 95 > 20 > levels[-1]


def test_columns_too_narrow_for_names_are_named_now_and_then_and_the_axis_says_so():
    columns = [str(at) for at in range(300)]
    root = parsed(svg(Grid("t", "topic", "run", ["a"], columns, [[0.5] * 300])))
    shown = [text.text for text in texts(root)]
    assert "topic (every 3rd is named)" in shown
    assert [text.text for text in texts(root) if text.get("transform")] == columns[::3]


# --- texts -----------------------------------------------------------------------------------


def hostile_figures(text: str) -> list[Figure]:
    key = {"point": text}
    return [
        Lines(text, text, text, [Line(text, [(0, 0), (1, 1)])], caption=text),
        Rows(text, text, text, [Row(text, point=0.5)], key=key, caption=text),
        Grid(text, text, text, [text], [text], [[0.5]], text, caption=text),
    ]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
@pytest.mark.parametrize("inline", [False, True])
def test_hostile_texts_are_texts(text, inline):
    for figure in hostile_figures(text):
        written = svg(figure, inline=inline)
        root = parsed(written)
        names = {element.tag.removeprefix(SVG) for element in root.iter()}
        assert names <= {"svg", "title", "desc", "rect", "path", "circle", "text", "g"}
        assert not any(name.startswith("on") for one in root.iter() for name in one.attrib)
        assert title_of(root) == (visible(text) or None)
        assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", written)
        whole = {title_of(one) or one.text for one in texts(root)}
        assert not text or visible(text) in whole


def test_a_long_name_is_shortened_and_whole_in_its_title():
    name = "beginning-" + "x" * 200 + "-end"
    for figure in hostile_figures(name):
        short = [text for text in texts(parsed(svg(figure))) if title_of(text) == name]
        assert short
        for text in short:
            head, tail = text.text.split("…")
            assert name.startswith(head)
            assert name.endswith(tail)
            assert head
            assert tail


@given(st.text(max_size=60), st.floats(20, 300))
def test_a_shortened_text_fits_and_only_what_does_not_fit_is_shortened(text, room):
    short = shortened(text, 12, room)
    assert width(short, 12) <= room
    assert (short == text) == (width(text, 12) <= room) or "…" in text


@pytest.mark.parametrize("figure", ALL, ids=lambda figure: type(figure).__name__)
def test_a_figure_of_its_own_is_on_white_and_one_in_a_page_takes_its_colour(figure):
    alone, inside = parsed(svg(figure)), parsed(svg(figure, inline=True))
    assert alone.get("color") == "#222"
    assert alone.find(f"{SVG}rect").get("fill") == "#fff"
    assert inside.get("color") is None
    assert inside.find(f"{SVG}rect") is None
    assert (inside.get("role"), inside.get("fill")) == ("img", "currentColor")
    black = {"#000", "#000000", "#222", "black"}
    used = {one.get(name) for one in inside.iter() for name in ("fill", "stroke")}
    assert not used & black
    assert all(one.get("id") is None for one in inside.iter())


@pytest.mark.parametrize("figure", ALL, ids=lambda figure: type(figure).__name__)
def test_numbers_have_one_decimal_at_most_and_nothing_is_outside(figure):
    written = svg(figure)
    root = parsed(written)
    placed = ("d", "cx", "cy", "r", "x", "y", "transform", "width", "height", "viewBox")
    numbers = [one.get(name, "") for one in root.iter() for name in placed]
    assert not re.search(r"\.\d\d", " ".join(numbers))
    wide, high = float(root.get("width")), float(root.get("height"))
    for path in root.iter(f"{SVG}path"):
        for x, y in (point for outline in outlines(path) for point in outline):
            assert 0 <= x <= wide
            assert 0 <= y <= high
    assert written == svg(figure)


@pytest.mark.parametrize(
    "figure",
    [
        Lines("t", "x", "y", []),
        Lines("t", "x", "y", [Line("a", [])]),
        Rows("t", "x", "y", []),
        Rows("t", "x", "y", [Row("a", bar=0.0)]),
        Grid("t", "x", "y", [], [], []),
    ],
)
def test_figures_without_anything_in_them_are_drawn(figure):
    assert parsed(svg(figure)).tag == f"{SVG}svg"


# --- what is refused -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (
            lambda: Lines("t", "x", "y", [Line("a", [(0, float("nan"))])]),
            "t: the value nan of 'a' cannot be drawn",
        ),
        (
            lambda: Rows("t", "x", "y", [Row("a", whisker=(0.1, float("inf")))]),
            "t: the value inf of 'a' cannot be drawn",
        ),
        (
            lambda: Rows("t", "x", "y", [Row("a")], groups=[[0, 1]], key={"pont": "mean"}),
            r"t: a group has the row 1 of 1\nt: unknown mark 'pont' \(did you mean point\?\)",
        ),
        (
            lambda: Grid("t", "x", "y", ["a"], ["1", "2"], [[0.5]]),
            "t: values that do not fit 1 rows × 2 columns",
        ),
        (
            lambda: Grid("t", "x", "y", ["a"], ["1"], [[float("-inf")]]),
            "t: the value -inf of 'a' cannot be drawn",
        ),
    ],
)
def test_what_cannot_be_drawn_is_refused(make, message):
    with pytest.raises(EvaluationError, match=message):
        make()
