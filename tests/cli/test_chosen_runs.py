"""``TASK [RUN…]``: runs of one's own by the rules of a task, whose other runs are not opened."""

from __future__ import annotations

import gzip
import json
from pathlib import PurePath

import pytest
import yaml

QRELS = "1 0 a 1\n1 0 b 0\n1 0 c 1\n2 0 a 1\n"
TASK = {
    "name": "track",
    "qrels": "qrels.txt",
    "runs": "runs/*",
    "run_pattern": r"(?P<group>\w+)-\w+$",
    "participants": "who.tsv",
    "measures": ["AP", "P@2"],
    "check": {"repairs": ["rescore-by-rank"]},
    "compare": {"baselines": ["theirs"]},
}


def run(name, docs="abc", sign=-1):
    return "".join(
        f"{topic} Q0 {doc} {rank} {sign * rank} {name}\n"
        for topic in "12"
        for rank, doc in enumerate(docs, start=1)
    )


@pytest.fixture
def folder(tmp_path, monkeypatch):
    task = tmp_path / "task"
    (task / "runs").mkdir(parents=True)
    (task / "qrels.txt").write_text(QRELS)
    (task / "who.tsv").write_text("run\tgroup\tpriority\ntheirs\tG\t1\n")
    (task / "runs" / "grp-theirs").write_text(run("theirs", "bca"))
    (task / "t.yaml").write_text(yaml.safe_dump(TASK))
    (tmp_path / "mine.txt").write_text(run("mine"))
    (tmp_path / "more.txt").write_text(run("more", "acb"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_only_the_runs_that_are_given_are_scored_and_the_board_says_whose_they_are(harness, folder):
    (folder / "task" / "runs" / "grp-theirs").unlink()  # a participant does not have it
    got = harness("run", "task/t.yaml", "mine.txt", "--format", "json")
    assert got.status == 0, got.err
    assert [row["run"] for row in json.loads(got.out)] == ["mine"]
    assert got.err.splitlines()[-1] == "Results: task/results/t-mine"
    manifest = json.loads((folder / "task/results/t-mine/manifest.json").read_text())
    assert manifest["task"] == "track: mine"
    assert manifest["runs"][0]["path"] == "../mine.txt"


def test_repairs_of_the_task_are_made(harness, folder):
    (folder / "mine.txt").write_text(run("mine", sign=1))  # scores upside down
    got = harness("run", "task/t.yaml", "mine.txt", "--format", "json")
    assert json.loads(got.out)[0]["AP"] == 0.9167  # (5/6 + 1) / 2


def test_results_of_the_organisers_are_never_replaced(harness, folder):
    assert harness("run", "task/t.yaml", "-o", "all").status == 0
    before = (folder / "all" / "manifest.json").read_bytes()
    got = harness("run", "task/t.yaml", "mine.txt", "-o", "all")
    assert got.status == 2
    assert "these are the results of the task 'track'" in got.err
    assert (folder / "all" / "manifest.json").read_bytes() == before


def test_a_run_of_the_task_keeps_what_the_task_says_of_it(harness, folder):
    for name in ("theirs", "task/runs/grp-theirs"):
        assert harness("run", "task/t.yaml", name, "-o", "one", "--quiet").status == 0
        manifest = json.loads((folder / "one" / "manifest.json").read_text())
        assert [(one["name"], one["group"]) for one in manifest["runs"]] == [("theirs", "grp")]


def test_runs_with_one_tag_are_called_as_their_files(harness, folder):
    (folder / "other.run").write_text(run("mine", "cab"))
    got = harness("run", "task/t.yaml", "mine.txt", "other.run", "--format", "json")
    assert sorted(row["run"] for row in json.loads(got.out)) == ["mine", "other"]


@pytest.mark.parametrize(
    ("arguments", "out"),
    [
        ("compare task/t.yaml mine.txt theirs --samples 20", "track: mine, theirs"),
        ("compare task/t.yaml mine.txt more.txt --samples 20", "track: mine, more"),
        ("pool task/t.yaml mine.txt --dry-run", "runs                 1\ngroups               1\n"),
        ("diagnose task/t.yaml mine.txt", "mine"),
        ("report leaderboard task/t.yaml mine.txt more.txt", "track: mine, more"),
        ("compare ties task/t.yaml mine.txt --cutoffs 1", "mine"),
    ],
)
def test_every_verb_takes_them(harness, folder, arguments, out):
    got = harness(*arguments.split())
    assert got.status == 0, got.err
    assert out in got.out
    assert ("theirs" in got.out) == ("theirs" in arguments)


def test_the_page_of_chosen_runs_is_not_that_of_the_task(harness, folder):
    got = harness("report", "task/t.yaml", "mine.txt")
    assert got.status == 0, got.err
    assert (folder / "task" / "results" / "t-mine.html").exists()


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("thers", "unknown run 'thers' (did you mean theirs?)"),
        ("nowhere.run", "nowhere.run: no such file"),
        ("task/qrels.txt", "qrels"),
    ],
)
def test_what_is_no_run_is_explained(harness, folder, given, message):
    got = harness("run", "task/t.yaml", given)
    assert got.status == 2
    assert message in got.err
    assert not (folder / "task" / "results").exists()


