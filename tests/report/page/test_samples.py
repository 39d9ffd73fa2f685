"""Estimates from a sample of judgments show their errors, in the leaderboard and between runs."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from harness.workflows.report import gather_report
from tests.report.page.tasks import written

TASK = """name: sampled
qrels: {path: qrels.txt, format: strata}
runs: [x.run, y.run]
measures: [estAP, estP@3, NumRet]
"""


def sampled(folder: Path):
    """The report of two runs and a sample of two strata, one judged by half."""
    random, docs = np.random.default_rng(2), [f"d{i}" for i in range(12)]
    (folder / "task.yaml").write_text(TASK)
    (folder / "qrels.txt").write_text(
        "".join(
            f"{topic} 0 {doc} {i // 6} {random.integers(0, 2) if i < 6 or i % 2 else -1}\n"
            for topic in range(1, 6)
            for i, doc in enumerate(docs)
        )
    )
    for name in "xy":
        (folder / f"{name}.run").write_text(
            "".join(
                f"{topic} Q0 {docs[i]} {rank} {-rank} {name}\n"
                for topic in range(1, 6)
                for rank, i in enumerate(random.permutation(12), 1)
            )
        )
    return gather_report(folder / "task.yaml").value


def test_errors_stand_beside_estimates_and_differences(opened, tmp_path: Path):
    report = sampled(tmp_path)
    page = opened(written(report, tmp_path / "page.html"))
    shown = page.locator("#leaderboard .frozen tbody").inner_text()
    board = report.boards["estAP"]
    errors = board.table.errors
    assert errors is not None
    for i, error in enumerate(errors.estimate_means(board.table.topics).tolist()):
        mean = board.table.means[i]
        assert f"{mean:.4f} ± {error:.4f}" in shown
    assert shown.count("±") == 4  # two estimates of two runs, and no count
    assert "± the standard error" not in shown
    assert "standard error that the sample" in page.locator("#leaderboard .notes").text_content()
    between = errors.estimate_differences(board.table.topics, np.array([0]), np.array([1])).item()
    table = page.locator("#pair table").first.inner_text()
    assert "standard error of the sample" in table
    assert f"{between:.4f}" in table
    drawn = page.evaluate(
        """() => [...document.querySelectorAll(".whisker")].map((drawing) =>
            [...drawing.querySelectorAll("path")].map((path) => path.getBBox()).map(({ x, width }) => [x, x + width]))"""
    )
    assert len(drawn) == 2
    for own, interval in drawn:  # the part of the sample lies within the interval
        assert interval[0] <= own[0] < own[1] <= interval[1]
