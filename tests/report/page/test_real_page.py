"""The page of a real evaluation, 129 runs by 9 measures: its size, its verdict, its widths, on paper."""

from __future__ import annotations

import re

import pytest

from harness.workflows.report import report_of
from tests.report.page.tasks import written

pytestmark = pytest.mark.slow

MEASURES = "AP, nDCG@10, P@10, R@1000, Rprec, RR, Bpref, nDCG, P@100"


@pytest.fixture(scope="module")
def trec8(shared, tmp_path_factory):
    """The report of TREC-8, and its page."""
    place, data = tmp_path_factory.mktemp("trec8"), shared / "data" / "trec8"
    task = place / "trec8.yaml"
    task.write_text(
        f"name: TREC-8\nqrels: {data}/qrels.trec8.adhoc.txt\nruns: {data}/runs/*.gz\n"
        f"topics: {data}/topics.401-450.txt\nparticipants: {data}/participants.tsv\n"
        f"run_pattern: (?P<name>[^/]+)\\.gz$\nmeasures: [{MEASURES}]\n"
    )
    report = report_of(task).value
    return report, written(report, place / "page.html")


def test_a_page_of_129_runs_is_small_and_short_on_paper(opened, trec8):
    _, path = trec8
    assert path.stat().st_size <= 500_000
    page = opened(path, fresh=False, viewport={"width": 1440, "height": 900})
    printed = page.pdf(format="A4")
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) <= 14


def test_one_click_shows_the_automatic_runs_as_ranked_among_each_other(opened, trec8):
    report, path = trec8
    page = opened(path)
    page.get_by_role("link", name="Best automatic run").click()
    board = report.comparison.of_runs(report.of_type("automatic")).leaderboard("AP")
    first = page.locator("ul.verdict li").first.inner_text()
    value = f"AP {board.means.estimate[0]:.4f}"
    assert first == f"{board.runs[0]} is first of the {len(board.runs)} automatic runs: {value}."
    shaded = page.locator("#leaderboard tr.near th a").all_inner_texts()
    best = [run for run, could in zip(board.runs, board.could_be_best, strict=True) if could]
    assert shaded == best
    assert len(best) > 5


@pytest.mark.parametrize("width", [1440, 390])
def test_no_figure_is_wider_than_its_frame(opened, trec8, width):
    page = opened(trec8[1], viewport={"width": width, "height": 900})
    wide = page.evaluate(
        """() => [...document.querySelectorAll(".explorable")]
            .filter((box) => box.scrollWidth > box.clientWidth + 1).map((box) => box.ariaLabel)"""
    )
    assert page.locator(".explorable").count() > 3
    assert wide == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
