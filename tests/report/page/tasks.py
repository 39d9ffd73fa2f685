"""Small tasks, written as files, and their pages."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from harness.report.page import render_page
from harness.workflows.report import report_of


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
                    {"topic": topic, "doc": doc, "rank": place, "score": float(-place)}
                    for topic, docs in topics.items()
                    for place, doc in enumerate(docs, start=1)
                ],
            ),
        }
        for nth, (name, topics) in enumerate(ranked.items())
    ]
    task = {"qrels": lines("qrels.jsonl", grades), "runs": runs, **keys}
    place = folder / "task.yaml"
    place.write_text(json.dumps(task, ensure_ascii=False), encoding="utf-8")
    return place


def page_of(target: Path, folder: Path, **options: Any) -> Path:
    place = folder / "page.html"
    place.write_text(render_page(report_of(target, **options).value), encoding="utf-8")
    return place
