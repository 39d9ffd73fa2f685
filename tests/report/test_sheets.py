"""Sheets: a participant's own runs, right numbers, and nobody else's name."""

from __future__ import annotations

import re
from pathlib import Path

import polars as pl
import pytest

from harness.errors import EvaluationError
from harness.pipeline.reporting import report_of
from harness.report.page import render_sheet
from harness.report.sheets import participants, sheet_of
from harness.report.whole import Report
from harness.results.directory import read_results, write_results

DEMO = Path(__file__).parents[2] / "configs" / "demo.yaml"


@pytest.fixture(scope="module")
def report() -> Report:
    return report_of(DEMO).report


def rows(table):
    names = [column.name for column in table.columns]
    return [dict(zip(names, row, strict=True)) for row in table.rows]


def table_of(sheet, title):
    return next(table for table in sheet.tables if table.title == title)


def test_everybody_who_took_part_has_a_sheet(report):
    assert participants(report) == ("atlantic", "fresnel", "keeper", "skerry", "tern", "wick")


def test_values_ranks_and_spread_are_those_of_the_tables_of_results(report):
    frame = report.results.summary.filter(pl.col("own") & (pl.col("subset") == "all"))
    for row in rows(table_of(sheet_of(report, "keeper"), "Your runs")):
        of_all = dict(frame.filter(pl.col("measure") == row["measure"])["run", "value"].rows())
        values = sorted(of_all.values(), reverse=True)
        assert row["value"] == of_all[row["run"]]
        assert row["rank"] == 1 + sum(value > row["value"] for value in values)
        assert (row["best"], row["median"], row["worst"]) == (values[0], values[4], values[8])


def test_topics_are_sorted_by_what_is_missing_to_the_median(report):
    found = rows(table_of(sheet_of(report, "wick"), "wick-coord by topic"))
    scores = report.results.scores.filter(pl.col("measure") == "AP")
    for row in found:
        values = sorted(scores.filter(pl.col("topic") == row["topic"])["value"])
        own = scores.filter((pl.col("topic") == row["topic"]) & (pl.col("run") == "wick-coord"))
        assert row["AP"] == own["value"].item()
        assert (row["worst"], row["median"], row["best"]) == (values[0], values[4], values[8])
        assert row["to the median"] == pytest.approx(row["AP"] - values[4], abs=1e-12)
        lost = row["missed"] + row["ranked low"] + row["unjudged on top"]
        assert lost == pytest.approx(1 - row["AP"], abs=1e-12)
    gaps = [row["to the median"] for row in found]
    assert gaps == sorted(gaps)
    assert len(found) == 15


def test_a_sheet_names_nobody_else(tmp_path):
    runs = sorted((DEMO.parents[1] / "runs" / "demo").glob("*.run"))
    listed = "".join(
        f"  - {{path: {run}, name: secretrun{at}, group: secretgroup{at // 2}}}\n"
        for at, run in enumerate(runs)
    )
    text = DEMO.read_text().replace("../", f"{DEMO.parents[1]}/")
    text = re.sub(r"(?m)^runs:.*\n", f"runs:\n{listed}", text)
    task = tmp_path / "secret.yaml"
    task.write_text(re.sub(r"(?m)^run_pattern:.*\n", "", text))
    report = report_of(task).report
    names = participants(report)
    assert len(names) == 5
    for name in names:
        page = render_sheet(sheet_of(report, name))
        own = {run for run in report.runs if report.groups[run] == name}
        assert set(re.findall(r"secretrun\d+", page)) == own
        assert set(re.findall(r"secretgroup\d+", page)) == {name}


def test_a_run_without_group_has_a_sheet_of_its_own(tmp_path):
    report = report_of(small(tmp_path)).report
    assert participants(report) == ("G", "low")
    sheet = sheet_of(report, "low")
    assert (sheet.runs, "upper" in render_sheet(sheet)) == (("low",), False)


def test_a_run_may_be_named_instead_of_its_group(report):
    assert sheet_of(report, "keeper-qld").runs == ("keeper-qld",)


def test_an_unknown_participant_is_refused_with_the_nearest_name(report):
    with pytest.raises(EvaluationError, match=r"there is no participant 'keper'.*keeper"):
        sheet_of(report, "keper")


def test_a_group_learns_why_its_run_was_not_evaluated_and_nobody_else_does(tmp_path):
    task = small(tmp_path, "  - {path: broken.run, group: H}\n")
    (tmp_path / "broken.run").write_text("1 Q0 a 1\n")
    read_in = report_of(task)
    assert participants(read_in.report) == ("G", "H", "low")
    sheet = sheet_of(read_in.report, "H")
    assert sheet.runs == ()
    assert "broken.run" in sheet.problems[0]
    assert "broken.run" in render_sheet(sheet)
    assert "broken.run" not in render_sheet(sheet_of(read_in.report, "G"))


def test_a_directory_of_results_gives_a_sheet_without_documents(tmp_path, report):
    write_results(report.results, tmp_path / "results")
    known = report_of(tmp_path / "results").report
    assert known.rankings is None
    titles = [table.title for table in sheet_of(known, "keeper").tables]
    assert "Relevant documents missed" not in titles
    ours = table_of(sheet_of(known, "keeper"), "Your runs")
    assert ours.rows == table_of(sheet_of(report, "keeper"), "Your runs").rows
    assert read_results(tmp_path / "results").topics.equals(report.results.topics)


def test_hostile_names_and_texts_are_shown_as_text(tmp_path):
    evil = "<script>alert(1)</script>\"'&\u202e"
    task = small(tmp_path)
    path = tmp_path / "evil.run"
    path.write_text("1 Q0 <img/src=x> 1 2 low\n1 Q0 a 2 1 low\n", encoding="utf-8")
    text = task.read_text().replace("low.run", "{path: evil.run, group: 'EVIL', name: 'NAME'}")
    quoted = evil.replace("'", "''")
    task.write_text(text.replace("EVIL", quoted).replace("NAME", f"r{quoted}"), encoding="utf-8")
    page = render_sheet(sheet_of(report_of(task).report, evil))
    assert "<script" not in page
    assert "<img" not in page
    assert "&lt;script&gt;alert(1)" in page
    assert "&lt;img/src=x&gt;" in page


def small(folder: Path, more: str = "") -> Path:
    (folder / "qrels.txt").write_text("1 0 a 1\n1 0 b 0\n1 0 <img/src=x> 0\n2 0 a 1\n3 0 a 0\n")
    (folder / "low.run").write_text("1 Q0 b 1 2 low\n1 Q0 a 2 1 low\n")
    (folder / "high.run").write_text("1 Q0 a 1 1 upper\n2 Q0 a 1 1 upper\n2 Q0 x 2 1 upper\n")
    path = folder / "small.yaml"
    path.write_text(
        "name: Small\nqrels: qrels.txt\nmeasures: [AP, NumRet]\n"
        f"runs:\n  - low.run\n  - {{path: high.run, group: G}}\n{more}"
    )
    return path
