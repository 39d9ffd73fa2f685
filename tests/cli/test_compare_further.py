"""`harness compare risk`, `replicability`, `components`, `design` and `power`, as they are called."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

import harness as package
from harness.stats import AnovaF, PairedT, compute_power, geo_risk, measure_risk, standardise

pytestmark = pytest.mark.long


def rows(text: str) -> dict[str, dict[str, str]]:
    """The rows of a table by their first cell."""
    return {next(iter(row.values())): row for row in csv.DictReader(io.StringIO(text))}


@pytest.fixture
def small(tmp_path) -> Path:
    """Three topics, of which the second evaluation has two; a good run is worse there."""
    for name, judged in (("first", "123"), ("second", "12"), ("again", "123")):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "q.txt").write_text("".join(f"{topic} 0 a 1\n" for topic in judged))
        ranked = {"base": "xa", "good": "ax" if name != "second" else "xya"}
        for run, documents in ranked.items():
            lines = [
                f"{topic} Q0 {document} {rank} {9 - rank} {run}\n"
                for topic in judged
                for rank, document in enumerate(documents, 1)
            ]
            (folder / f"{run}.run").write_text("".join(lines))
        (folder / "t.yaml").write_text("qrels: q.txt\nruns: '*.run'\nmeasures: [RR]\n")
    return tmp_path


# Risk


def test_risk_is_that_of_the_values(harness, task):
    done = harness(
        "compare", "risk", task, "--baseline", "keeper-qld", "--alpha", 2, "--format", "csv"
    )
    scores = package.run(task).scores.per_topic("AP")
    found = rows(done.out)
    assert done.status == 0
    expected = geo_risk(scores.to_numpy(), alpha=2)
    for run, geo in zip(scores.columns, expected, strict=True):
        risk = measure_risk((scores[run] - scores["keeper-qld"]).to_numpy(), alpha=2)
        assert found[run]["URisk"] == f"{float(risk.u_risk):.4f}"
        assert found[run]["TRisk"] == f"{float(risk.t_risk):.4f}"
        assert found[run]["GeoRisk"] == f"{geo:.4f}"
    order = [float(row["URisk"]) for row in found.values()]
    assert order == sorted(order, reverse=True)
    assert "TRisk: URisk over its standard error; no test" in done.err


def test_risk_follows_the_direction_of_the_measure(harness, task):
    call = ["compare", "risk", task, "--baseline", "keeper-qld", "--format", "csv"]
    up, down = (rows(harness(*call, "-m", name).out) for name in ("R@50", "FNR@50"))
    assert [row["URisk"] for row in up.values()] == [row["URisk"] for row in down.values()]
    assert {row["GeoRisk"] for row in down.values()} == {""}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ([], "which run is the baseline?"),
        (["--baseline", "keeper-qldd"], "did you mean keeper-qld?"),
        (["--baseline", "keeper-qld", "--alpha", -1], "alpha: -1.0 is not allowed"),
    ],
)
def test_wrong_questions_about_risk(harness, task, options, message):
    done = harness("compare", "risk", task, *options)
    assert (done.status, done.out) == (2, "")
    assert message in done.err


# Replicability


def test_the_same_evaluation_is_repeated_perfectly(harness, small):
    call = [small / "first/t.yaml", small / "again/t.yaml", "--baseline", "base"]
    done = harness("compare", "replicability", *call, "--format", "csv")
    good = rows(done.out)["good"]
    assert (good["RMSE"], good["p"]) == ("0.0000", "1.0000")
    assert (good["ER"], good["ΔRI"]) == ("1.0000", "0.0000")


def test_another_evaluation_has_effects_and_no_errors_by_topic(harness, small):
    call = [small / "first/t.yaml", small / "second/t.yaml", "--baseline", "base"]
    done = harness("compare", "replicability", *call, "--format", "csv")
    good, base = rows(done.out)["good"], rows(done.out)["base"]
    # RR: 1 over 1/2 before, 1/3 over 1/2 after: (1/3 − 1/2) / (1 − 1/2), and 1 − (−1/3).
    assert (good["RMSE"], good["ER"], good["ΔRI"]) == ("", "-0.3333", "1.3333")
    assert (base["ER"], base["p"]) == ("", "1.0000")
    assert "t test of two samples" in done.err


def test_no_run_in_common_is_refused(harness, task, small):
    done = harness("compare", "replicability", task, small / "first/t.yaml", "-m", "RR")
    assert (done.status, done.out) == (2, "")
    assert "no run has the same name in both" in done.err


# Design


def test_a_design_needs_no_runs(harness):
    """34 and 199 topics for effects of .5 and .2 (G*Power and Sakai's tools say the same)."""
    call = ["--variance", 0.02, "--differences", "0.1,0.04", "--systems", "10", "--format", "csv"]
    found = rows(harness("compare", "design", *call).out)
    assert [row["t test"] for row in found.values()] == ["34", "199"]
    assert found["0.1"]["ANOVA, 10 runs"] == "64"
    wide = rows(harness("compare", "design", "--variance", 0.005, *call[2:]).out)
    assert wide["0.1"]["interval"] == "18"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--variance", 0], "variance: 0.0 is not allowed"),
        (["--variance", -1], "variance: -1.0 is not allowed"),
        (["--variance", 0.02, "--differences", "0"], "not enough"),
        (["--variance", 0.02, "--systems", "1"], "systems: 1 is not allowed"),
        (["--variance", 0.02, "--power", 2], "power: 2.0 is not allowed"),
        ([], "--variance"),
    ],
)
def test_wrong_designs(harness, options, message):
    done = harness("compare", "design", *options)
    assert (done.status, done.out) == (2, "")
    assert message in done.err


