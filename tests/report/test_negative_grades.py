"""Unjudged, judged as junk, not in the pool: three words, each with its own number."""

from __future__ import annotations

import pytest

from harness.core.errors import ConfigError
from harness.report.verdict import to_mind
from harness.workflows.report import report_of

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
    report = report_of(written(tmp_path, key, grades)).value
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
        report_of(written(tmp_path, "negative: junky\n"))
