"""The section of participants in a browser, against the values and against the demo's own files."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.report.page.tasks import body_of, number

RUN = "atlantic-bm25t"


@pytest.fixture(scope="module")
def ranks(rankings) -> dict[str, dict[tuple[str, str], int]]:
    """The rank of every (topic, document) in each run."""
    return {
        run: {(topic, doc): rank for topic in topics for rank, doc in enumerate(topics[topic], 1)}
        for run, topics in rankings.items()
    }


def of_run(opened, path: Path, run: str = RUN):
    page = opened(path)
    page.locator("#participants select").last.select_option(label=run)
    return page


def table(page, name: str) -> list[list[str]]:
    rows = body_of(page.locator("#participants").get_by_role("table", name=name, exact=True))
    return [[cell.split("\n")[0].strip() for cell in row] for row in rows]


def test_every_measure_has_its_rank_and_the_others_around_it(opened, demo_page, demo_report):
    rows = table(of_run(opened, demo_page), "The run by every measure")
    run = demo_report.run(RUN)
    for index, (measure, row) in enumerate(zip(demo_report.measures, rows, strict=True)):
        values = demo_report.summary[:, index]
        assert row[0].removesuffix(" (chosen)") == measure.label
        # Means that are equal as fractions differ in the last bit of their sums.
        assert row[2] == f"{1 + (values > values[run] + 1e-12).sum()} of {len(values)}"
        assert row[4] == demo_report.runs[int(values.argmax())]
        expected = [values[run], values.max(), np.median(values), values.min()]
        shown = [float(row[nth]) for nth in (1, 3, 5, 6)]
        assert shown == pytest.approx(expected, abs=5.1e-5)


def test_topics_come_by_the_difference_to_the_median(opened, demo_page, demo_report):
    page = of_run(opened, demo_page)
    page.locator("#participants summary").first.click()
    rows = table(page, "AP of the run by topic")
    values = demo_report.values[:, :, 0]
    own, middle = values[demo_report.run(RUN)], np.median(values, axis=0)
    shown = {row[0]: [number(row[nth]) for nth in (1, 3, 4, 5, 6)] for row in rows}
    for index, topic in enumerate(demo_report.topics):
        column, mine, median = values[:, index], own[index], middle[index]
        expected = [mine, column.max(), median, column.min(), mine - median]
        assert shown[topic] == pytest.approx(expected, abs=1.01e-4)
    differences = [number(row[6]) for row in rows]
    assert differences == sorted(differences, reverse=True)
    hardest = table(page, "Topics furthest below the median by AP")
    below = sorted((own - middle)[own < middle])
    assert [number(row[4]) for row in hardest] == pytest.approx(below[:10], abs=1.01e-4)


def test_the_drawing_says_each_topic_and_opens_it(opened, demo_page, demo_report):
    page = of_run(opened, demo_page)
    drawing = page.locator("#participants .explorable").first
    drawing.focus()
    page.keyboard.press("End")
    status = page.locator("#status").text_content()
    own = demo_report.values[demo_report.run(RUN), :, 0]
    difference = own - np.median(demo_report.values[:, :, 0], axis=0)
    worst = int(difference.argmin())
    assert demo_report.topics[worst] in status
    assert f"the run {own[worst]:.4f}" in status
    page.keyboard.press("Enter")
    assert f"Topic {demo_report.topics[worst]}:" in page.locator("#topic-panel").inner_text()


def test_the_parts_of_the_loss_add_up_to_what_lacks_to_one(opened, demo_page, demo_report):
    page = of_run(opened, demo_page)
    run, label = demo_report.run(RUN), demo_report.measures[0].label
    losses = demo_report.rankings.select_run(RUN).losses
    rows = {row[0]: row for row in table(page, f"The mean loss in {label} and its parts")}
    for part, value in zip(
        ("missed", "ranked low", "unjudged on top"), losses.parts.mean(axis=0), strict=True
    ):
        assert float(rows[part][1]) == pytest.approx(value, abs=6.1e-4)
    lacking = 1 - demo_report.values[run, :, 0].mean()
    assert float(rows["all"][1]) == pytest.approx(lacking, abs=6.1e-4)
    for opener in page.locator("#participants summary").all()[:2]:
        opener.click()
    for topic, value, loss, *parts in table(page, f"Losses in {label}"):
        expected = losses.parts[losses.topics.index(topic)]
        assert [float(part) for part in parts] == pytest.approx(expected, abs=7.1e-4)
        assert float(value) + float(loss) == pytest.approx(1, abs=6e-4)
        assert sum(map(float, parts)) == pytest.approx(float(loss), abs=2.1e-3)


def test_missed_documents_are_those_that_a_search_of_the_files_finds(
    opened, demo_page, judged, ranks
):
    for run in ("wick-coord", "keeper-rrf"):
        rows = table(of_run(opened, demo_page, run), "Relevant documents missed")
        expected = []
        for pair, grade in (((t, d), g) for t in judged for d, g in judged[t].items()):
            own = ranks[run].get(pair)
            others = [ranked.get(pair) for name, ranked in ranks.items() if name != run]
            held = sum(rank is not None and rank <= 10 for rank in others)
            if grade >= 1 and (own is None or own > 100) and held:
                best = min(rank for rank in others if rank is not None)
                expected.append((-held, -grade, *pair, own, best))
        shown = [
            [topic, doc, "–" if own is None else str(own), f"{-held} of 8", str(best)]
            for held, _, topic, doc, own, best in sorted(expected)[:10]
        ]
        assert [[row[0], row[1], *row[3:]] for row in rows] == shown
        assert shown


def test_non_relevant_documents_are_those_that_a_search_of_the_files_finds(
    opened, demo_page, judged, ranks
):
    page = of_run(opened, demo_page)
    expected = []
    for pair, rank in ranks[RUN].items():
        if rank <= 10 and judged[pair[0]].get(pair[1]) == 0:
            others = [ranked.get(pair, 99) for name, ranked in ranks.items() if name != RUN]
            held = sum(other <= 10 for other in others)
            expected.append((rank, held, pair))
    rows = table(page, "Non-relevant documents ranked first")
    shown = [[*pair, str(rank), f"{held} of 8"] for rank, held, pair in sorted(expected)]
    assert [[*row[:3], row[4]] for row in rows] == shown[:10]
    every = page.get_by_text(f"All {len(expected)} non-relevant documents")
    every.click()
    assert len(table(page, "All non-relevant documents")) == len(expected)


def test_a_group_narrows_the_runs_and_a_link_widens_them(opened, demo_page, demo_report):
    page = opened(demo_page)
    group, run = page.locator("#participants select").all()
    group.select_option(label="fresnel")
    own = [name for name in demo_report.runs if demo_report.groups[name] == "fresnel"]
    assert run.locator("option").all_text_contents() == own
    assert page.locator("#participants h3").first.inner_text() == own[0]
    page.locator("#leaderboard").get_by_role("link", name="wick-coord").first.click()
    assert page.locator("#participants h3").first.inner_text() == "wick-coord"
    assert len(run.locator("option").all()) == len(demo_report.runs)
    assert run.evaluate("(list) => list.selectedOptions[0].text") == "wick-coord"


def test_what_was_noticed_of_the_run_is_said(opened, demo_page, demo_report):
    page = of_run(opened, demo_page)
    cover = demo_report.coverage[demo_report.run(RUN)]
    facts = page.locator("#participants .facts").inner_text()
    assert f"group {demo_report.groups[RUN]}" in facts
    assert f"{cover.retrieved} documents retrieved" in facts
    shares = demo_report.rankings.unjudged()[list(demo_report.rankings.names).index(RUN)]
    known = page.locator("#participants dl").inner_text().replace("\xa0", " ")
    assert f"{100 * shares[0]:.1f} % of the first 10" in known
