"""Columns of long tables as arrays: texts that many rows share, and numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from harness.core.arrays import Bools, Floats, Ints
from harness.core.columns import TextColumn
from harness.report.table.neutral import ArrayCells, Cell, Column, render_cell


@dataclass(frozen=True, slots=True, eq=False)
class Repeated(ArrayCells):
    """Few texts, each in many rows: those of rows [N] by their digits among the ``texts``.

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

    def listed(self, rows: slice) -> list[Cell]:
        """See `ArrayCells.listed`."""
        return [self.texts[code] for code in self.codes[rows].tolist()]

    def write(self, column: Column, text: Callable[[str], str]) -> TextColumn:  # noqa: ARG002
        """See `ArrayCells.write`."""
        return TextColumn.made(map(text, self.texts))[self.codes]


@dataclass(frozen=True, slots=True, eq=False)
class Numbers(ArrayCells):
    """Numbers [N], NaN for none; the ``integral`` ones [N] are whole, and some rows have texts.

    >>> list(Numbers(np.array([2.0, 0.5, np.nan]), np.array([True, False, False]), {2: "x"}))
    [2, 0.5, 'x']
    """

    values: Floats
    integral: Bools
    texts: Mapping[int, str] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.values)

    @property
    def is_number(self) -> bool:
        """See `ArrayCells.is_number`."""
        return True

    def listed(self, rows: slice) -> list[Cell]:
        """See `ArrayCells.listed`."""
        cells = self.values.astype(object)
        cells[self.integral] = self.values[self.integral].astype(np.int64)
        cells[list(self.texts)] = list(self.texts.values())
        listed: list[Cell] = cells[rows].tolist()
        return listed

    def write(self, column: Column, text: Callable[[str], str]) -> TextColumn:
        """See `ArrayCells.write`."""
        digits = -1 if column.digits is None else column.digits
        decimals = np.where(self.integral, np.int8(0), np.int8(digits))
        numbers = TextColumn.of_numbers(
            self.values, decimals, lambda value, _: render_cell(value, column)
        )
        written = {row: text(cell) for row, cell in self.texts.items()}
        if column.small and digits >= 0:
            tiny = np.flatnonzero(~self.integral & (np.abs(self.values) < 10.0**-digits)).tolist()
            written = {row: render_cell(float(self.values[row]), column) for row in tiny} | written
        return numbers.replace(np.array([*written], np.int64), [*written.values()])
