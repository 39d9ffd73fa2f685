"""The page of a real evaluation, 129 runs by 9 measures: its size, its verdict, its widths, on
paper.
"""

from __future__ import annotations

import re
import shutil
import subprocess

import pytest
import scipy

from harness.workflows.report import gather_report
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
    report = gather_report(task).value
    return report, written(report, place / "page.html")


#: A4 within margins of 10 mm, in pixels of 1/96 inch.
PAPER = {"width": 718, "height": 1047}

#: How wide the drawings are that are printed, in their own units, once what listens before has run.
PRINTED = """() => window.addEventListener("beforeprint", () => Promise.resolve().then(() => {
    window.printed = [...document.querySelectorAll("svg.figure")].map((one) => one.viewBox.baseVal.width);
}))"""

#: The letters of all figures: [section, size in points as they are seen].
LETTERS = """() => [...document.querySelectorAll("svg text")].filter((text) => text.checkVisibility())
    .map((text) => {
        const { a, b } = text.getScreenCTM();
        const size = parseFloat(getComputedStyle(text).fontSize) * Math.hypot(a, b) * 72 / 96;
        return [text.closest("section").id, size];
    })"""


def last_lines(printed: bytes) -> list[str]:
    """The last line of each printed page, by its place."""
    program = shutil.which("pdftotext")
    if program is None:
        pytest.skip("pdftotext is not installed")
    text = subprocess.run(
        [program, "-layout", "-", "-"], input=printed, capture_output=True, check=True
    ).stdout.decode()
    pages = [page.strip().splitlines() for page in text.split("\f")]
    return [page[-1].strip() for page in pages if page]


def test_a_page_of_129_runs_is_small_and_short_on_paper(opened, trec8):
    _, path = trec8
    assert path.stat().st_size <= 500_000
    page = opened(path, fresh=False, viewport={"width": 1440, "height": 900})
    page.evaluate(PRINTED)
    printed = page.pdf(format="A4")
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) <= 14
    headings = page.locator("h2, h3").all_inner_texts()
    assert [last for last in last_lines(printed) if last in headings] == []
    widths = page.evaluate("window.printed")
    assert len(widths) >= 7
    assert max(widths) <= PAPER["width"]


def test_letters_of_figures_on_paper_have_six_points(opened, trec8):
    page = opened(trec8[1], fresh=False, viewport={"width": 1440, "height": 900})
    before = page.evaluate(
        "[...document.querySelectorAll('svg.figure')].map((one) => one.outerHTML)"
    )
    page.emulate_media(media="print")
    page.set_viewport_size(PAPER)
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    letters = page.evaluate(LETTERS)
    assert {section for section, _ in letters} == {
        *("curves", "heatmap", "pair", "topics", "participants")
    }
    assert [one for one in letters if one[1] < 6] == []
    assert page.locator("input, select, nav button").locator("visible=true").count() == 0
    page.emulate_media(media="screen")
    page.set_viewport_size({"width": 1440, "height": 900})
    page.evaluate("window.dispatchEvent(new Event('afterprint'))")
    after = page.evaluate(
        "[...document.querySelectorAll('svg.figure')].map((one) => one.outerHTML)"
    )
    assert after == before


def test_one_click_shows_the_automatic_runs_as_ranked_among_each_other(opened, trec8):
    report, path = trec8
    page = opened(path)
    page.get_by_role("link", name="Best automatic run").click()
    board = report.comparison.of_runs(report.select_type("automatic")).leaderboard("AP")
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


@pytest.mark.parametrize("width", [1440, 390])
def test_no_table_is_half_as_wide_again_as_its_frame_until_all_of_it_is_asked_for(
    opened, trec8, width
):
    page = opened(trec8[1], viewport={"width": width, "height": 900})
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    tables = page.locator(".scroll")
    assert tables.count() > 15
    wide = """() => [...document.querySelectorAll(".scroll")]
        .filter((box) => box.scrollWidth > 1.5 * box.clientWidth).map((box) => box.ariaLabel)"""
    page.wait_for_function(f"!({wide})().length")
    heads = page.locator("#heatmap thead th")
    shown = heads.count()
    assert shown < 60
    page.locator("#heatmap").get_by_role("button", name="more columns").click()
    assert heads.count() > len(trec8[0].runs)
    assert page.evaluate(wide) == ["AP by topic and run"]


def test_the_p_of_any_pair_is_that_of_scipy(opened, trec8):
    report, path = trec8
    page = opened(path)
    values = report.values[:, :, report.measure("nDCG@10")]
    page.select_option("#measure select", label="nDCG@10")
    for run, other in (("READWARE2", "orcl99man"), ("pir9Aatd", "att99ate")):
        page.locator("#pair select").nth(0).select_option(label=run)
        page.locator("#pair select").nth(1).select_option(label=other)
        p = scipy.stats.ttest_rel(values[report.run(run)], values[report.run(other)]).pvalue
        said = page.locator("#pair .answer").inner_text()
        assert float(re.search(r"p of this pair ([\d.]+)", said)[1]) == pytest.approx(p, rel=6e-2)