def test_the_way_out_names_the_runs_of_the_command_line(harness, folder):
    (folder / "bad.txt").write_text(run("bad").replace(" c ", " a "))
    got = harness("run", "task/t.yaml", "bad.txt")
    assert got.status == 2
    assert "harness check task/t.yaml bad.txt lists all that is wrong; " in got.err


def test_a_pool_of_chosen_runs_can_be_built_again(harness, folder):
    assert harness("pool", "task/t.yaml", "mine.txt", "-o", "pool").status == 0
    assert harness("pool", "rebuild", "pool").status == 0


@pytest.mark.parametrize("name", ["qrels.txt", "qrels", "qrels.txt.gz", "test.tsv"])
def test_judgments_alone_are_a_task_for_the_runs_behind_them(harness, folder, name):
    text = QRELS
    if name == "test.tsv":  # as BEIR writes them
        rows = (line.split() for line in QRELS.splitlines())
        text = "query-id\tcorpus-id\tscore\n"
        text += "".join(f"{topic}\t{doc}\t{grade}\n" for topic, _, doc, grade in rows)
    content = text.encode()
    (folder / name).write_bytes(gzip.compress(content) if name.endswith("gz") else content)
    files = (name, "mine.txt", "more.txt")
    got = harness("compare", *files, "-m", "AP", "--part", "estimates", "--format", "json")
    assert got.status == 0, got.err
    values = {row["estimate"]: row["value"] for row in json.loads(got.out)}
    assert values["mean mine"] == pytest.approx(11 / 12, abs=5e-5)  # (5/6 + 1) / 2
    assert values["mean more"] == pytest.approx(1, abs=5e-5)
    assert values["difference, 95 % t"] == pytest.approx(-1 / 12, abs=5e-5)
    assert harness("run", name, "mine.txt").status == 0
    assert harness("check", name, "mine.txt").out.endswith("1 run: 1 clean\n")
    (folder / "other.txt").write_text(run("other").replace("1 Q0", "x Q0").replace("2 Q0", "y Q0"))
    assert "error topics-unjudged" in harness("check", name, "other.txt").out
    assert (folder / "results" / f"{PurePath(name).stem}-mine").is_dir()


def test_what_is_no_task_says_what_is_one(harness, folder):
    (folder / "qrels.txt").write_text(QRELS)
    missing = harness("run", "qrels.txt")
    assert missing.status == 2
    assert missing.err == (
        "Error: qrels.txt: the key 'runs' is missing (or name files of runs after the task)\n"
    )
    (folder / "bare").write_text(run("bare"))
    for name in ("mine.txt", "bare"):  # a run, with and without a suffix
        got = harness("compare", name, "more.txt", "more.txt")
        assert (got.status, got.out) == (2, "")
        assert "instead of one, name a file of judgments and then files of runs" in got.err


def test_a_directory_of_results_holds_no_runs(harness, folder):
    assert harness("run", "task/t.yaml", "mine.txt", "-o", "out").status == 0
    got = harness("compare", "task/t.yaml", "out", "more.txt")
    said = "a command of harness wrote it: it has results or a pool"
    assert got.err == f"Error: out: there is no run in this directory ({said})\n"
    (folder / "u.yaml").write_text("qrels: task/qrels.txt\nruns: out\n")
    assert f"there is no run in the directory out ({said})" in harness("run", "u.yaml").err
