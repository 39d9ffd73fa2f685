"""Many runs, and one: which differ from a run, names that turn the writing, stops of the tab key."""

from __future__ import annotations

import re

import numpy as np
import pytest
import scipy

from harness.stats import adjust_p_values
from harness.workflows.report import gather_report
from tests.report.page.tasks import body_of, write_task, written


@pytest.fixture(scope="module")
def many_runs(tmp_path_factory):
    """A page of 21 runs and a page of one. The last name turns the writing."""
    place = tmp_path_factory.mktemp("many")
    topics = range(1, 5)
    (place / "qrels").write_text("".join(f"{t} 0 d{d} 1\n" for t in topics for d in range(3)))
    rng = np.random.default_rng(3)
    for nth in range(21):
        name = f"r{nth:02}" if nth < 20 else "r\u202e20"
        lines = [
            f"{topic} Q0 d{doc} {rank} {100 - rank} {name}\n"
            for topic in (topics if nth < 20 else topics[1:])
            for rank, doc in enumerate(rng.permutation(8).tolist(), start=1)
        ]
        (place / f"r{nth:02}.run").write_text("".join(lines))
    pages = []
    for name, runs in (("many", "r*.run"), ("one", "r00.run")):
        task = place / f"{name}.yaml"
        task.write_text(f"name: {name}\nqrels: qrels\nruns: '{runs}'\nmeasures: [AP, P@5]\n")
        pages.append(written(gather_report(task).value, place / f"{name}.html"))
    return pages


def test_a_name_that_turns_the_writing_does_not_turn_the_caption(opened, many_runs) -> None:
    page = opened(many_runs[0])
    words = page.locator("#pair .caption").text_content()
    assert r"r\u202e20 (1 missing)" in words
    assert "\u202e" not in words


def test_one_run_has_its_mean_and_no_section_that_compares(opened, many_runs) -> None:
    page = opened(many_runs[1])
    first, second, *_ = page.locator("ul.verdict li").all_inner_texts()
    assert re.fullmatch(r"r00: AP 0\.\d{4} over 4 topics\.", first.replace("\xa0", " "))
    interval = r"95 % interval of each mean by itself, approximate: 0\.\d{4} to [01]\.\d{4}\."
    assert re.fullmatch(interval, second.replace("\xa0", " "))
    headings = page.locator("main h2").all_inner_texts()
    assert {"Leaderboard", "Topics", "One run"} <= set(headings)
    assert not {"Topics and runs", "Two runs"} & set(headings)
    assert page.get_by_text("best run").count() == 0


def test_one_run_has_the_interval_of_each_mean_and_what_is_assured_of_it(opened, many_runs) -> None:
    page = opened(many_runs[1])
    report = gather_report(many_runs[1].with_suffix(".yaml")).value
    shown = body_of(page.locator("#participants").get_by_role("table", name="Means", exact=True))
    assert len(shown) == 2
    for nth, (label, mean, interval) in enumerate(shown):
        of_topics = report.values[0, :, nth]
        low, high = scipy.stats.t.interval(
            0.95, len(of_topics) - 1, of_topics.mean(), scipy.stats.sem(of_topics)
        )
        assert label == report.measures[nth].label
        assert float(mean) == pytest.approx(of_topics.mean(), abs=6e-5)
        ends = [float(end) for end in interval.split(" to ")]
        assert ends == pytest.approx([max(low, 0), min(high, 1)], abs=6e-5)
    said = page.locator("#participants .caption").first.inner_text().replace("\xa0", " ")
    assert "AP, P@5: 95 % interval of each mean by itself, approximate" in said


@pytest.fixture(scope="module")
def crowd(tmp_path_factory):
    """A report of 45 runs, half of which find much and half of which find little."""
    folder = tmp_path_factory.mktemp("crowd")
    judged = {f"t{topic}": {f"d{doc}": 1 for doc in range(4)} for topic in range(12)}
    rng = np.random.default_rng(7)
    ranked = {}
    for run in range(45):
        good = [f"d{doc}" for doc in range(4)]
        other = [f"x{doc}" for doc in range(4 if run % 2 else 0)]
        ranked[f"r{run:02}"] = {
            topic: other[: 2 + int(rng.integers(3))] + rng.permutation(good).tolist()
            for topic in judged
        }
    task = write_task(folder, judged, ranked, name="crowd", measures=["AP", "P@2"])
    report = gather_report(task).value
    return report, written(report, folder / "page.html")


