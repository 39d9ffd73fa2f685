"""The page of a task of labels: its tables are sorted, copied and saved by the scripts of the other page."""

from __future__ import annotations

import csv
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe

from harness.report.labels.pages import render_label_page
from harness.workflows.label_report import label_report_of

ITEMS = {"gold": "aabbbbcccc", "good": "aabbbbccca", "fair": "aabbccccab", "poor": "ccccaaabbb"}


@pytest.fixture
def label_file(tmp_path):
    for name, labels in ITEMS.items():
        rows = (f"i{item}\t{label}\n" for item, label in enumerate(labels))
        (tmp_path / f"{name}.tsv").write_text("".join(rows))
    task = tmp_path / "t.yaml"
    task.write_text("kind: classification\ngold: gold.tsv\nruns: [good.tsv, fair.tsv, poor.tsv]\n")
    path = tmp_path / "page.html"
    path.write_text(render_label_page(label_report_of(task).value), encoding="utf-8")
    return path


@pytest.fixture
def label_page(opened, label_file):
    return opened(label_file)


def column(page, name: str) -> list[float]:
    """The values of a column of the leaderboard, as they stand."""
    table = page.locator("#leaderboard table")
    index = table.locator("thead th").all_inner_texts().index(name)
    rows = table.locator("tbody tr").all()
    return [float(row.locator("th, td").nth(index).inner_text()) for row in rows]


def test_tables_stand_as_they_were_until_a_heading_sorts_them(label_page):
    table = label_page.locator("#leaderboard table")
    assert table.locator("tbody th").all_inner_texts() == ["good", "fair", "poor"]
    assert table.locator("[aria-sort]").count() == 0
    table.get_by_role("button", name="accuracy", exact=True).click()
    values = column(label_page, "accuracy")
    assert values == sorted(values, reverse=True)
    assert len(set(values)) > 1
    table.get_by_role("button", name="accuracy", exact=True).click()
    assert column(label_page, "accuracy") == sorted(values)
    assert label_page.locator("#status").inner_text().endswith("accuracy, ascending")


def test_what_is_taken_along_opens_again(label_page):
    shown = label_page.locator("#leaderboard tbody tr").first.inner_text().split()
    label_page.locator("#leaderboard .taking > button").click()
    with label_page.expect_download() as saved:
        label_page.get_by_role("button", name=".csv").first.click()
    rows = list(csv.reader(Path(saved.value.path()).read_text(encoding="utf-8").splitlines()))
    assert rows[1] == shown
    assert len(rows) == 4
    with label_page.expect_download() as saved:
        label_page.get_by_role("button", name="Save SVG").first.click()
    assert ET.parse(saved.value.path()).getroot().tag.endswith("svg")


def test_the_verdict_comes_first_and_leads_to_its_evidence(label_page):
    verdict = label_page.locator("header .verdict li")
    assert verdict.first.inner_text().startswith("good leads with")
    for link in verdict.locator("a").all():
        assert label_page.locator(link.get_attribute("href")).count() == 1


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_a_page_of_labels(opened, label_file, scheme):
    results = Axe().run(opened(label_file, bypass_csp=True, color_scheme=scheme))
    assert results.violations_count == 0, results.generate_report()
