"""What tests of sheets share: a small task, and how tables of sheets are read."""

from __future__ import annotations

from pathlib import Path

from harness.report.report import Report
from harness.report.table import Table
from harness.workflows.report import gather_report

DEMO = Path(__file__).parents[2] / "configs" / "demo.yaml"


def made_report() -> Report:
    return gather_report(DEMO).value


def rows(table):
    names = [column.name for column in table.columns]
    return [dict(zip(names, row, strict=True)) for row in table.rows]


def table_of(sheet, title):
    return next(table for table in sheet.details if table.title == title)


def tables_in(section):
    """The tables of a section by their titles."""
    blocks = [block for row in section.rows for block in row]
    return {block.title: block for block in blocks if isinstance(block, Table)}


def measured(sheet):
    """Every measure of every run, as the pages of the runs have them."""
    return [
        {"run": page.title, **row}
        for page in sheet.pages
        for row in rows(tables_in(page)["Measures"])
    ]


def small(folder: Path, more: str = "") -> Path:
    (folder / "qrels.txt").write_text("1 0 a 1\n1 0 b 0\n1 0 <img/src=x> 0\n2 0 a 1\n3 0 a 0\n")
    (folder / "low.run").write_text("1 Q0 b 1 2 low\n1 Q0 a 2 1 low\n")
    (folder / "high.run").write_text("1 Q0 a 1 1 upper\n2 Q0 a 1 1 upper\n2 Q0 x 2 1 upper\n")
    path = folder / "small.yaml"
    path.write_text(
        "name: Small\nqrels: qrels.txt\nmeasures: [AP, NumRet]\n"
        f"runs:\n  - low.run\n  - {{path: high.run, group: G}}\n{more}"
    )
    return path
