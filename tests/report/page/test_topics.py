"""The section of topics in a browser, against the values and against the demo's own files."""

from __future__ import annotations

import numpy as np
import pytest

from tests.report.page.tasks import body_of

LIST = "#topics table >> nth=0"


def listed(page) -> list[list[str]]:
    return body_of(page.locator(LIST))


def choose_topic(page, topic: str) -> None:
    page.locator("#topics tbody").get_by_role("link", name=topic, exact=True).click()


def test_the_list_has_best_median_worst_and_spread_of_every_topic(opened, demo_page, demo_report):
    rows = listed(opened(demo_page))
    assert [row[0] for row in rows] == list(demo_report.topics)
    for index, row in enumerate(rows):
        values = demo_report.values[:, index, 0]
        low, middle, high = np.percentile(values, [25, 50, 75])
        assert row[5] == demo_report.runs[int(values.argmax())]
        shown = [float(cell) for cell in (row[4], *row[6:])]
        expected = [values.max(), middle, values.min(), high - low]
        assert shown == pytest.approx(expected, abs=1.01e-4)


def test_another_measure_changes_the_list(opened, demo_page, demo_report):
    page = opened(demo_page)
    page.locator("#measure select").select_option("P@10")
    best = demo_report.values[:, :, demo_report.measure("P@10")].max(axis=0)
    assert [row[4] for row in listed(page)] == [f"{value:.4f}" for value in best]


def test_sorting_by_the_median_puts_the_hardest_topic_last(opened, demo_page, demo_report):
    page = opened(demo_page)
    page.locator("#topics").get_by_role("button", name="median").press("Enter")
    middle = np.median(demo_report.values[:, :, 0], axis=0)
    expected = [demo_report.topics[index] for index in np.argsort(-middle, kind="stable")]
    assert [row[0] for row in listed(page)] == expected
    choose_topic(page, expected[0])
    assert [row[0] for row in listed(page)] == expected, "choosing keeps the order"


def test_the_filter_looks_into_titles_and_narratives(opened, demo_page, demo_report):
    page = opened(demo_page)
    page.get_by_label("Filter topics").fill("mirrors")
    texts = demo_report.results.topics.iter_rows(named=True)
    parts = ("topic", "title", "description", "narrative")
    expected = [row["topic"] for row in texts if "mirrors" in " ".join(row[p] or "" for p in parts)]
    assert [row[0] for row in listed(page)] == expected
    assert expected
    count = page.locator("#topics [role=status]").inner_text()
    assert count.startswith(f"{len(expected)} of {len(demo_report.topics)} topics")
    page.get_by_label("Filter topics").fill("no such words")
    assert listed(page) == [["No topic matches."]]


def test_choosing_a_topic_by_keyboard_opens_it_and_keeps_the_focus(opened, demo_page):
    page = opened(demo_page)
    link = page.locator("#topics tbody").get_by_role("link", name="D04", exact=True)
    link.focus()
    page.keyboard.press("Enter")
    assert page.locator("#topic-panel").inner_text() == "Topic D04: fog signals"
    assert page.evaluate("document.activeElement.textContent") == "D04"
    assert page.locator("#topics tr[aria-current=true] th").inner_text() == "D04"
    assert page.evaluate("location.hash") == "#topics&topic=D04"


def test_next_and_previous_go_round(opened, demo_page, demo_report):
    page = opened(demo_page)
    page.get_by_role("button", name="Previous topic").click()
    assert demo_report.topics[-1] in page.locator("#topic-panel").inner_text()
    assert page.locator("#status").text_content() == f"Topic {demo_report.topics[-1]}"
    page.get_by_role("button", name="Next topic").click()
    assert demo_report.topics[0] in page.locator("#topic-panel").inner_text()


def test_the_bars_of_a_topic_are_all_runs_from_the_best_down(opened, demo_page, demo_report):
    page = opened(demo_page)
    choose_topic(page, "D07")
    page.locator("#topics summary").click()
    page.get_by_role("table", name="AP on this topic").wait_for()
    rows = body_of(page.get_by_role("table", name="AP on this topic"))
    values = demo_report.values[:, demo_report.topic("D07"), 0]
    expected = sorted(zip(values, demo_report.runs, strict=True), key=lambda pair: -pair[0])
    assert [[row[0], row[2]] for row in rows] == [[run, f"{value:.4f}"] for value, run in expected]
    bars = page.locator("#topics .explorable").first
    bars.focus()
    page.keyboard.press("Home")
    assert expected[0][1] in page.locator("#status").text_content()
    page.keyboard.press("ArrowRight")
    status = page.locator("#status").text_content()
    assert expected[1][1] in status
    assert f"AP {expected[1][0]:.4f}, rank 2 of 9" in status
    page.keyboard.press("Enter")
    assert page.locator("#participants h3").first.inner_text() == expected[1][1]


def documents(page, run: str) -> list[list[str]]:
    table = page.get_by_role("table", name=f"First documents of \u2068{run}\u2069", exact=True)
    return body_of(table)


def test_the_first_documents_are_those_of_the_run_file(opened, demo_page, rankings, judged):
    page = opened(demo_page)
    choose_topic(page, "D02")
    signs = {1: "● relevant", 2: "● relevant, grade 2", 0: "○ not relevant", None: "? unjudged"}
    seen = set()
    for run in rankings:
        page.locator("#topics select").first.select_option(label=page_label(page, run))
        rows = documents(page, run)
        expected = rankings[run]["D02"][:10]
        assert [row[2].split("\n")[0].strip() for row in rows] == expected
        for nth, (row, doc) in enumerate(zip(rows, expected, strict=True), start=1):
            others = sum(doc in rankings[other]["D02"][:10] for other in rankings if other != run)
            grade = judged["D02"].get(doc)
            assert [row[0], row[1], row[3]] == [str(nth), signs[grade], str(others)]
            seen.add(grade)
    assert seen >= {0, 1}


def page_label(page, run: str) -> str:
    options = page.locator("#topics select").first.locator("option").all_text_contents()
    return next(text for text in options if text.startswith(f"{run} "))


def test_two_runs_are_side_by_side(opened, demo_page, demo_report):
    page = opened(demo_page)
    heads = page.locator("#topics h4")
    values = demo_report.values[:, 0, 0]
    order = np.argsort(-values, kind="stable")
    expected = [demo_report.runs[order[0]], demo_report.runs[order[4]]]
    assert [text.split()[0] for text in heads.all_inner_texts()] == expected
    boxes = [head.bounding_box() for head in heads.all()]
    assert boxes[0]["y"] == boxes[1]["y"]
    page.locator("#topics select").last.select_option("none")
    assert heads.count() == 1


def test_the_chosen_run_follows_the_participants(opened, demo_page):
    page = opened(demo_page)
    page.locator("#topics select").last.select_option("chosen")
    page.locator("#participants select").last.select_option("wick-coord")
    assert page.locator("#topics h4").nth(1).inner_text().startswith("wick-coord ")


def test_texts_of_documents_are_shown_as_far_as_they_are_sent(opened, demo_page, demo_report):
    page = opened(demo_page)
    shown = page.locator("#topics .first").first.locator("td.prose").first.inner_text().split("\n")
    text = demo_report.texts[shown[0].strip()]
    assert shown[1].strip() == text.title
    assert shown[2].strip() == text.text[: demo_report.text_length].rstrip() + "…"