def test_of_many_runs_one_is_compared_with_all_others(opened, crowd) -> None:
    report, path = crowd
    page = opened(path)
    section = page.locator("#leaderboard")
    board = report.boards["AP"]
    for run in (board.runs[0], board.runs[-1]):
        section.get_by_label("Shade runs that").select_option(
            label=f"are not shown to differ from {run}"
        )
        others = [other for other in board.runs if other != run]
        p = board.p[board.runs.index(run)][[board.runs.index(other) for other in others]]
        corrected = dict(zip(others, adjust_p_values(p, "holm").p, strict=True))
        alike = [other for other, p in corrected.items() if p >= board.options.alpha]
        assert 0 < len(alike) < 44
        assert set(section.locator("tr.near a").all_inner_texts()) == {*alike, run}


def test_the_tab_key_stops_seldom_and_the_arrow_keys_reach_the_rest(opened, crowd) -> None:
    page = opened(crowd[1])
    stops = page.evaluate(
        """() => [...document.querySelectorAll("a, button, input, select, summary, [tabindex]")]
            .filter((one) => one.tabIndex >= 0 && one.checkVisibility()).length"""
    )
    assert stops <= 60
    first = page.locator("#leaderboard tbody a").first
    first.focus()
    page.keyboard.press("ArrowDown")
    names = page.locator("#leaderboard tbody a").all_inner_texts()
    assert page.evaluate("document.activeElement.title") == names[1]
    page.locator("#curves .checks input").first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    assert not page.locator("#curves .checks input").nth(1).is_checked()


def test_a_stretch_of_many_items_is_shown_alone_and_what_is_outside_is_said(opened, crowd) -> None:
    page = opened(crowd[1], viewport={"width": 1440, "height": 900})
    figure = page.locator("#topics .explorable").first
    figure.scroll_into_view_if_needed()
    words = page.locator("#topics .hint")
    assert words.inner_text() == "Drag across some of the 45 runs to see them larger."
    best = page.locator("#topics table").nth(1)
    page.locator("#topics summary").first.click()
    order = best.locator("tbody th").all_inner_texts()
    left, top, across = figure.locator("svg").evaluate(
        """(svg) => { const box = svg.getBoundingClientRect(), zoom = box.width / svg.viewBox.baseVal.width;
            return [box.left + 60 * zoom, box.top + 40, zoom * Math.floor((box.width / zoom - 72) / 45)]; }"""
    )
    page.mouse.move(left + 10.5 * across, top)
    page.mouse.down()
    page.mouse.move(left + 19.5 * across, top, steps=3)
    page.mouse.up()
    said = words.inner_text()
    assert said.startswith("10 runs of 45 shown; outside: 10 to the left, 25 to the right.")
    assert "topics&run" not in page.url  # dragging opens nothing
    figure.focus()
    page.keyboard.press("Home")
    status = page.locator("#status").text_content()
    assert status.split("\n")[0].strip("\u2068\u2069") == order[10]
    words.get_by_role("button", name="Show all").click()
    assert words.inner_text().startswith("Drag across")
    figure.focus()
    page.keyboard.press("End")
    assert page.locator("#status").text_content().split("\n")[0].strip("\u2068\u2069") == order[44]
    page.keyboard.press("+")
    assert words.inner_text().startswith("12 runs of 45 shown; outside: 33 to the left, 0")
    page.keyboard.press("Escape")
    assert words.inner_text().startswith("Drag across")


def test_details_stand_beside_what_they_detail_in_a_broad_window(opened, crowd) -> None:
    for width, beside in ((1440, True), (900, False)):
        page = opened(crowd[1], viewport={"width": width, "height": 900})
        boxes = [box.bounding_box() for box in page.locator("#topics .halves > div").all()]
        assert (boxes[0]["y"] == boxes[1]["y"]) is beside
        assert page.evaluate("document.documentElement.scrollWidth") <= width
