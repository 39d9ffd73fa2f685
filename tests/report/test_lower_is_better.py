"""A run that is best where less is better is the best in every report of an evaluation."""

from __future__ import annotations

import csv
import io
from contextlib import redirect_stderr, redirect_stdout, suppress

import numpy as np
import pytest

from harness.cli.main import main
from harness.evaluation.rules import Rules
from harness.formats.frames import qrels_from
from harness.pooling.bias import compare_leaderboards
from harness.report.diagnosis import overview_tables, run_tables
from harness.report.figures.evaluation import difference_figure, heat_map, topic_boxes
from harness.report.page.payload import payload
from harness.report.sheets import make_sheet
from harness.workflows.report import gather_report
from tests.report.sheet_cases import measured

#: From the best run to the worst; by name the order is another one.
ORDER = ("m", "z", "a")
FOUND = {"m": (5, 5, 4, 5), "z": (3, 4, 3, 5), "a": (1, 0, 2, 1)}
MIRRORS = {"FNR": "R", "ErrorRate": "Accuracy"}


@pytest.fixture(scope="module")
def task(tmp_path_factory):
    folder = tmp_path_factory.mktemp("task")
    judged = [f"{topic} 0 d{doc} {int(doc < 5)}\n" for topic in range(4) for doc in range(12)]
    (folder / "qrels.txt").write_text("".join(judged))
    for run, found in FOUND.items():
        lines = [
            f"{topic} Q0 d{doc} {rank + 1} {9 - rank} {run}\n"
            for topic, hits in enumerate(found)
            for rank, doc in enumerate([*range(hits), *range(5, 11 - hits)])
        ]
        (folder / f"{run}.run").write_text("".join(lines))
    path = folder / "task.yaml"
    names = ", ".join([*MIRRORS, *MIRRORS.values(), "GMAP"])
    path.write_text(
        "name: t\nqrels: qrels.txt\nruns: '*.run'\ncollection_size: 100\n"
        f"measures: [{names}]\ncompare: {{samples: 200}}\n"
    )
    return path


@pytest.fixture(scope="module")
def report(task):
    return gather_report(task).value


def command(*words):
    """The standard output of a command."""
    printed = io.StringIO()
    with redirect_stdout(printed), redirect_stderr(io.StringIO()), suppress(SystemExit):
        main(list(map(str, words)))
    return printed.getvalue()


def test_the_leaderboard_of_a_task_begins_with_the_lowest(task, tmp_path):
    lines = command("run", task, "--output", tmp_path / "results").splitlines()
    first = next(at for at, line in enumerate(lines) if line.startswith("─"))
    assert [line.split()[0] for line in lines[first + 1 : first + 4]] == list(ORDER)


@pytest.mark.parametrize(("lower", "higher"), MIRRORS.items())
def test_results_read_back_compare_as_the_task_does(task, tmp_path, lower, higher):
    target = tmp_path / "results"
    command("run", task, "--output", target)
    for place in (task, target):
        found = {}
        for measure in (lower, higher):
            shown = command("compare", place, "--measure", measure, "--format", "csv")
            table = list(csv.DictReader(io.StringIO(shown)))
            found[measure] = [
                (row["run"], row["rank"], row["rank high"], row["best"]) for row in table
            ]
        assert found[lower] == found[higher]
        assert [run for run, *_ in found[lower]] == list(ORDER)


def test_a_difference_of_results_has_the_ranks_of_the_better_end(task, tmp_path):
    before, after = tmp_path / "before", tmp_path / "after"
    command("run", task, "--output", before)
    shorter = task.parent / "shorter.yaml"
    shorter.write_text(task.read_text() + "depth: 2\n")
    command("run", shorter, "--output", after)
    shown = command("diff", before, after, "--part", "summary", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(shown)))
    ranks = {
        (row["measure"], row["run"]): row[name]
        for row in rows
        for name in row
        if name.startswith("rank")
    }
    assert ranks
    for (measure, run), rank in ranks.items():
        if measure in MIRRORS:
            assert rank == ranks[MIRRORS[measure], run]


def test_reports_put_the_same_run_first(report):
    assert report.runs == ORDER
    for lower, higher in MIRRORS.items():
        assert report.boards[lower].runs == report.boards[higher].runs
    shown = payload(report)
    assert [one["lower_is_better"] for one in shown["measures"]] == [True, True, *[False] * 3]
    assert all(board["order"][0] == 0 for board in shown["boards"])


@pytest.mark.parametrize("run", ORDER)
def test_sheets_rank_from_the_better_end(report, run):
    rows = {row["measure"]: row for row in measured(make_sheet(report, run))}
    for lower, higher in MIRRORS.items():
        assert rows[lower]["rank"] == rows[higher]["rank"] == 1 + ORDER.index(run)
        assert rows[lower]["best"] < rows[lower]["median"] < rows[lower]["worst"]


def test_topics_name_the_run_with_the_lowest_value(task):
    for lower, higher in MIRRORS.items():
        names, worst = [], []
        for measure in (lower, higher):
            words = ("report", "topics", task, "--measure", measure, "--format", "csv")
            rows = list(csv.DictReader(io.StringIO(command(*words, "--by", "median"))))
            names.append([(row["topic"], row["best run"]) for row in rows])
            worst.append([float(row["worst"]) for row in rows])
        assert names[0] == names[1]
        assert max(worst[0]) > min(worst[0])


def test_diagnoses_and_figures_follow(report):
    assert [row[0] for row in overview_tables(report)["runs"].rows] == list(ORDER)
    lowest = run_tables(report, "z")["lowest"]
    assert lowest.rows[0][0] == "0"
    tables = [report.comparison.scores_by(name) for name in ("FNR", "R")]
    assert heat_map(tables[0]).rows == heat_map(tables[1]).rows
    assert heat_map(tables[0]).columns == heat_map(tables[1]).columns
    boxes = [[row.name for row in topic_boxes(table).rows] for table in tables]
    assert boxes[0] == boxes[1]
    better = [difference_figure(table, "m", "a").caption for table in tables]
    assert all("topics on which m is better: 4" in caption.lower() for caption in better)


def test_two_sets_of_judgments_rank_from_the_better_end(report):
    from harness.formats.frames import runs_from

    runs = runs_from({"x": {"1": {"a": 2.0, "b": 1.0}}, "y": {"1": {"c": 1.0}}})
    qrels = qrels_from({"1": {"a": 1, "c": 0, "b": 1}})
    lower, higher = (
        compare_leaderboards(runs, qrels, qrels, name, Rules()) for name in ("FNR", "R")
    )
    assert lower.rank_a.tolist() == higher.rank_a.tolist() == [1, 2]
    assert np.ptp(lower.a) > 0
