"""The curves of the page, against the table of curves and the ROC curves of the report."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import polars as pl

from harness.report.page import payload
from harness.workflows.report import gather_report
from tests.report.page.conftest import DEMO
from tests.report.page.tasks import page_of, write_task, written

ROOT = Path(__file__).parents[3]
SECTION = "#curves"
RECALL, CUTOFF, ROC = range(3)


def drawn_runs(page) -> list[str]:
    """The runs whose boxes are checked; each has a sample of its line."""
    return page.evaluate(
        """() => [...document.querySelectorAll('#curves .check')].filter((one) =>
          one.querySelector('input').checked && one.querySelector('.sample path'))
          .map((one) => one.textContent)"""
    )


def lines(page, plot: int) -> list[str]:
    return page.evaluate(
        """(plot) => [...document.querySelectorAll('#curves .columns > div')[plot]
          .querySelectorAll('.lines > g > path')].map((one) => one.getAttribute('d'))""",
        plot,
    )


def data(page, plot: int) -> list[list[str]]:
    """The table behind a plot, opened."""
    box = page.locator(f"{SECTION} .columns > div").nth(plot)
    if not box.locator("details[open]").count():
        box.locator("summary").click()
    box.locator("tbody tr").first.wait_for()
    if box.get_by_role("button", name="more column").count():
        box.get_by_role("button", name="more column").click()
    return [row.split("\t") for row in box.locator("tbody tr").all_inner_texts()]


def precision(report, run: str, by: str, subset: str = "all") -> pl.DataFrame:
    return report.results.curves.filter(run=run, by=by, subset=subset).sort("at")


def test_at_first_the_best_five_and_the_best_of_each_group_are_drawn(
    opened, demo_page, demo_report
):
    page = opened(demo_page)
    best_of_group: dict[str, str] = {}
    for run in demo_report.runs:
        best_of_group.setdefault(demo_report.groups[run], run)
    expected = {*demo_report.runs[:5], *best_of_group.values()}
    assert set(drawn_runs(page)) == expected
    assert len(lines(page, RECALL)) == len(expected)
    said = f"{len(expected)} of {len(demo_report.runs)} runs drawn"
    assert page.locator(SECTION).get_by_text(said).is_visible()


def test_points_lie_where_the_curves_have_them(opened, demo_page, demo_report):
    page = opened(demo_page)
    page.locator(SECTION).get_by_role("button", name="None").click()
    page.locator(SECTION).get_by_label("fresnel-rm3").check()
    (line,) = lines(page, RECALL)
    points = np.array([float(one) for one in re.findall(r"[\d.]+", line)]).reshape(-1, 2)
    curve = precision(demo_report, "fresnel-rm3", "recall")
    # Both axes go from 0 to 1 here: a straight line from numbers to places, of one decimal each.
    width, height = map(
        float,
        page.locator(f"{SECTION} .figure").first.evaluate(
            "(svg) => [svg.viewBox.baseVal.width, svg.viewBox.baseVal.height]"
        ),
    )
    right = width - 16 - 7 * (10 if width < 420 else 16)  # beside it stand the names of lines
    x = 56 + curve["at"].to_numpy() * (right - 56)
    y = (height - 52) + curve["precision"].to_numpy() * (10 - (height - 52))
    np.testing.assert_allclose(points, np.stack([x, y], axis=1), atol=0.1)


def test_the_tables_behind_the_plots_have_the_numbers_of_the_report(opened, demo_page, demo_report):
    page = opened(demo_page)
    page.locator(SECTION).get_by_role("button", name="All").click()
    by_level, by_cutoff, by_rate = (data(page, plot) for plot in (RECALL, CUTOFF, ROC))
    assert [row[0] for row in by_level] == list(demo_report.runs)
    for row, run in zip(by_level, demo_report.runs, strict=True):
        expected = precision(demo_report, run, "recall")["precision"].to_numpy()
        np.testing.assert_allclose([float(one) for one in row[1:]], expected, atol=5.1e-5)
    for row, run in zip(by_cutoff, demo_report.runs, strict=True):
        curve = precision(demo_report, run, "cutoff")
        pairs = np.array([[float(one) for one in cell.split(" / ")] for cell in row[1:]])
        expected = curve.select("precision", "recall").to_numpy()
        np.testing.assert_allclose(pairs, expected, atol=5.1e-5)
    for row in by_rate:
        expected = demo_report.rankings.select_run(row[0]).roc.true
        np.testing.assert_allclose([float(one) for one in row[1:]], expected, atol=5.1e-5)


def test_curves_are_those_of_the_chosen_subset(opened, demo_page, demo_report):
    page = opened(demo_page)
    page.locator("#left select").select_option("seafaring")
    page.locator(SECTION).get_by_role("button", name="All").click()
    by_level, by_cutoff, by_rate = (data(page, plot) for plot in (RECALL, CUTOFF, ROC))
    rocs = {curve.run: curve for curve in demo_report.rocs("seafaring")}
    for row, precisions, rates in zip(by_level, by_cutoff, by_rate, strict=True):
        np.testing.assert_allclose(
            [float(cell) for cell in rates[1:]], rocs[rates[0]].true, atol=5.1e-5
        )
        levels = precision(demo_report, row[0], "recall", "seafaring")["precision"]
        np.testing.assert_allclose([float(cell) for cell in row[1:]], levels, atol=5.1e-5)
        cutoffs = precision(demo_report, row[0], "cutoff", "seafaring")["precision"]
        cells = [float(cell.split(" / ")[0]) for cell in precisions[1:]]
        np.testing.assert_allclose(cells, cutoffs, atol=5.1e-5)
    caption = page.locator(f"{SECTION} .caption").last.inner_text()
    assert "means over 3 topics" in caption
    assert "3 topics of the subset seafaring" in caption
    page.locator(SECTION).get_by_role("button", name="Copy or save").click()
    assert f"report figures {DEMO}" in page.locator(f"{SECTION} .take code").inner_text()
    assert "--topics seafaring" in page.locator(f"{SECTION} .take code").inner_text()


def test_of_very_many_curves_there_are_only_those_of_all_topics(
    opened, demo_report, tmp_path, monkeypatch
):
    monkeypatch.setattr(payload, "MOST_SUBSET_CURVES", 17)  # 9 runs, 2 subsets
    page = opened(written(demo_report, tmp_path / "page.html"))
    page.locator("#left select").select_option("seafaring")
    warning = page.locator(f"{SECTION} .warning").inner_text()
    assert "Curves are means over all topics, not over the subset seafaring" in warning
    assert "means over 15 topics" in page.locator(f"{SECTION} .caption").last.inner_text()


def test_boxes_and_buttons_switch_runs_on_and_off(opened, demo_page, demo_report):
    page = opened(demo_page)
    section = page.locator(SECTION)
    section.get_by_role("button", name="None").click()
    assert drawn_runs(page) == []
    assert lines(page, CUTOFF) == []
    assert "no run is drawn" in page.locator("#status").inner_text()
    section.get_by_role("button", name="All").press("Enter")
    assert drawn_runs(page) == list(demo_report.runs)
    section.get_by_label("tern-char4").press("Space")
    assert "tern-char4" not in drawn_runs(page)
    assert len(lines(page, ROC)) == len(demo_report.runs) - 1


def test_the_best_five_are_those_of_the_chosen_measure(opened, tmp_path):
    task = tmp_path / "task.yaml"
    task.write_text(
        f"qrels: {ROOT}/qrels/demo/qrels.txt\nruns: {ROOT}/runs/demo/*.run\n"
        "measures: [AP, P@50, num_ret]\n"
    )
    report = gather_report(task).value
    page = opened(written(report, tmp_path / "page.html"))
    section = page.locator(SECTION)
    assert set(drawn_runs(page)) == set(report.runs[:5])
    assert not section.get_by_role("button", name="Best of each group").count()
    page.locator("#measure select").select_option(index=2)
    section.get_by_role("button", name="Best 5").click()
    counts = dict(zip(report.runs, report.summary[:, 2], strict=True))
    expected = sorted(report.runs, key=lambda run: -counts[run])[:5]
    assert set(expected) != set(report.runs[:5])
    assert set(drawn_runs(page)) == set(expected)


def test_no_two_lines_look_the_same(opened, demo_page):
    page = opened(demo_page)
    page.locator(SECTION).get_by_role("button", name="All").click()
    styles = page.evaluate(
        """() => [...document.querySelector('#curves .lines').children].map((one) =>
          one.getAttribute('stroke') + ' ' + one.getAttribute('stroke-dasharray'))"""
    )
    assert len(styles) == len(set(styles)) == 9


def test_a_run_keeps_its_style_when_others_are_switched_off(opened, demo_page):
    page = opened(demo_page)
    section = page.locator(SECTION)
    sample = section.locator(".check", has_text="skerry-tfidf").locator(".sample path")
    before = sample.evaluate("(one) => one.getAttribute('stroke')")
    section.get_by_label("keeper-rrf").uncheck()
    assert sample.evaluate("(one) => one.getAttribute('stroke')") == before


def test_pointing_at_a_point_names_the_run_and_the_cutoff(opened, demo_page, demo_report):
    page = opened(demo_page)
    page.locator(SECTION).get_by_role("button", name="None").click()
    page.locator(SECTION).get_by_label("wick-coord").check()
    plot = page.locator(f"{SECTION} .columns > div").nth(CUTOFF)
    plot.locator("circle").first.hover(force=True)
    curve = precision(demo_report, "wick-coord", "cutoff").row(0, named=True)
    tip = page.locator("#tip")
    assert tip.inner_text() == (
        f"wick-coord\nfirst {curve['at']:.0f} documents: "
        f"precision {curve['precision']:.4f}, recall {curve['recall']:.4f}"
    )
    assert plot.locator(".lines > .lit").count() == 1
    page.locator("h1").hover()
    assert not tip.is_visible()


def test_a_box_with_the_focus_lifts_its_line(opened, demo_page):
    page = opened(demo_page)
    page.locator(SECTION).get_by_label("keeper-qld").focus()
    assert page.locator(f"{SECTION} .lines > .lit").count() == 3


def test_captions_say_how_curves_are_averaged(opened, demo_page, demo_report):
    page = opened(demo_page)
    said = page.locator(f"{SECTION} .content .caption").last.inner_text()
    assert "both are means over 15 topics" in said
    num_topics = demo_report.rankings.select_run("keeper-rrf").roc.num_topics
    assert f"over {num_topics} topics with relevant and judged non-relevant" in said
    assert "dialect trec_eval-10" in said


def test_an_open_table_follows_the_runs_that_are_drawn(opened, demo_page):
    page = opened(demo_page)
    assert len(data(page, RECALL)) == 8
    page.locator(SECTION).get_by_role("button", name="Best 5").click()
    page.wait_for_function(
        "document.querySelectorAll('#curves .columns > div:first-child tbody tr').length === 5"
    )


def test_without_roc_there_are_two_plots(opened, demo_report, tmp_path):
    page = opened(written(replace(demo_report, rankings=None), tmp_path / "page.html"))
    assert page.locator(f"{SECTION} .figure").count() == 2
    assert "ROC" not in page.locator(SECTION).inner_text()


def test_names_at_the_ends_of_lines_stay_within_the_plot_and_apart(opened, demo_page):
    page = opened(demo_page)
    for plot in (RECALL, CUTOFF, ROC):
        names = page.locator(f"{SECTION} .columns > div").nth(plot).locator("text.small").all()
        heights = sorted(float(name.get_attribute("y")) for name in names)
        assert heights[0] >= 10
        assert all(after - before > 11 for before, after in pairwise(heights))


def test_runs_that_tie_are_all_said_to_have_the_highest_precision(opened, tmp_path):
    judged = {topic: {"a": 1, "b": 1, "x": 0} for topic in "12"}
    ranked = {
        "both": {topic: ["a", "b"] for topic in "12"},
        "first": {topic: ["a", "x", "b"] for topic in "12"},
        "late": {topic: ["x", "a", "b"] for topic in "12"},
    }
    page = opened(page_of(write_task(tmp_path, judged, ranked, measures=["AP"]), tmp_path))
    said = page.locator(SECTION).inner_text()
    assert (
        "both and 1 other run have the highest precision at recall 0.1 (1.0000) and at recall 0.5"
        in said
    )
    del ranked["late"], ranked["first"]["2"]
    page = opened(page_of(write_task(tmp_path, judged, ranked, measures=["AP"]), tmp_path))
    assert "both has the highest precision at recall 0.1" in page.locator(SECTION).inner_text()
