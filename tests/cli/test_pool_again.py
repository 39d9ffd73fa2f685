"""`harness pool` in rounds, with late runs, from samples, and built again."""

from __future__ import annotations

import shutil
from pathlib import Path

import polars as pl
import pytest

import harness as package
from harness.pooling import STRATEGIES
from harness.results.pools import read_pool
from tests.cli.pool_cases import QRELS, TASK, made_task

task = pytest.fixture(made_task)


def test_rounds_of_an_adaptive_pool_ask_for_other_documents_each_time(harness, task):
    rounds = ["--strategy", "maxmean", "--budget", "3", "--batch", "1"]
    assert harness("pool", task, "-o", "r1", *rounds).status == 0
    first = read_pool("r1")[0].to_judge
    judged = {(topic, doc): grade for topic, _, doc, grade in map(str.split, QRELS.splitlines())}
    Path("judged.txt").write_text(
        "".join(f"{t} 1 {d} {judged[t, d]}\n" for t, d in first.select("topic", "doc").rows())
    )
    more = ["--judged", "judged.txt", "--pooled", "r1", "--earlier", "keep"]
    assert harness("pool", task, "-o", "r2", *rounds, *more).status == 0
    second, manifest = read_pool("r2")
    assert second.plan["batch"] == 2
    assert (
        second.frame.filter(pl.col("batch") == 1)
        .select("topic", "doc")
        .equals(first.select("topic", "doc"))
    )
    assert second.to_judge.height == 2
    assert second.to_judge.join(first, on=["topic", "doc"]).height == 0
    # The grades that are known stand in the blank judgments.
    lines = Path("r2/qrels.txt").read_text().split("\n")
    assert sum(line.endswith(" -1") for line in lines) == 2
    assert manifest["inputs"]["judged"]["path"] == "here/judged.txt"


def test_a_late_run_adds_its_new_documents_only(harness, task):
    harness("pool", task, "-o", "before")
    (task.parent / "y-late.run").write_text("1 Q0 z 1 9 y-late\n1 Q0 a 2 8 y-late\n")
    assert harness("pool", task, "-o", "after", "--pooled", "before").status == 0
    pool, _ = read_pool("after")
    assert pool.frame.select("topic", "doc", "batch").rows() == [("1", "z", 2)]


def test_a_pool_can_be_built_again_from_its_manifest(harness, task, tmp_path):
    harness("pool", task, "-o", "p", "--strategy", "uniform", "--budget", "3", "--seed", "7")
    got = harness("pool", "rebuild", "p")
    assert (got.status, got.out) == (0, "5 documents, every file the same: p\n")
    # Elsewhere, without the task file.
    shutil.copytree("p", "copied")
    task.unlink()
    Path("copied/log.json").unlink()
    assert harness("pool", "rebuild", "copied").status == 2
    assert harness("pool", "rebuild", "copied", "--inputs", tmp_path).status == 0
    (tmp_path / "x-one.run").write_text("1 Q0 new 1 9 x-one\n")
    got = harness("pool", "rebuild", "p")
    assert got.status == 1
    assert "changed since: x-one.run" in got.out
    assert "different: pool.parquet" in got.out


EVERY = [name for name in STRATEGIES if name != "stratified"]


@pytest.mark.parametrize("strategy", EVERY)
def test_a_budget_below_one_document_a_run_is_possible_and_said(harness, task, strategy):
    got = harness("pool", task, "-o", "p", "--strategy", strategy, "--budget", "1")
    assert (got.status, got.err) == (0, "Pool: p\n")
    pool, manifest = read_pool("p")
    assert pool.sizes() == {"1": 1, "2": 1}
    said = "a budget below one document a run (3 runs) in 2 of 2 topics: "
    (note,) = [n["text"] for n in manifest["notes"] if n["text"].startswith(said)]
    assert said in " ".join(got.out.split())
    without = sum(
        3 - len(runs) if topic == "1" else 2 - len(runs)
        for topic, runs in pool.frame.select("topic", "runs").rows()
    )
    assert f"{without} of 5 times a run that answers such a topic has no document" in note
    assert ("does not come to each run" in note) == (STRATEGIES[strategy].kind == "adaptive")
    assert manifest["plan"]["below_one_a_run"] == ["1", "2"]


@pytest.mark.parametrize("strategy", ["uniform", "proportional", "stratified"])
def test_a_sample_of_ours_is_read_without_its_layout_and_estimated_from(harness, task, strategy):
    plan = {"stratified": ["--set", "strata=1:2:0.5"]}.get(strategy, ["--budget", "2"])
    assert harness("pool", task, "-o", "p", "--strategy", strategy, *plan).status == 0
    qrels = Path("p/qrels.txt")
    qrels.write_text(qrels.read_text().replace(" -2", " 1"))  # judged
    got = harness("eval", qrels, task.parent / "x-one.run")
    assert (got.status, got.out.split()[0]) == (0, "estAP")
    assert "# these judgments are a sample: " in got.err
    assert harness("info", qrels).status == 0
    assert harness("pool", task, "-o", "next", "--judged", qrels).status == 0
    assert "estAP" in package.score(qrels, str(task.parent / "x-one.run")).labels
    task.write_text(TASK.replace("qrels: qrels.txt", f"qrels: {qrels.resolve()}"))
    refused = harness("run", task)
    assert refused.status == 2
    assert "estAP" in refused.err
    complete = Path("whole.txt")
    complete.write_text("1 0 a 1\n")
    assert "sample" not in harness("eval", complete, task.parent / "x-one.run").err


