"""`harness run` as people call it."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import polars as pl
import pytest

from harness.results.directory import read_results

QRELS = "1 0 a 1\n1 0 b 0\n2 0 a 1\n3 0 a 0\n"


@pytest.fixture
def task(tmp_path: Path, monkeypatch) -> Path:
    """A small task, and a working directory of its own."""
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    (tmp_path / "qrels.txt").write_text(QRELS)
    (tmp_path / "low.run").write_text("1 Q0 b 1 2 low\n1 Q0 a 2 1 low\n9 Q0 a 1 1 low\n")
    (tmp_path / "high.run").write_text("1 Q0 a 1 1 high\n2 Q0 a 1 1 high\n2 Q0 x 2 1 high\n")
    path = tmp_path / "small.yaml"
    path.write_text(
        "name: Small\nqrels: qrels.txt\nmeasures: [AP, NumRet]\n"
        "runs: [low.run, {path: high.run, group: G}]\n"
    )
    return path


def test_the_leaderboard_is_sorted_by_the_first_measure_and_counts_topics(harness, task):
    got = harness("run", task, "--format", "tsv")
    # high answers topic 2 with a tie, where x comes before a: AP is (1 + 1/2 + 0) / 3.
    assert got.status == 0
    assert got.out == (
        "run\tgroup\tAP\tNumRet\ttopics\tmissing\tno rel.\n"
        "high\tG\t0.5000\t3\t3\t1\t1\n"
        "low\t\t0.1667\t2\t3\t2\t1\n"
    )


def test_the_notes_tell_what_is_behind_the_numbers(harness, task):
    got = harness("run", task)
    assert got.out.startswith("Small\n")
    for line in (
        "averaged over 3 topics",
        "2 of 2 runs do not answer all topics: low (2 missing), high (1 missing)",
        "1 of 2 runs answers topics without judgments: low (1 ignored)",
        "1 topic without relevant documents, averaged as scored: 3",
        "ties: 1 of 2 runs, 2 documents; broken by document identifier, descending",
        "unjudged: 1 of 5 retrieved documents (20.0 %)",
        "rules: dialect trec_eval-10; all judged topics, a missing one as an empty ranking",
    ):
        assert line in got.out.splitlines()


def test_the_rules_name_whatever_is_not_usual(harness, task):
    with task.open("a") as file:
        file.write("depth: 5\njudged_only: yes\nrelevance_level: 2\ntopic_policy: answered\n")
    line = harness("run", task).out.splitlines()[-1]
    assert line == (
        "rules: dialect trec_eval-10; only the topics that each run answers; relevant from grade 2;"
        " the first 5 documents; unjudged documents dropped"
    )


def test_warnings_of_the_files_are_shown(harness, task):
    with (task.parent / "low.run").open("ab") as file:
        file.write("2 Q0 é 1 1 low\n".encode("latin-1"))
    assert "warning: low.run: not UTF-8" in harness("run", task).out


def test_what_many_files_have_is_one_line(harness, task):
    for number in range(7):
        text = f"1 Q0 é 1 1 run{number}\n"
        (task.parent / f"more{number}.run").write_bytes(text.encode("latin-1"))
    task.write_text("qrels: qrels.txt\nruns: more*.run\n")
    lines = harness("run", task).out.splitlines()
    (line,) = (line for line in lines if line.startswith("warning: "))
    assert line.startswith("warning: more0.run: not UTF-8")
    assert line.endswith(
        "; likewise more1.run, more2.run, more3.run, more4.run, more5.run and 1 more"
    )


def test_topics_that_are_not_judged_and_judged_ones_that_are_no_topics_are_named(harness, task):
    topics = "".join(f"{number}\ttitle\n" for number in (1, 2, 10, 11, 12, 13, 14, 15))
    (task.parent / "topics.tsv").write_text(topics)
    with task.open("a") as file:
        file.write("topics: topics.tsv\n")
    lines = harness("run", task).out.splitlines()
    assert "topics without judgments, not averaged: 10, 11, 12, 13, 14 and 1 more" in lines
    assert "judged topics that the topics do not have: 3" in lines


def test_results_go_to_a_directory_named_after_the_task_file(harness, task):
    got = harness("run", task)
    assert got.err == f"Results: {task.parent / 'results' / 'small'}\n"
    assert read_results(task.parent / "results/small").runs == ("low", "high")
    log = json.loads((task.parent / "results/small/log.json").read_text())
    assert log["task_file"] == str(task)
    assert log["workers"] >= 1


@pytest.mark.parametrize("place", [".", "..", "../.."])
def test_results_are_in_one_place_wherever_the_command_is_called(harness, task, monkeypatch, place):
    monkeypatch.chdir(Path.cwd() / place)
    called = os.path.relpath(task)
    assert harness("run", called).status == 0
    assert read_results(task.parent / "results/small").runs == ("low", "high")


def test_measures_of_the_command_line_take_the_place_of_the_tasks(harness, task):
    assert harness("run", task, "--quiet").status == 0
    got = harness("run", task, "-m", "P@1", "-m", "RR", "--format", "json")
    # x is before a where both are tied: high has 1, 0 and nothing; its RR is (1 + 1/2 + 0) / 3.
    assert [(row["run"], row["P@1"], row["RR"]) for row in json.loads(got.out)] == [
        ("high", 0.3333, 0.5), ("low", 0.0, 0.1667)
    ]  # fmt: skip
    assert read_results(task.parent / "results/small").measures == ("AP", "NumRet")
    other = read_results(task.parent / "results/small-P@1+RR")
    assert other.measures == ("P@1", "RR")
    assert [one["label"] for one in other.manifest["config"]["resolved"]["measures"]] == [
        "P@1", "RR"
    ]  # fmt: skip
    got = harness("run", task, "-m", "nDGC")
    assert (got.status, got.out, "did you mean nDCG" in got.err) == (2, "", True)


def test_the_task_says_where_results_go_and_the_option_overrides_it(harness, task):
    with task.open("a") as file:
        file.write("output: out/there\n")
    harness("run", task)
    assert read_results(task.parent / "out" / "there").runs
    harness("run", task, "-o", "elsewhere", "--workers", 2)
    assert read_results("elsewhere").runs
    assert not (task.parent / "results").exists()


def test_quiet_prints_nothing(harness, task):
    got = harness("run", task, "--quiet")
    assert (got.status, got.out, got.err) == (0, "", "")
    assert (task.parent / "results/small").is_dir()


def test_every_problem_of_the_task_file_is_one_line_and_nothing_is_written(harness, task):
    with task.open("a") as file:
        file.write("dialekt: x\ndepth: no\n")
    got = harness("run", task)
    assert (got.status, got.out) == (2, "")
    assert got.err.splitlines() == [
        f"Error: {task}:5:1: dialekt: unknown key (did you mean dialect?)",
        f"Error: {task}:6:8: depth: 'no' is not a whole number",
    ]
    assert not (task.parent / "results").exists()


def test_every_problem_of_the_runs_is_one_line_and_nothing_is_written(harness, task):
    (task.parent / "low.run").write_text("1 Q0 a 1 x low\n")
    (task.parent / "high.run").write_text("5 Q0 a 1 1 high\n")
    got = harness("run", task)
    assert (got.status, got.out) == (2, "")
    first, second, third = got.err.splitlines()
    assert first.startswith(f"Error: {task.parent}/low.run:1:10: the score 'x' is not")
    assert second.startswith(f"Error: {task.parent}/high.run: no topic in common")
    assert third.startswith("Error: 2 of 2 runs cannot be used as submitted (harness check ")
    assert not (task.parent / "results").exists()


def test_a_run_with_errors_is_left_out_and_the_leaderboard_says_so(harness, task):
    (task.parent / "low.run").write_text("1 Q0 a 1 x low\n1 Q0 b 1 y low\n")
    got = harness("run", task)
    assert got.status == 1
    assert "low  " not in got.out
    assert "not evaluated: low.run:1:10: the score 'x' is not a number" in got.out
    assert "(and more; harness check lists them)" in got.out
    assert "Error: 1 of 2 runs is not evaluated" in got.err
    assert "low.run: 2, lines 1, 2: the score 'x' is not a number" in got.err
    assert read_results(task.parent / "results/small").runs == ("high",)


def test_a_task_without_checks_names_what_refuses_runs_and_nothing_else(harness, task):
    """Both runs have ranks against scores, for which only a task with `check` refuses runs."""
    task.write_text(task.read_text().replace("[low.run,", "[low.run, other.run, twice.run,"))
    (task.parent / "other.run").write_text("5 Q0 a 9 2 other\n5 Q0 b 3 1 other\n")
    (task.parent / "twice.run").write_text("1 Q0 a 9 3 twice\n1 Q0 b 3 2 twice\n1 Q0 b 4 1 twice\n")
    told = harness("run", task).err
    assert "other.run: no topic in common" in told
    assert "twice.run:3:6: document 'b' again" in told
    assert "rank-order" not in told
    with task.open("a") as file:
        file.write("check: {}\n")
    assert "error rank-order: 2 of " in harness("run", task).err


def test_a_repair_is_named_in_the_leaderboard(harness, task):
    (task.parent / "low.run").write_text("1 Q0 a 1 2 low\n1 Q0 a 2 1 low\n")
    with task.open("a") as file:
        file.write("check: {repairs: [drop-lower-duplicates], severity: {topic-unanswered: off}}\n")
    got = harness("run", task)
    assert (got.status, got.err) == (0, f"Results: {task.parent}/results/small\n")
    assert "repaired: low (drop-lower-duplicates, lines changed: 1)" in got.out.splitlines()


def test_a_directory_of_somebody_else_is_refused_before_anything_is_computed(harness, task):
    Path("mine").mkdir()
    Path("mine", "letter.txt").write_text("dear")
    (task.parent / "low.run").write_text("broken")
    got = harness("run", task, "-o", "mine")
    assert (got.status, got.out) == (2, "")
    assert got.err.startswith("Error: mine: the directory holds other files than results")


@pytest.mark.parametrize("name", ["Other", "Small"])
def test_results_of_another_task_are_replaced_only_by_force(harness, task, name):
    harness("run", task)
    other = task.with_suffix(".yml")  # of the same stem, so of the same directory
    other.write_text(f"name: {name}\nqrels: qrels.txt\nmeasures: [RR]\nruns: high.run\n")
    (task.parent / "low.run").write_text("broken\n")  # nothing is evaluated before
    got = harness("run", other)
    assert (got.status, got.out) == (2, "")
    place = task.parent / "results/small"
    assert got.err == (
        f"Error: {place}: these are the results of the task 'Small' ({task})"
        " (--force replaces them)\n"
    )
    assert read_results(place).measures == ("AP", "NumRet")
    assert harness("run", other, "--force").status == 0
    assert read_results(place).measures == ("RR",)


def test_the_same_task_replaces_its_results_without_a_word(harness, task, monkeypatch):
    harness("run", task, "-o", "out")
    monkeypatch.chdir(task.parent)
    got = harness("run", "small.yaml", "-o", "here/out")
    assert (got.status, got.err) == (0, "Results: here/out\n")


def test_a_stop_during_the_evaluation_leaves_no_directory(harness, task, monkeypatch):
    def stop(*_args, **_options):
        raise KeyboardInterrupt

    monkeypatch.setattr("harness.workflows.evaluate.run", stop)
    assert harness("run", task, "-o", "new/deep/out").status == 130
    assert list(Path.cwd().iterdir()) == []


def test_a_run_and_judgments_that_are_swapped_are_one_message(harness, task):
    task.write_text("qrels: low.run\nruns: qrels.txt\n")
    got = harness("run", task)
    assert got.status == 2
    (line,) = got.err.splitlines()
    assert line.startswith(f"Error: {task.parent}/low.run:1: ")
    assert "this looks like a run (topic Q0 doc rank score tag): are qrels and run swapped?" in line


def test_a_failed_run_leaves_older_results_as_they_were(harness, task):
    harness("run", task)
    before = (task.parent / "results/small/scores.csv").read_bytes()
    for name in ("low.run", "high.run"):
        (task.parent / name).write_text("broken\n")
    assert harness("run", task).status == 2
    assert (task.parent / "results/small/scores.csv").read_bytes() == before


def test_a_task_file_that_does_not_exist_is_one_message(harness, task):
    got = harness("run", task.with_name("smal.yaml"))
    assert got.status == 2
    assert (
        got.err
        == f"Error: {task.with_name('smal.yaml')}: no such file (did you mean small.yaml?)\n"
    )


def test_the_demo_task_runs(harness, demo, tmp_path):
    got = harness("run", demo / "configs" / "demo.yaml", "-o", tmp_path / "out")
    assert got.status == 0
    assert "1 of 9 runs does not answer all topics: wick-coord (1 missing)" in got.out
    assert len(read_results(tmp_path / "out").runs) == 9


@pytest.mark.slow
def test_a_terminal_shows_progress_and_a_pipe_does_not(task, demo):
    command = [sys.executable, "-m", "harness", "run", str(task), "-o"]
    environment = {**os.environ, "PYTHONPATH": str(demo), "TERM": "xterm"}
    piped = subprocess.run(
        [*command, "a"], env=environment, capture_output=True, text=True, check=True
    )
    assert piped.stderr == "Results: a\n"
    leader, follower = pty.openpty()
    done = subprocess.run(
        [*command, "b"], env=environment, stdout=subprocess.PIPE, stderr=follower, check=True
    )
    os.close(follower)
    shown = os.read(leader, 100_000).decode()
    os.close(leader)
    assert "2/2" in shown
    assert done.stdout == piped.stdout.encode()


def test_subsets_are_shown_for_the_measure_that_sorts_the_leaderboard(harness, demo, tmp_path):
    got = harness("run", demo / "configs/demo.yaml", "-o", tmp_path / "out")
    head, _, rest = got.out.partition("AP by subset (judged topics)")
    assert "wick-coord" in head
    lines = [line.split() for line in rest.splitlines() if line.strip()]
    assert lines[1] == ["run", "engineering", "(5)", "seafaring", "(3)"]
    summary = pl.read_csv(tmp_path / "out/summary.csv")
    wanted = summary.filter(
        (pl.col("measure") == "AP") & (pl.col("summary") == "mean") & (pl.col("subset") != "all")
    )
    expected = {
        run: [f"{value:.4f}" for value in wanted.filter(pl.col("run") == run)["value"]]
        for run in wanted["run"].unique()
    }
    assert {line[0]: line[1:] for line in lines[3:12]} == expected
    assert (
        "engineering (5)"
        not in harness(
            "run", demo / "configs/demo.yaml", "-o", tmp_path / "out", "--format", "csv"
        ).out
    )
