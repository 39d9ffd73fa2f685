"""Line figures as SVG: every point where it belongs, every text harmless."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.report.figure import COLOURS, Figure, Line, svg, ticks

SVG = "{http://www.w3.org/2000/svg}"


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


def test_points_are_drawn_to_scale():
    figure = Figure("t", "x", "y", [Line("a", [(0, 0.0), (50, 0.5), (100, 1.0)])], (0, 1))
    paths = ET.fromstring(svg(figure)).iter(f"{SVG}path")
    drawn = next(path for path in paths if path.find(f"{SVG}title") is not None)
    points = [tuple(map(float, at.split())) for at in drawn.get("d")[1:].split("L")]
    (x0, y0), (x1, y1), (x2, y2) = points
    assert (x1 - x0, y1 - y0) == pytest.approx((x2 - x1, y2 - y1), abs=0.11)
    assert x2 > x0
    assert y2 < y0  # upwards


def test_more_lines_than_colours_differ_by_their_dashes():
    lines = [Line(str(number), [(0, number), (1, number)]) for number in range(10)]
    root = ET.fromstring(svg(Figure("t", "x", "y", lines)))
    drawn = [path for path in root.iter(f"{SVG}path") if path.find(f"{SVG}title") is not None]
    looks = {(path.get("stroke"), path.get("stroke-dasharray")) for path in drawn}
    assert len(COLOURS) < len(drawn) == len(looks) == 10


def test_texts_are_escaped():
    hostile = "<script>alert('1')</script> & \"more\""
    root = ET.fromstring(svg(Figure(hostile, hostile, hostile, [Line(hostile, [(0, 0), (1, 1)])])))
    texts = [text.text for text in root.iter(f"{SVG}text")]
    assert texts.count(hostile) == 4
    assert root.find(f".//{SVG}script") is None


def test_a_figure_without_lines_has_its_axes():
    assert "<svg" in svg(Figure("nothing", "x", "y", []))
