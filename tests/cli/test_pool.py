"""`harness pool` as an organiser calls it: build, look at the cost, go on in rounds, rebuild."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from pathlib import Path

import polars as pl
import pytest

import harness as package
from harness.results.pools import read_pool
from tests.cli.pool_cases import TASK, made_task

task = pytest.fixture(made_task)


def test_a_pool_is_written_with_its_provenance(harness, task):
    got = harness("pool", task)
    assert got.status == 0
    assert "documents to judge   5" in got.out
    assert "runs                 3\ngroups               2\n" in got.out
    assert "runs that answer not all topics: 1 (y-one)" not in got.out  # no topics are named
    pool, manifest = read_pool(task.parent / "pools/small")
    assert pool.frame.select("topic", "doc", "runs", "groups", "best_rank").rows() == [
        ("1", "a", ["x-one", "x-two", "y-one"], ["x", "y"], 1),
        ("1", "b", ["x-one", "x-two"], ["x"], 1),
        ("1", "c", ["y-one"], ["y"], 1),
        ("2", "a", ["x-one", "x-two"], ["x"], 1),
        ("2", "d", ["x-one", "x-two"], ["x"], 1),
    ]
    assert (task.parent / "pools/small/qrels.txt").read_text() == (
        "1 1 a -1\n1 1 b -1\n1 1 c -1\n2 1 a -1\n2 1 d -1\n"
    )
    assert [run["name"] for run in manifest["runs"]] == ["x-one", "x-two", "y-one"]
    assert "time" not in json.dumps(manifest)


def test_the_command_line_and_python_make_the_same_pool(harness, task):
    harness("pool", task, "-o", "made")
    runs = sorted(str(path) for path in task.parent.glob("*.run"))
    groups = {"x-one": "x", "x-two": "x", "y-one": "y"}
    assert package.pool(runs, depth=2, groups=groups).frame.equals(read_pool("made")[0].frame)


def test_an_earlier_pool_is_not_replaced_without_force(harness, task):
    harness("pool", task)
    other = ["--strategy", "rrf", "--budget", "3"]
    got = harness("pool", task, *other)
    assert (got.status, "--force replaces them" in got.err) == (2, True)
    assert read_pool(task.parent / "pools/small")[0].plan["strategy"] == "depth"
    assert harness("pool", task, *other, "--force").status == 0
    assert read_pool(task.parent / "pools/small")[0].plan["strategy"] == "rrf"


@pytest.mark.parametrize("force", [(), ("--force",)])
def test_a_pool_in_which_people_were_at_work_stays_whatever_is_said(harness, task, force):
    assert harness("pool", task).status == 0
    place = task.parent / "pools/small"
    before = {path: path.read_bytes() for path in place.rglob("*") if path.is_file()}
    qrels, table = place / "qrels.txt", place / "pool.tsv"
    qrels.write_text(qrels.read_text().replace(" b -1", " b 2").replace(" c -1", " c 0"))
    table.write_text(table.read_text().replace("x-one", "x-two"))
    (place / "notes.txt").write_text("who judges what until when")
    changed = {qrels: qrels.read_bytes(), table: table.read_bytes()}
    got = harness("pool", task, *force)
    assert (got.status, got.out) == (2, "")
    first, *others = got.err.splitlines()
    assert first == (
        f"Error: {place}: pool files that somebody has changed or added to are not replaced, "
        "forced or not (write to another directory, or move this one: "
        f"mv {place} {place}.1)"
    )
    assert others == [
        f"Error: {place}/notes.txt: this file was added",
        f"Error: {place}/pool.tsv: changed since it was written",
        f"Error: {place}/qrels.txt: changed since it was written: 2 grades typed in",
    ]
    after = {path: path.read_bytes() for path in place.rglob("*") if path.is_file()}
    assert after == before | changed | {place / "notes.txt": b"who judges what until when"}
    place.rename(f"{place}.1")  # as it says
    assert harness("pool", task, *force).status == 0


@pytest.mark.parametrize("strategy", ["uniform", "proportional"])
def test_only_grades_that_were_typed_into_a_sample_are_counted(harness, task, strategy):
    """Some were known from earlier judgments; those are not somebody's work in this file."""
    plan = ["--strategy", strategy, "--budget", "3", "--earlier", "keep", "--judged", "judged.txt"]
    Path("judged.txt").write_text("1 0 a 1\n2 0 d 0\n")
    assert harness("pool", task, *plan).status == 0
    qrels = task.parent / "pools/small/qrels.txt"
    at = {"uniform": 4, "proportional": 2}[strategy]
    rows = [line.split() for line in qrels.read_text().splitlines()]
    assert sum(row[at] in "01" for row in rows) == 2
    blank = [row for row in rows if row[at] == "-2"]
    for row in blank:
        row[at] = "1"
    qrels.write_text("".join(" ".join(row) + "\n" for row in rows))
    got = harness("pool", task, *plan, "--force")
    assert got.status == 2
    assert f"qrels.txt: changed since it was written: {len(blank)} grade" in got.err


