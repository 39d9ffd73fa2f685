"""Write and read packets as workbooks (XLSX)."""

from __future__ import annotations

import io
from collections.abc import Mapping
from typing import Any

from harness.core.errors import HarnessError, InputError, Problem, UnavailableError
from harness.core.packages import extra, pl
from harness.formats.remote import open_members
from harness.formats.tablefiles import refuse_twice
from harness.formats.tables import InputTable
from harness.settings.judge import Dimension, Guidelines

_NEED = "workbooks need"
_ROOM = "temporary files need room: TMPDIR says where"


def workbook(frame: pl.DataFrame, guidelines: Guidelines, columns: Mapping[str, str]) -> bytes:
    """Return a workbook with the rows of a packet; cells offer the grades as lists.

    ``columns`` has the column of each dimension. A second sheet holds the guidelines. Texts that
    begin like a formula stay texts.
    """
    with extra("judging", _NEED):
        from openpyxl import Workbook
        from openpyxl.styles import Font

    book = Workbook()
    sheet = book.active
    sheet.title = "judgments"
    for row in (tuple(frame.columns), *frame.iter_rows()):
        sheet.append(row)
    for cells in sheet.iter_rows():
        for cell in cells:
            cell.data_type = "s" if isinstance(cell.value, str) else cell.data_type
            cell.font = Font(bold=cell.row == 1)
    sheet.freeze_panes = "A2"
    for cell in sheet[1]:
        if cell.value in ("topic_title", "doc_title", "doc_text"):
            sheet.column_dimensions[cell.column_letter].width = 60
    for name, column in columns.items():
        letter = sheet.cell(1, frame.columns.index(column) + 1).column_letter
        sheet.add_data_validation(_choice(guidelines.dimension(name), letter, frame.height))
    _write_guidelines(book.create_sheet("guidelines"), guidelines)
    content = io.BytesIO()
    try:
        book.save(content)
    except Exception as error:  # writers of XML have errors of their own for a full disk
        problem = Problem(f"the workbook cannot be made: {error}", hint=_ROOM)
        raise UnavailableError(problem) from None
    return content.getvalue()


def read_workbook(where: str) -> InputTable:
    """Read the first sheet of a workbook; its first row has the names of the columns.

    Raises `InputError` if it is no workbook, unpacks to too much, or has no rows.
    """
    with extra("judging", _NEED, where):
        from openpyxl import load_workbook

    try:
        with open_members(where):  # which limits their total size
            book = load_workbook(where, read_only=True, data_only=True)
        rows = [list(row) for row in book.worksheets[0].iter_rows(values_only=True)]
    except (HarnessError, MemoryError):
        raise
    except Exception as error:  # parsers have errors of all kinds
        raise InputError(Problem(f"this is no workbook: {error}", where)) from None
    if not rows:
        raise InputError(Problem("there is no row with the names of the columns", where))
    named = [(i, str(cell)) for i, cell in enumerate(rows[0]) if cell is not None]
    refuse_twice([name for _, name in named], where, 1)
    lines = [i for i, row in enumerate(rows[1:], start=2) if any(cell is not None for cell in row)]
    columns = {
        name: [rows[line - 1][i] if i < len(rows[line - 1]) else None for line in lines]
        for i, name in named
    }
    return InputTable(columns, where, line=lines.__getitem__, written=True)


def _choice(scale: Dimension, letter: str, height: int) -> Any:
    """Return the list of grades for the cells of a column."""
    with extra("judging", _NEED):
        from openpyxl.worksheet.datavalidation import DataValidation

    listed = ",".join(map(str, scale.values))
    choice = DataValidation(type="list", formula1=f'"{listed}"', allow_blank=True)
    choice.showErrorMessage = True
    choice.error = choice.prompt = "; ".join(
        f"{grade.value} {grade.name}" for grade in scale.grades
    )[:255]
    choice.showInputMessage = True
    choice.add(f"{letter}2:{letter}{height + 1}")
    return choice


def _write_guidelines(sheet: Any, guidelines: Guidelines) -> None:
    rows: list[tuple[Any, ...]] = [(line,) for line in guidelines.text.splitlines()]
    for scale in guidelines.dimensions:
        rows += [(scale.name, g.value, g.name, g.description or "") for g in scale.grades]
    for row in rows:
        sheet.append(row)
        for cell in sheet[sheet.max_row]:
            cell.data_type = "s" if isinstance(cell.value, str) else cell.data_type