# Components


@pytest.fixture
def grid(tmp_path, demo) -> Path:
    """Four runs of the demo as combinations of a stemmer and a model."""
    levels = {
        "atlantic-bm25t": ("none", "bm25"),
        "atlantic-bm25td": ("porter", "bm25"),
        "keeper-qld": ("none", "ql"),
        "keeper-rrf": ("porter", "ql"),
    }
    rows = [f"{run},{stemmer},{model}\n" for run, (stemmer, model) in levels.items()]
    (tmp_path / "p.csv").write_text(f"run,stemmer,model\n{''.join(rows)}")
    runs = ", ".join(str(demo / f"runs/demo/{run}.run") for run in levels)
    qrels = demo / "qrels/demo/qrels.txt"
    text = f"qrels: {qrels}\nruns: [{runs}]\nparticipants: p.csv\nmeasures: [AP]\n"
    (tmp_path / "grid.yaml").write_text(text)
    return tmp_path / "grid.yaml"


def test_components_are_those_of_the_values(harness, grid, tmp_path):
    factors = ["--factor", "stemmer", "--factor", "model"]
    done = harness("compare", "components", grid, *factors, "--format", "csv")
    found, evaluation = rows(done.out), package.run(grid)
    known = package.compare(evaluation).components("stemmer", "model").anova
    for term, effect in known.effects.items():
        row = found[" × ".join(term)]
        assert row["sum of squares"] == f"{effect.sum_of_squares:.6f}"
        assert row["F"] == f"{effect.f:.4f}"
    harness("run", grid, "-o", tmp_path / "results")
    of_results = harness("compare", "components", tmp_path / "results", *factors, "--format", "csv")
    assert of_results.out == done.out


def test_components_of_two_shards(harness, grid):
    factors = ["--factor", "stemmer", "--factor", "model"]
    shards = harness("compare", "components", grid, grid, *factors)
    assert "topic × run" in shards.out
    assert "2 shards" in shards.out


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--factor", "modle"], "unknown attribute of runs 'modle' (did you mean model?)"),
        (["--factor", "model", "--part", "cells"], "--part cells is of two factors or more"),
        ([], "Missing option '--factor'"),
    ],
)
def test_what_is_wrong_with_components_is_said(harness, grid, options, message):
    done = harness("compare", "components", grid, *options)
    assert done.status == 2
    assert message in done.err


