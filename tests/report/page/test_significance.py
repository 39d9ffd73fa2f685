"""p-values of all pairs, and how far measures agree."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import expect
from scipy.stats import kendalltau

from harness.stats import adjusted
from harness.workflows.report import report_of
from tests.report.page.tasks import choose_measure, write_task, written

DEMO = Path(__file__).parents[3]
MATRIX = "#significance .explorable"
MINUS = "\N{MINUS SIGN}"


def plain(text: str) -> str:
    return text.replace("\u2068", "").replace("\u2069", "")


def class_of(p: float) -> str:
    for name, limit in (("p0", 0.001), ("p1", 0.01), ("p2", 0.05)):
        if p < limit:
            return name
    return "p-none"


def test_the_matrix_has_the_runs_that_are_left(opened, demo_page, demo_report) -> None:
    page = opened(demo_page)
    page.get_by_label("Filter by run or group").fill("er")
    board = demo_report.boards["AP"]
    left = [run for run in board.runs if "er" in f"{run}\n{demo_report.groups[run]}"]
    assert 2 < len(left) < len(board.runs)
    assert page.locator(f"{MATRIX} text").all_text_contents() == left
    rows = [board.runs.index(run) for run in left]
    wanted = Counter(class_of(board.p[a, b]) for a, b in combinations(rows, 2))
    for name, count in wanted.items():
        assert page.locator(f"{MATRIX} .{name}").get_attribute("d").count("M") == count
    page.locator(MATRIX).focus()
    page.keyboard.press("End")
    assert plain(page.locator("#status").text_content()).split("\n")[:2] == left[-2:]
    assert page.locator(f"{MATRIX} .cross").get_attribute("d").count("M") == 2
    assert f"{len(left)} of 9 runs, as filtered" in page.locator("#significance").inner_text()
    page.get_by_label("Filter by run or group").fill(left[0])
    assert "Fewer than two runs are left" in page.locator("#significance").inner_text()


@pytest.mark.parametrize("measure", ["AP", "RR"])
def test_each_pair_is_in_the_class_of_its_p(opened, demo_page, demo_report, measure) -> None:
    page = opened(demo_page)
    choose_measure(page, measure)
    board = demo_report.boards[measure]
    pairs = board.p[np.triu_indices(len(board.runs), 1)]
    found = {
        name: page.locator(f"{MATRIX} .{name}").get_attribute("d").count("M")
        for name in ("p0", "p1", "p2", "p-none")
    }
    wanted = Counter(class_of(p) for p in pairs)
    assert found == {name: wanted[name] for name in found}


def test_squares_are_larger_where_p_is_smaller(opened, demo_page) -> None:
    page = opened(demo_page)
    sides = page.evaluate(
        "['p0', 'p1', 'p2', 'p-none'].map((name) => Number(/h([0-9.]+)/.exec("
        "document.querySelector(`#significance .explorable .${name}`).getAttribute('d'))[1]))"
    )
    assert sides == sorted(sides, reverse=True)
    assert len(set(sides)) == 4


def test_the_words_around_say_what_was_tested(opened, demo_page, demo_report) -> None:
    page = opened(demo_page)
    board = demo_report.boards["AP"]
    assert page.locator("#significance .facts").text_content() == (
        f"{board.num_significant} of 36 pairs differ significantly: among them all means that are more than"
        f" {board.needed:.4f} apart."
    )
    words = page.locator("#significance .caption").text_content()
    for part in ("paired t", "36 pairs", "Holm", "alpha 0.05", "AP: mean over 15 topics"):
        assert part in words


def test_the_arrow_keys_tell_every_pair(opened, demo_page, demo_report) -> None:
    page = opened(demo_page)
    board = demo_report.boards["AP"]
    means = np.asarray(board.means.estimate)
    page.locator(MATRIX).focus()
    page.keyboard.press("Home")
    for row in range(1, len(board.runs)):
        for column in range(row) if row % 2 else reversed(range(row)):
            better, worse, rest = plain(page.locator("#status").text_content()).split("\n")
            assert (better, worse) == (board.runs[column], board.runs[row])
            difference, p, verdict = rest.split(", ")
            shown = difference.removeprefix("difference ").replace(MINUS, "-")
            assert float(shown) == pytest.approx(means[column] - means[row], abs=5.1e-5)
            true = board.p[row, column]
            assert float(p.removeprefix("p ")) == pytest.approx(true, rel=5e-3, abs=5e-5)
            assert verdict == ("significant" if true < 0.05 else "not significant")
            page.keyboard.press("ArrowRight" if row % 2 else "ArrowLeft")
        page.keyboard.press("ArrowDown")
        if row % 2:
            page.keyboard.press("ArrowRight")


def test_a_click_shows_the_two_runs(opened, demo_page, demo_report) -> None:
    page = opened(demo_page, reduced_motion="reduce")
    choose_measure(page, "RR")
    board = demo_report.boards["RR"]
    page.locator(MATRIX).focus()
    page.keyboard.press("End")
    box = page.locator(f"{MATRIX} .mark").bounding_box()
    # The mark is the cell, with lines to the names: the cell is at its lower left.
    page.mouse.click(box["x"] + 8, box["y"] + box["height"] - 8)
    rows = page.locator("#pair table.few tbody th").all_text_contents()
    assert rows == [board.runs[-2], board.runs[-1]]
    assert page.evaluate("document.activeElement.id") == "pair-title"
    names = page.locator("#measure option").all_text_contents()
    assert names[int(page.locator("#measure select").input_value())] == "RR"


def test_all_pairs_are_a_table_that_is_sorted_and_filtered(opened, demo_page, demo_report) -> None:
    page = opened(demo_page)
    section = page.locator("#significance")
    assert section.locator("table").count() == 0
    section.locator("summary").click()
    section.locator("table").wait_for()
    rows = section.locator("tbody tr")
    board = demo_report.boards["AP"]
    pairs = sorted(
        combinations(range(len(board.runs)), 2), key=lambda pair: round(board.p[pair], 6)
    )
    assert rows.count() == 36
    shown = [float(text) for text in section.locator("tbody td:nth-child(4)").all_text_contents()]
    assert shown == pytest.approx([board.p[pair] for pair in pairs], rel=5e-3, abs=5e-5)
    section.get_by_role("button", name="difference").click()
    gaps = [float(text) for text in section.locator("tbody td:nth-child(3)").all_text_contents()]
    means = np.asarray(board.means.estimate)
    wanted = sorted((means[a] - means[b] for a, b in pairs), reverse=True)
    assert gaps == pytest.approx(wanted, abs=5.1e-5)
    section.get_by_role("searchbox").fill("TERN")
    assert rows.count() == 8
    assert all("tern-char4" in text for text in rows.all_text_contents())


@pytest.fixture(scope="module")
def many_runs(tmp_path_factory):
    """A page of 21 runs, which are 210 pairs, and a page of one. The last name turns the writing."""
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


def test_hundreds_of_pairs_are_drawn_in_part_until_all_are_wanted(opened, many_runs) -> None:
    page = opened(many_runs[0])
    section = page.locator("#significance")
    section.locator("summary").click()
    expect(section.locator("tbody tr")).to_have_count(200 + 1)
    section.get_by_role("button", name="Show all 210 rows").click()
    expect(section.locator("tbody tr")).to_have_count(210)


def test_what_is_copied_of_hundreds_of_pairs_is_all_of_them(opened, many_runs) -> None:
    page = opened(many_runs[0], permissions=["clipboard-read", "clipboard-write"])
    page.locator("#significance .taking > button").click()
    page.locator("#significance .take").get_by_role("button", name="Copy TSV").click()
    page.locator("#status", has_text="TSV copied").wait_for(state="attached")
    lines = page.evaluate("navigator.clipboard.readText()").splitlines()
    assert len(lines) == 1 + 210
    assert len({tuple(line.split("\t")[:2]) for line in lines}) == 1 + 210


def test_a_name_that_turns_the_writing_does_not_turn_the_caption(opened, many_runs) -> None:
    page = opened(many_runs[0])
    for section in ("#significance", "#pair"):
        words = page.locator(f"{section} .caption").text_content()
        assert r"r\u202e20 (1 missing)" in words
        assert "\u202e" not in words


def test_one_run_gets_sentences_instead_of_comparisons(opened, many_runs) -> None:
    page = opened(many_runs[1])
    assert "one run only" in page.locator("#pair").text_content()
    assert "No pairs of runs were tested: " in page.locator("#significance").text_content()
    assert "at least two runs" in page.locator("#significance").text_content()
    assert "Leaderboards were not compared: " in page.locator("#agreement").text_content()
    assert page.locator("#boxes .explorable").count() == 2
    assert page.locator("#heatmap .explorable").count() == 1


def test_tau_of_all_measures_is_that_of_their_own_summaries(opened, demo_page, demo_report) -> None:
    page = opened(demo_page)
    rows = page.locator("#agreement table").first.locator("tbody tr")
    means = np.round(demo_report.summary, 10)
    assert "each measure's own summary" in page.locator("#agreement .caption").first.text_content()
    for at, row in enumerate(rows.all()):
        found = [float(text) for text in row.locator("td").all_text_contents()]
        wanted = [kendalltau(means[:, at], other).statistic for other in means.T]
        assert found == pytest.approx(wanted, abs=5.1e-4)
    assert rows.count() == len(demo_report.measures)


@pytest.mark.parametrize(("first", "second"), [("RR", "P@10"), ("AP", "GMAP")])
def test_points_are_runs_by_two_measures(opened, demo_page, demo_report, first, second) -> None:
    page = opened(demo_page)
    page.locator("#agreement select").nth(0).select_option(label=first)
    page.locator("#agreement select").nth(1).select_option(label=second)
    across, up = (demo_report.summary[:, demo_report.measure(name)] for name in (first, second))
    page.locator("#agreement .explorable").focus()
    for run in np.argsort(across, kind="stable"):
        page.keyboard.press("ArrowRight")
        said = plain(page.locator("#status").text_content())
        assert said == f"{demo_report.runs[run]}\n{first} {across[run]:.4f}\n{second} {up[run]:.4f}"
    caption = page.locator("#agreement .caption").nth(1).text_content()
    tau = kendalltau(np.round(across, 10), np.round(up, 10)).statistic
    assert f"{tau:.3f}" in caption


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
    section = page.locator("#significance")
    assert section.locator("svg").count() == 0
    board = report.boards["AP"]
    for run in (board.runs[0], board.runs[-1]):
        section.get_by_label("Compare all runs with").select_option(label=run)
        others = [other for other in board.runs if other != run]
        p = board.p[board.runs.index(run)][[board.runs.index(other) for other in others]]
        corrected = dict(zip(others, adjusted(p, "holm").p, strict=True))
        alike = [other for other, p in corrected.items() if p >= board.options.alpha]
        assert 0 < len(alike) < 44
        assert sorted(section.locator("tr.near a").all_inner_texts()) == sorted(alike)
        words = section.locator(".facts").last.inner_text()
        assert words.startswith(f"{run} differs from {44 - len(alike)} of 44 other runs")
    shaded = page.locator("#leaderboard tr.near a").all_inner_texts()
    assert set(shaded) == {*alike, run}


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
