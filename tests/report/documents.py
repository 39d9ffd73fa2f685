"""The documents that the golden files hold: tables, figures and pages of the demo.

Write the golden files anew, from the root of the repository, and look at what changed:

    python -m tests.report.documents
"""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

from harness.comparison import Board
from harness.report.page import render_page
from harness.report.page.payload import payload
from harness.report.paper import paper_table
from harness.report.sheets import make_sheet, render_sheet
from harness.report.table import Screen, render
from harness.report.table.latex import latex_table
from harness.report.terminal import draw_leaderboard, topics_table
from harness.workflows.compare import compare_target
from harness.workflows.report import gather_report

ROOT = Path(__file__).resolve().parents[2]
GOLDEN = Path(__file__).with_name("golden")

#: The endings of the golden files, by the name of the format.
ENDINGS = {
    "table": "txt",
    "markdown": "md",
    "tsv": "tsv",
    "csv": "csv",
    "json": "json",
    "jsonl": "jsonl",
    "latex": "tex",
}


def _drawn(board: Board, groups: dict[str, str] | None, screen: Screen) -> str:
    return render(draw_leaderboard(board, groups, screen), "table", screen=screen)


def documents(place: Path = ROOT) -> dict[str, str]:
    """What each golden file must hold, by its name."""
    target = compare_target(place / "configs/demo.yaml", measures=["AP", "nDCG@10", "P@10"])
    comparison = target.value
    paper = paper_table(comparison, baselines=["keeper-qld", "fresnel-rm3"], title="Lighthouses")
    groups = paper_table(
        comparison, marks="groups", measures="AP", runs=comparison.scores_by().runs
    )
    found = {f"paper.{ENDINGS[style]}": render(paper, style) for style in ENDINGS}
    found["paper-floating.tex"] = latex_table(paper, floating=True, label="tab:lighthouses")
    found["paper-groups.txt"] = render(groups, "table")
    board = comparison.leaderboard()
    teams = {run: run.split("-")[0] for run in board.runs}
    narrow = Screen(width=70, colour=True)
    found["leaderboard.txt"] = _drawn(board, teams, Screen())
    found["leaderboard-ascii.txt"] = _drawn(board, None, Screen(80, unicode=False))
    found["leaderboard-narrow.txt"] = _drawn(board, teams, narrow)
    report = gather_report(place / "configs/demo.yaml", needs="scores").value
    topics = topics_table(report, runs=["keeper-rrf"], by="median")
    found["topics.txt"] = render(topics, "table")
    found["topics.md"] = render(topics, "markdown")
    return found | pages(place)


def pages(place: Path = ROOT) -> dict[str, str]:
    """A sheet and the page, without what is the same in all of them, and what the page draws.

    The versions of libraries are left out, and of the payload the documents.
    """
    report = gather_report(place / "configs/demo.yaml").value
    manifest = {**report.results.manifest, "versions": {"harness": "0"}}
    results = replace(report.results, manifest=manifest)
    report = replace(report, results=results, source="configs/demo.yaml")
    drawn = {name: part for name, part in payload(report).items() if name not in ("first", "texts")}
    lines = (f"{json.dumps(name)}: {json.dumps(part)}" for name, part in drawn.items())
    return {
        "page.html": without_common(render_page(report)),
        "sheet.html": without_common(render_sheet(make_sheet(report, "keeper"))),
        "payload.json": "{\n" + ",\n".join(lines) + "\n}\n",
    }


def without_common(page: str) -> str:
    """A page without its style, scripts, payload, and what matplotlib drew."""
    page = re.sub(r"(?s)(<style>).*?(</style>)", r"\1\2", page)
    page = re.sub(r"(?s)(<script[^>]*>).*?(</script>)", r"\1\2", page)
    page = re.sub(r"(?s)(<svg[^>]*aria-label=\"[^\"]*\")[^>]*>.*?(</svg>)", r"\1>\2", page)
    return re.sub(r"sha256-[^&]*", "sha256-", page)


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for name, text in documents().items():
        (GOLDEN / name).write_bytes(text.encode())
