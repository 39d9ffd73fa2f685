"""Columns of long tables as arrays: repeated texts, and numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import cast

import numpy as np

from harness.core.arrays import Bools, Floats, Ints
from harness.core.columns import TextColumn
from harness.report.table.neutral import ArrayCells, Cell, Column, render_cell


@dataclass(frozen=True, slots=True, eq=False)
class Repeated(ArrayCells):
    """A few texts that repeat in many rows: row [N] has the number of one of the ``texts``.

    >>> list(Repeated(["x", "y"], np.array([0, 0, 1])))
    ['x', 'x', 'y']
    """

    texts: Sequence[str]
    codes: Ints

    def __len__(self) -> int:
        return len(self.codes)

    @property
    def is_number(self) -> bool:
        """See `ArrayCells.is_number`."""
        return False

    def part(self, rows: slice) -> Repeated:
        """See `ArrayCells.part`."""
        return replace(self, codes=self.codes[rows])

    def listed(self, rows: slice) -> list[Cell]:
        """See `ArrayCells.listed`."""
        return [self.texts[code] for code in self.codes[rows].tolist()]

    def write(self, column: Column, text: Callable[[str], str]) -> TextColumn:  # noqa: ARG002
        """See `ArrayCells.write`."""
        if not len(self):
            return TextColumn.made([])
        first = int(self.codes.min())  # of a part of a table few texts stand in it
        texts = self.texts[first : int(self.codes.max()) + 1]
        return TextColumn.made(map(text, texts))[self.codes - first]


@dataclass(frozen=True, slots=True, eq=False)
class Numbers(ArrayCells):
    """Numbers [N], NaN if missing; the ``integral`` ones [N] are whole.

    ``text_rows`` [K], ascending, are the rows with ``texts`` [K] instead.

    >>> numbers, integral = np.array([2.0, 0.5, np.nan]), np.array([True, False, False])
    >>> list(Numbers(numbers, integral, np.array([2]), ["x"]))
    [2, 0.5, 'x']
    """

    values: Floats
    integral: Bools
    text_rows: Ints = field(default_factory=lambda: np.zeros(0, np.int64))
    texts: Sequence[str] = ()

    def __len__(self) -> int:
        return len(self.values)

    @property
    def is_number(self) -> bool:
        """See `ArrayCells.is_number`."""
        return True

    def part(self, rows: slice) -> Numbers:
        """See `ArrayCells.part`."""
        start, stop, _ = rows.indices(len(self))
        first, last = np.searchsorted(self.text_rows, [start, stop]).tolist()
        text_rows = self.text_rows[first:last] - start
        return Numbers(self.values[rows], self.integral[rows], text_rows, self.texts[first:last])

    def listed(self, rows: slice) -> list[Cell]:
        """See `ArrayCells.listed`."""
        part = self.part(rows)
        cells = part.values.astype(object)
        cells[part.integral] = part.values[part.integral].astype(np.int64)
        cells[part.text_rows] = part.texts
        return cast("list[Cell]", cells.tolist())

    def write(self, column: Column, text: Callable[[str], str]) -> TextColumn:
        """See `ArrayCells.write`."""
        digits = -1 if column.digits is None else column.digits
        decimals = np.where(self.integral, np.int8(0), np.int8(digits))
        numbers = TextColumn.of_numbers(
            self.values, decimals, lambda value, _: render_cell(value, column)
        )
        if column.small and digits >= 0:
            tiny = np.flatnonzero(~self.integral & (np.abs(self.values) < 10.0**-digits))
            shown = [render_cell(number, column) for number in self.values[tiny].tolist()]
            numbers = numbers.replace(tiny, shown)
        return numbers.replace(self.text_rows, list(map(text, self.texts)))
