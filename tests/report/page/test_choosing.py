"""What a reader chooses: columns, runs by words and attributes, subsets of topics, colours."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.report.page.conftest import DEMO
from tests.report.page.tasks import choose_measure, columns_of, follow, page_of, write_task, written

SECTION = "#leaderboard"


def test_runs_that_could_be_the_best_are_shaded_and_named(opened, demo_page, demo_report):
    page = opened(demo_page)
    board = demo_report.boards["AP"]
    expected = [run for run, best in zip(board.runs, board.could_be_best, strict=True) if best]
    assert page.locator(f"{SECTION} tr.near a").all_inner_texts() == expected
    said = page.locator(f"{SECTION} .content > .caption").last.inner_text().removesuffix(".")
    assert said == f"Shaded: {len(expected)} runs of 9 could be the best: {', '.join(expected)}"
    # Of fewer runs: nobody who is left is shown to be better.
    page.get_by_label("Filter by run or group").fill("atlantic")
    left = [row for row, run in enumerate(board.runs) if "atlantic" in run]
    best = [board.runs[row] for row in left if not board.ranks.better[row, left].any()]
    assert page.locator(f"{SECTION} tr.near a").all_inner_texts() == best
    sets = [
        (1 + board.ranks.better[row, left].sum(), len(left) - board.ranks.worse[row, left].sum())
        for row in left
    ]
    words = [f"{low}–{high}" if low < high else str(low) for low, high in sets]
    assert columns_of(page)["ranks"] == words


def test_runs_that_do_not_differ_from_another_are_shaded_and_named(opened, demo_page, demo_report):
    page, against = opened(demo_page), "fresnel-rm3"
    chosen = f"are not shown to differ from {against}"
    page.get_by_label("Shade runs that").select_option(label=chosen)
    board = demo_report.boards["AP"]
    run = board.runs.index(against)
    apart = board.ranks.better[run] | board.ranks.worse[run]
    expected = {name for name, is_apart in zip(board.runs, apart, strict=True) if not is_apart}
    shaded = set(page.locator(f"{SECTION} tr.near a").all_inner_texts())
    assert shaded == expected
    assert 1 < len(shaded) < len(board.runs)
    said = page.locator(f"{SECTION} .content > .caption").last.inner_text().removesuffix(".")
    others = [name for name in board.runs if name in expected - {board.runs[run]}]
    words = f"of 8 not shown to be worse or better than {against}: {', '.join(others)}"
    assert said.endswith(words)
    assert page.locator(f"{SECTION} tr.reference a").inner_text() == board.runs[run]


def test_columns_are_chosen_and_letters_and_subsets_are_among_them(opened, demo_page, demo_report):
    page = opened(demo_page)
    usual = columns_of(page)
    assert not {"letters", "AP: seafaring"} & set(usual)
    page.get_by_text("Choose columns").click()
    boxes = page.locator(f"{SECTION} .checklist", has_text="Columns")
    for name in ("letters", "AP: seafaring", "P@10"):
        boxes.get_by_label(name, exact=True).click()
    found = columns_of(page)
    assert set(found) == {*usual, "letters", "AP: seafaring"} - {"P@10"}
    assert found["letters"] == list(demo_report.boards["AP"].letters.label_runs())
    topics = demo_report.results.manifest["subsets"]["seafaring"]
    rows = [demo_report.topics.index(topic) for topic in topics]
    means = demo_report.values[:, rows, demo_report.measure("AP")].mean(axis=1)
    values = [float(value) for value in found["AP: seafaring"]]
    np.testing.assert_allclose(values, means, atol=1.01e-4)
    page.reload()
    page.wait_for_selector("html[data-ready=yes]")
    assert columns_of(page) == found


def test_a_leaderboard_without_rank_and_measure_keeps_its_order(opened, demo_page, demo_report):
    page = opened(demo_page)
    expected = columns_of(page)["run"]
    page.get_by_text("Choose columns").click()
    boxes = page.locator(f"{SECTION} .checklist", has_text="Columns")
    for name in ("rank", "AP"):
        boxes.get_by_label(name, exact=True).click()
    found = columns_of(page)
    assert not {"rank", "AP"} & set(found)
    assert found["run"] == expected


def test_the_filter_looks_at_runs_and_groups_and_says_how_many_are_left(
    opened, demo_page, demo_report
):
    page = opened(demo_page)
    page.get_by_label("Filter by run or group").fill("KEEPER")
    expected = [run for run in demo_report.runs if demo_report.groups[run] == "keeper"]
    assert columns_of(page)["run"] == expected
    said = f"{len(expected)} of {len(demo_report.runs)} runs"
    assert page.locator(f"{SECTION} .controls").get_by_text(said).is_visible()
    assert page.locator("#status").inner_text() == said
    choose_measure(page, "P@10")
    assert sorted(columns_of(page)["run"]) == sorted(expected)
    page.get_by_label("Filter by run or group").fill("no such run")
    assert page.locator(f"{SECTION} .frozen tbody").inner_text() == "No run matches."


def test_groups_are_chosen_by_checkboxes(opened, demo_page, demo_report):
    page = opened(demo_page)
    page.locator(SECTION).get_by_text("Choose groups").click()
    boxes = page.locator(f"{SECTION} .checklist")
    boxes.get_by_label("tern").check()
    boxes.get_by_label("fresnel").check()
    expected = [run for run in demo_report.runs if demo_report.groups[run] in ("tern", "fresnel")]
    assert columns_of(page)["run"] == expected
    boxes.get_by_label("tern").uncheck()
    boxes.get_by_label("fresnel").uncheck()
    assert columns_of(page)["run"] == list(demo_report.runs)


@pytest.fixture(scope="module")
def described_page(tmp_path_factory):
    """Four runs of two types on four topics, of which two are a subset."""
    folder = tmp_path_factory.mktemp("described")
    docs = "abcd"
    judged = {topic: {doc: int(doc == "a") for doc in docs} for topic in "1234"}
    ranked = {
        name: {topic: [*docs[1:][: (row + int(topic)) % 4], "a"] for topic in "1234"}
        for row, name in enumerate(("w", "x", "y", "z"))
    }
    types = {"w": "manual", "x": "automatic", "y": "automatic", "z": "manual"}
    lines = ["run\ttype", *(f"{run}\t{kind}" for run, kind in types.items())]
    (folder / "participants.tsv").write_text("\n".join(lines) + "\n")
    keys = {"participants": "participants.tsv", "subsets": {"odd": ["1", "3"]}}
    return page_of(write_task(folder, judged, ranked, measures=["AP", "RR"], **keys), folder)


def shown_runs(page) -> dict[str, set[str]]:
    """The runs that sections show, by section."""
    return page.evaluate(
        """() => {
            const names = new Set(["w", "x", "y", "z"]);
            const texts = (where) => [...document.querySelectorAll(where)].map((node) => node.textContent)
                .filter((text) => names.has(text));
            return { leaderboard: texts("#leaderboard .frozen tbody th"), heatmap: texts("#heatmap svg text"),
                topics: texts("#topics svg text") };
        }"""
    )


def test_a_filter_holds_in_all_sections_until_it_is_taken_away(opened, described_page):
    page = opened(described_page)
    assert {name: len(runs) for name, runs in shown_runs(page).items()} == dict.fromkeys(
        ("leaderboard", "heatmap", "topics"), 4
    )
    page.locator(SECTION).get_by_text("Choose type").click()
    page.locator(f"{SECTION} .checklist").first.get_by_label("manual").check()
    for section, runs in shown_runs(page).items():
        assert sorted(runs) == ["w", "z"], section
    assert page.locator("#leaderboard .whisker circle").count() == 2
    assert "2 of 4 runs, as filtered" in page.locator("#heatmap .caption").first.inner_text()
    lines = page.locator("#curves .context").first.get_attribute("d")
    assert lines.count("M") == 2
    page.get_by_role("button", name="2 of 4 runs: show all").click()
    assert all(len(runs) == 4 for runs in shown_runs(page).values())
    assert not page.get_by_role("button", name="show all").is_visible()


def cells(page, selector: str, number: int) -> list[list[str]]:
    tables = page.locator(f"{selector} tbody").all()[number : number + 1]
    return [row.split("\t") for rows in tables for row in rows.locator("tr").all_inner_texts()]


def test_a_subset_of_topics_holds_in_all_sections(opened, described_page):
    page = opened(described_page)
    page.locator("#left select").select_option("odd")
    columns = columns_of(page)
    expected = {
        run: [1 / (1 + (row + topic) % 4) for topic in (1, 3)] for row, run in enumerate("wxyz")
    }
    for run, value in zip(columns["run"], columns["AP"], strict=True):
        assert float(value) == pytest.approx(np.mean(expected[run]), abs=1e-4)
    assert columns["AP"] == sorted(columns["AP"], reverse=True)
    assert page.locator("#topics tbody .chosen, #topics .short tbody tr").count() == 2
    assert "2 topics of the subset odd" in page.locator("#heatmap .caption").first.inner_text()
    assert "over 2 topics" in page.locator("#pair caption").inner_text()
    assert "on 2 topics" in page.locator("#heatmap .explorable").get_attribute("aria-label")
    assert page.evaluate("location.hash") == "#subset=odd"
    summary = {row[0]: row[1] for row in cells(page, "#participants .scroll", 0)}
    assert summary["AP (chosen)"] == columns["AP"][columns["run"].index("w")]
    assert len(cells(page, "#participants .data[open] table", 0)) in (0, 2)
    for caption in page.locator("main .caption").all_inner_texts():
        assert not ("4 topics" in caption and "subset" in caption), caption


def test_topics_are_stepped_through_within_the_subset(opened, described_page):
    page = opened(described_page)
    page.locator("#left select").select_option("odd")
    titles = []
    for _ in range(3):
        titles.append(page.locator("#topic-panel").inner_text())
        page.get_by_role("button", name="Next topic").click()
    assert titles == ["Topic 1", "Topic 3", "Topic 1"]
    follow(page, "#topics&subset=odd&topic=2")
    assert "not a topic of the subset odd" in page.locator("#topics .facts").first.inner_text()
    page.get_by_role("button", name="Next topic").click()
    assert page.locator("#topic-panel").inner_text() in ("Topic 1", "Topic 3")


CHOSEN = "(list) => list.selectedOptions[0].text"


def field_of(page, section: str, words: str):
    return page.locator(f"#{section} label:has(> span:text-is('{words}')) select")


def test_every_order_and_pair_of_measures_is_in_the_address(opened, demo_page):
    page = opened(demo_page)
    chosen = {
        ("heatmap", "Topics by"): ("topic", "topics_by=id"),
        ("heatmap", "Runs by"): ("name", "runs_by=name"),
        ("heatmap", "Cells show"): ("values minus the topic's median", "heat=residual"),
        ("pair", "Topics by"): ("topic", "pair_by=topic"),
    }
    for (section, field), (option, part) in chosen.items():
        field_of(page, section, field).select_option(label=option)
        assert page.evaluate("location.hash").endswith(part) or f"{part}&" in page.url, part
    address = page.url
    again = opened(demo_page, fresh=True)
    follow(again, address.split("#")[1])
    for (section, field), (option, _) in chosen.items():
        own = field_of(again, section, field).evaluate(CHOSEN)
        assert own == option
    page.go_back()
    assert field_of(page, "pair", "Topics by").evaluate(CHOSEN) != "topic"


def test_colours_of_an_attribute_are_the_same_everywhere(opened, described_page):
    page = opened(described_page, viewport={"width": 1280, "height": 900})
    dots = page.evaluate(
        """() => [...document.querySelectorAll("#leaderboard .whisker")].map((svg) => svg.style.fill)"""
    )
    order = columns_of(page)["run"]
    colours = dict(zip(order, dots, strict=True))
    assert colours["w"] == colours["z"] != colours["x"] == colours["y"]
    stripes = page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll("#heatmap path[data-words*='type']")]
            .map((path) => [path.dataset.words.split("\\n")[0].slice(1, -1), path.getAttribute("fill")]))"""
    )
    assert stripes == colours
    for section in ("leaderboard", "heatmap", "topics"):
        words = page.locator(f"#{section} .signs").first.inner_text()
        assert "automatic" in words, section
        assert "manual" in words, section


