"""What the page says of judgments, ties and repairs, against counts made from the files."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from statistics import median

import pytest

from harness.config import load_task
from harness.results.directory import write_results
from harness.workflows.evaluate import run
from harness.workflows.report import gather_report
from tests.report.page.tasks import body_of, page_of, written

ROOT = Path(__file__).parents[3]
CUTOFFS = (10, 20, 50, 100)


def rows_of(page, title: str) -> dict[str, list[str]]:
    """The cells of the rows of a table, by their first one."""
    rows = body_of(page.get_by_role("table", name=title, exact=True))
    return {first: [cell.replace("\xa0", " ") for cell in rest] for first, *rest in rows}


def test_shares_of_unjudged_documents_are_those_counted_in_the_files(window, judged, rankings):
    listed = rows_of(window, "Share of unjudged documents")
    assert set(listed) == set(rankings)
    for name, topics in rankings.items():
        group, retrieved, *shares = listed[name]
        assert group == name.split("-")[0]
        assert int(retrieved) == sum(map(len, topics.values()))
        for cutoff, share in zip((*CUTOFFS, 10_000), shares, strict=True):
            shown = [(topic, doc) for topic, docs in topics.items() for doc in docs[:cutoff]]
            unjudged = sum(doc not in judged[topic] for topic, doc in shown)
            assert share == f"{100 * unjudged / len(shown):.1f} %"


def test_bars_are_as_long_as_the_shares(window):
    page = window
    pairs = (
        page.locator("#coverage table")
        .first.locator("tbody tr")
        .evaluate_all(
            """(rows) => rows.map((row) => {
          const cell = row.cells[row.cells.length - 1];
          const bar = cell.querySelector('.share');
          return [parseFloat(cell.innerText), bar.firstChild.offsetWidth / bar.clientWidth];
        })"""
        )
    )
    assert len(pairs) == 9
    for percent, length in pairs:
        assert 100 * length == pytest.approx(percent, abs=1.5)


def test_judged_and_relevant_documents_are_those_of_the_qrels(opened, demo_page, judged):
    page = opened(demo_page)
    listed = rows_of(page, "Judged and relevant documents by topic")
    counts = {
        "judged": [len(docs) for docs in judged.values()],
        "relevant": [sum(grade > 0 for grade in docs.values()) for docs in judged.values()],
    }
    for kind, of in counts.items():
        expected = [str(min(of)), f"{median(of):.1f}", str(max(of)), str(sum(of))]
        assert listed[kind] == expected
    page.locator("#coverage summary").click()
    by_topic = rows_of(page, "Judged and relevant documents of each topic")
    assert by_topic == {
        topic: [str(len(docs)), str(sum(grade > 0 for grade in docs.values()))]
        for topic, docs in judged.items()
    }


def test_uniques_are_the_relevant_documents_of_one_group_alone(window, judged, rankings):
    holders: dict[tuple[str, str], set[str]] = defaultdict(set)
    for name, topics in rankings.items():
        for topic, docs in topics.items():
            for doc in docs[:100]:
                if judged[topic].get(doc, 0) > 0:
                    holders[topic, doc].add(name.split("-")[0])
    groups = [name.split("-")[0] for name in rankings]
    expected = {
        group: [str(groups.count(group)), str(sum(have == {group} for have in holders.values()))]
        for group in groups
    }
    listed = rows_of(window, "Unique relevant documents by group")
    assert listed == expected
    counts = [int(count) for _, count in listed.values()]
    assert counts == sorted(counts, reverse=True)


def test_tables_are_sorted_by_the_keyboard(opened, demo_page, demo_report):
    page = opened(demo_page)
    page.locator("#coverage").get_by_role("button", name="retrieved").press("Enter")
    listed = rows_of(page, "Share of unjudged documents")
    counts = [int(row[1]) for row in listed.values()]
    assert counts == sorted((cover.retrieved for cover in demo_report.coverage), reverse=True)


def test_ties_and_missing_topics_are_listed_for_the_runs_that_have_them(window, judged, rankings):
    page = window
    listed = rows_of(page, "Notes on each run")
    assert "D" in page.locator("#repairs tbody td span[title]").first.get_attribute("title")
    expected = {}
    for name in rankings:
        scores: dict[tuple[str, float], int] = defaultdict(int)
        for line in (ROOT / f"runs/demo/{name}.run").read_text().splitlines():
            topic, _, _, _, score, _ = line.split()
            scores[topic, float(score)] += 1
        tied = sum(count for count in scores.values() if count > 1)
        missing = len(judged.keys() - rankings[name].keys())
        if tied or missing:
            group = name.split("-")[0]
            expected[name] = [group, str(tied or "–"), str(missing or "–")]
    assert listed == expected
    caption = page.locator("#repairs .caption").inner_text()
    assert (
        f"not listed: {9 - len(expected)} runs without ties, missing topics or repairs" in caption
    )
    assert "Runs were not checked: the task has no key check" in caption


def test_repairs_findings_and_refused_runs_are_shown(opened, tmp_path):
    """One run has a document twice, which is repaired; another one cannot be read."""
    (tmp_path / "qrels.txt").write_text("1 0 a 1\n1 0 b 0\n2 0 a 1\n")
    (tmp_path / "whole.run").write_text("1 Q0 a 1 3 whole\n2 Q0 a 1 2 whole\n3 Q0 a 1 2 whole\n")
    (tmp_path / "twice.run").write_text("1 Q0 a 1 3 twice\n1 Q0 a 2 2 twice\n2 Q0 b 1 1 twice\n")
    (tmp_path / "broken.run").write_text("this is <b>no</b> run\n")
    task = tmp_path / "task.yaml"
    task.write_text(
        "qrels: qrels.txt\nruns: '*.run'\nmeasures: [AP]\n"
        "check: {repairs: [drop-lower-duplicates]}\n"
    )
    report = gather_report(task).value
    page = opened(written(report, tmp_path / "page.html"))
    table = page.get_by_role("table", name="Notes on each run")
    cells = table.get_by_role("row", name="twice").inner_text()
    assert "drop-lower-duplicates: 1" in cells
    assert "duplicate" in cells
    assert "topics without judgments" in table.locator("thead").inner_text()
    assert "listed below: 1 run" in page.locator("#repairs .caption").inner_text()
    refused = page.locator("#about h3", has_text="Refused runs").locator("~ ul").inner_text()
    (problem,) = report.results.manifest["refused"][0]["problems"]
    assert problem in refused
    assert str(tmp_path) not in refused
    notes = page.locator("#leaderboard .notes").text_content()
    assert "refused and not listed: 1 run" in notes
    assert "§ was repaired before the evaluation" in notes
    assert "† does not answer exactly the judged topics: whole (1 ignored)" in notes


def test_a_directory_of_results_says_what_is_not_known(opened, tmp_path):
    directory = tmp_path / "results"
    write_results(run(load_task(ROOT / "configs/demo.yaml")).results(), directory)
    page = opened(page_of(directory, tmp_path))
    listed = rows_of(page, "Share of unjudged documents")
    assert len(listed) == 9
    assert all(len(row) == 3 for row in listed.values())
    text = page.locator("#coverage").inner_text()
    assert text.count("read from a directory, without the runs") == 2
    assert rows_of(page, "Judged and relevant documents by topic")["judged"][-1] == "755"
