"""A part of a report in neutral blocks, which each output sets in its own way."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from harness.core.notes import Note
from harness.report.figures.kinds import Bars, Lines
from harness.report.table import Table

#: What stands in a section.
Block: TypeAlias = Table | Lines | Bars


@dataclass(frozen=True, eq=False)
class Section:
    """A title, facts and sentences, rows of tables and figures, and the notes on all of them.

    Rows stand below each other. The blocks of one stand side by side: where there is little room,
    the tables before a figure on its left and those after it on its right. What is not known is
    left out.
    """

    title: str
    rows: tuple[tuple[Block, ...], ...] = ()
    facts: tuple[str, ...] = ()
    text: tuple[str, ...] = ()
    notes: tuple[Note | str, ...] = ()