def test_a_subset_has_its_own_p_values_intervals_and_shades(opened, demo_page, demo_report):
    page = opened(demo_page)
    page.locator("#left select").select_option("engineering")
    board = demo_report.comparison.of_subset(
        "engineering", demo_report.subsets["engineering"]
    ).leaderboard("AP")
    columns = columns_of(page)
    assert columns["run"] == list(board.runs)
    assert columns["rank"] == [str(rank) for rank in board.ranks.rank]
    ends = [
        f"{low:.4f} to {high:.4f}"
        for low, high in zip(board.means.low, board.means.high, strict=True)
    ]
    assert columns["95 % interval"] == ends
    shaded = set(page.locator(f"{SECTION} tr.near a").all_inner_texts())
    assert shaded == {
        run for run, best in zip(board.runs, board.could_be_best, strict=True) if best
    }
    first, second = demo_report.runs[:2]
    assert {first, second} == set(board.runs[:2])
    shown = page.locator("#pair table.few tbody tr").first.locator("td").last.inner_text()
    assert float(shown) == float(f"{board.family.corrected[0]:.1e}")
    assert not page.locator("#curves .warning").count()


def test_where_a_subset_was_not_compared_no_p_of_all_topics_is_shown(
    opened, demo_report, tmp_path, monkeypatch
):
    monkeypatch.setattr("harness.report.report.MOST_SUBSET_PAIRS", 100)
    page = opened(written(replace(demo_report), tmp_path / "page.html"))
    assert "p of this pair" in page.locator("#pair table.few").inner_text()
    untested = page.get_by_text("How sure this order is was not tested.")
    assert not untested.count()
    page.locator("#left select").select_option("seafaring")
    assert untested.is_visible()
    assert "p of this" not in page.locator("#pair table.few").inner_text()
    assert not {"95 % interval", "ranks"} & set(columns_of(page))
    assert page.locator("#leaderboard tr.near").count() == 0
    command = f"harness compare {DEMO} --pairs -m AP --topics seafaring"
    assert page.locator("#pair .warning").inner_text().endswith(command)
    assert command in page.locator("#leaderboard .notes strong").text_content()
    assert "p-value" in page.locator("#pair .warning").inner_text()
