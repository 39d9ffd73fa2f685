"""Figures of each kind, to draw."""

from __future__ import annotations

import numpy as np

from harness.report.figures import (
    Figure,
    FigureStyle,
    Grid,
    Line,
    Lines,
    Row,
    Rows,
)
from harness.report.figures import canvas as drawing


def lines(count: int = 3) -> Lines:
    drawn = [Line(f"l{n}", [(0, n), (50, n + 0.5), (100, n + 1)]) for n in range(count)]
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


def many() -> list[Figure]:
    """As many runs and topics as a large track has, with names that are too long."""
    random = np.random.default_rng(1)
    names = [f"the-university-of-somewhere-{n}-with-a-very-long-tag" for n in range(129)]
    values = random.random((129, 50))
    boxes = [
        Row(name, point=row[0], box=(0.2, 0.4), whisker=(-0.1, 0.9), tick=0.3, outliers=(1.1,))
        for name, row in zip(names, values, strict=True)
    ]
    key = {"point": "mean", "box": "quartiles", "whisker": "a long description " * 5}
    curves = [Line(name, [(x / 10, 1 - x / 10) for x in range(11)]) for name in names[:12]]
    return [
        Lines("t", "recall", "precision", curves, (0, 1), (0, 1)),
        Rows("t", f"AP of {names[0]} minus that of {names[1]}", "run", boxes, key=key),
        Rows("t", "AP", "run", boxes[:30], groups=[range(n, n + 9) for n in range(8)]),
        Grid("t", "topic", "run", names, [str(401 + n) for n in range(50)], values.tolist(), "AP"),
    ]


ALL = (lines(), rows(), grid())


def drawn(figure: Figure, style: FigureStyle | None = None):
    style = style or FigureStyle()
    with drawing.settings(style):
        canvas = drawing.canvas(figure, style)
        canvas.draw_without_rendering()
        return canvas