def test_a_dry_run_writes_nothing(harness, task):
    got = harness("pool", task, "--dry-run", "--by-topic", "--format", "tsv")
    assert got.status == 0
    assert "1\t3\t1\t2\n2\t2\t0\t2\n" in got.out
    assert not (task.parent / "pools").exists()


def test_options_replace_keys_of_the_task(harness, task):
    got = harness("pool", task, "-o", "p", "--strategy", "rrf", "--set", "k=5", "--budget", "3")
    assert got.status == 0
    pool, manifest = read_pool("p")
    assert pool.plan["strategy"] == "rrf"
    assert pool.plan["parameters"] == {"k": 5.0}
    assert manifest["config"]["given"]["pool"]["budget"] == "3"
    assert pool.sizes() == {"1": 3, "2": 2}


def test_the_cost_is_known_before_anyone_commits(harness, task):
    got = harness(
        "pool",
        "cost",
        task,
        "--depths",
        "1,2",
        "--strategies",
        "rrf",
        "--budget",
        "3",
        "--format",
        "tsv",
    )
    assert got.status == 0
    assert got.out.splitlines()[1:] == [
        "depth 1\t5\t2\t2\t3",
        "depth 2\t5\t2\t2\t3",
        "rrf\t5\t2\t2\t3",
        "the task: depth\t5\t2\t2\t3",
    ]
    by_topic = harness("pool", "cost", task, "--depths", "1", "--by-topic", "--format", "tsv")
    assert by_topic.out == "topic\tdepth 1\tthe task: depth\n1\t3\t3\n2\t2\t2\nall\t5\t5\n"
    assert not (task.parent / "pools").exists()


def test_strategies_are_listed(harness):
    got = harness("pool", "strategies", "--format", "tsv")
    names = [line.split("\t")[0] for line in got.out.splitlines()[1:]]
    assert {
        "depth",
        "rrf",
        "borda",
        "combsum",
        "combmnz",
        "rbp",
        "dcg",
        "move-to-front",
        "hedge",
        "maxmean",
        "thompson",
        "uniform",
        "stratified",
        "proportional",
    } <= set(names)


def test_a_replay_says_what_strategies_would_have_found(harness, task):
    got = harness(
        "pool", "replay", task, "--strategies", "depth,maxmean", "--at", "1,3", "--seeds", "2",
        "--format", "tsv", "--curve", "curve.tsv",
    )  # fmt: skip
    assert got.status == 0, got.err
    rows = {line.split("\t")[0]: line.split("\t")[1:] for line in got.out.splitlines()}
    # Topic 1 has a and c, topic 2 has a. Depth 2: a of 1 and of 2 come first.
    assert rows["depth"] == ["0.750", "1.000"]
    curve = Path("curve.tsv").read_text().splitlines()
    assert curve[0] == "judged a topic\tdepth\tmaxmean"
    assert curve[1] == "0\t0.0\t0.0"
    assert harness("pool", "replay", task, "--curve", "curve.tsv").status == 2
    assert harness("pool", "replay", task, "--curve", "curve.svg").status == 0
    assert ET.parse("curve.svg").getroot().tag.endswith("svg")


def test_the_bias_names_who_found_what_alone(harness, task):
    got = harness("pool", "bias", task, "--format", "tsv", "--against", task.parent / "qrels.txt")
    assert got.status == 0
    assert "y\t1\t1\t1" in got.out.splitlines()
    assert "Kendall" not in got.out
    table = harness("pool", "bias", task, "--by", "run", "--against", task.parent / "qrels.txt")
    assert "Kendall's tau-b between the task and" in table.out
    assert "1.000000" in table.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--depth", "0"], "pool.depth: '0' is not allowed"),
        (["--strategy", "rff"], "unknown strategy 'rff' (did you mean rrf?)"),
        (["--strategy", "rrf"], "the strategy rrf needs a budget"),
        (["--set", "k"], "--set k: write NAME=VALUE"),
        (["--set", "k=3"], "the strategy depth has no parameter 'k'"),
        (["--pooled", "nowhere"], "there is no directory"),
        (["--judged", "nowhere.txt"], "there is no file"),
        (["--batch", "2"], "the strategy depth chooses everything at once"),
    ],
)
def test_wrong_options_are_refused_with_nothing_written(harness, task, arguments, message):
    got = harness("pool", task, *arguments)
    assert got.status == 2
    assert message in got.err
    assert "Traceback" not in got.err
    assert not (task.parent / "pools").exists()


def test_all_problems_of_all_runs_are_said_at_once(harness, task):
    (task.parent / "x-two.run").write_text("1 Q0 a 1 9 t\n1 Q0 a 2 8 t\n")
    (task.parent / "y-one.run").write_text("1 Q0 a 1 nine t\n")
    got = harness("pool", task)
    assert got.status == 2
    assert "document 'a' is retrieved twice in topic '1'" in got.err
    assert "y-one.run:1:10: the score 'nine' is not a number" in got.err


