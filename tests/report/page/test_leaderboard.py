"""The leaderboard of the page, against the values of the report it was made of."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from harness.config import load_task
from harness.report.page.rounding import printable
from harness.report.report import Report
from harness.results.directory import write_results
from harness.workflows.evaluate import run
from harness.workflows.report import gather_report
from tests.report.page.tasks import choose_measure, columns_of, page_of, write_task, written

ROOT = Path(__file__).parents[3]
SECTION = "#leaderboard"


def head(page, name: str):
    return page.locator(f"{SECTION} .frozen thead th").filter(has_text=re.compile(f"^{name}$"))


def test_runs_values_and_ranks_are_those_of_the_report_for_every_measure(
    opened, demo_page, demo_report
):
    page = opened(demo_page)
    for at, measure in enumerate(demo_report.measures):
        choose_measure(page, measure.label)
        found = columns_of(page)
        values = demo_report.summary[:, at]
        order = sorted(range(len(values)), key=lambda run: (-values[run], run))
        assert found["run"] == [demo_report.runs[one] for one in order]
        assert found["group"] == [demo_report.groups[run] for run in found["run"]]
        ranks = [1 + int((values > values[one] + 1e-10).sum()) for one in order]
        assert found["rank"] == [str(rank) for rank in ranks]
        for other, shown in enumerate(demo_report.measures):
            expected = [f"{demo_report.summary[one, other]:.4f}" for one in order]
            assert found[shown.label] == expected


def test_the_best_value_of_each_measure_and_no_other_is_bold(window, demo_report):
    page = window
    bold = page.evaluate(
        """() => [...document.querySelectorAll('#leaderboard .frozen tbody tr')].flatMap((row) =>
          [...row.cells].flatMap((cell, at) => cell.querySelector('strong')
            ? [[row.cells[0].querySelector('a').textContent,
                cell.closest('table').tHead.rows[0].cells[at].textContent]] : []))"""
    )
    values = demo_report.summary
    expected = {
        (demo_report.runs[run], measure.label)
        for at, measure in enumerate(demo_report.measures)
        for run in np.flatnonzero(values[:, at] == values[:, at].max())
    }
    assert {tuple(one) for one in bold} == expected


def test_intervals_and_ranks_are_those_of_the_leaderboard(window, demo_report):
    page = window
    board = demo_report.boards["AP"]
    found = columns_of(page)
    assert tuple(found["run"]) == board.runs
    low, high = np.asarray(board.means.low), np.asarray(board.means.high)
    ends = zip(low, high, strict=True)
    assert found["95 % interval"] == [f"{first:.4f} to {last:.4f}" for first, last in ends]
    ranks = zip(board.ranks.low.tolist(), board.ranks.high.tolist(), strict=True)
    expected = [f"{first}–{last}" if first != last else str(first) for first, last in ranks]
    assert found["ranks"] == expected


def test_whiskers_are_drawn_to_one_scale(window, demo_report):
    page = window
    drawn = page.evaluate(
        """() => [...document.querySelectorAll('.whisker')].map((one) => {
          const line = one.querySelector('path').getBBox();
          return [line.x, Number(one.querySelector('circle').getAttribute('cx')), line.x + line.width];
        })"""
    )
    means = demo_report.boards["AP"].means
    expected = np.stack([means.low, means.estimate, means.high], axis=1)
    ends = page.locator(".ends span").all_inner_texts()
    lowest, highest = map(float, ends)
    assert 0 <= lowest <= expected.min() + 0.1
    assert expected.max() <= highest <= 1
    width = page.locator(".whisker").first.evaluate("(one) => one.viewBox.baseVal.width")
    places = 4 + (width - 8) * (expected - lowest) / (highest - lowest)
    # Places have one decimal, and the values of the page four.
    np.testing.assert_allclose(drawn, places, atol=0.11)


def test_what_is_scrolled_away_is_named(opened, demo_page):
    page = opened(demo_page, viewport={"width": 600, "height": 800})
    hint = page.locator(f"{SECTION} .more")
    assert hint.inner_text().endswith("GMAP →")
    page.locator(f"{SECTION} .frozen").evaluate("(box) => { box.scrollLeft = 5000; }")
    hint.wait_for(state="hidden")


def test_on_a_phone_the_chosen_measure_is_in_sight(opened, demo_page):
    page = opened(demo_page, viewport={"width": 390, "height": 800})
    choose_measure(page, "P@10")
    box = page.locator(f"{SECTION} tbody tr").first.locator("td.by").bounding_box()
    assert box["x"] + box["width"] < 370


def test_a_geometric_mean_is_compared_as_one(opened, demo_page, demo_report):
    page = opened(demo_page)
    choose_measure(page, "GMAP")
    found = columns_of(page)
    at = demo_report.measure("GMAP")
    board = demo_report.boards["GMAP"]
    means = dict(zip(board.runs, np.asarray(board.means.estimate), strict=True))
    assert found["GMAP"] == sorted(f"{one:.4f}" for one in demo_report.summary[:, at])[::-1]
    assert found["GMAP"] == [f"{means[run]:.4f}" for run in found["run"]]
    assert "ranks" in found
    assert "mean" not in found
    assert "geometric means" in page.locator(f"{SECTION} .notes").text_content()


def test_headings_sort_by_mouse_and_keyboard_and_say_so(opened, demo_page, demo_report):
    page = opened(demo_page)
    assert head(page, "AP").get_attribute("aria-sort") == "descending"
    head(page, "nDCG@10").get_by_role("button").click()
    assert head(page, "nDCG@10").get_attribute("aria-sort") == "descending"
    assert head(page, "AP").get_attribute("aria-sort") is None
    assert page.locator("#measure option:checked").inner_text() == "nDCG@10"
    assert columns_of(page)["rank"] == [str(rank) for rank in range(1, 10)]
    values = demo_report.summary[:, demo_report.measure("nDCG@10")]
    expected = [demo_report.runs[one] for one in np.argsort(-values, kind="stable")]
    assert columns_of(page)["run"] == expected
    page.keyboard.press("Enter")
    assert head(page, "nDCG@10").get_attribute("aria-sort") == "ascending"
    assert columns_of(page)["run"] == expected[::-1]
    assert "sorted by nDCG@10, ascending" in page.locator("#status").inner_text()
    head(page, "run").get_by_role("button").press("Space")
    assert columns_of(page)["run"] == sorted(demo_report.runs)


def test_a_runs_name_leads_to_its_participant(opened, demo_page):
    page = opened(demo_page)
    page.locator(SECTION).get_by_role("link", name="fresnel-rm3").click()
    assert page.evaluate("location.hash") == "#participants&run=fresnel-rm3"


def test_missing_topics_and_ties_are_marked_and_explained(window, demo_report):
    page = window
    signs = page.evaluate(
        """() => Object.fromEntries(
          [...document.querySelectorAll('#leaderboard .frozen tbody tr')].map((row) =>
            [row.querySelector('a').textContent,
             [...row.querySelectorAll('sup')].map((one) => one.textContent).join('')]))"""
    )
    for run_name, cover in zip(demo_report.runs, demo_report.coverage, strict=True):
        expected = ("†" if cover.missing else "") + ("‡" if cover.tied else "")
        assert signs[run_name] == expected
    notes = page.locator(f"{SECTION} .notes").text_content()
    assert "† does not answer exactly the judged topics: wick-coord (1 missing)" in notes
    assert "‡ has documents that share their score" in notes


def test_the_caption_carries_test_seed_and_dialect(window):
    page = window
    notes = page.locator(f"{SECTION} .notes").text_content()
    for said in ("15 topics", "apart (Student's paired t (14", "seed 1", "trec_eval-10"):
        assert said in notes


def test_a_measure_without_a_leaderboard_says_how_to_get_one(opened, demo_report, tmp_path):
    report = replace(demo_report, leaders=("AP",))
    page = opened(written(report, tmp_path / "page.html"))
    choose_measure(page, "nDCG@10")
    found = columns_of(page)
    assert "letters" not in found
    assert found["95 % interval"][0].count(" to ") == 1
    notes = page.locator(f"{SECTION} .notes").text_content()
    assert "the key compare: measures: of the task" in notes
    assert "(here: AP)" in notes
    choose_measure(page, "GMAP")
    assert not any("interval" in name for name in columns_of(page))
    assert "there are no intervals" in page.locator(f"{SECTION} .notes").text_content()


def test_one_run_alone_is_shown_with_the_reason_why_it_is_not_compared(opened, tmp_path):
    task = tmp_path / "task.yaml"
    task.write_text(
        f"qrels: {ROOT}/qrels/demo/qrels.txt\nruns: {ROOT}/runs/demo/keeper-rrf.run\n"
        "measures: [AP, num_rel_ret]\n"
    )
    report = gather_report(task).value
    page = opened(written(report, tmp_path / "page.html"))
    found = columns_of(page)
    assert found["run"] == ["keeper-rrf"]
    assert found["rank"] == ["1"]
    assert "group" not in found
    notes = page.locator(f"{SECTION} .notes").text_content()
    assert "runs are not compared: " + report.not_compared in notes
    choose_measure(page, report.measures[1].label)
    assert columns_of(page)[report.measures[1].label] == [str(int(report.summary[0, 1]))]


def test_runs_averaged_over_different_topics_are_called_not_comparable(opened, tmp_path):
    """Topics 1 and 2, of which one run answers the first only."""
    (tmp_path / "qrels.txt").write_text("1 0 a 1\n2 0 a 1\n")
    (tmp_path / "both.run").write_text("1 Q0 a 1 2 both\n2 Q0 b 1 2 both\n")
    (tmp_path / "one.run").write_text("1 Q0 a 1 2 one\n")
    task = tmp_path / "task.yaml"
    task.write_text("qrels: qrels.txt\nruns: '*.run'\nmeasures: [AP]\ntopic_policy: answered\n")
    page = opened(written(gather_report(task).value, tmp_path / "page.html"))
    said = page.locator(f"{SECTION} .warning").inner_text()
    assert said == "Averaged over 1 to 2 topics: the runs are not comparable."
    assert columns_of(page)["AP"] == ["1.0000", "0.5000"]


@pytest.fixture(scope="module")
def directory_report(tmp_path_factory: pytest.TempPathFactory) -> Report:
    place = tmp_path_factory.mktemp("results") / "demo"
    write_results(run(load_task(ROOT / "configs" / "demo.yaml")).results(), place)
    return gather_report(place).value


def test_a_directory_of_results_gives_the_same_leaderboard(
    opened, demo_page, directory_report, tmp_path
):
    whole, read = (
        columns_of(opened(place))
        for place in (demo_page, written(directory_report, tmp_path / "page.html"))
    )
    assert whole == read


def test_a_narrow_window_is_not_scrolled_sideways_and_keeps_the_names_in_sight(opened, demo_page):
    page = opened(demo_page, viewport={"width": 400, "height": 800})
    assert page.evaluate("document.querySelector('#leaderboard').scrollWidth") <= 400
    table = page.locator(f"{SECTION} .frozen")
    name = table.locator("tbody th").first
    before = name.bounding_box()["x"]
    table.evaluate("(box) => { box.scrollLeft = 100; }")
    assert table.evaluate("(box) => box.scrollLeft") == 100
    assert name.bounding_box()["x"] == pytest.approx(before, abs=1)


def test_all_columns_fit_a_printed_page_without_controls(opened, demo_page):
    page = opened(demo_page, viewport={"width": 718, "height": 1000})  # A4 with margins of 1 cm
    page.emulate_media(media="print")
    table = page.locator(f"{SECTION} .frozen table")
    assert table.evaluate("(one) => one.getBoundingClientRect().right") <= 718
    assert not page.get_by_label("Filter by run or group").is_visible()


#: What is rounded twice across a half, in both directions, and what is not.
ROUNDED_TWICE = (0.28874999, 0.28875001, 0.00005000001, 0.49994999999, 0.5, 0.2, 0.1, 0.05, 0.0)


@given(hnp.arrays(np.float64, 5, elements=st.floats(-2, 2)))
@example(np.array(ROUNDED_TWICE))
def test_means_are_sent_so_that_they_read_as_the_full_ones(values):
    sent = printable(values, 6, shown=4)
    assert [f"{one:.4f}".replace("-0.0000", "0.0000") for one in sent] == [
        f"{one:.4f}".replace("-0.0000", "0.0000") for one in values
    ]
    assert sent == pytest.approx(values.tolist(), abs=1.51e-6)


def test_no_value_is_rounded_twice(opened, demo_report, tmp_path):
    report = replace(demo_report)
    summary = demo_report.summary.copy()
    summary[:, demo_report.measure("AP")] = ROUNDED_TWICE
    report.__dict__["summary"] = summary
    page = opened(written(report, tmp_path / "page.html"))
    found = columns_of(page)
    shown = dict(zip(found["run"], found["AP"], strict=True))
    assert [shown[run] for run in report.runs] == [f"{one:.4f}" for one in ROUNDED_TWICE]


#: Names of real files: they differ in a few letters, at their beginning, in the middle and at the end.
FILES = [
    f"{model}-results-{part}{kept}"
    for model in ("ql", "rm")
    for part in ("cata", "catb")
    for kept in ("", "-filtered")
]

#: The names that a section shows, and whether the last letter of each can be seen where it stands.
NAMES_SEEN = """(texts) => texts.map((text) => {
    text.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
    const range = document.createRange();
    range.selectNodeContents(text);
    const all = range.getBoundingClientRect();
    const at = document.elementFromPoint(all.right - 2, (all.top + all.bottom) / 2);
    return [text.textContent, all.left >= 0 && all.right <= innerWidth && text.contains(at)];
})"""


@pytest.mark.parametrize(
    "names",
    ["#leaderboard tbody th a", "#coverage tbody th a", "#heatmap text.small"],
)
def test_file_names_that_differ_in_a_few_letters_differ_on_a_phone(opened, tmp_path, names):
    docs = [f"d{number}" for number in range(9)]
    judged = {f"t{topic}": {doc: int(doc < "d4") for doc in docs} for topic in range(5)}
    ranked = {
        name: dict.fromkeys(judged, docs[nth:] + docs[:nth]) for nth, name in enumerate(FILES)
    }
    task = write_task(tmp_path, judged, ranked, measures=["AP", "P@5"])
    page = opened(page_of(task, tmp_path), viewport={"width": 390, "height": 844})
    texts = page.locator(names).filter(has_text=re.compile("^(ql|rm)"))
    shown = texts.evaluate_all(NAMES_SEEN)
    assert len({name for name, _ in shown}) == len(shown) == len(FILES)
    assert [name for name, seen in shown if not seen] == []
