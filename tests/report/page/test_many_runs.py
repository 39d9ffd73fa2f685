"""Many runs, and one: which differ from a run, names that turn the writing, stops of the tab key."""

from __future__ import annotations

import re

import numpy as np
import pytest

from harness.stats import adjusted
from harness.workflows.report import report_of
from tests.report.page.tasks import write_task, written


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
        pages.append(written(report_of(task).value, place / f"{name}.html"))
    return pages


def test_a_name_that_turns_the_writing_does_not_turn_the_caption(opened, many_runs) -> None:
    page = opened(many_runs[0])
    words = page.locator("#pair .caption").text_content()
    assert r"r\u202e20 (1 missing)" in words
    assert "\u202e" not in words


def test_one_run_has_its_mean_and_no_section_that_compares(opened, many_runs) -> None:
    page = opened(many_runs[1])
    said = page.locator("ul.verdict li").first.inner_text().replace("\xa0", " ")
    assert re.fullmatch(
        r"r00: AP 0\.\d{4} \(95 % interval 0\.\d{4} to [01]\.\d{4}\) over 4 topics\.", said
    )
    assert page.locator("main h2").all_inner_texts() == [
        *("Leaderboard", "Precision and recall", "Topics", "One run", "Quality of the data"),
        "How this was computed",
    ]
    assert page.get_by_text("best run").count() == 0


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
    report = report_of(task).value
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
        corrected = dict(zip(others, adjusted(p, "holm").p, strict=True))
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
