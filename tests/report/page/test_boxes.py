"""Box plots of the page, against those of the figures that Python draws."""

from __future__ import annotations

import numpy as np
import pytest

from tests.report.box import box_of

FIGURES = "#boxes .explorable"


def rows_of(page, nth: int) -> list[list[str]]:
    """The table behind a figure: a name, a count and the numbers of the box plot, a row each."""
    data = page.locator("#boxes .data").nth(nth)
    data.locator("summary").click()
    data.locator("table").wait_for()
    return [
        [row.locator("th").text_content(), *row.locator("td").all_text_contents()]
        for row in data.locator("tbody tr").all()
    ]


def expected(values, mean: float) -> list[str]:
    box = box_of(np.rint(values * 10_000) / 10_000)
    numbers = (mean, box.low, box.q1, box.median, box.q3, box.high)
    return [str(len(values)), *(f"{one:.4f}" for one in numbers)]


def close(found: list[str], wanted: list[str]) -> bool:
    """Equal but for what rounding a half does in the fourth decimal."""
    return found[0] == wanted[0] and np.allclose(
        [float(one) for one in found[1:]], [float(one) for one in wanted[1:]], rtol=0, atol=1.01e-4
    )


@pytest.mark.parametrize("measure", ["AP", "P@10"])
def test_boxes_of_runs_are_those_of_python(opened, demo_page, demo_report, measure) -> None:
    page = opened(demo_page)
    page.select_option("#measure select", label=measure)
    at = demo_report.measure(measure)
    rows = rows_of(page, 0)
    order = np.argsort(-demo_report.summary[:, at], kind="stable")
    assert [row[0] for row in rows] == [demo_report.runs[run] for run in order]
    for row, run in zip(rows, order, strict=True):
        values = demo_report.values[run, :, at]
        assert close(row[1:8], expected(values, demo_report.summary[run, at]))
        assert row[2] == f"{demo_report.summary[run, at]:.4f}"


def test_boxes_of_topics_are_those_of_python_the_easiest_first(
    opened, demo_page, demo_report
) -> None:
    page = opened(demo_page)
    values = demo_report.values[:, :, 0]
    rows = rows_of(page, 1)
    order = np.argsort(-np.median(values, axis=0), kind="stable")
    assert [row[0].split(" ")[0] for row in rows] == [demo_report.topics[at] for at in order]
    for row, topic in zip(rows, order, strict=True):
        assert close(row[1:8], expected(values[:, topic], values[:, topic].mean()))


def test_values_beyond_the_whiskers_are_dots_that_say_what_they_are(
    opened, demo_page, demo_report
) -> None:
    page = opened(demo_page)
    values = np.rint(demo_report.values[:, :, 0] * 10_000) / 10_000
    wanted = set()
    for at, topic in enumerate(demo_report.topics):
        for value in box_of(values[:, at]).outliers:
            runs = [demo_report.runs[run] for run in np.flatnonzero(values[:, at] == value)]
            wanted |= {(topic, f"{run}: {value:.4f}") for run in runs}
    dots = page.locator(FIGURES).nth(1).locator(".dot")
    found = set()
    for dot in dots.all():
        dot.scroll_into_view_if_needed()
        dot.hover()
        tip = page.locator("#tip").text_content().replace("\u2068", "").replace("\u2069", "")
        topic, said = tip.split("\n")
        found.add((topic.split(" ")[0], said))
    assert wanted
    assert found == wanted


def test_runs_can_be_sorted_by_their_medians(opened, demo_page, demo_report) -> None:
    page = opened(demo_page)
    page.locator("#boxes select").select_option(label="median")
    medians = np.median(demo_report.values[:, :, 0], axis=1)
    order = np.argsort(-medians, kind="stable")
    page.locator(FIGURES).nth(0).focus()
    for run in order:
        page.keyboard.press("ArrowDown")
        said = page.locator("#status").text_content().replace("\u2068", "").replace("\u2069", "")
        name, middle, *_ = said.split("\n")
        assert name == demo_report.runs[run]
        assert middle == f"median {medians[run]:.4f}, mean {demo_report.summary[run, 0]:.4f}"
    page.keyboard.press("Enter")
    assert page.url.endswith(f"#participants&run={demo_report.runs[order[-1]]}&spread=median")
    assert page.evaluate("document.activeElement.id") == "participants-title"


def test_print_shows_all_rows_at_their_full_width(opened, demo_page) -> None:
    page = opened(demo_page, viewport={"width": 720, "height": 1000})
    page.emulate_media(media="print")
    for box in page.locator(FIGURES).all():
        hidden = box.evaluate("(one) => getComputedStyle(one).maxHeight")
        assert hidden == "none"
    assert page.locator(f"{FIGURES} svg").nth(1).bounding_box()["width"] > 500
