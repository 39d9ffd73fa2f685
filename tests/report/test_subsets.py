"""What is shown of a subset of topics: the same as of an evaluation of these topics alone."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from harness.report.page.payload import payload
from harness.report.report import Report
from harness.report.sheets import make_sheet, participants
from harness.report.sheets.run_page import run_section
from harness.results.directory import write_results
from harness.workflows.report import gather_report
from tests.report.sheet_cases import DEMO, rows, tables_in

ROOT = DEMO.parents[1]
SEAFARING = ("D05", "D11", "D12")


@pytest.fixture(scope="module")
def report() -> Report:
    return gather_report(DEMO, roc=True).value


@pytest.fixture(scope="module")
def seafaring(report) -> Report:
    return report.of_subset("seafaring")


@pytest.fixture(scope="module")
def wanted(tmp_path_factory) -> Report:
    return alone(tmp_path_factory.mktemp("alone"))


def alone(folder: Path, topics: tuple[str, ...] = SEAFARING, more: str = "") -> Report:
    """The demo of some topics: judgments and runs have no others."""
    for path in (*(ROOT / "runs/demo").glob("*.run"), ROOT / "qrels/demo/qrels.txt"):
        lines = path.read_text().splitlines(keepends=True)
        copy = folder / path.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text("".join(line for line in lines if line.startswith(topics)))
    text = DEMO.read_text().split("\nsubsets:")[0]
    for kept in ("topics.txt", "documents.jsonl"):
        text = text.replace(f"../qrels/demo/{kept}", f"{ROOT}/qrels/demo/{kept}")
    (folder / "alone.yaml").write_text(text.replace("../", "") + "\n" + more)
    return gather_report(folder / "alone.yaml", roc=True).value


@pytest.mark.parametrize("policy", ["judged", "answered"])
def test_roc_curves_are_over_the_topics_of_the_subset(tmp_path, policy):
    """Runs that do not answer all topics have rows of their own topics alone."""
    more = f"topic_policy: {policy}\n"
    (tmp_path / "all.yaml").write_text(DEMO.read_text().replace("../", f"{ROOT}/") + more)
    every = gather_report(tmp_path / "all.yaml", roc=True).value
    wanted = {curve.run: curve for curve in alone(tmp_path, more=more).rocs()}
    curves = every.of_subset("seafaring").rocs()
    assert [curve.run for curve in curves] == list(every.of_subset("seafaring").runs)
    for curve in curves:
        assert (curve.num_topics, curve.subset) == (wanted[curve.run].num_topics, "seafaring")
        np.testing.assert_array_equal(curve.true, wanted[curve.run].true)
    assert any(
        (curve.true != all_.true).any() for curve, all_ in zip(curves, every.rocs(), strict=True)
    )


@pytest.mark.long
def test_the_page_has_roc_curves_of_each_subset(report, wanted):
    of_page, of_alone = payload(report)["roc"], payload(wanted)["roc"]["subsets"][""]
    assert list(of_page["subsets"]) == ["", "engineering", "seafaring"]
    rows = [wanted.run(run) for run in report.runs]
    assert of_page["subsets"]["seafaring"] == {
        name: [of_alone[name][row] for row in rows] for name in ("true", "topics")
    }


def without(table, **cells):
    """The rows of a table but those that have these cells."""
    return [
        row for row in rows(table) if not any(row.get(name) == cell for name, cell in cells.items())
    ]


def test_sheets_are_over_the_topics_of_the_subset(seafaring, wanted):
    """All but ties, which are those of whole files."""
    assert seafaring.runs == wanted.runs
    assert participants(seafaring) == participants(wanted)
    for participant in participants(wanted):
        ours, theirs = make_sheet(seafaring, participant), make_sheet(wanted, participant)
        assert len(ours.details) == len(theirs.details)
        for own, other in zip(ours.pages, theirs.pages, strict=True):
            assert own.text == other.text
            shown, others = tables_in(own), tables_in(other)
            assert [*shown] == [*others]
            for title, table in shown.items():
                assert rows(table) == without(others[title], **{"": "tied"}), title
            assert own.rows[0][2] == other.rows[0][2]
            assert own.rows[1][0].values == other.rows[1][0].values
        for a, b in zip(ours.side_by_side, theirs.side_by_side, strict=True):
            assert rows(a) == rows(b)
        for a, b in zip(ours.details[:-1], theirs.details[:-1], strict=True):
            assert rows(a) == rows(b), a.title
        assert any("topics: the subset seafaring" in str(note) for note in ours.notes)


def test_sheets_of_results_have_what_these_know(report, seafaring, tmp_path):
    write_results(report.results, tmp_path / "results")
    read = gather_report(tmp_path / "results", topics="seafaring").value
    assert read.runs == seafaring.runs
    for run in read.runs:
        own, full = (tables_in(run_section(known, run)) for known in (read, seafaring))
        assert rows(own["Counts"]) == rows(full["Counts"])[: len(rows(own["Counts"]))]
        for title in ("Precision at recall", "After so many documents", "Measures"):
            assert rows(own[title]) == rows(full[title])
