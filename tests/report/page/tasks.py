"""Small tasks, written as files, and their pages."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from harness.report.page import render_page
from harness.report.report import Report
from harness.workflows.report import gather_report

#: Tests read the text of sections that nobody sees, which browsers only have once they are laid out.
LAY_OUT = """
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("main > section { content-visibility: visible !important; }");
    document.addEventListener("DOMContentLoaded", () => { document.adoptedStyleSheets = [sheet]; });
"""


def write_task(folder: Path, judged: dict[str, Any], ranked: dict[str, Any], **keys: Any) -> Path:
    """A task of grades by topic and document, and of documents by run and topic, best first."""

    def lines(name: str, rows: list[dict[str, Any]]) -> str:
        text = "".join(json.dumps(row) + "\n" for row in rows)
        (folder / name).write_text(text, encoding="utf-8")
        return name

    grades = [
        {"topic": topic, "doc": doc, "grade": grade}
        for topic, docs in judged.items()
        for doc, grade in docs.items()
    ]
    runs = [
        {
            "name": name,
            "path": lines(
                f"run{nth}.jsonl",
                [
                    {"topic": topic, "doc": doc, "rank": rank, "score": float(-rank)}
                    for topic, docs in topics.items()
                    for rank, doc in enumerate(docs, start=1)
                ],
            ),
        }
        for nth, (name, topics) in enumerate(ranked.items())
    ]
    task = {"qrels": lines("qrels.jsonl", grades), "runs": runs, **keys}
    path = folder / "task.yaml"
    path.write_text(json.dumps(task, ensure_ascii=False), encoding="utf-8")
    return path


def page_of(target: Path, folder: Path, **options: Any) -> Path:
    return written(gather_report(target, **options).value, folder / "page.html")


def written(report: Report, path: Path) -> Path:
    path.write_text(render_page(report), encoding="utf-8")
    return path


def body_of(table) -> list[list[str]]:
    """The texts of the cells of a table, row by row, without its heading."""
    return table.evaluate(
        """(table) => [...table.tBodies[0].rows].map(
            (row) => [...row.cells].map((cell) => cell.innerText.trim()))"""
    )


def number(cell: str) -> float:
    """A number with a true minus."""
    return float(cell.replace("\N{MINUS SIGN}", "-"))


def columns_of(page) -> dict[str, list[str]]:
    """The visible text of each column of the leaderboard, by its heading; signs are left out."""
    heads, rows = page.evaluate(
        """() => {
          const table = document.querySelector('#leaderboard .frozen table');
          const text = (cell) => {
            const copy = cell.cloneNode(true);
            copy.querySelectorAll('sup, .ends').forEach((sign) => sign.remove());
            return copy.textContent;
          };
          return [[...table.tHead.rows[0].cells].map(text),
                  [...table.tBodies[0].rows].map((row) => [...row.cells].map(text))];
        }"""
    )
    return {
        name.replace("\xa0", " "): [row[index].replace("\xa0", " ") for row in rows]
        for index, name in enumerate(heads)
    }


def choose_measure(page, label: str) -> None:
    page.locator("#measure select").select_option(label=label)


def follow(page, link: str) -> None:
    """Change the address, and wait until the page has been told; its own listener comes first."""
    page.evaluate(
        """(link) => new Promise((done) => {
            const before = location.href;
            addEventListener("hashchange", done, { once: true });
            location.hash = link;
            if (location.href === before) done();
        }).then(() => null)""",
        link,
    )