def test_a_pool_refused_names_the_command_and_the_repairs_that_lead_out(harness, task):
    (task.parent / "x-two.run").write_text(
        "1 Q0 a 1 9 t\n1 Q0 a 2 8 t\n2 Q0 b 1 x t\n2 Q0 a 2 7 t\n2 Q0 c 3 6 t\n"
    )
    done = harness("pool", task, "-o", task.parent / "p")
    assert done.status == 2
    assert done.err.splitlines()[-1] == (
        f"Error: 1 of 3 runs cannot be used as submitted (harness check {task} lists all that is "
        "wrong; repairs for the key check.repairs: drop-unreadable-lines, "
        "drop-lower-duplicates)"
    )
    # The way out is one.
    repairs = "check: {repairs: [drop-unreadable-lines, drop-lower-duplicates]}\n"
    task.write_text(f"{TASK}{repairs}")
    assert harness("pool", task, "-o", task.parent / "p").status == 0


def test_a_missing_topic_is_an_error_where_it_is_asked_for_and_else_a_note(harness, task):
    task.write_text(TASK + "  topics: ['1', '3']\n")
    got = harness("pool", task)
    assert got.status == 2
    assert "no run answers the topic '3'" in got.err
    (task.parent / "topics.tsv").write_text("1\tone\n3\tthree\n")
    task.write_text("topics: {path: topics.tsv, format: tsv}\n" + TASK)
    got = harness("pool", task)
    assert got.status == 0
    assert "no run answers the topic '3'" in got.out
    assert "runs that answer other topics too: 2 (x-one, x-two)" in got.out
    assert read_pool(task.parent / "pools/small")[0].topics == ("1",)


def test_the_demo_task_is_pooled_as_its_file_says(harness, demo, tmp_path):
    got = harness("pool", demo / "configs/demo.yaml", "-o", tmp_path / "demo")
    assert got.status == 0
    assert read_pool(tmp_path / "demo")[0].sizes()["D01"] == 21


def test_a_pool_is_made_of_the_runs_as_repaired(harness, task):
    (task.parent / "y-one.run").write_text("1 Q0 c 1 9 y\n1 Q0 c 2 8 y\n1 Q0 z 3 7 y\n")
    assert harness("pool", task, "-o", "p").status == 2
    task.write_text(TASK + "check: {repairs: [drop-lower-duplicates]}\n")
    assert harness("pool", task, "-o", "p").status == 0
    pool, manifest = read_pool("p")
    assert pool.frame.filter(pl.col("doc") == "z")["best_rank"].to_list() == [2]
    assert manifest["runs"][2]["repairs"] == {"drop-lower-duplicates": 1}
    assert harness("pool", "bias", task).status == 0


def test_the_order_of_the_rank_column_counts_where_it_is_asked_for(harness, task):
    (task.parent / "y-one.run").write_text("1 Q0 c 2 9 y-one\n1 Q0 z 1 1 y-one\n")
    for order, first in (("docno-desc", "c"), ("rank", "z")):
        assert harness("pool", task, "-o", order, "--depth", "1", "--order", order).status == 0
        docs = read_pool(order)[0].frame.filter(pl.col("groups").list.contains("y"))["doc"]
        assert docs.to_list() == [first]


def test_the_relevance_level_of_the_task_is_that_of_the_strategy(harness, task):
    from harness.config import load_task
    from harness.workflows.pool import make_pool

    task.write_text("relevance_level: 2\n" + TASK + "  strategy: maxmean\n  budget: 3\n")
    assert make_pool(load_task(task, without=("qrels",))).pool.plan["relevance_level"] == 2


def test_the_topics_of_python_may_be_an_iterator(task):
    runs = sorted(str(path) for path in task.parent.glob("*.run"))
    once = package.pool(runs, depth=1, topics=iter(["1"]))
    assert once.frame.equals(package.pool(runs, depth=1, topics=["1"]).frame)
    assert set(once.frame["doc"]) == {"a", "b", "c"}


def test_a_list_of_strata_may_be_given_in_parts(harness, task):
    options = ["--set", "strata=1:1:1", "--set", "strata=2:2:0.5"]
    assert harness("pool", task, "-o", "p", "--strategy", "stratified", *options).status == 0
    assert read_pool("p")[0].plan["parameters"]["strata"] == ["1:1:1", "2:2:0.5"]
    # The judgments of a sample come back in the layout that they were given out in.
    judged = ["--judged", "p/qrels.txt", "--judged-from", "strata"]
    assert harness("pool", task, "-o", "again", *judged).status == 0
    assert len(read_pool("again")[0]) == 5
    assert harness("pool", task, "-o", "x", "--judged-from", "strata").status == 2


def test_changed_lists_of_documents_are_named(harness, task):
    (task.parent / "docs.txt").write_text("a\nb\nc\nd\n")
    task.write_text(TASK + "check: {documents: docs.txt, repairs: [drop-unknown-documents]}\n")
    assert harness("pool", task).status == 0
    (task.parent / "docs.txt").write_text("a\nb\nd\n")
    got = harness("pool", "rebuild", task.parent / "pools/small")
    assert got.status == 1
    assert "changed since: docs.txt" in got.out
