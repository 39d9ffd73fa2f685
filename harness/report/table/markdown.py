"""A table as Markdown, with pipes, as GitHub and most other renderers read it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from harness.core.harmless import visible
from harness.core.notes import note_lines
from harness.report.table.neutral import Mark, Screen, Table

#: What means something to Markdown inside a line, HTML and formulas among it.
_SPECIAL = re.compile(r"[\\`*_~<>&\[\]|$]")

#: What means something at the beginning of a line: headings, lists, rules, quotations.
_FIRST = re.compile(r"^([-+=#]|\d+(?=[.)]))")


def markdown_table(table: Table, _screen: Screen) -> str:
    """A table with pipes, the title above in bold, and the notes below, a paragraph each."""
    indices = range(len(table.columns))
    rules = ["---:" if table.is_number(index) else "---" for index in indices]
    columns = [_cells(table, index) for index in indices]
    lines = [_line([_escaped(column.name) for column in table.columns]), _line(rules)]
    lines += [_line(cells) for cells in zip(*columns, strict=True)]
    title = [f"**{_escaped(table.title)}**\n"] if table.title.strip() else []
    return (
        "\n".join([*title, *lines, *(f"\n{_paragraph(note)}" for note in note_lines(table.notes))])
        + "\n"
    )


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _cells(table: Table, index: int) -> list[str]:
    texts = table.texts(index)
    if not table.marks:
        cells = {text: _cell(text, Mark()) for text in set(texts)}
        return [cells[text] for text in texts]
    return [_cell(text, table.mark(row, index)) for row, text in enumerate(texts)]


def _cell(text: str, mark: Mark) -> str:
    r"""A cell with its mark.

    >>> _cell("0.5315", Mark(bold=True, superscript="ab")), _cell("<x>", Mark())
    ('**0.5315**<sup>ab</sup>', '\\<x\\>')
    """
    body = _escaped(text)
    above = f"<sup>{_escaped(mark.superscript)}</sup>" if mark.superscript else ""
    return (f"**{body}**" if mark.bold and body else body) + above


def _escaped(text: str) -> str:
    """A text that shows as such; white space around it would keep it from being bold."""
    return _SPECIAL.sub(r"\\\g<0>", visible(text)).strip()


def _paragraph(text: str) -> str:
    r"""A text as a paragraph of its own.

    >>> print(_paragraph("1. a_b"), _paragraph("# c"), _paragraph("16 pairs"))
    1\. a\_b \# c 16 pairs
    """
    return _FIRST.sub(
        lambda match: match[0] + "\\" if match[0].isdigit() else "\\" + match[0], _escaped(text)
    )