# Ranks, power and standardised values


def test_mean_ranks_are_scipys(harness, task):
    done = harness("compare", "ranks", task, "--format", "csv")
    values = package.run(task).scores.per_topic("AP")
    expected = values.rank(axis=1, ascending=False).mean().sort_values()
    found = {run: row["mean rank"] for run, row in rows(done.out).items()}
    assert found == {run: f"{rank:.4f}" for run, rank in expected.items()}
    # q.05 of nine means is 3.102 in Demšar's table 5 of 2006
    critical = 3.102 * (9 * 10 / (6 * len(values))) ** 0.5
    assert f"at most {critical:.2f}" in done.err


def test_chances_are_those_of_the_tests(harness, task):
    call = ["compare", "design", "--variance", 0.02, "--differences", 0.1, "--systems", 10]
    done = harness(*call, "--sizes", "34,64", "--part", "power", "--format", "csv")
    found = rows(done.out)
    of_t = compute_power(PairedT(), 0.1, [34, 64], variance=0.04)
    of_anova = compute_power(AnovaF(systems=10), 0.1, [34, 64], variance=0.02)
    for size, t, anova in zip(("34", "64"), of_t, of_anova, strict=True):
        assert (found[size]["t test"], found[size]["ANOVA, 10 runs"]) == (
            f"{t:.4f}",
            f"{anova:.4f}",
        )
    power = [
        "compare",
        "power",
        task,
        "--differences",
        0.05,
        "--sizes",
        "84,163",
        "--format",
        "csv",
    ]
    row = rows(harness(*power, "--part", "power").out)["0.05"]
    assert float(row["84 topics"]) >= 0.8  # the topics that are needed for it
    assert rows(harness(*power).out)["0.05"]["interval, mean"] == "163"


@pytest.mark.parametrize("by", ["z", "normal", "linear", "empirical"])
def test_standardised_values_are_compared_as_such(harness, task, by):
    done = harness("compare", task, "--standardise", by, "--format", "csv")
    values = package.run(task).scores.per_topic("AP")
    expected = standardise(values.to_numpy(), by=by).mean(axis=0)
    found = rows(done.out)
    for run, mean in zip(values.columns, expected, strict=True):
        assert float(found[run][f"AP ({by})"]) == pytest.approx(mean, abs=5e-5)
    assert "standardised by topic" in done.err


@pytest.mark.parametrize("name", ["AP", "map", "AP(rel=2)"])
def test_a_measure_is_called_as_the_task_calls_it_whatever_its_lowest_grade(harness, small, name):
    """``relevance_level: 2`` makes ``AP`` the measure AP(rel=2), in results as in a task."""
    task = small / "first" / "t.yaml"
    (small / "first" / "q.txt").write_text("1 0 a 2\n1 0 x 1\n2 0 a 1\n2 0 x 2\n3 0 a 2\n")
    text = task.read_text().replace("[RR]", "[AP, RR]")
    task.write_text(f"{text}relevance_level: 2\ncompare: {{measures: ['{name}']}}\n")
    results = str(small / "results")
    assert harness("run", str(task), "-o", results).status == 0
    for target in (str(task), results):
        label = "map" if (name, target) == ("map", str(task)) else "AP"  # as asked, or as kept
        for command in (("compare",), ("report", "table"), ("report", "topics")):
            got = harness(*command, target, "--measure", name)
            assert got.status == 0, (command, target, got.err)
            assert label in got.out
    page = small / "page.html"
    assert harness("report", results, "-o", str(page)).status == 0
    for command in (
        ("gate", "--fail-on", "worse", "--budget", f"{name}=1%"),
        ("diff", "--measure", name),
    ):
        assert harness(command[0], results, results, *command[1:]).status == 0
