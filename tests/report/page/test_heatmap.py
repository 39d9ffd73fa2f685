"""The map of topics and runs, and whether the comparing sections can be used by everybody."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

from harness.report.page import render_page
from harness.workflows.report import gather_report

DEMO = Path(__file__).parents[3]
MAP = "#heatmap .explorable"


def said(page) -> list[str]:
    """The lines that were announced last, without marks of direction."""
    text = page.locator("#status").text_content()
    return text.replace("\u2068", "").replace("\u2069", "").split("\n")


def expected(report, label, topic, run) -> list[str]:
    """What the map has to say of a cell, from the values of the report."""
    at = report.measure(label)
    values = report.values[:, report.topic(topic), at]
    own = values[report.run(run)]
    title = next(
        r["title"] for r in report.results.topics.iter_rows(named=True) if r["topic"] == topic
    )
    # Values that differ after the fourth decimal are one value on the page.
    higher = int(np.sum(np.rint(values * 10_000) > np.rint(own * 10_000)))
    return [f"{topic} {title}", run, f"{label} {own:.4f}, rank {1 + higher} of {len(values)}"]


def order_of(page) -> tuple[list[str], list[str]]:
    """The topics and runs in the order of the map, as its table has them."""
    data = page.locator("#heatmap .data")
    if not data.locator("table").count():
        data.locator("summary").click()
    data.locator("table").wait_for()
    topics = data.locator("tbody th").all_text_contents()
    return topics, data.locator("thead th").all_text_contents()[2:]


@pytest.mark.slow
def test_the_arrow_keys_visit_every_cell_and_tell_its_value(opened, demo_page, demo_report) -> None:
    page = opened(demo_page)
    page.evaluate(
        "window.heard = []; new MutationObserver(() =>"
        " heard.push(document.getElementById('status').textContent.replace(/[\u2068\u2069]/g, '')))"
        ".observe(document.getElementById('status'), {childList: true})"
    )
    medians = np.median(demo_report.values[:, :, 0], axis=0)
    hardest = [demo_report.topics[at] for at in np.argsort(medians, kind="stable")]
    page.locator(MAP).focus()
    page.keyboard.press("Home")
    cells = []
    for row, run in enumerate(demo_report.runs):
        topics = hardest if row % 2 == 0 else hardest[::-1]
        cells += [expected(demo_report, "AP", topic, run) for topic in topics]
        for _ in topics[1:]:
            page.keyboard.press("ArrowRight" if row % 2 == 0 else "ArrowLeft")
        page.keyboard.press("ArrowDown")
    # There is nothing below the last row, and nothing to the right of the last column.
    page.keyboard.press("ArrowRight")
    assert [heard.split("\n") for heard in page.evaluate("heard")] == cells


def test_the_pointer_tells_what_the_keyboard_tells(opened, demo_page, demo_report) -> None:
    page = opened(demo_page, reduced_motion="reduce")
    page.select_option("#measure select", label="nDCG@10")
    page.locator(MAP).focus()
    page.keyboard.press("End")
    page.keyboard.press("ArrowUp")
    words = said(page)
    box = page.locator(f"{MAP} .mark").bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.locator("#tip").wait_for()
    tip = page.locator("#tip").text_content().replace("\u2068", "").replace("\u2069", "")
    assert tip.split("\n") == words
    topic = words[0].split(" ")[0]
    assert words == expected(demo_report, "nDCG@10", topic, words[1])
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert page.locator("#heatmap .readout").text_content() == (
        f"{words[2]} · topic {topic} · run {words[1]}"
    )


def test_topics_and_runs_are_sorted_both_ways(opened, demo_page, demo_report) -> None:
    page = opened(demo_page)
    fields = page.locator("#heatmap select")
    fields.nth(0).select_option(label="number of relevant documents")
    fields.nth(1).select_option(label="name")
    topics, runs = order_of(page)
    relevant = dict(demo_report.results.topics.select("topic", "relevant").rows())
    assert topics == sorted(demo_report.topics, key=lambda topic: (-relevant[topic], topic))
    assert runs == sorted(demo_report.runs)
    fields.nth(0).select_option(label="topic")
    fields.nth(1).select_option(label="group")
    topics, runs = order_of(page)
    assert topics == list(demo_report.topics)
    assert runs == sorted(demo_report.runs, key=lambda run: demo_report.groups[run])


def test_runs_follow_the_chosen_measure(opened, demo_page, demo_report) -> None:
    page = opened(demo_page)
    page.select_option("#measure select", label="P@10")
    _, runs = order_of(page)
    means = demo_report.summary[:, demo_report.measure("P@10")]
    assert runs == [demo_report.runs[at] for at in np.argsort(-means, kind="stable")]
    cells = page.locator("#heatmap .data tbody td:nth-child(n + 3)").all_text_contents()
    assert len(cells) == demo_report.values.shape[0] * demo_report.values.shape[1]


def test_a_darker_cell_is_a_higher_value(opened, demo_page, demo_report) -> None:
    page = opened(demo_page)
    paths = page.evaluate(
        "[...document.querySelectorAll('#heatmap .explorable .cells')].map((one) =>"
        " [one.getAttribute('fill'), one.getAttribute('d').split('M').length - 1])"
    )
    values = np.rint(demo_report.values[:, :, 0] * 10_000) / 10_000
    shades, counts = np.unique(np.floor(values * 49 + 0.5), return_counts=True)
    light = {fill: sum(map(int, fill[4:-1].split(",")[:2])) for fill, _ in paths}
    found = sorted(paths, key=lambda one: -light[one[0]])
    assert [count for _, count in found] == counts.tolist()
    assert len(shades) == len(paths)


def test_residuals_are_coloured_by_their_side_of_the_median(opened, demo_page, demo_report) -> None:
    page = opened(demo_page)
    page.get_by_label("Cells show").select_option(label="values minus the topic's median")
    assert page.url.endswith("heat=residual")
    paths = page.evaluate(
        "[...document.querySelectorAll('#heatmap .explorable .cells')].map((one) =>"
        " [one.getAttribute('fill').slice(4, -1).split(',').map(Number),"
        "  one.getAttribute('d').split('M').length - 1])"
    )
    values = demo_report.values[:, :, 0]
    residuals = values - np.median(values, axis=0)
    step = 2 * np.abs(residuals).max() / 49
    blue = sum(count for (red, _, blue), count in paths if blue > red + 10)
    orange = sum(count for (red, _, blue), count in paths if red > blue + 10)
    assert (residuals > 2 * step).sum() <= blue <= (residuals > 0).sum()
    assert (residuals < -2 * step).sum() <= orange <= (residuals < 0).sum()


def test_enter_opens_the_topic(opened, demo_page) -> None:
    page = opened(demo_page)
    page.locator(MAP).focus()
    page.keyboard.press("ArrowDown")
    topic = said(page)[0].split(" ")[0]
    page.keyboard.press("Enter")
    assert page.url.endswith(f"#topics&topic={topic}")
    assert page.evaluate("document.activeElement.id") == "topics-title"


@pytest.fixture(scope="module")
def partial_page(tmp_path_factory) -> Path:
    """Two runs, one of which does not answer a topic, and is averaged over the others."""
    place = tmp_path_factory.mktemp("partial")
    shutil.copy(DEMO / "runs" / "demo" / "keeper-rrf.run", place)
    lines = (DEMO / "runs" / "demo" / "keeper-qld.run").read_text().splitlines(keepends=True)
    (place / "keeper-qld.run").write_text(
        "".join(one for one in lines if not one.startswith("D05"))
    )
    task = place / "task.yaml"
    task.write_text(
        f"name: partial\ntopics: {DEMO}/qrels/demo/topics.txt\nqrels: {DEMO}/qrels/demo/qrels.txt\n"
        "runs: '*.run'\nmeasures: [AP]\ntopic_policy: answered\n"
    )
    page = place / "page.html"
    page.write_text(render_page(gather_report(task).value), encoding="utf-8")
    return page


def test_a_topic_without_a_value_is_hatched_and_said_to_be(opened, partial_page) -> None:
    page = opened(partial_page)
    hatched = page.locator(f"{MAP} .cells[fill='url(#hatched)']")
    assert hatched.get_attribute("d").count("M") == 1
    assert "not evaluated" in page.locator("#heatmap > .content").text_content()
    page.locator("#heatmap select").nth(0).select_option(label="topic")
    page.locator(MAP).focus()
    for key in ["Home", *["ArrowRight"] * 4, "ArrowDown"]:
        page.keyboard.press(key)
    assert said(page)[1:] == ["keeper-qld", "not evaluated"]
    assert said(page)[0].startswith("D05 ")


@pytest.mark.parametrize("cells", ["", "residual"])
def test_the_margins_are_means_of_runs_and_medians_of_topics(
    opened, demo_page, demo_report, cells
) -> None:
    page = opened(demo_page)
    page.get_by_label("Cells show").select_option(cells)
    words = page.evaluate(
        """() => [...document.querySelectorAll("#heatmap .margin")].map((cell) =>
            cell.dataset.words.replace(/[\u2068\u2069]/g, "").split("\\n"))"""
    )
    values = demo_report.values[:, :, 0]
    medians = np.median(values, axis=0)
    residuals = (values - medians).mean(axis=1)
    for name, line in words:
        shown = float(line.split(" ")[-1])
        if name in demo_report.runs:
            run = demo_report.run(name)
            expected = residuals[run] if cells else demo_report.summary[run, 0]
        else:
            assert line.startswith("median of all runs ")
            expected = medians[demo_report.topic(name.split(" ")[0])]
        assert shown == pytest.approx(expected, abs=1.01e-4), name
    assert len(words) == len(demo_report.runs) + len(demo_report.topics)


def test_the_mark_fits_the_cells_after_the_window_became_narrow(opened, demo_page) -> None:
    page = opened(demo_page)
    page.set_viewport_size({"width": 640, "height": 900})
    page.locator("#pair select").nth(1).select_option(index=3)  # which draws the map again
    page.locator(MAP).focus()
    page.keyboard.press("Home")
    page.locator(f"{MAP} .mark").wait_for()
    widths = [
        page.locator(f"{MAP} {kind}").first.evaluate("(path) => path.getBBox().width")
        for kind in (".mark", ".margin[data-words*='median of all runs']")
    ]
    assert widths[0] == widths[1]


#: The letters of a figure that stand beyond its edges.
BEYOND = """(svg) => [...svg.querySelectorAll("text")].filter((text) => {
    const [own, all] = [text.getBoundingClientRect(), svg.getBoundingClientRect()];
    return own.left < all.left - 1 || own.top < all.top - 1 || own.bottom > all.bottom + 1;
}).map((text) => text.textContent)"""


def test_names_of_wide_letters_are_not_cut_off(opened, harness, tmp_path) -> None:
    (tmp_path / "task.yaml").write_text(
        f"topics: {DEMO}/qrels/demo/topics.txt\nqrels: {DEMO}/qrels/demo/qrels.txt\n"
        f"runs:\n- {{path: {DEMO}/runs/demo/fresnel-rm3.run, name: NLP&IR@UNED/NLP&IR@UNED_FIRST}}\n"
        f"- {{path: {DEMO}/runs/demo/fresnel-lsa.run, name: UNIPI-NLP/UNIPI-NLP_FIRST}}\n"
        "measures: [AP@5]\n"
    )
    assert harness("report", tmp_path / "task.yaml", "-o", tmp_path / "page.html").status == 0
    for width in (1280, 390):
        page = opened(tmp_path / "page.html", viewport={"width": width, "height": 844})
        for section in ("#heatmap", "#pair"):
            page.locator(section).scroll_into_view_if_needed()
            figure = page.locator(f"{section} .explorable svg").first
            assert figure.evaluate(BEYOND) == [], (width, section)
