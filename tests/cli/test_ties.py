"""`harness compare ties`: what tied documents leave open, as a person asks for it."""

from __future__ import annotations

import json

import pytest


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "q.txt").write_text("1 0 a 1\n1 0 b 0\n1 0 c 0\n")
    (tmp_path / "r.run").write_text("1 Q0 a 1 2 r\n1 Q0 b 2 2 r\n1 Q0 c 3 1 r\n")
    return tmp_path


def test_the_range_of_each_measure(harness, files):
    got = harness(
        "compare",
        "ties",
        "r.run",
        "--qrels",
        "q.txt",
        "-m",
        "RR",
        "--cutoffs",
        "1",
        "--format",
        "json",
    )
    assert got.status == 0
    counts, values = json.loads(got.out)
    assert (counts["measure"], counts["tied"], counts["across"], counts["inside"]) == (
        "top 1", 2, 2, 1
    )  # fmt: skip
    # a and b are tied; b comes first when ties are broken by identifier, descending.
    assert [values[name] for name in ("lowest", "expected", "highest", "ordered")] == [
        0.5, 0.75, 1.0, 0.5
    ]  # fmt: skip


def test_without_judgments_documents_are_counted(harness, files):
    got = harness("compare", "ties", "r.run", "--cutoffs", "2,3", "--format", "tsv")
    assert got.status == 0
    assert got.out.splitlines() == [
        "run\tmeasure\ttied\ttopics\tacross\tinside",
        "r\ttop 2\t2\t0\t0\t0",
        "r\ttop 3\t2\t0\t0\t0",
    ]


def test_a_task_brings_runs_judgments_and_measures(harness, files):
    (files / "t.yaml").write_text("qrels: q.txt\nruns: r.run\nmeasures: [AP, GMAP]\n")
    got = harness("compare", "ties", "t.yaml", "--cutoffs", "1")
    assert got.status == 0
    assert "left out, no closed form: GMAP" in got.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["r.run", "-m", "AP"], "measures need --qrels"),
        (["r.run", "--cutoffs", "x"], "'x': write whole numbers"),
        (["r.run", "--cutoffs", "0"], "0"),
        (["r.run", "--qrels", "q.txt", "-m", "Bpref"], "Bpref"),
        (["absent.run"], "absent.run"),
    ],
)
def test_wrong_use_is_explained(harness, files, arguments, message):
    got = harness("compare", "ties", *arguments)
    assert got.status == 2
    assert message in got.err
    assert "Traceback" not in got.err


def test_what_was_known_before_leaves_ties_and_judgments(harness, files):
    (files / "known.txt").write_text("1 0 a 1\n")
    shown = {}
    for name, known in (("all", ()), ("residual", ("--known", "known.txt"))):
        call = ("--qrels", "q.txt", *known, "-m", "NumRelRet", "--cutoffs", "3", "--format", "json")
        got = harness("compare", "ties", "r.run", *call)
        assert got.status == 0
        shown[name] = json.loads(got.out)
    assert [row["tied"] for row in shown["all"] if row["measure"] == "top 3"] == [2]
    assert [row["tied"] for row in shown["residual"] if row["measure"] == "top 3"] == [0]
    values = {name: [row["ordered"] for row in rows if row["measure"] == "NumRelRet"]
              for name, rows in shown.items()}  # fmt: skip
    assert values == {"all": [1.0], "residual": [0.0]}


def test_a_task_brings_its_own_judgments_and_measures_unless_they_are_named(harness, files):
    (files / "t.yaml").write_text("qrels: q.txt\nruns: r.run\nmeasures: [RR]\n")
    for named, measures in (((), ["RR"]), (("-m", "AP", "-m", "P@1"), ["AP", "P@1"])):
        got = harness("compare", "ties", "t.yaml", *named, "--cutoffs", "1", "--format", "json")
        assert (got.status, [row["measure"] for row in json.loads(got.out)]) == (
            0, ["top 1", *measures]
        )  # fmt: skip
    got = harness("compare", "ties", "t.yaml", "--qrels", "q.txt")
    assert (got.status, "--qrels: a task brings its own" in got.err) == (2, True)
