"""The documents that the golden files hold: tables of the demo in every format.

Write the golden files anew, from the root of the repository, and look at what changed:

    python -m tests.report.documents
"""

from __future__ import annotations

from pathlib import Path

from harness.pipeline.comparing import read_target
from harness.report.paper import paper_table
from harness.report.table import Screen, latex_table, render
from harness.report.terminal import leaderboard_text, topics_table

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


def documents(place: Path = ROOT) -> dict[str, str]:
    """What each golden file must hold, by its name."""
    target = read_target(place / "configs/demo.yaml", measures=["AP", "nDCG@10", "P@10"])
    comparison = target.comparison
    paper = paper_table(comparison, baselines=["keeper-qld", "fresnel-rm3"], title="Lighthouses")
    groups = paper_table(comparison, marks="groups", measures="AP", runs=comparison.table().runs)
    found = {f"paper.{ENDINGS[style]}": render(paper, style) for style in ENDINGS}
    found["paper-floating.tex"] = latex_table(paper, floating=True, label="tab:lighthouses")
    found["paper-groups.txt"] = render(groups, "table")
    board = comparison.leaderboard()
    teams = {run: run.split("-")[0] for run in board.runs}
    narrow = Screen(width=70, colour=True)
    found["leaderboard.txt"] = leaderboard_text(board, teams)
    found["leaderboard-ascii.txt"] = leaderboard_text(board, None, Screen(80, unicode=False))
    found["leaderboard-narrow.txt"] = leaderboard_text(board, teams, narrow)
    table = comparison.table()
    topics = topics_table(
        *(table.topics, table.values.T, table.runs), runs=["keeper-rrf"], by="median"
    )
    found["topics.txt"] = render(topics, "table")
    found["topics.md"] = render(topics, "markdown")
    return found


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for name, text in documents().items():
        (GOLDEN / name).write_bytes(text.encode())
