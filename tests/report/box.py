"""Box plots by the names of their numbers."""

from __future__ import annotations

from types import SimpleNamespace

from harness.report.figures.kinds import box_row


def box_of(values) -> SimpleNamespace:
    row = box_row("", values)
    (low, high), (q1, q3) = row.whisker, row.box
    numbers = {"low": low, "q1": q1, "median": row.tick, "q3": q3, "high": high}
    return SimpleNamespace(**numbers, outliers=row.outliers, mean=row.point)
