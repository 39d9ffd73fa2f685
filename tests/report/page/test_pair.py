"""Two runs beside each other: every number against the values and the leaderboard of the report."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest
import scipy

from tests.report.page.tasks import number, page_of, write_task, written

FIGURE = "#pair .aside > :first-child .explorable"
MINUS = "\N{MINUS SIGN}"


def choose_pair(page, measure: str, run: str, other: str) -> None:
    page.select_option("#measure select", label=measure)
    page.locator("#pair select").nth(0).select_option(label=run)
    page.locator("#pair select").nth(1).select_option(label=other)


def lines_of(text: str) -> list[str]:
    return text.replace("\u2068", "").replace("\u2069", "").split("\n")


def bars(page) -> list[list[float]]:
    """The height of each bar that is a gain, and of each that is a loss, from the left."""
    heights = []
    for hue in (0, 1):
        paths = page.locator(f"{FIGURE} path[fill='var(--hue-{hue})']").all()
        outlines = [line for path in paths for line in path.get_attribute("d").split("M")[1:]]
        corners = [list(map(float, re.findall(r" ([\d.]+)", outline))) for outline in outlines]
        heights.append([round(max(ends) - min(ends), 1) for ends in corners])
    return heights


def differences(report, measure: str, run: str, other: str):
    """The differences by topic, as the page has them: of values with four decimals."""
    values = np.rint(report.values[:, :, report.measure(measure)] * 10_000).astype(int)
    return values[report.run(run)] - values[report.run(other)]


@pytest.mark.parametrize(
    ("measure", "run", "other"),
    [("AP", "keeper-qld", "tern-char4"), ("P@10", "wick-coord", "fresnel-lsa")],
)
def test_means_wins_and_p_are_those_of_the_report(
    opened, demo_page, demo_report, measure, run, other
) -> None:
    page = opened(demo_page)
    choose_pair(page, measure, run, other)
    first, second = page.locator("#pair table.few tbody tr").all()
    cells = [row.locator("td").all_text_contents() for row in (first, second)]
    means = [
        demo_report.summary[demo_report.run(name), demo_report.measure(measure)]
        for name in (run, other)
    ]
    by_topic = differences(demo_report, measure, run, other)
    wins, losses = int((by_topic > 0).sum()), int((by_topic < 0).sum())
    ties = len(by_topic) - wins - losses
    assert [row[0] for row in cells] == [f"{mean:.4f}" for mean in means]
    assert number(cells[0][1]) == round(means[0] - means[1], 4) == -number(cells[1][1])
    assert [row[3:5] for row in cells] == [[str(wins), str(ties)], [str(losses), str(ties)]]
    low, high = scipy.stats.ttest_1samp(by_topic / 10_000, 0).confidence_interval(0.95)
    for row, ends in zip(cells, ((low, high), (-high, -low)), strict=True):
        shown = [number(end) for end in row[2].split(" to ")]
        assert shown == pytest.approx(ends, abs=1.6e-4)
    board = demo_report.boards[measure]
    p = board.p[board.runs.index(run), board.runs.index(other)]
    heads = page.locator("#pair table.few thead th").all_text_contents()
    alone, corrected = (
        cells[0][heads.index(head) - 1] for head in ("p of this pair", "p among all 36 pairs")
    )
    place = np.triu_indices(len(board.runs), 1)
    pair = sorted((board.runs.index(run), board.runs.index(other)))
    nth = next(n for n, ends in enumerate(zip(*place, strict=True)) if list(ends) == pair)
    for text, exact in ((alone, p), (corrected, board.family.corrected[nth])):
        if exact < 0.001:
            assert text == "< 0.001"
        else:
            assert float(text) == pytest.approx(exact, rel=6e-2)


def test_the_caption_says_which_test_it_was(opened, demo_page) -> None:
    page = opened(demo_page)
    words = page.locator("#pair .caption").text_content()
    for part in ("paired t", "Holm", "15 topics", "dialect trec_eval-10"):
        assert part in words


def test_bars_are_the_differences_largest_gain_first(opened, demo_page, demo_report) -> None:
    page = opened(demo_page)
    choose_pair(page, "AP", "keeper-qld", "skerry-tfidf")
    by_topic = np.sort(differences(demo_report, "AP", "keeper-qld", "skerry-tfidf"))[::-1]
    above, below = bars(page)
    # One length of the drawing is one difference; places are rounded to a tenth.
    unit = max(above) / by_topic[0]
    assert above == pytest.approx((by_topic[by_topic > 0] * unit).tolist(), abs=0.15)
    assert below == pytest.approx((-by_topic[by_topic < 0] * unit).tolist(), abs=0.15)


def test_the_arrow_keys_tell_both_values_of_each_topic(opened, demo_page, demo_report) -> None:
    page = opened(demo_page)
    choose_pair(page, "nDCG@10", "fresnel-rm3", "wick-coord")
    by_topic = differences(demo_report, "nDCG@10", "fresnel-rm3", "wick-coord")
    values = demo_report.values[:, :, demo_report.measure("nDCG@10")]
    page.locator(FIGURE).focus()
    for index in np.argsort(-by_topic, kind="stable"):
        page.keyboard.press("ArrowRight")
        topic, *rest = lines_of(page.locator("#status").text_content())
        assert topic.split(" ")[0] == demo_report.topics[index]
        assert rest[:2] == [
            f"{run} {values[demo_report.run(run), index]:.4f}"
            for run in ("fresnel-rm3", "wick-coord")
        ]
        assert number(rest[2].removeprefix("difference ")) == round(by_topic[index] / 10_000, 4)


def test_topics_can_be_in_their_own_order_and_enter_opens_one(
    opened, demo_page, demo_report
) -> None:
    page = opened(demo_page)
    page.locator("#pair select").nth(2).select_option(label="topic")
    page.locator(FIGURE).focus()
    page.keyboard.press("End")
    topic = lines_of(page.locator("#status").text_content())[0].split(" ")[0]
    assert topic == demo_report.topics[-1]
    page.keyboard.press("Enter")
    assert page.url.endswith(f"#topics&topic={topic}&pair_by=topic")


def test_swapping_turns_gains_into_losses(opened, demo_page) -> None:
    page = opened(demo_page)
    choose_pair(page, "AP", "keeper-rrf", "wick-coord")
    above, below = bars(page)
    page.get_by_role("button", name="Swap").click()
    assert bars(page) == [below[::-1], above[::-1]]
    chosen = [page.locator("#pair select").nth(nth).input_value() for nth in (0, 1)]
    names = page.locator("#pair select").nth(0).locator("option").all_text_contents()
    assert [names[int(run)] for run in chosen] == ["wick-coord", "keeper-rrf"]


def test_the_same_run_twice_is_answered_by_a_sentence(opened, demo_page) -> None:
    page = opened(demo_page)
    page.locator("#pair select").nth(1).select_option(index=0)
    assert "Choose two different runs." in page.locator("#pair").text_content()


def test_without_a_leaderboard_there_is_no_p_and_a_reason(opened, demo_report, tmp_path) -> None:
    page = opened(written(replace(demo_report, leaders=("AP",)), tmp_path / "page.html"))
    heads = page.locator("#pair table.few thead th")
    assert heads.all_text_contents()[-1] == "p among all 36 pairs"
    page.select_option("#measure select", label="RR")
    assert "p among all 36 pairs" not in heads.all_text_contents()
    assert "compare: measures:" in page.locator("#pair .caption").text_content()


def test_a_difference_that_only_looks_like_none_has_its_sign(opened, demo_report, tmp_path) -> None:
    """Two runs that differ by 0.00001 in the mean, and one that equals the first."""
    report = replace(demo_report)
    summary = demo_report.summary.copy()
    summary[:3, demo_report.measure("AP")] = 0.28001, 0.28, 0.28
    report.__dict__["summary"] = summary
    page = opened(written(report, tmp_path / "page.html"))

    def shown(run: int, other: int) -> list[str]:
        choose_pair(page, "AP", report.runs[run], report.runs[other])
        return page.locator("#pair table.few tbody td:nth-child(3)").all_text_contents()

    assert shown(0, 1) == ["+0.0000", f"{MINUS}0.0000"]
    assert shown(1, 2) == ["0.0000", "0.0000"]


def test_small_differences_have_as_many_decimals_as_their_axis_needs(
    opened, demo_report, tmp_path
) -> None:
    report = replace(demo_report)
    values = demo_report.values.copy()
    values[1] = values[0] + 0.0001 * np.arange(len(report.topics))[:, None]
    report.__dict__["values"] = values
    page = opened(written(report, tmp_path / "page.html"))
    choose_pair(page, "AP", report.runs[1], report.runs[0])
    texts = page.locator(f"{FIGURE} .tick").all_text_contents()
    ticks = [number(text) for text in texts if text[0] in f"+{MINUS}0"]
    assert ticks == sorted(set(ticks))
    assert ticks[-2] < 0.0014 <= ticks[-1]


def test_the_interval_of_a_difference_ends_where_differences_do(opened, tmp_path):
    judged = {topic: {"a": 1} for topic in "12"}
    ranked = {"x": {"1": ["a"], "2": ["b", "a"]}, "y": {"1": ["b", "c", "a"], "2": ["a"]}}
    page = opened(page_of(write_task(tmp_path, judged, ranked, measures=["RR"]), tmp_path))
    cells = page.locator("#pair table.few").first.inner_text()
    assert "−1.0000 to +1.0000" in cells
