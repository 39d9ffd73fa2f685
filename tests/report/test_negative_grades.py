"""Unjudged, judged as junk, not in the pool: three words, each with its own number."""

from __future__ import annotations

from dataclasses import replace

import pytest

from harness.core.coverage import coverage_notes
from harness.core.errors import ConfigError
from harness.core.judged_run import UNJUDGED, JudgedRun
from harness.diagnosis.losses import measure_losses
from harness.measures import parse_measures
from harness.report.page.payload import payload
from harness.report.sheets.run_page import run_section
from harness.report.verdict import to_mind
from harness.results.directory import read_results
from harness.workflows.report import gather_report
from tests.report.sheet_cases import tables_in

GRADES = {"d1": 1, "d2": 0, "j1": -2, "j2": -2, "j3": -1}
RANKED = ["d1", "j1", "x1", "d2", "x2", "j2", "x3", "j3", "x4", "x5", "d3"]


def written(place, key="", grades=GRADES):
    (place / "qrels").write_text("".join(f"1 0 {doc} {grade}\n" for doc, grade in grades.items()))
    lines = (f"1 Q0 {doc} {rank} {99 - rank} r\n" for rank, doc in enumerate(RANKED, start=1))
    (place / "r.run").write_text("".join(lines))
    task = place / "t.yaml"
    task.write_text(f"name: t\nqrels: qrels\nruns: r.run\nmeasures: [P@10]\n{key}")
    return task


@pytest.mark.parametrize(
    ("key", "grades", "unjudged"),
    [
        ("", GRADES, 0.5),  # a grade of -2: the negative ones are junk
        ("negative: junk\n", GRADES, 0.5),
        ("negative: unjudged\n", GRADES, 0.8),
        ("", {**GRADES, "j1": -1, "j2": -1}, 0.8),  # -1 alone: pooled and not judged
    ],
)
def test_junk_is_judged_and_what_is_pooled_alone_is_not(tmp_path, key, grades, unjudged):
    report = gather_report(written(tmp_path, key, grades)).value
    rankings = report.rankings
    first = RANKED[:10]
    outside = sum(doc not in grades for doc in first) / 10
    negative = sum(grades.get(doc, 0) < 0 for doc in first) / 10
    assert (outside, negative) == (0.5, 0.3)
    assert rankings.not_in_pool()[0, 0] == outside
    assert rankings.negative()[0, 0] == negative
    assert rankings.unjudged()[0, 0] == pytest.approx(unjudged)
    assert f"{100 * unjudged:.1f} % are unjudged." in to_mind(report)[0].text
    value = report.values[0, 0, 0]
    assert value == 0.1  # measures take them as unjudged in any case


def test_what_a_negative_grade_can_be_is_said(tmp_path):
    with pytest.raises(ConfigError, match="did you mean junk"):
        gather_report(written(tmp_path, "negative: junky\n"))


@pytest.mark.parametrize(
    ("key", "said", "rows"),
    [
        (
            "junk",
            ["unjudged: 6 of 11 retrieved documents (54.5 %)", "judged as junk: 3 of 11"],
            {"unjudged": 6, "judged as junk": 3},
        ),
        (
            "unjudged",
            ["unjudged: 9 of 11 retrieved documents (81.8 %): 6 not in the pool, 3 pooled, not"],
            {"unjudged": 9, "not in the pool": 6, "pooled, not judged": 3},
        ),
    ],
)
def test_each_word_has_its_number_wherever_it_is_said(tmp_path, harness, key, said, rows):
    task = written(tmp_path, f"negative: {key}\n")
    report = gather_report(task).value
    lines = [note.line for note in coverage_notes(report.runs, report.coverage)]
    assert [line for line in lines if "judged" in line] == [
        next(line for line in lines if line.startswith(beginning)) for beginning in said
    ]
    sheet = tables_in(run_section(report, "r"))["Counts"].rows
    assert {name: count for name, count in sheet if name in rows or "judged" in name} == rows
    of_subset = report.rankings.coverage("r", report.coverage[0])  # counted anew
    assert of_subset.record() == report.coverage[0].record()
    assert harness("run", task, "-o", tmp_path / "results").status == 0
    assert read_results(tmp_path / "results").coverage(["r"])[0] == report.coverage[0]
    assert payload(report)["topics"][0]["judged"] == (len(GRADES) if key == "junk" else 2)
    page = payload(report)["runs"][0]
    assert [page["unjudged"], page["pooled"], page["junk"]] == [
        rows["unjudged"],
        rows.get("pooled, not judged", 0),
        rows.get("judged as junk", 0),
    ]


def test_junk_above_a_relevant_document_is_no_unjudged_one():
    """A relevant document below a junk one: ranked low where junk is judged, by P@1."""
    run = JudgedRun.of([UNJUDGED, 1], judged=[{1: 1, UNJUDGED: 1}])
    judged = replace(run, judgments=replace(run.judgments, junk=True))
    precision = parse_measures("P@1")[0]
    assert measure_losses(run, precision).parts.tolist() == [[0, 0, 1]]
    assert measure_losses(judged, precision).parts.tolist() == [[0, 1, 0]]
