"""Texts of figures are texts, fit, and keep beginning and end; what cannot be drawn is refused."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.core import harmless
from harness.core.errors import EvaluationError
from harness.report.figures import (
    Figure,
    Grid,
    Line,
    Lines,
    Row,
    Rows,
    inline_svg,
    plot_file,
)
from harness.report.figures.lettering import drawable, fit_text, length
from tests.each import each
from tests.report.figure_cases import ALL
from tests.report.hostile import TEXTS

pytestmark = pytest.mark.long

HOSTILE = (*TEXTS, "", "\ufffe\uffff", "\ud800", "]]>", "</svg><svg onload='x'>")


def hostile_figures(text: str) -> list[Figure]:
    key = {"point": text}
    return [
        Lines(text, text, text, [Line(text, [(0, 0), (1, 1)])], caption=text),
        Rows(text, text, text, [Row(text, point=0.5)], key=key, caption=text),
        Grid(text, text, text, [text], [text], [[0.5]], text, caption=text),
    ]


@each(
    [
        *((text, slice(number % 3, number % 3 + 1)) for number, text in enumerate(HOSTILE)),
        *(pytest.param(text, slice(None), marks=pytest.mark.slow) for text in HOSTILE),
    ],
    "text",
    "kinds",
)
def test_hostile_texts_are_texts_in_a_page(text, kinds):
    """Each text in one kind of figure with every change, in all of them at night."""
    for figure in hostile_figures(text)[kinds]:
        written = inline_svg(figure)
        root = ET.fromstring(written)
        names = {element.tag.rpartition("}")[2] for element in root.iter()}
        assert not names & {"script", "foreignObject", "image", "a"}
        assert not any(name.startswith("on") for part in root.iter() for name in part.attrib)
        assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", written)


@given(st.text(max_size=60), st.floats(20, 300))
def test_a_fitted_text_fits_and_only_what_does_not_fit_is_shortened(text, room):
    short = fit_text(text, 8, room)
    assert length(short, 8) <= room
    assert (short == drawable(text)) == (length(drawable(text), 8) <= room) or "…" in text


@given(st.text(max_size=60))
def test_a_text_is_as_wide_as_what_is_drawn_of_it(text):
    assert length(harmless.visible(text), 8) == pytest.approx(length(drawable(text), 8))


def test_a_shortened_name_keeps_its_beginning_and_its_end():
    head, tail = fit_text("beginning-" + "x" * 200 + "-end", 8, 100).split("…")
    assert (head[:6], tail[-4:]) == ("beginn", "-end")


@pytest.mark.parametrize("figure", ALL, ids=lambda figure: type(figure).__name__)
def test_a_figure_in_a_page_takes_its_colour_and_has_no_ground(figure):
    written = inline_svg(figure)
    root = ET.fromstring(written)
    assert (root.get("role"), root.get("class")) == ("img", "figure")
    assert "currentColor" in written
    assert not re.search("#(000|000000|222|222222|ffffff)\\b", written)
    referred = set(re.findall(r"#([\w-]+)", written))
    assert {part.get("id") for part in root.iter()} - {None} <= referred


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
    assert plot_file(figure, "svg")


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
            lambda: Grid("t", "x", "y", ["a"], ["1"], [[float("-inf")]]),
            "t: the value -inf of 'a' cannot be drawn",
        ),
    ],
)
def test_what_cannot_be_drawn_is_refused(make, message):
    with pytest.raises(EvaluationError, match=message):
        make()