@pytest.mark.parametrize("inside", [True, False])
def test_a_pool_that_moved_with_its_task_is_built_again_without_options(harness, tmp_path, inside):
    for name, text in {"a.run": "1 Q0 d 1 2 a\n", "b.run": "1 Q0 e 1 2 b\n"}.items():
        (tmp_path / "first/task/runs").mkdir(parents=True, exist_ok=True)
        (tmp_path / "first/task/runs" / name).write_text(text)
    task = tmp_path / "first/task/t.yaml"
    task.write_text("name: T\nruns: runs/*.run\npool: {depth: 1}\n")
    own = "first/task/pool" if inside else "first/pool"
    assert harness("pool", task, "-o", tmp_path / own).status == 0
    # As a copy: its own inputs count, not those it was made of.
    shutil.copytree(tmp_path / "first", tmp_path / "second")
    (tmp_path / "first/task/runs/a.run").write_text("1 Q0 f 1 2 a\n")
    assert harness("pool", "rebuild", tmp_path / own).status == 1
    assert harness("pool", "rebuild", tmp_path / own.replace("first", "second")).status == 0
    # Alone: its inputs are where they were.
    (tmp_path / own.replace("first", "second")).rename(tmp_path / "alone")
    (tmp_path / "first/task/runs/a.run").write_text("1 Q0 d 1 2 a\n")
    assert harness("pool", "rebuild", tmp_path / "alone").status == 0
    # Without them: each is named, and the way out.
    shutil.rmtree(tmp_path / "first")
    got = harness("pool", "rebuild", tmp_path / "alone")
    assert (got.status, len(got.err.splitlines())) == (2, 2)
    assert f"{tmp_path}/first/task/runs/a.run: this input of the pool is not there" in got.err
    assert "--inputs FOLDER" in got.err
    wrong = harness("pool", "rebuild", tmp_path / "alone", "--inputs", tmp_path)
    assert (wrong.status, "runs/b.run: this input of the pool is not" in wrong.err) == (2, True)
    inputs = ["--inputs", tmp_path / "second/task"]
    assert harness("pool", "rebuild", tmp_path / "alone", *inputs).status == 0


def test_the_last_round_has_nothing_left_to_judge(harness, task):
    got = harness("pool", task, "--judged", task.parent / "qrels.txt")
    assert got.status == 0
    assert "documents to judge   none" in got.out


def test_three_rounds_never_ask_for_a_document_again(harness, task):
    rounds = ["--strategy", "maxmean", "--budget", "3", "--batch", "1", "--earlier", "keep"]
    assert harness("pool", task, "-o", "r1", *rounds).status == 0
    assert harness("pool", task, "-o", "r2", *rounds, "--pooled", "r1").status == 0
    assert harness("pool", task, "-o", "r3", *rounds, "--pooled", "r2").status == 0
    third = read_pool("r3")[0]
    assert third.plan["batch"] == 3
    assert not third.frame.select("topic", "doc").is_duplicated().any()
    assert third.sizes() == {"1": 1, "2": 0}
    # Without keep the third round would not know of the first.
    harness("pool", task, "-o", "s2", *rounds[:-2], "--pooled", "r1")
    got = harness("pool", task, "-o", "s3", "--pooled", "s2")
    assert got.status == 2
    assert "this pool leaves out what was pooled before it" in got.err


def test_a_round_without_judgments_says_that_nothing_is_learnt(harness, task):
    rounds = ["--strategy", "maxmean", "--budget", "3", "--batch", "1"]
    harness("pool", task, "-o", "r1", *rounds)
    got = harness("pool", task, "-o", "r2", *rounds, "--pooled", "r1", "--judged", "r1/qrels.txt")
    assert "not judged: 2 of 2 documents given before; maxmean learns nothing from them" in got.out
    for words, said in ((rounds[:4], True), (rounds, False)):
        got = harness("pool", task, *words, "--dry-run")
        assert ("nothing is judged: maxmean asks for all that the" in got.out + got.err) == said


def test_a_pool_is_not_written_over_the_one_it_adds_to(harness, task):
    harness("pool", task, "-o", "p")
    got = harness("pool", task, "-o", "p", "--pooled", "p", "--force")
    assert got.status == 2
    assert "the pool that this one adds to is here" in got.err


def test_strata_deeper_than_runs_are_read_are_refused(harness, task):
    got = harness("pool", task, "--strategy", "stratified", "--set", "strata=1:1:1,2:9:0.5")
    assert got.status == 2
    assert "down to rank 9, and runs are read to 2 (set the depth to 9)" in got.err
    got = harness("pool", task, "--strategy", "stratified", "--set", "strata=1:1:1,2:2:0.5")
    assert got.status == 0


def test_earlier_documents_of_other_topics_are_not_kept(harness, task):
    task.write_text(TASK + "  topics: ['1']\n  earlier: keep\n")
    assert harness("pool", task, "--judged", task.parent / "qrels.txt").status == 0
    assert read_pool(task.parent / "pools/small")[0].topics == ("1",)
